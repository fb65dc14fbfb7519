"""The loyalties of a set, weighed: points for each side, who is ahead, and where the finger points."""

from __future__ import annotations

from typing import Any, Final

from kivy.metrics import dp

from companion.games.cultists.roles import MAX_LOYALTY_PER_SIDE, ROLES, TARGET_BALANCE, Side, compute_balance
from companion.games.cultists.setup import Setup
from companion.i18n.translator import Translator
from companion.screens.cultists.role_marks import SEA, SIDE_HUES, SIDE_ICONS, Pip, Pips, heading
from companion.widgets.cards import Card
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import sp, theme_colour

# All loyalties of one side together: nobody can be further ahead.
_MAX_LEAD: Final = 6


class LeadTrack(Row):
    """A track from the Investigators' lead through zero to the Cultists'. The finger is where it should
    be, the filled cell where it is."""

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
        """Leads of the Investigators are above zero."""
        for number, cell in self.cells.items():
            cell.show(is_current=number == lead, is_target=number == target)


class _LeadCell(Column):
    def __init__(self, number: str, tone: str) -> None:
        super().__init__(gap=2)
        self._tone = tone
        self.is_current = self.is_target = False
        self._finger = IconLabel(Icon.POINTING_FINGER, 24, tone="candle", pos_hint={"center_x": 0.5})
        self._number = Text(
            number, weight=700, size_sp=15, min_size=8, max_lines=1, align="center", autosize="none",
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
    """A side's points as pips up to the most it may have; what is over stands out."""

    def __init__(self, side: Side) -> None:
        super().__init__(gap=10)
        self._side = side
        self.pips = Pips(pos_hint={"center_y": 0.5})
        self.add_widget(IconLabel(SIDE_ICONS[side], 24, tone=SIDE_HUES[side], pos_hint={"center_y": 0.5}))
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
        self._sum_text = Text("", size_sp=18, weight=500)
        self._mark = IconLabel(Icon.CHECK_TOKEN, 24, pos_hint={"center_y": 0.5})
        self._goal_text = Text("", size_sp=18, weight=500, pos_hint={"center_y": 0.5})
        ends: list[Any] = [
            Text(tr("cultists.setup.ahead.investigators"), size_sp=14, tone="good"),
            Text(tr("cultists.setup.ahead.cultists"), size_sp=14, tone="evil", align="end"),
        ]
        for part in (
            heading(Icon.LOYALTY, tr("cultists.setup.balance")),
            self._sum_text,
            Row(*self.sides.values(), gap=12),
            Text(tr("cultists.setup.most", n=MAX_LOYALTY_PER_SIDE), tone="ink_2"),
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
