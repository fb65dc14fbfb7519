"""An evening as its screens and its picture show it."""

from __future__ import annotations

from datetime import datetime

from companion.games.shelf import get_game
from companion.i18n.dates import Day, format_weekday_and_day
from companion.i18n.translator import Translator
from companion.past import evening_words
from companion.past.evening import GameNight, GameNightGame, GameNightPlayer
from companion.past.evening_words import ShareOptions
from companion.past.lengths import format_hours_minutes
from companion.widgets.evening_card import MAX_GAMES, CardContent, PlayedGameTile
from companion.widgets.evening_ring import RingSeat

# More seats than that would be too small to be read; whoever won the most is always among them.
_MAX_SEATS = 12


def to_local_day(moment: float) -> Day:
    """By the clock of this device."""
    day = datetime.fromtimestamp(moment)
    return Day(day.year, day.month, day.day)


def format_subtitle(tr: Translator, game_night: GameNight) -> str:
    """How many games, and how many people."""
    games, people = len(game_night.games), len(game_night.players)
    return tr(
        "evenings.subtitle",
        games=tr("app.files.restore_games", n=games),
        people=tr("people.count", n=people),
    )


def build_card_content(tr: Translator, game_night: GameNight, options: ShareOptions) -> CardContent:
    """What stands on the picture of an evening."""
    names = evening_words.name_players(game_night, options)
    games = game_night.games
    visible = games if len(games) <= MAX_GAMES else games[:MAX_GAMES]
    hidden_count = len(games) - len(visible)
    return CardContent(
        format_weekday_and_day(tr, to_local_day(game_night.started)) if options.show_date else "",
        evening_words.format_title(tr, game_night, options),
        build_ring_seats(tr, game_night, options),
        format_center_text(tr, game_night, options),
        tuple(_build_tile(tr, game, names, options) for game in visible),
        tr("app.edit.and_more", n=hidden_count) if hidden_count else "",
        tr("app.title"),
    )


def format_center_text(tr: Translator, game_night: GameNight, options: ShareOptions) -> tuple[str, str]:
    """What stands on the table: how many games, and how long they took."""
    duration = (
        format_hours_minutes(tr, game_night.duration_seconds)
        if options.show_date and game_night.duration_seconds
        else ""
    )
    return tr("app.files.restore_games", n=len(game_night.games)), duration


def build_ring_seats(tr: Translator, game_night: GameNight, options: ShareOptions) -> tuple[RingSeat, ...]:
    names, people = evening_words.name_players(game_night, options), game_night.players
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
    tr: Translator, game: GameNightGame, names: evening_words.PlayerNames, options: ShareOptions
) -> PlayedGameTile:
    ending = evening_words.describe_game_ending(tr, game, names)
    roles = evening_words.format_roles(tr, game, names, special_only=True) if options.show_roles else ""
    return PlayedGameTile(
        get_game(game.game).emblem, tr(f"app.game.{game.game}"), ending.text, ending.tone, roles
    )
