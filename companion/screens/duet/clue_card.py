"""The cards above a Codenames Duet board: the clue or sudden death, the lesson; and all parts of the board at
one moment, with its rarely used actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import Problem
from companion.games.duet.definition import DEFINITION
from companion.games.duet.drafts import TurnDraft, draft_from_move, untyped_cards
from companion.games.duet.rules import RULE_NUMBERS, is_legal
from companion.games.duet.setup import KEY_AGENTS, Setup, Side, Unlimited
from companion.games.duet.state import Clue, IllegalClue, Move, NextClue, SideDone, State
from companion.games.duet.text import (
    DuetTable,
    Turn,
    clue_number_text,
    clue_text,
    make_turns,
    side_name,
    turns_with_open_clues,
)
from companion.i18n.translator import Translator
from companion.screens.board_page import BaseLessonCard, RuleLookup
from companion.screens.duet.cards import (
    AgentsRow,
    BankCard,
    BankStrip,
    GridCard,
    LabelledDisc,
    older_clues_text,
    set_children,
    side_number,
)
from companion.screens.rows import create_sheet_button
from companion.scripts.duet.speech import find_rule, list_lessons
from companion.widgets.buttons import Pressable, SecondaryButton
from companion.widgets.cards import Card, chip_height
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Panes, Row, Wrap
from companion.widgets.text import DISPLAY, HEADING, LABEL, MUTED, NUMBER, IconLabel, Text
from companion.widgets.theme import ACCENTS, TOUCH_TARGET, Accent, sp, theme_colour

_DUET = ACCENTS[DEFINITION.accent]
# Sudden death has its own colours.
_SUDDEN_DEATH = Accent("brick", "brick", "on_accent", "brick_deep")


class ClueCard(Card):
    """The card of the current clue. `on_edit` opens the clue sheet, `on_status` reports the status of the
    mission. `compact` saves height above a grid."""

    def __init__(
        self, tr: Translator, on_edit: Callable[[], object], on_status: Callable[[], object], *, compact: bool
    ) -> None:
        padding = (dp(14), dp(10)) if compact else (dp(16), dp(14))
        super().__init__(accent=_DUET, gap=6 if compact else 8, padding=padding)
        self._tr, self._on_edit, self._compact = tr, on_edit, compact
        self._sides = _Sides(tr, compact=compact)
        self.status = _StatusButton(self._sides, on_status)
        self.edit_button = self._build_button(tr("duet.clue.tell"), Icon.CLUE)
        self._clue_view = _ClueView(tr, compact=compact)
        self._last_guesses = _IconText(Icon.HOURGLASS, 26, "ember", 18)
        self._last_guesses.words.content = tr("duet.board.last_guesses")
        self._open_clues = _IconText(Icon.HISTORY, 20, "ink_2", 16)

    def show(self, state: State, draft: TurnDraft, older: Sequence[Turn]) -> None:
        clue, open_clues = state.clue, older_clues_text(self._tr, older)
        if clue is None:
            self._show_draft(draft)
        else:
            self._clue_view.show(clue, state.correct_guesses)
        set_children(
            self,
            (
                self.status,
                self._last_guesses if state.has_last_guesses else None,
                self.edit_button if clue is None else self._clue_view,
                self._open_clues if open_clues else None,
            ),
        )
        self._sides.show(state, small=clue is not None)
        self._open_clues.words.content = open_clues

    def _show_draft(self, draft: TurnDraft) -> None:
        """Show the draft of the clue on the button."""
        words = clue_text(self._tr, draft.clue) if draft.has_clue else self._tr("duet.clue.tell")
        if words != self.edit_button.label.content:
            self.edit_button = self._build_button(words, Icon.PENCIL if draft.has_clue else Icon.CLUE)

    def _build_button(self, words: str, icon: Icon) -> SecondaryButton:
        button = SecondaryButton(words, self._on_edit, icon=icon, outlined=True, border=_DUET.line)
        if self._compact:
            button.height = chip_height()
        return button


class _Sides(Row):
    """The sides that give and guess the clue, large while there is no clue."""

    def __init__(self, tr: Translator, *, compact: bool) -> None:
        self._tr, self._compact = tr, compact
        self._names = {side: Text("", DISPLAY, align="start", min_size=16, max_lines=2) for side in Side}
        self._labels = {side: _build_label() for side in Side}
        self._columns = {
            side: Column(self._labels[side], self._names[side], gap=2, pos_hint={"top": 1}) for side in Side
        }
        self._arrow = IconLabel(Icon.ARROW_RIGHT, 36, tone="teal", mirrored=True)
        super().__init__(gap=12)

    def show(self, state: State, *, small: bool) -> None:
        tr, clues = self._tr, state.giver
        small = small or self._compact
        set_children(self, (self._columns[clues], self._arrow, self._columns[clues.other]))
        self._arrow.size_sp = 24 if small else 36
        for side in Side:
            key = "duet.board.clue_from" if side is clues else "duet.board.guess_by"
            # The label has the side's number, which the voice uses, and the text has the players' names.
            self._labels[side].content = tr(key, n=side_number(side))
            self._names[side].content = side_name(tr, state.setup, side)
            self._names[side].size_sp = 20 if small else 36


def _build_label(words: str = "") -> Text:
    """Build the label of a side, on one line if readable, so that its number is not alone on a second."""
    return Text(words, MUTED, min_size=12, max_lines=1, fallback_lines=2)


class _ClueView(Column):
    """The clue in large letters, its number on a disc, and how many of its words are found."""

    def __init__(self, tr: Translator, *, compact: bool) -> None:
        super().__init__(gap=2 if compact else 4)
        self._tr = tr
        self._clue = Clue()
        self._word = Text("", HEADING, size_sp=28 if compact else 36, min_size=18, max_lines=2)
        size = 36 if compact else 46
        number = Text("", NUMBER, size_sp=size * 0.6, tone=_DUET.on, autosize="both")
        background = theme_colour(_DUET.fill)
        self._number = LabelledDisc(number, max(dp(size), sp(size)), background=background)
        self._row = Row(gap=12)
        self._hats = Wrap(gap=2, size_hint_x=None, pos_hint={"y": 0})
        self._found_text = Text("", MUTED)
        self._progress = Row(gap=10)
        set_children(self, (self._row, self._progress))

    def show(self, clue: Clue, found_count: int) -> None:
        number = clue.number
        word_count = number if isinstance(number, int) else 0
        self._word.content = clue.word
        self._number.label.content = "" if number is None else clue_number_text(self._tr, number)
        set_children(self._row, (self._word if clue.word else None, None if number is None else self._number))
        self._found_text.content = self._format_found(clue, found_count)
        self._show_hats(word_count, found_count)

    def _format_found(self, clue: Clue, found_count: int) -> str:
        tr, number = self._tr, clue.number
        if number == 0 and not found_count:
            return tr("duet.clue.zero")
        if isinstance(number, int) and number:
            return tr("duet.clue.found", count=found_count, most=number)
        key = "duet.clue.found_unlimited" if isinstance(number, Unlimited) else "duet.clue.found_so_far"
        return tr(key, count=found_count)

    def _show_hats(self, word_count: int, found_count: int) -> None:
        """Show a hat for each word of the clue and for each found beyond its number."""
        hats = max(word_count, found_count) if word_count else 0
        while len(self._hats.children) < hats:
            self._hats.add_widget(IconLabel(Icon.HAT_LINE, 20, tone="rim"))
        while len(self._hats.children) > hats:
            self._hats.remove_widget(self._hats.children[0])
        for index, hat in enumerate(reversed(self._hats.children)):
            hat.show(Icon.HAT if index < found_count else Icon.HAT_LINE)
            hat.set_tone("teal" if index < found_count else "rim")
        self._hats.width = hats * dp(22)
        set_children(self._progress, (self._hats if hats else None, self._found_text))


class SuddenDeathCard(Card):
    """The card of sudden death: who may still guess, in very large letters."""

    def __init__(
        self, tr: Translator, setup: Setup, on_status: Callable[[], object], *, compact: bool
    ) -> None:
        super().__init__(accent=_SUDDEN_DEATH, gap=4 if compact else 10)
        self._tr = tr
        title = Row(
            IconLabel(Icon.SKULL, 36 if compact else 64, tone=_SUDDEN_DEATH.line),
            Text(
                tr("duet.sudden_death"), HEADING, size_sp=26 if compact else 36, min_size=18,
                tone=_SUDDEN_DEATH.line,
            ),
            gap=12,
        )  # fmt: skip
        self.status = _StatusButton(title, on_status)
        # Names of one or two players stay on one line if there is room.
        lines = {side: 2 if compact or len(setup.members(side)) > 2 else 1 for side in Side}
        size = 26 if compact else 54
        self._names = {
            side: Text("", HEADING, size_sp=size, min_size=20, max_lines=lines[side]) for side in Side
        }
        self._sides = {
            side: Column(
                _build_label(tr("duet.board.guess_by", n=side_number(side))),
                self._names[side],
                gap=0,
                pos_hint={"top": 1},
            )
            for side in Side
        }
        self._rule = Text(tr("duet.learn.sudden.rule"), LABEL, size_sp=16 if compact else 18)
        # Above a grid both sides are side by side and the rule is left out.
        self._sides_row = Row(gap=12) if compact else None
        self._open_clues = _IconText(Icon.HISTORY, 20, "ink_2", 16)

    def show(self, state: State, older: Sequence[Turn]) -> None:
        """Show who may guess, and older clues, which may still be guessed at."""
        guesses: list[Widget] = [self._sides[side] for side in state.phase.guesses]
        for side in state.phase.guesses:
            self._names[side].content = side_name(self._tr, state.setup, side)
        if self._sides_row is not None:
            set_children(self._sides_row, guesses)
            guesses = [self._sides_row]
        self._open_clues.words.content = older_clues_text(self._tr, older)
        rule = None if self._sides_row is not None else self._rule
        set_children(self, (self.status, *guesses, rule, self._open_clues if older else None))


class _StatusButton(Pressable):
    """A button around the card's title that speaks the status when tapped."""

    def __init__(self, content: Widget, on_tap: Callable[[], object]) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TOUCH_TARGET))
        content.pos_hint = {"center_y": 0.5}
        content.bind(height=self._grow)
        self.add_widget(content)

    def _grow(self, _content: Widget, height: float) -> None:
        self.height = max(dp(TOUCH_TARGET), height)


