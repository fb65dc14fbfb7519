"""The guided set-up of any game, part by part: the table from above, and every step to be ticked.

Each tap is on disk before it is shown. When the table changes meanwhile the guide follows, keeps ticked what
is still true and says what is not.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry import guide_ticks
from companion.entry.whereabouts import Bookmark, Place, with_setup
from companion.games.shelf import game_for
from companion.screens.guide.steps_view import StepsView
from companion.screens.guide.stepwise import Stepwise
from companion.screens.night.deal import DealPage
from companion.screens.preparing import Preparing
from companion.screens.rules.links import open_rules
from companion.scripts.guides import Step, parts_of
from companion.scripts.nights import Seated
from companion.shell import Shell
from companion.widgets.cards import Notice
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.page import TitleBar
from companion.widgets.step_bar import StepBar
from companion.widgets.tap import IconButton, MainButton, SideButton
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS, sp


class GuidePage(Preparing, Stepwise):
    def __init__(self, shell: Shell, setup: Seated) -> None:
        self._shell, self.setup = shell, setup
        tr, self._game = shell.tr, game_for(setup)
        self._script = self._game.part("scripts", "guide")
        self.steps: tuple[Step, ...] = guide_ticks.steps_for(self._game, setup)
        self.parts = parts_of(self.steps)
        self._ticks = guide_ticks.open_ticks(shell, self._game, setup)
        # Whose row was asked for in the picture, out of turn.
        self._asked: str | None = None
        accent = ACCENTS[self._game.accent]
        rules = IconButton(Icon.BOOK_OPEN, self._open_rules, tone="ink_2")
        self._head = TitleBar("", " ", on_back=shell.back, tools=[rules])
        super().__init__(self._head)
        self._told = Widget()
        self._bar = StepBar(len(self.parts), now=accent.fill)
        self._title = Text(
            "", face="title", size_sp=26, smallest=18, most=2, more=3, pos_hint={"center_y": 0.5}
        )
        self.read = SideButton(
            tr("guide.read_aloud"), self.read_aloud, icon=Icon.SPEAKER, mirrored=True,
            size_hint_x=None, pos_hint={"center_y": 0.5}, height=max(dp(52), sp(18) * 2.5),
        )  # fmt: skip
        self.read.width = self.read.label.natural_width() + dp(64)
        self.earlier = SideButton("", partial(self._leaf, -1), icon=Icon.BACK, outlined=True, mirrored=True)
        self.later = SideButton("", partial(self._leaf, 1), icon=Icon.FORWARD, outlined=True, mirrored=True)
        self._leaves = Row(gap=8)
        self.view = StepsView(tr, self._game, self.toggle, self.light)
        self.picture_with(self.view.picture, self._bar)
        for part in (Row(self._title, self.read, gap=12), self.view, self._leaves):
            self.body.add_widget(part)
        self.done_next = self.button_for_step(tr, accent)
        self.onward = MainButton("", partial(self._leaf, 1), accent=accent, onward=True)
        words = tr("app.setup.deal" if self._game.night else "guide.begin")
        self.begin = MainButton(words, self._begin, accent=accent, onward=True)
        self.begin_now = SideButton(words, self._begin, icon=Icon.FORWARD, outlined=True, mirrored=True)
        self._tell_changed()
        self._open_part()

    def bookmark(self) -> Bookmark:
        mark = self._shell.whereabouts.mark
        return with_setup(mark, self._game.id, self.setup, Place.GUIDE, chosen=True)

    def enter(self) -> None:
        super().enter()
        # While it was read aloud, steps were done.
        kept = guide_ticks.open_ticks(self._shell, self._game, self.setup)
        if kept != self._ticks:
            self._ticks = kept
            self._open_part()

    @property
    def part(self) -> str:
        return self._ticks.part

    @property
    def done(self) -> frozenset[str]:
        return frozenset(self._ticks.done)

    @property
    def now(self) -> str | None:
        """The step of this part that is lit: the one asked for, else the first that is not done."""
        if self._asked in self.view.rows:
            return self._asked
        return next((name for name in self.view.rows if name not in self.done), None)

    # -- ticking and turning pages --------------------------------------------------------------------

    def _keep(self, **changes: Any) -> None:
        self._ticks = replace(self._ticks, **changes)
        guide_ticks.keep(self._shell, self._game, self._ticks)

    def toggle(self, step: str) -> None:
        done = self.done ^ {step}
        self._keep(done=tuple(other.id for other in self.steps if other.id in done))
        if step == self._asked:
            self._asked = None
        self._show()

    def light(self, step: str) -> None:
        """Its thing in the picture was tapped: show its row."""
        self._asked = step if step not in self.done else None
        self._show()
        self.bring(self.view.rows[step])

    def tick_next(self) -> None:
        """The lit step is done: the next one lights up, on the next page if need be."""
        step = self.now
        if step is None:
            return
        self.toggle(step)
        following = self.now
        if following is not None:
            self.bring(self.view.rows[following])
        else:
            self._leaf(1)

    def _leaf(self, pages: int) -> None:
        place = self.parts.index(self.part) + pages
        if 0 <= place < len(self.parts):
            self._asked = None
            self._keep(part=self.parts[place])
            self._open_part()

    # -- what changed ---------------------------------------------------------------------------------

    def _tell_changed(self) -> None:
        tr, ticks = self._shell.tr, self._ticks
        if self._told.parent is not None:
            self.body.remove_widget(self._told)
        if ticks.changed:
            where = parts_of([step for step in self.steps if step.id in ticks.changed])
            titles = tuple(map(self._titled, where))
            words = f"{tr('guide.changed', n=len(ticks.changed))} {tr('guide.changed_parts', parts=titles)}"
        elif ticks.dropped:
            words = tr("guide.dropped")
        else:
            return
        self._told = Notice(words, fix=tr("app.home.understood"), on_fix=self.understood)
        self.body.add_widget(self._told, index=len(self.body.children))

    def understood(self) -> None:
        self._keep(changed=(), dropped=False)
        self._tell_changed()

    # -- showing ----------------------------------------------------------------------------------------

    def _titled(self, part: str) -> str:
        return self._shell.tr(f"{self._game.id}_guide.part.{part}")

    def _open_part(self) -> None:
        tr, place = self._shell.tr, self.parts.index(self.part)
        self._head.show(
            tr("guide.title", game=tr(f"app.game.{self._game.id}")),
            tr("guide.step_of", step=place + 1, steps=len(self.parts), n=len(self.setup.players)),
        )
        self._bar.show(place + 1)
        self._title.content = self._titled(self.part)
        steps = [step for step in self.steps if step.part == self.part]
        self.view.open(self._script.scene(self.setup, self.part), steps)
        self._leaves.clear_widgets()
        for button, pages in ((self.earlier, -1), (self.later, 1)):
            if 0 <= place + pages < len(self.parts):
                button.label.content = self._titled(self.parts[place + pages])
                self._leaves.add_widget(button)
        if self.part == self.parts[-1]:
            # Nobody is made to tick: the game is always one tap away here.
            self._leaves.add_widget(self.begin_now)
        self._show()
        Clock.schedule_once(self._to_top, 0)

    def _to_top(self, _: float) -> None:
        self.scroll.scroll_y = 1

    def _show(self) -> None:
        now, last = self.now, self.part == self.parts[-1]
        self.view.show(self.done, now)
        if now is not None:
            offered = self.done_next
        elif last:
            offered = self.begin
        else:
            following = self.parts[self.parts.index(self.part) + 1]
            self.onward.show(self._shell.tr("guide.onward", part=self._titled(following)))
            offered = self.onward
        self.offer_only(offered)

    # -- walking on -------------------------------------------------------------------------------------

    def read_aloud(self) -> None:
        # Who speaks is loaded when somebody wants to listen.
        from companion.screens.guide.reading import ReadingPage

        self._shell.visit(ReadingPage, self.setup)

    def _open_rules(self) -> None:
        open_rules(self._shell, self._game)

    def _begin(self) -> None:
        if self._game.night:
            self._shell.visit(DealPage, self.setup, 2)
        else:
            self._shell.start_table(self._game.rules, self.setup)
