"""Numbers as a picture to be sent: the cards as they are seen, without their buttons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.manifest import GameDefinition
from companion.screens.result_picture import remove_buttons
from companion.screens.send_sheet import send_file
from companion.shell import AppContext, OutgoingFile
from companion.widgets.emblem import EmblemWidget
from companion.widgets.layout import Column, Row
from companion.widgets.png import encode_png
from companion.widgets.poster import ImageExport
from companion.widgets.text import Text
from companion.widgets.theme import MAX_COLUMN_WIDTH


def share_statistics(
    context: AppContext, title: str, line: str, cards: Sequence[Widget], game: GameDefinition
) -> None:
    content = Column(*cards, gap=12)
    remove_buttons(content)
    labels = Column(
        Text(title, face="title", size_sp=22), Text(line, tone="ink_2"), gap=0, pos_hint={"center_y": 0.5}
    )
    poster = ImageExport(
        Row(EmblemWidget(game.emblem, 52, pos_hint={"center_y": 0.5}), labels, gap=12),
        content,
        Text(context.tr("app.title"), tone="ink_3", size_sp=14, align="center"),
        width=min(context.navigator.page.width, dp(MAX_COLUMN_WIDTH)),
    )
    # Its heights pass outwards in the next frame, and its words are set in the one after.
    Clock.schedule_once(lambda _: Clock.schedule_once(partial(_send_image, context, poster, game.id), 0), 0)


def _send_image(context: AppContext, poster: ImageExport, name: str, _: float) -> None:
    pixels = poster.export_pixels()
    outgoing = OutgoingFile(
        f"{name}-numbers.png", "image/png", lambda path: path.write_bytes(encode_png(*pixels))
    )
    send_file(context, lambda: outgoing)
