"""Your data: a backup of everything, files from elsewhere, and what the table has recorded itself."""

from __future__ import annotations

from functools import partial

from companion.i18n.languages import LANGUAGES
from companion.screens.labelled_rows import heading
from companion.screens.send_sheet import send
from companion.shell import Shell
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Labelled
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import SideButton
from companion.widgets.text import Text


class YourDataPage(Page):
    shows_kept = True

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        tr, files = shell.tr, shell.files
        super().__init__(TitleBar(tr("app.about.data_title"), on_back=shell.back))
        self._languages = Column(gap=8)
        self._acts = Column(gap=8)
        self.body.add_widget(
            Card(
                heading(Icon.LIBRARY, tr("app.files.backup")),
                Text(tr("app.files.backup_why"), tone="ink_2"),
                SideButton(tr("app.files.back_up"), partial(send, shell, files.backup), icon=Icon.SHARE),
            )
        )
        self.body.add_widget(
            Card(
                heading(Icon.ARROW_DOWN, tr("app.files.elsewhere")),
                Text(tr("app.files.open_why"), tone="ink_2"),
                SideButton(tr("app.files.open"), files.open, icon=Icon.PLUS),
                SideButton(tr("hand_on.paste"), self._paste, icon=Icon.ARROW_DOWN),
            )
        )
        self.body.add_widget(
            Card(
                heading(Icon.SHARE, tr("share.all.title")),
                Text(tr("share.all.why"), tone="ink_2"),
                *(
                    SideButton(words, partial(send, shell, partial(files.games, kind)), icon=icon)
                    for kind, words, icon in (
                        ("json", tr("share.all.whole"), Icon.LIBRARY),
                        ("csv", tr("share.all.sheets"), Icon.MENU_LIST),
                        ("bgstats", tr("share.all.bgstats"), Icon.HISTORY),
                    )
                ),
            )
        )
        self.body.add_widget(
            Card(
                heading(Icon.PEOPLE, tr("people.privacy")),
                Text(tr("people.privacy_why"), tone="ink_2"),
                SideButton(tr("people.title"), self._open_people, icon=Icon.PERSON),
            )
        )
        self.body.add_widget(
            Card(
                heading(Icon.MICROPHONE, tr("app.files.recordings")),
                Text(tr("app.files.recordings_why"), tone="ink_2"),
                self._languages,
                self._acts,
            )
        )

    def _open_people(self) -> None:
        from companion.screens.people import PeoplePage

        self._shell.visit(PeoplePage)

    def _paste(self) -> None:
        from companion.screens.hand_on import paste

        paste(self._shell)

    def enter(self) -> None:
        """The recordings may have changed."""
        shell, tr, files = self._shell, self._shell.tr, self._shell.files
        self._languages.clear_widgets()
        self._acts.clear_widgets()
        some = False
        for code, language in LANGUAGES.items():
            count, total = files.recorded(code)
            some = some or count > 0
            self._languages.add_widget(
                Labelled(
                    Column(
                        Text(language.name, size_sp=18, weight=500),
                        Text(tr("app.files.recorded", count=count, total=total), tone="ink_2"),
                        gap=0,
                        pos_hint={"center_y": 0.5},
                    ),
                    SideButton(
                        tr("app.files.lines"),
                        partial(send, shell, partial(files.lines_to_record, code)),
                        icon=Icon.MENU_LIST,
                        size_hint_x=0.7,
                    ),
                )
            )
        if some:
            self._acts.add_widget(
                SideButton(
                    tr("app.files.share_recordings"),
                    partial(send, shell, files.recordings),
                    icon=Icon.SHARE,
                )
            )
            self._acts.add_widget(
                SideButton(
                    tr("app.files.remove_recordings"), files.remove_recordings, icon=Icon.TRASH, outlined=True
                )
            )
