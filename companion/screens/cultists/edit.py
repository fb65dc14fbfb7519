"""The sheet that changes the past: another move in the place of one, none, or one that was forgotten.

Before anything is done it says what would no longer fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.entry.cultists import accounts, shelves
from companion.entry.cultists.amend import WORDS, Field, fields
from companion.entry.cultists.amend_record import Amendment, record_of
from companion.entry.cultists.forgotten import forgettable
from companion.entry.cultists.log import Changes, Part, Round, forgotten, instead
from companion.entry.whereabouts import Above
from companion.games.cultists.building import known_shelves
from companion.games.cultists.manifest import MANIFEST
from companion.games.cultists.moves import Move, Vote
from companion.games.cultists.play import apply
from companion.games.cultists.state import State
from companion.games.game import IllegalMove
from companion.games.records import encode
from companion.screens.cultists.sitting import CultistsSitting
from companion.screens.cultists.vote_form import VoteForm
from companion.screens.edit_weighing import Weighing
from companion.shell import Shell
from companion.widgets.cards import Choice
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column
from companion.widgets.sheet import Sheet
from companion.widgets.tap import MainButton, SideButton
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS

_ACCENT = ACCENTS[MANIFEST.accent]


class EditSheet(Sheet):
    """Opened on a step to change it, or on a phase to add what was forgotten in it."""

    def __init__(
        self,
        shell: Shell,
        sitting: CultistsSitting,
        shown: Sequence[Round],
        amendment: Amendment,
        on_accepted: Callable[[], object],
    ) -> None:
        place = amendment.place
        self._shell, self._sitting, self._rounds, self._on_accepted = shell, sitting, shown, on_accepted
        self._table = sitting.table
        self._place = place
        self._before = place.last if isinstance(place, Part) else place.before
        self.moves, self.removed, self._voter = amendment.moves, amendment.removed, amendment.voter
        tr = shell.tr
        self._words = Text("", size_sp=18, weight=500)
        self._fields = Column(gap=10)
        self.keep = MainButton(" ", self._accept, icon=Icon.CHECK, accent=_ACCENT)
        self.weighing = Weighing(tr, self.keep)
        self.remove = SideButton(" ", self._remove, icon=Icon.TRASH, outlined=True)
        parts: list[Widget] = [self._words, self._fields, self.weighing, self.keep]
        if isinstance(place, Part):
            parts.insert(0, self._kinds(place))
        else:
            parts.append(self.remove)
        title = tr(f"cultists.edit.title.{self._before.phase.value}", round=self._before.round)
        super().__init__(title, *parts, on_close=self._close)
        self._changed()

    # -- changing -----------------------------------------------------------------------------------------

    def put(self, at: int, move: Move) -> None:
        """This move in the place of the one there."""
        self.moves = (*self.moves[:at], move, *self.moves[at + 1 :])
        self._changed()

    def add(self, kind: str) -> None:
        """Something of this kind was forgotten."""
        self.moves = forgettable(self._before)[kind]
        self._changed()

    def _remove(self) -> None:
        self.removed = not self.removed
        self._changed()

    def _choose_voter(self, voter: int) -> None:
        self._voter = voter
        self._changed()

    def _changed(self) -> None:
        """Kept first, shown second."""
        amendment = Amendment(self._place, self.moves, self.removed, self._voter)
        doing = encode(record_of(self._rounds, amendment))
        self._shell.whereabouts.sit(self._table.number, Above.HISTORY, doing)
        self._show()

    def _kinds(self, part: Part) -> Widget:
        tr, offered = self._shell.tr, forgettable(part.last)
        kinds = [(kind, tr(f"cultists.happened.{kind}")) for kind in offered]
        chosen = [kind for kind, moves in offered.items() if _alike(moves, self.moves)]
        choice: Choice[str | None] = Choice(
            kinds,
            chosen[0] if chosen else None,
            lambda kind: self.add(str(kind)),
            narrowest=WORDS,
            most_columns=3,
            accent=_ACCENT,
        )
        return Column(Text(tr("cultists.edit.what"), tone="ink_2"), choice, gap=4)

    # -- showing --------------------------------------------------------------------------------------------

    def _show(self) -> None:
        tr = self._shell.tr
        self._fields.clear_widgets()
        self._words.content = " ".join(
            accounts.words(tr, before, move) for before, move in self._with_states()
        )
        self._words.opacity = 0.5 if self.removed else 1
        if not self.removed:
            for at, (before, move) in enumerate(self._with_states()):
                for widget in self._controls(at, before, move):
                    self._fields.add_widget(widget)
        self.remove.label.content = tr("app.edit.put_back" if self.removed else "app.edit.remove")
        self._weigh()

    def _with_states(self) -> list[tuple[State, Move]]:
        """Each move with the state in which it is made; one that is refused is passed over."""
        state, found = self._before, []
        for move in self.moves:
            found.append((state, move))
            try:
                state = apply(state, move)
            except IllegalMove:
                continue
        return found

    def _controls(self, at: int, before: State, move: Move) -> list[Widget]:
        tr = self._shell.tr
        if isinstance(move, Vote):
            form = VoteForm(
                tr,
                before,
                move,
                self._voter,
                on_voter=self._choose_voter,
                on_change=lambda vote: self.put(at, vote),
            )
            return [form]
        return [self._control(at, field) for field in fields(tr, before, move)]

    def _control(self, at: int, field: Field) -> Widget:
        choice: Choice[Any] = Choice(
            field.options,
            field.chosen,
            lambda value: self.put(at, field.put(value)),
            narrowest=field.narrowest,
            most_columns=len(field.options),
            accent=_ACCENT,
        )
        return Column(Text(field.label, tone="ink_2"), choice, gap=4)

    # -- what comes of it -----------------------------------------------------------------------------------

    @property
    def _changes(self) -> Changes:
        if isinstance(self._place, Part):
            return forgotten(self._place, self._table.moves, *self.moves)
        return instead(self._place, *(() if self.removed else self.moves))

    def _weigh(self) -> None:
        if not self.moves:
            self.weighing.wait()
            return
        table = self._table
        self.weighing.weigh(
            lambda: table.revise(self._changes),
            partial(accounts.losses, self._shell.tr, self._rounds, table.states),
        )

    def _accept(self) -> None:
        revision, known = self.weighing.revision, known_shelves(self._table.state)
        if revision is None or not self._shell.attempt(lambda: self._sitting.accept(revision)):
            return
        if known_shelves(self._table.state) != known:
            # The next game is not to begin with what was read wrongly.
            shelves.keep(self._shell, self._table.state)
        self._close()
        self._on_accepted()

    def _close(self) -> None:
        """Nothing is being changed any more."""
        self._shell.whereabouts.sit(self._table.number, Above.HISTORY)
        self._shell.stage.close_sheet()


def _alike(some: Sequence[Move], others: Sequence[Move]) -> bool:
    """Whether they are of the same kinds."""
    return [type(move) for move in some] == [type(move) for move in others]
