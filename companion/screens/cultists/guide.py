"""From the box to the night, part by part: every step to be ticked, the next one always lit."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.cultists import guide_ticks as ticks
from companion.entry.whereabouts import Bookmark, Place, with_setup
from companion.games.cultists.manifest import MANIFEST
from companion.games.cultists.setup import Setup
from companion.screens.cultists.guide_rows import Stage, StepRow
from companion.screens.cultists.role_marks import SEA, heading
from companion.screens.night.deal import DealPage
from companion.screens.preparing import Preparing
from companion.scripts.cultists.guide import BEFORE_NIGHT, Part, steps_of
from companion.shell import Shell
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.page import TitleBar
from companion.widgets.step_bar import StepBar
from companion.widgets.tap import IconButton, MainButton, SideButton
from companion.widgets.text import Text
from companion.widgets.theme import MAIN_HEIGHT, sp


class GuidePage(Preparing):
    widest = 760

    def __init__(self, shell: Shell, setup: Setup) -> None:
        self._shell = shell
        tr = shell.tr
        self._head = TitleBar(tr("cultists.guide.title"), " ", on_back=shell.back)
        super().__init__(self._head)
        self.setup = setup
        self._steps = steps_of(setup, *BEFORE_NIGHT)
        self._ticks = ticks.load(shell, setup)
        self.rows: dict[str, StepRow] = {}
        self._bar = StepBar(len(BEFORE_NIGHT), now=SEA.fill)
        self._title = Text("", face="title", size_sp=26, smallest=20, most=2, pos_hint={"center_y": 0.5})
        self.earlier = IconButton(Icon.BACK, partial(self._leaf, -1), mirrored=True)
        self.later = IconButton(Icon.FORWARD, partial(self._leaf, 1), mirrored=True)
        self._list = Column(gap=10)
        for part in (
            self._bar,
            Row(self._title, self.earlier, self.later, gap=0),
            self._list,
        ):
            self.body.add_widget(part)
        self.done_next = MainButton(
            tr("cultists.guide.done_next"), self.tick_next, accent=SEA, icon=Icon.CHECK
        )
        self.onward = MainButton("", partial(self._leaf, 1), accent=SEA, onward=True)
        self.deal = MainButton(tr("app.setup.deal"), self._deal, accent=SEA, onward=True)
        self.deal_now = SideButton(
            tr("app.setup.deal"), self._deal, icon=Icon.FORWARD, outlined=True, mirrored=True,
            height=max(dp(MAIN_HEIGHT), sp(20) * 2.6),
        )  # fmt: skip
        self._pair = Grid(gap=8, narrowest=300, most_columns=2)
        self._open_part()

    def bookmark(self) -> Bookmark:
        return with_setup(self._shell.whereabouts.mark, MANIFEST.id, self.setup, Place.GUIDE, chosen=True)

    @property
    def part(self) -> Part:
        return self._ticks.part

    @property
    def done(self) -> frozenset[str]:
        return frozenset(self._ticks.done)

    def _now(self) -> str | None:
        """The first step of this part that is not done."""
        return next((name for name in self.rows if name not in self.done), None)

    # -- ticking and turning pages --------------------------------------------------------------------

    def _keep(self, **changes: Any) -> None:
        self._ticks = replace(self._ticks, **changes)
        ticks.keep(self._shell, self._ticks)

    def toggle(self, step: str) -> None:
        done = self.done ^ {step}
        self._keep(done=tuple(other.id for other in self._steps if other.id in done))
        self._show()

    def tick_next(self) -> None:
        """The lit step is done: the next one lights up and comes into sight."""
        step = self._now()
        if step is None:
            return
        self.toggle(step)
        following = self._now()
        if following is not None:
            self.scroll.scroll_to(self.rows[following], padding=dp(24), animate=False)

    def _leaf(self, pages: int) -> None:
        place = BEFORE_NIGHT.index(self.part) + pages
        if 0 <= place < len(BEFORE_NIGHT):
            self._keep(part=BEFORE_NIGHT[place])
            self._open_part()

    # -- showing ----------------------------------------------------------------------------------------

    def _open_part(self) -> None:
        tr, place = self._shell.tr, BEFORE_NIGHT.index(self.part)
        self._bar.show(place + 1)
        self._title.content = tr(f"cultists.guide.part.{self.part.value}")
        self.earlier.enabled = place > 0
        self.later.enabled = place + 1 < len(BEFORE_NIGHT)
        self.rows = {
            step.id: StepRow(tr, step, partial(self.toggle, step.id))
            for step in self._steps
            if step.part is self.part
        }
        self._list.clear_widgets()
        for row in self.rows.values():
            self._list.add_widget(row)
        if self.part is Part.READY:
            self._list.add_widget(self._golden_rules())
        self._show()
        Clock.schedule_once(self._to_top, 0)

    def _to_top(self, _: float) -> None:
        self.scroll.scroll_y = 1

    def _golden_rules(self) -> Card:
        tr = self._shell.tr
        card = Card(heading(Icon.INFO, tr(f"cultists.guide.part.{Part.GOLDEN.value}")), gap=10)
        for step in steps_of(self.setup, Part.GOLDEN):
            card.add_widget(Text(tr(step.key), size_sp=18))
        return card

    def _show(self) -> None:
        tr, now = self._shell.tr, self._now()
        for name, row in self.rows.items():
            row.show(Stage.DONE if name in self.done else Stage.NOW if name == now else Stage.AHEAD)
        self._head.show(
            tr("cultists.guide.title"),
            tr("cultists.guide.progress", done=len(self.done), n=len(self._steps)),
        )
        offered = self._offered(now is not None)
        self._pair.clear_widgets()
        self.footer.clear_widgets()
        if len(offered) > 1:
            for button in offered:
                self._pair.add_widget(button)
            offered = (self._pair,)
        self.with_footer(*offered)

    def _offered(self, steps_left: bool) -> tuple[Widget, ...]:
        last = self.part is BEFORE_NIGHT[-1]
        if not steps_left and last:
            return (self.deal,)
        if not steps_left:
            following = BEFORE_NIGHT[BEFORE_NIGHT.index(self.part) + 1]
            name = self._shell.tr(f"cultists.guide.part.{following.value}")
            self.onward.show(self._shell.tr("cultists.guide.onward", part=name))
            return (self.onward,)
        # Nobody is made to tick: the night is always one tap away here.
        return (self.deal_now, self.done_next) if last else (self.done_next,)

    # -- the night --------------------------------------------------------------------------------------

    def _deal(self) -> None:
        self._shell.visit(DealPage, self.setup, 2)
