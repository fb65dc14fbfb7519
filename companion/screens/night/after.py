"""What follows a night: one that was stopped, and dawn."""

from __future__ import annotations

import time
from typing import Any

from kivy.metrics import dp

from companion.entry.whereabouts import SetupBookmark, SetupStep, make_prepared_bookmark
from companion.games.shelf import get_game
from companion.narrator.night import PreparedNight
from companion.narrator.player import NightPlayer
from companion.screens.labelled_rows import build_heading
from companion.screens.night.face import format_night_title
from companion.screens.night.voice import NightVoice
from companion.screens.preparing import SetupFlowPage
from companion.scripts.asides import stopped_cues
from companion.scripts.nights import NightSetup, find_night_definition
from companion.shell import AppContext
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.idle_clock import FrameTick
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import PrimaryButton, SecondaryButton
from companion.widgets.text import IconLabel, Text

# Below this height in dp the words would lie hidden under the buttons.
_DAWN_LOW_HEIGHT_DP = 480


class _LargeMessagePage(Page):
    """A great sign, a few words to be read from afar, and two ways on. A phone on its side has no room for
    all of it one below the other: there the sign is small and the buttons stand beside each other."""

    def __init__(self, bar: TitleBar, icon: Icon, size: float) -> None:
        super().__init__(bar)
        self._size = size
        self._icon = IconLabel(icon, size, tone="candle", pos_hint={"center_x": 0.5})
        self.body.add_widget(self._icon)
        self.bind(height=self._fit)

    def _fit(self, *_: object) -> None:
        is_low = self.height < dp(_DAWN_LOW_HEIGHT_DP)
        self._icon.size_sp = min(self._size, 40) if is_low else self._size
        self.body.padding[1] = dp(0 if is_low else 28)
        self.footer.orientation = "horizontal" if is_low else "vertical"


class StoppedPage(_LargeMessagePage):
    """Stop: everybody may look up, once no hand and no card shows. The same cards can go on from the right
    step. `player` says what is to be done meanwhile."""

    def __init__(
        self, context: AppContext, night: PreparedNight, player: NightPlayer, now: Any = time.monotonic
    ) -> None:
        tr = context.tr
        super().__init__(TitleBar(format_night_title(tr, night)), Icon.EYE, 112)
        self._app_context = context
        self._night = night
        self._player = player
        self._now = now
        self._voice = NightVoice(context, night)
        self._frame_tick = FrameTick(self._tick, lambda: self._player.next_event_at - self._now())
        first, *others = (tr(cue.line) for cue in stopped_cues(night.script))
        for part in (
            Text(first, face="title", size_sp=36, align="center"),
            *(Text(line, face="title", size_sp=36, align="center") for line in others),
            Text(tr("app.night.stopped_why"), size_sp=18, align="center", tone="ink_2"),
        ):
            self.body.add_widget(part)
        self.restart_button = PrimaryButton(tr("app.night.restart"), context.navigator.pop, icon=Icon.AGAIN)
        self.end_button = SecondaryButton(tr("app.night.leave"), self._leave_night, icon=Icon.CLOSE)
        self.add_to_footer(self.end_button, self.restart_button)

    def enter(self) -> None:
        self._frame_tick.start()

    def leave(self) -> None:
        self._frame_tick.stop()

    def suspend(self) -> None:
        self._voice.handle_events(self._player.suspend(self._now()))

    def _tick(self, _: float) -> None:
        self._voice.handle_events(self._player.tick(self._now()))
        if self._player.is_waiting:
            self._app_context.speech.close_device_if_silent()

    def _leave_night(self) -> None:
        """Nobody is left with shut eyes: what was still to be said is said on the way."""
        if not self._player.is_waiting or self._player.is_suspended:
            self._app_context.speech.announce(stopped_cues(self._night.script)[-1].line)
        self._app_context.navigator.pop(2)

    def handle_back(self) -> bool:
        self._leave_night()
        return True


class DawnPage(_LargeMessagePage, SetupFlowPage):
    """The night is over, after so many seconds if that is known; the game waits."""

    def __init__(self, context: AppContext, setup: NightSetup, duration: float | None = None) -> None:
        tr, night = context.tr, find_night_definition(setup)
        dawn = night.dawn_text(setup)
        bar = TitleBar(tr(f"app.game.{night.game}"), on_back=context.go_back)
        super().__init__(bar, Icon.SUN, 88 if dawn.card_tasks else 120)
        self._app_context = context
        self._setup = setup
        self._duration = duration
        self._game = night.game
        for part in (
            Text(tr("app.night.dawn"), face="title", size_sp=48, min_size=30, align="center"),
            Text(tr(dawn.starter_key, name=dawn.starter_name), size_sp=20, align="center"),
        ):
            self.body.add_widget(part)
        if dawn.card_tasks:
            steps = (Text(tr(key, name=name), size_sp=18) for key, name in dawn.card_tasks)
            self.body.add_widget(Card(*steps, gap=12))
        if dawn.rules:
            rules = (Text(tr(key), tone="ink_2") for key in dawn.rules)
            self.body.add_widget(Card(build_heading(Icon.INFO, tr(dawn.rules_title)), *rules, gap=10))
        self.replay_button = SecondaryButton(tr("app.night.replay"), self._replay, icon=Icon.AGAIN)
        self.main = PrimaryButton(tr(dawn.next_key), self._start_game, forward=True)
        self.add_to_footer(self.replay_button, self.main)

    def create_bookmark(self) -> SetupBookmark:
        return make_prepared_bookmark(
            self._app_context.resume_state.bookmark,
            self._game,
            self._setup,
            SetupStep.DAWN,
            keep_selection=True,
        )

    def _start_game(self) -> None:
        self._app_context.start_session(get_game(self._game).rules, self._setup, self._duration)

    def _replay(self) -> None:
        self._app_context.navigator.pop()
        self._app_context.speech.start_night(self._setup)
