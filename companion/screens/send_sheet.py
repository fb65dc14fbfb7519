"""Where a file shall go: on a phone to another app or among the downloads; a desktop asks by itself. And as
what a game is sent: a picture, words, a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.games.game import ProblemError, error
from companion.past.evening_words import ShareOptions, format_game
from companion.screens.evening_told import to_local_day
from companion.screens.result_picture import has_result_image, render_result
from companion.screens.sheet_buttons import create_sheet_button
from companion.shell import AnySession, AppContext, OutgoingFile, StoredGame
from companion.widgets.icon_names import Icon
from companion.widgets.sheet import Sheet


class SendSheet(Sheet):
    def __init__(self, context: AppContext, create_file: Callable[[], OutgoingFile]) -> None:
        tr, navigator, files = context.tr, context.navigator, context.files
        super().__init__(
            tr("app.files.send"),
            create_sheet_button(
                navigator, tr("app.files.share"), Icon.SHARE, partial(files.share, create_file)
            ),
            create_sheet_button(
                navigator, tr("app.files.save"), Icon.ARROW_DOWN, partial(files.save, create_file)
            ),
            on_close=navigator.close_sheet,
        )


def send_file(context: AppContext, create_file: Callable[[], OutgoingFile]) -> None:
    """Let somebody have this file; it is made when they have said where to."""
    if context.can_share:
        context.navigator.open_sheet(SendSheet(context, create_file))
    else:
        context.files.save(create_file)


def send_game(context: AppContext, stored: StoredGame) -> None:
    """A game as text or as a file; one that is over also as a picture, and for an app that lists plays."""
    tr, navigator = context.tr, context.navigator
    create_button, is_over = partial(create_sheet_button, navigator), stored.ended is not None
    buttons: list[Widget] = []
    session = _open_or_none(context, stored)
    if session is not None and has_result_image(session):
        draw = partial(render_result, context, session, lambda outgoing: send_file(context, lambda: outgoing))
        buttons.append(create_button(tr("evenings.send.picture"), Icon.CAMERA, draw))
    if session is not None:
        buttons.append(
            create_button(
                tr("evenings.send.text"), Icon.MENU_LIST, partial(share_game_text, context, stored.id)
            )
        )
    send_export = partial(send_file, context, partial(context.games.export_game, stored))
    buttons.append(create_button(tr("share.game.here"), Icon.SHARE, send_export))
    if is_over:
        send_play = partial(send_file, context, partial(context.files.export_game, stored.id))
        buttons.append(create_button(tr("share.all.bgstats"), Icon.HISTORY, send_play))
    navigator.open_sheet(Sheet(tr("share.game.title"), *buttons, on_close=navigator.close_sheet))


def share_game_text(context: AppContext, game_id: int) -> None:
    """A game as text for a messenger, with what its picture tells: names, and who was who if it is told."""
    game = context.game_nights.load_game(game_id)
    if game is None:
        context.show_problem(error("app.problem.game_unreadable", id=game_id))
    else:
        context.files.share_text(
            format_game(context.tr, game, to_local_day(game.started), ShareOptions(show_roles=True))
        )


def _open_or_none(context: AppContext, stored: StoredGame) -> AnySession | None:
    """One that cannot be read any more can still be sent as a file."""
    try:
        return context.games.open_session(stored)
    except ProblemError:
        return None
