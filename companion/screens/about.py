"""About: what the app is, that it is unofficial, where its data lie, whose voice and letters it uses."""

from __future__ import annotations

from companion import __version__
from companion.shell import AppContext
from companion.widgets.cards import Card
from companion.widgets.emblem import Logo
from companion.widgets.layout import Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.text import Text


class AboutPage(Page):
    def __init__(self, context: AppContext) -> None:
        tr = context.tr
        super().__init__(TitleBar(tr("app.about.title"), on_back=context.go_back))
        # A phone shows nobody the folders of an app: their names would only puzzle.
        if context.can_share and context.data_folder:
            data = tr("app.files.in_the_app")
        else:
            data = tr("app.about.data", folder=str(context.data_folder or tr("app.about.data_none")))
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
        for title, text in (
            (tr("app.about.unofficial_title"), tr("app.about.unofficial")),
            (tr("app.about.private_title"), tr("app.about.private")),
            (tr("app.about.data_title"), data),
            (tr("app.about.voice_title"), tr("app.about.voice")),
            (tr("app.about.letters_title"), tr("app.about.letters")),
        ):
            self.body.add_widget(Card(Text(title, face="title", size_sp=20), Text(text, tone="ink_2")))
