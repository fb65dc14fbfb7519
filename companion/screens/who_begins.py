"""Who begins, by fingers: everybody lays one on the screen, which lies in the middle of the table, and one
of them lights up.

While hands are on the screen nothing but fingers counts: whatever a palm rests on, no button is pressed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import SystemRandom
from typing import Any, Final

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout

from companion.entry.fingers import MOST, Finger, Fingers
from companion.entry.whereabouts import Starter
from companion.screens.first_player import Finding, Question, answer, signal
from companion.shell import Shell
from companion.widgets.cards import Card, Chip
from companion.widgets.finger_light import FingerLight
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.page import Page
from companion.widgets.scroller import Scroller
from companion.widgets.tap import IconButton, SideButton
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import look, paint

_PICTURES_A_SECOND: Final = 30
_BEFORE_THE_FRAME: Final = -1
_BUZZ: Final = 0.3
# The part of the floor that the names may take: the other one keeps the light.
_MOST_NAMES: Final = 0.56


class WhoBeginsPage(Page):
    widest = 640
    ground = "night"

    def __init__(self, shell: Shell, question: Question, finding: Finding) -> None:
        super().__init__()
        self._shell = shell
        self._question = question
        self._finding = finding
        # A number below the one it is given.
        self.pick: Callable[[int], int] = SystemRandom().randrange
        self.lights: dict[int, FingerLight] = {}
        # The finger that pressed the way back before any other came.
        self._pressing: Any = None
        self._crowded = False
        self._ticking = Clock.schedule_interval(self._tick, 1 / _PICTURES_A_SECOND)
        self._ticking.cancel()
        # Whoever was lifted while the phone stalled is read first.
        self._choose_soon = Clock.create_trigger(self._choose, _BEFORE_THE_FRAME)
        self._build()
        # A page built anew does not know the fingers that lay on the one before.
        self.take(finding.fingers.let_go())

    @property
    def fingers(self) -> Fingers:
        return self._finding.fingers

    def _build(self) -> None:
        tr, asked = self._shell.tr, self._question
        with self.canvas.before:
            Color(rgba=paint(self.ground))
            self._dark = Rectangle(pos=(-dp(200), -dp(200)))
        self.remove_widget(self.scroll)
        self.way_back = IconButton(Icon.BACK, self._shell.back, mirrored=True, tone="night_ink")
        title = Text(
            tr(asked.words), size_sp=18, smallest=12, most=2, weight=500, tone="night_ink",
            pos_hint={"center_y": 0.5},
        )  # fmt: skip
        top = Row(self.way_back, title, gap=8, padding=(dp(8), dp(8), dp(20), dp(8)))
        self._sign = Glyph(Icon.POINTING_FINGER, 56, tone="night_ink", pos_hint={"center_x": 0.5})
        self.words = Text("", face="title", size_sp=36, smallest=20, align="center", tone="night_line")
        self.second = Text("", size_sp=18, align="center", tone="night_ink")
        self._told = Column(self._sign, self.words, self.second, gap=16, padding=(dp(24), 0))
        self._told.pos_hint = {"center_x": 0.5, "center_y": 0.5}
        self._names = self._whose()
        self.floor = FloatLayout()
        self.floor.add_widget(self._told)
        self.add_widget(top)
        self.add_widget(self.floor)
        self.bind(size=self._fit)
        self.floor.bind(size=self._fit)

    def _whose(self) -> Scroller:
        """The names, to be tapped once all hands are off the screen."""
        tr, asked = self._shell.tr, self._question
        chips = Grid(gap=8, narrowest=100 * min(1.25, max(1.0, look().text_scale)), most_columns=4)
        for seat, name in enumerate(asked.players):
            chips.add_widget(Chip(name, partial(answer, self._shell, seat), accent=asked.accent))
        again = SideButton(tr("app.begins.again"), self._again, icon=Icon.AGAIN, outlined=True)
        self._card = Card(Text(tr("app.begins.whose"), face="title", size_sp=22), chips, again, gap=12)
        self._card.bind(height=self._fit)
        return Scroller(self._card, size_hint=(None, None))

    def _fit(self, *_: object) -> None:
        self._dark.size = (Window.width + dp(400), Window.height + dp(400))
        room, high = self.floor.width - dp(16), self.floor.height
        self._names.width = min(room * _MOST_NAMES if self._lies else room, dp(self.widest))
        self._names.height = min(self._card.height, high - dp(16) if self._lies else high * _MOST_NAMES)
        self._show()

    @property
    def _lies(self) -> bool:
        """Whether the screen lies on its long side: then names and light stand side by side."""
        return bool(self.floor.width > self.floor.height)

    # -- life ---------------------------------------------------------------------------------------------

    def enter(self) -> None:
        self._shell.stay_awake(True)
        self._keep()
        # What gives the signal takes a while to load: now, not when all wait for it.
        Clock.schedule_once(lambda _: self._shell.speaking, 0)

    def leave(self) -> None:
        self._let_go()
        self._shell.stay_awake(False)

    def suspend(self) -> None:
        """Fingers lifted meanwhile are never told of."""
        self._let_go()

    def _let_go(self) -> None:
        self._pressing = None
        self.take(self.fingers.let_go())

    def _again(self) -> None:
        self.take(Fingers())

    # -- fingers --------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        if self._shell.stage.page is not self:
            # On its way out.
            return False
        if touch.is_mouse_scrolling:
            return True
        if self.fingers.told:
            super().on_touch_down(touch)
        elif not self.fingers.down and self._pressing is None and self.way_back.collide_point(*touch.pos):
            self._pressing = touch
            super().on_touch_down(touch)
        else:
            self._take_over()
            self._lay(touch)
        return True

    def _take_over(self) -> None:
        """The way back was under the first finger of several: it is a finger like the others."""
        touch, self._pressing = self._pressing, None
        if touch is not None:
            touch.ungrab(self.way_back)
            self.way_back.state = "normal"
            self._lay(touch)

    def _lay(self, touch: Any) -> None:
        touch.grab(self)
        self._crowded = self.fingers.full and self.fingers.chosen is None
        self.take(self.fingers.came(touch.uid, *_place(touch), Clock.time()))

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self:
            self.take(self.fingers.moved(touch.uid, *_place(touch)))
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            self._crowded = False
            self.take(self.fingers.went(touch.uid, Clock.time()))
            return True
        if touch is self._pressing:
            self._pressing = None
        return bool(super().on_touch_up(touch))

    def _tick(self, _: float) -> None:
        if self.fingers.waited(Clock.time()) >= 1.0:
            self._choose_soon()
        self._show()

    def _choose(self, _: float) -> None:
        chosen = self.fingers.choose(Clock.time(), self.pick)
        if chosen is self.fingers:
            return
        self._crowded = False
        self.take(chosen)
        signal(self._shell, _BUZZ)

    # -- showing --------------------------------------------------------------------------------------------

    def take(self, fingers: Fingers) -> None:
        waits, news = self.fingers.since is not None, fingers.chosen if not self.fingers.chosen else None
        told = (self.fingers.chosen is None, self.fingers.told) != (fingers.chosen is None, fingers.told)
        self._finding.fingers = fingers
        if told:
            self._keep()
        self._show()
        if news is not None:
            for finger, light in self.lights.items():
                (light.grow if finger == news.id else light.fade)()
        if waits != (fingers.since is not None):
            self._ticking() if fingers.since is not None else self._ticking.cancel()

    def _keep(self) -> None:
        """Who is chosen, and where once it stays there."""
        chosen = self.fingers.chosen
        self._shell.whereabouts.find_starter(None if chosen is None else Starter(finger=chosen))

    def _shown(self) -> tuple[Finger, ...]:
        """Those that rest, and the one that was chosen."""
        fingers = self.fingers
        lifted = fingers.chosen is not None and fingers.chosen not in fingers.down
        return (*fingers.down, fingers.chosen) if lifted and fingers.chosen else fingers.down

    def _show(self) -> None:
        fingers, waited = self.fingers, self.fingers.waited(Clock.time())
        shown = self._shown()
        for gone in self.lights.keys() - {finger.id for finger in shown}:
            self.floor.remove_widget(self.lights.pop(gone))
        for finger in shown:
            self._light(finger).show(finger.x * Window.width, finger.y * Window.height, waited)
        self._show_names(fingers)
        self._show_words(fingers)

    def _light(self, finger: Finger) -> FingerLight:
        light = self.lights.get(finger.id)
        if light is None:
            asked = self._question
            light = FingerLight(self._shell.tr.number(finger.number), asked.mark, asked.accent)
            if self.fingers.chosen is not None:
                light.grow()
            self.lights[finger.id] = light
            # Above the words, below the names.
            self.floor.add_widget(light, index=1 if self._names.parent is not None else 0)
        return light

    def _show_names(self, fingers: Fingers) -> None:
        if fingers.told != (self._names.parent is not None):
            if fingers.told:
                self.floor.add_widget(self._names)
            else:
                self.floor.remove_widget(self._names)
        if fingers.chosen is not None:
            # In the half that the light leaves free.
            x, y = fingers.chosen.x, fingers.chosen.y
            if self._lies:
                self._names.pos_hint = {"center_y": 0.5, **({"x": 0.01} if x > 0.5 else {"right": 0.99})}
            else:
                self._names.pos_hint = {"center_x": 0.5, **({"y": 0.01} if y > 0.5 else {"top": 0.99})}

    def _show_words(self, fingers: Fingers) -> None:
        tr = self._shell.tr
        self._told.opacity = 0 if fingers.told else 1
        self._sign.opacity = 0 if fingers.down else 1
        if fingers.chosen is not None:
            key = "chosen"
        else:
            key = ("everybody", "one_more")[len(fingers.down)] if len(fingers.down) < 2 else "still"
        self.words.content = tr(f"app.begins.{key}")
        crowded = tr("app.begins.full", most=MOST) if self._crowded else ""
        self.second.content = tr("app.begins.how") if not fingers.down else crowded


def _place(touch: Any) -> tuple[float, float]:
    """As parts of the screen, whichever way it is turned."""
    return touch.x / Window.width, touch.y / Window.height
