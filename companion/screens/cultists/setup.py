"""The set-up page of Among Cultists: Automa, first player, roles, balance and expert options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from functools import cached_property, partial
from random import Random
from typing import Any, Final, Generic, TypeVar

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import Problem
from companion.games.cultists import drafts
from companion.games.cultists.components import RULE_NUMBERS
from companion.games.cultists.definition import DEFINITION
from companion.games.cultists.drafts import (
    RoleSetKind,
    SetupDraft,
    new_draft,
    redraw_candidate,
    reseat_draft,
    select_candidate,
    select_role_set,
    set_automa,
    toggle_role,
)
from companion.games.cultists.setup import (
    AUTOMA_OPTIONAL_PLAYERS,
    AUTOMA_REQUIRED_PLAYERS,
    CULTIST,
    MAX_LOYALTY_PER_SIDE,
    NUMBERS,
    ROLES,
    SEER,
    TARGET_BALANCE,
    Options,
    Setup,
    Side,
    compute_balance,
    relevant_options,
    role_tokens,
    seat_automa,
)
from companion.i18n.translator import Translator
from companion.screens.cultists.marks import ROLE_ICONS, SEA, SIDE_HUES, SIDE_ICONS, Pip, Pips, heading
from companion.screens.cultists.roles import GoalsPanel, RoleGroups, open_role_sheet
from companion.screens.night.options import StyleChoice
from companion.screens.rows import build_labelled_row
from companion.screens.setup import BaseSetupPage, Fix, OptionsDrawer
from companion.scripts.coach import set_manual_style
from companion.scripts.script import load_night_definition
from companion.widgets.buttons import Pressable, shade
from companion.widgets.cards import Card, Chip, ToggleSwitch
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Panes, Row
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.text import CAPTION, LABEL, MUTED, NUMBER, IconLabel, Text
from companion.widgets.theme import RADIUS_CHIP, TOUCH_TARGET, sp, theme_colour


def _automa_numbers(setup: Setup) -> dict[str, int]:
    seats = len(setup.players) + 1
    return {"players": len(setup.players), "seats": seats, "cultists": NUMBERS[seats].cultists}


class AutomaSeat(Column):
    """The choice of the Automa's seat: four players need it, six may have it, others do not see it."""

    def __init__(self, tr: Translator, on_change: Callable[[bool], object]) -> None:
        super().__init__(gap=0)
        self._tr = tr
        self._on_change = on_change

    def show(self, setup: Setup) -> None:
        self.clear_widgets()
        words = self._tr("cultists.setup.automa.name")
        if len(setup.players) == AUTOMA_REQUIRED_PLAYERS:
            lock = IconLabel(Icon.LOCK, 26, tone=SEA.line)
            card = Card(
                build_labelled_row(
                    words, lock, self._tr("cultists.setup.automa.must", **_automa_numbers(setup))
                )
            )
        elif len(setup.players) == AUTOMA_OPTIONAL_PLAYERS:
            switch = ToggleSwitch(setup.automa, self._on_change)
            card = Card(
                build_labelled_row(
                    words, switch, self._tr("cultists.setup.automa.may", **_automa_numbers(setup))
                )
            )
        else:
            return
        self.add_widget(card)
        if setup.automa_holder is not None and setup.automa_holder < len(setup.players):
            name = setup.players[setup.automa_holder]
            card.add_widget(Text(self._tr("cultists.setup.automa.holder", name=name), MUTED))


class RandomRoleCard(Column):
    """The random role of the recommended set; a tap chooses another candidate or draws again."""

    def __init__(
        self, tr: Translator, on_choose: Callable[[str], object], on_redraw: Callable[[], object]
    ) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self._on_choose = on_choose
        self._on_redraw = on_redraw

    def show(self, draft: SetupDraft) -> None:
        tr, selected = self._tr, draft.random_role
        self.clear_widgets()
        if selected is None:
            return
        name = tr(f"cultists.role.{selected}.name")
        self.add_widget(Text(tr("cultists.setup.drawn", name=name), MUTED))
        chips = Grid(gap=8, cols=2)
        for role in draft.candidates:
            words, act = tr(f"cultists.role.{role}.name"), partial(self._on_choose, role)
            chips.add_widget(Chip(words, act, icon=ROLE_ICONS[role], selected=role == selected, accent=SEA))
        chips.add_widget(Chip(tr("cultists.setup.redraw"), self._on_redraw, icon=Icon.SHUFFLE, outlined=True))
        self.add_widget(chips)


# All loyalty points of one side: the maximum lead.
_MAX_LEAD: Final = 6


