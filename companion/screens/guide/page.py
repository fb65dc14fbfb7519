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
from companion.entry.whereabouts import SetupBookmark, SetupStep, make_prepared_bookmark
from companion.games.shelf import game_for_setup
from companion.screens.guide.steps_view import StepsView
from companion.screens.guide.stepwise import StepPage
from companion.screens.night.deal import DealPage
from companion.screens.preparing import SetupFlowPage
from companion.screens.rules.links import open_rules
from companion.scripts.guides import GuideStep, list_parts
from companion.scripts.nights import NightSetup
from companion.shell import AppContext
from companion.widgets.cards import Notice
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.page import TitleBar
from companion.widgets.step_bar import StepBar
from companion.widgets.tap import IconButton, PrimaryButton, SecondaryButton
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS, sp


class GuidePage(SetupFlowPage, StepPage):
    def __init__(self, context: AppContext, setup: NightSetup) -> None:
        self._app_context, self.setup = context, setup
        tr, self._game = context.tr, game_for_setup(setup)
        self._script = self._game.load_part("scripts", "guide")
        self.steps: tuple[GuideStep, ...] = guide_ticks.make_guide_steps(self._game, setup)
        self.parts = list_parts(self.steps)
        self._ticks = guide_ticks.open_progress(context, self._game, setup)
        # Whose row was asked for in the picture, out of turn.
        self._requested_step: str | None = None
        accent = ACCENTS[self._game.accent]
        rules = IconButton(Icon.BOOK_OPEN, self._open_rules, tone="ink_2")
        self._title_bar = TitleBar("", " ", on_back=context.go_back, actions=[rules])
        super().__init__(self._title_bar)
        self._change_notice = Widget()
        self._bar = StepBar(len(self.parts), current=accent.fill)
        self._title = Text(
            "",
            face="title",
            size_sp=26,
            min_size=18,
            max_lines=2,
            fallback_lines=3,
            pos_hint={"center_y": 0.5},
        )
        self.read_button = SecondaryButton(
            tr("guide.read_aloud"), self.read_aloud, icon=Icon.SPEAKER, mirrored=True,
            size_hint_x=None, pos_hint={"center_y": 0.5}, height=max(dp(52), sp(18) * 2.5),
        )  # fmt: skip
        self.read_button.width = self.read_button.label.natural_width() + dp(64)
        self.previous_button = SecondaryButton(
            "", partial(self._turn_pages, -1), icon=Icon.BACK, outlined=True, mirrored=True
        )
        self.next_button = SecondaryButton(
            "", partial(self._turn_pages, 1), icon=Icon.FORWARD, outlined=True, mirrored=True
        )
        self._page_buttons = Row(gap=8)
        self.view = StepsView(tr, self._game, self.toggle, self.highlight_step)
        self.set_picture(self.view.picture, self._bar)
        for part in (Row(self._title, self.read_button, gap=12), self.view, self._page_buttons):
            self.body.add_widget(part)
        self.done_button = self.create_done_button(tr, accent)
        self.onward_button = PrimaryButton("", partial(self._turn_pages, 1), accent=accent, forward=True)
        words = tr("app.setup.deal" if self._game.has_night else "guide.begin")
        self.begin = PrimaryButton(words, self._begin, accent=accent, forward=True)
        self.begin_now = SecondaryButton(words, self._begin, icon=Icon.FORWARD, outlined=True, mirrored=True)
        self._show_changes()
        self._open_part()

    def create_bookmark(self) -> SetupBookmark:
        mark = self._app_context.resume_state.bookmark
        return make_prepared_bookmark(mark, self._game.id, self.setup, SetupStep.GUIDE, keep_selection=True)

    def enter(self) -> None:
        super().enter()
        # While it was read aloud, steps were done.
        ticks = guide_ticks.open_progress(self._app_context, self._game, self.setup)
        if ticks != self._ticks:
            self._ticks = ticks
            self._open_part()

    @property
    def part(self) -> str:
        return self._ticks.part

    @property
    def done(self) -> frozenset[str]:
        return frozenset(self._ticks.done)

    @property
    def current_step(self) -> str | None:
        """The step of this part that is lit: the one asked for, else the first that is not done."""
        if self._requested_step in self.view.rows:
            return self._requested_step
        return next((name for name in self.view.rows if name not in self.done), None)

    # -- ticking and turning pages --------------------------------------------------------------------

    def _save_ticks(self, **changes: Any) -> None:
        self._ticks = replace(self._ticks, **changes)
        guide_ticks.save_progress(self._app_context, self._game, self._ticks)

    def toggle(self, step: str) -> None:
        done = self.done ^ {step}
        self._save_ticks(done=tuple(other.id for other in self.steps if other.id in done))
        if step == self._requested_step:
            self._requested_step = None
        self._show()

    def highlight_step(self, step: str) -> None:
        """Its thing in the picture was tapped: show its row."""
        self._requested_step = step if step not in self.done else None
        self._show()
        self.scroll_to_widget(self.view.rows[step])

    def tick_next(self) -> None:
        """The lit step is done: the next one lights up, on the next page if need be."""
        step = self.current_step
        if step is None:
            return
        self.toggle(step)
        following = self.current_step
        if following is not None:
            self.scroll_to_widget(self.view.rows[following])
        else:
            self._turn_pages(1)

    def _turn_pages(self, pages: int) -> None:
        index = self.parts.index(self.part) + pages
        if 0 <= index < len(self.parts):
            self._requested_step = None
            self._save_ticks(part=self.parts[index])
            self._open_part()

    # -- what changed ---------------------------------------------------------------------------------

    def _show_changes(self) -> None:
        tr, ticks = self._app_context.tr, self._ticks
        if self._change_notice.parent is not None:
            self.body.remove_widget(self._change_notice)
        if ticks.changed:
            changed_parts = list_parts([step for step in self.steps if step.id in ticks.changed])
            titles = tuple(map(self._format_part_title, changed_parts))
            words = f"{tr('guide.changed', n=len(ticks.changed))} {tr('guide.changed_parts', parts=titles)}"
        elif ticks.dropped:
            words = tr("guide.dropped")
        else:
            return
        self._change_notice = Notice(words, fix_text=tr("app.home.understood"), on_fix=self.dismiss_changes)
        self.body.add_widget(self._change_notice, index=len(self.body.children))

    def dismiss_changes(self) -> None:
        self._save_ticks(changed=(), dropped=False)
        self._show_changes()

    # -- showing ----------------------------------------------------------------------------------------

    def _format_part_title(self, part: str) -> str:
        return self._app_context.tr(f"{self._game.id}_guide.part.{part}")

    def _open_part(self) -> None:
        tr, index = self._app_context.tr, self.parts.index(self.part)
        self._title_bar.show(
            tr("guide.title", game=tr(f"app.game.{self._game.id}")),
            tr("guide.step_of", step=index + 1, steps=len(self.parts), n=len(self.setup.players)),
        )
        self._bar.show(index + 1)
        self._title.content = self._format_part_title(self.part)
        steps = [step for step in self.steps if step.part == self.part]
        self.view.open(self._script.draw_scene(self.setup, self.part), steps)
        self._page_buttons.clear_widgets()
        for button, pages in ((self.previous_button, -1), (self.next_button, 1)):
            if 0 <= index + pages < len(self.parts):
                button.label.content = self._format_part_title(self.parts[index + pages])
                self._page_buttons.add_widget(button)
        if self.part == self.parts[-1]:
            # Nobody is made to tick: the game is always one tap away here.
            self._page_buttons.add_widget(self.begin_now)
        self._show()
        Clock.schedule_once(self._scroll_to_top, 0)

    def _scroll_to_top(self, _: float) -> None:
        self.scroll.scroll_y = 1

    def _show(self) -> None:
        current, is_last = self.current_step, self.part == self.parts[-1]
        self.view.show(self.done, current)
        if current is not None:
            button = self.done_button
        elif is_last:
            button = self.begin
        else:
            following = self.parts[self.parts.index(self.part) + 1]
            self.onward_button.show(
                self._app_context.tr("guide.onward", part=self._format_part_title(following))
            )
            button = self.onward_button
        self.set_footer(button)

    # -- walking on -------------------------------------------------------------------------------------

    def read_aloud(self) -> None:
        # Who speaks is loaded when somebody wants to listen.
        from companion.screens.guide.reading import GuideReadAloudPage

        self._app_context.push(GuideReadAloudPage, self.setup)

    def _open_rules(self) -> None:
        open_rules(self._app_context, self._game)

    def _begin(self) -> None:
        if self._game.has_night:
            self._app_context.push(DealPage, self.setup, 2)
        else:
            self._app_context.start_session(self._game.rules, self.setup)
