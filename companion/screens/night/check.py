"""The sound check: one tap says a line at real volume, tells who will speak and what stands in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.i18n.languages import LANGUAGES
from companion.shell import Shell
from companion.widgets.cards import Notice
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column
from companion.widgets.tap import SideButton
from companion.widgets.text import Text

if TYPE_CHECKING:
    from companion.narration import SoundCheck

_TOLD = 6


class SoundCheckPanel(Column):
    def __init__(self, shell: Shell) -> None:
        super().__init__(gap=8)
        self._shell = shell
        self.button = SideButton(
            shell.tr("app.night.check"), self.check, icon=Icon.SPEAKER, outlined=True, mirrored=True
        )
        self.add_widget(self.button)
        self._told = Column(gap=8)
        self.add_widget(self._told)

    def check(self) -> None:
        self._told.clear_widgets()
        # An engine takes its time; whatever else speaks has its answer at once.
        self._told.add_widget(Text(self._shell.tr("app.night.preparing"), tone="ink_2"))
        self._shell.speaking.check(self._tell)

    def _tell(self, found: SoundCheck) -> None:
        tr = self._shell.tr
        self._told.clear_widgets()
        for problem in found.problems[:_TOLD]:
            self._told.add_widget(Notice(tr.problem(problem)))
        more = len(found.problems) - _TOLD
        if more > 0:
            self._told.add_widget(Text(tr("app.night.check_more", n=more), tone="ink_2"))
        for language, choice in found.voices.items():
            self._told.add_widget(Text(tr(choice.why, language=LANGUAGES[language].name), tone="ink_2"))
