"""Sharing: a game as QR code, link, text, image or file; where a file is sent; and the preview of an incoming
game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.core.clipboard import Clipboard
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.app_context import AnyController, AnySession, AppContext, MatchKind, OutgoingFile, StoredGame
from companion.core.game import ProblemError, error
from companion.files.share_link import QR_PREFIX, SharedGame, format_link, pack, to_qr_digits
from companion.screens.files.pictures import has_result_image, render_result, to_local_day
from companion.screens.rows import build_heading, build_info_row, close_sheet_then, create_sheet_button
from companion.statistics.game_night import ShareOptions, format_game
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.cards import Card
from companion.widgets.icons import Icon
from companion.widgets.image_export import QrCodeWidget
from companion.widgets.page import Page, TitleBar
from companion.widgets.sheet import Sheet
from companion.widgets.text import LEAD, MUTED, Text


class SendSheet(Sheet):
    def __init__(self, context: AppContext, create_file: Callable[[], OutgoingFile]) -> None:
        tr, navigator, files = context.tr, context.navigator, context.files
        share, save = partial(files.share, create_file), partial(files.save, create_file)
        super().__init__(
            tr("app.files.send"),
            create_sheet_button(navigator, tr("app.files.share"), Icon.SHARE, share),
            create_sheet_button(navigator, tr("app.files.save"), Icon.ARROW_DOWN, save),
            on_close=navigator.close_sheet,
        )


def send_file(context: AppContext, create_file: Callable[[], OutgoingFile]) -> None:
    """Send a file; it is created only after the user has chosen where to."""
    if context.can_share:
        context.navigator.open_sheet(SendSheet(context, create_file))
    else:
        context.files.save(create_file)


def send_game(context: AppContext, stored: StoredGame) -> None:
    """Offer to send a game as text or file; a finished one also as an image and as a Board Game Stats
    file."""
    tr, navigator = context.tr, context.navigator
    create_button = partial(create_sheet_button, navigator)
    buttons: list[Widget] = []
    session = _open_or_none(context, stored)
    if session is not None and has_result_image(session):
        draw = partial(render_result, context, session, lambda outgoing: send_file(context, lambda: outgoing))
        buttons.append(create_button(tr("evenings.send.picture"), Icon.CAMERA, draw))
    if session is not None:
        send_text = partial(share_game_text, context, stored.id)
        buttons.append(create_button(tr("evenings.send.text"), Icon.MENU_LIST, send_text))
    send_export = partial(send_file, context, partial(context.games.export_game, stored))
    buttons.append(create_button(tr("share.game.here"), Icon.SHARE, send_export))
    if stored.ended is not None:
        send_play = partial(send_file, context, partial(context.files.export_game, stored.id))
        buttons.append(create_button(tr("share.all.bgstats"), Icon.HISTORY, send_play))
    navigator.open_sheet(Sheet(tr("share.game.title"), *buttons, on_close=navigator.close_sheet))


def share_game_text(context: AppContext, game_id: int) -> None:
    """Share a game as text, with names and, if known, roles."""
    game = context.game_nights.load_game(game_id)
    if game is None:
        context.show_problem(error("app.problem.game_unreadable", id=game_id))
    else:
        day, options = to_local_day(game.started), ShareOptions(show_roles=True)
        context.files.share_text(format_game(context.tr, game, day, options))


def _open_or_none(context: AppContext, stored: StoredGame) -> AnySession | None:
    """Return the session, or None if it is unreadable; then it can still be sent as a file."""
    try:
        return context.games.open_session(stored)
    except ProblemError:
        return None


# Largest QR code that is shown: 117 modules per side, about half a millimetre each on a phone.
MAX_QR_VERSION: Final = 25
# Ratio of the window's height, so that the whole code is visible.
_MAX_HEIGHT_RATIO: Final = 0.62


def build_qr_matrix(data: bytes) -> list[list[bool]] | None:
    """Return the modules of the QR code for a packed game; None if it would be too large to scan."""
    import segno
    from segno.encoder import DataOverflowError

    # `Any`: segno's types only allow one part. With two parts, each is encoded in its most compact mode.
    parts: Any = [QR_PREFIX, to_qr_digits(data)]
    try:
        qr_code = segno.make_qr(parts, error="l")
    except DataOverflowError:
        return None
    if int(qr_code.version) > MAX_QR_VERSION:
        return None
    return [[bool(square) for square in row] for row in qr_code.matrix]


class ShareGamePage(Page):
    def __init__(self, context: AppContext, controller: AnyController) -> None:
        self._app_context, self._game_id, tr = context, controller.session.game_id, context.tr
        game_name = tr(f"app.game.{controller.session.game.id}")
        super().__init__(TitleBar(tr("hand_on.title"), game_name, on_back=context.go_back))

    def enter(self) -> None:
        """Reload: the game may have been continued since."""
        tr = self._app_context.tr
        self.body.clear_widgets()
        try:
            data = pack(self._app_context.games.to_shared_game(self._game_id or 0))
        except ProblemError as error:
            self.body.add_widget(Text(tr.translate_problem(error.problem), tone="ember"))
            return
        matrix = build_qr_matrix(data)
        if matrix is None:
            self.body.add_widget(Card(build_info_row(Icon.INFO, tr("hand_on.long"))))
        else:
            self.body.add_widget(Text(tr("hand_on.why"), LEAD))
            self.body.add_widget(QrCodeWidget(matrix, Window.height * _MAX_HEIGHT_RATIO))
            self.body.add_widget(Text(tr("hand_on.bright"), MUTED))
        self.body.add_widget(build_info_row(Icon.INFO, tr("hand_on.within")))
        copy = partial(self._copy_link, format_link(data))
        self.body.add_widget(SecondaryButton(tr("hand_on.copy"), copy, icon=Icon.SHARE))
        self.body.add_widget(SecondaryButton(tr("hand_on.file"), self._send_file, icon=Icon.ARROW_UP))

    def _copy_link(self, link: str) -> None:
        Clipboard.copy(link)
        self._app_context.toaster.show(self._app_context.tr("hand_on.copied"))

    def _send_file(self) -> None:
        archive = self._app_context.games
        send_file(self._app_context, lambda: archive.export_game(archive.load(self._game_id or 0)))


def import_from_clipboard(context: AppContext) -> None:
    """Import the share link in the clipboard."""
    context.files.import_link(str(Clipboard.paste() or ""))


def open_shared_game(
    context: AppContext, shared: SharedGame, kind: MatchKind, on_import: Callable[[], object]
) -> None:
    """Show an incoming game before it is imported."""
    tr, navigator = context.tr, context.navigator
    players = [tr.player_name(str(name)) for name in shared.setup["players"]]
    button_text = tr("hand_on.open_ours" if kind is MatchKind.EXISTING else "hand_on.take")
    sheet = Sheet(
        tr("hand_on.offered"),
        build_heading(Icon.CARD, shared.title or tr(f"app.game.{shared.game}")),
        Text(tr.join_items(players), LEAD),
        Text(tr("hand_on.moves", n=len(shared.moves)), MUTED),
        Text(tr(f"hand_on.fate.{kind.value}"), MUTED),
        on_close=navigator.close_sheet,
        footer=PrimaryButton(button_text, close_sheet_then(navigator, on_import), icon=Icon.PLAY),
    )
    navigator.open_sheet(sheet)
