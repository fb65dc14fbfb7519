"""The history of Among Cultists round by round; every entry can be edited."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from kivy.metrics import dp

from companion.app_context import AppContext
from companion.games.cultists import text
from companion.games.cultists.definition import DEFINITION
from companion.games.cultists.edits import EntryEdit, find_missing_moves, restore_saved, start_edit
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
from companion.games.cultists.text import (
    NUMERALS,
    PhaseLog,
    RoundLog,
    Step,
    event_name,
    make_rounds,
    player_name,
)
from companion.i18n.translator import Translator
from companion.screens.board_page import SessionHistoryPage
from companion.screens.cultists.edit import EditSheet
from companion.screens.cultists.marks import CultistsController, event_icon
from companion.screens.rows import PressableRow
from companion.widgets.cards import Chip
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row, Wrap
from companion.widgets.page import Stateful
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import DISPLAY, LABEL, MUTED, IconLabel, Text
from companion.widgets.theme import ACCENTS, RADIUS_CARD, RADIUS_CELL, sp, theme_colour

_ACCENT = ACCENTS[DEFINITION.accent]
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


class HistoryPage(Stateful, SessionHistoryPage):
    def __init__(self, context: AppContext, controller: CultistsController) -> None:
        super().__init__(context, controller)
        self.rounds: tuple[RoundLog, ...] = ()
        # Only one round is expanded: a whole game would be too much to read and to draw.
        self.selected_index: int | None = None
        self.show()

    def save_state(self) -> int | None:
        return self.selected_index

    def restore_state(self, saved: int | None) -> None:
        self.selected_index = saved
        self.show()

    def summarize(self) -> str:
        state = self.session.state
        return self._app_context.tr(
            "cultists.history.summary", points=state.points, target=state.target, n=len(state.ghosts)
        )

    def show_entries(self) -> None:
        self.rounds = make_rounds(self.session.states, self.session.moves)
        last = len(self.rounds) - 1
        self.selected_index = last if self.selected_index is None else min(self.selected_index, last)
        # Latest first: it is looked up most often.
        for index, game_round in reversed(list(enumerate(self.rounds))):
            is_open, toggle = index == self.selected_index, partial(self.toggle_round, index)
            card = RoundCard(self._app_context.tr, game_round, toggle, is_open=is_open)
            if is_open:
                card.unfold(self.edit_entry, self.edit_entry, editable=self._editable_parts(game_round))
            self.body.add_widget(card)

    def open_round(self, round_index: int) -> None:
        """Expand one round; -1 collapses all."""
        self.selected_index = round_index
        self.show()

    def _editable_parts(self, game_round: RoundLog) -> tuple[PhaseLog, ...]:
        """Return the phases to which a missing move can be added; none before the first move."""
        return tuple(
            part for part in game_round.phases if self.session.moves and find_missing_moves(part.last_state)
        )

    def toggle_round(self, round_index: int) -> None:
        """Expand this round, or collapse it if it is expanded."""
        self.open_round(-1 if round_index == self.selected_index else round_index)

    # -- editing --------------------------------------------------------------------------------------------

    def edit_entry(self, place: Step | PhaseLog) -> None:
        self._open_edit(start_edit(place))

    def resume_edit(self, unsaved_state: Mapping[str, Any]) -> None:
        restored = None if self.is_hidden else restore_saved(self.rounds, unsaved_state)
        if restored is not None:
            self._open_edit(restored)

    def _open_edit(self, entry_edit: EntryEdit) -> None:
        self.open_edit_sheet(
            EditSheet(self._app_context, self.controller, self.rounds, entry_edit, self.on_edited)
        )


class RoundCard(Column):
    """A round with its event and results; expanded, with all its entries."""

    def __init__(
        self, tr: Translator, game_round: RoundLog, on_tap: Callable[[], object], *, is_open: bool
    ) -> None:
        super().__init__(gap=2, padding=(dp(6), dp(4), dp(6), dp(8) if is_open else dp(4)))
        edge = theme_colour(_ACCENT.line) if is_open else theme_colour("groove", 0.6)
        RoundedBox(
            self,
            radius=RADIUS_CARD,
            background=theme_colour("plank"),
            border=edge,
            line_width=2 if is_open else 1,
        )
        self._tr = tr
        self._round = game_round
        self.head = RoundHeader(tr, game_round, on_tap, is_open=is_open)
        self.add_widget(self.head)
        self.rows: list[HistoryStepRow] = []

    def unfold(
        self,
        on_step: Callable[[Step], object],
        on_part: Callable[[PhaseLog], object],
        *,
        editable: tuple[PhaseLog, ...],
    ) -> None:
        for step in self._round.notable_steps:
            row = HistoryStepRow(
                self._tr, step, None if isinstance(step.move, Next) else partial(on_step, step)
            )
            self.rows.append(row)
            self.add_widget(row)
        if not self.rows:
            nothing = Text(self._tr("cultists.history.nothing"), MUTED)
            self.add_widget(Row(nothing, padding=(dp(10), dp(4))))
        if editable:
            self._add_missing_choice(on_part, editable)

    def _add_missing_choice(self, on_part: Callable[[PhaseLog], object], parts: tuple[PhaseLog, ...]) -> None:
        """Add a button for each phase to which a missing move can be added."""
        tr = self._tr
        words = Text(tr("cultists.history.add"), MUTED)
        offers = Wrap(gap=8)
        for part in parts:
            label = tr(f"cultists.phase.{part.round_phase.value}")
            offers.add_widget(Chip(label, partial(on_part, part), icon=Icon.PLUS, hug=True, outlined=True))
        self.add_widget(Column(words, offers, gap=4, padding=(dp(10), dp(8), dp(10), dp(2))))


class RoundHeader(PressableRow):
    def __init__(
        self, tr: Translator, game_round: RoundLog, on_tap: Callable[[], object], *, is_open: bool
    ) -> None:
        hour = Text(
            NUMERALS[game_round.number - 1],
            DISPLAY,
            size_sp=24,
            min_size=16,
            max_lines=1,
            autosize="none",
            tone=_ACCENT.line,
            size_hint=(None, None),
            size=(sp(44), sp(36)),
        )
        event = game_round.event
        title = tr("cultists.history.no_event") if event is None else event_name(tr, event.event)
        facts = [
            tr("cultists.board.knife", name=player_name(tr, game_round.before.setup, game_round.before.knife))
        ]
        if game_round.points:
            facts.append(tr("cultists.number.points", n=game_round.points))
        if game_round.ghosts:
            facts.append(tr("cultists.history.new_ghosts", n=len(game_round.ghosts)))
        lines = Column(
            Text(title, LABEL, max_lines=2, fallback_lines=3, min_size=14),
            Text(" · ".join(facts), MUTED, size_sp=15),
            gap=0,
        )
        mark = IconLabel(Icon.ARROW_UP if is_open else Icon.ARROW_DOWN, 20, tone="ink_3")
        row = Row(hour, gap=8)
        if event is not None:
            row.add_widget(IconLabel(event_icon(event), 26, tone=_ACCENT.line))
        row.add_widget(lines)
        row.add_widget(mark)
        super().__init__(on_tap, row, radius=RADIUS_CELL, margin_dp=8, padding=(dp(8), dp(4)))


class HistoryStepRow(PressableRow):
    """One entry of the history; a tap edits it."""

    def __init__(self, tr: Translator, step: Step, on_tap: Callable[[], object] | None) -> None:
        icon, tone = _ICONS[type(step.move)]
        if isinstance(step.move, Event):
            icon = event_icon(step.after.events[-1])
        text_column = Column(
            Text(text.move_text(tr, step.before, step.move), size_sp=17),
            *(Text(words, MUTED, size_sp=15) for words in text.step_details(tr, step)),
            gap=1,
        )
        row = Row(IconLabel(icon, 26, tone=tone), text_column, gap=12)
        if on_tap is not None:
            row.add_widget(IconLabel(Icon.PENCIL, 18, tone="ink_3"))
        super().__init__(on_tap, row, radius=RADIUS_CELL, margin_dp=8, padding=(dp(10), dp(4)))
        self.step = step
