"""What a sheet offers: each button closes the sheet before it acts."""

from __future__ import annotations

from collections.abc import Callable

from companion.widgets.icon_names import Icon
from companion.widgets.stage import Stage
from companion.widgets.tap import SideButton


def closed_first(stage: Stage, act: Callable[[], object]) -> Callable[[], None]:
    """So that what opens another sheet or screen does not open it below this one."""

    def close_and_act() -> None:
        stage.close_sheet()
        act()

    return close_and_act


def offer_on(stage: Stage, words: str, icon: Icon, act: Callable[[], object]) -> SideButton:
    return SideButton(words, closed_first(stage, act), icon=icon, mirrored=icon is Icon.BACK)
