"""Is the box complete? Every kind of piece with its number, to be ticked once it was counted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp

from companion.entry import box_ticks
from companion.entry.pieces import component_name
from companion.games.box import Component
from companion.games.manifest import GameDefinition
from companion.i18n.translator import Translator
from companion.screens.guide.rows import CheckSlot, StepStatus, find_kinds
from companion.shell import AppContext
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import RoundedBox
from companion.widgets.tap import Pressable, SecondaryButton, shade
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import ACCENTS, RADIUS_CARD, TOUCH_TARGET, Accent, look, theme_colour


class BoxPage(Page):
    max_width_dp = 900

    def __init__(self, context: AppContext, game: GameDefinition) -> None:
        self._app_context, self._game = context, game
        tr, accent = context.tr, ACCENTS[game.accent]
        super().__init__(
            TitleBar(tr("guide.box.title"), tr(f"app.game.{game.id}"), on_back=context.go_back, max_lines=2)
        )
        self._present = box_ticks.load_box_check(context, game)
        self.rows: dict[str, KindRow] = {}
        self._left_text = Text("", weight=700, size_sp=18)
        self.body.add_widget(Text(tr("guide.box.count"), tone="ink_2", size_sp=18))
        kinds = find_kinds(game).values()
        for extra in (False, True):
            group = [kind for kind in kinds if kind.is_extra is extra]
            if not group:
                continue
            if extra:
                self.body.add_widget(Text(tr("guide.box.extra"), face="title", size_sp=20))
            rows = Grid(gap=6, min_column_width=300 * max(1.0, look().text_scale * 0.9), max_columns=2)
            for kind in group:
                row = KindRow(tr, game, kind, accent, partial(self.toggle, kind.id))
                self.rows[kind.id] = row
                rows.add_widget(row)
            self.body.add_widget(rows)
        self.recount_button = SecondaryButton(
            tr("guide.box.anew"), self._reset_count, icon=Icon.AGAIN, outlined=True
        )
        self.add_to_footer(Column(self._left_text, self.recount_button, gap=8))
        self._show()

    @property
    def present(self) -> frozenset[str]:
        return self._present

    def toggle(self, kind: str) -> None:
        self._save_present(self._present ^ {kind})

    def _reset_count(self) -> None:
        self._save_present(frozenset())

    def _save_present(self, present: frozenset[str]) -> None:
        self._present = present
        box_ticks.save_box_check(self._app_context, self._game, present)
        self._show()

    def _show(self) -> None:
        tr = self._app_context.tr
        for name, row in self.rows.items():
            row.show(StepStatus.DONE if name in self._present else StepStatus.AHEAD)
        left = sum(
            not kind.is_extra and kind.id not in self._present for kind in find_kinds(self._game).values()
        )
        self._left_text.content = tr("guide.box.left", n=left) if left else tr("guide.box.all")
        self.recount_button.enabled = bool(self._present)


class KindRow(Pressable):
    """A kind of piece; where nobody knows how many there are, it says so."""

    def __init__(
        self,
        tr: Translator,
        game: GameDefinition,
        kind: Component,
        accent: Accent,
        on_tap: Callable[[], object],
    ) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TOUCH_TARGET))
        self._box = RoundedBox(self, radius=RADIUS_CARD, line_width=1)
        self.slot = CheckSlot("", accent)
        self.words = Text(component_name(tr, game, kind), size_sp=18, weight=500)
        labels = Column(self.words, gap=0, pos_hint={"center_y": 0.5})
        if kind.count is None:
            labels.add_widget(Text(tr("guide.box.unknown"), size_sp=16, tone="ink_2"))
        row = Row(
            IconLabel(Icon[kind.icon], 28, tone=kind.color, pos_hint={"center_y": 0.5}),
            labels,
            self.slot,
            gap=12,
            padding=(dp(12), dp(10)),
        )
        row.bind(height=self._fit)
        self.add_widget(row)
        self._refresh_style()

    def _fit(self, _: Row, height: float) -> None:
        self.height = max(dp(TOUCH_TARGET), height)

    def show(self, status: StepStatus) -> None:
        self.slot.show(status)
        self.words.set_tone("ink_2" if status is StepStatus.DONE else "ink")

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour("plank")
        self._box.set_style(
            background=shade(ground, 0.06) if pressed else ground, border=theme_colour("groove", 0.6)
        )
