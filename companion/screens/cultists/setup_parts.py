"""Parts of the set-up screen: the Automa's seat, and the role that chance puts into a set."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.entry.cultists.setup_draft import SetupDraft
from companion.games.cultists.decks import NUMBERS
from companion.games.cultists.setup import AUTOMA_OPTIONAL_PLAYERS, AUTOMA_REQUIRED_PLAYERS, Setup
from companion.i18n.translator import Translator
from companion.screens.cultists.role_marks import ROLE_ICONS, SEA
from companion.screens.rows import build_labelled_row
from companion.widgets.cards import Card, Chip, ToggleSwitch
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid
from companion.widgets.text import IconLabel, Text


def _automa_numbers(setup: Setup) -> dict[str, int]:
    seats = len(setup.players) + 1
    return {"players": len(setup.players), "seats": seats, "cultists": NUMBERS[seats].cultists}


class AutomaSeat(Column):
    """Four need the Automa, six may have it, nobody else is asked."""

    def __init__(self, tr: Translator, on_change: Callable[[bool], object]) -> None:
        super().__init__(gap=0)
        self._tr = tr
        self._on_change = on_change

    def show(self, setup: Setup) -> None:
        self.clear_widgets()
        words = self._tr("cultists.setup.automa.name")
        if len(setup.players) == AUTOMA_REQUIRED_PLAYERS:
            lock = IconLabel(Icon.LOCK, 26, tone=SEA.line, pos_hint={"center_y": 0.5})
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
            card.add_widget(Text(self._tr("cultists.setup.automa.holder", name=name), tone="ink_2"))


class RandomRoleCard(Column):
    """The one of three that chance put into the recommended set; a tap draws or takes another."""

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
        self.add_widget(Text(tr("cultists.setup.drawn", name=name), tone="ink_2"))
        chips = Grid(gap=8, cols=2)
        for role in draft.candidates:
            words, act = tr(f"cultists.role.{role}.name"), partial(self._on_choose, role)
            chips.add_widget(Chip(words, act, icon=ROLE_ICONS[role], selected=role == selected, accent=SEA))
        chips.add_widget(Chip(tr("cultists.setup.redraw"), self._on_redraw, icon=Icon.SHUFFLE, outlined=True))
        self.add_widget(chips)
