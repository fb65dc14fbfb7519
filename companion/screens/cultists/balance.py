"""The loyalties of a set, weighed: points for each side, who is ahead, and where the finger points."""

from __future__ import annotations

from typing import Any, Final

from kivy.metrics import dp

from companion.games.cultists.roles import MOST_A_SIDE, ROLES, TARGET, Side, balance
from companion.games.cultists.setup import Setup
from companion.i18n.translator import Translator
from companion.screens.cultists.role_marks import SEA, SIDE_HUES, SIDE_ICONS, Pip, Pips, heading
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import paint, sp

# All loyalties of one side together: nobody can be further ahead.
_FARTHEST: Final = 6


class LeadTrack(Row):
    """A track from the Investigators' lead through zero to the Cultists'. The finger is where it should
    be, the filled cell where it is."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=3)
        self.cells = {
            lead: _Cell(tr.number(abs(lead)), "good" if lead > 0 else "evil" if lead < 0 else "ink_2")
            for lead in range(_FARTHEST, -_FARTHEST - 1, -1)
        }
        for cell in self.cells.values():
            self.add_widget(cell)

    def show(self, lead: int, target: int) -> None:
        """Leads of the Investigators are above zero."""
        for number, cell in self.cells.items():
            cell.show(here=number == lead, wanted=number == target)


class _Cell(Column):
    def __init__(self, number: str, tone: str) -> None:
        super().__init__(gap=2)
        self._tone = tone
        self.here = self.wanted = False
        self._finger = Glyph(Icon.POINTING_FINGER, 24, tone="candle", pos_hint={"center_x": 0.5})
        self._number = Text(
            number, weight=700, size_sp=15, smallest=8, most=1, align="center", grow="none",
            size_hint_y=None, height=max(dp(30), sp(22)),
        )  # fmt: skip
        self._box = Box(self._number, radius=7, line=2)
        self.add_widget(self._finger)
        self.add_widget(self._number)

    def show(self, *, here: bool, wanted: bool) -> None:
        self.here, self.wanted = here, wanted
        self._finger.opacity = 1 if wanted else 0
        self._box.paint(
            ground=paint(SEA.fill if here else "raised"), edge=paint("candle") if wanted else CLEAR
        )
        self._number.set_tone(SEA.on if here else "candle" if wanted else self._tone)


class SidePips(Row):
    """A side's points as pips up to the most it may have; what is over stands out."""

    def __init__(self, side: Side) -> None:
        super().__init__(gap=10)
        self._side = side
        self.pips = Pips(pos_hint={"center_y": 0.5})
        self.add_widget(Glyph(SIDE_ICONS[side], 24, tone=SIDE_HUES[side], pos_hint={"center_y": 0.5}))
        self.add_widget(self.pips)

    def show(self, setup: Setup) -> None:
        hue = SIDE_HUES[self._side]
        roles = [ROLES[name] for name in setup.roles if ROLES[name].leans is self._side]
        roles.sort(key=lambda role: not role.printed)
        points = [role.printed for role in roles for _ in range(role.points)]
        self.pips.clear_widgets()
        for place, printed in enumerate(points):
            self.pips.add_widget(Pip(hue if place < MOST_A_SIDE else "ember", printed=printed))
        for _ in range(len(points), MOST_A_SIDE):
            self.pips.add_widget(Pip(hue, empty=True))


class BalanceCard(Card):
    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self.track = LeadTrack(tr)
        self.sides = {side: SidePips(side) for side in Side}
        self._sum = Text("", size_sp=18, weight=500)
        self._mark = Glyph(Icon.CHECK_TOKEN, 24, pos_hint={"center_y": 0.5})
        self._goal = Text("", size_sp=18, weight=500, pos_hint={"center_y": 0.5})
        ends: list[Any] = [
            Text(tr("cultists.setup.ahead.investigators"), size_sp=14, tone="good"),
            Text(tr("cultists.setup.ahead.cultists"), size_sp=14, tone="evil", align="end"),
        ]
        for part in (
            heading(Icon.LOYALTY, tr("cultists.setup.balance")),
            self._sum,
            Row(*self.sides.values(), gap=12),
            Text(tr("cultists.setup.most", n=MOST_A_SIDE), tone="ink_2"),
            self.track,
            Row(*ends, gap=12),
            Row(self._mark, self._goal, gap=10),
        ):
            self.add_widget(part)

    def show(self, setup: Setup) -> None:
        weight = balance(setup.roles)
        lead, target = weight.total, TARGET[setup.seats]
        for pips in self.sides.values():
            pips.show(setup)
        self._sum.content = self._tr(
            "cultists.setup.sum", investigators=weight.investigators, cultists=weight.cultists
        )
        self.track.show(lead, target)
        met = lead == target
        self._mark.show(Icon.CHECK_TOKEN if met else Icon.WARNING)
        self._mark.set_tone(SEA.line if met else "ember")
        ahead = "cultists" if target < 0 else "investigators"
        self._goal.content = self._tr(f"cultists.setup.target.{ahead}", n=abs(target))
