"""Guided set-up of a game: a picture of the table and a list of steps to tick, part by part. Also the check
of the box's components, and packing up: what goes back into the box and where.

Every tick of the guide is saved before it is shown. If the set-up changes, steps that are still valid stay
ticked and the changes are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum, auto
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.definition import Component, ComponentCount, GameDefinition
from companion.core.resume_state import SetupBookmark, SetupStep, make_prepared_bookmark
from companion.games.game_text import component_count_text, component_name
from companion.games.registry import game_for_setup
from companion.i18n.translator import Translator
from companion.screens.learn.rule_links import open_rules
from companion.screens.night.deal import DealPage
from companion.screens.rows import SetupFlowPage
from companion.screens.scene import ScenePicture, StepHighlights
from companion.scripts import coach
from companion.scripts.script import NightSetup
from companion.scripts.teaching import HEIGHT, PACKING, WIDTH, GuideDefinition, GuideStep, Scene, list_parts
from companion.widgets.buttons import IconButton, Pressable, PrimaryButton, SecondaryButton, shade
from companion.widgets.cards import CountChip, Notice
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row, Wrap
from companion.widgets.page import Page, TitleBar
from companion.widgets.progress import StepBar
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.text import HEADING, LABEL, LEAD, MUTED, NUMBER, IconLabel, Text
from companion.widgets.theme import (
    ACCENTS,
    CANDLE,
    RADIUS_CARD,
    RADIUS_CELL,
    TOUCH_TARGET,
    TWO_PANES_WIDTH,
    Accent,
    look,
    sp,
    theme_colour,
)

_SLOT_DP = 32


class StepStatus(Enum):
    AHEAD = auto()
    NOW = auto()
    DONE = auto()


def find_kinds(game: GameDefinition) -> dict[str, Component]:
    """Return the components of the game's box by id; empty if the game has none defined."""
    guide = game.find_part(GuideDefinition)
    return {} if guide is None else guide.components_by_id


def create_count_chips(
    tr: Translator, game: GameDefinition, pieces: Iterable[ComponentCount]
) -> Iterator[CountChip]:
    """Yield a chip with icon and count for each kind of component."""
    kinds = find_kinds(game)
    for piece in pieces:
        kind = kinds[piece.id]
        yield CountChip(Icon[kind.icon], component_count_text(tr, game, piece), kind.color, size=16)


class TickRow(Pressable):
    """A row to tick: its text, its check box, and below them what else it shows."""

    def __init__(
        self, words: Text, slot: CheckSlot, content: Column | Row, on_tap: Callable[[], object]
    ) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TOUCH_TARGET))
        self.words, self.slot, self.status = words, slot, StepStatus.AHEAD
        self._box = RoundedBox(self, radius=RADIUS_CARD, line_width=2)
        content.bind(height=self._fit)
        self.add_widget(content)
        self._refresh_style()

    def _fit(self, _: Widget, height: float) -> None:
        self.height = max(dp(TOUCH_TARGET), height)

    def show(self, status: StepStatus) -> None:
        if status is not self.status:
            self.status = status
            self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        is_current = self.status is StepStatus.NOW
        ground = theme_colour("plank")
        self._box.set_style(
            background=shade(ground, 0.06) if pressed else ground,
            border=theme_colour(CANDLE.line) if is_current else theme_colour("groove", 0.6),
            line_width=2 if is_current else 1,
        )
        self.slot.show(self.status)
        self.words.set_tone("ink_2" if self.status is StepStatus.DONE else "ink")


