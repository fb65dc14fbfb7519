"""The game round by round: events, knife, deaths, votes, books; any of it can be changed afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from kivy.metrics import dp

from companion.entry.cultists import accounts
from companion.entry.cultists.amend_record import Amendment, amend, as_left
from companion.entry.cultists.forgotten import forgettable
from companion.entry.cultists.log import Part, Round, Step, rounds
from companion.entry.cultists.words import NUMERALS, event_name, name_of
from companion.games.cultists.manifest import MANIFEST
from companion.games.cultists.moves import (
    Assassinate,
    Book,
    BookBack,
    Confronted,
    Correct,
    Dead,
    Declare,
    Event,
    Explored,
    FishmanScared,
    GateClosed,
    Hazard,
    Kills,
    Move,
    Next,
    PowerRestored,
    Revealed,
    Roles,
    SeerGuess,
    ShelfCompleted,
    Shelves,
    Vote,
)
from companion.i18n.translator import Translator
from companion.screens.cultists.edit import EditSheet
from companion.screens.cultists.marks import event_icon
from companion.screens.cultists.sitting import CultistsSitting
from companion.screens.sealed_history import SealedPage
from companion.shell import Shell
from companion.widgets.cards import Chip
from companion.widgets.icon_names import Icon
from companion.widgets.keeping import Keeps
from companion.widgets.layout import Column, Row, Wrap
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.tap import MainButton, Tap
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS, RADIUS_CARD, RADIUS_CELL, TARGET, paint, sp

_ACCENT = ACCENTS[MANIFEST.accent]
# The name under which it is remembered whether the history is sealed.
SEAL = "cultists_seal"
_ICONS: Final[dict[type[Move], tuple[Icon, str]]] = {
    Next: (Icon.GATE, "ember"),
    Event: (Icon.BELL, "sea"),
    PowerRestored: (Icon.LIGHTNING, "candle"),
    GateClosed: (Icon.GATE, "good"),
    Correct: (Icon.PENCIL, "ink_2"),
    Explored: (Icon.DOOR, "ink_2"),
    Shelves: (Icon.LIBRARY, "ink_2"),
    Book: (Icon.BOOK, "candle"),
    BookBack: (Icon.BOOK, "ember"),
    ShelfCompleted: (Icon.LIBRARY, "candle"),
    Hazard: (Icon.WARNING, "ember"),
    Confronted: (Icon.CULTIST, "good"),
    FishmanScared: (Icon.FISHMAN, "good"),
    Dead: (Icon.SKULL, "evil"),
    Vote: (Icon.POINTING_FINGER, "ink"),
    Assassinate: (Icon.DAGGER, "evil"),
    Revealed: (Icon.EYE, "ink_2"),
    Declare: (Icon.CULTIST, "evil"),
    Kills: (Icon.SKULL, "ink_2"),
    SeerGuess: (Icon.SEER, "ink"),
    Roles: (Icon.PEOPLE, "ink_2"),
}


class HistoryPage(Keeps, SealedPage):
    def __init__(self, shell: Shell, sitting: CultistsSitting) -> None:
        tr = shell.tr
        super().__init__(shell, sitting, SEAL, title=tr("cultists.history.title"))
        self.main = MainButton(tr("app.board.back"), shell.back, accent=_ACCENT)
        self.with_footer(self.main)
        self.rounds: tuple[Round, ...] = ()
        # Only one round is unfolded: a whole game at once would be too much to read and to draw.
        self.chosen: int | None = None
        self.show()

    def keep(self) -> int | None:
        return self.chosen

    def take_up(self, kept: int | None) -> None:
        self.chosen = kept
        self.show()

    def show(self) -> None:
        super().show()
        tr, state = self._shell.tr, self.table.state
        self.rounds = rounds(self.table.states, self.table.moves)
        self.title.show(
            tr("cultists.history.title"),
            tr("cultists.history.summary", points=state.points, target=state.target, n=len(state.ghosts)),
        )
        if self.sealed:
            self.body.clear_widgets()
            shut = self._shut(tr("cultists.history.sealed"), tr("cultists.history.sealed_why"))
            self.body.add_widget(shut)
            return
        last = len(self.rounds) - 1
        self.open_round(last if self.chosen is None else min(self.chosen, last))

    def open_round(self, number: int) -> None:
        """Unfold one round; none with -1."""
        self.chosen = number
        self.body.clear_widgets()
        # The latest first: that is what is looked up most.
        for at, found in reversed(list(enumerate(self.rounds))):
            card = RoundCard(self._shell.tr, found, partial(self.tap, at), opened=at == number)
            if at == number:
                card.unfold(self.edit, self.edit, changeable=self._changeable(found))
            self.body.add_widget(card)
        if self.table.outcome is None:
            self.body.add_widget(self.seal)
        self.show_notes()

    def _changeable(self, found: Round) -> tuple[Part, ...]:
        """The phases to which something can be added. Before the first move nothing was forgotten."""
        return tuple(part for part in found.parts if self.table.moves and forgettable(part.last))

    def tap(self, number: int) -> None:
        """Unfold this round; a tap on the one that is open folds it."""
        self.open_round(-1 if number == self.chosen else number)

    # -- changing the past ----------------------------------------------------------------------------------

    def edit(self, place: Step | Part) -> None:
        self._amend(amend(place))

    def edit_again(self, doing: Mapping[str, Any]) -> None:
        left = as_left(self.rounds, doing)
        if left is not None and not self.sealed:
            self._amend(left)

    def _amend(self, amendment: Amendment) -> None:
        sheet = EditSheet(self._shell, self.sitting, self.rounds, amendment, self._accepted)
        self._shell.stage.open_sheet(sheet)

    def _accepted(self) -> None:
        self._changed(self._shell.tr("app.edit.changed"))


class RoundCard(Column):
    """A round: its event and what it brought; unfolded, everything that was recorded in it."""

    def __init__(self, tr: Translator, found: Round, on_tap: Callable[[], object], *, opened: bool) -> None:
        super().__init__(gap=2, padding=(dp(6), dp(4), dp(6), dp(8) if opened else dp(4)))
        edge = paint(_ACCENT.line) if opened else paint("groove", 0.6)
        Box(self, radius=RADIUS_CARD, ground=paint("plank"), edge=edge, line=2 if opened else 1)
        self._tr = tr
        self._found = found
        self.head = RoundHead(tr, found, on_tap, opened=opened)
        self.add_widget(self.head)
        self.rows: list[StepRow] = []

    def unfold(
        self,
        on_step: Callable[[Step], object],
        on_part: Callable[[Part], object],
        *,
        changeable: tuple[Part, ...],
    ) -> None:
        for step in self._found.told:
            row = StepRow(self._tr, step, None if isinstance(step.move, Next) else partial(on_step, step))
            self.rows.append(row)
            self.add_widget(row)
        if not self.rows:
            nothing = Text(self._tr("cultists.history.nothing"), tone="ink_2")
            self.add_widget(Row(nothing, padding=(dp(10), dp(4))))
        if changeable:
            self._offer(on_part, changeable)

    def _offer(self, on_part: Callable[[Part], object], parts: tuple[Part, ...]) -> None:
        """Where something forgotten belongs, by phase."""
        tr = self._tr
        words = Text(tr("cultists.history.add"), tone="ink_2", size_sp=16)
        offers = Wrap(gap=8)
        for part in parts:
            label = tr(f"cultists.phase.{part.phase.value}")
            offers.add_widget(Chip(label, partial(on_part, part), icon=Icon.PLUS, hug=True, outlined=True))
        self.add_widget(Column(words, offers, gap=4, padding=(dp(10), dp(8), dp(10), dp(2))))


class GrowingTap(Tap):
    """A row without a ground of its own, as high as what it holds."""

    def __init__(self, on_tap: Callable[[], object] | None, side: float) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TARGET), padding=(dp(side), dp(4)))
        self._box = Box(self, radius=RADIUS_CELL)

    def hold(self, row: Row) -> None:
        row.pos_hint = {"center_y": 0.5}
        self.add_widget(row)
        row.bind(height=self._grow)

    def _grow(self, _row: Row, height: float) -> None:
        self.height = max(dp(TARGET), height + dp(8))

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=paint("raised") if pressed else CLEAR)


class RoundHead(GrowingTap):
    def __init__(self, tr: Translator, found: Round, on_tap: Callable[[], object], *, opened: bool) -> None:
        super().__init__(on_tap, side=8)
        hour = Text(
            NUMERALS[found.number - 1], face="title", size_sp=24, smallest=16, most=1, grow="none",
            align="center", tone=_ACCENT.line, size_hint=(None, None), size=(sp(44), sp(36)),
            pos_hint={"center_y": 0.5},
        )  # fmt: skip
        drawn = found.event
        title = tr("cultists.history.no_event") if drawn is None else event_name(tr, drawn.event)
        facts = [tr("cultists.board.knife", name=name_of(tr, found.before.setup, found.before.knife))]
        if found.points:
            facts.append(tr("cultists.number.points", n=found.points))
        if found.ghosts:
            facts.append(tr("cultists.history.new_ghosts", n=len(found.ghosts)))
        lines = Column(
            Text(title, size_sp=18, weight=500, most=2, more=3, smallest=14),
            Text(" · ".join(facts), size_sp=15, tone="ink_2"),
            gap=0,
            pos_hint={"center_y": 0.5},
        )
        mark = Glyph(
            Icon.ARROW_UP if opened else Icon.ARROW_DOWN, 20, tone="ink_3", pos_hint={"center_y": 0.5}
        )
        row = Row(hour, gap=8)
        if drawn is not None:
            row.add_widget(Glyph(event_icon(drawn), 26, tone=_ACCENT.line, pos_hint={"center_y": 0.5}))
        row.add_widget(lines)
        row.add_widget(mark)
        self.hold(row)


class StepRow(GrowingTap):
    """One thing that was recorded, in words; a tap opens it to be changed."""

    def __init__(self, tr: Translator, step: Step, on_tap: Callable[[], object] | None) -> None:
        super().__init__(on_tap, side=10)
        self.step = step
        icon, tone = _ICONS[type(step.move)]
        if isinstance(step.move, Event):
            icon = event_icon(step.after.events[-1])
        told = Column(
            Text(accounts.words(tr, step.before, step.move), size_sp=17),
            *(Text(words, size_sp=15, tone="ink_2") for words in accounts.details(tr, step)),
            gap=1,
            pos_hint={"center_y": 0.5},
        )
        row = Row(Glyph(icon, 26, tone=tone, pos_hint={"center_y": 0.5}), told, gap=12)
        if on_tap is not None:
            row.add_widget(Glyph(Icon.PENCIL, 18, tone="ink_3", pos_hint={"center_y": 0.5}))
        self.hold(row)
