"""A guide read aloud, with both hands on the cards: one sentence very large, then time to do it.

A tap anywhere is done, next. Every step that is passed is ticked before the next one is read, so that the
guide is found there again whatever happens to the app.
"""

from __future__ import annotations

from math import ceil
from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.entry import guide_ticks
from companion.games.shelf import game_for
from companion.narrator.reading import Mode
from companion.screens.guide.reader import ReadAloud, Reader
from companion.screens.labelled_rows import labelled
from companion.screens.scene_picture import Lit, ScenePicture
from companion.scripts.guides import Step
from companion.scripts.nights import Seated
from companion.scripts.scenes import HEIGHT, WIDTH
from companion.scripts.sentences import Sentence
from companion.shell import Shell
from companion.widgets.cards import OnOff
from companion.widgets.hold_ring import HoldRing
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.page import TitleBar
from companion.widgets.step_bar import StepBar
from companion.widgets.tap import MainButton, SideButton
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS, look, sp

# Of the height: the picture above the words, and the ring below them.
_PICTURE, _RING = 0.34, 0.15
# Of what title and keys leave, the picture takes no more than so much.
_OF_REST = 0.5
# Below this height in sp there is no room for the hint.
_LOW = 500
# In dp: so wide is a ring that has room for a word.
_WORDY = 90


