"""A step of the guide as a row to be ticked: a mark, the sentence, and its numbers as cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from enum import Enum, auto
from typing import Final

from kivy.metrics import dp

from companion.games.cultists.decks import KINDS
from companion.i18n.translator import Translator
from companion.screens.cultists.role_marks import (
    CARD_ICONS,
    CARD_TONES,
    GOAL_MARKS,
    ROLE_ICONS,
    SEA,
    CountChip,
    hue_of,
    token_name,
)
from companion.scripts.cultists.guide import Step
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row, Wrap
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.tap import Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, RADIUS_CELL, TARGET, paint

STEP_ICONS: Final[Mapping[str, Icon]] = {
    "as_for": Icon.PERSON_ADD,
    "first_game": Icon.STAR,
    "routes": Icon.MAP,
    "investigator_decks": Icon.HAT,
    "cultist_decks": Icon.CULTIST,
    "role_tokens": Icon.PERSON,
    "pulse_pool": Icon.SKULL,
    "pulse_cards": Icon.CARD,
    "pulse_left_over": Icon.EYE_CLOSED,
    "hide_tokens": Icon.REPEAT,
    "envelopes": Icon.SHUFFLE,
    "deal": Icon.PEOPLE,
    "deal_automa": Icon.PERSON_ADD,
    "characters": Icon.BYSTANDER,
    "automa_character": Icon.PERSON_ADD,
    "map": Icon.GRID_TABLE,
    "room_cards": Icon.DOOR,
    "draw_pile": Icon.CARD,
    "hazard_deck": Icon.WINDOW_BROKEN,
    "discs": Icon.POINT_CIRCLE,
    "cultist_tokens": Icon.CULTIST,
    "fishman": Icon.FISHMAN,
    "vote_token": Icon.FIST,
    "power_token": Icon.LIGHTNING,
    "bag": Icon.HISTORY,
    "bag_first_game": Icon.HISTORY,
    "bag_large": Icon.HISTORY,
    "bag_large_first_game": Icon.HISTORY,
    "clock": Icon.TIMER,
    "points": Icon.POINTING_FINGER,
    "books": Icon.LIBRARY,
    "room_tokens": Icon.SEARCH,
    "knife": Icon.KNIFE,
    "gate": Icon.GATE,
    "aims": Icon.TROPHY,
    "look": Icon.EYE,
    "look_automa": Icon.PERSON_ADD,
}
_ROOM_ICONS: Final[Mapping[str, tuple[Icon, str]]] = {
    "plain": (Icon.DOOR, "sea"),
    "hazard": (Icon.WARNING, "ember"),
}
_DECKS: Final = ("investigator_decks", "cultist_decks")


class Stage(Enum):
    AHEAD = auto()
    NOW = auto()
    DONE = auto()


def counts(tr: Translator, step: Step) -> Iterator[CountChip]:
    """The numbers of a step, each with its mark."""
    args = step.args
    if step.id in _DECKS:
        yield CountChip(STEP_ICONS[step.id], tr("app.setup.times", count=args["n"]))
    for kind in KINDS:
        if kind in args:
            yield CountChip(CARD_ICONS[kind], tr(f"cultists.card.{kind}", n=args[kind]), CARD_TONES[kind])
    for role, copies in Counter(step.roles).items():
        yield CountChip(ROLE_ICONS[role], token_name(tr, role, copies), hue_of(role))
    for name, (icon, tone) in _ROOM_ICONS.items():
        if name in args:
            yield CountChip(icon, tr(f"cultists.guide.rooms.{name}", n=args[name]), tone)
    for name, (icon, tone) in GOAL_MARKS.items():
        if name in args:
            yield CountChip(icon, tr(f"cultists.number.{name}", n=args[name]), tone)


class StepRow(Tap):
    def __init__(self, tr: Translator, step: Step, on_tap: Callable[[], object]) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TARGET))
        self.step = step
        self.stage = Stage.AHEAD
        self._box = Box(self, radius=RADIUS_CARD, line=2)
        self._glyph = Glyph(STEP_ICONS[step.id], 26, pos_hint={"center_x": 0.5, "center_y": 0.5})
        self._slot = Row(
            self._glyph, size_hint=(None, None), size=(dp(46), dp(46)), height=dp(46), padding=dp(10),
            pos_hint={"top": 1},
        )  # fmt: skip
        self._slot_box = Box(self._slot, radius=RADIUS_CELL, line=2)
        self.words = Text(tr(step.key, **step.args), size_sp=20, pos_hint={"center_y": 0.5})
        chips = list(counts(tr, step))
        # Chips bring some room of their own below them.
        low = dp(6 if chips else 14)
        row = Column(Row(self._slot, self.words, gap=14), gap=10, padding=(dp(14), dp(14), dp(14), low))
        if chips:
            row.add_widget(Wrap(*chips, gap=8))
        row.bind(height=self._fit)
        self.add_widget(row)
        self._answer()

    def _fit(self, row: Column, height: float) -> None:
        self.height = max(dp(TARGET), height)

    def show(self, stage: Stage) -> None:
        if stage is not self.stage:
            self.stage = stage
            self._answer()

    def dress(self, *, pressed: bool) -> None:
        now, done = self.stage is Stage.NOW, self.stage is Stage.DONE
        ground = paint("plank")
        self._box.paint(
            ground=shaded(ground, 0.06) if pressed else ground,
            edge=paint(SEA.line) if now else paint("groove", 0.6),
            line=2 if now else 1,
        )
        self._slot_box.paint(
            ground=paint(SEA.fill) if done else paint(SEA.deep) if now else CLEAR,
            edge=paint(SEA.line if done or now else "rim"),
            line=2 if done or now else 1.5,
        )
        self._glyph.show(Icon.CHECK if done else STEP_ICONS[self.step.id])
        self._glyph.set_tone(SEA.on if done else SEA.line if now else "ink_2")
        self.words.set_tone("ink_2" if done else "ink")