class StepRow(TickRow):
    """A step to tick: number or check, text, components, and a reason behind an info button. `number` is that
    of the step in the picture."""

    def __init__(
        self,
        tr: Translator,
        game: GameDefinition,
        step: GuideStep,
        number: int,
        accent: Accent,
        on_tap: Callable[[], object],
    ) -> None:
        self.step = step
        words, slot = Text(tr(step.key, **step.args), LEAD), CheckSlot(look().digits(number), accent)
        first = Row(slot, words, gap=12)
        self.reason_button: IconButton | None = None
        # Built on demand: most reasons are never read.
        self._reason = tr(step.reason_key, **step.args) if step.reason_key is not None else ""
        self._reason_text: Text | None = None
        self._content = Column(first, gap=8, padding=(dp(12), dp(10)))
        if step.reason_key is not None:
            self.reason_button = IconButton(Icon.INFO, self.toggle_reason, tone="ink_3", size=22)
            first.add_widget(self.reason_button)
            # The icon button is as wide as a touch target: align its icon with the text end of other rows.
            start, end = (dp(2), dp(12)) if look().rtl else (dp(12), dp(2))
            self._content.padding = (start, dp(6), end, dp(6))
        chips = tuple(create_count_chips(tr, game, step.pieces))
        if chips:
            self._content.add_widget(Wrap(*chips, gap=6))
        super().__init__(words, slot, self._content, on_tap)

    def toggle_reason(self) -> None:
        """Show or hide why the step matters."""
        if not self._reason:
            return
        if self._reason_text is None:
            self._reason_text = Text(self._reason, MUTED)
        if self._reason_text.parent is None:
            self._content.add_widget(self._reason_text)
        else:
            self._content.remove_widget(self._reason_text)


class CheckSlot(Row):
    """Check box that shows a number until it is checked."""

    def __init__(self, number: str, accent: Accent) -> None:
        self._accent = accent
        size = dp(_SLOT_DP)
        super().__init__(
            size_hint=(None, None), size=(size, size), height=size, gap=0, pos_hint={"center_y": 0.5}
        )
        self._box = RoundedBox(self, radius=RADIUS_CELL - 2, line_width=2)
        self._number: Text | None = None
        if number:
            self._number = Text(
                number, NUMBER, size_sp=18, min_size=11, autosize="none",
                align="center", scaled=False, max_lines=1,
            )  # fmt: skip
        # Built on demand: few steps are done when a page opens.
        self._check: IconLabel | None = None
        self.show(StepStatus.AHEAD)

    def show(self, status: StepStatus) -> None:
        is_current, is_done = status is StepStatus.NOW, status is StepStatus.DONE
        self._box.set_style(
            background=theme_colour(self._accent.fill) if is_done else TRANSPARENT,
            border=theme_colour(self._accent.line if is_done else CANDLE.line if is_current else "rim"),
            line_width=2 if is_done or is_current else 1.5,
        )
        if self._number is not None:
            self._number.set_tone("candle" if is_current else "ink_2")
        if is_done and self._check is None:
            self._check = IconLabel(Icon.CHECK, 20, tone=self._accent.on)
            self._check.size_hint_x = 1
        child = self._check if is_done else self._number
        if self.children != [child]:
            self.clear_widgets()
            if child is not None:
                self.add_widget(child)


class StepsView(Column):
    """The rows of steps; `picture` is placed elsewhere. `on_highlight` is called for a tap on an item of the
    picture, `on_toggle` for a tap on a row."""

    def __init__(
        self,
        tr: Translator,
        game: GameDefinition,
        on_toggle: Callable[[str], object],
        on_highlight: Callable[[str], object],
    ) -> None:
        super().__init__(gap=6)
        self._tr, self._game, self._on_toggle = tr, game, on_toggle
        self._accent = ACCENTS[game.accent]
        self.picture = ScenePicture(tr, accent=self._accent, on_step=on_highlight)
        self.rows: dict[str, StepRow] = {}
        self._scene: Scene = ()

    def open(self, scene: Scene, steps: Sequence[GuideStep]) -> None:
        """Show these steps and the table as it looks once they are done."""
        self._scene = scene
        self.rows = {
            step.id: StepRow(
                self._tr, self._game, step, number, self._accent, partial(self._on_toggle, step.id)
            )
            for number, step in enumerate(steps, 1)
        }
        self.clear_widgets()
        for row in self.rows.values():
            self.add_widget(row)

    def show(self, done: Collection[str], current: str | None) -> None:
        for name, row in self.rows.items():
            row.show(
                StepStatus.NOW if name == current else StepStatus.DONE if name in done else StepStatus.AHEAD
            )
        numbers = {name: number for number, name in enumerate(self.rows, 1)}
        self.picture.show(self._scene, StepHighlights(numbers, frozenset(done) & numbers.keys(), current))


