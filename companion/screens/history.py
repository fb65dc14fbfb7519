"""History: every table that was kept, newest first, found again by anything that one remembers of it; open
one, star it, call it something, go on with a copy of it, send it, or let it go (with undo)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.game import Problem, ProblemError
from companion.past.choice_words import Asked, Known, asked
from companion.past.chosen import Chosen
from companion.past.which import ALL_GAMES, Listed, Which
from companion.screens.counting_first import count_first
from companion.screens.history_days import day_words, evening_of, parted, when_words
from companion.screens.history_row import (
    Acts,
    DayHeading,
    GameRow,
    Told,
    heading_height,
    row_height,
    told_of,
)
from companion.screens.history_sheet import GameSheet, open_title, title_of_copy
from companion.screens.send_sheet import send_game
from companion.shell import AnyTable, Shell, StoredGame
from companion.widgets.cards import Card, Chip, Notice, RoundButton
from companion.widgets.field import Field
from companion.widgets.icon_names import Icon
from companion.widgets.keeping import Keeps
from companion.widgets.layout import Column, Row, Wrap
from companion.widgets.long_list import GAP, LongList, Recycled
from companion.widgets.page import Page, TitleBar
from companion.widgets.row_places import RowPlaces
from companion.widgets.tap import SideButton
from companion.widgets.text import Glyph, Text

_LONGEST_QUERY: Final = 80
# So many rows that were in sight are remembered: whoever scrolls back does not wait for them again.
_REMEMBERED: Final = 200


class HistoryPage(Keeps, Page):
    """`which` games it begins with; `about` tells what they are, where a figure has led here."""

    shows_kept = True

    def __init__(self, shell: Shell, which: Which = ALL_GAMES, about: str = "") -> None:
        self._shell = shell
        self.which = self._begun = which
        self._about = about
        self._listed: tuple[Listed, ...] = ()
        self._places = RowPlaces(0, (), 1.0, 1.0)
        self._told: dict[int, Told] = {}
        self._names: dict[str, str] = {}
        # What waits for games to be counted, by what it is.
        self._waiting: dict[str, Callable[[], object]] = {}
        tr = shell.tr
        super().__init__(TitleBar(tr("app.history.title"), about or " ", on_back=shell.back))
        self.field = Field(tr("history.search"), self._enter, longest=_LONGEST_QUERY)
        self.field.text = which.text
        self._find_soon = Clock.create_trigger(self._search, -1)
        self.field.bind(text=self._find_soon)
        self.finder = RoundButton(Icon.SEARCH, self._find)
        self.filter = RoundButton(Icon.MENU_LIST, self.open_filter)
        self._chips = _Chips(gap=8)
        self._files = Column(gap=8)
        self._notices = Column(gap=8)
        self._import = SideButton("", self._read_in, icon=Icon.PLUS, outlined=True)
        self._open_one = SideButton(tr("app.files.open"), self._open_file, icon=Icon.PLUS)
        self._empty = Column(gap=8)
        self._row = row_height(tr("app.history.title"))
        acts = Acts(self._open, self._star, self._more)
        self._list = LongList(
            self.scroll,
            self.body,
            Recycled(partial(GameRow, acts), self._fill),
            Recycled(partial(DayHeading, self._open_evening), self._head),
        )
        self._parts: tuple[Widget, ...] = (self._chips, self._files, self._notices, self._empty, self._list)
        self.body.add_widget(Row(self.field, self.finder, self.filter, gap=8))

    # -- what is shown ------------------------------------------------------------------------------------

    def enter(self) -> None:
        self._names = {}
        self._told.clear()
        self._notices.clear_widgets()
        self._refresh(self._scrolled())

    def leave(self) -> None:
        self._waiting.clear()

    def choose(self, which: Which) -> int:
        """Look at these; returns how many there are."""
        self.which = which
        if self.field.text.strip() != which.text:
            self.field.text = which.text
        self.scroll.scroll_y = 1.0
        self._refresh(0.0)
        return len(self._listed)

    def _refresh(self, scrolled: float) -> None:
        """List the games anew and stay so far below the top. A choice rests on what was counted of each."""
        if self.which == ALL_GAMES:
            self._show(scrolled)
        else:
            self._once_counted("list", partial(self._show, scrolled))

    def _once_counted(self, what: str, act: Callable[[], object]) -> None:
        counting, self._waiting[what] = bool(self._waiting), act
        if not counting:
            count_first(self._shell, self, self._counted, self._tell_counting)

    def _counted(self) -> None:
        acts = list(self._waiting.values())
        self._waiting.clear()
        for act in acts:
            act()

    def _tell_counting(self, left: int) -> None:
        self._say_below_title(self._shell.tr("history.counting", n=left))

    def _show(self, scrolled: float) -> None:
        self._listed = ()
        self._shell.attempt(self._read_list)
        tr, found, all_games = self._shell.tr, len(self._listed), self.which == ALL_GAMES
        count = tr("app.history.count", n=found)
        about = self._about if self.which == self._begun else ""
        self._say_below_title(tr("history.told", title=about, line=count) if about else count)
        self.finder.glyph.show(Icon.CLOSE if self.field.text else Icon.SEARCH)
        self._show_chips()
        self._show_files(all_games)
        self._show_nothing(all_games)
        self._places = self._placed()
        self._list.show(self._places)
        for part in self._parts:
            self._put(part, part is self._list or bool(part.children))
        if scrolled:
            # As far from the top as before, once the list is as high as it will be.
            Clock.schedule_once(lambda _: self._scroll_to(scrolled), 0)

    def _read_list(self) -> None:
        self._listed = self._shell.archive.listed(self.which)

    def _say_below_title(self, words: str) -> None:
        if self.bar is not None:
            self.bar.show(self._shell.tr("app.history.title"), words)

    def _placed(self) -> RowPlaces:
        below = dp(GAP)
        headed = tuple(parted(self._listed))
        return RowPlaces(len(self._listed), headed, self._row + below, heading_height() + below)

    def _fill(self, row: GameRow, at: int) -> None:
        number = self._listed[at].number
        told = self._told.get(number)
        if told is None:
            if len(self._told) >= _REMEMBERED:
                self._told.clear()
            told = self._told[number] = told_of(self._shell, number)
        row.show(told)

    def _head(self, heading: DayHeading, at: int) -> None:
        _, started, evening = self._listed[at]
        words = day_words(self._shell.tr, evening if isinstance(evening, float) else started)
        heading.show(words, evening_of(self._listed[at : self._places.end_of_part(at)]))

    def _show_chips(self) -> None:
        self._chips.clear_widgets()
        for one in self._asked():
            off = partial(self.choose, one.without)
            self._chips.add_widget(Chip(one.words, off, mark=Icon.CLOSE, hug=True, chosen=True))
        self._chips.fit()

    def _asked(self) -> Sequence[Asked]:
        if replace(self.which, text="") == ALL_GAMES:
            return ()
        tr, which = self._shell.tr, self.which
        names, groups = self._people()
        return asked(tr, which, Known(names, groups, when_words(tr, which, date.today()), self._about))

    def _people(self) -> tuple[dict[str, str], dict[tuple[str, ...], str]]:
        """How everybody who is asked for is called, and the groups; read once in a visit."""
        shell = self._shell
        try:
            if self.which.people and not self._names:
                self._names = shell.statistics.names()
            groups = shell.rosters.groups() if self.which.group else ()
        except ProblemError as wrong:
            shell.say(wrong.problem)
            groups = ()
        return self._names, {group.players: group.name for group in groups}

    def _show_files(self, all_games: bool) -> None:
        """Files concern all that is kept. Those that wait stay where they are: what a backup would add is
        told before, and may be left for later."""
        self._files.clear_widgets()
        if not all_games:
            return
        shell = self._shell
        self._files.add_widget(self._open_one)
        waiting = len(shell.archive.waiting())
        if waiting:
            self._import.label.content = shell.tr("app.history.import", n=waiting)
            self._files.add_widget(self._import)
        for name, path in shell.archive.waiting_zips():
            words = shell.tr("app.files.open_this", file=name)
            self._files.add_widget(
                SideButton(words, partial(self._take, path), icon=Icon.PLUS, outlined=True)
            )

    def _show_nothing(self, all_games: bool) -> None:
        self._empty.clear_widgets()
        if self._listed:
            return
        tr = self._shell.tr
        words = tr("app.history.none" if all_games else "history.nothing")
        card = Card(
            Glyph(Icon.HISTORY if all_games else Icon.SEARCH, 48, tone="ink_3", pos_hint={"center_x": 0.5}),
            Text(words, align="center", tone="ink_2", size_sp=18),
            gap=12,
        )
        if not all_games:
            clear = partial(self.choose, ALL_GAMES)
            card.add_widget(SideButton(tr("history.clear"), clear, icon=Icon.CLOSE))
        self._empty.add_widget(card)

    def _put(self, part: Widget, stands: bool) -> None:
        """In its place among the others of the body, or away."""
        if not stands and part.parent is not None:
            self.body.remove_widget(part)
        elif stands and part.parent is None:
            below = self._parts[self._parts.index(part) + 1 :]
            self.body.add_widget(part, index=sum(other.parent is not None for other in below))

    # -- ways on ------------------------------------------------------------------------------------------

    def _open_evening(self, evening: float) -> None:
        from companion.screens.evening import EveningPage

        self._shell.visit(EveningPage, evening)

    # -- searching and choosing ---------------------------------------------------------------------------

    def _search(self, *_: object) -> None:
        text = self.field.text.strip()
        if text != self.which.text:
            self.choose(replace(self.which, text=text))

    def _enter(self, _: str) -> None:
        self.field.focus = False

    def _find(self) -> None:
        if self.field.text:
            self.field.text = ""
        self.field.focus = True

    def open_filter(self) -> None:
        """Who has ever played is known once all games are counted."""
        self._once_counted("filter", self._open_filter)

    def _open_filter(self) -> None:
        from companion.screens.history_filter import FilterSheet

        shell = self._shell
        shell.attempt(
            lambda: shell.stage.open_sheet(FilterSheet(shell, self.which, self.choose, len(self._listed)))
        )

    # -- staying in place ---------------------------------------------------------------------------------

    def _scrolled(self) -> float:
        """How many pixels below the top."""
        return float((1.0 - self.scroll.scroll_y) * max(0.0, self.body.height - self.scroll.height))

    def _scroll_to(self, scrolled: float) -> None:
        hidden = self.body.height - self.scroll.height
        self.scroll.scroll_y = 1.0 - min(1.0, scrolled / hidden) if hidden > 1 else 1.0

    def keep(self) -> Chosen:
        return Chosen(self.which, self._begun, self._about)

    def take_up(self, kept: Chosen) -> None:
        self.which, self._begun, self._about = kept.which, kept.begun, kept.about
        self.field.text = kept.which.text

    # -- a game -------------------------------------------------------------------------------------------

    def _more(self, told: Told) -> None:
        if told.stored is not None:
            self._shell.stage.open_sheet(
                GameSheet(
                    self._shell,
                    told,
                    told.stored,
                    open=self._open,
                    leaf=self._leaf,
                    copy=self._copy,
                    rename=self._rename,
                    names=self._name,
                    send=partial(send_game, self._shell),
                    delete=self._delete,
                )
            )

    def _open(self, stored: StoredGame) -> None:
        from companion.screens.going_on import sit_down_again

        table = self._read(stored)
        if table is not None:
            sit_down_again(self._shell, table)

    def _leaf(self, stored: StoredGame) -> None:
        from companion.screens.leafing import LeafPage

        self._shell.visit(LeafPage, stored.id)

    def _star(self, stored: StoredGame) -> None:
        if self._shell.attempt(lambda: self._shell.archive.star(stored.id, not stored.starred)):
            self.enter()

    def _copy(self, stored: StoredGame) -> None:
        shell, title = self._shell, title_of_copy(self._shell, stored)
        added: list[int] = []
        if not shell.attempt(lambda: added.append(shell.archive.copy(stored.id, title))):
            return
        self.enter()

        def open_copy() -> None:
            shell.attempt(lambda: self._open(shell.archive.kept(added[0])))

        shell.toaster.show(
            shell.tr("history.copied"), action=shell.tr("history.open_copy"), on_action=open_copy
        )

    def _rename(self, stored: StoredGame) -> None:
        open_title(self._shell, stored, self.enter)

    def _name(self, stored: StoredGame) -> None:
        from companion.screens.names import open_names_of

        table = self._read(stored)
        if table is not None:
            open_names_of(self._shell, table, self.enter)

    def _read(self, stored: StoredGame) -> AnyTable | None:
        """The table, or None if it cannot be read: then why not is said."""
        try:
            return self._shell.archive.open(stored)
        except ProblemError as wrong:
            self._shell.say(wrong.problem)
            return None

    def _delete(self, stored: StoredGame) -> None:
        shell = self._shell
        if not shell.attempt(lambda: shell.archive.delete(stored.id)):
            return
        shell.close_table(stored.id)
        self.enter()

        def restore() -> None:
            shell.attempt(lambda: shell.archive.restore(stored.id))
            self.enter()

        shell.toaster.show(shell.tr("app.history.deleted"), action=shell.tr("app.undo"), on_action=restore)

    # -- files --------------------------------------------------------------------------------------------

    def _open_file(self) -> None:
        self._shell.files.open()

    def _take(self, path: Path) -> None:
        self._shell.files.take_path(path)

    def _read_in(self) -> None:
        shell = self._shell
        count, refused = shell.archive.read_in(shell.close_table)
        self.enter()
        self._tell(refused)
        shell.toaster.show(shell.tr("app.history.imported", n=count))

    def _tell(self, problems: Sequence[Problem]) -> None:
        for problem in problems:
            self._notices.add_widget(Notice(self._shell.tr.problem(problem)))
        self._put(self._notices, bool(problems))


class _Chips(Wrap):
    """None of them wider than the page, however long a name is."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.bind(width=lambda *_: self.fit())

    def fit(self) -> None:
        for chip in self.children:
            chip.width = min(chip.width, max(dp(48), self.width)) if self.width > 1 else chip.width
