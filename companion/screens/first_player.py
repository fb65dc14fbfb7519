"""Pages that choose the first player: by name, by a random draw (a light runs round the table), or by fingers
on the screen, one of which lights up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import SystemRandom
from typing import Any, Final, Protocol, runtime_checkable

from kivy.clock import Clock, ClockEvent
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout

from companion.app_context import AppContext
from companion.core.definition import GameDefinition
from companion.core.random_selection import MAX_FINGERS, Finger, FingerSelection, LightStep, light_sequence
from companion.core.resume_state import StarterPick
from companion.widgets.buttons import IconButton, PrimaryButton, SecondaryButton
from companion.widgets.cards import Card, Chip
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.pictures import FingerLight
from companion.widgets.scrolling import Scroller
from companion.widgets.seat_ring import IconSpot, SeatIcon, SeatLook, SeatRing
from companion.widgets.text import DISPLAY, LABEL, LEAD, MUTED, TITLE, IconLabel, Text
from companion.widgets.theme import ACCENTS, PRIMARY_HEIGHT, Accent, look, sp, theme_colour


@dataclass(frozen=True, slots=True)
class FirstPlayerQuestion:
    """What the first player is chosen for: `text_key` is the catalogue key, `icon` marks the player."""

    game: GameDefinition
    players: tuple[str, ...]
    text_key: str
    icon: Icon

    @property
    def accent(self) -> Accent:
        return ACCENTS[self.game.accent]


@dataclass(slots=True)
class FirstPlayerState:
    """Result so far; it survives a rebuild of the page."""

    fingers: FingerSelection = field(default_factory=FingerSelection)
    seat: int | None = None


@runtime_checkable
class FirstPlayerReceiver(Protocol):
    """The page that needs the answer."""

    def set_first_player(self, seat: int) -> object: ...


def signal_choice(context: AppContext, vibrate_seconds: float) -> None:
    """Vibrate and beep. The beep waits for the next frame: it may have to be loaded first."""
    context.vibrate(vibrate_seconds)
    Clock.schedule_once(lambda _: context.speech.play_beep(), 0)


def return_first_player(context: AppContext, seat: int) -> None:
    """Go back to the page that asked and pass it the seat; the page may have been rebuilt meanwhile."""
    context.go_back()
    page = context.navigator.page
    if isinstance(page, FirstPlayerReceiver):
        page.set_first_player(seat)


_VIBRATE_SECONDS: Final = 0.15
# In dp: padding above the ring (the icon of the topmost seat overlaps its edge), and the minimum height of
# the ring in portrait and in landscape.
_TOP_PADDING_DP: Final = 12
_MIN_RING_DP: Final = 310
_MIN_LANDSCAPE_RING_DP: Final = 240
_MIN_NAME_DP: Final = 32


class RandomDrawPage(Page):
    """Draws a random seat, which can be accepted or drawn again; a tap on another seat chooses that one."""

    def __init__(self, context: AppContext, question: FirstPlayerQuestion, state: FirstPlayerState) -> None:
        tr = context.tr
        super().__init__(TitleBar(tr(question.text_key), on_back=context.go_back, max_lines=2))
        self._app_context = context
        self._question = question
        self._draw_state = state
        # Random generator (`randrange`), replaceable in tests.
        self.pick_random: Callable[[int], int] = SystemRandom().randrange
        self._steps: list[LightStep] = []
        self._step_event: ClockEvent | None = None
        self._name_label = Text("", DISPLAY, min_size=14, max_lines=2, autosize="none", scaled=False)
        self.ring = SeatRing(on_tap=self.choose_seat, size_hint_y=None)
        self.ring.center_box.add_widget(self._name_label)
        self.ring.center_box.bind(height=self._fit_name)
        self._hint_label = Text(tr("app.begins.or_tap"), MUTED, align="center")
        self.body.padding = (*self.body.padding[:1], dp(_TOP_PADDING_DP), *self.body.padding[2:])
        self.body.add_widget(self.ring)
        self.body.add_widget(self._hint_label)
        height = max(dp(PRIMARY_HEIGHT), sp(20) * 2.6)
        self.redraw_button = SecondaryButton(
            tr("app.begins.redraw"), self.draw_seat, icon=Icon.SHUFFLE, outlined=True, height=height
        )
        self.main = PrimaryButton(" ", self._confirm, icon=question.icon, accent=question.accent)
        self.add_to_footer(Grid(self.redraw_button, self.main, gap=8, min_column_width=200, max_columns=2))
        self.scroll.bind(height=self._fit_ring)
        self._hint_label.bind(height=self._fit_ring)
        self._highlight(state.seat)

    @property
    def seat(self) -> int | None:
        """The drawn seat, or None while the light is still running."""
        return self._draw_state.seat if self._step_event is None else None

    def enter(self) -> None:
        self._app_context.set_keep_awake(True)
        # A restored or rebuilt page has drawn already.
        if self._draw_state.seat is None:
            self.draw_seat()
        else:
            self._save_seat(self._draw_state.seat)

    def leave(self) -> None:
        self._stop()
        self._app_context.set_keep_awake(False)

    def suspend(self) -> None:
        """Skip the rest of the animation: the seat is already drawn."""
        self._stop()
        self._highlight(self._draw_state.seat)

    def draw_seat(self) -> None:
        seats = len(self._question.players)
        self._stop()
        seat = self.pick_random(seats)
        self._save_seat(seat)
        self._steps = [] if look().less_motion else list(light_sequence(seats, seat))
        self._run_next_step()

    def choose_seat(self, seat: int) -> None:
        self._stop()
        self._save_seat(seat)
        self._highlight(seat)

    def _save_seat(self, seat: int) -> None:
        """Persist the drawn seat before the animation shows it."""
        self._draw_state.seat = seat
        self._app_context.resume_state.set_starter(StarterPick(lot=seat))

    def _run_next_step(self, _: float = 0) -> None:
        if self._steps:
            step = self._steps.pop(0)
            self._step_event = Clock.schedule_once(self._run_next_step, step.seconds)
            self._highlight(step.seat, is_running=True)
            return
        self._step_event = None
        self._highlight(self._draw_state.seat)
        signal_choice(self._app_context, _VIBRATE_SECONDS)

    def _stop(self) -> None:
        self._steps = []
        if self._step_event is not None:
            self._step_event.cancel()
            self._step_event = None

    def _confirm(self) -> None:
        if self.seat is not None:
            return_first_player(self._app_context, self.seat)

    # -- content --------------------------------------------------------------------------------------------

    def _highlight(self, highlighted: int | None, *, is_running: bool = False) -> None:
        tr, players = self._app_context.tr, self._question.players
        seat_mark = SeatIcon(
            self._question.icon, IconSpot.TOP, tr(self._question.text_key), self._question.accent.line
        )
        self.ring.show(
            [
                SeatLook(
                    name, letter=tr.format_number(seat + 1), is_ringed=seat == highlighted,
                    icons=(seat_mark,) if seat == highlighted and not is_running else (),
                )
                for seat, name in enumerate(players)
            ]
        )  # fmt: skip
        self.main.enabled = highlighted is not None and not is_running
        if highlighted is not None:
            self._name_label.content = players[highlighted]
            self.main.show(tr("app.begins.takes", name=players[highlighted]))

    def _fit_name(self, *_: object) -> None:
        """Hide the name where the ring is too flat: the main button names the player too."""
        self._name_label.opacity = 1 if self.ring.center_box.height >= dp(_MIN_NAME_DP) else 0

    def _fit_ring(self, *_: object) -> None:
        """Give the ring the remaining height."""
        other_height = (
            self.body.padding[1] + self.body.padding[3] + self.body.spacing + self._hint_label.height
        )
        min_height = dp(_MIN_RING_DP)
        if self.width > self.height:
            min_height = dp(_MIN_LANDSCAPE_RING_DP) * min(1.25, look().text_scale)
        self.ring.height = max(min_height, min(dp(560), self.scroll.height - other_height - dp(2)))


_FRAMES_PER_SECOND: Final = 30
_BEFORE_FRAME: Final = -1
_VIBRATION_SECONDS: Final = 0.3
# Maximum part of the floor for the names: the rest is for the light.
_MAX_NAMES_RATIO: Final = 0.56


class FingerChooserPage(Page):
    max_width_dp = 640
    background = "night"

    def __init__(self, context: AppContext, question: FirstPlayerQuestion, choice: FirstPlayerState) -> None:
        super().__init__()
        self._app_context = context
        self._question = question
        self._choice = choice
        # Random generator (`randrange`), replaceable in tests.
        self.pick_random: Callable[[int], int] = SystemRandom().randrange
        self.lights: dict[int, FingerLight] = {}
        # A touch on the back button before any other finger.
        self._back_touch: Any = None
        self._is_full = False
        self._tick_event = Clock.schedule_interval(self._tick, 1 / _FRAMES_PER_SECOND)
        self._tick_event.cancel()
        # Before the frame: pending touch-up events must be processed first if the device stalled.
        self._schedule_choose = Clock.create_trigger(self._choose, _BEFORE_FRAME)
        self._build()
        # A rebuilt page gets no events for the touches of the previous one.
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
        title = Text(tr(question.text_key), LABEL, min_size=12, max_lines=2, tone="night_ink")
        top = Row(self.back_button, title, gap=8, padding=(dp(8), dp(8), dp(20), dp(8)))
        self._icon = IconLabel(Icon.POINTING_FINGER, 56, tone="night_ink", pos_hint={"center_x": 0.5})
        self.words = Text("", DISPLAY, min_size=20, tone="night_line")
        self.second = Text("", LEAD, align="center", tone="night_ink")
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
        """Return the buttons with the players' names; they are shown once all fingers are lifted."""
        tr, question = self._app_context.tr, self._question
        chips = Grid(gap=8, min_column_width=100 * min(1.25, max(1.0, look().text_scale)), max_columns=4)
        for seat, name in enumerate(question.players):
            chips.add_widget(
                Chip(name, partial(return_first_player, self._app_context, seat), accent=question.accent)
            )
        again_button = SecondaryButton(tr("app.begins.again"), self._restart, icon=Icon.AGAIN, outlined=True)
        self._card = Card(Text(tr("app.begins.whose"), TITLE), chips, again_button, gap=12)
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
        """True in landscape: names and light are side by side."""
        return bool(self.floor.width > self.floor.height)

    # -- lifecycle ----------------------------------------------------------------------------------------

    def enter(self) -> None:
        self._app_context.set_keep_awake(True)
        self._save_starter()
        # Preload the speech service: its audio takes a while to load.
        Clock.schedule_once(lambda _: self._app_context.speech, 0)

    def leave(self) -> None:
        self._release_fingers()
        self._app_context.set_keep_awake(False)

    def suspend(self) -> None:
        """Drop all touches: while suspended, no touch-up events arrive."""
        self._release_fingers()

    def _release_fingers(self) -> None:
        self._back_touch = None
        self.set_fingers(self.fingers.reset_touches())

    def _restart(self) -> None:
        self.set_fingers(FingerSelection())

    # -- fingers --------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        if self._app_context.navigator.page is not self:
            # The page is already closing.
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
        """Count the touch on the back button as a finger, since several fingers are on the screen now."""
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

    # -- content --------------------------------------------------------------------------------------------

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
        """Persist the chosen finger and, once the choice is final, its position."""
        finger = self.fingers.selected
        self._app_context.resume_state.set_starter(None if finger is None else StarterPick(finger=finger))

    def _get_visible_fingers(self) -> tuple[Finger, ...]:
        """Return the touching fingers and the chosen one, even if it was lifted."""
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
            # Draw the light above the instructions and below the names.
            self.floor.add_widget(light, index=1 if self._names_view.parent is not None else 0)
        return light

    def _show_names(self, fingers: FingerSelection) -> None:
        if fingers.is_finished != (self._names_view.parent is not None):
            if fingers.is_finished:
                self.floor.add_widget(self._names_view)
            else:
                self.floor.remove_widget(self._names_view)
        if fingers.selected is not None:
            # In the half that does not contain the light.
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
    """Return the position relative to the window, so that it survives a rotation of the screen."""
    return touch.x / Window.width, touch.y / Window.height


