"""Rows that several screens set the same way."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Labelled, Row
from companion.widgets.text import Glyph, Text


def heading(icon: Icon, words: str, tone: str = "candle") -> Row:
    """A card's title with its mark."""
    return Row(
        Glyph(icon, 24, tone=tone, pos_hint={"center_y": 0.5}),
        Text(words, face="title", size_sp=20, pos_hint={"center_y": 0.5}),
        gap=10,
    )


def note(icon: Icon, words: str) -> Row:
    """A remark with its mark."""
    return Row(Glyph(icon, 24, tone="ink_2", pos_hint={"top": 1}), Text(words, tone="ink_2"), gap=12)


def labelled(words: str, control: Widget, why: str = "") -> Labelled:
    """A control with what it is called and, below, what it is for."""
    name = Text(words, size_sp=18, weight=500)
    label = Column(name, gap=0, pos_hint={"center_y": 0.5})
    if why:
        label.add_widget(Text(why, size_sp=16, tone="ink_2"))
    return Labelled(label, control, needs=name.natural_width() if not why else None)
