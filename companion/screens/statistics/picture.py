"""Numbers as a picture to be sent: the cards as they are seen, without their buttons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.manifest import Manifest
from companion.screens.result_picture import leave_out_buttons
from companion.screens.send_sheet import send
from companion.shell import Parcel, Shell
from companion.widgets.emblem import Emblem
from companion.widgets.layout import Column, Row
from companion.widgets.png import png
from companion.widgets.poster import Poster
from companion.widgets.text import Text
from companion.widgets.theme import WIDEST_COLUMN


def share_numbers(shell: Shell, title: str, line: str, cards: Sequence[Widget], game: Manifest) -> None:
    shown = Column(*cards, gap=12)
    leave_out_buttons(shown)
    words = Column(
        Text(title, face="title", size_sp=22), Text(line, tone="ink_2"), gap=0, pos_hint={"center_y": 0.5}
    )
    poster = Poster(
        Row(Emblem(game.emblem, 52, pos_hint={"center_y": 0.5}), words, gap=12),
        shown,
        Text(shell.tr("app.title"), tone="ink_3", size_sp=14, align="center"),
        width=min(shell.stage.page.width, dp(WIDEST_COLUMN)),
    )
    # Its heights pass outwards in the next frame, and its words are set in the one after.
    Clock.schedule_once(lambda _: Clock.schedule_once(partial(_send, shell, poster, game.id), 0), 0)


def _send(shell: Shell, poster: Poster, name: str, _: float) -> None:
    pixels = poster.pixels()
    parcel = Parcel(f"{name}-numbers.png", "image/png", lambda path: path.write_bytes(png(*pixels)))
    send(shell, lambda: parcel)
