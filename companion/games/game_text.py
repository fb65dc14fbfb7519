"""Text about whole games: summaries, endings, roles, components, results and ballots.

A game implements the parts it has text for; the functions here load them. Names of players are passed in as
`players`: these are seat numbers where nobody may be named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from companion.core.definition import BoardGameGeekInfo, Component, ComponentCount, GameDefinition
from companion.core.session import AnySession, MoveText, Step
from companion.i18n.line_breaking import strip_bidi_marks
from companion.i18n.translator import Translator


class Summary(NamedTuple):
    """Two lines about a running or finished game, for cards and lists."""

    title: str
    line: str


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


class _DescribeMoments(Protocol):
    def __call__(
        self, tr: Translator, states: Sequence[Any], players: Sequence[str], /, *, roles: bool
    ) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class GameText:
    """Text of a game about its sessions, moves and endings."""

    summarize: Callable[[Translator, AnySession], Summary]
    describe_move: Callable[[Translator, Step[Any, Any]], MoveText] | None = None
    describe_ending: Callable[[Translator, Any, Sequence[str]], EndingText] | None = None
    describe_moments: _DescribeMoments | None = None
    describe_roles: Callable[[Translator, Any], tuple[PlayerRole, ...]] | None = None


def summarize_game(game: GameDefinition, tr: Translator, session: AnySession) -> Summary:
    return game.get_part(GameText).summarize(tr, session)


def describe_move(game: GameDefinition, tr: Translator, step: Step[Any, Any]) -> MoveText:
    """Return the game's own text for a move; empty if the game has none."""
    describe = game.get_part(GameText).describe_move
    return () if describe is None else describe(tr, step)


def describe_ending(game: GameDefinition, tr: Translator, state: Any, players: Sequence[str]) -> EndingText:
    """Return the game's own text about its ending; unfinished games share a common text."""
    describe = game.get_part(GameText).describe_ending
    if state.outcome is None or describe is None:
        return EndingText(tr("evenings.unfinished" if state.outcome is None else "evenings.over"), "ink_2")
    return describe(tr, state, players)


def describe_moments(
    game: GameDefinition, tr: Translator, states: Sequence[Any], players: Sequence[str], *, roles: bool
) -> tuple[str, ...]:
    describe = game.get_part(GameText).describe_moments
    return () if describe is None else describe(tr, states, players, roles=roles)


def describe_roles(game: GameDefinition, tr: Translator, state: Any) -> tuple[PlayerRole, ...]:
    describe = game.get_part(GameText).describe_roles
    return () if describe is None else describe(tr, state)


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


def find_bgg_info(game: GameDefinition) -> BoardGameGeekInfo:
    """Return the game's BoardGameGeek entry; the title defaults to its id."""
    return game.bgg_info or BoardGameGeekInfo(game.id.title())


@dataclass(frozen=True, slots=True)
class GameResult:
    """A possible result: won by `winner`, or ended by `reason`; `key` is the catalogue key of its text."""

    key: str
    winner: str = ""
    reason: str = ""


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
