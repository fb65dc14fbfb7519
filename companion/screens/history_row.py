"""One game in the history, and the day above those that were played on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kivy.metrics import dp

from companion.entry.summary import Summary, summary_of
from companion.games.game import ProblemError
from companion.games.manifest import Emblem as Picture
from companion.games.seats import clean_name
from companion.games.shelf import game_of
from companion.shell import Shell, StoredGame
from companion.widgets.emblem import Emblem
from companion.widgets.fitted_words import FittedWords
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.stamps import Drawing, Stamps
from companion.widgets.tap import IconButton, Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, TARGET, paint, sp
from companion.widgets.typeset import line_height

# For a table of a game that this version does not know.
_UNKNOWN = Picture("#2B323D", "#CDD7E5", (("CARD", "#CDD7E5"),))
# What it is called, how it stands, who sat there: size in sp, weight, and on how many lines there is room.
_WORDS = ((18, 500, 1), (16, 400, 2), (14, 400, 2))
# In dp.
_AROUND, _EMBLEM = 10, 48
_ABOVE = 4
_STAR, _HOLLOW = 24, 13


@dataclass(frozen=True, slots=True)
class Told:
    """A game as its row tells it; `stored` is None for one that cannot be read, and `line` says why."""

    stored: StoredGame | None
    title: str
    line: str
    who: str = ""


def told_of(shell: Shell, number: int) -> Told:
    """The game is opened and played through for it: only of those in sight."""
    tr = shell.tr
    try:
        stored = shell.archive.kept(number)
    except ProblemError as wrong:
        return Told(None, "", tr.problem(wrong.problem))
    summary = _summary(shell, stored)
    players = stored.setup.get("players")
    names = [name for name in players if isinstance(name, str)] if isinstance(players, list) else []
    title = clean_name(stored.title)
    if not title:
        return Told(stored, summary.title, summary.line, tr.join(names))
    line = tr("history.told", title=summary.title, line=summary.line) if summary.line else summary.title
    return Told(stored, title, line, tr.join(names))


def _summary(shell: Shell, stored: StoredGame) -> Summary:
    """The game in two lines, or what stands in the way of reading it."""
    name = shell.tr(f"app.game.{stored.game}")
    try:
        table = shell.archive.open(stored)
        return summary_of(game_of(stored.game), shell.tr, table)
    except ProblemError as wrong:
        return Summary(name, shell.tr.problem(wrong.problem))


def row_height(sample: str) -> float:
    """Of every row, in this look; `sample` is of the letters that are read."""
    words = (line_height(sample, "text", weight, round(sp(size))) * lines for size, weight, lines in _WORDS)
    return float(max(dp(2 * TARGET), sum(words) + dp(2 * len(_WORDS))) + dp(2 * _ABOVE))


@dataclass(frozen=True, slots=True)
class Acts:
    """What can be done with a game, each told which."""

    open: Callable[[StoredGame], object]
    star: Callable[[StoredGame], object]
    more: Callable[[Told], object]


class GameRow(Row):
    """It shows one game after the other: those that come into sight."""

    def __init__(self, acts: Acts) -> None:
        super().__init__(gap=0, height=1)
        self._acts = acts
        self.told = Told(None, "", "")
        Box(self, radius=RADIUS_CARD, ground=paint("plank"), edge=paint("groove", 0.6), line=1)
        self.open = _Open(self._open)
        self.star = StarButton(self._star)
        self.more = IconButton(Icon.MORE, self._more, tone="ink_2")
        # One above the other: the words beside them are higher than both, and need the width.
        self._tools = Column(self.star, self.more, gap=0, pos_hint={"center_y": 0.5})
        self._tools.size_hint_x, self._tools.width = None, dp(TARGET)
        self.add_widget(self.open)

    @property
    def stored(self) -> StoredGame:
        if self.told.stored is None:
            raise LookupError("this game cannot be read")
        return self.told.stored

    def show(self, told: Told) -> None:
        self.told = told
        self.open.show(told)
        if told.stored is not None:
            self.star.show(told.stored.starred)
        if (told.stored is not None) == (self._tools.parent is None):
            (self.remove_widget if self._tools.parent else self.add_widget)(self._tools)

    def _open(self) -> None:
        self._acts.open(self.stored)

    def _star(self) -> None:
        self._acts.star(self.stored)

    def _more(self) -> None:
        self._acts.more(self.told)


class _Open(Tap):
    def __init__(self, on_tap: Callable[[], object]) -> None:
        super().__init__(on_tap, padding=(dp(_AROUND), dp(_ABOVE)))
        self._box = Box(self, radius=RADIUS_CARD)
        self._emblem = Emblem(_UNKNOWN, _EMBLEM, pos_hint={"center_y": 0.5})
        parts = (
            Text(tone=tone, size_sp=size, weight=weight)
            for tone, (size, weight, _) in zip(("ink", "ink_2", "ink_3"), _WORDS, strict=True)
        )
        self._words = FittedWords(*parts)
        self.add_widget(Row(self._emblem, self._words, gap=12, size_hint_y=1))

    def show(self, told: Told) -> None:
        self.enabled = told.stored is not None
        self._emblem.show(_picture("" if told.stored is None else told.stored.game))
        self._words.show(told.title, told.line, told.who)

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=shaded(paint("plank"), 0.06) if pressed else paint("plank", 0.0))


class StarButton(Tap):
    """A star, full or hollow."""

    def __init__(self, on_tap: Callable[[], object]) -> None:
        self.starred = False
        super().__init__(on_tap, size_hint=(None, None), size=(dp(TARGET), dp(TARGET)))
        self._box = Box(self, radius=14)
        self._drawing = Drawing(self)
        self._answer()

    def show(self, starred: bool) -> None:
        self.starred = starred
        self._answer()

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=paint("raised") if pressed else CLEAR)
        middle, stamps = dp(TARGET) / 2, Stamps()
        stamps.mark(Icon.STAR, _STAR, "candle" if self.starred else "ink_3", middle, middle)
        if not self.starred:
            stamps.mark(Icon.STAR, _HOLLOW, "raised" if pressed else "plank", middle, middle)
        self._drawing.show(stamps)


class DayHeading(Tap):
    """The day of the games below it; a tap leads to their evening, where that is known."""

    def __init__(self, visit: Callable[[float], object]) -> None:
        super().__init__(self._open)
        self._visit = visit
        self.evening: float | None = None
        self._words = Text(face="title", size_sp=18, tone="ink_2", grow="none", smallest=13, most=1)
        self._words.valign = "bottom"
        self._go = Glyph(Icon.FORWARD, 20, tone="ink_3", mirrored=True)
        self._go.valign = "bottom"
        self.add_widget(Row(self._words, self._go, gap=6, size_hint_y=1))

    def show(self, words: str, evening: float | None) -> None:
        self._words.content, self.evening = words, evening
        self.enabled = evening is not None
        self._go.opacity = 1 if self.enabled else 0

    def _open(self) -> None:
        if self.evening is not None:
            self._visit(self.evening)


def heading_height() -> float:
    return float(max(dp(TARGET), sp(18) * 2 + dp(4)))


def _picture(game: str) -> Picture:
    try:
        return game_of(game).emblem
    except KeyError:
        return _UNKNOWN
