"""A mission turn by turn: which clue led to what, and on top the older clues with words still open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.duet import accounts
from companion.entry.duet.amend import amend
from companion.entry.duet.log import End, GuessMade, Turn, open_clues, turns
from companion.entry.duet.summary import summary
from companion.entry.whereabouts import Above
from companion.games.duet.key import Word
from companion.games.duet.manifest import MANIFEST
from companion.games.duet.setup import Setup, Side
from companion.games.duet.state import State
from companion.i18n.translator import Translator
from companion.screens.duet.edit import EditPage
from companion.screens.duet.edit_parts import MARKS
from companion.screens.duet.sitting import DuetSitting
from companion.screens.labelled_rows import heading
from companion.screens.table_page import LogPage
from companion.shell import Shell
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Labelled, Panes, Row, Wrap
from companion.widgets.shapes import Box
from companion.widgets.tap import MainButton, Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS, RADIUS_CARD, TARGET, paint

_DUET = ACCENTS[MANIFEST.accent]
_ENDS: Final[dict[End, tuple[Icon, str]]] = {
    End.STOP: (Icon.HAND_STOP, "teal"),
    End.WIN: (Icon.TROPHY, "teal"),
    End.BY_ITSELF: (Icon.HOURGLASS, "ink_2"),
    End.UNDER_WAY: (Icon.HOURGLASS, "ink_2"),
}
# Of one kind beside each other; more are only counted.
_MOST_MARKS: Final = 5
# A wrong guess was the end of the turn, or of the mission.
_WRONG: Final = (End.BYSTANDER, End.DEAR_BYSTANDER, End.ASSASSIN, End.LOST)
_DEFEATS: Final = (End.ASSASSIN, End.LOST)


class HistoryPage(LogPage):
    widest = 1040

    def __init__(self, shell: Shell, sitting: DuetSitting) -> None:
        tr = shell.tr
        super().__init__(shell, sitting, title=tr("duet.history.title"), most=2)
        self.main = MainButton(tr("app.board.back"), shell.back, accent=_DUET)
        self.with_footer(self.main)
        self.cards: list[TurnCard] = []
        self.open = OpenClues(tr, sitting.table.setup)
        self._turns = Column(gap=10)
        self._beside = Panes(self.open, self._turns, gap=16)
        self._beside.bind(orientation=self._share)

    def enter(self) -> None:
        """A turn may have been changed on the screen that was open meanwhile."""
        self._shell.whereabouts.sit(self.table.number, Above.HISTORY)
        self.show()

    def show(self) -> None:
        super().show()
        tr, table = self._shell.tr, self.table
        self.title.show(tr("duet.history.title"), summary(tr, table).title)
        recorded = [turn for turn in turns(table) if turn.told]
        older = open_clues(recorded)
        # The latest first: that is what is looked up most.
        self.cards = [
            TurnCard(tr, turn, accounts.asides(tr, table, turn), table.state, partial(self.edit, turn))
            for turn in reversed(recorded)
        ]
        for holder in (self.body, self._turns, self._beside):
            holder.clear_widgets()
        for card in self.cards:
            self._turns.add_widget(card)
        if older:
            self.open.show(older)
            for part in (self.open, self._turns):
                self._beside.add_widget(part)
        self.body.add_widget((self._beside if older else self._turns) if recorded else self._nothing())
        self.show_notes()

    def _share(self, *_: object) -> None:
        """Side by side, what happened takes the larger part."""
        self._turns.size_hint_x = 1.4 if self._beside.orientation == "horizontal" else 1

    def _nothing(self) -> Card:
        return Card(
            Glyph(Icon.CLUE, 48, tone="ink_3", pos_hint={"center_x": 0.5}),
            Text(self._shell.tr("duet.history.none"), align="center", tone="ink_2", size_sp=18),
            gap=12,
        )

    def edit(self, turn: Turn) -> None:
        """Open the turn to be changed."""
        self._shell.visit(EditPage, self.sitting, amend(turn))


class OpenClues(Card):
    """Older clues with words left to find, by the side that gave them, to be read across the table."""

    def __init__(self, tr: Translator, setup: Setup) -> None:
        super().__init__(accent=_DUET, gap=10)
        self._tr, self._setup = tr, setup

    def show(self, older: Sequence[Turn]) -> None:
        tr = self._tr
        self.clear_widgets()
        self.add_widget(heading(Icon.CLUE, tr("duet.history.open_title"), tone=_DUET.line))
        for side in Side:
            theirs = [turn for turn in older if turn.giver is side]
            if theirs:
                names = tr("duet.history.from", names=self._setup.members(side))
                self.add_widget(Column(Text(names, tone="ink_2"), *map(self._clue, theirs), gap=2))
        self.add_widget(Text(tr("duet.history.open_why"), tone="ink_2"))

    def _clue(self, turn: Turn) -> Labelled:
        words = Text(accounts.clue_words(self._tr, turn.clue), weight=700, size_sp=28, smallest=18, most=2)
        left = self._tr("duet.history.open", n=turn.open or 0)
        return Labelled(words, Text(left, weight=500, size_sp=18, tone=_DUET.line, grow="both"))


class TurnCard(Tap):
    """Who gave which clue and what came of it; a tap opens the turn to be changed."""

    def __init__(
        self,
        tr: Translator,
        turn: Turn,
        asides: Sequence[str],
        state: State,
        on_tap: Callable[[], object],
    ) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TARGET), padding=(dp(16), dp(12)))
        # Sudden death looks as it does on the board: a skull, and an edge of its own.
        edge, line = (paint("groove", 0.6), 1.0) if turn.giver is not None else (paint("brick"), 1.5)
        self._box = Box(self, radius=RADIUS_CARD, ground=paint("plank"), edge=edge, line=line)
        self.turn = turn
        self._told = Column(self._head(tr, state.setup), gap=6, pos_hint={"center_y": 0.5})
        if turn.clue is not None:
            words = accounts.clue_words(tr, turn.clue)
            self._told.add_widget(Text(words, weight=700, size_sp=24, smallest=16, most=2))
        self._told.add_widget(_spaced(self._facts(tr, state)))
        for words in asides:
            self._told.add_widget(Text(words, tone="ink_2"))
        self.add_widget(self._told)
        self._told.bind(height=self._grow)

    def _head(self, tr: Translator, setup: Setup) -> Row:
        title = accounts.title(tr, self.turn)
        pencil = Glyph(Icon.PENCIL, 18, tone="ink_3", pos_hint={"center_y": 0.5})
        if self.turn.giver is None:
            return Row(heading(Icon.SKULL, title, tone="brick"), pencil, gap=8)
        words = tr("duet.edit.part", turn=title, what=accounts.given_by(tr, setup, self.turn))
        return Row(Text(words, tone="ink_2", pos_hint={"center_y": 0.5}), pencil, gap=8)

    def _facts(self, tr: Translator, state: State) -> list[Row]:
        """What it brought, how it ended and what it cost."""
        turn = self.turn
        facts = [self._brought(tr, state)] if turn.brought else []
        facts += self._end(tr, state)
        if turn.fined:
            facts.append(_told(Icon.WARNING, tr("duet.history.fined"), "ember"))
        if turn.paid:
            facts.append(_told(Icon.TIMER, tr("duet.history.cost", n=turn.paid), "ink_2"))
        return facts

    def _brought(self, tr: Translator, state: State) -> Row:
        """How many agents, and on which words, as far as somebody typed them."""
        icon, tone = MARKS[Word.AGENT]
        n, guesses = self.turn.brought, self.turn.guesses
        found = [word for guess in guesses if guess.kind is Word.AGENT and (word := _word(state, guess))]
        count = tr("duet.history.brought", n=n)
        if not found:
            return _told(icon, count, tone, n)
        found += ["…"] if len(found) < n else []
        return _told(icon, tr("duet.history.guess_at", what=count, place=tr.join(found)), tone)

    def _end(self, tr: Translator, state: State) -> list[Row]:
        turn, ended = self.turn, accounts.end_words(tr, self.turn)
        if turn.ended not in _WRONG:
            icon, tone = _ENDS[turn.ended]
            return [_told(icon, ended, tone)]
        last = turn.guesses[-1]
        icon, tone = MARKS[last.kind]
        what = accounts.kind_words(tr, last.kind) if turn.ended is End.LOST else ended
        word = _word(state, last)
        wrong = tr("duet.history.guess_at", what=what, place=word) if word else what
        lost = [_told(Icon.CROSS, tr("duet.summary.lost"), "brick")] if turn.ended in _DEFEATS else []
        return [_told(icon, wrong, tone), *lost]

    def _grow(self, _told: Column, height: float) -> None:
        self.height = max(dp(TARGET), height + self.padding[1] + self.padding[3])

    def dress(self, *, pressed: bool) -> None:
        ground = paint("plank")
        self._box.paint(ground=shaded(ground, 0.08) if pressed else ground)


def _word(state: State, guess: GuessMade) -> str:
    return "" if guess.place is None else state.word(guess.place)


def _told(icon: Icon, words: str, tone: str, count: int = 1) -> Row:
    """Words after their mark, which stands there as often as they count, or once where that is too often."""
    marks = count if count <= _MOST_MARKS else 1
    # As wide as its words, but never wider than a small phone's card: then they wrap.
    told = Text(words, tone=tone, grow="both", widest=dp(230 - 26 * (marks - 1)), pos_hint={"center_y": 0.5})
    glyphs = (Glyph(icon, 24, tone=tone, pos_hint={"center_y": 0.5}) for _ in range(marks))
    return Row(*glyphs, told, gap=4, hug=True)


def _spaced(parts: Sequence[Widget]) -> Wrap:
    # Kivy leaves the gap below the last line too: taken back, the card is as high below as above.
    wrap = Wrap(*parts, padding=(0, 0, 0, -dp(6)))
    wrap.spacing = (dp(16), dp(6))
    return wrap
