"""A team's map as a picture to be sent: whole, with the team's name and the day."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from kivy.clock import Clock
from kivy.metrics import dp

from companion.app_context import AppContext, OutgoingFile
from companion.games.duet.campaign import Campaign
from companion.games.duet.manifest import DEFINITION
from companion.i18n.formats import format_date
from companion.screens.duet.map_cities import MissionMap
from companion.screens.duet.map_marks import build_map_marks
from companion.screens.duet.map_sheet import Legend
from companion.screens.duet.map_teams import standing_text
from companion.screens.files.share import send_file
from companion.widgets.backdrop import EmblemWidget
from companion.widgets.image_export import ImageExport, encode_png
from companion.widgets.layout import Column, Row
from companion.widgets.text import Text
from companion.widgets.theme import MARGIN

# In dp: as wide as on a phone, and in the shape that the land was drawn for.
_WIDTH_DP, _MAP_RATIO = 430, 500 / 390


def share_map_image(context: AppContext, campaign: Campaign) -> None:
    tr = context.tr
    map_width = dp(_WIDTH_DP - 2 * MARGIN)
    mission_map = MissionMap(
        size_hint=(None, None), size=(map_width, map_width * _MAP_RATIO), pos_hint={"center_x": 0.5}
    )
    mission_map.show(build_map_marks(tr, campaign), "")
    today = datetime.now()
    heading = Column(
        Text(campaign.team, face="title", size_sp=22),
        Text(standing_text(tr, campaign), tone="ink_2"),
        Text(format_date(tr, today.year, today.month, today.day), tone="ink_2"),
        gap=0,
        pos_hint={"center_y": 0.5},
    )
    image = ImageExport(
        Row(EmblemWidget(DEFINITION.emblem, 52, pos_hint={"center_y": 0.5}), heading, gap=12),
        mission_map,
        Legend(tr, upright=False),
        Text(tr("app.title"), tone="ink_3", size_sp=14, align="center"),
        width=dp(_WIDTH_DP),
    )
    # Its heights pass outwards in the next frame, and its words are set in the one after.
    Clock.schedule_once(lambda _: Clock.schedule_once(partial(_send, context, image), 0), 0)


def _send(context: AppContext, image: ImageExport, _: float) -> None:
    pixels = image.export_pixels()
    outgoing_file = OutgoingFile(
        f"{DEFINITION.id}-map.png", "image/png", lambda path: path.write_bytes(encode_png(*pixels))
    )
    send_file(context, lambda: outgoing_file)
