"""The marks of a vote, small: how somebody voted, the team's shield behind it, the tokens they hold."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.avalon.log import Entry
from companion.widgets.icon_names import Icon
from companion.widgets.stamps import Drawing, Stamps
from companion.widgets.theme import look

# In dp; the picture of a mark is wider than what it shows.
CELL = 48
_VOTE, _LED_VOTE = 26.4, 24.0
_SHIELD, _RIM = 56.0, 5.5
_CROWN, _TOKEN = 18.0, 17.0


def shield(
    stamps: Stamps, x: float, y: float, *, rim: str = "candle", inside: str = "raised", size: float = _SHIELD
) -> None:
    stamps.mark(Icon.SHIELD, size, rim, x, y)
    stamps.mark(Icon.SHIELD, size - _RIM, inside, x, y)


def small_shield(stamps: Stamps, x: float, y: float) -> None:
    stamps.mark(Icon.SHIELD, 34, "candle", x, y)
    stamps.mark(Icon.SHIELD, 28, "raised", x, y)


def full_shield(stamps: Stamps, x: float, y: float) -> None:
    """On the team, where that can be tapped."""
    stamps.mark(Icon.SHIELD, 40, "candle", x, y)
    stamps.mark(Icon.SHIELD, 36, "candle_fill", x, y)
    stamps.mark(Icon.CHECK, 18, "on_candle", x, y)


def empty_shield(stamps: Stamps, x: float, y: float) -> None:
    stamps.mark(Icon.SHIELD, 40, "rim", x, y)
    stamps.mark(Icon.SHIELD, 36, "plank", x, y)


def yes(stamps: Stamps, x: float, y: float, size: float = _VOTE) -> None:
    stamps.disc(size * 0.75, "on_solid", x, y)
    stamps.mark(Icon.CHECK_TOKEN, size, "solid", x, y)


def no(stamps: Stamps, x: float, y: float, size: float = _VOTE) -> None:
    stamps.disc(size * 0.75, "hollow", x, y)
    stamps.mark(Icon.RING, size, "ink_2", x, y)
    stamps.mark(Icon.CROSS, size * 0.62, "ink", x, y)


def unknown(stamps: Stamps, x: float, y: float) -> None:
    """Only the result of the vote was recorded."""
    # Marks do not grow with the text size.
    stamps.words("?", x, y, size=18 / look().text_scale, room=dp(CELL), weight=500, tone="ink_3")


def crown(stamps: Stamps, x: float, y: float, size: float = _CROWN) -> None:
    stamps.mark(Icon.CROWN, size, "candle", x, y)


def lady(stamps: Stamps, x: float, y: float, size: float = _TOKEN) -> None:
    stamps.mark(Icon.LADY, size, "good", x, y)


def sword(stamps: Stamps, x: float, y: float, size: float = _TOKEN) -> None:
    stamps.mark(Icon.SWORD, size, "candle", x, y)


def seat(stamps: Stamps, entry: Entry, number: int, x: float, y: float) -> None:
    """One seat of one proposal around a point, all but the team's shield, which lies below."""
    leads = number == entry.leader
    low = y - dp(6) if leads else y
    if leads:
        crown(stamps, x, y + dp(12))
    if entry.vote is not None:
        size = _LED_VOTE if leads else _VOTE
        if entry.approving is None:
            unknown(stamps, x, low)
        elif number in entry.approving:
            yes(stamps, x, low, size)
        else:
            no(stamps, x, low, size)
    if entry.lady is not None and number == entry.lady.target:
        lady(stamps, x + dp(15), y - dp(14))
    if number == entry.bearer:
        sword(stamps, x - dp(15), y - dp(14))


class Sign(Widget):
    """One mark by itself, as the legend shows it."""

    def __init__(self, draw: Callable[[Stamps, float, float], object], size: float = 26) -> None:
        super().__init__(size_hint=(None, None), size=(dp(size), dp(size)), pos_hint={"center_y": 0.5})
        stamps = Stamps()
        draw(stamps, self.width / 2, self.height / 2)
        Drawing(self).show(stamps)
