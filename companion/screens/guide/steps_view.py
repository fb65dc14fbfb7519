"""Steps and the picture of their table: what is done in one is done in the other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from companion.games.manifest import GameDefinition
from companion.i18n.translator import Translator
from companion.screens.guide.rows import StepRow, StepStatus
from companion.screens.scene_picture import ScenePicture, StepHighlights
from companion.scripts.guides import GuideStep
from companion.scripts.scenes import Scene
from companion.widgets.layout import Column
from companion.widgets.theme import ACCENTS


class StepsView(Column):
    """The rows; `picture` is shown elsewhere. A tap on a thing in it lights the row of its step, and is told
    to `on_highlight`; one on a row to `on_toggle`."""

    def __init__(
        self,
        tr: Translator,
        game: GameDefinition,
        on_toggle: Callable[[str], object],
        on_highlight: Callable[[str], object],
    ) -> None:
        super().__init__(gap=6)
        self._tr, self._game, self._on_toggle = tr, game, on_toggle
        self._accent = ACCENTS[game.accent]
        self.picture = ScenePicture(tr, accent=self._accent, on_step=on_highlight)
        self.rows: dict[str, StepRow] = {}
        self._scene: Scene = ()

    def open(self, scene: Scene, steps: Sequence[GuideStep]) -> None:
        """These steps, and the table as it looks once they are done."""
        self._scene = scene
        self.rows = {
            step.id: StepRow(
                self._tr, self._game, step, number, self._accent, partial(self._on_toggle, step.id)
            )
            for number, step in enumerate(steps, 1)
        }
        self.clear_widgets()
        for row in self.rows.values():
            self.add_widget(row)

    def show(self, done: Collection[str], current: str | None) -> None:
        for name, row in self.rows.items():
            row.show(
                StepStatus.NOW if name == current else StepStatus.DONE if name in done else StepStatus.AHEAD
            )
        numbers = {name: number for number, name in enumerate(self.rows, 1)}
        self.picture.show(self._scene, StepHighlights(numbers, frozenset(done) & numbers.keys(), current))
