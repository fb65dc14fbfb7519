"""The chosen city of a mission map: how a team stands with it, what its mission asks for, the way there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.duet.cities import city_name, numbers, told
from companion.games.duet.campaign import PRESET, Campaign, City, Status, numbered, standing
from companion.games.duet.manifest import MANIFEST
from companion.games.duet.setup import BOX_TOKENS, SCORED_TOKENS
from companion.games.game import Problem
from companion.i18n.dates import written
from companion.i18n.translator import Translator
from companion.screens.duet.map_marks import Kind, draw_disc
from companion.widgets.cards import Stepper
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Gap, Grid, Row, Wrap
from companion.widgets.shapes import Box
from companion.widgets.sizing import no_width_yet
from companion.widgets.stamps import Drawing, Stamps
from companion.widgets.strokes import Strokes
from companion.widgets.tap import IconButton, MainButton
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS, MARGIN, RADIUS_CARD, look, paint

_ACCENT: Final = ACCENTS[MANIFEST.accent]
# In dp: a token, the smallest one, and the least that lies between two.
_TOKEN, _SMALLEST, _APART = 28, 8, 4
_ICONS: Final = {
    Status.WON: (Icon.CHECK, "teal"),
    Status.OPEN: (Icon.MAP, "teal"),
    Status.LOCKED: (Icon.LOCK, "ink_2"),
}


class CityPanel(Column):
    """`on_change` gets the city with other numbers. Cities that the table has added can be renamed and taken
    away."""

    def __init__(
        self,
        tr: Translator,
        on_change: Callable[[City], object],
        on_rename: Callable[[], object],
        on_remove: Callable[[], object],
    ) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self._on_change = on_change
        self._city: City | None = None
        self.name = Text("", face="title", size_sp=28, smallest=18, most=2, pos_hint={"center_y": 0.5})
        self.rename = IconButton(Icon.PENCIL, on_rename, tone="ink_2")
        self.remove = IconButton(Icon.TRASH, on_remove, tone="ink_2")
        self._head = Row(self.name, gap=4)
        self._mark = Glyph(Icon.MAP, 22, tone="teal", pos_hint={"center_y": 0.5})
        self.status = Text("", weight=500, pos_hint={"center_y": 0.5})
        unknown = tr("duet.map.unknown")
        self.tokens = NumberStepper(SCORED_TOKENS, 1, BOX_TOKENS, self._set_tokens, unknown)
        self.mistakes = NumberStepper(SCORED_TOKENS, 0, SCORED_TOKENS, self._set_mistakes, unknown)
        self._row = TokenRow()
        self._reason = Text("", tone="ember", pos_hint={"center_y": 0.5})
        # In the place of the tokens: where a number is missing, these cannot be laid out.
        warning = Glyph(Icon.WARNING, 24, tone="ember", pos_hint={"center_y": 0.5})
        self._reasoned = Row(warning, self._reason, gap=8)
        self.add_widget(Column(self._head, Row(self._mark, self.status, gap=8), gap=2))
        self.add_widget(
            Grid(
                _tile(tr("duet.setup.tokens"), self.tokens),
                _tile(tr("duet.setup.mistakes"), self.mistakes),
                gap=8,
                narrowest=148,
                most_columns=2,
            )
        )
        self.add_widget(self._row)

    def show(self, campaign: Campaign, city: City, wrong: Problem | None) -> None:
        """`wrong` is why its mission cannot begin."""
        tr = self._tr
        self._city = city
        status = standing(campaign, city.id).status
        self.name.content = city_name(tr, city.id, city.name)
        self._offer_changes(city.id not in PRESET)
        icon, tone = _ICONS[status]
        self._mark.show(icon)
        self._mark.set_tone(tone)
        self.status.content = told(tr, campaign, city, _day_won(tr, campaign, city))
        self.status.set_tone(tone)
        self.tokens.show(city.tokens, BOX_TOKENS)
        self.mistakes.show(city.mistakes, city.tokens or BOX_TOKENS)
        # Of a city that is locked, its status has told why.
        self._reason.content = "" if wrong is None or status is Status.LOCKED else tr.problem(wrong)
        shown, other = (self._reasoned, self._row) if self._reason.content else (self._row, self._reasoned)
        if shown.parent is None:
            self.remove_widget(other)
            self.add_widget(shown)
        self._row.show(city.tokens or 0, city.mistakes)

    def _offer_changes(self, offered: bool) -> None:
        if offered != (self.rename.parent is not None):
            for part in (self.rename, self.remove):
                if offered:
                    self._head.add_widget(part)
                else:
                    self._head.remove_widget(part)

    def _set_tokens(self, tokens: int) -> None:
        if self._city is not None:
            self._on_change(numbered(self._city, tokens, self._city.mistakes))

    def _set_mistakes(self, mistakes: int) -> None:
        if self._city is not None:
            self._on_change(numbered(self._city, self._city.tokens, mistakes))


class PlayFoot(Column):
    """The way to the chosen city's mission."""

    def __init__(self, tr: Translator, play: Callable[[], object], why: Callable[[], object]) -> None:
        super().__init__(padding=(dp(MARGIN), dp(8), dp(MARGIN), dp(20)))
        self._tr = tr
        # With a value from the start: a button made without has no place for one.
        self.main = MainButton(" ", play, icon=Icon.PLAY, value=" ", accent=_ACCENT, why=why)
        self.add_widget(self.main)

    def show(self, campaign: Campaign, city: City, wrong: Problem | None) -> None:
        tr = self._tr
        again = standing(campaign, city.id).status is Status.WON
        name = city_name(tr, city.id, city.name)
        self.main.show(tr("duet.map.replay" if again else "duet.map.play", city=name))
        if self.main.value is not None:
            self.main.value.content = numbers(tr, city)
        self.main.enabled = wrong is None


