"""The board: clock, phases, points, power, Gate, Knife and Ghosts, and one button for what is next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from random import SystemRandom
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.cultists.words import event_at, round_line
from companion.entry.whereabouts import Above
from companion.games.cultists.events import Pick
from companion.games.cultists.manifest import MANIFEST
from companion.games.cultists.moves import Next
from companion.games.cultists.state import Awaits, State
from companion.screens.cultists.automa import AutomaSheet
from companion.screens.cultists.clock import HourClock
from companion.screens.cultists.deaths import open_dead
from companion.screens.cultists.end_questions import answer_panel, open_declare
from companion.screens.cultists.event_sheet import EventSheet
from companion.screens.cultists.in_play import open_in_play
from companion.screens.cultists.lesson import LessonCard
from companion.screens.cultists.more import offers
from companion.screens.cultists.people import PeopleSheet
from companion.screens.cultists.phases import NowLine, PhaseBar
from companion.screens.cultists.points_track import PointsTrack
from companion.screens.cultists.power_gate import GateSheet, PowerSheet
from companion.screens.cultists.reminders import Aside
from companion.screens.cultists.result import ResultColumn
from companion.screens.cultists.role_marks import SEA
from companion.screens.cultists.rooms import HazardSheet, RoomSheet
from companion.screens.cultists.sitting import CultistsSitting
from companion.screens.cultists.table_page import CultistsPage
from companion.screens.cultists.tiles import Tiles
from companion.screens.cultists.what_happened import RecordSheet
from companion.screens.cultists.words import main_words
from companion.screens.rules.links import entry_for, lookup, open_rules
from companion.scripts.rulebooks import EVENT
from companion.shell import Shell
from companion.widgets.cards import RoundButton
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Panes, Row
from companion.widgets.tap import IconButton, MainButton, SideButton
from companion.widgets.theme import MAIN_HEIGHT, TARGET, look, sp

# In dp: between the parts, and what a clock must have to be read and may take at most.
_GAP, _BETWEEN_PANES = 8, 28
_BESIDE_NOTE, _MOST_NOTE = 62, 130
_LEAST_FACE, _MOST_FACE = 236, 420
# Questions that stand alone until they are answered.
_QUESTIONS = (Awaits.REVEALED, Awaits.KILLS, Awaits.SEER_GUESS)


class BoardPage(CultistsPage):
    def __init__(self, shell: Shell, sitting: CultistsSitting) -> None:
        self._past = IconButton(Icon.GRID_TABLE, self.open_history, tone="ink_2")
        super().__init__(shell, sitting, self._past)
        tr = shell.tr
        look_up = lookup(shell, MANIFEST, sitting.table)
        self.lesson = LessonCard(tr, look_up) if shell.learns(sitting.table) else None
        self.in_play = RoundButton(Icon.EYE, self._open_in_play)
        self.clock = HourClock(tr, self.say_status, self._tell_event, self.in_play)
        self.phases = PhaseBar(tr)
        self.now = NowLine(tr)
        self.track = PointsTrack(tr, self.state, self.open_building)
        self.tiles = Tiles(tr, on_power=self.open_power, on_gate=self.open_gate, on_people=self.open_people)
        self.aside = Aside(tr, self.open_declare, self.open_automa)
        told = Column(self.now if self.lesson is None else self.lesson, self.aside, gap=0)
        self._below = Column(self.phases, told, self.track, self.tiles, gap=_GAP)
        self._playing = Panes(self.clock, self._below, gap=_GAP)
        self._question = Column(gap=12)
        self._result = ResultColumn(shell, sitting)
        self.main = MainButton(" ", self._main, onward=True, accent=SEA, why=self._say_why)
        self.record = SideButton(
            tr("cultists.board.record.do"), self.open_record, icon=Icon.PLUS, size_hint_x=None,
            height=max(dp(MAIN_HEIGHT), sp(20) * 2.6),
        )  # fmt: skip
        self.record.label.most, self.record.label.smallest = 1, 10
        wanted = self.record.label.natural_width() + dp(_BESIDE_NOTE)
        self.record.width = min(wanted, dp(_MOST_NOTE) * min(1.2, look().text_scale))
        # Beside four tools a narrow screen has little room; a second line would make the clock jump.
        self.title.title.smallest = self.title.subtitle.smallest = 11
        self.title.subtitle.most = 1
        self._footer = Row(self.record, self.main, gap=8)
        self.with_footer(self._footer)
        self._shown: State | None = None
        # A number below the one it is given.
        self.pick: Pick = SystemRandom().randrange
        # For the last of the heights that a layout tries: the clock is much to draw.
        fit_soon = Clock.create_trigger(self._fit_clock, -1)
        for part in (self.scroll, self._below, self.clock.line):
            part.bind(height=fit_soon)
        self.show()

    def enter(self) -> None:
        super().enter()
        self.sitting.welcome()
        # The past may have been edited, a vote held or a book shelved on the screen that was open meanwhile.
        if self._shown is not self.state:
            self.show()

    def _fit_clock(self, *_: object) -> None:
        """The clock takes the height that is left, so that the whole board can be seen at once."""
        beside = self._playing.orientation == "horizontal"
        self._playing.spacing = dp(_BETWEEN_PANES if beside else _GAP)
        taken = self.clock.line.height + dp(6) + (0 if beside else self._below.height + dp(_GAP))
        room = self.scroll.height - taken - dp(20)
        self.clock.face.height = max(dp(_LEAST_FACE), min(dp(_MOST_FACE), room))

    @cached_property
    def _bag(self) -> EventSheet:
        return EventSheet(self)

    # -- moves ----------------------------------------------------------------------------------------------

    def _main(self) -> None:
        match self.state.awaits:
            case Awaits.OVER:
                self.shell.play_again(self.table)
            case Awaits.EVENT:
                self.draw_event()
            case Awaits.VOTE:
                self.open_vote()
            case _:
                self.play(Next())

    def take_back(self) -> None:
        self._undo()

    def _say_why(self) -> None:
        self.shell.toaster.show(self.shell.tr("cultists.board.answer_first"))

    def _tell_event(self, hour: int) -> None:
        """What was drawn at an hour that was tapped."""
        for drawn in self.state.events:
            if drawn.round == hour:
                self._tell_with_rule(event_at(self.shell.tr, drawn), f"{EVENT}:{drawn.event}")

    def _tell_with_rule(self, words: str, link: str) -> None:
        """With the rule behind it one tap away, where there is one to read."""
        if entry_for(MANIFEST, link) is None:
            self.shell.toaster.show(words)
            return
        read = partial(open_rules, self.shell, MANIFEST, link, self.table)
        action = self.shell.tr("app.rules.link")
        self.shell.toaster.show(words, action=action, on_action=read, icon=Icon.BOOK)

    # -- showing --------------------------------------------------------------------------------------------

    def show(self) -> None:
        super().show()
        # Redo takes its place, so that the title keeps its room; the history is under `more` as well.
        self._past.opacity, self._past.width = (0, 0) if self.table.can_redo else (1, dp(TARGET))
        self._past.enabled = not self.table.can_redo
        state = self.state
        self._shown = state
        over, asked = state.awaits is Awaits.OVER, state.awaits in _QUESTIONS
        self._show_body(self._result if over else self._question if asked else self._playing)
        self._show_title(state)
        if over:
            self._result.show()
        elif asked:
            self._ask()
        else:
            self.clock.show(state)
            self.phases.show(state)
            if self.lesson is None:
                self.now.show(state)
            else:
                self.lesson.show(state)
            self.aside.show(state)
            self.track.show(state)
            self.tiles.show(state)
        self.main.show(*main_words(self.shell.tr, state))
        self.main.enabled = not asked
        self._show_record(shown=not over and not asked)

    def _show_body(self, wanted: Widget) -> None:
        if wanted.parent is None:
            self.body.clear_widgets()
            self.body.add_widget(wanted)
            self.scroll.scroll_y = 1

    def _ask(self) -> None:
        """The question that only the table can answer."""
        self._question.clear_widgets()
        panel = answer_panel(self.shell, self)
        if panel is not None:
            self._question.add_widget(panel)

    def _show_title(self, state: State) -> None:
        tr = self.shell.tr
        over = state.awaits is Awaits.OVER
        self.title.show(tr("app.game.cultists"), tr("app.board.over") if over else round_line(tr, state))

    def _show_record(self, *, shown: bool) -> None:
        if shown and self.record.parent is None:
            self._footer.add_widget(self.record, index=1)
        elif not shown and self.record.parent is not None:
            self._footer.remove_widget(self.record)

    # -- ways on --------------------------------------------------------------------------------------------

    def reopen(self, page: Above | None, doing: Mapping[str, Any]) -> None:
        match page:
            case Above.VOTE:
                self.open_vote()
            case Above.VOTE_RESULT:
                from companion.screens.cultists.vote_result import VoteResultPage

                self.shell.visit(VoteResultPage, self)
            case Above.HISTORY:
                self.open_history()
                self.shell.stage.page.edit_again(doing)

    def draw_event(self) -> None:
        self._bag.show()
        self.shell.stage.open_sheet(self._bag)

    def own_offers(self) -> Sequence[Widget]:
        return offers(self)

    def _open_in_play(self) -> None:
        open_in_play(self.shell, self.state.setup)

    def open_record(self) -> None:
        self.shell.stage.open_sheet(RecordSheet(self))

    def open_power(self) -> None:
        self.shell.stage.open_sheet(PowerSheet(self))

    def open_gate(self) -> None:
        self.shell.stage.open_sheet(GateSheet(self))

    def open_people(self) -> None:
        self.shell.stage.open_sheet(PeopleSheet(self))

    def open_room(self) -> None:
        self.shell.stage.open_sheet(RoomSheet(self))

    def open_hazard(self) -> None:
        self.shell.stage.open_sheet(HazardSheet(self))

    def open_building(self) -> None:
        from companion.screens.cultists.building import BuildingPage

        self.shell.visit(BuildingPage, self.sitting)

    def open_vote(self, called_by: int | None = None) -> None:
        from companion.screens.cultists.vote import VotePage

        self.shell.visit(VotePage, self, called_by)

    def open_encounter(self) -> None:
        from companion.screens.cultists.encounter import EncounterPage

        self.shell.visit(EncounterPage, self)

    def open_dead(self, seat: int | None = None) -> None:
        open_dead(self.shell, self, seat)

    def open_declare(self) -> None:
        open_declare(self.shell, self)

    def open_automa(self) -> None:
        self.shell.stage.open_sheet(AutomaSheet(self.shell.tr, self.state, self.shell.stage.close_sheet))

    def open_actions(self) -> None:
        from companion.screens.cultists.actions import ActionsPage

        self.shell.visit(ActionsPage, self.table)

    def open_history(self) -> None:
        from companion.screens.cultists.history import HistoryPage

        self.shell.visit(HistoryPage, self.sitting)
