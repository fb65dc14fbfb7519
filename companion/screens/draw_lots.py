"""Who begins, by lot: a light runs round the table and stays with one of the seats."""

from __future__ import annotations

from collections.abc import Callable
from random import SystemRandom
from typing import Final

from kivy.clock import Clock, ClockEvent
from kivy.metrics import dp

from companion.entry.lots import LightStep, light_sequence
from companion.entry.whereabouts import StarterPick
from companion.screens.first_player import (
    FirstPlayerQuestion,
    FirstPlayerState,
    return_first_player,
    signal_choice,
)
from companion.shell import AppContext
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Grid
from companion.widgets.page import Page, TitleBar
from companion.widgets.seat_ring import IconSpot, SeatIcon, SeatLook, SeatRing
from companion.widgets.tap import PrimaryButton, SecondaryButton
from companion.widgets.text import Text
from companion.widgets.theme import PRIMARY_HEIGHT, look, sp

_VIBRATE_SECONDS: Final = 0.15
# In dp: the mark of whoever sits at the top of the table reaches beyond the ring; the least a ring needs, and
# one that is wide instead.
_TOP_PADDING_DP: Final = 12
_MIN_RING_DP: Final = 310
_MIN_LANDSCAPE_RING_DP: Final = 240
_MIN_NAME_DP: Final = 32


class RandomDrawPage(Page):
    """The seat that was drawn can be taken or drawn anew; a tap on another seat chooses that one."""

    def __init__(self, context: AppContext, question: FirstPlayerQuestion, state: FirstPlayerState) -> None:
        tr = context.tr
        super().__init__(TitleBar(tr(question.text_key), on_back=context.go_back, max_lines=2))
        self._app_context = context
        self._question = question
        self._draw_state = state
        # A number below the one it is given.
        self.pick_random: Callable[[int], int] = SystemRandom().randrange
        self._steps: list[LightStep] = []
        self._step_event: ClockEvent | None = None
        self._name_label = Text(
            "",
            face="title",
            size_sp=36,
            min_size=14,
            max_lines=2,
            autosize="none",
            align="center",
            scaled=False,
        )
        self.ring = SeatRing(on_tap=self.choose_seat, size_hint_y=None)
        self.ring.center_box.add_widget(self._name_label)
        self.ring.center_box.bind(height=self._fit_name)
        self._hint_label = Text(tr("app.begins.or_tap"), tone="ink_2", align="center")
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
        """Whom the lot fell on, once the light has come to rest."""
        return self._draw_state.seat if self._step_event is None else None

    def enter(self) -> None:
        self._app_context.set_keep_awake(True)
        # Built anew, or found again, it has drawn before.
        if self._draw_state.seat is None:
            self.draw_seat()
        else:
            self._save_seat(self._draw_state.seat)

    def leave(self) -> None:
        self._stop()
        self._app_context.set_keep_awake(False)

    def suspend(self) -> None:
        """The lot has fallen: nobody waits for the light."""
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
        """The lot has fallen, long before the light comes to rest: kept first, shown second."""
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

    # -- showing --------------------------------------------------------------------------------------------

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
        """On a table too flat for letters the main button alone names the seat."""
        self._name_label.opacity = 1 if self.ring.center_box.height >= dp(_MIN_NAME_DP) else 0

    def _fit_ring(self, *_: object) -> None:
        """The ring takes the height that is left."""
        other_height = (
            self.body.padding[1] + self.body.padding[3] + self.body.spacing + self._hint_label.height
        )
        min_height = dp(_MIN_RING_DP)
        if self.width > self.height:
            min_height = dp(_MIN_LANDSCAPE_RING_DP) * min(1.25, look().text_scale)
        self.ring.height = max(min_height, min(dp(560), self.scroll.height - other_height - dp(2)))