class LeadTrack(Row):
    """A track of the lead, from Investigators to Cultists.

    The finger marks the target, the filled cell the current lead.
    """

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=3)
        self.cells = {
            lead: _LeadCell(
                tr.format_number(abs(lead)), "good" if lead > 0 else "evil" if lead < 0 else "ink_2"
            )
            for lead in range(_MAX_LEAD, -_MAX_LEAD - 1, -1)
        }
        for cell in self.cells.values():
            self.add_widget(cell)

    def show(self, lead: int, target: int) -> None:
        """Show lead and target; both are positive if the Investigators are ahead."""
        for number, cell in self.cells.items():
            cell.show(is_current=number == lead, is_target=number == target)


class _LeadCell(Column):
    def __init__(self, number: str, tone: str) -> None:
        super().__init__(gap=2)
        self._tone = tone
        self.is_current = self.is_target = False
        self._finger = IconLabel(Icon.POINTING_FINGER, 24, tone="candle", pos_hint={"center_x": 0.5})
        self._number = Text(
            number, NUMBER, size_sp=15, min_size=8, max_lines=1, align="center", autosize="none",
            size_hint_y=None, height=max(dp(30), sp(22)),
        )  # fmt: skip
        self._box = RoundedBox(self._number, radius=7, line_width=2)
        self.add_widget(self._finger)
        self.add_widget(self._number)

    def show(self, *, is_current: bool, is_target: bool) -> None:
        self.is_current, self.is_target = is_current, is_target
        self._finger.opacity = 1 if is_target else 0
        self._box.set_style(
            background=theme_colour(SEA.fill if is_current else "raised"),
            border=theme_colour("candle") if is_target else TRANSPARENT,
        )
        self._number.set_tone(SEA.on if is_current else "candle" if is_target else self._tone)


class SidePips(Row):
    """A side's points as pips up to its maximum; points above it have a warning colour."""

    def __init__(self, side: Side) -> None:
        super().__init__(gap=10)
        self._side = side
        self.pips = Pips()
        self.add_widget(IconLabel(SIDE_ICONS[side], 24, tone=SIDE_HUES[side]))
        self.add_widget(self.pips)

    def show(self, setup: Setup) -> None:
        hue = SIDE_HUES[self._side]
        roles = [ROLES[name] for name in setup.roles if ROLES[name].loyalty_side is self._side]
        roles.sort(key=lambda role: not role.is_loyalty_printed)
        points = [role.is_loyalty_printed for role in roles for _ in range(role.loyalty_points)]
        self.pips.clear_widgets()
        for point_index, printed in enumerate(points):
            self.pips.add_widget(Pip(hue if point_index < MAX_LOYALTY_PER_SIDE else "ember", printed=printed))
        for _ in range(len(points), MAX_LOYALTY_PER_SIDE):
            self.pips.add_widget(Pip(hue, empty=True))


class BalanceCard(Card):
    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self.track = LeadTrack(tr)
        self.sides = {side: SidePips(side) for side in Side}
        self._sum_text = Text("", LABEL)
        self._mark = IconLabel(Icon.CHECK_TOKEN, 24)
        self._goal_text = Text("", LABEL)
        ends: list[Any] = [
            Text(tr("cultists.setup.ahead.investigators"), CAPTION, tone="good"),
            Text(tr("cultists.setup.ahead.cultists"), CAPTION, tone="evil", align="end"),
        ]
        for part in (
            heading(Icon.LOYALTY, tr("cultists.setup.balance")),
            self._sum_text,
            Row(*self.sides.values(), gap=12),
            Text(tr("cultists.setup.most", n=MAX_LOYALTY_PER_SIDE), MUTED),
            self.track,
            Row(*ends, gap=12),
            Row(self._mark, self._goal_text, gap=10),
        ):
            self.add_widget(part)

    def show(self, setup: Setup) -> None:
        weight = compute_balance(setup.roles)
        lead, target = weight.total, TARGET_BALANCE[setup.seats]
        for pips in self.sides.values():
            pips.show(setup)
        self._sum_text.content = self._tr(
            "cultists.setup.sum", investigators=weight.investigators, cultists=weight.cultists
        )
        self.track.show(lead, target)
        is_on_target = lead == target
        self._mark.show(Icon.CHECK_TOKEN if is_on_target else Icon.WARNING)
        self._mark.set_tone(SEA.line if is_on_target else "ember")
        leading_side = "cultists" if target < 0 else "investigators"
        self._goal_text.content = self._tr(f"cultists.setup.target.{leading_side}", n=abs(target))


T = TypeVar("T")


