"""The board of Avalon: quests, ring of seats, step controls, lesson card; and a read-only snapshot of it.

The ring of Avalon's board: how a seat looks in each step, and the panel in its view.

The panel's texts are reused: they change with every tap, and building them would take too long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from random import SystemRandom
from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import Problem
from companion.core.resume_state import BoardOverlay
from companion.games.avalon.components import RULE_NUMBERS
from companion.games.avalon.definition import DEFINITION
from companion.games.avalon.drafts import (
    Draft,
    LoyaltyDraft,
    RolesDraft,
    TeamDraft,
    apply_tap,
    last_draft,
    select_quest,
)
from companion.games.avalon.rules import Pick, draw_card, draw_row
from companion.games.avalon.setup import plot_cards_per_round
from companion.games.avalon.state import QUESTS, QUESTS_TO_WIN, Correct, Move, Phase, Plot, State
from companion.games.avalon.text import AvalonTable
from companion.i18n.translator import Translator
from companion.screens.avalon.quests import AvalonController, LoyaltyTrack, QuestRow, VoteTrack
from companion.screens.avalon.result import ResultColumn
from companion.screens.avalon.roles import build_more_buttons, open_in_play
from companion.screens.board_page import BaseBoardPage, BaseLessonCard, RuleLookup
from companion.screens.learn.rule_links import create_rules_opener
from companion.scripts.avalon.lessons import excalibur_lesson, find_rule, list_lessons, was_refused_before
from companion.widgets.buttons import IconButton, PrimaryButton, SecondaryButton
from companion.widgets.cards import Chip, CornerButtonLayout, RoundButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Panes, Row
from companion.widgets.seat_ring import DiscIcon, IconSpot, SeatIcon, SeatLook, SeatRing
from companion.widgets.text import DISPLAY, MUTED, NUMBER, IconLabel, Text
from companion.widgets.theme import look


def build_seat_looks(tr: Translator, draft: Draft) -> list[SeatLook]:
    state, view = draft.shown_state, draft.view
    yes = DiscIcon(Icon.CHECK, tr("avalon.history.yes"), is_solid=True)
    no = DiscIcon(Icon.CROSS, tr("avalon.history.no"))
    return [
        SeatLook(
            tr.player_name(name),
            None if view.refusing is None else no if seat in view.refusing else yes,
            tr.format_number(seat + 1),
            is_ringed=seat in state.team,
            is_highlighted=seat == view.highlighted_seat,
            icons=tuple(_seat_icons(tr, state, seat)),
        )
        for seat, name in enumerate(state.setup.players)
    ]


def _seat_icons(tr: Translator, state: State, seat: int) -> Iterator[SeatIcon]:
    if seat == state.leader:
        yield SeatIcon(Icon.CROWN, IconSpot.TOP, tr("avalon.history.leader"), size=30)
    if seat in state.team:
        on_team = tr("avalon.history.on_team")
        yield SeatIcon(Icon.SHIELD, IconSpot.LOW_RIGHT, on_team, tone="candle_fill", size=27, has_rim=True)
    if seat == state.excalibur:
        yield SeatIcon(Icon.SWORD, IconSpot.LOW_LEFT, tr("avalon.extra.excalibur.name"))
    if seat == state.lady_holder:
        yield SeatIcon(Icon.LADY, IconSpot.HIGH_LEFT, tr("avalon.extra.lady.name"), tone="good")


class MiddlePanel(BoxLayout):
    def __init__(self, tr: Translator) -> None:
        super().__init__(orientation="vertical", spacing=dp(4))
        self._tr = tr
        self._title = Text("", DISPLAY, size_sp=26, min_size=8, max_lines=2, autosize="none")
        self._count = _build_number(36)
        self._yes, self._no = _build_number(32), _build_number(32)
        self._votes = BoxLayout(spacing=dp(4))
        for icon, number in ((Icon.CHECK_TOKEN, self._yes), (Icon.CROSS, self._no)):
            self._votes.add_widget(IconLabel(icon, 28, tone="ink", pos_hint={"center_y": 0.5}))
            self._votes.add_widget(number)
        self._lines = (_build_line(), _build_line())
        self._parts: tuple[Widget, ...] = ()

    def show(self, draft: Draft) -> None:
        tr, view = self._tr, draft.view
        self._title.content = tr.translate(view.title)
        below: list[Widget] = []
        if view.count is not None:
            self._count.content = tr.translate(view.count)
            below.append(self._count)
        if view.refusing is not None:
            against = len(view.refusing)
            self._yes.content = tr.format_number(len(draft.state.setup.players) - against)
            self._no.content = tr.format_number(against)
            below.append(self._votes)
        for line, message in zip(self._lines, view.lines, strict=False):
            line.content = tr.translate(message)
            below.append(line)
        if tuple(below) != self._parts or self._title.parent is None:
            self._parts = tuple(below)
            self.clear_widgets()
            for part in (self._title, *below):
                self.add_widget(part)


def _build_number(size: float) -> Text:
    return Text("", NUMBER, size_sp=size, min_size=8, max_lines=1, autosize="none", align="center")


def _build_line() -> Text:
    return Text("", MUTED, min_size=8, max_lines=2, align="center", autosize="none")


class StepControls(Column):
    """The controls of a step besides the seats, or the vote track if there are none.

    Controls are reused, because building them would take too long for a tap. They replace the vote track, so
    that the ring below has a constant size. `on_change` receives the changed draft, `on_draw` draws loyalty
    cards, `on_plot_drawn` records drawn plot cards.
    """

    def __init__(
        self,
        tr: Translator,
        state: State,
        on_change: Callable[[Draft], object],
        on_draw: Callable[[], object],
        on_plot_drawn: Callable[[], object],
    ) -> None:
        super().__init__(gap=6)
        self._tr = tr
        self.track = VoteTrack(tr)
        self._on_change = on_change
        self._on_choose: Callable[[int], object] = lambda _: None
        self._row = _ChipGroup(self._tap)
        # For tables without loyalty cards, or that do not want to shuffle them.
        self._draw_button = _LazyButton(tr("avalon.board.draw"), on_draw, Icon.SHUFFLE)
        self._plot_button = _LazyButton(
            tr("avalon.board.plot", n=plot_cards_per_round(state.setup)), on_plot_drawn, Icon.PLOT
        )
        largest = max(state.numbers.team_size(quest) for quest in range(1, QUESTS + 1))
        self._row.ensure_count(largest + 1)

    def show(self, draft: Draft) -> None:
        tr, choices = self._tr, draft.view.choices
        if not choices:
            has_plot_cards = isinstance(draft, TeamDraft) and draft.state.plot_cards_due
            self._set_parts(self.track, *([self._plot_button.button] if has_plot_cards else []))
            return
        self._on_choose = lambda place: self._on_change(draft.choose(place))
        labels = [
            tr.format_number(choice.label) if isinstance(choice.label, int) else tr.translate(choice.label)
            for choice in choices
        ]
        self._row.show(labels, [choice.is_selected for choice in choices])
        can_draw = isinstance(draft, LoyaltyDraft)
        self._set_parts(self._row.layout, *([self._draw_button.button] if can_draw else []))

    def _tap(self, place: int) -> None:
        self._on_choose(place)

    def _set_parts(self, *parts: Any) -> None:
        if list(parts) != self.children[::-1]:
            self.clear_widgets()
            for part in parts:
                self.add_widget(part)


class _LazyButton:
    """A rarely used button, built when it is first shown."""

    def __init__(self, words: str, on_tap: Callable[[], object], icon: Icon) -> None:
        self._words, self._on_tap, self._icon = words, on_tap, icon

    @cached_property
    def button(self) -> SecondaryButton:
        return SecondaryButton(self._words, self._on_tap, icon=self._icon, outlined=True)


class _ChipGroup:
    """A row of chips, reused for different choices; `on_tap` receives the index of the tapped chip."""

    def __init__(self, on_tap: Callable[[int], object]) -> None:
        self.layout = Row(gap=6)
        self._on_tap = on_tap
        self._chips: list[Chip] = []

    def ensure_count(self, count: int) -> None:
        while len(self._chips) < count:
            self._chips.append(Chip(" ", partial(self._on_tap, len(self._chips))))

    def show(self, words: Sequence[str], selected: Sequence[bool]) -> None:
        self.ensure_count(len(words))
        for chip_index, chip in enumerate(self._chips):
            if chip_index >= len(words):
                if chip.parent is not None:
                    self.layout.remove_widget(chip)
                continue
            chip.label.content = words[chip_index]
            if chip.is_selected != selected[chip_index]:
                chip.set_selected(selected[chip_index])
            if chip.parent is None:
                self.layout.add_widget(chip)


class LessonCard(BaseLessonCard):
    def __init__(self, tr: Translator, look_up: RuleLookup | None = None) -> None:
        super().__init__(tr, on_lookup=look_up)

    def show(self, state: State) -> None:
        """Show the lesson of the current phase."""
        self.show_lessons(*list_lessons(state))

    def show_draft(self, draft: Draft, moves: Sequence[Move] = ()) -> None:
        """Show the lesson of the phase and the draft.

        `moves` are checked for a team that was refused before.
        """
        if not isinstance(draft, TeamDraft):
            self.show(draft.state)
        elif draft.needs_bearer:
            self.show_lessons(excalibur_lesson(draft.state))
        else:
            # Once a team is started, plot cards count as drawn.
            state = draft.state
            is_started = bool(draft.team) or draft.quest != state.quest
            self.show(
                replace(state, quest=draft.quest, plot_round=state.round if is_started else state.plot_round)
            )
            if draft.is_full and was_refused_before(moves, draft.team):
                self.show_warning(self._tr("avalon.hint.same_team"))

    def explain_refusal(self, problem: Problem) -> bool:
        """Show the rule behind a refusal until the next step; return False if there is none."""
        return self.show_refusal(problem, find_rule(problem), **RULE_NUMBERS)


# In dp: how far the crown of the top seat extends beyond the ring.
_CROWN_DP = 10


class BoardPage(BaseBoardPage):
    def __init__(self, context: AppContext, controller: AvalonController) -> None:
        votes = IconButton(Icon.GRID_TABLE, self._open_history, tone="ink_2")
        super().__init__(context, controller, votes)
        tr, session = context.tr, controller.session
        self.lesson = (
            LessonCard(tr, create_rules_opener(context, DEFINITION, session))
            if context.is_coached(session)
            else None
        )
        self.quest_row = QuestRow(tr, self.select_quest)
        self._hint = Text("", MUTED, align="center", max_lines=2, keep_height=True)
        self.ring = SeatRing(on_tap=self.tap_seat, on_table_tap=self.say_status)
        self._middle = MiddlePanel(tr)
        self.ring.center_box.add_widget(self._middle)
        self.step_controls = StepControls(
            tr, session.state, self._update_draft, self.draw_loyalty_cards, self._draw_plot_cards
        )
        self._loyalty = LoyaltyTrack(tr)
        above = [*(self.quest_row, self.step_controls, self._loyalty), *(self.lesson, self._hint)]
        self._upper_part = Column(*(part for part in above if part is not None), gap=6)
        self._lower_part = BoxLayout(size_hint_y=None, padding=(0, dp(_CROWN_DP), 0, 0))
        self.in_play_button = RoundButton(Icon.EYE, self._open_in_play)
        self._lower_part.add_widget(CornerButtonLayout(self.ring, self.in_play_button))
        self._board_panes = Panes(self._upper_part, self._lower_part, gap=6)
        # The ring has free space below its lowest seat: reduce the padding above the button.
        self.body.padding = (*self.body.padding[:3], dp(4))
        self._result = ResultColumn(context, controller)
        self.main = PrimaryButton(" ", self._on_main, icon=Icon.TEAM, on_blocked=self._explain_disabled)
        self.add_to_footer(self.main)
        # None when the game is over.
        self.draft: Draft | None = None
        # Returns a random number below its argument.
        self.pick_random: Pick = SystemRandom().randrange
        self.scroll.bind(height=self._fit_ring)
        self._upper_part.bind(height=self._fit_ring)
        self.show()

    def enter(self) -> None:
        super().enter()
        self.controller.speak_opening()
        # Moves may have been edited, or roles entered, on a page opened from here.
        if self.draft is None or self.draft.state is not self.session.state:
            self.show()

    def _fit_ring(self, *_: object) -> None:
        """Give the ring the remaining height, so that the whole board fits on the screen."""
        is_wide = self._board_panes.orientation == "horizontal"
        used_height = 0 if is_wide else self._upper_part.height + dp(6)
        available_height = (
            self.scroll.height - used_height - self.body.padding[1] - self.body.padding[3] - dp(_CROWN_DP + 2)
        )
        # Larger text needs a larger ring; then the page scrolls.
        min_height = dp(330) * min(1.4, look().text_scale)
        self._lower_part.height = dp(_CROWN_DP) + max(min_height, min(dp(560), available_height))

    # -- moves --------------------------------------------------------------------------------------------

    def tap_seat(self, seat: int) -> None:
        if self.draft is None:
            return
        self._handle_tap(*apply_tap(self.draft, seat))

    def select_quest(self, quest: int) -> None:
        if isinstance(self.draft, TeamDraft):
            self._handle_tap(*select_quest(self.draft, quest))
        else:
            self._explain_disabled()

    def _handle_tap(self, draft: Draft, problem: Problem | None) -> None:
        """Apply the draft after a tap; if it is unchanged, show the rule against the tap or what to tap."""
        if problem is not None:
            self._app_context.show_problem(problem)
            # Learners also see the rule on the lesson card.
            if self.lesson is not None:
                self.lesson.explain_refusal(problem)
        elif draft is self.draft:
            self._explain_disabled()
        else:
            self._update_draft(draft)

    def _update_draft(self, draft: Draft) -> None:
        if self._app_context.run_or_show_error(lambda: self.controller.save_draft(draft)):
            self.draft = draft
            self._show_draft()

    def _on_main(self) -> None:
        if self.session.outcome is not None:
            self._app_context.play_again(self.session)
        elif self.draft is not None and self.draft.is_ready:
            self.play_move(self.draft.move)

    def _apply_move(self, move: Any) -> None:
        # Side notes must not discard the team being picked.
        self.controller.play(move, keep_draft=isinstance(move, Plot | Correct))

    def _draw_plot_cards(self) -> None:
        self.play_move(Plot(self.session.state.plot_cards_due))

    def draw_loyalty_cards(self) -> None:
        """Draw the loyalty card or the row of cards at random; undo takes it back."""
        state, tr = self.session.state, self._app_context.tr
        if state.phase is Phase.LOYALTY:
            card = draw_card(state, self.pick_random)
            text = tr("avalon.board.drawn.switch" if card.switch else "avalon.board.drawn.same")
            is_played = self.play_move(card)
        else:
            row = draw_row(self.pick_random)
            rounds = tuple(number for number, switch in enumerate(row.switches, 1) if switch)
            text = (
                tr("avalon.board.drawn.row", rounds=rounds, n=len(rounds))
                if rounds
                else tr("avalon.board.drawn.no_switch")
            )
            is_played = self.play_move(row)
        if is_played:
            self._app_context.toaster.show(text, action_text=tr("app.undo"), on_action=self._undo)

    def say_status(self) -> None:
        """Speak the status of the game and show it as a toast, which also names the leader."""
        tr, lines = self._app_context.tr, self.controller.speak_status()
        leader_lines = () if self.draft is None else (tr("avalon.board.leads", name=self._leader_name),)
        self._app_context.toaster.show("\n".join((*leader_lines, " ".join(map(tr, lines)))))

    def _explain_disabled(self) -> None:
        if self.draft is not None:
            self._app_context.toaster.show(self._app_context.tr.translate(self.draft.view.hint))

    # -- showing --------------------------------------------------------------------------------------------

    def show(self) -> None:
        super().show()
        state = self.session.state
        draft = self.controller.draft
        self.draft = None if isinstance(draft, RolesDraft) else draft
        is_over = self.draft is None
        view = self._result if is_over else self._board_panes
        if view.parent is None:
            self.body.clear_widgets()
            self.body.add_widget(view)
        if is_over:
            self.title.show(*self._title_texts())
            self._result.show()
            self.main.enabled = True
            self.main.show(self._app_context.tr("avalon.board.do.again"), Icon.REPEAT)
            return
        self.step_controls.track.show(state)
        self._loyalty.show(state)
        self._show_draft()

    @property
    def _leader_name(self) -> str:
        state: State = self.session.state
        return state.setup.players[state.leader]

    def _title_texts(self) -> tuple[str, str]:
        tr, state, draft = self._app_context.tr, self.session.state, self.draft
        if draft is None:
            return tr("app.game.avalon"), tr("app.board.over")
        if state.phase is Phase.ASSASSINATE:
            return tr("avalon.board.assassination"), tr("avalon.over.three_successes", won=QUESTS_TO_WIN)
        quest = draft.shown_state.quest
        # With Targeting there is no current quest until one is chosen.
        number = (
            tr("avalon.board.round", round=state.round)
            if quest is None
            else tr("avalon.board.quest", quest=quest)
        )
        return number, tr("avalon.board.leads", name=self._leader_name)

    def _show_draft(self) -> None:
        draft, tr = self.draft, self._app_context.tr
        if draft is None:
            return
        view = draft.view
        self.title.show(*self._title_texts())
        if self.lesson is not None:
            self.lesson.show_draft(draft, self.session.moves)
        self.quest_row.show(draft.state, draft.shown_state.quest)
        self._hint.content = tr.translate(view.hint)
        self.ring.show(build_seat_looks(tr, draft))
        self._middle.show(draft)
        self.step_controls.show(draft)
        self.main.show(tr(view.button_key), Icon[view.button_icon])
        self.main.enabled = draft.is_ready

    # -- rarely used actions ------------------------------------------------------------------------

    def create_menu_items(self) -> Sequence[Widget]:
        return build_more_buttons(self._app_context, self.session.state, self.play_move)

    def _open_in_play(self) -> None:
        open_in_play(self._app_context, self.session.state.setup)

    def restore_overlay(self, page: BoardOverlay | None, unsaved_state: Mapping[str, Any]) -> None:
        if page is BoardOverlay.HISTORY:
            self._open_history()
            self._app_context.navigator.page.resume_edit(unsaved_state)

    def _open_history(self) -> None:
        from companion.screens.avalon.history import HistoryPage

        self._app_context.push(HistoryPage, self.controller)


# In dp: the minimum height of the ring on the board.
_RING_DP = 330


class BoardSnapshot(Panes):
    """The quests after the move, and the ring as it was when the move was made."""

    def __init__(self, tr: Translator, session: AvalonTable) -> None:
        self._tr = tr
        self.quests = QuestRow(tr, lambda _: None)
        self.track = VoteTrack(tr)
        self._loyalty = LoyaltyTrack(tr)
        height = dp(_RING_DP) * min(1.4, look().text_scale)
        self.ring = SeatRing(on_tap=lambda _: None, size_hint_y=None, height=height)
        self._middle = MiddlePanel(tr)
        self.ring.center_box.add_widget(self._middle)
        super().__init__(Column(self.quests, self.track, self._loyalty, gap=6), self.ring, gap=10)
        self.show(session)

    def show(self, session: AvalonTable) -> None:
        state, draft = session.state, last_draft(session.states, session.moves)
        self.quests.show(state, state.quest)
        self.track.show(state)
        self._loyalty.show(state)
        self.ring.show(build_seat_looks(self._tr, draft))
        self._middle.show(draft)
