"""What a moment asks for beside the next step: the Automa's rules, a declaration, a reminder of the clock."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp

from companion.games.cultists.state import Phase, State
from companion.i18n.translator import Translator
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.tap import SideButton
from companion.widgets.text import Glyph, Text


class Aside(Column):
    """Most of the time it is empty, and then takes no room."""

    def __init__(
        self, tr: Translator, on_declare: Callable[[], object], on_automa: Callable[[], object]
    ) -> None:
        super().__init__(gap=8)
        words = Text(tr("cultists.board.firestarter"), size_sp=16, tone="ink_2", pos_hint={"center_y": 0.5})
        self._reminder = Row(Glyph(Icon.FLAME, 22, tone="ember", pos_hint={"center_y": 0.5}), words, gap=8)
        self._declare = SideButton(
            tr("cultists.question.declare.title"), on_declare, icon=Icon.CULTIST, outlined=True
        )
        self._automa = SideButton(tr("cultists.automa.turn"), on_automa, icon=Icon.SEAT, outlined=True)

    def show(self, state: State) -> None:
        # Not only while it has a turn: the clock would jump from phase to phase.
        automa = state.setup.automa and state.phase is not Phase.CLEAN_UP
        offered = (
            (self._reminder, state.reminds_firestarter),
            (self._declare, state.may_declare),
            (self._automa, automa),
        )
        wanted = [part for part, shown in offered if shown]
        if self.children != wanted[::-1]:
            self.clear_widgets()
            for part in wanted:
                self.add_widget(part)
            # Its distance from what stands above it.
            self.padding = (0, dp(8) if wanted else 0, 0, 0)