class FirstPlayerChooser(Column):
    """The players' names with the first player marked, and buttons for draw and fingers. `shapes` are an icon
    and colour per seat that replace the question's icon."""

    def __init__(
        self,
        context: AppContext,
        question: FirstPlayerQuestion,
        on_choose: Callable[[int], object],
        *,
        shapes: Sequence[tuple[Icon, str]] = (),
        min_column_width: float = 80,
        max_columns: int = 5,
    ) -> None:
        super().__init__(gap=8)
        self._app_context = context
        self._question = question
        self._on_choose = on_choose
        self._shapes = shapes
        tr = context.tr
        self.chips: list[Chip] = []
        min_column_width *= max(1.0, look().text_scale)
        self._names = Grid(gap=8, min_column_width=min_column_width, max_columns=max_columns)
        self.draw_button = Chip(tr("app.setup.draw"), self.open_random_draw, icon=Icon.SHUFFLE, outlined=True)
        self.fingers_button = Chip(
            tr("app.begins.fingers"), self.open_finger_chooser, icon=Icon.POINTING_FINGER, outlined=True
        )
        self.add_widget(self._names)
        self.add_widget(Grid(self.draw_button, self.fingers_button, gap=8, cols=2))

    def show(self, names: Sequence[str], starter: int) -> None:
        self._names.clear_widgets()
        self.chips = [
            self._create_chip(seat, name, is_starter=seat == starter) for seat, name in enumerate(names)
        ]
        for chip in self.chips:
            self._names.add_widget(chip)

    def _create_chip(self, seat: int, name: str, *, is_starter: bool) -> Chip:
        accent, shape = self._question.accent, self._shapes[seat] if self._shapes else None
        chip = Chip(
            name,
            partial(self._on_choose, seat),
            icon=shape[0] if shape else None,
            trailing_icon=self._question.icon if is_starter and shape is None else None,
            trailing_tone=accent.line,
            selected=is_starter,
            accent=accent,
        )
        if shape is not None and chip.icon is not None:
            chip.icon.set_tone(shape[1])
        return chip

    def open_random_draw(self, seat: int | None = None) -> None:
        """Open the draw; `seat` is its result if the app was closed meanwhile."""
        self._app_context.push(RandomDrawPage, self._question, FirstPlayerState(seat=seat))

    def open_finger_chooser(self, finger: Finger | None = None) -> None:
        """Open the finger chooser; `finger` is its result if the app was closed meanwhile."""
        self._app_context.push(
            FingerChooserPage, self._question, FirstPlayerState(FingerSelection(selected=finger))
        )

    def restore_result(self, starter: StarterPick) -> None:
        """Reopen the page of a random choice that was made before the app was closed."""
        if starter.lot in range(len(self._question.players)):
            self.open_random_draw(starter.lot)
        elif starter.finger is not None:
            self.open_finger_chooser(starter.finger)
