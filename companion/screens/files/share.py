"""Sharing of a game: QR code, link, text, image or file; where a file is sent; and the preview of an incoming
game. Also the images to share: the result of a game and the card of a game night, without buttons.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any, Final

from kivy.clock import Clock
from kivy.core.clipboard import Clipboard
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AnyController, AnySession, AppContext, MatchKind, OutgoingFile, StoredGame
from companion.core.game import ProblemError, error
from companion.core.session_controller import SessionController
from companion.files.share_link import QR_PREFIX, SharedGame, format_link, pack, to_qr_digits
from companion.games.registry import get_game
from companion.i18n.translator import Day, Translator, format_date, format_weekday_and_day
from companion.screens.game_screens import GameScreens, ResultRenderer
from companion.screens.rows import build_heading, build_info_row, close_sheet_then, create_sheet_button
from companion.statistics import game_night as statistics_game_night
from companion.statistics.formatting import format_hours_minutes
from companion.statistics.game_night import (
    GameNight,
    GameNightGame,
    GameNightPlayer,
    ShareOptions,
    format_game,
)
from companion.widgets.backdrop import EmblemWidget
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.cards import Card
from companion.widgets.game_night_card import MAX_GAMES, CardContent, PlayedGameTile, RingSeat
from companion.widgets.icons import Icon
from companion.widgets.image_export import ImageExport, QrCodeWidget, encode_png
from companion.widgets.layout import Column, Row
from companion.widgets.page import Page, Sheet, TitleBar
from companion.widgets.text import CAPTION, LEAD, MUTED, TITLE, Text

# In dp: maximum width of the image, that of a board.
_MAX_WIDTH_DP = 1040


def create_renderer(
    create_column: Callable[[AppContext, AnyController], Any],
) -> Callable[[AppContext, AnyController], Widget]:
    """Return a renderer for a result column that is filled by its `show` method."""

    def render(context: AppContext, controller: AnyController) -> Widget:
        widget = create_column(context, controller)
        widget.show()
        return widget

    return render


def render_result(
    context: AppContext, session: AnySession, on_done: Callable[[OutgoingFile], object]
) -> None:
    """Draw the result; `on_done` gets the image file a few frames later."""
    controller: AnyController = SessionController(session, lambda _: None)
    build_result = _find_result_renderer(session)
    if build_result is None:
        return
    result_widget = build_result(context, controller)
    remove_buttons(result_widget)
    footer = Text(context.tr("app.title"), CAPTION, tone="ink_3", align="center")
    width = min(context.navigator.page.width, dp(_MAX_WIDTH_DP))
    poster = ImageExport(_create_heading(context, controller), result_widget, footer, width=width)
    # Wait two frames: heights are passed outwards in the next one, texts are rendered in the one after.
    Clock.schedule_once(lambda _: Clock.schedule_once(partial(_export_image, session, poster, on_done), 0), 0)


def has_result_image(session: AnySession) -> bool:
    """True if the game is over and can draw its result."""
    return session.outcome is not None and _find_result_renderer(session) is not None


def _find_result_renderer(session: AnySession) -> ResultRenderer | None:
    return get_game(session.game.id).get_part(GameScreens).build_result_image


def _export_image(
    session: AnySession, poster: ImageExport, on_done: Callable[[OutgoingFile], object], _: float
) -> None:
    pixels = poster.export_pixels()
    name = session.game.id if session.game_id is None else f"{session.game.id}-{session.game_id}"
    on_done(OutgoingFile(f"{name}.png", "image/png", lambda path: path.write_bytes(encode_png(*pixels))))


def remove_buttons(root: Widget) -> None:
    """Remove all buttons, and the containers that become empty."""
    for button in [part for part in root.walk(restrict=True) if isinstance(part, SecondaryButton)]:
        parent = button.parent
        parent.remove_widget(button)
        while not parent.children and parent is not root:
            empty, parent = parent, parent.parent
            parent.remove_widget(empty)


def _create_heading(context: AppContext, controller: AnyController) -> Row:
    """Return the heading with game, date and players."""
    tr, session = context.tr, controller.session
    labels = Column(Text(tr(f"app.game.{session.game.id}"), TITLE), gap=0)
    line = _format_date_and_players(context, controller)
    if line:
        labels.add_widget(Text(line, MUTED))
    return Row(EmblemWidget(get_game(session.game.id).emblem, 52), labels, gap=12)


def _format_date_and_players(context: AppContext, controller: AnyController) -> str:
    game_id = controller.session.game_id
    if game_id is None:
        return ""
    try:
        day = datetime.fromtimestamp(context.games.load(game_id).started)
    except ProblemError:
        return ""
    when = format_date(context.tr, day.year, day.month, day.day)
    return context.tr("app.history.line", when=when, names=tuple(controller.session.setup.players))


# Maximum number of seats: more would be too small to read. The people with the most wins are always shown.
_MAX_SEATS = 12


def to_local_day(moment: float) -> Day:
    """Return the local date."""
    day = datetime.fromtimestamp(moment)
    return Day(day.year, day.month, day.day)


def format_subtitle(tr: Translator, game_night: GameNight) -> str:
    """Return the number of games and people."""
    games = tr("app.files.restore_games", n=len(game_night.games))
    return tr("evenings.subtitle", games=games, people=tr("people.count", n=len(game_night.players)))


def build_card_content(tr: Translator, game_night: GameNight, options: ShareOptions) -> CardContent:
    """Return the content of a game night's card."""
    names = statistics_game_night.name_players(game_night, options)
    visible, hidden_count = game_night.games[:MAX_GAMES], max(0, len(game_night.games) - MAX_GAMES)
    return CardContent(
        format_weekday_and_day(tr, to_local_day(game_night.started)) if options.show_date else "",
        statistics_game_night.format_title(tr, game_night, options),
        build_ring_seats(tr, game_night, options),
        format_center_text(tr, game_night, options),
        tuple(_build_tile(tr, game, names, options) for game in visible),
        tr("app.edit.and_more", n=hidden_count) if hidden_count else "",
        tr("app.title"),
    )


