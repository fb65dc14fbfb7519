"""Rows that several screens set the same way."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, LabelledControl, Row
from companion.widgets.text import IconLabel, Text


def build_heading(icon: Icon, text: str, tone: str = "candle") -> Row:
    """A card's title with its mark."""
    return Row(
        IconLabel(icon, 24, tone=tone, pos_hint={"center_y": 0.5}),
        Text(text, face="title", size_sp=20, pos_hint={"center_y": 0.5}),
        gap=10,
    )


def build_info_row(icon: Icon, text: str) -> Row:
    """A remark with its mark."""
    return Row(IconLabel(icon, 24, tone="ink_2", pos_hint={"top": 1}), Text(text, tone="ink_2"), gap=12)


def build_labelled_row(text: str, control: Widget, hint: str = "") -> LabelledControl:
    """A control with what it is called and, below, what it is for."""
    name = Text(text, size_sp=18, weight=500)
    label = Column(name, gap=0, pos_hint={"center_y": 0.5})
    if hint:
        label.add_widget(Text(hint, size_sp=16, tone="ink_2"))
    return LabelledControl(label, control, min_label_width=name.natural_width() if not hint else None)
