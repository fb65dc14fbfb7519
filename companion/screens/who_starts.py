"""Who begins: everybody at the table by name, one of them marked; or let fingers or lots decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.entry.fingers import Finger, FingerSelection
from companion.entry.whereabouts import StarterPick
from companion.screens.first_player import FirstPlayerQuestion, FirstPlayerState
from companion.shell import AppContext
from companion.widgets.cards import Chip
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid
from companion.widgets.theme import look


class FirstPlayerChooser(Column):
    """The question's mark stands with whoever begins. `shapes` are what the game knows its seats by: an icon
    and its colour each, in place of the mark."""

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
        """`seat` was drawn before the app was ended."""
        from companion.screens.draw_lots import RandomDrawPage

        self._app_context.push(RandomDrawPage, self._question, FirstPlayerState(seat=seat))

    def open_finger_chooser(self, finger: Finger | None = None) -> None:
        """`finger` was chosen before the app was ended."""
        from companion.screens.who_begins import FingerChooserPage

        self._app_context.push(
            FingerChooserPage, self._question, FirstPlayerState(FingerSelection(selected=finger))
        )

    def restore_result(self, starter: StarterPick) -> None:
        """What chance had told when the app was ended."""
        if starter.lot in range(len(self._question.players)):
            self.open_random_draw(starter.lot)
        elif starter.finger is not None:
            self.open_finger_chooser(starter.finger)
