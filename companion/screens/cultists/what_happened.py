"""What happened at the table, by a tap on its picture: books, rooms, deaths, votes, power, Gate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.cultists.moves import PowerRestored
from companion.games.cultists.state import Awaits
from companion.screens.cultists.board_protocol import Board
from companion.screens.sheet_buttons import closed_first
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Grid
from companion.widgets.sheet import Sheet
from companion.widgets.theme import look
from companion.widgets.tiles import ActionTile

_WORDS: Final = {
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
        tr, state, stage = board.shell.tr, board.state, board.shell.stage
        self.tiles: dict[str, ActionTile] = {}
        grid = Grid(gap=8, narrowest=98 * min(1.6, look().text_scale), most_columns=3)

        def offer(name: str, icon: Icon, act: Callable[[], object], tone: str = "sea") -> None:
            words = tr(_WORDS[name])
            tile = ActionTile(words, icon, closed_first(stage, act), edge=tone, tone=tone)
            self.tiles[name] = tile
            grid.add_widget(tile)

        offer("building", Icon.LIBRARY, board.open_building)
        offer("room", Icon.KEY_CARD, board.open_room)
        if not state.setup.first_game:
            offer("hazard", Icon.CARD, board.open_hazard)
        offer("dead", Icon.SKULL, board.open_dead, "evil")
        offer("vote", Icon.FIST, board.open_vote, "evil")
        offer("encounter", Icon.PEOPLE, board.open_encounter)
        if not state.power and state.awaits is Awaits.ACTION:
            offer("power", Icon.LIGHTNING, lambda: board.play(PowerRestored()), "candle")
        if state.gate_open:
            offer("gate", Icon.GATE, board.open_gate, "ember")
        offer("actions", Icon.MENU_LIST, board.open_actions)
        super().__init__(tr("cultists.board.record.title"), grid, on_close=stage.close_sheet)