class OptionRow(Pressable):
    def __init__(
        self, words: str, why: str, on_tap: Callable[[], object], *, icon: Icon | None = None, selected: bool
    ) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TOUCH_TARGET))
        self._box = RoundedBox(self, radius=RADIUS_CHIP, line_width=2)
        self._mark = IconLabel(Icon.RING, 22)
        self._icon = IconLabel(icon, 30) if icon is not None else None
        self.words = Text(words, LABEL)
        text_column = Column(self.words, gap=1)
        if why:
            text_column.add_widget(Text(why, MUTED))
        parts: list[Any] = [part for part in (self._icon, text_column, self._mark) if part is not None]
        row = Row(*parts, gap=12, padding=(dp(14), dp(12)))
        row.bind(height=self._fit_height)
        self.add_widget(row)
        self.is_selected = selected
        self._refresh_style()

    def _fit_height(self, row: Row, height: float) -> None:
        self.height = max(dp(TOUCH_TARGET), height)

    def set_selected(self, selected: bool) -> None:
        self.is_selected = selected
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour(SEA.deep if self.is_selected else "plank")
        self._box.set_style(
            background=shade(ground, 0.08) if pressed else ground,
            border=theme_colour(SEA.line if self.is_selected else "rim"),
            line_width=2 if self.is_selected else 1.5,
        )
        self._mark.show(Icon.CHECK_TOKEN if self.is_selected else Icon.RING)
        self._mark.set_tone(SEA.line if self.is_selected else "rim")
        if self._icon is not None:
            self._icon.set_tone(SEA.line if self.is_selected else "ink_3")


class OptionList(Column, Generic[T]):
    """A list of options of which one is selected; each of `options` has a value, name, reason and icon."""

    def __init__(
        self,
        options: Sequence[tuple[T, str, str, Icon | None]],
        selected: T,
        on_pick: Callable[[T], object],
    ) -> None:
        super().__init__(gap=8)
        self._on_pick = on_pick
        self.rows: dict[T, OptionRow] = {}
        for option, words, why, icon in options:
            row = OptionRow(words, why, self._make_handler(option), icon=icon, selected=option == selected)
            self.rows[option] = row
            self.add_widget(row)

    def select(self, selected: T) -> None:
        for option, row in self.rows.items():
            row.set_selected(option == selected)

    def _make_handler(self, option: T) -> Callable[[], None]:
        def on_tap() -> None:
            self.select(option)
            self._on_pick(option)

        return on_tap


class ExpertDrawer(OptionsDrawer):
    def create_choice(
        self, options: Sequence[tuple[Enum, str]], selected: Enum, on_pick: Callable[[Any], object]
    ) -> Widget:
        """Options are whole sentences, which need the full width."""
        return OptionList([(option, words, "", None) for option, words in options], selected, on_pick)


_KINDS: Final = (
    (RoleSetKind.FIRST_GAME, "app.first_game", "cultists.setup.first_game.does", Icon.STAR),
    (RoleSetKind.RECOMMENDED, "cultists.setup.recommended", "cultists.setup.recommended.does", Icon.CROWN),
    (RoleSetKind.CUSTOM, "cultists.setup.expert", "cultists.setup.expert.does", Icon.LOYALTY),
)
_NO_KEY: Final = object()
_WITHOUT_SEER = ("cultists.problem.seer_at_seven", "cultists.problem.seer_with_automa")


