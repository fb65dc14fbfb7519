"""Before the votes are told: what to do, who began it, and the count to three."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.metrics import dp

from companion.entry.cultists.vote_words import knife_rule
from companion.games.cultists.state import Awaits, State
from companion.i18n.translator import Translator
from companion.screens.cultists.role_marks import SEA
from companion.scripts.cultists.lessons import vote_rule
from companion.scripts.cultists.said import call_to_vote, count_to_three
from companion.shell import Shell
from companion.widgets.cards import Card, Choice
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import Box
from companion.widgets.tap import SideButton, Tap
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_MAIN, paint

if TYPE_CHECKING:
    from companion.screens.timer import TimerDesk

_STEPS = (
    (Icon.PEOPLE, "cultists.ballot.step.talk"),
    (Icon.EYE_CLOSED, "cultists.ballot.step.eyes"),
    (Icon.POINTING_FINGER, "cultists.ballot.step.point"),
    (Icon.FIST, "cultists.ballot.step.fist"),
    (Icon.EYE, "cultists.ballot.step.look"),
)
# Seconds: from number to number, for the call with no voice to say it, and for everybody to point after it:
# the count ends the pointing and does not start it.
BEAT = 1.2
_CALL, _POINTING = 3.0, 2.5
_NUMBERS = 3
_BUZZ = 0.08


def may_be_called(state: State) -> bool:
    """Whether somebody in the Dining Hall could have started the vote that is coming."""
    return state.awaits is not Awaits.VOTE and state.may_start_vote


class CallColumn(Column):
    """How a vote is held, for learners also how it is decided. `on_called` gets who started it, or None."""

    def __init__(
        self,
        tr: Translator,
        state: State,
        called_by: int | None,
        on_called: Callable[[int | None], object],
        timer: TimerDesk,
        *,
        learning: bool,
    ) -> None:
        super().__init__(gap=12)
        self._timer = timer
        if may_be_called(state):
            names = [(seat, tr.player(state.setup.players[seat])) for seat in state.living_players]
            options: list[tuple[int | None, str]] = [*names, (None, tr("app.nobody"))]
            self.add_widget(Text(tr("cultists.ballot.who_called"), face="title", size_sp=20))
            self.called = Choice(options, called_by, on_called, narrowest=104, most_columns=3, accent=SEA)
            self.add_widget(self.called)
        steps = Card(gap=14)
        for icon, key in _STEPS:
            steps.add_widget(_row(icon, tr(key), "sea"))
        knife = knife_rule(tr, state)
        if knife:
            steps.add_widget(_row(Icon.KNIFE, knife, "candle"))
        if learning:
            steps.add_widget(_row(Icon.BOOK_OPEN, tr(vote_rule(state.setup)), "sea"))
        self.add_widget(steps)
        self.add_widget(SideButton(tr("app.timer.title"), timer.open, icon=Icon.TIMER, outlined=True))

    def take_timer(self) -> None:
        """The time is watched here while people talk; the board takes its bar back when it is entered."""
        bar = self._timer.bar
        if bar.parent is not None:
            bar.parent.remove_widget(bar)
        self.add_widget(bar)


def _row(icon: Icon, words: str, tone: str) -> Row:
    middle = {"center_y": 0.5}
    return Row(Glyph(icon, 30, tone=tone, pos_hint=middle), Text(words, size_sp=18, pos_hint=middle), gap=14)


class ThreeCount(Tap):
    """The call to vote and the count, spoken, and as large as the screen for those who look. A tap
    ends it."""

    def __init__(self, shell: Shell, on_done: Callable[[], object]) -> None:
        self._shell = shell
        self._on_done = on_done
        self._numbers = (*count_to_three(),)
        # A count keeps its beat: no number may wait for an engine.
        shell.speaking.learn((*call_to_vote(), *self._numbers))
        self._beat = -1
        super().__init__(
            self.finish, orientation="vertical", size_hint_y=None, height=dp(420), padding=dp(20)
        )
        Box(self, radius=RADIUS_MAIN, ground=paint("sea_deep"), edge=paint("sea"), line=2)
        self.number = Text(
            "", weight=700, size_sp=190, smallest=24, most=6, align="center", grow="none", scaled=False
        )
        self.add_widget(self.number)

    def start(self) -> None:
        self._beat = -1
        shell = self._shell
        call = call_to_vote()
        woken_after = shell.speaking.lead_in
        shell.speaking.say(call)
        settings, narration = shell.settings, shell.speaking.narration
        told = narration.lines(call, settings, engine=False) if settings.speak_in_game else ()
        self.number.size_sp = 44
        self.number.content = " ".join(map(shell.tr, call))
        spoken = woken_after + sum(line.seconds for line in told) if told else _CALL
        self._after(spoken + _POINTING)

    def step(self, *_: object) -> None:
        """The next number; after the last one eyes open, and then it is over."""
        self._beat += 1
        if self._beat >= len(self._numbers):
            self.finish()
            return
        self._shell.speaking.say((self._numbers[self._beat],))
        self._shell.buzz(_BUZZ)
        number = self._beat < _NUMBERS
        self.number.size_sp = 190 if number else 48
        tr = self._shell.tr
        self.number.content = tr.number(self._beat + 1) if number else tr("cultists.ballot.eyes_open")
        self._after(BEAT)

    def finish(self) -> None:
        self.stop()
        self._on_done()

    def stop(self) -> None:
        Clock.unschedule(self.step)

    def _after(self, seconds: float) -> None:
        Clock.unschedule(self.step)
        Clock.schedule_once(self.step, seconds)
