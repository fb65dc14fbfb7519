"""History: every table that was kept, newest first; open one, send it, or let it go (with undo)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from kivy.metrics import dp

from companion.entry.summary import Summary, summary_of
from companion.games.game import Problem, ProblemError
from companion.games.manifest import Emblem as Picture
from companion.games.shelf import game_of
from companion.i18n.dates import written
from companion.screens.send_sheet import send_game
from companion.shell import AnyTable, Shell, StoredGame
from companion.widgets.cards import Card, Notice
from companion.widgets.emblem import Emblem
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import Box
from companion.widgets.tap import IconButton, SideButton, Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, TARGET, paint

_PAGE = 20
# For a table of a game that this version does not know.
_UNKNOWN = Picture("#2B323D", "#CDD7E5", (("CARD", "#CDD7E5"),))


class HistoryPage(Page):
    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._shown: list[StoredGame] = []
        super().__init__(TitleBar(shell.tr("app.history.title"), " ", on_back=shell.back))
        self._notices = Column(gap=8)
        self._list = Column(gap=8)
        self._more = SideButton(shell.tr("app.history.more"), self._load_more, icon=Icon.ARROW_DOWN)
        self._import = SideButton("", self._read_in, icon=Icon.PLUS, outlined=True)
        self._zips = Column(gap=8)
        self.body.add_widget(SideButton(shell.tr("app.files.open"), self._open_file, icon=Icon.PLUS))
        self.body.add_widget(self._list)

    def enter(self) -> None:
        self._shown = []
        self._notices.clear_widgets()
        self.body.remove_widget(self._notices)
        self._list.clear_widgets()
        self._load_more()

    def _load_more(self) -> None:
        shell = self._shell
        last = self._shown[-1] if self._shown else None
        listing = shell.archive.recent(_PAGE, before=last)
        found = listing.games
        self._shown.extend(found)
        self._tell(listing.problems)
        if self._more.parent is not None:
            self.body.remove_widget(self._more)
        for stored in found:
            acts = (self._open, self._rename, self._send, self._delete)
            self._list.add_widget(_GameRow(shell, stored, *acts))
        count = shell.archive.count()
        if self.bar is not None:
            self.bar.show(shell.tr("app.history.title"), shell.tr("app.history.count", n=count))
        if not self._shown:
            self._list.add_widget(
                Card(
                    Glyph(Icon.HISTORY, 48, tone="ink_3", pos_hint={"center_x": 0.5}),
                    Text(shell.tr("app.history.none"), align="center", tone="ink_2", size_sp=18),
                    gap=12,
                )
            )
        elif len(found) == _PAGE and len(self._shown) < count:
            self.body.add_widget(self._more)
        waiting = len(shell.archive.waiting())
        self._import.label.content = shell.tr("app.history.import", n=waiting)
        if waiting and self._import.parent is None:
            self.body.add_widget(self._import, index=len(self.body.children) - 1)
        elif not waiting and self._import.parent is not None:
            self.body.remove_widget(self._import)
        self._offer_zips()

    def _offer_zips(self) -> None:
        """They stay where they are: what a backup would add is told before, and may be left for later."""
        shell = self._shell
        self._zips.clear_widgets()
        self.body.remove_widget(self._zips)
        for name, path in shell.archive.waiting_zips():
            words = shell.tr("app.files.open_this", file=name)
            take = partial(self._take, path)
            self._zips.add_widget(SideButton(words, take, icon=Icon.PLUS, outlined=True))
        if self._zips.children:
            self.body.add_widget(self._zips, index=len(self.body.children) - 1)

    def _tell(self, problems: Sequence[Problem]) -> None:
        if problems and self._notices.parent is None:
            self.body.add_widget(self._notices, index=self.body.children.index(self._list) + 1)
        for problem in problems:
            self._notices.add_widget(Notice(self._shell.tr.problem(problem)))

    def _open(self, stored: StoredGame) -> None:
        from companion.screens.going_on import sit_down_again

        table = self._read(stored)
        if table is not None:
            sit_down_again(self._shell, table)

    def _rename(self, stored: StoredGame) -> None:
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

    def _send(self, stored: StoredGame) -> None:
        send_game(self._shell, stored)

    def _open_file(self) -> None:
        self._shell.files.open()

    def _take(self, path: Path) -> None:
        self._shell.files.take_path(path)

    def _read_in(self) -> None:
        shell = self._shell
        count, refused = shell.archive.read_in()
        self.enter()
        self._tell(refused)
        shell.toaster.show(shell.tr("app.history.imported", n=count))

    def _delete(self, stored: StoredGame) -> None:
        shell = self._shell
        if not shell.attempt(lambda: shell.archive.delete(stored.id)):
            return
        self.enter()

        def restore() -> None:
            shell.attempt(lambda: shell.archive.restore(stored.id))
            self.enter()

        shell.toaster.show(shell.tr("app.history.deleted"), action=shell.tr("app.undo"), on_action=restore)


class _GameRow(Row):
    def __init__(
        self,
        shell: Shell,
        stored: StoredGame,
        on_open: Any,
        on_rename: Any,
        on_send: Any,
        on_delete: Any,
    ) -> None:
        super().__init__(gap=0)
        self.stored = stored
        Box(self, radius=RADIUS_CARD, ground=paint("plank"), edge=paint("groove", 0.6), line=1)
        summary = _summary(shell, stored)
        self.open = _Open(partial(on_open, stored))
        self.open.add_words(
            stored.game,
            summary.title,
            shell.tr(
                "app.history.line",
                when=_day(shell, stored.started),
                names=tuple(stored.setup.get("players", ())),
            ),
            summary.line,
        )
        self.add_widget(self.open)
        self.send = IconButton(Icon.SHARE, partial(on_send, stored), tone="ink_3", size=22)
        self.rename = IconButton(Icon.PEOPLE, partial(on_rename, stored), tone="ink_3", size=22)
        # One above the other: the words beside them are higher than both, and need the width.
        tools = Column(self.rename, self.send, gap=0, pos_hint={"center_y": 0.5})
        tools.size_hint_x, tools.width = None, dp(TARGET)
        self.add_widget(tools)
        self.delete = IconButton(Icon.TRASH, partial(on_delete, stored), tone="ink_3", size=22)
        self.add_widget(self.delete)


class _Open(Tap):
    def __init__(self, on_tap: Any) -> None:
        super().__init__(on_tap, size_hint_y=None, padding=(dp(12), dp(12)), spacing=dp(12))
        self._box = Box(self, radius=RADIUS_CARD)
        self.bind(minimum_height=self.setter("height"))

    def add_words(self, game: str, title: str, who: str, line: str) -> None:
        words = Column(
            Text(title, weight=500, size_sp=18, most=2, more=3),
            Text(line, tone="ink_2", most=2, more=4),
            Text(who, tone="ink_3", size_sp=14, most=2, more=4),
            gap=2,
            pos_hint={"center_y": 0.5},
        )
        self.add_widget(Row(Emblem(_picture(game), 52, pos_hint={"center_y": 0.5}), words, gap=12))

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=shaded(paint("plank"), 0.06) if pressed else paint("plank", 0.0))


def _summary(shell: Shell, stored: StoredGame) -> Summary:
    """The game in two lines, or what stands in the way of reading it."""
    name = shell.tr(f"app.game.{stored.game}")
    try:
        table = shell.archive.open(stored)
        return summary_of(game_of(stored.game), shell.tr, table)
    except ProblemError as wrong:
        return Summary(name, shell.tr.problem(wrong.problem))


def _picture(game: str) -> Picture:
    try:
        return game_of(game).emblem
    except KeyError:
        return _UNKNOWN


def _day(shell: Shell, moment: float) -> str:
    day = datetime.fromtimestamp(moment)
    return written(shell.tr, day.year, day.month, day.day)
