"""Box check, a list of all components to tick, and packing up: what goes back into the box and where."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp

from companion.app_context import AppContext
from companion.core.definition import Component, GameDefinition
from companion.games.game_text import component_name
from companion.games.registry import game_for_setup
from companion.i18n.translator import Translator
from companion.screens.learn.guide_page import (
    CheckSlot,
    StepPage,
    StepStatus,
    StepsView,
    TickRow,
    find_kinds,
)
from companion.scripts import coach
from companion.scripts.script import NightSetup
from companion.scripts.teaching import PACKING, GuideDefinition
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.text import HEADING, LABEL, LEAD, MUTED, NUMBER, IconLabel, Text
from companion.widgets.theme import ACCENTS, Accent, look


class BoxPage(Page):
    max_width_dp = 900

    def __init__(self, context: AppContext, game: GameDefinition) -> None:
        self._app_context, self._game = context, game
        tr, accent = context.tr, ACCENTS[game.accent]
        super().__init__(
            TitleBar(tr("guide.box.title"), tr(f"app.game.{game.id}"), on_back=context.go_back, max_lines=2)
        )
        self._present = coach.load_box_check(context, game)
        self.rows: dict[str, KindRow] = {}
        self._left_text = Text("", NUMBER, size_sp=18)
        self.body.add_widget(Text(tr("guide.box.count"), LEAD, tone="ink_2"))
        kinds = find_kinds(game).values()
        for extra in (False, True):
            group = [kind for kind in kinds if kind.is_extra is extra]
            if not group:
                continue
            if extra:
                self.body.add_widget(Text(tr("guide.box.extra"), HEADING))
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
        coach.save_box_check(self._app_context, self._game, present)
        self._show()

    def _show(self) -> None:
        tr = self._app_context.tr
        for name, row in self.rows.items():
            row.show(StepStatus.DONE if name in self._present else StepStatus.AHEAD)
        kinds = find_kinds(self._game).values()
        left = sum(not kind.is_extra and kind.id not in self._present for kind in kinds)
        self._left_text.content = tr("guide.box.left", n=left) if left else tr("guide.box.all")
        self.recount_button.enabled = bool(self._present)


class KindRow(TickRow):
    """A kind of component; it says so if the number in the box is unknown."""

    def __init__(
        self,
        tr: Translator,
        game: GameDefinition,
        kind: Component,
        accent: Accent,
        on_tap: Callable[[], object],
    ) -> None:
        words, slot = Text(component_name(tr, game, kind), LABEL), CheckSlot("", accent)
        labels = Column(words, gap=0)
        if kind.count is None:
            labels.add_widget(Text(tr("guide.box.unknown"), MUTED))
        icon = IconLabel(Icon[kind.icon], 28, tone=kind.color)
        super().__init__(words, slot, Row(icon, labels, slot, gap=12, padding=(dp(12), dp(10))), on_tap)


class PackingPage(StepPage):
    """Steps for packing up. Ticks are not saved: packing takes one go."""

    def __init__(self, context: AppContext, setup: NightSetup) -> None:
        self._app_context = context
        tr, game = context.tr, game_for_setup(setup)
        guide = game.get_part(GuideDefinition)
        steps = guide.list_packing_steps(setup)
        title = tr("guide.pack.title", game=tr(f"app.game.{game.id}"))
        super().__init__(TitleBar(title, tr("guide.pack.next_time"), on_back=context.go_back))
        self.done: frozenset[str] = frozenset()
        self.view = StepsView(tr, game, self.toggle, self.toggle)
        self.set_picture(self.view.picture)
        self.body.add_widget(self.view)
        self.view.open(guide.draw_scene(setup, PACKING), steps)
        accent = ACCENTS[game.accent]
        self.done_button = self.create_done_button(tr, accent)
        self.finish_button = PrimaryButton(
            tr("guide.pack.done"), context.go_back, accent=accent, icon=Icon.CHECK
        )
        self._show()

    @property
    def current_step(self) -> str | None:
        return next((name for name in self.view.rows if name not in self.done), None)

    def toggle(self, step: str) -> None:
        self.done ^= {step}
        self._show()

    def tick_next(self) -> None:
        if self.current_step is not None:
            self.toggle(self.current_step)
        if self.current_step is not None:
            self.scroll_to_widget(self.view.rows[self.current_step])

    def _show(self) -> None:
        self.view.show(self.done, self.current_step)
        button = self.finish_button if self.current_step is None else self.done_button
        self.set_footer(button)
