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
from companion.scripts.nights import Seated
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row, Wrap
from companion.widgets.shapes import Box
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import look, paint, sp

# In dp: a card, how far the copy behind it looks out, and the badge above both.
_CARD = (80, 90)
_COPY = (7, 6)
_BADGE = 4


@dataclass(frozen=True, slots=True)
class Kind:
    """What a card shows."""

    name: str
    icon: Icon


class DealtCard(FloatLayout):
    """One kind of card; `copies` of it are dealt."""

    def __init__(self, tr: Translator, kind: Kind, hue: str, copies: int = 1) -> None:
        # With large letters two still have room beside each other on a phone.
        large = max(1.0, look().text_scale)
        wide, high = round(dp(_CARD[0]) * min(1.4, large)), round(dp(_CARD[1]) + sp(40) - dp(40))
        super().__init__(size_hint=(None, None), size=(wide + dp(_COPY[0]), high + dp(_COPY[1] + _BADGE)))
        self.copies = copies
        if copies > 1:
            self.add_widget(_sheet(hue, (wide, high), pos_hint=self._at(dp(_COPY[0]), dp(_COPY[1]))))
        card = BoxLayout(
            orientation="vertical", spacing=dp(2), size_hint=(None, None), size=(wide, high),
            padding=(dp(4), dp(8), dp(4), dp(4)), pos_hint=self._at(0, 0),
        )  # fmt: skip
        card.add_widget(Glyph(kind.icon, 35, tone=hue, pos_hint={"center_x": 0.5}))
        card.add_widget(
            Text(kind.name, weight=500, size_sp=14, smallest=10, most=2, grow="none", align="center")
        )
        Box(card, radius=8, ground=paint(f"{hue}_deep"), edge=paint(hue), line=2)
        self.add_widget(card)
        if copies > 1:
            words = Text(
                tr("app.setup.times", count=copies), weight=700, size_sp=14, tone=f"{hue}_deep", grow="both"
            )
            badge = Row(words, hug=True, padding=(dp(7), dp(1)))
            badge.pos_hint = {"right": 1, "top": 1}
            Box(badge, radius=10, ground=paint(hue))
            self.add_widget(badge)

    def _at(self, right: float, up: float) -> dict[str, float]:
        """Lower left; a copy looks out beyond it. A card is the same in every language."""
        return {"x": right / self.width, "y": up / self.height}


def _sheet(hue: str, size: tuple[float, float], **options: Any) -> Widget:
    sheet = Widget(size_hint=(None, None), size=size, **options)
    Box(sheet, radius=8, ground=paint(f"{hue}_deep"), edge=paint(hue, 0.8), line=1.5)
    return sheet


class DealtSide(Row):
    """The cards of one side in `counts`, with the side's sign and their sum."""

    def __init__(self, tr: Translator, sign: Icon, hue: str, counts: Mapping[Kind, int]) -> None:
        self.total = sum(counts.values())
        side = Column(
            Glyph(sign, 28, tone=hue, pos_hint={"center_x": 0.5}),
            Text(tr.number(self.total), weight=700, size_sp=22, tone=hue, align="center"),
            gap=2, size_hint_x=None, width=dp(40), pos_hint={"center_y": 0.5},
        )  # fmt: skip
        self.cards = tuple(DealtCard(tr, kind, hue, copies) for kind, copies in counts.items())
        super().__init__(side, Wrap(*self.cards, gap=4, pos_hint={"center_y": 0.5}), gap=6)


# -- a game that tells nothing of its cards -----------------------------------------------------------------


def title(tr: Translator, setup: Seated) -> str:
    """What to do with the cards."""
    return tr("app.deal.cards", n=len(setup.players))


def cards(tr: Translator, setup: Seated) -> Iterator[Widget]:
    """The cards themselves."""
    seats = len(setup.players)
    yield DealtCard(tr, Kind(tr("app.cards", n=seats), Icon.CARD), "candle", seats)


def keep(shell: Shell, setup: Seated) -> None:
    """Keep these cards for the set-up, now and next time."""
