"""The Automa's turn, step by step: nobody plays it, so the table follows what stands here."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.cultists.state import RoundPhase, State
from companion.i18n.translator import Translator
from companion.scripts.cultists.automa import AUTOMA_PHASES, automa_turn_keys
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.sheet import Sheet
from companion.widgets.text import IconLabel, Text


class AutomaSteps(Column):
    """What it does in one phase."""

    def __init__(self, tr: Translator, state: State, phase: RoundPhase) -> None:
        super().__init__(gap=10)
        if phase is RoundPhase.ACTION:
            self.add_widget(Text(tr("cultists.automa.first_fits"), size_sp=16, tone="ink_2"))
        for key in automa_turn_keys(state, phase):
            mark = IconLabel(Icon.FORWARD, 22, tone="sea", mirrored=True, pos_hint={"top": 1})
            words = Text(tr(key, row=state.route_row), size_sp=18, pos_hint={"center_y": 0.5})
            self.add_widget(Row(mark, words, gap=12))


class AutomaSheet(Sheet):
    """Its turn in the phase that is under way; in a phase without one, both of its turns."""

    def __init__(self, tr: Translator, state: State, on_close: Callable[[], object]) -> None:
        parts: list[Column | Text] = []
        phases = (state.round_phase,) if state.round_phase in AUTOMA_PHASES else AUTOMA_PHASES
        for phase in phases:
            if len(phases) > 1:
                parts.append(Text(tr(turn_key(phase)), face="title", size_sp=18))
            parts.append(AutomaSteps(tr, state, phase))
        title = turn_key(phases[0]) if len(phases) == 1 else "cultists.automa.turn"
        super().__init__(tr(title), *parts, on_close=on_close)


def turn_key(phase: RoundPhase) -> str:
    return "cultists.automa.moves" if phase is RoundPhase.MOVEMENT else "cultists.automa.acts"
