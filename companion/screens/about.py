"""About: what the app is, that it is unofficial, whose letters it uses, and where its data lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import __version__
from companion.widgets.cards import Card
from companion.widgets.emblem import Logo
from companion.widgets.layout import Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.text import Text

if TYPE_CHECKING:
    from companion.app import CompanionApp


class AboutPage(Page):
    def __init__(self, app: CompanionApp) -> None:
        tr = app.tr
        super().__init__(TitleBar(tr("app.about.title"), on_back=app.back))
        folder = str(app.store.path.parent) if app.store.path else tr("app.about.data_none")
        heading = Row(
            Logo(64, pos_hint={"center_y": 0.5}),
            Text(
                tr("app.about.version", version=__version__),
                face="title",
                size_sp=22,
                pos_hint={"center_y": 0.5},
            ),
            gap=16,
        )
        self.body.add_widget(Card(heading, Text(tr("app.about.what")), gap=12))
        for title, words in (
            (tr("app.about.unofficial_title"), tr("app.about.unofficial")),
            (tr("app.about.private_title"), tr("app.about.private")),
            (tr("app.about.data_title"), tr("app.about.data", folder=folder)),
            (tr("app.about.letters_title"), tr("app.about.letters")),
        ):
            self.body.add_widget(Card(Text(title, face="title", size_sp=20), Text(words, tone="ink_2")))
