"""For learners: a card that tells the step and the rule behind it, and why a tap was refused."""

from __future__ import annotations

from kivy.core.window import Window
from kivy.metrics import dp

from companion.games.avalon.moves import Lady, Move, Propose, Quest
from companion.games.avalon.play import apply
from companion.games.avalon.state import Awaits, State
from companion.games.game import IllegalMove, Problem
from companion.i18n.translator import Translator
from companion.screens.avalon.drafts import Draft, QuestDraft, TargetDraft, TeamDraft
from companion.scripts.learn_avalon import lesson, rule_behind
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import Box
from companion.widgets.tap import Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, TARGET, paint, sp


def refused_tap(draft: Draft, seat: int) -> Problem | None:
    """Why tapping this seat does nothing, in the words of the rules; None if it does something."""
    if draft.tap(seat) is not draft:
        return None
    move = _meant(draft, seat)
    return None if move is None else _refusal(draft.state, move)


def refused_quest(draft: TeamDraft, quest: int) -> Problem | None:
    """Why this shield cannot be chosen now; None if it can."""
    if quest == draft.quest or (draft.state.setup.targeting and quest in draft.state.open_quests):
        return None
    return _refusal(draft.state, Propose(draft.team, quest))


def _meant(draft: Draft, seat: int) -> Move | None:
    """The move that the tap would have led to."""
    match draft:
        case TeamDraft():
            quest = draft.quest if draft.state.setup.targeting else None
            if draft.wants_bearer:
                return Propose(draft.team, quest, seat)
            return Propose((*draft.team, seat), quest, draft.excalibur)
        case QuestDraft() if draft.state.excalibur is not None:
            return Quest(draft.fails, seat)
        case TargetDraft() if draft.state.awaits is Awaits.LADY:
            return Lady(seat)
        case _:
            return None


def _refusal(state: State, move: Move) -> Problem | None:
    try:
        apply(state, move)
    except IllegalMove as wrong:
        return wrong.problem
    return None


# With less height the seats would be pushed off the screen, so the card begins folded.
_TALL = 700


class LearnCard(Tap):
    """What happens now, who does what, and the rule behind it. A tap folds it to its first line."""

    def __init__(self, tr: Translator) -> None:
        self._tr = tr
        self.open = False
        super().__init__(
            self._fold, orientation="vertical", size_hint_y=None, height=dp(TARGET), padding=(dp(12), dp(10))
        )
        self._box = Box(self, radius=RADIUS_CARD, ground=paint("plank"), edge=paint("groove", 0.6), line=1)
        self._now = Text("", weight=700, size_sp=16, pos_hint={"center_y": 0.5})
        self._who = Text("", size_sp=16, pos_hint={"center_y": 0.5})
        self._rule = Text("", size_sp=16, tone="ink_2", pos_hint={"center_y": 0.5})
        self._mark = Glyph(Icon.BOOK, 22, pos_hint={"top": 1})
        self._arrow = Glyph(Icon.ARROW_UP, 20, tone="ink_3", pos_hint={"center_y": 0.5})
        lamp = Glyph(Icon.BOOK_OPEN, 22, tone="candle", pos_hint={"center_y": 0.5})
        person = Glyph(Icon.PERSON, 22, tone="ink_2", pos_hint={"top": 1})
        self._rows = Column(Row(lamp, self._now, self._arrow, gap=10), gap=6, pos_hint={"center_y": 0.5})
        self._folds = (Row(person, self._who, gap=10), Row(self._mark, self._rule, gap=10))
        self.add_widget(self._rows)
        self._rows.bind(height=self._grow)
        self._set_open(Window.height >= sp(_TALL))
        self._answer()

    def show(self, state: State) -> None:
        told, tr = lesson(state), self._tr
        self._now.content = tr(told.now_key, **told.args)
        self._who.content = tr(told.who_key, **told.args)
        self._tell(tr(told.rule_key, **told.args), refused=False)

    def explain(self, problem: Problem) -> bool:
        """Show the rule behind a refusal until the next step; False if there is none."""
        rule = rule_behind(problem)
        if rule is None:
            return False
        self._tell(self._tr(rule), refused=True)
        self._set_open(True)
        return True

    def _tell(self, rule: str, *, refused: bool) -> None:
        self._rule.content = rule
        self._rule.set_tone("ink" if refused else "ink_2")
        self._mark.show(Icon.WARNING if refused else Icon.BOOK)
        self._mark.set_tone("ember" if refused else "ink_2")

    def _fold(self) -> None:
        self._set_open(not self.open)

    def _set_open(self, opened: bool) -> None:
        self.open = opened
        self._arrow.show(Icon.ARROW_UP if opened else Icon.ARROW_DOWN)
        for row in self._folds:
            if opened and row.parent is None:
                self._rows.add_widget(row)
            elif not opened and row.parent is not None:
                self._rows.remove_widget(row)

    def _grow(self, *_: object) -> None:
        self.height = max(dp(TARGET), self._rows.height + self.padding[1] + self.padding[3])

    def dress(self, *, pressed: bool) -> None:
        ground = paint("plank")
        self._box.paint(ground=shaded(ground, 0.05) if pressed else ground)
