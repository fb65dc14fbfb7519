"""A team's map as a picture to be sent: whole, with the team's name and the day."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from kivy.clock import Clock
from kivy.metrics import dp

from companion.games.duet.campaign import Campaign
from companion.games.duet.manifest import MANIFEST
from companion.i18n.dates import written
from companion.screens.duet.map_cities import MissionMap
from companion.screens.duet.map_marks import marks_of
from companion.screens.duet.map_sheet import Legend
from companion.screens.duet.map_teams import standing_of
from companion.screens.send_sheet import send
from companion.shell import Parcel, Shell
from companion.widgets.emblem import Emblem
from companion.widgets.layout import Column, Row
from companion.widgets.png import png
from companion.widgets.poster import Poster
from companion.widgets.text import Text
from companion.widgets.theme import MARGIN

# In dp: as wide as on a phone, and in the shape that the land was drawn for.
_WIDTH, _SHAPE = 430, 500 / 390


def share_picture(shell: Shell, campaign: Campaign) -> None:
    tr = shell.tr
    across = dp(_WIDTH - 2 * MARGIN)
    drawn = MissionMap(size_hint=(None, None), size=(across, across * _SHAPE), pos_hint={"center_x": 0.5})
    drawn.show(marks_of(tr, campaign), "")
    today = datetime.now()
    heading = Column(
        Text(campaign.team, face="title", size_sp=22),
        Text(standing_of(tr, campaign), tone="ink_2"),
        Text(written(tr, today.year, today.month, today.day), tone="ink_2"),
        gap=0,
        pos_hint={"center_y": 0.5},
    )
    poster = Poster(
        Row(Emblem(MANIFEST.emblem, 52, pos_hint={"center_y": 0.5}), heading, gap=12),
        drawn,
        Legend(tr, upright=False),
        Text(tr("app.title"), tone="ink_3", size_sp=14, align="center"),
        width=dp(_WIDTH),
    )
    # Its heights pass outwards in the next frame, and its words are set in the one after.
    Clock.schedule_once(lambda _: Clock.schedule_once(partial(_send, shell, poster), 0), 0)


def _send(shell: Shell, poster: Poster, _: float) -> None:
    pixels = poster.pixels()
    parcel = Parcel(f"{MANIFEST.id}-map.png", "image/png", lambda path: path.write_bytes(png(*pixels)))
    send(shell, lambda: parcel)