def format_center_text(tr: Translator, game_night: GameNight, options: ShareOptions) -> tuple[str, str]:
    """Return the text in the middle of the ring: number of games and total duration."""
    seconds = game_night.duration_seconds if options.show_date else None
    duration = format_hours_minutes(tr, seconds) if seconds else ""
    return tr("app.files.restore_games", n=len(game_night.games)), duration


def build_ring_seats(tr: Translator, game_night: GameNight, options: ShareOptions) -> tuple[RingSeat, ...]:
    names, people = statistics_game_night.name_players(game_night, options), game_night.players
    return tuple(
        RingSeat(
            tr.format_number(person.wins),
            tr.player_name(names[person.person]),
            person.is_winner,
            tr("evenings.won", n=person.wins) if person.is_winner else "",
        )
        for person in _select_people(people)
    )


def _select_people(people: tuple[GameNightPlayer, ...]) -> tuple[GameNightPlayer, ...]:
    if len(people) <= _MAX_SEATS:
        return people
    winners = sorted(people, key=lambda person: -person.wins)[:_MAX_SEATS]
    return tuple(person for person in people if person in winners)


def _build_tile(
    tr: Translator, game: GameNightGame, names: statistics_game_night.PlayerNames, options: ShareOptions
) -> PlayedGameTile:
    ending = statistics_game_night.describe_game_ending(tr, game, names)
    format_roles = partial(statistics_game_night.format_roles, special_only=True)
    roles = format_roles(tr, game, names) if options.show_roles else ""
    emblem, name = get_game(game.game).emblem, tr(f"app.game.{game.game}")
    return PlayedGameTile(emblem, name, ending.text, ending.tone, roles)


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