class _IconText(Row):
    """A text with an icon."""

    def __init__(self, icon: Icon, size: float, tone: str, letters: float) -> None:
        super().__init__(IconLabel(icon, size, tone=tone), gap=12)
        self.words = Text("", LABEL, size_sp=letters)
        self.add_widget(self.words)


@dataclass(frozen=True, slots=True)
class BoardActions:
    """What taps on a board do; a snapshot ignores them."""

    edit_clue: Callable[[], object] = lambda: None
    say_status: Callable[[], object] = lambda: None
    tap_place: Callable[[int], object] = lambda _: None
    type_card: Callable[[int], object] = lambda _: None


class BoardParts:
    """The parts of a board: the clue or sudden death, and the grid or the counts."""

    def __init__(self, tr: Translator, setup: Setup, actions: BoardActions, *, compact: bool) -> None:
        self.clue = ClueCard(tr, actions.edit_clue, actions.say_status, compact=compact)
        self.sudden = SuddenDeathCard(tr, setup, actions.say_status, compact=compact)
        self.grid = GridCard(tr, actions.tap_place, actions.type_card) if setup.has_grid else None
        self.agents = None if setup.has_grid else AgentsRow(tr, setup)
        self.bank = BankStrip(tr, setup) if setup.has_grid else BankCard(tr, setup)

    def show_counts(self, state: State) -> None:
        if self.agents is not None:
            self.agents.show(state)
        self.bank.show(state)

    def show_draft(self, session: DuetTable, draft: TurnDraft) -> None:
        """Show the clue with older open ones, and the grid with the selected word."""
        state, turns = session.state, make_turns(session)
        if state.outcome is None and state.is_sudden_death:
            self.sudden.show(state, turns_with_open_clues(turns))
        elif state.outcome is None:
            self.clue.show(state, draft, turns_with_open_clues(turns, state.giver))
        if self.grid is not None:
            self.grid.show(state, draft)


