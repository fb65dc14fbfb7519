"""What a moment asks for beside the next step: the Automa's rules, a declaration, a reminder of the clock."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp

from companion.games.cultists.state import RoundPhase, State
from companion.i18n.translator import Translator
from companion.widgets.buttons import SecondaryButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.text import IconLabel, Text


class Reminders(Column):
    """Most of the time it is empty, and then takes no room."""

    def __init__(
        self, tr: Translator, on_declare: Callable[[], object], on_automa: Callable[[], object]
    ) -> None:
        super().__init__(gap=8)
        words = Text(tr("cultists.board.firestarter"), size_sp=16, tone="ink_2", pos_hint={"center_y": 0.5})
        self._reminder = Row(
            IconLabel(Icon.FLAME, 22, tone="ember", pos_hint={"center_y": 0.5}), words, gap=8
        )
        self._declare = SecondaryButton(
            tr("cultists.question.declare.title"), on_declare, icon=Icon.CULTIST, outlined=True
        )
        self._automa = SecondaryButton(tr("cultists.automa.turn"), on_automa, icon=Icon.SEAT, outlined=True)

    def show(self, state: State) -> None:
        # Not only while it has a turn: the clock would jump from phase to phase.
        has_automa_turn = state.setup.automa and state.round_phase is not RoundPhase.CLEAN_UP
        options = (
            (self._reminder, state.has_firestarter_reminder),
            (self._declare, state.can_declare),
            (self._automa, has_automa_turn),
        )
        visible = [part for part, is_visible in options if is_visible]
        if self.children != visible[::-1]:
            self.clear_widgets()
            for part in visible:
                self.add_widget(part)
            # Its distance from what stands above it.
            self.padding = (0, dp(8) if visible else 0, 0, 0)
