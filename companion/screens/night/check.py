"""The sound check: one tap says a line at real volume, tells who will speak and what stands in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.i18n.languages import LANGUAGES
from companion.widgets.cards import Notice
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column
from companion.widgets.tap import SideButton
from companion.widgets.text import Text

if TYPE_CHECKING:
    from companion.app import CompanionApp


class SoundCheckPanel(Column):
    def __init__(self, app: CompanionApp) -> None:
        super().__init__(gap=8)
        self._app = app
        self.button = SideButton(
            app.tr("app.night.check"), self.check, icon=Icon.SPEAKER, outlined=True, mirrored=True
        )
        self.add_widget(self.button)
        self._told = Column(gap=8)
        self.add_widget(self._told)

    def check(self) -> None:
        tr = self._app.tr
        result = self._app.speaking.check()
        self._told.clear_widgets()
        for problem in result.problems:
            self._told.add_widget(Notice(tr.problem(problem)))
        for language, choice in result.voices.items():
            self._told.add_widget(Text(tr(choice.why, language=LANGUAGES[language].name), tone="ink_2"))
