"""The ways through the app: each builds its screen when it is first walked.

Imports stand inside the functions on purpose: a screen's code is loaded on its first visit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.widgets.page import Page

if TYPE_CHECKING:
    from companion.app import CompanionApp
    from companion.games.shelf import Shelved
    from companion.narrator.night import Night
    from companion.narrator.player import Player
    from companion.screens.cultists.boards import Board
    from companion.scripts.nights import Seated
    from companion.table import Table


class Routes:
    def __init__(self, app: CompanionApp) -> None:
        self._app = app

    def home(self) -> Page:
        from companion.screens.home import HomePage

        return HomePage(self._app)

    def settings(self) -> Page:
        from companion.screens.settings import SettingsPage

        return SettingsPage(self._app)

    def history(self) -> Page:
        from companion.screens.history import HistoryPage

        return HistoryPage(self._app)

    def about(self) -> Page:
        from companion.screens.about import AboutPage

        return AboutPage(self._app)

    def seats(self, game: Shelved) -> Page:
        from companion.screens.seats import SeatsPage

        return SeatsPage(self._app, game)

    def set_up(self, game: Shelved, players: Sequence[str]) -> Page:
        from companion.screens.front import front_of

        front = front_of(game.id)
        if front is None:
            raise LookupError(f"{game.id} cannot be kept yet")
        return front.set_up(self._app, players)

    def board(self, table: Table[Any, Any, Any]) -> Page:
        from companion.screens.front import keeper_of

        keeper = keeper_of(table.game.id)
        if keeper is None:
            raise LookupError(f"{table.game.id} cannot be kept yet")
        return keeper.board(self._app, table)

    def night(self, setup: Seated, night: Night, player: Player) -> Page:
        from companion.screens.night.page import NightPage

        return NightPage(self._app, setup, night, player)

    def votes(self, table: Table[Any, Any, Any]) -> Page:
        from companion.screens.avalon.matrix import MatrixPage

        return MatrixPage(self._app, table)

    def roles(self, table: Table[Any, Any, Any]) -> Page:
        from companion.screens.avalon.roles import RolesPage

        return RolesPage(self._app, table)

    def stopped(self, night: Night) -> Page:
        from companion.screens.night.after import StoppedPage

        return StoppedPage(self._app, night)

    def dawn(self, setup: Seated) -> Page:
        from companion.screens.night.after import DawnPage

        return DawnPage(self._app, setup)

    def cultists_vote(self, board: Board, called_by: int | None) -> Page:
        from companion.screens.cultists.vote_page import VotePage

        return VotePage(self._app, board, called_by)

    def cultists_vote_result(self, board: Board) -> Page:
        from companion.screens.cultists.vote_result import VoteResultPage

        return VoteResultPage(self._app, board)

    def cultists_encounter(self, board: Board) -> Page:
        from companion.screens.cultists.encounter import EncounterPage

        return EncounterPage(self._app, board)

    def cultists_actions(self, table: Table[Any, Any, Any]) -> Page:
        from companion.screens.cultists.actions_page import ActionsPage

        return ActionsPage(self._app, table)

    def cultists_history(self, table: Table[Any, Any, Any]) -> Page:
        from companion.screens.cultists.history_page import HistoryPage

        return HistoryPage(self._app, table)

    def cultists_building(self, table: Table[Any, Any, Any]) -> Page:
        from companion.screens.cultists.building_page import BuildingPage

        return BuildingPage(self._app, table)
