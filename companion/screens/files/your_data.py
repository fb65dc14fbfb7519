"""Data page: backup, import, export of all games, people and privacy, and recorded voice lines."""

from __future__ import annotations

from functools import partial
from typing import Final

from companion.app_context import EXPORT_FORMATS, AppContext
from companion.i18n.languages import LANGUAGES
from companion.screens.files.share import import_from_clipboard, send_file
from companion.screens.rows import build_heading
from companion.widgets.buttons import SecondaryButton
from companion.widgets.cards import Card
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, LabelledControl
from companion.widgets.page import Page, TitleBar
from companion.widgets.text import LABEL, MUTED, Text

_FORMAT_ICONS: Final = {"json": Icon.LIBRARY, "csv": Icon.MENU_LIST, "bgstats": Icon.HISTORY}


class FilesPage(Page):
    shows_stored_data = True

    def __init__(self, context: AppContext) -> None:
        self._app_context = context
        tr, files = context.tr, context.files
        super().__init__(TitleBar(tr("app.about.data_title"), on_back=context.go_back))
        self._languages = Column(gap=8)
        self._actions = Column(gap=8)
        self.body.add_widget(
            Card(
                build_heading(Icon.LIBRARY, tr("app.files.backup")),
                Text(tr("app.files.backup_why"), MUTED),
                SecondaryButton(
                    tr("app.files.back_up"), partial(send_file, context, files.export_backup), icon=Icon.SHARE
                ),
            )
        )
        self.body.add_widget(
            Card(
                build_heading(Icon.ARROW_DOWN, tr("app.files.elsewhere")),
                Text(tr("app.files.open_why"), MUTED),
                SecondaryButton(tr("app.files.open"), files.choose_file, icon=Icon.PLUS),
                SecondaryButton(tr("hand_on.paste"), self._paste, icon=Icon.ARROW_DOWN),
            )
        )
        self.body.add_widget(
            Card(
                build_heading(Icon.SHARE, tr("share.all.title")),
                Text(tr("share.all.why"), MUTED),
                *(
                    SecondaryButton(
                        tr(file_format.label_key),
                        partial(send_file, context, partial(files.export_games, name)),
                        icon=_FORMAT_ICONS[name],
                    )
                    for name, file_format in EXPORT_FORMATS.items()
                ),
            )
        )
        self.body.add_widget(
            Card(
                build_heading(Icon.PEOPLE, tr("people.privacy")),
                Text(tr("people.privacy_why"), MUTED),
                SecondaryButton(tr("people.title"), self._open_people, icon=Icon.PERSON),
            )
        )
        self.body.add_widget(
            Card(
                build_heading(Icon.MICROPHONE, tr("app.files.recordings")),
                Text(tr("app.files.recordings_why"), MUTED),
                self._languages,
                self._actions,
            )
        )

    def _open_people(self) -> None:
        from companion.screens.people_pages import PeoplePage

        self._app_context.push(PeoplePage)

    def _paste(self) -> None:
        import_from_clipboard(self._app_context)

    def enter(self) -> None:
        """Update the list of recordings, which may have changed."""
        context, tr, files = self._app_context, self._app_context.tr, self._app_context.files
        self._languages.clear_widgets()
        self._actions.clear_widgets()
        has_recordings = False
        for code, language in LANGUAGES.items():
            count, total = files.count_recorded(code)
            has_recordings = has_recordings or count > 0
            self._languages.add_widget(
                LabelledControl(
                    Column(
                        Text(language.name, LABEL),
                        Text(tr("app.files.recorded", count=count, total=total), MUTED),
                        gap=0,
                    ),
                    SecondaryButton(
                        tr("app.files.lines"),
                        partial(send_file, context, partial(files.export_recording_list, code)),
                        icon=Icon.MENU_LIST,
                        size_hint_x=0.7,
                    ),
                )
            )
        if has_recordings:
            self._actions.add_widget(
                SecondaryButton(
                    tr("app.files.share_recordings"),
                    partial(send_file, context, files.export_recordings),
                    icon=Icon.SHARE,
                )
            )
            self._actions.add_widget(
                SecondaryButton(
                    tr("app.files.remove_recordings"), files.remove_recordings, icon=Icon.TRASH, outlined=True
                )
            )
