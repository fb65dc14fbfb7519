"""What would come of a change of the past: said before anything is done, and then done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.game import IllegalMove
from companion.i18n.translator import Translator
from companion.table import Dropped, Revision
from companion.widgets.cards import Notice
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import Box
from companion.widgets.tap import MainButton
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, paint

# A thing that would go, and the rule that no longer allows it.
Loss = tuple[str, str]
# More than so many are only counted.
_TOLD = 6


@dataclass(frozen=True, slots=True)
class EditWords:
    """The keys of what is said of a change; a game may say it in its own words."""

    keep: str = "app.edit.keep"
    keep_and_drop: str = "app.edit.keep_and_drop"
    nothing: str = "app.edit.nothing"
    all_fits: str = "app.edit.all_fits"
    drops: str = "app.edit.drops"


class Weighing(Column):
    """Minds the button that accepts the change, on which `do` stands unless something would go with it.

    `revision` is what a tap on it accepts, None as long as there is nothing to accept; `words` say why, or
    what would come of it.
    """

    def __init__(self, tr: Translator, keep: MainButton, do: str = "", said: EditWords | None = None) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self._keep = keep
        self._said = said or EditWords()
        self._do = do or tr(self._said.keep)
        self.revision: Revision[Any] | None = None
        self.words = ""

    def wait(self, words: str = "") -> None:
        """Something is missing still, or nothing is changed yet."""
        self._tell(words or self._tr(self._said.nothing))

    def weigh(
        self,
        revise: Callable[[], Revision[Any]],
        losses: Callable[[Sequence[Dropped[Any]]], Sequence[Loss]],
        fits: str = "",
    ) -> None:
        """Say what the revision keeps and drops, `losses` in words, or why the rules refuse it.

        `fits` is the key of what to say where nothing is dropped, if not the usual.
        """
        tr, said = self._tr, self._said
        try:
            revision = revise()
        except IllegalMove as refused:
            words = tr.problem(refused.problem)
            self._conclude(Notice(words, blocks=True), words)
            return
        if not revision.changes:
            self.wait()
        elif not revision.dropped:
            self._tell(tr(fits or said.all_fits), revision)
        else:
            lost = losses(revision.dropped)
            head = tr(said.drops, n=len(lost))
            others = tr("app.edit.and_more", n=len(lost) - _TOLD) if len(lost) > _TOLD else ""
            told = _Losses(head, lost[:_TOLD], others)
            self._conclude(told, head, revision, tr(said.keep_and_drop, n=len(lost)))

    def _tell(self, words: str, revision: Revision[Any] | None = None) -> None:
        self._conclude(Text(words, tone="ink_2"), words, revision)

    def _conclude(
        self, told: Widget, words: str, revision: Revision[Any] | None = None, do: str = ""
    ) -> None:
        self.revision, self.words = revision, words
        self._keep.show(do or self._do)
        self._keep.enabled = revision is not None
        self.clear_widgets()
        self.add_widget(told)


class _Losses(Column):
    """Each thing that would go with the rule that no longer allows it, and how many others."""

    def __init__(self, head: str, lost: Sequence[Loss], others: str) -> None:
        super().__init__(gap=6, padding=(dp(16), dp(12)))
        Box(self, radius=RADIUS_CARD, ground=paint("ember_deep"), edge=paint("ember"), line=1.5)
        sign = Glyph(Icon.WARNING, 28, tone="ember", pos_hint={"center_y": 0.5})
        self.add_widget(Row(sign, Text(head, weight=500, pos_hint={"center_y": 0.5}), gap=12))
        for what, why in lost:
            self.add_widget(Text(what, weight=500))
            # What several go by is told with the first of them.
            if why:
                self.add_widget(Text(why, tone="ink_2"))
        if others:
            self.add_widget(Text(others, tone="ink_2"))
