"""An evening: whose it was, who sat where, what was played and what happened; and the next game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.game import ProblemError
from companion.games.shelf import game_of
from companion.i18n.dates import written_day
from companion.past import evening_words
from companion.past.evening import Evening, EveningGame
from companion.past.evening_words import USUAL, Shown
from companion.screens.evening_told import day_of, middle, ring_seats, subtitle
from companion.screens.labelled_rows import heading
from companion.screens.next_game import open_next_game
from companion.shell import Shell
from companion.widgets.cards import Card
from companion.widgets.emblem import Emblem
from companion.widgets.evening_ring import EveningRing
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Panes, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import Box
from companion.widgets.tap import MainButton, SideButton, Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, paint

# Whoever was there sees everybody's name.
_OURS = USUAL


class EveningPage(Page):
    """`started` is when its first game began."""

    shows_kept = True
    widest = 1040

    def __init__(self, shell: Shell, started: float) -> None:
        self._shell = shell
        self._started = started
        super().__init__(TitleBar(written_day(shell.tr, day_of(started)), " ", on_back=shell.back))
        self.next = MainButton(shell.tr("evenings.next"), self._play_on, icon=Icon.PLAY)
        self.evening = Evening(started, ())

    def enter(self) -> None:
        """Games may have been played on, deleted or told more of since."""
        shell, tr = self._shell, self._shell.tr
        self.body.clear_widgets()
        try:
            self.evening = shell.evenings.evening(self._started)
        except ProblemError as wrong:
            self.body.add_widget(Text(tr.problem(wrong.problem), tone="ember"))
            return
        evening = self.evening
        if not evening.games:
            self.body.add_widget(Text(tr("evenings.problem.missing"), tone="ink_2"))
            return
        if self.bar is not None:
            self.bar.show(written_day(tr, day_of(self._started)), subtitle(tr, evening))
        self.body.add_widget(Panes(Column(*self._people(), gap=12), Column(*self._past(), gap=12), gap=12))
        self.offer_only(self.next)

    def _people(self) -> Iterator[Widget]:
        tr, evening = self._shell.tr, self.evening
        yield Text(
            evening_words.title(tr, evening, _OURS), face="title", size_sp=34, smallest=24, align="center"
        )
        yield EveningRing(ring_seats(tr, evening, _OURS), middle(tr, evening, _OURS))
        if evening.unknown:
            yield Text(tr("evenings.unknown", n=evening.unknown), tone="ink_2", align="center")
        yield SideButton(tr("evenings.share.title"), self._share, icon=Icon.SHARE)

    def _past(self) -> Iterator[Widget]:
        tr, evening = self._shell.tr, self.evening
        yield Column(*(GameRow(self._shell, game, evening, self._open) for game in evening.games), gap=8)
        moments = evening_words.moments(tr, evening, Shown(roles=True))
        if moments:
            lines = (
                Row(Glyph(Icon.STAR, 20, tone="candle", pos_hint={"top": 1}), Text(moment), gap=10)
                for moment in moments
            )
            yield Card(heading(Icon.FLAME, tr("evenings.moments")), *lines, gap=8)

    def _open(self, number: int) -> None:
        from companion.screens.going_on import sit_down_again

        shell = self._shell
        shell.attempt(lambda: sit_down_again(shell, shell.archive.open(shell.archive.kept(number))))

    def _share(self) -> None:
        from companion.screens.share_evening import Choices, ShareEveningPage

        self._shell.visit(ShareEveningPage, self._started, Choices())

    def _play_on(self) -> None:
        open_next_game(self._shell, tuple(person.name for person in self.evening.people))


class GameRow(Tap):
    """A game of the evening and how it ended; a tap opens it."""

    def __init__(
        self, shell: Shell, game: EveningGame, evening: Evening, on_open: Callable[[int], object]
    ) -> None:
        super().__init__(partial(on_open, game.number), size_hint_y=None, padding=(dp(12), dp(8)))
        self.number = game.number
        self._box = Box(self, radius=RADIUS_CARD, ground=paint("plank"), edge=paint("groove", 0.6), line=1)
        tr = shell.tr
        ending = evening_words.ending(tr, game, evening_words.called(evening, _OURS))
        words = Column(
            Text(game.title or tr(f"app.game.{game.game}"), face="title", size_sp=18, most=2),
            Text(ending.words, weight=500, tone=ending.tone),
            gap=0,
            pos_hint={"center_y": 0.5},
        )
        self.add_widget(
            Row(
                Emblem(game_of(game.game).emblem, 48, pos_hint={"center_y": 0.5}),
                words,
                Glyph(Icon.FORWARD, 22, tone="ink_3", mirrored=True, pos_hint={"center_y": 0.5}),
                gap=12,
            )
        )
        self.bind(minimum_height=self.setter("height"))

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=shaded(paint("plank"), 0.06) if pressed else paint("plank"))
