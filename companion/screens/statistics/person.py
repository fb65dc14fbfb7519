"""One person in numbers, across all games."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.manifest import Manifest
from companion.games.shelf import games
from companion.past.chosen import Chosen
from companion.past.figures import Figure
from companion.past.pages import Page as Told
from companion.past.pages import person_page
from companion.past.which import Over, Which
from companion.screens.counting_first import count_first
from companion.screens.statistics.behind import open_games
from companion.screens.statistics.kinds import Touched, drawn
from companion.shell import Shell
from companion.widgets.emblem import Emblem
from companion.widgets.icon_names import Icon
from companion.widgets.keeping import Keeps
from companion.widgets.layout import Column, Row
from companion.widgets.lazy_column import LazyColumn
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import IconButton
from companion.widgets.text import Text


class PersonNumbersPage(Keeps, Page):
    """`person` is named as they are read."""

    shows_kept = True

    def __init__(self, shell: Shell, person: str) -> None:
        self._shell, self.person = shell, person
        self._played = 0
        # Of the numbers that are shown.
        self._stamp = -1
        # A page that is built anew is scrolled to where it was, so all of it must be there.
        self._at_once: int | None = 1
        look = IconButton(Icon.PERSON, self._look, tone="ink_2")
        super().__init__(TitleBar(" ", " ", on_back=shell.back, tools=[look]))
        self.games = LazyColumn(self.scroll)
        self.body.add_widget(self.games)

    @property
    def _which(self) -> Which:
        return Which(people=(self.person,), over=Over.YES)

    def keep(self) -> Chosen:
        return Chosen(self._which, of_one=True)

    def take_up(self, kept: Chosen) -> None:
        (self.person,) = kept.which.people
        self._at_once = None

    def enter(self) -> None:
        numbers = self._shell.statistics
        counted = not numbers.uncounted and numbers.stamp == self._stamp
        if self._played and counted and numbers.games(self._which) == self._played:
            # Whoever comes back from the games behind a figure finds the page where it was.
            self.games.build_near()
            return
        count_first(self._shell, self, self._show, self._wait)

    def _look(self) -> None:
        """What else is known of them: their mark, their other names."""
        from companion.screens.person import open_person

        open_person(self._shell, self.person)

    def _wait(self, left: int) -> None:
        if self.bar is not None:
            self.bar.show(self.person, self._shell.tr("statistics.counting", n=left))

    def _show(self) -> None:
        tr, numbers = self._shell.tr, self._shell.statistics
        # They may have become another name of somebody's.
        self.person = numbers.person(self.person)
        self._stamp = numbers.stamp
        self._played = numbers.games(self._which)
        if self.bar is not None:
            name = numbers.names().get(self.person, self.person)
            self.bar.show(tr.player(name), tr("app.files.restore_games", n=self._played))
        self.games.fill(self._built(), self._at_once)
        self._at_once = 1

    def _built(self) -> Iterator[Column]:
        """One part for each game that this person played."""
        for game in games():
            page = person_page(game, self._shell.statistics, Which(), self.person)
            if page.games.times:
                yield self._of_game(game, page)

    def _of_game(self, game: Manifest, page: Told) -> Column:
        tr = self._shell.tr
        words = Column(
            Text(tr(f"app.game.{game.id}"), face="title", size_sp=22),
            Text(tr("app.files.restore_games", n=int(page.games.times)), tone="ink_2"),
            gap=0,
            pos_hint={"center_y": 0.5},
        )
        whole = Touched(lambda: self._behind(page.games, tr(f"app.game.{game.id}")))
        whole.add_widget(Row(Emblem(game.emblem, 52, pos_hint={"center_y": 0.5}), words, gap=12))
        cards = (drawn(tr, card, self._behind, lambda _: None) for card in page.cards)
        return Column(whole, *cards, gap=8)

    def _behind(self, figure: Figure, about: str) -> None:
        open_games(self._shell, figure.which, about)
