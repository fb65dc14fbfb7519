"""A game in numbers: chips that say which games, cards that show what they come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from kivy.uix.widget import Widget

from companion.games.shelf import game_of
from companion.past.cards import Card as Told
from companion.past.chosen import Chosen
from companion.past.figures import Figure
from companion.past.filters import Offers, offers
from companion.past.pages import begun
from companion.past.which import Which
from companion.screens.counting_first import count_first
from companion.screens.history_days import Span, bounds
from companion.screens.statistics.behind import open_games
from companion.screens.statistics.choosing import ChooseSheet, chips
from companion.screens.statistics.kinds import drawn
from companion.screens.statistics.picture import share_numbers
from companion.shell import Shell
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.keeping import Keeps
from companion.widgets.layout import Column
from companion.widgets.lazy_column import LazyColumn
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import IconButton, MainButton
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS

# So many cards fill a phone.
_AT_ONCE: Final = 3


class StatisticsPage(Keeps, Page):
    shows_kept = True

    def __init__(self, shell: Shell, game: str, which: Which | None = None) -> None:
        """`which` is what is chosen, without the game itself."""
        self._shell, self._game = shell, game_of(game)
        self._accent = ACCENTS[self._game.accent]
        self.which = which or Which()
        self._kinds: Sequence[Offers] = ()
        self.more = IconButton(Icon.MENU_LIST, self.choose_more, tone="ink_2")
        super().__init__(TitleBar(self._title, " ", on_back=shell.back, tools=[self.more]))
        self._chips = Column(gap=0)
        self.cards = LazyColumn(self.scroll)
        self.body.add_widget(self._chips)
        self.body.add_widget(self.cards)
        # Of the numbers that are shown.
        self._stamp = -1
        # A page that is built anew is scrolled to where it was, so all of it must be there.
        self._at_once: int | None = _AT_ONCE
        self._share = MainButton(
            shell.tr("statistics.share_numbers"), self._send, icon=Icon.SHARE, accent=self._accent
        )

    @property
    def _title(self) -> str:
        return self._shell.tr("statistics.title", game=self._shell.tr(f"app.game.{self._game.id}"))

    def enter(self) -> None:
        if self.cards.children and self._is_current():
            # Whoever comes back from the games behind a figure finds the page where it was.
            self.cards.build_near()
            return
        count_first(self._shell, self, self._show, self._wait)

    def _is_current(self) -> bool:
        numbers, games = self._shell.statistics, self.page.games
        counted = not numbers.uncounted and numbers.stamp == self._stamp
        return counted and numbers.games(games.which) == games.times

    def keep(self) -> Chosen:
        return Chosen(self.which)

    def take_up(self, kept: Chosen) -> None:
        self.which = kept.which
        self._at_once = None

    def choose(self, which: Which) -> None:
        while self._shell.stage.sheet is not None:
            self._shell.stage.close_sheet()
        self.which = which
        self._show()
        self.scroll.scroll_y = 1

    def _wait(self, left: int) -> None:
        if self.bar is not None:
            self.bar.show(self._title, self._shell.tr("statistics.counting", n=left))

    def _show(self) -> None:
        tr, numbers = self._shell.tr, self._shell.statistics
        self._stamp = numbers.stamp
        groups = {group.name: group.players for group in self._shell.rosters.groups()}
        year, _ = bounds(tr, Span.YEAR, date.today())
        kinds = offers(self._game, numbers, self.which, groups, year or 0.0)
        page, left = begun(self._game, numbers, self.which)
        if self.bar is not None:
            self.bar.show(self._title, tr("app.files.restore_games", n=int(page.games.times)))
        self._chips.clear_widgets()
        self.cards.clear_widgets()
        self.more.enabled = bool(page.games.times) or self.which != Which()
        if self.more.enabled:
            self._chips.add_widget(chips(tr, kinds, self.choose, self._accent))
        self._kinds, self.page = kinds, page
        if page.games.times:
            self.cards.fill(self._built(left), self._at_once)
            self._at_once = _AT_ONCE
            self.offer_only(self._share)
            return
        nothing = Card(
            Glyph(Icon.TROPHY, 48, tone="ink_3", pos_hint={"center_x": 0.5}),
            Text(tr("statistics.none"), align="center", tone="ink_2", size_sp=18),
            gap=12,
        )
        self.cards.fill([nothing])
        self.footer.clear_widgets()
        self._give_way()

    def _built(self, cards: Iterable[Told]) -> Iterator[Widget]:
        """Each is asked for and drawn when it is taken: what nobody sees yet costs nothing."""
        for card in cards:
            self.page = replace(self.page, cards=(*self.page.cards, card))
            yield self._drawn(card)

    def _drawn(self, card: Told) -> Widget:
        return drawn(self._shell.tr, card, self._behind, self._meet)

    def choose_more(self) -> None:
        stage = self._shell.stage
        stage.open_sheet(
            ChooseSheet(self._shell.tr, self._kinds, self.choose, self._accent, stage.close_sheet)
        )

    def _behind(self, figure: Figure, about: str) -> None:
        open_games(self._shell, figure.which, about)

    def _meet(self, person: str) -> None:
        from companion.screens.statistics.person import PersonNumbersPage

        self._shell.visit(PersonNumbersPage, person)

    def _send(self) -> None:
        tr = self._shell.tr
        self.cards.build_all()
        line = tr("app.files.restore_games", n=int(self.page.games.times))
        cards = [self._drawn(card) for card in self.page.cards]
        share_numbers(self._shell, self._title, line, cards, self._game)
