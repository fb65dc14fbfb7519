"""Who begins, by lot: a light runs round the table and stays with one of the seats."""

from __future__ import annotations

from collections.abc import Callable
from random import SystemRandom
from typing import Final

from kivy.clock import Clock, ClockEvent
from kivy.metrics import dp

from companion.entry.lots import Step, run_of_light
from companion.entry.whereabouts import Starter
from companion.screens.first_player import Finding, Question, answer, signal
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Grid
from companion.widgets.page import Page, TitleBar
from companion.widgets.seat_ring import SeatLook, SeatMark, SeatRing, Spot
from companion.widgets.tap import MainButton, SideButton
from companion.widgets.text import Text
from companion.widgets.theme import MAIN_HEIGHT, look, sp

_BUZZ: Final = 0.15
# In dp: the mark of whoever sits at the top of the table reaches beyond the ring; the least a ring needs, and
# one that is wide instead.
_ABOVE: Final = 12
_LEAST_RING: Final = 310
_LEAST_WIDE: Final = 240
_LEAST_NAME: Final = 32


class DrawLotsPage(Page):
    """The seat that was drawn can be taken or drawn anew; a tap on another seat chooses that one."""

    def __init__(self, shell: Shell, question: Question, finding: Finding) -> None:
        tr = shell.tr
        super().__init__(TitleBar(tr(question.words), on_back=shell.back, most=2))
        self._shell = shell
        self._question = question
        self._finding = finding
        # A number below the one it is given.
        self.pick: Callable[[int], int] = SystemRandom().randrange
        self._steps: list[Step] = []
        self._next: ClockEvent | None = None
        self._name = Text(
            "", face="title", size_sp=36, smallest=14, most=2, grow="none", align="center", scaled=False
        )
        self.ring = SeatRing(on_tap=self.choose, size_hint_y=None)
        self.ring.middle.add_widget(self._name)
        self.ring.middle.bind(height=self._fit_name)
        self._hint = Text(tr("app.begins.or_tap"), tone="ink_2", align="center")
        self.body.padding = (*self.body.padding[:1], dp(_ABOVE), *self.body.padding[2:])
        self.body.add_widget(self.ring)
        self.body.add_widget(self._hint)
        high = max(dp(MAIN_HEIGHT), sp(20) * 2.6)
        self.again = SideButton(
            tr("app.begins.redraw"), self.draw, icon=Icon.SHUFFLE, outlined=True, height=high
        )
        self.main = MainButton(" ", self._take, icon=question.mark, accent=question.accent)
        self.with_footer(Grid(self.again, self.main, gap=8, narrowest=200, most_columns=2))
        self.scroll.bind(height=self._fit_ring)
        self._hint.bind(height=self._fit_ring)
        self._light(finding.seat)

    @property
    def seat(self) -> int | None:
        """Whom the lot fell on, once the light has come to rest."""
        return self._finding.seat if self._next is None else None

    def enter(self) -> None:
        self._shell.stay_awake(True)
        # Built anew, or found again, it has drawn before.
        if self._finding.seat is None:
            self.draw()
        else:
            self._find(self._finding.seat)

    def leave(self) -> None:
        self._stop()
        self._shell.stay_awake(False)

    def suspend(self) -> None:
        """The lot has fallen: nobody waits for the light."""
        self._stop()
        self._light(self._finding.seat)

    def draw(self) -> None:
        seats = len(self._question.players)
        self._stop()
        seat = self.pick(seats)
        self._find(seat)
        self._steps = [] if look().less_motion else list(run_of_light(seats, seat))
        self._step()

    def choose(self, seat: int) -> None:
        self._stop()
        self._find(seat)
        self._light(seat)

    def _find(self, seat: int) -> None:
        """The lot has fallen, long before the light comes to rest: kept first, shown second."""
        self._finding.seat = seat
        self._shell.whereabouts.find_starter(Starter(lot=seat))

    def _step(self, _: float = 0) -> None:
        if self._steps:
            step = self._steps.pop(0)
            self._next = Clock.schedule_once(self._step, step.seconds)
            self._light(step.seat, running=True)
            return
        self._next = None
        self._light(self._finding.seat)
        signal(self._shell, _BUZZ)

    def _stop(self) -> None:
        self._steps = []
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def _take(self) -> None:
        if self.seat is not None:
            answer(self._shell, self.seat)

    # -- showing --------------------------------------------------------------------------------------------

    def _light(self, lit: int | None, *, running: bool = False) -> None:
        tr, players = self._shell.tr, self._question.players
        here = SeatMark(self._question.mark, Spot.TOP, tr(self._question.words), self._question.accent.line)
        self.ring.show(
            [
                SeatLook(
                    name, letter=tr.number(seat + 1), ringed=seat == lit,
                    marks=(here,) if seat == lit and not running else (),
                )
                for seat, name in enumerate(players)
            ]
        )  # fmt: skip
        self.main.enabled = lit is not None and not running
        if lit is not None:
            self._name.content = players[lit]
            self.main.show(tr("app.begins.takes", name=players[lit]))

    def _fit_name(self, *_: object) -> None:
        """On a table too flat for letters the main button alone names the seat."""
        self._name.opacity = 1 if self.ring.middle.height >= dp(_LEAST_NAME) else 0

    def _fit_ring(self, *_: object) -> None:
        """The ring takes the height that is left."""
        around = self.body.padding[1] + self.body.padding[3] + self.body.spacing + self._hint.height
        least = dp(_LEAST_RING)
        if self.width > self.height:
            least = dp(_LEAST_WIDE) * min(1.25, look().text_scale)
        self.ring.height = max(least, min(dp(560), self.scroll.height - around - dp(2)))
