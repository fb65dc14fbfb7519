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

from companion.entry.fingers import MAX_FINGERS, Finger, FingerSelection
from companion.entry.whereabouts import StarterPick
from companion.screens.first_player import (
    FirstPlayerQuestion,
    FirstPlayerState,
    return_first_player,
    signal_choice,
)
from companion.shell import AppContext
from companion.widgets.cards import Card, Chip
from companion.widgets.finger_light import FingerLight
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.page import Page
from companion.widgets.scroller import Scroller
from companion.widgets.tap import IconButton, SecondaryButton
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import look, theme_colour

_FRAMES_PER_SECOND: Final = 30
_BEFORE_FRAME: Final = -1
_VIBRATION_SECONDS: Final = 0.3
# The part of the floor that the names may take: the other one keeps the light.
_MAX_NAMES_RATIO: Final = 0.56


class FingerChooserPage(Page):
    max_width_dp = 640
    background = "night"

    def __init__(self, context: AppContext, question: FirstPlayerQuestion, choice: FirstPlayerState) -> None:
        super().__init__()
        self._app_context = context
        self._question = question
        self._choice = choice
        # A number below the one it is given.
        self.pick_random: Callable[[int], int] = SystemRandom().randrange
        self.lights: dict[int, FingerLight] = {}
        # The finger that pressed the way back before any other came.
        self._back_touch: Any = None
        self._is_full = False
        self._tick_event = Clock.schedule_interval(self._tick, 1 / _FRAMES_PER_SECOND)
        self._tick_event.cancel()
        # Whoever was lifted while the phone stalled is read first.
        self._schedule_choose = Clock.create_trigger(self._choose, _BEFORE_FRAME)
        self._build()
        # A page built anew does not know the fingers that lay on the one before.
        self.set_fingers(choice.fingers.reset_touches())

    @property
    def fingers(self) -> FingerSelection:
        return self._choice.fingers

    def _build(self) -> None:
        tr, question = self._app_context.tr, self._question
        with self.canvas.before:
            Color(rgba=theme_colour(self.background))
            self._backdrop = Rectangle(pos=(-dp(200), -dp(200)))
        self.remove_widget(self.scroll)
        self.back_button = IconButton(Icon.BACK, self._app_context.go_back, mirrored=True, tone="night_ink")
        title = Text(
            tr(question.text_key), size_sp=18, min_size=12, max_lines=2, weight=500, tone="night_ink",
            pos_hint={"center_y": 0.5},
        )  # fmt: skip
        top = Row(self.back_button, title, gap=8, padding=(dp(8), dp(8), dp(20), dp(8)))
        self._icon = IconLabel(Icon.POINTING_FINGER, 56, tone="night_ink", pos_hint={"center_x": 0.5})
        self.words = Text("", face="title", size_sp=36, min_size=20, align="center", tone="night_line")
        self.second = Text("", size_sp=18, align="center", tone="night_ink")
        self._instructions = Column(self._icon, self.words, self.second, gap=16, padding=(dp(24), 0))
        self._instructions.pos_hint = {"center_x": 0.5, "center_y": 0.5}
        self._names_view = self._create_names_view()
        self.floor = FloatLayout()
        self.floor.add_widget(self._instructions)
        self.add_widget(top)
        self.add_widget(self.floor)
        self.bind(size=self._fit)
        self.floor.bind(size=self._fit)

    def _create_names_view(self) -> Scroller:
        """The names, to be tapped once all hands are off the screen."""
        tr, question = self._app_context.tr, self._question
        chips = Grid(gap=8, min_column_width=100 * min(1.25, max(1.0, look().text_scale)), max_columns=4)
        for seat, name in enumerate(question.players):
            chips.add_widget(
                Chip(name, partial(return_first_player, self._app_context, seat), accent=question.accent)
            )
        again_button = SecondaryButton(tr("app.begins.again"), self._restart, icon=Icon.AGAIN, outlined=True)
        self._card = Card(Text(tr("app.begins.whose"), face="title", size_sp=22), chips, again_button, gap=12)
        self._card.bind(height=self._fit)
        return Scroller(self._card, size_hint=(None, None))

    def _fit(self, *_: object) -> None:
        self._backdrop.size = (Window.width + dp(400), Window.height + dp(400))
        max_width, max_height = self.floor.width - dp(16), self.floor.height
        self._names_view.width = min(
            max_width * _MAX_NAMES_RATIO if self._is_landscape else max_width, dp(self.max_width_dp)
        )
        self._names_view.height = min(
            self._card.height, max_height - dp(16) if self._is_landscape else max_height * _MAX_NAMES_RATIO
        )
        self._show()

    @property
    def _is_landscape(self) -> bool:
        """Whether the screen lies on its long side: then names and light stand side by side."""
        return bool(self.floor.width > self.floor.height)

    # -- life ---------------------------------------------------------------------------------------------

    def enter(self) -> None:
        self._app_context.set_keep_awake(True)
        self._save_starter()
        # What gives the signal takes a while to load: now, not when all wait for it.
        Clock.schedule_once(lambda _: self._app_context.speech, 0)

    def leave(self) -> None:
        self._release_fingers()
        self._app_context.set_keep_awake(False)

    def suspend(self) -> None:
        """Fingers lifted meanwhile are never told of."""
        self._release_fingers()

    def _release_fingers(self) -> None:
        self._back_touch = None
        self.set_fingers(self.fingers.reset_touches())

    def _restart(self) -> None:
        self.set_fingers(FingerSelection())

    # -- fingers --------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        if self._app_context.navigator.page is not self:
            # On its way out.
            return False
        if touch.is_mouse_scrolling:
            return True
        if self.fingers.is_finished:
            super().on_touch_down(touch)
        elif (
            not self.fingers.touching
            and self._back_touch is None
            and self.back_button.collide_point(*touch.pos)
        ):
            self._back_touch = touch
            super().on_touch_down(touch)
        else:
            self._claim_back_touch()
            self._add_finger(touch)
        return True

    def _claim_back_touch(self) -> None:
        """The way back was under the first finger of several: it is a finger like the others."""
        touch, self._back_touch = self._back_touch, None
        if touch is not None:
            touch.ungrab(self.back_button)
            self.back_button.state = "normal"
            self._add_finger(touch)

    def _add_finger(self, touch: Any) -> None:
        touch.grab(self)
        self._is_full = self.fingers.is_full and self.fingers.selected is None
        self.set_fingers(self.fingers.touch_down(touch.uid, *_to_relative(touch), Clock.time()))

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self:
            self.set_fingers(self.fingers.touch_move(touch.uid, *_to_relative(touch)))
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            self._is_full = False
            self.set_fingers(self.fingers.touch_up(touch.uid, Clock.time()))
            return True
        if touch is self._back_touch:
            self._back_touch = None
        return bool(super().on_touch_up(touch))

    def _tick(self, _: float) -> None:
        if self.fingers.wait_progress(Clock.time()) >= 1.0:
            self._schedule_choose()
        self._show()

    def _choose(self, _: float) -> None:
        fingers = self.fingers.select_finger(Clock.time(), self.pick_random)
        if fingers is self.fingers:
            return
        self._is_full = False
        self.set_fingers(fingers)
        signal_choice(self._app_context, _VIBRATION_SECONDS)

    # -- showing --------------------------------------------------------------------------------------------

    def set_fingers(self, fingers: FingerSelection) -> None:
        was_waiting, newly_chosen = (
            self.fingers.resting_since is not None,
            fingers.selected if not self.fingers.selected else None,
        )
        is_changed = (self.fingers.selected is None, self.fingers.is_finished) != (
            fingers.selected is None,
            fingers.is_finished,
        )
        self._choice.fingers = fingers
        if is_changed:
            self._save_starter()
        self._show()
        if newly_chosen is not None:
            for finger, light in self.lights.items():
                (light.highlight if finger == newly_chosen.id else light.fade)()
        if was_waiting != (fingers.resting_since is not None):
            self._tick_event() if fingers.resting_since is not None else self._tick_event.cancel()

    def _save_starter(self) -> None:
        """Who is chosen, and where once it stays there."""
        finger = self.fingers.selected
        self._app_context.resume_state.set_starter(None if finger is None else StarterPick(finger=finger))

    def _get_visible_fingers(self) -> tuple[Finger, ...]:
        """Those that rest, and the one that was chosen."""
        fingers = self.fingers
        is_lifted = fingers.selected is not None and fingers.selected not in fingers.touching
        return (*fingers.touching, fingers.selected) if is_lifted and fingers.selected else fingers.touching

    def _show(self) -> None:
        fingers, wait_ratio = self.fingers, self.fingers.wait_progress(Clock.time())
        visible = self._get_visible_fingers()
        for finger_id in self.lights.keys() - {finger.id for finger in visible}:
            self.floor.remove_widget(self.lights.pop(finger_id))
        for finger in visible:
            self._get_light(finger).show(finger.x * Window.width, finger.y * Window.height, wait_ratio)
        self._show_names(fingers)
        self._show_instructions(fingers)

    def _get_light(self, finger: Finger) -> FingerLight:
        light = self.lights.get(finger.id)
        if light is None:
            question = self._question
            light = FingerLight(
                self._app_context.tr.format_number(finger.number), question.icon, question.accent
            )
            if self.fingers.selected is not None:
                light.highlight()
            self.lights[finger.id] = light
            # Above the words, below the names.
            self.floor.add_widget(light, index=1 if self._names_view.parent is not None else 0)
        return light

    def _show_names(self, fingers: FingerSelection) -> None:
        if fingers.is_finished != (self._names_view.parent is not None):
            if fingers.is_finished:
                self.floor.add_widget(self._names_view)
            else:
                self.floor.remove_widget(self._names_view)
        if fingers.selected is not None:
            # In the half that the light leaves free.
            x, y = fingers.selected.x, fingers.selected.y
            if self._is_landscape:
                self._names_view.pos_hint = {"center_y": 0.5, **({"x": 0.01} if x > 0.5 else {"right": 0.99})}
            else:
                self._names_view.pos_hint = {"center_x": 0.5, **({"y": 0.01} if y > 0.5 else {"top": 0.99})}

    def _show_instructions(self, fingers: FingerSelection) -> None:
        tr = self._app_context.tr
        self._instructions.opacity = 0 if fingers.is_finished else 1
        self._icon.opacity = 0 if fingers.touching else 1
        if fingers.selected is not None:
            key = "chosen"
        else:
            key = ("everybody", "one_more")[len(fingers.touching)] if len(fingers.touching) < 2 else "still"
        self.words.content = tr(f"app.begins.{key}")
        full_text = tr("app.begins.full", most=MAX_FINGERS) if self._is_full else ""
        self.second.content = tr("app.begins.how") if not fingers.touching else full_text


def _to_relative(touch: Any) -> tuple[float, float]:
    """As parts of the screen, whichever way it is turned."""
    return touch.x / Window.width, touch.y / Window.height
