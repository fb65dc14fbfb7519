"""An evening, or a game of it, in words: on a screen, in a picture, as text for a messenger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from companion.games.shelf import get_game
from companion.i18n.dates import Day, format_weekday_and_day
from companion.i18n.shaping import is_rtl, strip_bidi_marks
from companion.i18n.translator import Translator
from companion.past.endings import EndingText, PlayerRole, describe_ending, describe_moments, describe_roles
from companion.past.evening import GameNight, GameNightGame, find_winners
from companion.past.lengths import format_hours_minutes

# In characters: of a note its first words.
_MAX_NOTE_CHARS: Final = 80
# Before a line that would otherwise be read the wrong way: its first letter decides, in every messenger.
_RTL_MARK, _LTR_MARK = "\u200f", "\u200e"

# What everybody is called.
PlayerNames = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ShareOptions:
    """What is told of an evening to others: who was there, who was who, and when it was."""

    show_names: bool = True
    show_roles: bool = False
    show_date: bool = True


DEFAULT_SHARE_OPTIONS: Final = ShareOptions()


def name_players(game_night: GameNight, options: ShareOptions) -> PlayerNames:
    """What everybody is called: by name, or by the number of the seat."""
    return {
        player.person: player.name if options.show_names else str(seat)
        for seat, player in enumerate(game_night.players, 1)
    }


def list_player_names(game: GameNightGame, names: PlayerNames) -> tuple[str, ...]:
    """By seat. Whoever has no name and is not among the people of the evening stays a number."""
    return tuple(names.get(player.person, player.name) for player in game.players)


def format_title(tr: Translator, game_night: GameNight, options: ShareOptions) -> str:
    """Whose night it was."""
    winners, names = find_winners(game_night.players), name_players(game_night, options)
    if not winners:
        return tr("evenings.title.nobody")
    if len(winners) > 1:
        return tr("evenings.title.shared")
    return tr("evenings.title.one", name=names[winners[0].person])


def describe_game_ending(tr: Translator, game: GameNightGame, names: PlayerNames) -> EndingText:
    return describe_ending(get_game(game.game), tr, game.states[-1], list_player_names(game, names))


def format_roles(
    tr: Translator, game: GameNightGame, names: PlayerNames, *, special_only: bool = False
) -> str:
    """Everybody, or those with a special character; nothing where the table has not told."""
    player_roles: tuple[PlayerRole, ...] = describe_roles(get_game(game.game), tr, game.states[-1])
    players = list_player_names(game, names)
    items = [
        tr("roles.one", name=player, role=player_role.role)
        for player, player_role in zip(players, player_roles, strict=False)
        if player_role.is_special or not special_only
    ]
    return tr.join_items(items)


def list_moments(tr: Translator, game_night: GameNight, options: ShareOptions) -> tuple[str, ...]:
    """What happened, in the order of the games, and what the table noted. Notes may say anything of anybody,
    so they are left out where nobody is to be named."""
    return tuple(_iterate_moments(tr, game_night, options))


def _iterate_moments(tr: Translator, game_night: GameNight, options: ShareOptions) -> Iterator[str]:
    names = name_players(game_night, options)
    for game in game_night.games:
        players = list_player_names(game, names)
        yield from describe_moments(get_game(game.game), tr, game.states, players, roles=options.show_roles)
        if options.show_names:
            yield from (tr("evenings.moment.note", words=shorten_note(note.text)) for note in game.notes)
    slowest_game = game_night.slowest_game
    if slowest_game is not None and slowest_game.duration_seconds is not None:
        name, duration = (
            tr(f"app.game.{slowest_game.game}"),
            format_hours_minutes(tr, slowest_game.duration_seconds),
        )
        yield tr("evenings.moment.longest", game=name, length=duration)


def shorten_note(text: str) -> str:
    """The beginning of a note, on one line; what is left out is shown to be."""
    line = " ".join(text.split())
    if len(line) <= _MAX_NOTE_CHARS:
        return line
    prefix = line[:_MAX_NOTE_CHARS]
    return f"{prefix.rpartition(' ')[0] or prefix}…"


def format_game_night(tr: Translator, game_night: GameNight, day: Day, options: ShareOptions) -> str:
    """All of it as plain text, in the language of the translator."""
    names = name_players(game_night, options)
    lines = [format_title(tr, game_night, options)]
    if options.show_date:
        date_text, duration = (
            format_weekday_and_day(tr, day),
            format_hours_minutes(tr, game_night.duration_seconds),
        )
        lines.append(
            tr("evenings.text.when", day=date_text, length=duration)
            if game_night.duration_seconds
            else date_text
        )
    lines.append("")
    for game in game_night.games:
        lines += _game_lines(tr, game, names, options)
    win_texts = [
        tr("evenings.text.won", name=names[player.person], n=player.wins)
        for player in sorted(game_night.players, key=lambda player: -player.wins)
        if player.wins
    ]
    if win_texts:
        lines += ["", tr("evenings.text.wins", list=tr.join_items(win_texts))]
    moment_texts = list_moments(tr, game_night, options)
    if moment_texts:
        lines += ["", *moment_texts]
    return _join_for_messenger(tr, [*lines, "", tr("app.title")])


def format_game(tr: Translator, game: GameNightGame, day: Day, options: ShareOptions) -> str:
    """One game as plain text."""
    game_night = GameNight(game.started, (game,))
    names = name_players(game_night, options)
    lines = _game_lines(tr, game, names, options)
    if options.show_date:
        seconds, date_text = game.duration_seconds, format_weekday_and_day(tr, day)
        date_line = (
            date_text
            if seconds is None
            else tr("evenings.text.when", day=date_text, length=format_hours_minutes(tr, seconds))
        )
        lines.append(date_line)
    if options.show_names:
        lines.append(tr.join_items(list_player_names(game, names)))
    lines += describe_moments(
        get_game(game.game), tr, game.states, list_player_names(game, names), roles=options.show_roles
    )
    return _join_for_messenger(tr, [*lines, "", tr("app.title")])


def _game_lines(tr: Translator, game: GameNightGame, names: PlayerNames, options: ShareOptions) -> list[str]:
    ending_text = describe_game_ending(tr, game, names).text
    lines = [tr("evenings.text.game", game=tr(f"app.game.{game.game}"), told=ending_text)]
    roles_text = format_roles(tr, game, names) if options.show_roles else ""
    return [*lines, roles_text] if roles_text else lines


def _join_for_messenger(tr: Translator, lines: list[str]) -> str:
    """Without the marks that only our own typesetting needs; a line that begins with a word of the other
    direction has one, for by that word a messenger would turn all of it over."""
    mark = _RTL_MARK if tr.rtl else _LTR_MARK
    plain_lines = map(strip_bidi_marks, lines)
    return "\n".join(f"{mark}{line}" if is_rtl(line, tr.rtl) != tr.rtl else line for line in plain_lines)