class SetupPage(BaseSetupPage):
    selection: SetupDraft

    def __init__(self, context: AppContext, players: Sequence[str]) -> None:
        tr = context.tr
        super().__init__(context, DEFINITION, players)
        # Source of randomness, passed to the functions that draw.
        self._pick_random = Random().randrange
        self.selection = self.restore_saved(SetupDraft) or self._load_last_draft()
        self.create_first_player_chooser("app.setup.starter", Icon.KNIFE, max_columns=4)
        self._automa = AutomaSeat(tr, self._set_automa)
        self.kinds = OptionList(
            [(kind, tr(name), tr(does), icon) for kind, name, does, icon in _KINDS],
            self.selection.kind,
            self._choose_kind,
        )
        self._random_role_card = RandomRoleCard(tr, self._choose_random_role, self._redraw)
        self._goals = GoalsPanel(tr)
        self.options_drawer = ExpertDrawer(tr, DEFINITION, self._set_options, numbers=RULE_NUMBERS)
        self.style = StyleChoice(context, load_night_definition("cultists"))
        self._choices = Column(gap=12)
        self._visible_parts: list[Widget] = []
        self._cache_keys: dict[Widget, object] = {}
        self._headings = (
            Column(
                heading(Icon.KNIFE, tr("app.setup.starter")), Text(tr("cultists.setup.knife"), MUTED), gap=2
            ),
            heading(Icon.PEOPLE, tr("cultists.setup.roles")),
        )
        self.body.add_widget(Panes(self._choices, Column(self._goals, self.options_drawer, gap=12)))
        self.refresh()

    @property
    def setup(self) -> Setup:
        return seat_automa(self.selection.setup)

    @cached_property
    def role_groups(self) -> RoleGroups:
        """Built on first use: most tables never choose their own roles."""
        return RoleGroups(self._app_context.tr, self._toggle_role, self._open_role)

    @cached_property
    def balance_card(self) -> BalanceCard:
        return BalanceCard(self._app_context.tr)

    # -- choosing -----------------------------------------------------------------------------------

    def change_setup(self, **changes: Any) -> None:
        self.select(replace(self.selection, setup=replace(self.setup, **changes)))

    def _set_options(self, options: Options) -> None:
        self.change_setup(options=options)

    def _choose_kind(self, kind: RoleSetKind) -> None:
        set_manual_style(self._app_context, DEFINITION, is_manual=False)
        self.select(select_role_set(self.selection, kind, self._pick_random))

    def _toggle_role(self, role: str) -> None:
        self.select(toggle_role(self.selection, role))

    def _open_role(self, role: str) -> None:
        open_role_sheet(self._app_context, self.setup, role)

    def _set_automa(self, on: bool) -> None:
        self.select(set_automa(self.selection, on, self._pick_random))

    def set_first_player(self, seat: int) -> None:
        self.change_setup(knife=seat)

    def _choose_random_role(self, role: str) -> None:
        self.select(select_candidate(self.selection, role))

    def _redraw(self) -> None:
        self.select(redraw_candidate(self.selection, self._pick_random))

    # -- showing ------------------------------------------------------------------------------------

    def show_selection(self) -> None:
        setup, draft = self.setup, self.selection
        if self._has_changed(self.first_player_chooser, setup.knife):
            self.show_first_player(setup.knife)
        if self._has_changed(self._automa, (setup.automa, setup.knife)):
            self._automa.show(setup)
        if self._has_changed(self._random_role_card, draft.random_role):
            self._random_role_card.show(draft)
        self.kinds.select(draft.kind)
        if draft.kind is RoleSetKind.CUSTOM:
            self.role_groups.show(self._tokens_in_play())
            self.balance_card.show(setup)
        self._arrange_parts()
        if self._has_changed(self._goals, setup.seats):
            self._goals.show(setup)
        self.options_drawer.show(setup.options, relevant_options(setup))

    def _has_changed(self, part: Widget, cache_key: object) -> bool:
        """True if the part's content has changed since the last call; unchanged parts are not rebuilt."""
        is_changed = self._cache_keys.get(part, _NO_KEY) != cache_key
        self._cache_keys[part] = cache_key
        return is_changed

    def _arrange_parts(self) -> None:
        """Add the needed parts only: empty parts would leave gaps."""
        starter, roles = self._headings
        builder = (
            (*self.role_groups.parts, self.balance_card) if self.selection.kind is RoleSetKind.CUSTOM else ()
        )
        parts = [
            *(roles, self.kinds),
            *((self._random_role_card,) if self._random_role_card.children else ()),
            *(self.style, starter, self.first_player_chooser),
            *((self._automa,) if self._automa.children else ()),
            *builder,
            *((self.problem_list,) if self.problem_list.children else ()),
        ]
        if parts != self._visible_parts:
            self._visible_parts = parts
            self._choices.clear_widgets()
            for part in parts:
                self._choices.add_widget(part)

    def _tokens_in_play(self) -> Counter[str]:
        """Return the tokens in play, or the selected roles if they are not a valid set."""
        if self.is_valid:
            return Counter(role_tokens(self.setup))
        return Counter((CULTIST, *self.setup.roles))

    def find_fix(self, problem: Problem) -> Fix | None:
        if problem.key in _WITHOUT_SEER:
            return self._app_context.tr("cultists.setup.without_seer"), partial(self._toggle_role, SEER)
        return None

    # -- remembering --------------------------------------------------------------------------------

    def remember_selection(self) -> None:
        drafts.remember_draft(self.selection, self._app_context)

    def _load_last_draft(self) -> SetupDraft:
        """Return the last draft, even an unfinished one: its problems are shown on the page."""
        players = self.players
        previous = drafts.recall_draft(players, self._app_context)
        return (
            new_draft(players, self._pick_random)
            if previous is None
            else reseat_draft(previous, players, self._pick_random)
        )
