"""Packing up: what goes back into the box and where, so that the next set-up is quick."""

from __future__ import annotations

from companion.games.shelf import game_for_setup
from companion.screens.guide.steps_view import StepsView
from companion.screens.guide.stepwise import StepPage
from companion.scripts.guides import PACKING, GuideStep
from companion.scripts.nights import NightSetup
from companion.shell import AppContext
from companion.widgets.icon_names import Icon
from companion.widgets.page import TitleBar
from companion.widgets.tap import PrimaryButton
from companion.widgets.theme import ACCENTS


class PackingPage(StepPage):
    """Nothing of it is kept: whoever packs up does so in one go."""

    def __init__(self, context: AppContext, setup: NightSetup) -> None:
        self._app_context = context
        tr, game = context.tr, game_for_setup(setup)
        script = game.load_part("scripts", "guide")
        steps: tuple[GuideStep, ...] = script.list_packing_steps(setup)
        title = tr("guide.pack.title", game=tr(f"app.game.{game.id}"))
        super().__init__(TitleBar(title, tr("guide.pack.next_time"), on_back=context.go_back))
        self.done: frozenset[str] = frozenset()
        self.view = StepsView(tr, game, self.toggle, self.toggle)
        self.set_picture(self.view.picture)
        self.body.add_widget(self.view)
        self.view.open(script.draw_scene(setup, PACKING), steps)
        accent = ACCENTS[game.accent]
        self.done_button = self.create_done_button(tr, accent)
        self.finish_button = PrimaryButton(
            tr("guide.pack.done"), context.go_back, accent=accent, icon=Icon.CHECK
        )
        self._show()

    @property
    def current_step(self) -> str | None:
        return next((name for name in self.view.rows if name not in self.done), None)

    def toggle(self, step: str) -> None:
        self.done ^= {step}
        self._show()

    def tick_next(self) -> None:
        if self.current_step is not None:
            self.toggle(self.current_step)
        if self.current_step is not None:
            self.scroll_to_widget(self.view.rows[self.current_step])

    def _show(self) -> None:
        self.view.show(self.done, self.current_step)
        button = self.finish_button if self.current_step is None else self.done_button
        self.set_footer(button)
