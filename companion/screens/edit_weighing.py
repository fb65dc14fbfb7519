"""What would come of a change of the past: said before anything is done, and then done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.games.game import IllegalMove
from companion.i18n.translator import Translator
from companion.screens.losses import Losses
from companion.table import Dropped, Revision
from companion.widgets.cards import Notice
from companion.widgets.layout import Column
from companion.widgets.tap import MainButton
from companion.widgets.text import Text

# A thing that would go, and the rule that no longer allows it.
Loss = tuple[str, str]


class Weighing(Column):
    """Minds the button that accepts the change, on which `do` stands unless something would go with it.

    `revision` is what a tap on it accepts, None as long as there is nothing to accept.
    """

    def __init__(self, tr: Translator, keep: MainButton, do: str = "") -> None:
        super().__init__(gap=8)
        self._tr = tr
        self._keep = keep
        self._do = do or tr("app.edit.keep")
        self.revision: Revision[Any] | None = None

    def wait(self, words: str = "") -> None:
        """Something is missing still, or nothing is changed yet."""
        self._conclude(Text(words or self._tr("app.edit.nothing"), tone="ink_2"))

    def weigh(
        self,
        revise: Callable[[], Revision[Any]],
        losses: Callable[[Sequence[Dropped[Any]]], Sequence[Loss]],
    ) -> None:
        """Say what the revision keeps and drops, `losses` in words, or why the rules refuse it."""
        tr = self._tr
        try:
            revision = revise()
        except IllegalMove as refused:
            self._conclude(Notice(tr.problem(refused.problem), blocks=True))
            return
        if not revision.changes:
            self.wait()
        elif not revision.dropped:
            self._conclude(Text(tr("app.edit.all_fits"), tone="ink_2"), revision)
        else:
            lost = losses(revision.dropped)
            head = tr("app.edit.drops", n=len(lost))
            told = Losses(head, lost, more=lambda n: tr("app.edit.and_more", n=n))
            self._conclude(told, revision, tr("app.edit.keep_and_drop", n=len(lost)))

    def _conclude(
        self, told: Text | Notice | Losses, revision: Revision[Any] | None = None, do: str = ""
    ) -> None:
        self.revision = revision
        self._keep.show(do or self._do)
        self._keep.enabled = revision is not None
        self.clear_widgets()
        self.add_widget(told)
