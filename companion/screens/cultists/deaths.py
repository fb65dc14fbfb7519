"""Somebody is dead: found by a check, killed by the Assassin, or shown to have been the last Cultist."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Final

from companion.entry.cultists.vote_words import about
from companion.entry.cultists.words import name_of
from companion.games.cultists.moves import Assassinate, Dead, Move, Revealed
from companion.games.cultists.play import apply
from companion.games.cultists.roles import ASSASSIN
from companion.games.cultists.state import Awaits, State
from companion.games.game import IllegalMove, Problem
from companion.i18n.translator import Translator
from companion.screens.cultists.board_protocol import Board
from companion.screens.cultists.role_marks import SEA
from companion.shell import Shell
from companion.widgets.cards import Chip
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.sheet import Sheet
from companion.widgets.tap import MainButton
from companion.widgets.text import Text


class Kind(Enum):
    FOUND = "found"
    ASSASSINATED = "assassinated"
    LAST_CULTIST = "last_cultist"


_KINDS: Final = {
    Kind.FOUND: "cultists.happened.dead",
    Kind.ASSASSINATED: "cultists.death.kind.assassinated",
    Kind.LAST_CULTIST: "cultists.death.kind.last_cultist",
}


@dataclass(frozen=True, slots=True)
class DeathDraft:
    """What happened to whom, and by whom: the one who checked need not be told, the Assassin must."""

    state: State
    kind: Kind = Kind.FOUND
    seat: int | None = None
    by: int | None = None

    @property
    def kinds(self) -> tuple[Kind, ...]:
        offered = [Kind.FOUND]
        if ASSASSIN in self.state.setup.roles:
            offered.append(Kind.ASSASSINATED)
        if self._last_cultists:
            offered.append(Kind.LAST_CULTIST)
        return tuple(offered)

    @property
    def offered(self) -> tuple[int, ...]:
        """Who it can have happened to."""
        return self._last_cultists if self.kind is Kind.LAST_CULTIST else self.state.living

    @property
    def doers(self) -> tuple[int, ...]:
        """Who can have done it; nobody does the third kind."""
        if self.kind is Kind.LAST_CULTIST:
            return ()
        if self.kind is Kind.ASSASSINATED and self.state.assassin is not None:
            return (self.state.assassin,)
        return tuple(seat for seat in self.state.living_players if seat != self.seat)

    @property
    def _last_cultists(self) -> tuple[int, ...]:
        return tuple(
            ghost for ghost in self.state.ghosts if problem_of(self.state, Revealed(ghost, True)) is None
        )

    def choose_kind(self, kind: Kind) -> DeathDraft:
        by = self.state.assassin if kind is Kind.ASSASSINATED else None
        chosen = replace(self, kind=kind, by=by)
        return chosen if chosen.seat in chosen.offered else replace(chosen, seat=None)

    def choose(self, seat: int) -> DeathDraft:
        return replace(self, seat=seat, by=None if self.by == seat else self.by)

    def choose_doer(self, seat: int) -> DeathDraft:
        return replace(self, by=None if seat == self.by else seat)

    @property
    def move(self) -> Move | None:
        """The move, as soon as enough is told."""
        if self.seat is None:
            return None
        match self.kind:
            case Kind.FOUND:
                return Dead(self.seat, self.by)
            case Kind.ASSASSINATED:
                return None if self.by is None else Assassinate(self.seat, self.by)
            case Kind.LAST_CULTIST:
                return Revealed(self.seat, True)

    @property
    def problem(self) -> Problem | None:
        """What the rules have against it."""
        return None if self.move is None else problem_of(self.state, self.move)


def problem_of(state: State, move: Move) -> Problem | None:
    try:
        apply(state, move)
    except IllegalMove as refused:
        return refused.problem
    return None


def open_dead(shell: Shell, board: Board, seat: int | None = None) -> None:
    """Ask who is dead; `seat` is the one to begin with, if that is known."""
    shell.stage.open_sheet(DeathsSheet(shell, board, seat))


class DeathsSheet(Sheet):
    def __init__(self, shell: Shell, board: Board, seat: int | None) -> None:
        self._shell, self._board = shell, board
        tr, state = shell.tr, board.table.state
        self.draft = DeathDraft(state, seat=seat if seat in state.living else None)
        self._kinds = {
            kind: Chip(tr(_KINDS[kind]), partial(self._choose_kind, kind), accent=SEA)
            for kind in self.draft.kinds
        }
        self.who = _People(tr, state, self._choose)
        self.doers = _People(tr, state, self._choose_doer)
        self._what_follows = Text("", size_sp=16, tone="ink_2")
        self.main = MainButton(" ", self._save, icon=Icon.SKULL, accent=SEA, why=self._say_why)
        parts = (self.who, self.doers, self._what_follows, self.main)
        # The last one is a sentence and seldom needed: it has a row of its own.
        seldom = [chip for kind, chip in self._kinds.items() if kind is Kind.LAST_CULTIST]
        usual = [chip for chip in self._kinds.values() if chip not in seldom]
        kinds = Column(Row(*usual, gap=8), *seldom, gap=8)
        super().__init__(
            tr("cultists.death.title"),
            *((kinds,) if len(self._kinds) > 1 else ()),
            *parts,
            on_close=shell.stage.close_sheet,
        )
        self._show()

    def _choose_kind(self, kind: Kind) -> None:
        self._change(self.draft.choose_kind(kind))

    def _choose(self, seat: int) -> None:
        self._change(self.draft.choose(seat))

    def _choose_doer(self, seat: int) -> None:
        self._change(self.draft.choose_doer(seat))

    def _change(self, draft: DeathDraft) -> None:
        self.draft = draft
        self._show()

    def _show(self) -> None:
        tr, draft = self._shell.tr, self.draft
        for kind, chip in self._kinds.items():
            chip.choose(kind is draft.kind)
        name = draft.kind.value
        self.who.show(tr(f"cultists.death.who.{name}"), draft.offered, draft.seat)
        by = tr(f"cultists.death.by.{name}") if draft.doers else ""
        self.doers.show(by, draft.doers, draft.by)
        problem = draft.problem
        self._what_follows.content = (
            tr(f"cultists.death.follows.{name}") if problem is None else tr.problem(problem)
        )
        self._what_follows.set_tone("ink_2" if problem is None else "evil")
        self.main.show(self._words())
        self.main.enabled = draft.move is not None and problem is None

    def _words(self) -> str:
        tr, seat = self._shell.tr, self.draft.seat
        if seat is None:
            return tr("cultists.death.save.open")
        setup = self._board.table.setup
        if self.draft.kind is Kind.LAST_CULTIST:
            return about(tr, setup, seat, "cultists.death.save.cultist", "cultists.death.save.automa_cultist")
        return about(tr, setup, seat, "cultists.death.save.dead", "cultists.death.save.automa_dead")

    def _say_why(self) -> None:
        draft = self.draft
        if draft.problem is not None:
            self._shell.say(draft.problem)
            return
        name = draft.kind.value
        asked = f"cultists.death.who.{name}" if draft.seat is None else f"cultists.death.by.{name}"
        self._shell.toaster.show(self._shell.tr(asked))

    def _save(self) -> None:
        move, shell = self.draft.move, self._shell
        if move is None or not self._board.play(move):
            return
        shell.stage.close_sheet()
        if self._board.table.state.awaits is Awaits.VOTE:
            self._board.open_vote()


class _People(Column):
    """A question and a chip for everyone it can be answered with."""

    def __init__(self, tr: Translator, state: State, on_choose: Callable[[int], object]) -> None:
        super().__init__(gap=8)
        self._question = Text("", weight=500, size_sp=18)
        self._grid = Grid(gap=8, narrowest=100, most_columns=3)
        self.chips = {
            seat: Chip(name_of(tr, state.setup, seat), partial(on_choose, seat), accent=SEA)
            for seat in range(state.setup.seats)
        }
        self.add_widget(self._question)
        self.add_widget(self._grid)

    def show(self, question: str, seats: Sequence[int], chosen: int | None) -> None:
        self._question.content = question
        shown = [self.chips[seat] for seat in seats]
        if self._grid.children != shown[::-1]:
            self._grid.clear_widgets()
            for chip in shown:
                self._grid.add_widget(chip)
        for seat, chip in self.chips.items():
            if chip.chosen != (seat == chosen):
                chip.choose(seat == chosen)
