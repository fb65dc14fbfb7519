"""What happened at the table, by a tap on its picture: books, rooms, deaths, votes, power, Gate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.cultists.moves import PowerRestored
from companion.games.cultists.state import Phase
from companion.screens.cultists.board_protocol import Board
from companion.screens.rows import close_sheet_then
from companion.widgets.buttons import ActionTile
from companion.widgets.icons import Icon
from companion.widgets.layout import Grid
from companion.widgets.sheet import Sheet
from companion.widgets.theme import look

_LABEL_KEYS: Final = {
    "building": "cultists.board.record.building",
    "room": "cultists.happened.explored",
    "hazard": "cultists.happened.hazard",
    "dead": "cultists.death.title",
    "vote": "cultists.board.record.vote",
    "encounter": "cultists.encounter.who",
    "power": "cultists.happened.power_restored",
    "gate": "cultists.action.close_gate.name",
    "actions": "cultists.action.title",
}


class RecordSheet(Sheet):
    def __init__(self, board: Board) -> None:
        tr, state, navigator = board.app_context.tr, board.state, board.app_context.navigator
        self.tiles: dict[str, ActionTile] = {}
        grid = Grid(gap=8, min_column_width=98 * min(1.6, look().text_scale), max_columns=3)

        def add_tile(name: str, icon: Icon, act: Callable[[], object], tone: str = "sea") -> None:
            words = tr(_LABEL_KEYS[name])
            tile = ActionTile(words, icon, close_sheet_then(navigator, act), border=tone, tone=tone)
            self.tiles[name] = tile
            grid.add_widget(tile)

        add_tile("building", Icon.LIBRARY, board.open_building)
        add_tile("room", Icon.KEY_CARD, board.open_room)
        if not state.setup.first_game:
            add_tile("hazard", Icon.CARD, board.open_hazard)
        add_tile("dead", Icon.SKULL, board.open_death, "evil")
        add_tile("vote", Icon.FIST, board.open_vote, "evil")
        add_tile("encounter", Icon.PEOPLE, board.open_encounter)
        if not state.power and state.phase is Phase.ACTION:
            add_tile("power", Icon.LIGHTNING, lambda: board.play_move(PowerRestored()), "candle")
        if state.is_gate_open:
            add_tile("gate", Icon.GATE, board.open_gate, "ember")
        add_tile("actions", Icon.MENU_LIST, board.open_actions)
        super().__init__(tr("cultists.board.record.title"), grid, on_close=navigator.close_sheet)
