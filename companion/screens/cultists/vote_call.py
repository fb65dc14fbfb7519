"""Before the votes are told: what to do, who began it, and the count to three."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.metrics import dp

from companion.app_context import AppContext
from companion.entry.cultists.vote_words import knife_rule_text
from companion.games.cultists.state import Phase, State
from companion.i18n.translator import Translator
from companion.screens.cultists.role_marks import SEA
from companion.scripts.cultists.lessons import vote_rule_key
from companion.scripts.cultists.said import count_to_three_lines, vote_call_lines
from companion.widgets.buttons import Pressable, SecondaryButton
from companion.widgets.cards import Card, ChoiceChips
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_PRIMARY, theme_colour

if TYPE_CHECKING:
    from companion.screens.timer import TimerController

_STEPS = (
    (Icon.PEOPLE, "cultists.ballot.step.talk"),
    (Icon.EYE_CLOSED, "cultists.ballot.step.eyes"),
    (Icon.POINTING_FINGER, "cultists.ballot.step.point"),
    (Icon.FIST, "cultists.ballot.step.fist"),
    (Icon.EYE, "cultists.ballot.step.look"),
)
# Seconds: from number to number, for the call with no voice to say it, and for everybody to point after it:
# the count ends the pointing and does not start it.
BEAT_SECONDS = 1.2
_CALL_SECONDS, _POINTING_SECONDS = 3.0, 2.5
_COUNT_TO = 3
_VIBRATE_SECONDS = 0.08


def can_be_called(state: State) -> bool:
    """Whether somebody in the Dining Hall could have started the vote that is coming."""
    return state.phase is not Phase.VOTE and state.can_start_vote


class CallColumn(Column):
    """How a vote is held, for learners also how it is decided. `on_caller` gets who started it, or None."""

    def __init__(
        self,
        tr: Translator,
        state: State,
        called_by: int | None,
        on_caller: Callable[[int | None], object],
        timer: TimerController,
        *,
        learning: bool,
    ) -> None:
        super().__init__(gap=12)
        self._timer = timer
        if can_be_called(state):
            names = [(seat, tr.player_name(state.setup.players[seat])) for seat in state.living_players]
            options: list[tuple[int | None, str]] = [*names, (None, tr("app.nobody"))]
            self.add_widget(Text(tr("cultists.ballot.who_called"), face="title", size_sp=20))
            self.caller_choice = ChoiceChips(
                options, called_by, on_caller, min_column_width=104, max_columns=3, accent=SEA
            )
            self.add_widget(self.caller_choice)
        steps = Card(gap=14)
        for icon, key in _STEPS:
            steps.add_widget(_build_row(icon, tr(key), "sea"))
        knife = knife_rule_text(tr, state)
        if knife:
            steps.add_widget(_build_row(Icon.KNIFE, knife, "candle"))
        if learning:
            steps.add_widget(_build_row(Icon.BOOK_OPEN, tr(vote_rule_key(state.setup)), "sea"))
        self.add_widget(steps)
        self.add_widget(SecondaryButton(tr("app.timer.title"), timer.open, icon=Icon.TIMER, outlined=True))

    def attach_timer(self) -> None:
        """The time is watched here while people talk; the board takes its bar back when it is entered."""
        bar = self._timer.bar
        if bar.parent is not None:
            bar.parent.remove_widget(bar)
        self.add_widget(bar)


def _build_row(icon: Icon, words: str, tone: str) -> Row:
    middle = {"center_y": 0.5}
    return Row(
        IconLabel(icon, 30, tone=tone, pos_hint=middle), Text(words, size_sp=18, pos_hint=middle), gap=14
    )


class Countdown(Pressable):
    """The call to vote and the count, spoken, and as large as the screen for those who look. A tap
    ends it."""

    def __init__(self, context: AppContext, on_done: Callable[[], object]) -> None:
        self._app_context = context
        self._on_done = on_done
        self._count_lines = (*count_to_three_lines(),)
        # A count keeps its beat: no number may wait for an engine.
        context.speech.prepare_lines((*vote_call_lines(), *self._count_lines))
        self._beat_index = -1
        super().__init__(
            self.finish, orientation="vertical", size_hint_y=None, height=dp(420), padding=dp(20)
        )
        RoundedBox(
            self,
            radius=RADIUS_PRIMARY,
            background=theme_colour("sea_deep"),
            border=theme_colour("sea"),
            line_width=2,
        )
        self.number = Text(
            "",
            weight=700,
            size_sp=190,
            min_size=24,
            max_lines=6,
            align="center",
            autosize="none",
            scaled=False,
        )
        self.add_widget(self.number)

    def start(self) -> None:
        self._beat_index = -1
        context = self._app_context
        call = vote_call_lines()
        lead_in = context.speech.lead_in_seconds
        context.speech.speak(call)
        settings, narration = context.settings, context.speech.narration
        lines = narration.render_lines(call, settings, use_engine=False) if settings.speak_in_game else ()
        self.number.size_sp = 44
        self.number.content = " ".join(map(context.tr, call))
        speech_seconds = lead_in + sum(line.seconds for line in lines) if lines else _CALL_SECONDS
        self._schedule_step(speech_seconds + _POINTING_SECONDS)

    def step(self, *_: object) -> None:
        """The next number; after the last one eyes open, and then it is over."""
        self._beat_index += 1
        if self._beat_index >= len(self._count_lines):
            self.finish()
            return
        self._app_context.speech.speak((self._count_lines[self._beat_index],))
        self._app_context.vibrate(_VIBRATE_SECONDS)
        is_number = self._beat_index < _COUNT_TO
        self.number.size_sp = 190 if is_number else 48
        tr = self._app_context.tr
        self.number.content = (
            tr.format_number(self._beat_index + 1) if is_number else tr("cultists.ballot.eyes_open")
        )
        self._schedule_step(BEAT_SECONDS)

    def finish(self) -> None:
        self.stop()
        self._on_done()

    def stop(self) -> None:
        Clock.unschedule(self.step)

    def _schedule_step(self, seconds: float) -> None:
        Clock.unschedule(self.step)
        Clock.schedule_once(self.step, seconds)
