"""Packing up: what goes back into the box and where, so that the next set-up is quick."""

from __future__ import annotations

from companion.games.shelf import game_for
from companion.screens.guide.steps_view import StepsView
from companion.screens.guide.stepwise import Stepwise
from companion.scripts.guides import PACKING, Step
from companion.scripts.nights import Seated
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.page import TitleBar
from companion.widgets.tap import MainButton
from companion.widgets.theme import ACCENTS


class PackingPage(Stepwise):
    """Nothing of it is kept: whoever packs up does so in one go."""

    def __init__(self, shell: Shell, setup: Seated) -> None:
        self._shell = shell
        tr, game = shell.tr, game_for(setup)
        script = game.part("scripts", "guide")
        steps: tuple[Step, ...] = script.packing(setup)
        title = tr("guide.pack.title", game=tr(f"app.game.{game.id}"))
        super().__init__(TitleBar(title, tr("guide.pack.next_time"), on_back=shell.back))
        self.done: frozenset[str] = frozenset()
        self.view = StepsView(tr, game, self.toggle, self.toggle)
        self.picture_with(self.view.picture)
        self.body.add_widget(self.view)
        self.view.open(script.scene(setup, PACKING), steps)
        accent = ACCENTS[game.accent]
        self.done_next = self.button_for_step(tr, accent)
        self.finish = MainButton(tr("guide.pack.done"), shell.back, accent=accent, icon=Icon.CHECK)
        self._show()

    @property
    def now(self) -> str | None:
        return next((name for name in self.view.rows if name not in self.done), None)

    def toggle(self, step: str) -> None:
        self.done ^= {step}
        self._show()

    def tick_next(self) -> None:
        if self.now is not None:
            self.toggle(self.now)
        if self.now is not None:
            self.bring(self.view.rows[self.now])

    def _show(self) -> None:
        self.view.show(self.done, self.now)
        offered = self.finish if self.now is None else self.done_next
        self.offer_only(offered)
