"""Where a file shall go: on a phone to another app or among the downloads; a desktop asks by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.screens.sheet_buttons import offer_on
from companion.shell import Parcel, Shell, StoredGame
from companion.widgets.icon_names import Icon
from companion.widgets.sheet import Sheet


class SendSheet(Sheet):
    def __init__(self, shell: Shell, make: Callable[[], Parcel]) -> None:
        tr, stage, files = shell.tr, shell.stage, shell.files
        super().__init__(
            tr("app.files.send"),
            offer_on(stage, tr("app.files.share"), Icon.SHARE, partial(files.share, make)),
            offer_on(stage, tr("app.files.save"), Icon.ARROW_DOWN, partial(files.save, make)),
            on_close=stage.close_sheet,
        )


def send(shell: Shell, make: Callable[[], Parcel]) -> None:
    """Let somebody have this file; it is made when they have said where to."""
    if shell.shares:
        shell.stage.open_sheet(SendSheet(shell, make))
    else:
        shell.files.save(make)


def send_game(shell: Shell, stored: StoredGame) -> None:
    """A game as a file; one that is over may also go to an app that lists plays."""
    tr, stage = shell.tr, shell.stage
    record = partial(send, shell, partial(shell.archive.parcel, stored))
    if stored.ended is None:
        record()
        return
    play = partial(send, shell, partial(shell.files.play, stored.id))
    stage.open_sheet(
        Sheet(
            tr("share.game.title"),
            offer_on(stage, tr("share.game.here"), Icon.SHARE, record),
            offer_on(stage, tr("share.all.bgstats"), Icon.HISTORY, play),
            on_close=stage.close_sheet,
        )
    )