class NumberStepper(Stepper):
    """A number that nobody may know yet: the first tap, on either side, sets it to where it starts."""

    def __init__(
        self, start: int, lowest: int, highest: int, on_change: Callable[[int], object], unknown: str
    ) -> None:
        self._start, self._unknown = start, unknown
        self.known = True
        super().__init__(start, lowest, highest, on_change, self._written, width_sp=40)
        # Two of them have room beside each other on a narrow phone.
        self.spacing = dp(2)

    def _written(self, value: int) -> str:
        return look().digits(value) if self.known else self._unknown

    def show(self, value: int | None, highest: int) -> None:
        self.known = value is not None
        self._highest = highest
        self.set(min(highest, self._start) if value is None else value)

    def set(self, value: int) -> None:
        super().set(value)
        if not self.known:
            self.minus.enabled = self.plus.enabled = True

    def _go(self, direction: int) -> None:
        if self.known:
            super()._go(direction)
            return
        self.known = True
        self.set(self.value)
        self._on_change(self.value)


class TokenRow(Widget):
    """The tokens of a mission as they would lie in the bank; with question marks where nobody knows how."""

    def __init__(self) -> None:
        options: dict[str, Any] = {"size_hint_y": None, "height": dp(_TOKEN)}
        no_width_yet(options)
        super().__init__(**options)
        self._tokens, self._mistakes = 0, None
        self._drawing = Drawing(self)
        self.bind(width=self._draw)

    _mistakes: int | None

    def show(self, tokens: int, mistakes: int | None) -> None:
        if (tokens, mistakes) != (self._tokens, self._mistakes):
            self._tokens, self._mistakes = tokens, mistakes
            self._draw()

    def _draw(self, *_: object) -> None:
        stamps = Stamps()
        count = max(1, self._tokens)
        across = min(dp(_TOKEN), max(dp(_SMALLEST), (self.width + dp(_APART)) / count - dp(_APART)))
        # As wide apart as a full bank, so that they stay where they are while there are more or fewer.
        step = max(across + dp(_APART), min(dp(40), (self.width - across) / max(1, BOX_TOKENS - 1)))
        for number in range(self._tokens):
            x = across / 2 + number * step
            if look().rtl:
                x = self.width - x
            self._draw_token(stamps, x, across, number)
        self._drawing.show(stamps)

    def _draw_token(self, stamps: Stamps, x: float, across: float, number: int) -> None:
        y, left, low = dp(_TOKEN) / 2, x - across / 2, dp(_TOKEN) / 2 - across / 2
        if self._mistakes is None:
            stamps.box(left, low, across, across, radius=across / 2, tone="rim", line=dp(1.5))
            return
        bystander = number < self._mistakes
        ground, ink = ("sand", "on_sand") if bystander else ("teal", "on_accent")
        stamps.box(left, low, across, across, radius=across / 2, tone=ground)
        inner = across - dp(5)
        stamps.box(x - inner / 2, y - inner / 2, inner, inner, radius=inner / 2, tone=ink, line=dp(1))
        stamps.mark(Icon.BYSTANDER if bystander else Icon.CHECK, across * 0.58 / dp(1), ink, x, y)


class Legend(Wrap):
    """What the marks on the map mean; `upright` below each other, on a ground of its own."""

    def __init__(self, tr: Translator, *, upright: bool) -> None:
        rows = [_legend_row(kind, tr(f"duet.map.{kind.value}")) for kind in Kind]
        super().__init__(gap=4 if upright else 14)
        if upright:
            self.size_hint_x = None
            self.padding = (dp(10), dp(8))
            self.width = max(row.width for row in rows) + dp(20)
            Box(self, radius=12, ground=paint("table", 0.82))
        for row in rows:
            if upright:
                row.width = self.width - dp(20)
            self.add_widget(row)


def _legend_row(kind: Kind, words: str) -> Row:
    mark = Widget(size_hint=(None, None), size=(dp(20), dp(20)), pos_hint={"center_y": 0.5})
    discs, marks = Strokes(), Strokes()
    draw_disc(discs, marks, kind, dp(10), dp(10), dp(16), dp(1) * 0.7)
    for part in (discs, marks):
        Drawing(mark).show(part)
    label = Text(words, size_sp=14, grow="both", pos_hint={"center_y": 0.5})
    # Along the reading direction, and as wide as it is.
    row = Row(mark, label, gap=8, size_hint=(None, None), height=max(dp(22), label.height))
    row.width = mark.width + dp(8) + label.width
    return row


def _tile(words: str, stepper: Stepper) -> Column:
    stepper.pos_hint = {"center_x": 0.5}
    tile = Column(
        Text(words, tone="ink_2", align="center", most=2, size_sp=16, smallest=12),
        # Steppers stand on one line, however many their words take.
        Gap(),
        stepper,
        gap=1,
        padding=(dp(4), dp(8)),
        size_hint_y=1,
    )
    Box(tile, radius=RADIUS_CARD, ground=paint("table"))
    return tile


def _day_won(tr: Translator, campaign: Campaign, city: City) -> str:
    won_at = standing(campaign, city.id).won_at
    if won_at is None:
        return ""
    day = datetime.fromtimestamp(won_at)
    return written(tr, day.year, day.month, day.day)
