"""What a sheet offers: each button closes the sheet before it acts."""

from __future__ import annotations

from collections.abc import Callable

from companion.widgets.icon_names import Icon
from companion.widgets.stage import Navigator
from companion.widgets.tap import SecondaryButton


def close_sheet_then(navigator: Navigator, callback: Callable[[], object]) -> Callable[[], None]:
    """So that what opens another sheet or screen does not open it below this one."""

    def close_and_call() -> None:
        navigator.close_sheet()
        callback()

    return close_and_call


def create_sheet_button(
    navigator: Navigator, label: str, icon: Icon, callback: Callable[[], object]
) -> SecondaryButton:
    return SecondaryButton(
        label, close_sheet_then(navigator, callback), icon=icon, mirrored=icon is Icon.BACK
    )
