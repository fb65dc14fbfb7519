"""Is the box complete? Every kind of piece with its number, to be ticked once it was counted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp

from companion.entry import box_ticks
from companion.entry.pieces import named
from companion.games.box import Kind
from companion.games.manifest import Manifest
from companion.i18n.translator import Translator
from companion.screens.guide.rows import CheckSlot, Stage, kinds_of
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import Box
from companion.widgets.tap import SideButton, Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS, RADIUS_CARD, TARGET, Accent, look, paint


class BoxPage(Page):
    widest = 900

    def __init__(self, shell: Shell, game: Manifest) -> None:
        self._shell, self._game = shell, game
        tr, accent = shell.tr, ACCENTS[game.accent]
        super().__init__(
            TitleBar(tr("guide.box.title"), tr(f"app.game.{game.id}"), on_back=shell.back, most=2)
        )
        self._there = box_ticks.counted(shell, game)
        self.rows: dict[str, KindRow] = {}
        self._sum = Text("", weight=700, size_sp=18)
        self.body.add_widget(Text(tr("guide.box.count"), tone="ink_2", size_sp=18))
        kinds = kinds_of(game).values()
        for extra in (False, True):
            shown = [kind for kind in kinds if kind.extra is extra]
            if not shown:
                continue
            if extra:
                self.body.add_widget(Text(tr("guide.box.extra"), face="title", size_sp=20))
            rows = Grid(gap=6, narrowest=300 * max(1.0, look().text_scale * 0.9), most_columns=2)
            for kind in shown:
                row = KindRow(tr, game, kind, accent, partial(self.toggle, kind.id))
                self.rows[kind.id] = row
                rows.add_widget(row)
            self.body.add_widget(rows)
        self.anew = SideButton(tr("guide.box.anew"), self._count_anew, icon=Icon.AGAIN, outlined=True)
        self.with_footer(Column(self._sum, self.anew, gap=8))
        self._show()

    @property
    def there(self) -> frozenset[str]:
        return self._there

    def toggle(self, kind: str) -> None:
        self._keep(self._there ^ {kind})

    def _count_anew(self) -> None:
        self._keep(frozenset())

    def _keep(self, there: frozenset[str]) -> None:
        self._there = there
        box_ticks.keep(self._shell, self._game, there)
        self._show()

    def _show(self) -> None:
        tr = self._shell.tr
        for name, row in self.rows.items():
            row.show(Stage.DONE if name in self._there else Stage.AHEAD)
        left = sum(not kind.extra and kind.id not in self._there for kind in kinds_of(self._game).values())
        self._sum.content = tr("guide.box.left", n=left) if left else tr("guide.box.all")
        self.anew.enabled = bool(self._there)


class KindRow(Tap):
    """A kind of piece; where nobody knows how many there are, it says so."""

    def __init__(
        self, tr: Translator, game: Manifest, kind: Kind, accent: Accent, on_tap: Callable[[], object]
    ) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TARGET))
        self._box = Box(self, radius=RADIUS_CARD, line=1)
        self.slot = CheckSlot("", accent)
        self.words = Text(named(tr, game, kind), size_sp=18, weight=500)
        told = Column(self.words, gap=0, pos_hint={"center_y": 0.5})
        if kind.count is None:
            told.add_widget(Text(tr("guide.box.unknown"), size_sp=16, tone="ink_2"))
        row = Row(
            Glyph(Icon[kind.icon], 28, tone=kind.tone, pos_hint={"center_y": 0.5}),
            told,
            self.slot,
            gap=12,
            padding=(dp(12), dp(10)),
        )
        row.bind(height=self._fit)
        self.add_widget(row)
        self._answer()

    def _fit(self, _: Row, height: float) -> None:
        self.height = max(dp(TARGET), height)

    def show(self, stage: Stage) -> None:
        self.slot.show(stage)
        self.words.set_tone("ink_2" if stage is Stage.DONE else "ink")

    def dress(self, *, pressed: bool) -> None:
        ground = paint("plank")
        self._box.paint(ground=shaded(ground, 0.06) if pressed else ground, edge=paint("groove", 0.6))
