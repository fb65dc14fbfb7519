"""The cards that go round the table, drawn: one of each kind, copies behind it with their number, and beside
each side its sign with the sum.

A game says what is dealt in its part `screens/<game>/deal.py`, with the three functions that stand at the end
of this module for games that have no such part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.i18n.translator import Translator
from companion.scripts.nights import NightSetup
from companion.shell import AppContext
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row, Wrap
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import look, sp, theme_colour

# In dp: a card, how far the copy behind it looks out, and the badge above both.
_CARD_SIZE_DP = (80, 90)
_COPY_OFFSET_DP = (7, 6)
_BADGE_HEIGHT_DP = 4


@dataclass(frozen=True, slots=True)
class CardFace:
    """What a card shows."""

    name: str
    icon: Icon


class DealtCard(FloatLayout):
    """One kind of card; `copies` of it are dealt."""

    def __init__(self, tr: Translator, face: CardFace, hue: str, copies: int = 1) -> None:
        # With large letters two still have room beside each other on a phone.
        text_scale = max(1.0, look().text_scale)
        width, height = (
            round(dp(_CARD_SIZE_DP[0]) * min(1.4, text_scale)),
            round(dp(_CARD_SIZE_DP[1]) + sp(40) - dp(40)),
        )
        super().__init__(
            size_hint=(None, None),
            size=(width + dp(_COPY_OFFSET_DP[0]), height + dp(_COPY_OFFSET_DP[1] + _BADGE_HEIGHT_DP)),
        )
        self.copies = copies
        if copies > 1:
            self.add_widget(
                _build_card_back(
                    hue,
                    (width, height),
                    pos_hint=self._to_pos_hint(dp(_COPY_OFFSET_DP[0]), dp(_COPY_OFFSET_DP[1])),
                )
            )
        card = BoxLayout(
            orientation="vertical", spacing=dp(2), size_hint=(None, None), size=(width, height),
            padding=(dp(4), dp(8), dp(4), dp(4)), pos_hint=self._to_pos_hint(0, 0),
        )  # fmt: skip
        card.add_widget(IconLabel(face.icon, 35, tone=hue, pos_hint={"center_x": 0.5}))
        card.add_widget(
            Text(face.name, weight=500, size_sp=14, min_size=10, max_lines=2, autosize="none", align="center")
        )
        RoundedBox(
            card, radius=8, background=theme_colour(f"{hue}_deep"), border=theme_colour(hue), line_width=2
        )
        self.add_widget(card)
        if copies > 1:
            count_text = Text(
                tr("app.setup.times", count=copies),
                weight=700,
                size_sp=14,
                tone=f"{hue}_deep",
                autosize="both",
            )
            badge = Row(count_text, hug=True, padding=(dp(7), dp(1)))
            badge.pos_hint = {"right": 1, "top": 1}
            RoundedBox(badge, radius=10, background=theme_colour(hue))
            self.add_widget(badge)

    def _to_pos_hint(self, x_offset: float, y_offset: float) -> dict[str, float]:
        """Lower left; a copy looks out beyond it. A card is the same in every language."""
        return {"x": x_offset / self.width, "y": y_offset / self.height}


def _build_card_back(hue: str, size: tuple[float, float], **options: Any) -> Widget:
    card = Widget(size_hint=(None, None), size=size, **options)
    RoundedBox(
        card, radius=8, background=theme_colour(f"{hue}_deep"), border=theme_colour(hue, 0.8), line_width=1.5
    )
    return card


class DealtSide(Row):
    """The cards of one side in `copies_by_face`, with the side's sign and their sum."""

    def __init__(self, tr: Translator, icon: Icon, hue: str, copies_by_face: Mapping[CardFace, int]) -> None:
        self.total = sum(copies_by_face.values())
        summary = Column(
            IconLabel(icon, 28, tone=hue, pos_hint={"center_x": 0.5}),
            Text(tr.format_number(self.total), weight=700, size_sp=22, tone=hue, align="center"),
            gap=2, size_hint_x=None, width=dp(40), pos_hint={"center_y": 0.5},
        )  # fmt: skip
        self.cards = tuple(DealtCard(tr, face, hue, copies) for face, copies in copies_by_face.items())
        super().__init__(summary, Wrap(*self.cards, gap=4, pos_hint={"center_y": 0.5}), gap=6)


# -- a game that tells nothing of its cards -----------------------------------------------------------------


def title(tr: Translator, setup: NightSetup) -> str:
    """What to do with the cards."""
    return tr("app.deal.cards", n=len(setup.players))


def cards(tr: Translator, setup: NightSetup) -> Iterator[Widget]:
    """The cards themselves."""
    seats = len(setup.players)
    yield DealtCard(tr, CardFace(tr("app.cards", n=seats), Icon.CARD), "candle", seats)


def remember_cards(context: AppContext, setup: NightSetup) -> None:
    """Keep these cards for the set-up, now and next time."""