class ReadingPage(ReadAloud):
    widest = 1040

    def __init__(self, shell: Shell, setup: Seated) -> None:
        self._shell, self._setup = shell, setup
        tr, self._game = shell.tr, game_for(setup)
        self._script = self._game.part("scripts", "guide")
        self._steps: tuple[Step, ...] = guide_ticks.steps_for(self._game, setup)
        self._ticks = guide_ticks.open_ticks(shell, self._game, setup)
        accent = ACCENTS[self._game.accent]
        title = tr("guide.title", game=tr(f"app.game.{self._game.id}"))
        self._head = TitleBar(title, " ", on_back=shell.back, back_icon=Icon.CLOSE)
        super().__init__(self._head)
        self.remove_widget(self.scroll)
        self.reader = Reader(
            shell,
            [Sentence(step.key, step.args) for step in self._steps],
            [step.pause for step in self._steps],
            self._show,
            at=self._first(),
            by_itself=guide_ticks.goes_by_itself(shell),
        )
        self._was_at = self.reader.at
        self._bar = StepBar(len(self._steps), now=accent.fill)
        self.picture = ScenePicture(tr, accent=accent)
        self.line = Text("", face="title", size_sp=40, smallest=14, align="center", grow="none")
        self.ring = HoldRing(96, day=True, pos_hint={"center_x": 0.5, "center_y": 0.5})
        self._hint = Text("", align="center", tone="ink_2", most=2)
        self._words = BoxLayout(orientation="vertical", spacing=dp(8))
        for part in (self.line, self.ring):
            self._words.add_widget(part)
        self._middle = BoxLayout(spacing=dp(12))
        self._side = Column(self._bar, self.picture, gap=6)
        self._middle.add_widget(self._side)
        self._middle.add_widget(self._words)
        self.add_widget(self._middle)
        self.back_step = SideButton(
            tr("app.night.back"), self.reader.back, icon=Icon.BACK, mirrored=True, outlined=True
        )
        self.pause = SideButton("", self._pause, icon=Icon.PAUSE, outlined=True)
        self._by_itself = OnOff(self.reader.reading.by_itself, self._go_by_itself)
        self.begin = MainButton(
            tr("app.setup.deal" if self._game.night else "guide.begin"),
            self._begin, accent=accent, onward=True,
        )  # fmt: skip
        self._switch = labelled(tr("guide.reading.by_itself"), self._by_itself)
        self._keys = Column(gap=6)
        self._pair = Row(gap=8)
        self._laid_out: tuple[bool, bool] | None = None
        self.with_footer(self._keys)
        self._pressed: Any = None
        self._middle.bind(size=self._fit)

    def _first(self) -> int:
        """The first step that is not done, in the part that is open if there is one."""
        left = [place for place, step in enumerate(self._steps) if step.id not in self._ticks.done]
        here = [place for place in left if self._steps[place].part == self._ticks.part]
        return next(iter(here or left), 0)

    def _fit(self, *_: object) -> None:
        """On its side a phone has no height for one thing above another."""
        lying, low = self.width > self.height, self.height < sp(_LOW)
        if (lying, low) != self._laid_out:
            self._laid_out = (lying, low)
            self._lay_out(lying, low)
        side = max(dp(self.margin), (self.width - dp(self.widest)) / 2)
        self._middle.padding = (side, 0, side, 0)
        rest = self._middle.height - self._bar.height - dp(8)
        # Letters that the reader enlarged need the room more than the picture.
        part = _PICTURE * min(1.0, 1.15 / look().text_scale)
        highest = max(dp(60), rest if lying else min(self.height * part, rest * _OF_REST))
        self.picture.limit(highest)
        if lying:
            self._side.width = min(self.width * 0.4, highest * WIDTH / HEIGHT)
        across = max(dp(48), min(dp(150), rest * 0.45 if lying else min(self.height * _RING, rest * 0.22)))
        self.ring.size = (across, across)

    def _lay_out(self, lying: bool, low: bool) -> None:
        self._middle.orientation = "horizontal" if lying else "vertical"
        self._words.orientation = "horizontal" if lying else "vertical"
        self._side.pos_hint = {"top": 1} if lying else {}
        self._side.size_hint_x = None if lying else 1
        parts = [self._side, self._words]
        within = [self.line, self.ring]
        if lying and look().rtl:
            parts.reverse()
            within.reverse()
        for box, children in ((self._middle, parts), (self._words, within)):
            box.clear_widgets()
            for child in children:
                box.add_widget(child)
        for held in (self._keys, self._pair):
            held.clear_widgets()
        for button in (self.back_step, self.pause):
            self._pair.add_widget(button)
        if lying:
            # In one row, with the way on by itself among them.
            self._pair.add_widget(self._switch)
            self._keys.add_widget(self._pair)
        else:
            for key in (*(() if low else (self._hint,)), self._pair, self._switch):
                self._keys.add_widget(key)

    def take_up(self, kept: tuple[int, bool]) -> None:
        super().take_up(kept)
        self._was_at = self.reader.at

    # -- commands -----------------------------------------------------------------------------------------

    def _pause(self) -> None:
        if self.reader.mode is Mode.HELD:
            self.reader.go_on()
        else:
            self.reader.hold()

    def _go_by_itself(self, by_itself: bool) -> None:
        guide_ticks.let_go_by_itself(self._shell, by_itself)
        self.reader.go_by_itself(by_itself)

    def _begin(self) -> None:
        """As from the guide, which lies below."""
        if not self.gone:
            self._shell.stage.leave()
            self._shell.stage.page.begin.on_release()

    # -- what happens now -----------------------------------------------------------------------------------

    def _show(self, new: bool) -> None:
        if new:
            self._passed()
            self._show_step()
        self._show_time()

    def _passed(self) -> None:
        """Steps that were read and left behind are done."""
        at = self.reader.at
        for step in self._steps[self._was_at : at]:
            self._ticks = guide_ticks.with_done(self._ticks, self._steps, step.id)
        if at < len(self._steps):
            self._ticks = guide_ticks.in_part(self._ticks, self._steps[at].part)
        if at != self._was_at:
            guide_ticks.keep(self._shell, self._game, self._ticks)
        self._was_at = at

    def _show_step(self) -> None:
        tr, at, over = self._shell.tr, self.reader.at, self.reader.reading.over
        self._bar.show(at + 1)
        step = self._steps[min(at, len(self._steps) - 1)]
        here = [one.id for one in self._steps if one.part == step.part]
        done = set(self._ticks.done) & set(here)
        lit = Lit(
            {name: number for number, name in enumerate(here, 1)},
            frozenset(done if over else done - {step.id}),
            None if over else step.id,
        )
        self.picture.show(self._script.scene(self._setup, step.part), lit)
        self.line.content = tr("guide.reading.finished") if over else self.reader.text
        self._head.show(self._head.title.content, tr(f"{self._game.id}_guide.part.{step.part}"))
        self.back_step.enabled = at > 0
        self.ring.opacity = 0 if over else 1
        offered = self.begin if over else self._keys
        self.offer_only(offered)

    def _show_time(self) -> None:
        tr, mode = self._shell.tr, self.reader.mode
        held = mode is Mode.HELD
        self._hint.content = tr("guide.reading.held" if held else "guide.reading.tap")
        self.pause.label.content = tr("app.go_on" if held else "app.pause")
        if self.pause.icon is not None:
            self.pause.icon.show(Icon.PLAY if held else Icon.PAUSE)
        seconds, part = self.reader.left
        if mode is Mode.PAUSING:
            self.ring.show(part, tr.number(ceil(seconds)), "")
        else:
            # In a small ring there is no room for a word.
            listen = mode is Mode.SPEAKING and self.ring.width >= dp(_WORDY)
            self.ring.show(0.0, tr("guide.reading.listen") if listen else "", "")

    # -- the whole screen is one target ---------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        if self.gone:
            return False
        if super().on_touch_down(touch):
            return True
        self._pressed = touch
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch is not self._pressed or self.gone:
            return bool(super().on_touch_up(touch))
        self._pressed = None
        self.reader.tap()
        return True
