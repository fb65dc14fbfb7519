"""What follows a night: one that was stopped, and dawn."""

from __future__ import annotations

import time
from typing import Any

from kivy.metrics import dp

from companion.entry.whereabouts import Bookmark, Place, with_setup
from companion.games.shelf import game_of
from companion.narrator.night import Night
from companion.narrator.player import Player
from companion.screens.labelled_rows import heading
from companion.screens.night.face import night_title
from companion.screens.night.voice import NightVoice
from companion.screens.preparing import Preparing
from companion.scripts.asides import stopped
from companion.scripts.nights import Seated, night_for
from companion.shell import Shell
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.idle_clock import FrameTick
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import MainButton, SideButton
from companion.widgets.text import Glyph, Text

# Below this height in dp the words would lie hidden under the buttons.
_LOW = 480


class _Looking(Page):
    """A great sign, a few words to be read from afar, and two ways on. A phone on its side has no room for
    all of it one below the other: there the sign is small and the buttons stand beside each other."""

    def __init__(self, bar: TitleBar, sign: Icon, size: float) -> None:
        super().__init__(bar)
        self._size = size
        self._sign = Glyph(sign, size, tone="candle", pos_hint={"center_x": 0.5})
        self.body.add_widget(self._sign)
        self.bind(height=self._fit)

    def _fit(self, *_: object) -> None:
        low = self.height < dp(_LOW)
        self._sign.size_sp = min(self._size, 40) if low else self._size
        self.body.padding[1] = dp(0 if low else 28)
        self.footer.orientation = "horizontal" if low else "vertical"


class StoppedPage(_Looking):
    """Stop: everybody may look up, once no hand and no card shows. The same cards can go on from the right
    step. `player` says what is to be done meanwhile."""

    def __init__(self, shell: Shell, night: Night, player: Player, now: Any = time.monotonic) -> None:
        tr = shell.tr
        super().__init__(TitleBar(night_title(tr, night)), Icon.EYE, 112)
        self._shell = shell
        self._night = night
        self._player = player
        self._now = now
        self._voice = NightVoice(shell, night)
        self._frame_tick = FrameTick(self._tick, lambda: self._player.wakes_at - self._now())
        first, *then = (tr(cue.line) for cue in stopped(night.script))
        for part in (
            Text(first, face="title", size_sp=36, align="center"),
            *(Text(line, face="title", size_sp=36, align="center") for line in then),
            Text(tr("app.night.stopped_why"), size_sp=18, align="center", tone="ink_2"),
        ):
            self.body.add_widget(part)
        self.restart = MainButton(tr("app.night.restart"), shell.stage.leave, icon=Icon.AGAIN)
        self.end = SideButton(tr("app.night.leave"), self._leave, icon=Icon.CLOSE)
        self.with_footer(self.end, self.restart)

    def enter(self) -> None:
        self._frame_tick.start()

    def leave(self) -> None:
        self._frame_tick.stop()

    def suspend(self) -> None:
        self._voice.do(self._player.suspend(self._now()))

    def _tick(self, _: float) -> None:
        self._voice.do(self._player.tick(self._now()))
        if self._player.waits:
            self._shell.speaking.close_device_if_silent()

    def _leave(self) -> None:
        """Nobody is left with shut eyes: what was still to be said is said on the way."""
        if not self._player.waits or self._player.suspended:
            self._shell.speaking.call(stopped(self._night.script)[-1].line)
        self._shell.stage.leave(2)

    def go_back(self) -> bool:
        self._leave()
        return True


class DawnPage(_Looking, Preparing):
    """The night is over, after so many seconds if that is known; the game waits."""

    def __init__(self, shell: Shell, setup: Seated, lasted: float | None = None) -> None:
        tr, night = shell.tr, night_for(setup)
        dawn = night.dawn(setup)
        bar = TitleBar(tr(f"app.game.{night.game}"), on_back=shell.back)
        super().__init__(bar, Icon.SUN, 88 if dawn.cards else 120)
        self._shell = shell
        self._setup = setup
        self._lasted = lasted
        self._game = night.game
        for part in (
            Text(tr("app.night.dawn"), face="title", size_sp=48, smallest=30, align="center"),
            Text(tr(dawn.begins, name=dawn.name), size_sp=20, align="center"),
        ):
            self.body.add_widget(part)
        if dawn.cards:
            steps = (Text(tr(key, name=name), size_sp=18) for key, name in dawn.cards)
            self.body.add_widget(Card(*steps, gap=12))
        if dawn.rules:
            rules = (Text(tr(key), tone="ink_2") for key in dawn.rules)
            self.body.add_widget(Card(heading(Icon.INFO, tr(dawn.rules_title)), *rules, gap=10))
        self.again = SideButton(tr("app.night.replay"), self._replay, icon=Icon.AGAIN)
        self.main = MainButton(tr(dawn.onward), self._go_on, onward=True)
        self.with_footer(self.again, self.main)

    def bookmark(self) -> Bookmark:
        return with_setup(self._shell.whereabouts.mark, self._game, self._setup, Place.DAWN, chosen=True)

    def _go_on(self) -> None:
        self._shell.start_table(game_of(self._game).rules, self._setup, self._lasted)

    def _replay(self) -> None:
        self._shell.stage.leave()
        self._shell.speaking.begin(self._setup)