# Maximum size of the picture: above the rows, a ratio of the page's height and of the space between bar and
# footer; beside them, a ratio of the width.
_MAX_PAGE_RATIO, _MAX_REMAINING_RATIO, _MAX_WIDTH_RATIO = 0.42, 0.56, 0.5
# Above this text scale the picture shrinks, to leave room for text.
_MAX_TEXT_SCALE = 1.15
_GAP_DP = 12


class PicturePage(Page):
    """A page with a picture that stays visible: above the scrolling body, or beside it in landscape."""

    max_width_dp = 1040

    def set_picture(self, picture: ScenePicture, bar: StepBar | None = None) -> None:
        """Add the picture, with `bar` above it. Call once, in the constructor."""
        self.picture = picture
        self._above = Column(*(() if bar is None else (bar,)), picture, gap=6)
        self._desk = BoxLayout(orientation="vertical")
        self.remove_widget(self.scroll)
        self._desk.add_widget(self._above)
        self._desk.add_widget(self.scroll)
        self.add_widget(self._desk, index=len(self.children) - (self.bar is not None))
        self._desk.bind(size=self._arrange)
        self.body.padding = (*self.body.padding[:1], dp(_GAP_DP), *self.body.padding[2:])
        self._update_margins()

    @property
    def is_side_by_side(self) -> bool:
        """True if picture and rows are side by side."""
        return bool(self.width >= dp(TWO_PANES_WIDTH) or self.width > self.height)

    def _update_margins(self, *args: object) -> None:
        super()._update_margins(*args)
        if hasattr(self, "_desk"):
            self._arrange()

    def _arrange(self, *_: object) -> None:
        is_side_by_side, desk = self.is_side_by_side, self._desk
        desk.orientation = "horizontal" if is_side_by_side else "vertical"
        order = [self._above, self.scroll]
        if is_side_by_side and look().rtl:
            order.reverse()
        if desk.children != order[::-1]:
            desk.clear_widgets()
            for part in order:
                desk.add_widget(part)
        side, gap = max(dp(self.margin), (self.width - dp(self.max_width_dp)) / 2), dp(_GAP_DP)
        ends = [side, gap] if is_side_by_side else [side, side]
        if is_side_by_side and look().rtl:
            ends.reverse()
        self._above.padding = (ends[0], dp(2), ends[1], 0)
        self._above.pos_hint = {"top": 1} if is_side_by_side else {}
        across = ends[::-1] if is_side_by_side else ends
        self.body.padding = (across[0], dp(2) if is_side_by_side else gap, across[1], self.body.padding[3])
        remaining = desk.height - sum(part.height + dp(6) for part in self._above.children[1:])
        part = min(self.height * _MAX_PAGE_RATIO, remaining * _MAX_REMAINING_RATIO) * min(
            1.0, _MAX_TEXT_SCALE / look().text_scale
        )
        max_height = max(dp(96), remaining - gap if is_side_by_side else part)
        self.picture.set_max_height(max_height)
        self._above.size_hint_x = None if is_side_by_side else 1
        if is_side_by_side:
            self._above.width = min(desk.width * _MAX_WIDTH_RATIO, sum(ends) + max_height * WIDTH / HEIGHT)

    def scroll_to_widget(self, part: Widget) -> None:
        """Scroll the widget into view if needed."""
        if self.scroll.do_scroll_y:
            self.scroll.scroll_to(part, padding=dp(24), animate=False)

    def add_to_footer(self, *children: Widget) -> None:
        super().add_to_footer(*children)
        if hasattr(self, "_desk"):
            self._arrange()


class StepPage(PicturePage):
    """A page whose main button ticks the current step.

    The footer changes with every tick. Ignore touches before the new footer was painted, and touches that
    began on a step that is done when the finger is lifted: otherwise a double tap would tick two steps.
    """

    _footer_frame = -1
    _pressed_step: str | None = None

    @property
    def current_step(self) -> str | None:
        """Id of the highlighted step; to be overridden."""
        raise NotImplementedError

    def tick_next(self) -> None:
        """Mark the current step as done; to be overridden."""
        raise NotImplementedError

    def create_done_button(self, tr: Translator, accent: Accent) -> PrimaryButton:
        """Return the "done, next" button."""
        button = PrimaryButton(tr("guide.done_next"), self._tick_pressed_step, accent=accent, forward=True)
        button.bind(on_press=self._remember_pressed_step)
        return button

    def _remember_pressed_step(self, _: PrimaryButton) -> None:
        self._pressed_step = self.current_step

    def _tick_pressed_step(self) -> None:
        if self._pressed_step == self.current_step:
            self.tick_next()

    def set_footer(self, child: Widget) -> None:
        self._footer_frame = Clock.frames
        super().set_footer(child)

    def on_touch_down(self, touch: Any) -> bool:
        is_unpainted = self._footer_frame == Clock.frames
        if is_unpainted and self.footer.collide_point(*touch.pos):
            return True
        return bool(super().on_touch_down(touch))


