"""What can be done with a game of the history beside opening it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from companion.games.kept import shown_title
from companion.games.seats import clean_name
from companion.screens.history_row import Told
from companion.screens.names import NameEntry, open_naming
from companion.screens.sheet_buttons import closed_first, offer_on
from companion.shell import Shell, StoredGame
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid
from companion.widgets.sheet import Sheet
from companion.widgets.tap import SideButton
from companion.widgets.text import Text

# What is typed is meant to be read on one line; a file may bring a longer one.
LONGEST_TYPED: Final = 60
Act = Callable[[StoredGame], object]


class GameSheet(Sheet):
    def __init__(
        self, shell: Shell, told: Told, stored: StoredGame, *, open: Act, leaf: Act, copy: Act,
        rename: Act, names: Act, send: Act, delete: Act,
    ) -> None:  # fmt: skip
        tr, offer = shell.tr, partial(offer_on, shell.stage)
        over = stored.ended is not None
        super().__init__(
            told.title,
            Column(Text(told.line, tone="ink_2"), Text(told.who, tone="ink_3", size_sp=14), gap=2),
            offer(
                tr("history.result" if over else "app.go_on"),
                Icon.TROPHY if over else Icon.PLAY,
                partial(open, stored),
            ),
            Grid(
                offer(tr("moments.leaf.title"), Icon.BOOK_OPEN, partial(leaf, stored)),
                offer(tr("app.files.send"), Icon.SHARE, partial(send, stored)),
                offer(tr("history.copy"), Icon.PLUS, partial(copy, stored)),
                offer(tr("history.rename"), Icon.PENCIL, partial(rename, stored)),
                offer(tr("app.names.title"), Icon.PEOPLE, partial(names, stored)),
                gap=10,
                narrowest=140,
                most_columns=2,
            ),
            SideButton(
                tr("history.delete"),
                closed_first(shell.stage, partial(delete, stored)),
                icon=Icon.TRASH,
                tone="evil",
            ),
            on_close=shell.stage.close_sheet,
        )


def open_title(shell: Shell, stored: StoredGame, done: Callable[[], object]) -> None:
    """Have it called something; with nothing typed it is called by how it stands again."""

    def take(typed: str) -> None:
        shell.archive.call(stored.id, clean_name(typed))
        shell.stage.close_sheet()
        done()

    title = clean_name(stored.title)
    entry = NameEntry(shell, title, take, hint="history.title_hint", longest=max(LONGEST_TYPED, len(title)))
    open_naming(shell, shell.tr("history.rename"), entry)


def title_of_copy(shell: Shell, stored: StoredGame) -> str:
    title = clean_name(stored.title) or shell.tr(f"app.game.{stored.game}")
    return shown_title(shell.tr("history.copy_of", title=title))