class BoardSnapshot(Panes):
    """The read-only board at any moment of a mission; its grid shows the last touched word."""

    def __init__(self, tr: Translator, session: DuetTable) -> None:
        self._board_parts = BoardParts(tr, session.setup, BoardActions(), compact=True)
        self.clue, self.sudden, self.grid = (
            self._board_parts.clue,
            self._board_parts.sudden,
            self._board_parts.grid,
        )
        self._info_column, self._board_column = Column(gap=10), Column(gap=10)
        super().__init__(self._info_column, self._board_column, gap=12)
        self.show(session)

    def show(self, session: DuetTable) -> None:
        state, parts = session.state, self._board_parts
        place = draft_from_move(session.moves[-1]).place if session.moves else None
        parts.show_draft(session, TurnDraft(place=place))
        parts.show_counts(state)
        # No clue can be entered here.
        self.clue.remove_widget(self.clue.edit_button)
        head = self.sudden if state.is_sudden_death else self.clue
        set_children(self._info_column, (None if state.outcome else head, parts.agents))
        set_children(self._board_column, (parts.grid, parts.bank))


def build_more_buttons(
    context: AppContext, state: State, play: Callable[[Move], object], type_card: Callable[[int], object]
) -> list[Widget]:
    tr, setup = context.tr, state.setup
    offer = partial(create_sheet_button, context.navigator)
    if state.outcome is not None:
        return []
    buttons: list[Widget] = []
    if not state.is_sudden_death:
        buttons.append(offer(tr("duet.more.illegal"), Icon.WARNING, partial(play, IllegalClue())))
    for side in Side:
        # If agents are counted per key, it is known when a side cannot be done.
        if not setup.has_key_counts or is_legal(state, SideDone(side)):
            words = tr("duet.more.done", words=KEY_AGENTS, names=setup.members(side))
            buttons.append(offer(words, Icon.CHECK, partial(play, SideDone(side))))
    if setup.loose_turns and not state.is_sudden_death:
        for side in Side:
            if side is not state.giver:
                words = tr("duet.more.next_clue", name=side_name(tr, setup, side))
                buttons.append(offer(words, Icon.CLUE, partial(play, NextClue(side))))
    for place in untyped_cards(state)[:1]:
        buttons.append(offer(tr("duet.words.title"), Icon.PENCIL, partial(type_card, place)))
    return buttons


# In sp: on higher screens the whole board is visible below the open card.
_MIN_OPEN_SP, _MIN_OPEN_STARTED_SP = 700, 980


class LessonCard(BaseLessonCard):
    def __init__(self, tr: Translator, look_up: RuleLookup | None = None, *, is_started: bool) -> None:
        # Before the first guess the bank below the card matters less.
        super().__init__(
            tr,
            ACCENTS[DEFINITION.accent],
            look_up,
            min_open_sp=_MIN_OPEN_STARTED_SP if is_started else _MIN_OPEN_SP,
        )

    def show(self, state: State) -> None:
        """Show the lesson of the current phase."""
        self.show_lessons(*list_lessons(state))

    def explain_refusal(self, problem: Problem) -> bool:
        """Show the rule behind a refusal until the next step; return False if there is none."""
        return self.show_refusal(problem, find_rule(problem), **RULE_NUMBERS)