class GuidePage(SetupFlowPage, StepPage):
    def __init__(self, context: AppContext, setup: NightSetup) -> None:
        self._app_context, self.setup = context, setup
        tr, self._game = context.tr, game_for_setup(setup)
        self._guide = self._game.get_part(GuideDefinition)
        self.steps: tuple[GuideStep, ...] = coach.make_guide_steps(self._game, setup)
        self.parts = list_parts(self.steps)
        self._ticks = coach.open_progress(context, self._game, setup)
        # Step chosen by a tap in the picture, out of order.
        self._requested_step: str | None = None
        accent = ACCENTS[self._game.accent]
        rules = IconButton(Icon.BOOK_OPEN, partial(open_rules, context, self._game), tone="ink_2")
        self._title_bar = TitleBar("", " ", on_back=context.go_back, actions=[rules])
        super().__init__(self._title_bar)
        self._change_notice = Widget()
        self._bar = StepBar(len(self.parts), current=accent.fill)
        self._title = Text("", HEADING, size_sp=26, min_size=18, max_lines=2, fallback_lines=3)
        self.read_button = SecondaryButton(
            tr("guide.read_aloud"), self.read_aloud, icon=Icon.SPEAKER, mirrored=True,
            size_hint_x=None, height=max(dp(52), sp(18) * 2.5),
        )  # fmt: skip
        self.read_button.width = self.read_button.label.natural_width() + dp(64)
        self.previous_button, self.next_button = (
            SecondaryButton(
                "",
                partial(self._turn_pages, pages),
                icon=icon,
                outlined=True,
                mirrored=True,
                pos_hint={"y": 0},
            )
            for pages, icon in ((-1, Icon.BACK), (1, Icon.FORWARD))
        )
        self._page_buttons = Row(gap=8)
        self.view = StepsView(tr, self._game, self.toggle, self.highlight_step)
        self.set_picture(self.view.picture, self._bar)
        for part in (Row(self._title, self.read_button, gap=12), self.view, self._page_buttons):
            self.body.add_widget(part)
        self.done_button = self.create_done_button(tr, accent)
        self.onward_button = PrimaryButton("", partial(self._turn_pages, 1), accent=accent, forward=True)
        words = tr("app.setup.deal" if self._game.has_night else "guide.begin")
        self.begin = PrimaryButton(words, self._begin, accent=accent, forward=True)
        self.begin_now = SecondaryButton(words, self._begin, icon=Icon.FORWARD, outlined=True, mirrored=True)
        self._show_changes()
        self._open_part()

    def create_bookmark(self) -> SetupBookmark:
        mark = self._app_context.resume_state.bookmark
        return make_prepared_bookmark(mark, self._game.id, self.setup, SetupStep.GUIDE, keep_selection=True)

    def enter(self) -> None:
        super().enter()
        # Steps may have been ticked on the read-aloud page.
        ticks = coach.open_progress(self._app_context, self._game, self.setup)
        if ticks != self._ticks:
            self._ticks = ticks
            self._open_part()

    @property
    def part(self) -> str:
        return self._ticks.part

    @property
    def done(self) -> frozenset[str]:
        return frozenset(self._ticks.done)

    @property
    def current_step(self) -> str | None:
        """The highlighted step of this part: the requested one, else the first that is not done."""
        if self._requested_step in self.view.rows:
            return self._requested_step
        return next((name for name in self.view.rows if name not in self.done), None)

    # -- steps and parts ------------------------------------------------------------------------------

    def _save_ticks(self, **changes: Any) -> None:
        self._ticks = replace(self._ticks, **changes)
        coach.save_progress(self._app_context, self._game, self._ticks)

    def toggle(self, step: str) -> None:
        done = self.done ^ {step}
        self._save_ticks(done=tuple(other.id for other in self.steps if other.id in done))
        if step == self._requested_step:
            self._requested_step = None
        self._show()

    def highlight_step(self, step: str) -> None:
        """Highlight the step of a tapped item of the picture and show its row."""
        self._requested_step = step if step not in self.done else None
        self._show()
        self.scroll_to_widget(self.view.rows[step])

    def tick_next(self) -> None:
        """Tick the current step and highlight the next one, in the next part if needed."""
        step = self.current_step
        if step is None:
            return
        self.toggle(step)
        following = self.current_step
        if following is not None:
            self.scroll_to_widget(self.view.rows[following])
        else:
            self._turn_pages(1)

    def _turn_pages(self, pages: int) -> None:
        index = self.parts.index(self.part) + pages
        if 0 <= index < len(self.parts):
            self._requested_step = None
            self._save_ticks(part=self.parts[index])
            self._open_part()

    # -- changes of the set-up ------------------------------------------------------------------------

    def _show_changes(self) -> None:
        tr, ticks = self._app_context.tr, self._ticks
        if self._change_notice.parent is not None:
            self.body.remove_widget(self._change_notice)
        if ticks.changed:
            changed_parts = list_parts([step for step in self.steps if step.id in ticks.changed])
            titles = tuple(map(self._format_part_title, changed_parts))
            words = f"{tr('guide.changed', n=len(ticks.changed))} {tr('guide.changed_parts', parts=titles)}"
        elif ticks.dropped:
            words = tr("guide.dropped")
        else:
            return
        self._change_notice = Notice(words, fix_text=tr("app.home.understood"), on_fix=self.dismiss_changes)
        self.body.add_widget(self._change_notice, index=len(self.body.children))

    def dismiss_changes(self) -> None:
        self._save_ticks(changed=(), dropped=False)
        self._show_changes()

    # -- content ----------------------------------------------------------------------------------------

    def _format_part_title(self, part: str) -> str:
        return self._app_context.tr(f"{self._game.id}_guide.part.{part}")

    def _open_part(self) -> None:
        tr, index = self._app_context.tr, self.parts.index(self.part)
        self._title_bar.show(
            tr("guide.title", game=tr(f"app.game.{self._game.id}")),
            tr("guide.step_of", step=index + 1, steps=len(self.parts), n=len(self.setup.players)),
        )
        self._bar.show(index + 1)
        self._title.content = self._format_part_title(self.part)
        steps = [step for step in self.steps if step.part == self.part]
        self.view.open(self._guide.draw_scene(self.setup, self.part), steps)
        self._page_buttons.clear_widgets()
        for button, pages in ((self.previous_button, -1), (self.next_button, 1)):
            if 0 <= index + pages < len(self.parts):
                button.label.content = self._format_part_title(self.parts[index + pages])
                self._page_buttons.add_widget(button)
        if self.part == self.parts[-1]:
            # Ticking is optional: the game can be started at any time from the last part.
            self._page_buttons.add_widget(self.begin_now)
        self._show()
        Clock.schedule_once(lambda _: setattr(self.scroll, "scroll_y", 1), 0)

    def _show(self) -> None:
        current, is_last = self.current_step, self.part == self.parts[-1]
        self.view.show(self.done, current)
        if current is not None:
            button = self.done_button
        elif is_last:
            button = self.begin
        else:
            following = self.parts[self.parts.index(self.part) + 1]
            button = self.onward_button
            button.show(self._app_context.tr("guide.onward", part=self._format_part_title(following)))
        self.set_footer(button)

    # -- navigation -------------------------------------------------------------------------------------

    def read_aloud(self) -> None:
        # Imported on demand: it loads the speech service.
        from companion.screens.learn.reader import GuideReadAloudPage

        self._app_context.push(GuideReadAloudPage, self.setup)

    def _begin(self) -> None:
        if self._game.has_night:
            self._app_context.push(DealPage, self.setup, 2)
        else:
            self._app_context.start_session(self._game.rules, self.setup)


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
