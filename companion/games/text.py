"""Text about whole games: summaries, endings, roles, components, results and ballots.

A game implements the parts it has text for; the functions here load them. Names of players are passed in as
`players`: these are seat numbers where nobody may be named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.core.definition import Component, ComponentCount, GameDefinition
from companion.core.session import AnySession
from companion.i18n.line_breaking import strip_bidi_marks
from companion.i18n.translator import Translator


class Summary(NamedTuple):
    """Two lines about a running or finished game, for cards and lists."""

    title: str
    line: str


def summarize_game(game: GameDefinition, tr: Translator, session: AnySession) -> Summary:
    """Return the summary from the game's `entry.summary` part."""
    result: Summary = game.load_part("entry", "summary").summarize(tr, session)
    return result


@dataclass(frozen=True, slots=True)
class EndingText:
    """A short text about the ending, and the colour of the winner."""

    text: str
    tone: str


@dataclass(frozen=True, slots=True)
class PlayerRole:
    """The role of a player; `is_special` is True for characters that are unique in most games."""

    role: str
    is_special: bool


def describe_ending(game: GameDefinition, tr: Translator, state: Any, players: Sequence[str]) -> EndingText:
    """Return the game's own text about its ending; unfinished games share a common text."""
    module = game.find_part("past", "ending")
    if state.outcome is None or module is None:
        return EndingText(tr("evenings.unfinished" if state.outcome is None else "evenings.over"), "ink_2")
    ending: EndingText = module.describe_ending(tr, state, players)
    return ending


def describe_moments(
    game: GameDefinition, tr: Translator, states: Sequence[Any], players: Sequence[str], *, roles: bool
) -> tuple[str, ...]:
    describe = getattr(game.find_part("past", "ending"), "describe_moments", None)
    moments: tuple[str, ...] = () if describe is None else describe(tr, states, players, roles=roles)
    return moments


def describe_roles(game: GameDefinition, tr: Translator, state: Any) -> tuple[PlayerRole, ...]:
    describe = getattr(game.find_part("past", "ending"), "describe_roles", None)
    player_roles: tuple[PlayerRole, ...] = () if describe is None else describe(tr, state)
    return player_roles


# A number that occurs in no component name.
_PLACEHOLDER_COUNT = 99


def component_count_text(tr: Translator, game: GameDefinition, piece: ComponentCount) -> str:
    return tr(f"{game.id}_guide.piece.{piece.id}", n=piece.count)


def component_name(tr: Translator, game: GameDefinition, kind: Component) -> str:
    """Return the name of a component with its count, or without it if the count is unknown."""
    if kind.count is not None:
        return component_count_text(tr, game, ComponentCount(kind.id, kind.count))
    words = (
        strip_bidi_marks(component_count_text(tr, game, ComponentCount(kind.id, _PLACEHOLDER_COUNT)))
        .replace(tr.format_number(_PLACEHOLDER_COUNT), "")
        .strip()
    )
    return words[:1].upper() + words[1:]


@dataclass(frozen=True, slots=True)
class BoardGameGeekInfo:
    """How BoardGameGeek lists a game and how it is won; `bgg_id` and `year` are 0 if unknown."""

    name: str
    bgg_id: int = 0
    year: int = 0
    has_points: bool = False
    highest_wins: bool = True
    is_cooperative: bool = False
    has_teams: bool = False


def find_bgg_info(game: GameDefinition) -> BoardGameGeekInfo:
    """Return the game's BoardGameGeek entry; the title defaults to its id."""
    module = game.find_part("past", "listed")
    info: BoardGameGeekInfo = BoardGameGeekInfo(game.id.title()) if module is None else module.BGG_INFO
    return info


@dataclass(frozen=True, slots=True)
class GameResult:
    """A possible result: won by `winner`, or ended by `reason`; `key` is the catalogue key of its text."""

    key: str
    winner: str = ""
    reason: str = ""


def find_results(game: GameDefinition) -> tuple[GameResult, ...]:
    """Return the possible results in the order of the rules; empty if the game defines none."""
    module: Any = game.find_part("past", "results")
    return () if module is None else module.RESULTS


@dataclass(frozen=True, slots=True)
class Ballot:
    """The vote of one seat.

    `vote_number` counts the votes of the game, and `subject_seats` are the seats voted on. `choice` is a
    word, or `target_seat` the seat voted for. `result` is the result of the whole vote.
    """

    vote_number: int
    round: int
    seat: int
    subject_seats: tuple[int, ...] = ()
    choice: str = ""
    target_seat: int | None = None
    result: str = ""


BallotsFunction = Callable[[Sequence[Any], Sequence[Any]], Iterator[Ballot]]


def find_ballots_function(game: GameDefinition) -> BallotsFunction:
    module = game.find_part("past", "votes")
    return (lambda _states, _moves: iter(())) if module is None else module.list_ballots
