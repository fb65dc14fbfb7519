"""What a table may want when its game is over, alike in all: the next one, its evening, to tell of it and to
leaf through it."""

from __future__ import annotations

from functools import partial

from companion.games.game import ProblemError
from companion.screens.leaf_link import leaf_button
from companion.screens.next_game import open_next_game
from companion.screens.send_sheet import send_game
from companion.shell import AnySitting, Shell
from companion.widgets.icon_names import Icon
from companion.widgets.tap import SideButton


def after_game(shell: Shell, sitting: AnySitting) -> tuple[SideButton, ...]:
    """Buttons for the end of a game, below what came of it."""
    tr, number = shell.tr, sitting.table.number
    on = partial(open_next_game, shell, sitting.table.setup.players)
    buttons = [SideButton(tr("evenings.next"), on, icon=Icon.PLAY)]
    if number is None:
        return tuple(buttons)
    evening = _evening_of(shell, number)
    if evening is not None:
        see = partial(_open_evening, shell, evening)
        buttons.append(SideButton(tr("evenings.this"), see, icon=Icon.FLAME))
    share = partial(_send, shell, number)
    buttons.append(SideButton(tr("app.files.share_result"), share, icon=Icon.SHARE))
    return (*buttons, leaf_button(shell, sitting))


def _evening_of(shell: Shell, number: int) -> float | None:
    """Of a game from elsewhere nobody knows it."""
    try:
        return shell.evenings.of(number)
    except ProblemError:
        return None


def _open_evening(shell: Shell, evening: float) -> None:
    from companion.screens.evening import EveningPage

    shell.visit(EveningPage, evening)


def _send(shell: Shell, number: int) -> None:
    shell.attempt(lambda: send_game(shell, shell.archive.kept(number)))
