"""What can be done with a game of the history beside opening it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from companion.games.kept import clean_title
from companion.games.seats import clean_name
from companion.screens.history_row import GameRowContent
from companion.screens.names import NameEntry, open_name_sheet
from companion.screens.sheet_buttons import close_sheet_then, create_sheet_button
from companion.shell import AppContext, StoredGame
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid
from companion.widgets.sheet import Sheet
from companion.widgets.tap import SecondaryButton
from companion.widgets.text import Text

# What is typed is meant to be read on one line; a file may bring a longer one.
MAX_TITLE_LENGTH: Final = 60
GameAction = Callable[[StoredGame], object]


class GameSheet(Sheet):
    def __init__(
        self,
        context: AppContext,
        content: GameRowContent,
        stored: StoredGame,
        *,
        on_open: GameAction,
        on_replay: GameAction,
        on_copy: GameAction,
        on_rename: GameAction,
        on_names: GameAction,
        on_send: GameAction,
        on_delete: GameAction,
    ) -> None:
        tr, offer = context.tr, partial(create_sheet_button, context.navigator)
        is_over = stored.ended is not None
        super().__init__(
            content.title,
            Column(Text(content.line, tone="ink_2"), Text(content.players, tone="ink_3", size_sp=14), gap=2),
            offer(
                tr("history.result" if is_over else "app.go_on"),
                Icon.TROPHY if is_over else Icon.PLAY,
                partial(on_open, stored),
            ),
            Grid(
                offer(tr("moments.leaf.title"), Icon.BOOK_OPEN, partial(on_replay, stored)),
                offer(tr("app.files.send"), Icon.SHARE, partial(on_send, stored)),
                offer(tr("history.copy"), Icon.PLUS, partial(on_copy, stored)),
                offer(tr("history.rename"), Icon.PENCIL, partial(on_rename, stored)),
                offer(tr("app.names.title"), Icon.PEOPLE, partial(on_names, stored)),
                gap=10,
                min_column_width=140,
                max_columns=2,
            ),
            SecondaryButton(
                tr("history.delete"),
                close_sheet_then(context.navigator, partial(on_delete, stored)),
                icon=Icon.TRASH,
                tone="evil",
            ),
            on_close=context.navigator.close_sheet,
        )


def open_title_sheet(context: AppContext, stored: StoredGame, on_done: Callable[[], object]) -> None:
    """Have it called something; with nothing typed it is called by how it stands again."""

    def save_title(text: str) -> None:
        context.games.set_title(stored.id, clean_name(text))
        context.navigator.close_sheet()
        on_done()

    title = clean_name(stored.title)
    entry = NameEntry(
        context, title, save_title, hint="history.title_hint", max_length=max(MAX_TITLE_LENGTH, len(title))
    )
    open_name_sheet(context, context.tr("history.rename"), entry)


def format_copy_title(context: AppContext, stored: StoredGame) -> str:
    title = clean_name(stored.title) or context.tr(f"app.game.{stored.game}")
    return clean_title(context.tr("history.copy_of", title=title))
