"""Who begins: everybody at the table by name, one of them marked; or let fingers or lots decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.entry.fingers import Finger, Fingers
from companion.entry.whereabouts import Starter
from companion.screens.first_player import Finding, Question
from companion.shell import Shell
from companion.widgets.cards import Chip
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid
from companion.widgets.theme import look


class Starters(Column):
    """The question's mark stands with whoever begins. `shapes` are what the game knows its seats by: an icon
    and its colour each, in place of the mark."""

    def __init__(
        self,
        shell: Shell,
        question: Question,
        on_choose: Callable[[int], object],
        *,
        shapes: Sequence[tuple[Icon, str]] = (),
        narrowest: float = 80,
        most_columns: int = 5,
    ) -> None:
        super().__init__(gap=8)
        self._shell = shell
        self._question = question
        self._on_choose = on_choose
        self._shapes = shapes
        tr = shell.tr
        self.chips: list[Chip] = []
        narrowest *= max(1.0, look().text_scale)
        self._names = Grid(gap=8, narrowest=narrowest, most_columns=most_columns)
        self.draw = Chip(tr("app.setup.draw"), self.draw_lots, icon=Icon.SHUFFLE, outlined=True)
        self.fingers = Chip(
            tr("app.begins.fingers"), self.lay_fingers, icon=Icon.POINTING_FINGER, outlined=True
        )
        self.add_widget(self._names)
        self.add_widget(Grid(self.draw, self.fingers, gap=8, cols=2))

    def show(self, names: Sequence[str], starter: int) -> None:
        self._names.clear_widgets()
        self.chips = [self._chip(at, name, starts=at == starter) for at, name in enumerate(names)]
        for chip in self.chips:
            self._names.add_widget(chip)

    def _chip(self, at: int, name: str, *, starts: bool) -> Chip:
        accent, shape = self._question.accent, self._shapes[at] if self._shapes else None
        chip = Chip(
            name, partial(self._on_choose, at), icon=shape[0] if shape else None,
            mark=self._question.mark if starts and shape is None else None, mark_tone=accent.line,
            chosen=starts, accent=accent,
        )  # fmt: skip
        if shape is not None and chip.icon is not None:
            chip.icon.set_tone(shape[1])
        return chip

    def draw_lots(self, found: int | None = None) -> None:
        """`found` was drawn before the app was ended."""
        from companion.screens.draw_lots import DrawLotsPage

        self._shell.visit(DrawLotsPage, self._question, Finding(seat=found))

    def lay_fingers(self, found: Finger | None = None) -> None:
        """`found` was chosen before the app was ended."""
        from companion.screens.who_begins import WhoBeginsPage

        self._shell.visit(WhoBeginsPage, self._question, Finding(Fingers(chosen=found)))

    def find_again(self, starter: Starter) -> None:
        """What chance had told when the app was ended."""
        if starter.lot in range(len(self._question.players)):
            self.draw_lots(starter.lot)
        elif starter.finger is not None:
            self.lay_fingers(starter.finger)
