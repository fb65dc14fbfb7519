"""The history of a Codenames Duet mission turn by turn, with the older clues that still have open words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.games.duet import text as duet_text
from companion.games.duet.definition import DEFINITION
from companion.games.duet.edits import start_edit
from companion.games.duet.setup import Setup, Side, WordKind
from companion.games.duet.state import State
from companion.games.duet.text import (
    RecordedGuess,
    Turn,
    TurnEnd,
    make_turns,
    turns_with_open_clues,
)
from companion.i18n.translator import Translator
from companion.screens.board_page import SessionHistoryPage
from companion.screens.duet.cards import DuetController
from companion.screens.duet.edit import MARKS, EditPage
from companion.screens.rows import build_empty_card, build_heading
from companion.widgets.buttons import Pressable, shade
from companion.widgets.cards import Card
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, LabelledControl, Panes, Row, Wrap
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import LABEL, MUTED, NUMBER, IconLabel, Text
from companion.widgets.theme import ACCENTS, RADIUS_CARD, TOUCH_TARGET, theme_colour

_DUET = ACCENTS[DEFINITION.accent]
_ENDS: Final[dict[TurnEnd, tuple[Icon, str]]] = {
    TurnEnd.STOP: (Icon.HAND_STOP, "teal"),
    TurnEnd.WIN: (Icon.TROPHY, "teal"),
    TurnEnd.AUTOMATIC: (Icon.HOURGLASS, "ink_2"),
    TurnEnd.UNDER_WAY: (Icon.HOURGLASS, "ink_2"),
}
# Limit of equal icons side by side; more are shown as a number.
_MAX_MARKS: Final = 5
# Ends of a turn that were caused by a wrong guess.
_WRONG: Final = (TurnEnd.BYSTANDER, TurnEnd.COSTLY_BYSTANDER, TurnEnd.ASSASSIN, TurnEnd.DEFEAT)
_DEFEATS: Final = (TurnEnd.ASSASSIN, TurnEnd.DEFEAT)


class HistoryPage(SessionHistoryPage):
    max_width_dp = 1040

    def __init__(self, context: AppContext, controller: DuetController) -> None:
        super().__init__(context, controller)
        self.cards: list[TurnCard] = []
        self.open_clues_card = OpenCluesCard(context.tr, controller.session.setup)
        self._turn_column = Column(gap=10)
        self._panes = Panes(self.open_clues_card, self._turn_column, gap=16)
        self._panes.bind(orientation=self._update_split)

    def enter(self) -> None:
        """Show the history again: a turn may have been edited on another page."""
        super().enter()
        self.show()

    def show_entries(self) -> None:
        tr, session = self._app_context.tr, self.session
        recorded = [turn for turn in make_turns(session) if turn.has_events]
        older = turns_with_open_clues(recorded)
        # Latest first: it is looked up most often.
        self.cards = [
            TurnCard(
                tr,
                turn,
                duet_text.completed_side_texts(tr, session, turn),
                session.state,
                partial(self.edit_entry, turn),
            )
            for turn in reversed(recorded)
        ]
        for holder in (self._turn_column, self._panes):
            holder.clear_widgets()
        for card in self.cards:
            self._turn_column.add_widget(card)
        if older:
            self.open_clues_card.show(older)
            for part in (self.open_clues_card, self._turn_column):
                self._panes.add_widget(part)
        if recorded:
            self.body.add_widget(self._panes if older else self._turn_column)
        else:
            self.body.add_widget(build_empty_card(Icon.CLUE, tr("duet.history.none")))

    def _update_split(self, *_: object) -> None:
        """Side by side, the turns get the larger part."""
        self._turn_column.size_hint_x = 1.4 if self._panes.orientation == "horizontal" else 1

    def edit_entry(self, turn: Turn) -> None:
        """Open the page that edits this turn."""
        self._app_context.push(EditPage, self.controller, start_edit(turn))


class OpenCluesCard(Card):
    """Older clues with open words by side, large enough to read across the table."""

    def __init__(self, tr: Translator, setup: Setup) -> None:
        super().__init__(accent=_DUET, gap=10)
        self._tr, self._setup = tr, setup

    def show(self, older: Sequence[Turn]) -> None:
        tr = self._tr
        self.clear_widgets()
        self.add_widget(build_heading(Icon.CLUE, tr("duet.history.open_title"), tone=_DUET.line))
        for side in Side:
            side_clues = [turn for turn in older if turn.giver is side]
            if side_clues:
                names = tr("duet.history.from", names=self._setup.members(side))
                self.add_widget(Column(Text(names, MUTED), *map(self._build_clue, side_clues), gap=2))
        self.add_widget(Text(tr("duet.history.open_why"), MUTED))

    def _build_clue(self, turn: Turn) -> LabelledControl:
        words = Text(duet_text.clue_text(self._tr, turn.clue), NUMBER, size_sp=28, min_size=18, max_lines=2)
        remaining = self._tr("duet.history.open", n=turn.open_words or 0)
        return LabelledControl(words, Text(remaining, LABEL, tone=_DUET.line, autosize="both"))


class TurnCard(Pressable):
    """A turn with its clue and results; a tap edits it."""

    def __init__(
        self,
        tr: Translator,
        turn: Turn,
        details: Sequence[str],
        state: State,
        on_tap: Callable[[], object],
    ) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TOUCH_TARGET), padding=(dp(16), dp(12)))
        # Sudden death has a skull and its own border colour, as on the board.
        edge, line = (
            (theme_colour("groove", 0.6), 1.0) if turn.giver is not None else (theme_colour("brick"), 1.5)
        )
        self._box = RoundedBox(
            self, radius=RADIUS_CARD, background=theme_colour("plank"), border=edge, line_width=line
        )
        self.turn = turn
        self._text_column = Column(self._build_header(tr, state.setup), gap=6, pos_hint={"center_y": 0.5})
        if turn.clue is not None:
            words = duet_text.clue_text(tr, turn.clue)
            self._text_column.add_widget(Text(words, NUMBER, size_sp=24, min_size=16, max_lines=2))
        self._text_column.add_widget(_build_wrap(self._build_facts(tr, state)))
        for words in details:
            self._text_column.add_widget(Text(words, MUTED))
        self.add_widget(self._text_column)
        self._text_column.bind(height=self._grow)

    def _build_header(self, tr: Translator, setup: Setup) -> Row:
        title = duet_text.turn_title(tr, self.turn)
        pencil = IconLabel(Icon.PENCIL, 18, tone="ink_3")
        if self.turn.giver is None:
            return Row(build_heading(Icon.SKULL, title, tone="brick"), pencil, gap=8)
        words = tr("duet.edit.part", turn=title, what=duet_text.giver_text(tr, setup, self.turn))
        return Row(Text(words, MUTED), pencil, gap=8)

    def _build_facts(self, tr: Translator, state: State) -> list[Row]:
        """Build rows for the agents found, the end, and the cost of the turn."""
        turn = self.turn
        facts = [self._build_agents(tr, state)] if turn.agents_found else []
        facts += self._build_end(tr, state)
        if turn.is_fined:
            facts.append(_build_icon_text(Icon.WARNING, tr("duet.history.fined"), "ember"))
        if turn.tokens_spent:
            facts.append(_build_icon_text(Icon.TIMER, tr("duet.history.cost", n=turn.tokens_spent), "ink_2"))
        return facts

    def _build_agents(self, tr: Translator, state: State) -> Row:
        """Build a row with the number of agents and the typed words."""
        icon, tone = MARKS[WordKind.AGENT]
        n, guesses = self.turn.agents_found, self.turn.guesses
        agent_words = [
            word for guess in guesses if guess.kind is WordKind.AGENT and (word := _guess_word(state, guess))
        ]
        count = tr("duet.history.brought", n=n)
        if not agent_words:
            return _build_icon_text(icon, count, tone, n)
        agent_words += ["…"] if len(agent_words) < n else []
        return _build_icon_text(
            icon, tr("duet.history.guess_at", what=count, place=tr.join_items(agent_words)), tone
        )

    def _build_end(self, tr: Translator, state: State) -> list[Row]:
        turn, ended = self.turn, duet_text.turn_end_text(tr, self.turn)
        if turn.end not in _WRONG:
            icon, tone = _ENDS[turn.end]
            return [_build_icon_text(icon, ended, tone)]
        last = turn.guesses[-1]
        icon, tone = MARKS[last.kind]
        text = duet_text.guess_kind_text(tr, last.kind) if turn.end is TurnEnd.DEFEAT else ended
        word = _guess_word(state, last)
        wrong_text = tr("duet.history.guess_at", what=text, place=word) if word else text
        defeat_rows = (
            [_build_icon_text(Icon.CROSS, tr("duet.summary.lost"), "brick")] if turn.end in _DEFEATS else []
        )
        return [_build_icon_text(icon, wrong_text, tone), *defeat_rows]

    def _grow(self, _text_column: Column, height: float) -> None:
        self.height = max(dp(TOUCH_TARGET), height + self.padding[1] + self.padding[3])

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour("plank")
        self._box.set_style(background=shade(ground, 0.08) if pressed else ground)


def _guess_word(state: State, guess: RecordedGuess) -> str:
    return "" if guess.place is None else state.word(guess.place)


def _build_icon_text(icon: Icon, words: str, tone: str, count: int = 1) -> Row:
    """Build a text with its icon, repeated `count` times, or once above `_MAX_MARKS`."""
    marks = count if count <= _MAX_MARKS else 1
    # As wide as its text, but at most as wide as a card on a small phone, where it wraps.
    label = Text(words, tone=tone, autosize="both", max_width=dp(230 - 26 * (marks - 1)))
    glyphs = (IconLabel(icon, 24, tone=tone) for _ in range(marks))
    return Row(*glyphs, label, gap=4, hug=True)


def _build_wrap(parts: Sequence[Widget]) -> Wrap:
    # Kivy adds the spacing below the last line too: negative padding makes top and bottom equal.
    wrap = Wrap(*parts, padding=(0, 0, 0, -dp(6)))
    wrap.spacing = (dp(16), dp(6))
    return wrap
