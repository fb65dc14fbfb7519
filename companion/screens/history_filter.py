"""Which games of the history are looked at: the game, who played, when it was and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Final

from kivy.uix.widget import Widget

from companion.games.shelf import game_of, games
from companion.past.choice_words import with_person, without_game
from companion.past.results import Result, results_of
from companion.past.which import Over, Which
from companion.screens.history_days import Span, bounds, span_of
from companion.shell import Shell
from companion.widgets.cards import Chip, Choice
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid
from companion.widgets.sheet import Sheet
from companion.widgets.tap import MainButton
from companion.widgets.text import Text

# So many of those who play most are offered at once; then all, as far as anybody would look through.
_MOST_AT_ONCE: Final = 8
_MOST: Final = 120


class FilterSheet(Sheet):
    """`choose` takes another choice and says how many games it is of: each tap counts at once. Raises
    `ProblemError` where nobody can say who plays."""

    def __init__(self, shell: Shell, which: Which, choose: Callable[[Which], int], found: int) -> None:
        tr = shell.tr
        self._shell, self._choose = shell, choose
        self.which = which
        self._regulars, self._names = shell.archive.regulars(), shell.statistics.names()
        self._all_people = False
        self._people, self._results, self._only = Column(gap=8), Column(gap=8), Column(gap=8)
        self._done = MainButton("", shell.stage.close_sheet, icon=Icon.CHECK)
        super().__init__(
            tr("history.filter"),
            _part(
                tr("history.part.game"),
                Choice(
                    [("", tr("history.any")), *((game.id, tr(f"app.game.{game.id}")) for game in games())],
                    which.game,
                    self._of_game,
                    narrowest=140,
                    most_columns=2,
                ),
            ),
            self._people,
            *self._groups(),
            _part(
                tr("history.part.when"),
                Choice(
                    [(span, tr(f"history.span.{span.value}")) for span in Span],
                    span_of(tr, which, date.today()),
                    self._in_span,
                    narrowest=140,
                    most_columns=2,
                ),
            ),
            self._results,
            self._only,
            on_close=shell.stage.close_sheet,
            footer=self._done,
        )
        self._show_people()
        self._show_results()
        self._show_only()
        self._tell(found)

    def _take(self, which: Which) -> None:
        self.which = which
        self._tell(self._choose(which))

    def _tell(self, found: int) -> None:
        self._done.show(self._shell.tr("history.show", n=found))

    # -- the parts ----------------------------------------------------------------------------------------

    def _show_people(self) -> None:
        tr, column = self._shell.tr, self._people
        column.clear_widgets()
        if not self._regulars:
            return
        offered = self._regulars[: _MOST if self._all_people else _MOST_AT_ONCE]
        chosen = tuple(person for person in self.which.people if person not in offered)
        chips = [
            Chip(
                self._names.get(person, person),
                partial(self._with_person, person),
                chosen=person in self.which.people,
                mark=Icon.CHECK if person in self.which.people else None,
            )
            for person in (*offered, *chosen)
        ]
        if len(offered) < min(_MOST, len(self._regulars)):
            chips.append(
                Chip(tr("history.more_people"), self._show_all_people, icon=Icon.PLUS, outlined=True)
            )
        column.add_widget(
            _part(tr("history.part.people"), Grid(*chips, gap=8, narrowest=140, most_columns=2))
        )

    def _groups(self) -> Iterator[Widget]:
        tr = self._shell.tr
        groups = self._shell.rosters.groups()
        if not groups:
            return
        offered = [((), tr("history.any_group")), *((group.players, group.name) for group in groups)]
        chosen = self.which.group
        yield _part(
            tr("history.part.group"),
            Choice(offered, chosen, self._of_group, narrowest=140, most_columns=2),
        )

    def _show_results(self) -> None:
        tr, column, which = self._shell.tr, self._results, self.which
        column.clear_widgets()
        over = Choice(
            [(over, tr(f"history.over.{over.value}")) for over in Over],
            which.over,
            self._is_over,
            narrowest=96,
            most_columns=3,
        )
        parts: list[Widget] = [over]
        ends = results_of(game_of(which.game)) if which.game else ()
        if ends and which.over is not Over.NO:
            parts.append(
                Column(*(self._end(end) for end in ends), gap=8)
                if any(end.reason for end in ends)
                else Grid(*(self._end(end) for end in ends), gap=8, narrowest=140, most_columns=2)
            )
        column.add_widget(_part(tr("history.part.result"), *parts))

    def _end(self, end: Result) -> Chip:
        chosen = (end.winner, end.reason) == (self.which.winner, self.which.reason)
        return Chip(
            self._shell.tr(end.key),
            partial(self._ended, end, not chosen),
            chosen=chosen,
            mark=Icon.CHECK if chosen else None,
        )

    def _show_only(self) -> None:
        tr, column, which = self._shell.tr, self._only, self.which
        column.clear_widgets()
        chips = [
            Chip(
                words, partial(self._flip, other), icon=icon, chosen=chosen,
                mark=Icon.CHECK if chosen else None,
            )
            for words, icon, chosen, other in (
                (tr("history.starred"), Icon.STAR, which.starred, replace(which, starred=not which.starred)),
                (tr("history.noted"), Icon.PENCIL, which.noted, replace(which, noted=not which.noted)),
            )
        ]  # fmt: skip
        column.add_widget(_part(tr("history.part.only"), Grid(*chips, gap=8, narrowest=140, most_columns=2)))

    # -- what a tap does ----------------------------------------------------------------------------------

    def _of_game(self, game: str) -> None:
        self._take(replace(without_game(self.which), game=game))
        self._show_results()

    def _with_person(self, person: str) -> None:
        self._take(with_person(self.which, person, self._regulars))
        self._show_people()

    def _show_all_people(self) -> None:
        self._all_people = True
        self._show_people()

    def _of_group(self, group: tuple[str, ...]) -> None:
        self._take(replace(self.which, group=group))

    def _in_span(self, span: Span | None) -> None:
        since, until = bounds(self._shell.tr, span or Span.ALL, date.today())
        self._take(replace(self.which, since=since, until=until))

    def _is_over(self, over: Over) -> None:
        which = replace(self.which, winner="", reason="") if over is Over.NO else self.which
        self._take(replace(which, over=over))
        self._show_results()

    def _ended(self, end: Result, chosen: bool) -> None:
        winner, reason = (end.winner, end.reason) if chosen else ("", "")
        self._take(replace(self.which, winner=winner, reason=reason))
        self._show_results()

    def _flip(self, other: Which) -> None:
        self._take(other)
        self._show_only()


def _part(title: str, *parts: Widget) -> Column:
    return Column(Text(title, weight=700, size_sp=16, tone="ink_2"), *parts, gap=8)
