"""The board of Among Cultists with its reminders, lesson card and the sheet to record what happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from random import SystemRandom
from typing import Any, Final

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import Problem
from companion.core.resume_state import BoardOverlay
from companion.games.cultists.components import RULE_NUMBERS
from companion.games.cultists.definition import DEFINITION
from companion.games.cultists.moves import Next, PowerRestored
from companion.games.cultists.state import Phase, Pick, RoundPhase, State
from companion.games.cultists.text import NUMERALS, past_event_text, round_text
from companion.i18n.translator import Translator
from companion.screens.board_page import BaseLessonCard, RuleLookup
from companion.screens.cultists.actions import (
    ActionsPage,
    AutomaSheet,
    GateSheet,
    PowerSheet,
    build_more_buttons,
    open_in_play,
)
from companion.screens.cultists.building import (
    BuildingPage,
    CultistsPage,
    EventSheet,
    HazardSheet,
    open_room_sheet,
)
from companion.screens.cultists.deaths import (
    QUESTION_PHASES,
    build_question_panel,
    open_death_sheet,
    open_declare_sheet,
)
from companion.screens.cultists.marks import SEA, CultistsController, show_children, show_page_part
from companion.screens.cultists.people import EncounterPage, PeopleSheet
from companion.screens.cultists.result import ResultColumn
from companion.screens.cultists.status import HourClock, NowLine, PhaseBar, PointsTrack, StateTiles
from companion.screens.learn.rule_links import create_rules_opener, find_entry, open_rules
from companion.screens.rows import close_sheet_then
from companion.scripts.cultists.lessons import find_rule, list_lessons
from companion.scripts.teaching import EVENT
from companion.widgets.buttons import ActionTile, IconButton, PrimaryButton, SecondaryButton
from companion.widgets.cards import RoundButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Panes, Row
from companion.widgets.page import Sheet
from companion.widgets.text import MUTED, IconLabel, Text
from companion.widgets.theme import ACCENTS, PRIMARY_HEIGHT, TOUCH_TARGET, look, sp

# Catalogue key and icon of the main button, which is always the next step.
_BUTTONS: Final[Mapping[Phase, tuple[str, Icon]]] = {
    Phase.MOVEMENT: ("cultists.board.do.moved", Icon.FORWARD),
    Phase.EVENT: ("cultists.board.do.draw", Icon.BELL),
    Phase.RESOLVE: ("cultists.board.do.resolved", Icon.FORWARD),
    Phase.ACTION: ("cultists.board.do.acted", Icon.FORWARD),
    Phase.VOTE: ("cultists.board.do.vote", Icon.FIST),
    Phase.OVER: ("cultists.board.do.again", Icon.REPEAT),
    **dict.fromkeys(QUESTION_PHASES, ("cultists.board.do.answer", Icon.ARROW_UP)),
}


def button_text(tr: Translator, state: State) -> tuple[str, Icon]:
    """Return text and icon of the main button."""
    if state.phase is Phase.CLEAN_UP and state.is_last_round:
        return tr("app.time_up"), Icon.HOURGLASS
    if state.phase is Phase.CLEAN_UP:
        return tr("cultists.board.do.round", hour=NUMERALS[state.round]), Icon.FORWARD
    key, icon = _BUTTONS[state.phase]
    return tr(key), icon


class Reminders(Column):
    """Buttons and reminders that depend on the moment; it takes no room while empty."""

    def __init__(
        self, tr: Translator, on_declare: Callable[[], object], on_automa: Callable[[], object]
    ) -> None:
        super().__init__(gap=8)
        words = Text(tr("cultists.board.firestarter"), MUTED)
        self._reminder = Row(IconLabel(Icon.FLAME, 22, tone="ember"), words, gap=8)
        self._declare = SecondaryButton(
            tr("cultists.question.declare.title"), on_declare, icon=Icon.CULTIST, outlined=True
        )
        self._automa = SecondaryButton(tr("cultists.automa.turn"), on_automa, icon=Icon.SEAT, outlined=True)

    def show(self, state: State) -> None:
        # Shown in phases without an Automa turn too, otherwise the clock would jump from phase to phase.
        has_automa_turn = state.setup.automa and state.round_phase is not RoundPhase.CLEAN_UP
        options = (
            (self._reminder, state.has_firestarter_reminder),
            (self._declare, state.can_declare),
            (self._automa, has_automa_turn),
        )
        visible = [part for part, is_visible in options if is_visible]
        show_children(self, *visible)
        # Padding to the part above.
        self.padding = (0, dp(8) if visible else 0, 0, 0)


class LessonCard(BaseLessonCard):
    def __init__(self, tr: Translator, look_up: RuleLookup | None = None) -> None:
        super().__init__(tr, ACCENTS[DEFINITION.accent], look_up)

    def show(self, state: State) -> None:
        """Show the lesson of the current phase."""
        self.show_lessons(*list_lessons(state))

    def explain_refusal(self, problem: Problem) -> bool:
        """Show the rule behind a refusal until the next step; return False if there is none."""
        return self.show_refusal(problem, find_rule(problem), **RULE_NUMBERS)


class RecordSheet(Sheet):
    def __init__(self, board: BoardPage) -> None:
        tr, state, navigator = board.app_context.tr, board.state, board.app_context.navigator
        self.tiles: dict[str, ActionTile] = {}
        grid = Grid(gap=8, min_column_width=98 * min(1.6, look().text_scale), max_columns=3)

        def add_tile(name: str, key: str, icon: Icon, act: Callable[[], object], tone: str = "sea") -> None:
            tile = ActionTile(tr(key), icon, close_sheet_then(navigator, act), border=tone, tone=tone)
            self.tiles[name] = tile
            grid.add_widget(tile)

        add_tile("building", "cultists.board.record.building", Icon.LIBRARY, board.open_building)
        add_tile("room", "cultists.happened.explored", Icon.KEY_CARD, partial(open_room_sheet, board))
        if not state.setup.first_game:
            add_tile("hazard", "cultists.happened.hazard", Icon.CARD, partial(board.open_sheet, HazardSheet))
        add_tile("dead", "cultists.death.title", Icon.SKULL, board.open_death, "evil")
        add_tile("vote", "cultists.board.record.vote", Icon.FIST, board.open_vote, "evil")
        add_tile("encounter", "cultists.encounter.who", Icon.PEOPLE, board.open_encounter)
        if not state.power and state.phase is Phase.ACTION:
            restore = partial(board.play_move, PowerRestored())
            add_tile("power", "cultists.happened.power_restored", Icon.LIGHTNING, restore, "candle")
        if state.is_gate_open:
            add_tile(
                "gate",
                "cultists.action.close_gate.name",
                Icon.GATE,
                partial(board.open_sheet, GateSheet),
                "ember",
            )
        add_tile("actions", "cultists.action.title", Icon.MENU_LIST, board.open_actions)
        super().__init__(tr("cultists.board.record.title"), grid, on_close=navigator.close_sheet)


# In dp: gaps and button sizes, and the limits of the clock's height.
_GAP_DP, _PANES_GAP_DP = 8, 28
_RECORD_PADDING_DP, _MAX_RECORD_DP = 62, 130
_MIN_FACE_DP, _MAX_FACE_DP = 236, 420


class BoardPage(CultistsPage):
    def __init__(self, context: AppContext, controller: CultistsController) -> None:
        self._history_button = IconButton(Icon.GRID_TABLE, self.open_history, tone="ink_2")
        super().__init__(context, controller, self._history_button)
        tr = context.tr
        look_up = create_rules_opener(context, DEFINITION, controller.session)
        self.lesson = LessonCard(tr, look_up) if context.is_coached(controller.session) else None
        self.in_play_button = RoundButton(Icon.EYE, partial(open_in_play, context, self.state.setup))
        self.clock = HourClock(tr, self.say_status, self._show_event, self.in_play_button)
        self.phases = PhaseBar(tr)
        self.now_line = NowLine(tr)
        self.track = PointsTrack(tr, self.state, self.open_building)
        self.tiles = StateTiles(
            tr,
            on_power=partial(self.open_sheet, PowerSheet),
            on_gate=partial(self.open_sheet, GateSheet),
            on_people=self.open_people,
        )
        self.reminders = Reminders(tr, self.open_declare, self.open_automa)
        info = Column(self.now_line if self.lesson is None else self.lesson, self.reminders, gap=0)
        self._lower_part = Column(self.phases, info, self.track, self.tiles, gap=_GAP_DP)
        self._board_panes = Panes(self.clock, self._lower_part, gap=_GAP_DP)
        self._question_column = Column(gap=12)
        self._result = ResultColumn(context, controller)
        self.main = PrimaryButton(
            " ", self._on_main, forward=True, accent=SEA, on_blocked=self._explain_disabled
        )
        self.record_button = SecondaryButton(
            tr("cultists.board.record.do"),
            partial(self.open_sheet, RecordSheet),
            icon=Icon.PLUS,
            size_hint_x=None,
            height=max(dp(PRIMARY_HEIGHT), sp(20) * 2.6),
        )
        self.record_button.label.max_lines, self.record_button.label.min_size = 1, 10
        needed_width = self.record_button.label.natural_width() + dp(_RECORD_PADDING_DP)
        self.record_button.width = min(needed_width, dp(_MAX_RECORD_DP) * min(1.2, look().text_scale))
        # On a narrow screen four buttons leave little room; a second line would make the clock jump.
        self.title.title.min_size = self.title.subtitle.min_size = 11
        self.title.subtitle.max_lines = 1
        self._footer = Row(self.record_button, self.main, gap=8)
        self.add_to_footer(self._footer)
        self._shown_state: State | None = None
        # Returns a random number below its argument.
        self.pick_random: Pick = SystemRandom().randrange
        # Triggered once for the last of the heights tried by the layout, because the clock is expensive to
        # draw.
        schedule_fit = Clock.create_trigger(self._fit_clock, -1)
        for part in (self.scroll, self._lower_part, self.clock.line):
            part.bind(height=schedule_fit)
        self.show()

    def enter(self) -> None:
        super().enter()
        self.controller.speak_opening()
        # Moves may have been played or edited on a page opened from here.
        if self._shown_state is not self.state:
            self.show()

    def _fit_clock(self, *_: object) -> None:
        """Give the clock the remaining height, so that the whole board fits on the screen."""
        is_wide = self._board_panes.orientation == "horizontal"
        self._board_panes.spacing = dp(_PANES_GAP_DP if is_wide else _GAP_DP)
        used_height = (
            self.clock.line.height + dp(6) + (0 if is_wide else self._lower_part.height + dp(_GAP_DP))
        )
        available_height = self.scroll.height - used_height - dp(20)
        self.clock.face.height = max(dp(_MIN_FACE_DP), min(dp(_MAX_FACE_DP), available_height))

    @cached_property
    def _event_sheet(self) -> EventSheet:
        return EventSheet(self)

    # -- moves ----------------------------------------------------------------------------------------------

    def _on_main(self) -> None:
        match self.state.phase:
            case Phase.OVER:
                self.app_context.play_again(self.session)
            case Phase.EVENT:
                self.draw_event()
            case Phase.VOTE:
                self.open_vote()
            case _:
                self.play_move(Next())

    def undo_last_move(self) -> None:
        self._undo()

    def _explain_disabled(self) -> None:
        self.app_context.toaster.show(self.app_context.tr("cultists.board.answer_first"))

    def _show_event(self, hour: int) -> None:
        """Show the event of the tapped hour."""
        for event in self.state.events:
            if event.round == hour:
                self._show_with_rule_link(
                    past_event_text(self.app_context.tr, event), f"{EVENT}:{event.event}"
                )

    def _show_with_rule_link(self, words: str, link: str) -> None:
        """Show the text as a toast, with a link to its rule if there is one."""
        if find_entry(DEFINITION, link) is None:
            self.app_context.toaster.show(words)
            return
        open_rule = partial(open_rules, self.app_context, DEFINITION, link, self.session)
        action = self.app_context.tr("app.rules.link")
        self.app_context.toaster.show(words, action_text=action, on_action=open_rule, icon=Icon.BOOK)

    # -- showing --------------------------------------------------------------------------------------------

    def show(self) -> None:
        super().show()
        # Redo replaces this button so that the title keeps its width; the history is in the menu too.
        self._history_button.opacity, self._history_button.width = (
            (0, 0) if self.session.can_redo else (1, dp(TOUCH_TARGET))
        )
        self._history_button.enabled = not self.session.can_redo
        state = self.state
        self._shown_state = state
        is_over, is_question = state.phase is Phase.OVER, state.phase in QUESTION_PHASES
        part = self._result if is_over else self._question_column if is_question else self._board_panes
        show_page_part(self, part)
        tr = self.app_context.tr
        self.title.show(tr("app.game.cultists"), tr("app.board.over") if is_over else round_text(tr, state))
        if is_over:
            self._result.show()
        elif is_question:
            self._show_question()
        else:
            self.clock.show(state)
            self.phases.show(state)
            if self.lesson is None:
                self.now_line.show(state)
            else:
                self.lesson.show(state)
            self.reminders.show(state)
            self.track.show(state)
            self.tiles.show(state)
        self.main.show(*button_text(tr, state))
        self.main.enabled = not is_question
        can_record = not is_over and not is_question
        show_children(self._footer, *((self.record_button,) if can_record else ()), self.main)

    def _show_question(self) -> None:
        """Show the question that only the table can answer."""
        self._question_column.clear_widgets()
        panel = build_question_panel(self.app_context, self)
        if panel is not None:
            self._question_column.add_widget(panel)

    # -- opening pages and sheets ---------------------------------------------------------------------------

    def restore_overlay(self, page: BoardOverlay | None, unsaved_state: Mapping[str, Any]) -> None:
        match page:
            case BoardOverlay.VOTE:
                self.open_vote()
            case BoardOverlay.VOTE_RESULT:
                from companion.screens.cultists.people import VoteResultPage

                self.app_context.push(VoteResultPage, self)
            case BoardOverlay.HISTORY:
                self.open_history()
                self.app_context.navigator.page.resume_edit(unsaved_state)

    def draw_event(self) -> None:
        self._event_sheet.show()
        self.app_context.navigator.open_sheet(self._event_sheet)

    def create_menu_items(self) -> Sequence[Widget]:
        return build_more_buttons(self)

    def open_sheet(self, build_sheet: Callable[[BoardPage], Sheet]) -> None:
        self.app_context.navigator.open_sheet(build_sheet(self))

    def open_people(self) -> None:
        self.open_sheet(PeopleSheet)

    def open_building(self) -> None:
        self.app_context.push(BuildingPage, self.controller)

    def open_vote(self, called_by: int | None = None) -> None:
        from companion.screens.cultists.vote import VotePage

        self.app_context.push(VotePage, self, called_by)

    def open_encounter(self) -> None:
        self.app_context.push(EncounterPage, self)

    def open_death(self, seat: int | None = None) -> None:
        open_death_sheet(self.app_context, self, seat)

    def open_declare(self) -> None:
        open_declare_sheet(self.app_context, self)

    def open_automa(self) -> None:
        self.app_context.navigator.open_sheet(
            AutomaSheet(self.app_context.tr, self.state, self.app_context.navigator.close_sheet)
        )

    def open_actions(self) -> None:
        self.app_context.push(ActionsPage, self.session)

    def open_history(self) -> None:
        from companion.screens.cultists.history import HistoryPage

        self.app_context.push(HistoryPage, self.controller)
