"""The marks of a vote, small: how somebody voted, the team's shield behind it, the tokens they hold."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.avalon.log import HistoryEntry
from companion.widgets.icons import Icon
from companion.widgets.mesh_batch import MeshBatch, WidgetDrawing
from companion.widgets.theme import look

# In dp; the picture of a mark is wider than what it shows.
CELL_DP = 48
_VOTE_DP, _LEADER_VOTE_DP = 26.4, 24.0
_SHIELD_DP, _RIM_DP = 56.0, 5.5
_CROWN_DP, _TOKEN_DP = 18.0, 17.0


def draw_shield(
    stamps: MeshBatch,
    x: float,
    y: float,
    *,
    rim: str = "candle",
    fill: str = "raised",
    size: float = _SHIELD_DP,
) -> None:
    stamps.add_icon(Icon.SHIELD, size, rim, x, y)
    stamps.add_icon(Icon.SHIELD, size - _RIM_DP, fill, x, y)


def draw_small_shield(stamps: MeshBatch, x: float, y: float) -> None:
    stamps.add_icon(Icon.SHIELD, 34, "candle", x, y)
    stamps.add_icon(Icon.SHIELD, 28, "raised", x, y)


def draw_selected_shield(stamps: MeshBatch, x: float, y: float) -> None:
    """On the team, where that can be tapped."""
    stamps.add_icon(Icon.SHIELD, 40, "candle", x, y)
    stamps.add_icon(Icon.SHIELD, 36, "candle_fill", x, y)
    stamps.add_icon(Icon.CHECK, 18, "on_candle", x, y)


def draw_empty_shield(stamps: MeshBatch, x: float, y: float) -> None:
    stamps.add_icon(Icon.SHIELD, 40, "rim", x, y)
    stamps.add_icon(Icon.SHIELD, 36, "plank", x, y)


def draw_yes(stamps: MeshBatch, x: float, y: float, size: float = _VOTE_DP) -> None:
    stamps.add_disc(size * 0.75, "on_solid", x, y)
    stamps.add_icon(Icon.CHECK_TOKEN, size, "solid", x, y)


def draw_no(stamps: MeshBatch, x: float, y: float, size: float = _VOTE_DP) -> None:
    stamps.add_disc(size * 0.75, "hollow", x, y)
    stamps.add_icon(Icon.RING, size, "ink_2", x, y)
    stamps.add_icon(Icon.CROSS, size * 0.62, "ink", x, y)


def draw_unknown(stamps: MeshBatch, x: float, y: float) -> None:
    """Only the result of the vote was recorded."""
    # Marks do not grow with the text size.
    stamps.add_text("?", x, y, size=18 / look().text_scale, max_width=dp(CELL_DP), weight=500, tone="ink_3")


def draw_crown(stamps: MeshBatch, x: float, y: float, size: float = _CROWN_DP) -> None:
    stamps.add_icon(Icon.CROWN, size, "candle", x, y)


def draw_lady(stamps: MeshBatch, x: float, y: float, size: float = _TOKEN_DP) -> None:
    stamps.add_icon(Icon.LADY, size, "good", x, y)


def draw_sword(stamps: MeshBatch, x: float, y: float, size: float = _TOKEN_DP) -> None:
    stamps.add_icon(Icon.SWORD, size, "candle", x, y)


def draw_seat(stamps: MeshBatch, entry: HistoryEntry, seat: int, x: float, y: float) -> None:
    """One seat of one proposal around a point, all but the team's shield, which lies below."""
    is_leader = seat == entry.leader
    vote_y = y - dp(6) if is_leader else y
    if is_leader:
        draw_crown(stamps, x, y + dp(12))
    if entry.vote is not None:
        size = _LEADER_VOTE_DP if is_leader else _VOTE_DP
        if entry.approving_seats is None:
            draw_unknown(stamps, x, vote_y)
        elif seat in entry.approving_seats:
            draw_yes(stamps, x, vote_y, size)
        else:
            draw_no(stamps, x, vote_y, size)
    if entry.lady is not None and seat == entry.lady.target:
        draw_lady(stamps, x + dp(15), y - dp(14))
    if seat == entry.excalibur_bearer:
        draw_sword(stamps, x - dp(15), y - dp(14))


class LegendIcon(Widget):
    """One mark by itself, as the legend shows it."""

    def __init__(self, draw: Callable[[MeshBatch, float, float], object], size: float = 26) -> None:
        super().__init__(size_hint=(None, None), size=(dp(size), dp(size)), pos_hint={"center_y": 0.5})
        stamps = MeshBatch()
        draw(stamps, self.width / 2, self.height / 2)
        WidgetDrawing(self).show(stamps)
