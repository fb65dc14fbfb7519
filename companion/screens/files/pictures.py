"""Images to share: the result of a game and the card of a game night, in the app's language and without
buttons."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AnyController, AnySession, AppContext, OutgoingFile
from companion.core.game import ProblemError
from companion.core.session_controller import SessionController
from companion.games.registry import get_game
from companion.i18n.formats import Day, format_date, format_weekday_and_day
from companion.i18n.translator import Translator
from companion.screens.game_screens import GameScreens, ResultRenderer
from companion.statistics import game_night as statistics_game_night
from companion.statistics.formatting import format_hours_minutes
from companion.statistics.game_night import GameNight, GameNightGame, GameNightPlayer, ShareOptions
from companion.widgets.backdrop import EmblemWidget
from companion.widgets.buttons import SecondaryButton
from companion.widgets.game_night_card import MAX_GAMES, CardContent, PlayedGameTile, RingSeat
from companion.widgets.image_export import ImageExport, encode_png
from companion.widgets.layout import Column, Row
from companion.widgets.text import CAPTION, MUTED, TITLE, Text

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
