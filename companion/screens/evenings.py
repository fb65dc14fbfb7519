"""Evenings: all that the table has played together, newest first."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp

from companion.games.shelf import game_of
from companion.i18n.dates import written
from companion.past.evening import crowned
from companion.screens.counting_first import count_first
from companion.screens.evening import EveningPage
from companion.screens.evening_told import day_of
from companion.shell import Shell
from companion.widgets.cards import Card
from companion.widgets.emblem import Emblem
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import Box
from companion.widgets.tap import SideButton, Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, paint

if TYPE_CHECKING:
    from companion.shell import ListedEvening

_PAGE = 20
# So many emblems stand in a row.
_MOST_EMBLEMS = 6


class EveningsPage(Page):
    shows_kept = True

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._last: float | None = None
        super().__init__(TitleBar(shell.tr("evenings.list.title"), " ", on_back=shell.back))
        self._list = Column(gap=8)
        self._more = SideButton(shell.tr("evenings.list.more"), self._load_more, icon=Icon.ARROW_DOWN)
        self.body.add_widget(self._list)

    def enter(self) -> None:
        # Who won is known of games that were counted.
        count_first(self._shell, self, self._show)

    def _show(self) -> None:
        tr = self._shell.tr
        self._last = None
        self._list.clear_widgets()
        count = self._shell.evenings.count()
        if self.bar is not None:
            self.bar.show(tr("evenings.list.title"), tr("evenings.list.count", n=count))
        if count:
            self._load_more()
            return
        self._list.add_widget(
            Card(
                Glyph(Icon.FLAME, 48, tone="ink_3", pos_hint={"center_x": 0.5}),
                Text(tr("evenings.list.none"), align="center", tone="ink_2", size_sp=18),
                gap=12,
            )
        )

    def _load_more(self) -> None:
        found = self._shell.evenings.newest(_PAGE, self._last)
        if self._more.parent is not None:
            self.body.remove_widget(self._more)
        for listed in found:
            self._list.add_widget(EveningRow(self._shell, listed))
            self._last = listed.started
        if len(found) == _PAGE:
            self.body.add_widget(self._more)


class EveningRow(Tap):
    """When it was, what was played, who was there, and who won the most."""

    def __init__(self, shell: Shell, listed: ListedEvening) -> None:
        super().__init__(
            partial(shell.visit, EveningPage, listed.started), size_hint_y=None, padding=(dp(14), dp(12))
        )
        self._box = Box(self, radius=RADIUS_CARD, ground=paint("plank"), edge=paint("groove", 0.6), line=1)
        tr = shell.tr
        words = Column(
            Row(
                Text(written(tr, *day_of(listed.started)), face="title", size_sp=18, most=2),
                _emblems(listed.games),
                gap=10,
            ),
            gap=4,
        )
        names = tuple(person.name for person in listed.people)
        if names:
            words.add_widget(Text(tr.join(names), tone="ink_2", most=2, more=3))
        best = crowned(listed.people)
        if best:
            told = tr("evenings.list.best", names=tuple(one.name for one in best), n=best[0].won)
            crown = Glyph(Icon.CROWN, 20, tone="candle", pos_hint={"center_y": 0.5})
            words.add_widget(Row(crown, Text(told, weight=500, tone="candle", most=2, more=3), gap=8))
        self.add_widget(words)
        self.bind(minimum_height=self.setter("height"))

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=shaded(paint("plank"), 0.06) if pressed else paint("plank"))


def _emblems(ids: tuple[str, ...]) -> Row:
    """Of the games in their order; those of a game that this version does not know are left out."""
    row = Row(gap=4, hug=True, pos_hint={"center_y": 0.5})
    for game in ids[:_MOST_EMBLEMS]:
        try:
            row.add_widget(Emblem(game_of(game).emblem, 30))
        except KeyError:
            continue
    return row
