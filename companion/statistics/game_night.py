"""Game nights: games played one after another by some of the same people, and their text for sharing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.core.players import is_unnamed, normalize_name
from companion.games.game_file import GameNote
from companion.games.game_text import EndingText, describe_ending, describe_moments, describe_roles
from companion.games.registry import get_game
from companion.i18n.line_breaking import is_rtl, strip_bidi_marks
from companion.i18n.translator import Day, Translator, format_weekday_and_day
from companion.statistics.formatting import compute_played_seconds, format_hours_minutes

# In seconds: a longer break starts another game night.
MAX_BREAK_SECONDS: Final = 5 * 3_600.0
# Limit from the first start, however short the breaks are: the next day is another game night.
MAX_GAME_NIGHT_SECONDS: Final = 18 * 3_600.0


@dataclass(frozen=True, slots=True)
class SessionSpan:
    """Times and people of a session. `game_night` is the start of its game night, `people` the name keys
    (empty if all seats are unnamed)."""

    started: float
    last_move_time: float
    game_night: float
    people: frozenset[str]


def collect_name_keys(names: Iterable[str]) -> frozenset[str]:
    return frozenset(normalize_name(name) for name in names if not is_unnamed(name))


def is_same_game_night(previous: SessionSpan, started: float, people: frozenset[str]) -> bool:
    """True if a session that starts now continues the game night of the previous one. It must start soon
    after (or during) that one and share a player with it, unless one of the two has no named players."""
    is_in_time = (
        started - previous.last_move_time <= MAX_BREAK_SECONDS
        and 0 <= started - previous.game_night <= MAX_GAME_NIGHT_SECONDS
    )
    are_strangers = previous.people and people and not previous.people & people
    return is_in_time and not are_strangers


@dataclass(frozen=True, slots=True)
class GamePlayer:
    """A player of one game: `person` identifies them across games, `won` is None if unknown."""

    person: str
    name: str
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class GameNightPlayer:
    """A player over a whole game night. `is_winner` is True for everyone with the most wins."""

    person: str
    name: str
    wins: int
    is_winner: bool = False


@dataclass(frozen=True, slots=True)
class GameNightGame:
    """`states` are the states before each move and the last one; `move_times` are the times of the moves."""

    game_id: int
    game: str
    started: float
    players: tuple[GamePlayer, ...]
    states: tuple[Any, ...]
    move_times: tuple[float, ...] = ()
    title: str = ""
    notes: tuple[GameNote, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.states[-1].outcome is not None

    @property
    def has_known_winner(self) -> bool:
        return any(player.won is not None for player in self.players)

    @property
    def duration_seconds(self) -> float | None:
        return compute_played_seconds(self.started, self.move_times)

    @property
    def last_move_time(self) -> float:
        """The last move of this game night: the game may have been resumed a week later."""
        end = self.started + MAX_GAME_NIGHT_SECONDS
        return max((time for time in self.move_times if self.started <= time <= end), default=self.started)


@dataclass(frozen=True, slots=True)
class GameNight:
    """A game night, identified by the start of its first game, which may have been deleted since."""

    started: float
    games: tuple[GameNightGame, ...]

    @property
    def players(self) -> tuple[GameNightPlayer, ...]:
        return collect_players([game.players for game in self.games])

    @property
    def duration_seconds(self) -> float:
        """In seconds, from the first start to the last move."""
        if not self.games:
            return 0.0
        return max(game.last_move_time for game in self.games) - min(game.started for game in self.games)

    @property
    def unknown_results(self) -> int:
        """Count finished games whose winners are unknown because no roles were entered."""
        return sum(game.is_over and not game.has_known_winner for game in self.games)

    @property
    def slowest_game(self) -> GameNightGame | None:
        """The game that took longest; None if fewer than three have a known duration."""
        timed_games = [game for game in self.games if game.duration_seconds is not None]
        if len(timed_games) < 3:
            return None
        return max(timed_games, key=lambda game: game.duration_seconds or 0.0)


def collect_players(seatings: Sequence[Sequence[GamePlayer]]) -> tuple[GameNightPlayer, ...]:
    """Collect the players of several games, with their wins. They are in the seat order of the game with the
    most named players, then the others. An unnamed seat is a player of that one game only: it is unknown who
    sat there in other games."""
    if not seatings:
        return ()
    # The last of the fullest seatings.
    fullest = max(reversed(seatings), key=lambda seating: (_count_named(seating), len(seating)))
    is_unnamed_night = not _count_named(fullest)
    players = [player for seating in seatings for player in seating]
    names = {player.person: player.name for player in players}
    named_players = [player for player in players if is_unnamed_night or not is_unnamed(player.name)]
    wins: dict[str, int] = {}
    for person in dict.fromkeys(player.person for player in (*fullest, *named_players)):
        is_counted_everywhere = is_unnamed_night or not is_unnamed(names[person])
        games = players if is_counted_everywhere else fullest
        wins[person] = sum(player.won is True for player in games if player.person == person)
    max_wins = max(wins.values())
    return tuple(
        GameNightPlayer(person, names[person], count, 0 < max_wins == count) for person, count in wins.items()
    )


def find_winners(players: Iterable[GameNightPlayer]) -> tuple[GameNightPlayer, ...]:
    return tuple(player for player in players if player.is_winner)


def _count_named(seating: Sequence[GamePlayer]) -> int:
    return sum(not is_unnamed(player.name) for player in seating)


# In characters: longer notes are shortened.
_MAX_NOTE_CHARS: Final = 80
# Put before a line whose first letter would give it the wrong direction in a messenger.
_RTL_MARK, _LTR_MARK = "\u200f", "\u200e"

# Display names by person.
PlayerNames = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ShareOptions:
    """What sharing reveals: names, roles and the date."""

    show_names: bool = True
    show_roles: bool = False
    show_date: bool = True


DEFAULT_SHARE_OPTIONS: Final = ShareOptions()


def name_players(game_night: GameNight, options: ShareOptions) -> PlayerNames:
    """Return display names: real names, or seat numbers if names are hidden."""
    return {
        player.person: player.name if options.show_names else str(seat)
        for seat, player in enumerate(game_night.players, 1)
    }


def list_player_names(game: GameNightGame, names: PlayerNames) -> tuple[str, ...]:
    """Return names by seat; an unnamed player who is not part of the game night stays a number."""
    return tuple(names.get(player.person, player.name) for player in game.players)


def format_title(tr: Translator, game_night: GameNight, options: ShareOptions) -> str:
    """Return the title of a game night: its winner."""
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
    """List all roles, or the special ones; empty if no roles were entered."""
    roles = describe_roles(get_game(game.game), tr, game.states[-1])
    return tr.join_items(
        tr("roles.one", name=player, role=role.role)
        for player, role in zip(list_player_names(game, names), roles, strict=False)
        if role.is_special or not special_only
    )


def list_moments(tr: Translator, game_night: GameNight, options: ShareOptions) -> tuple[str, ...]:
    """List events of the games, and the notes unless names are hidden: they may name anybody."""
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
        duration = format_hours_minutes(tr, slowest_game.duration_seconds)
        yield tr("evenings.moment.longest", game=tr(f"app.game.{slowest_game.game}"), length=duration)


def shorten_note(text: str) -> str:
    """Shorten a note to one line; an ellipsis marks the cut."""
    line = " ".join(text.split())
    if len(line) <= _MAX_NOTE_CHARS:
        return line
    prefix = line[:_MAX_NOTE_CHARS]
    return f"{prefix.rpartition(' ')[0] or prefix}…"


def format_game_night(tr: Translator, game_night: GameNight, day: Day, options: ShareOptions) -> str:
    """Format a game night as plain text in the translator's language."""
    names = name_players(game_night, options)
    lines = [format_title(tr, game_night, options)]
    if options.show_date:
        lines.append(_format_when(tr, day, game_night.duration_seconds))
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
    game_night = GameNight(game.started, (game,))
    names = name_players(game_night, options)
    lines = _game_lines(tr, game, names, options)
    if options.show_date:
        lines.append(_format_when(tr, day, game.duration_seconds))
    if options.show_names:
        lines.append(tr.join_items(list_player_names(game, names)))
    lines += describe_moments(
        get_game(game.game), tr, game.states, list_player_names(game, names), roles=options.show_roles
    )
    return _join_for_messenger(tr, [*lines, "", tr("app.title")])


def _format_when(tr: Translator, day: Day, seconds: float | None) -> str:
    date_text = format_weekday_and_day(tr, day)
    if not seconds:
        return date_text
    return tr("evenings.text.when", day=date_text, length=format_hours_minutes(tr, seconds))


def _game_lines(tr: Translator, game: GameNightGame, names: PlayerNames, options: ShareOptions) -> list[str]:
    ending_text = describe_game_ending(tr, game, names).text
    lines = [tr("evenings.text.game", game=tr(f"app.game.{game.game}"), told=ending_text)]
    roles_text = format_roles(tr, game, names) if options.show_roles else ""
    return [*lines, roles_text] if roles_text else lines


def _join_for_messenger(tr: Translator, lines: list[str]) -> str:
    """Join lines for a messenger, without our own bidi marks. A line that a messenger would align the wrong
    way gets a direction mark."""
    mark = _RTL_MARK if tr.rtl else _LTR_MARK
    plain_lines = map(strip_bidi_marks, lines)
    return "\n".join(f"{mark}{line}" if is_rtl(line, tr.rtl) != tr.rtl else line for line in plain_lines)
