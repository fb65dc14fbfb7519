"""How a game sums itself up: two lines, for the home card and the history.

How a game went, in a few words: how it ended, what was worth remembering, who was who.

Each game says it in its own `past/<game>/ending.py`, and leaves out what it has nothing to say of:
`ending(tr, state, players)` of a game that is over, `moments(tr, states, players, roles=…)` in sentences,
which with `roles` may say who was who, and `was(tr, state)` by seat. Whoever was there is named by `players`,
which need not be their names: where nobody is to be named these are the numbers of their seats.

The pieces of a box in words: so many of them, or only what they are called.

How other apps list a game: what BoardGameGeek calls it, and how it is won.

How games of a kind can end, as far as somebody would look for it.

Who voted how, as far as it was told by name. Each game that has votes says so in its own
`votes(states, moves)`.
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
    """A running or ended game in two lines, for cards and lists."""

    title: str
    line: str


def summarize_game(game: GameDefinition, tr: Translator, session: AnySession) -> Summary:
    """As the game itself puts it."""
    result: Summary = game.load_part("entry", "summary").summarize(tr, session)
    return result


@dataclass(frozen=True, slots=True)
class EndingText:
    """A short line, and the colour that stands for whoever won."""

    text: str
    tone: str


@dataclass(frozen=True, slots=True)
class PlayerRole:
    """What somebody turned out to be; `is_special` is a character that not every table has several of."""

    role: str
    is_special: bool


def describe_ending(game: GameDefinition, tr: Translator, state: Any, players: Sequence[str]) -> EndingText:
    """As the game itself puts it; one that is not over is told alike in all."""
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


# A number that stands in no name.
_PLACEHOLDER_COUNT = 99


def component_count_text(tr: Translator, game: GameDefinition, piece: ComponentCount) -> str:
    return tr(f"{game.id}_guide.piece.{piece.id}", n=piece.count)


def component_name(tr: Translator, game: GameDefinition, kind: Component) -> str:
    """With its number, or without one where nobody knows it."""
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
    """`bgg_id` and `year` are 0 where we are not sure of them."""

    name: str
    bgg_id: int = 0
    year: int = 0
    has_points: bool = False
    highest_wins: bool = True
    is_cooperative: bool = False
    has_teams: bool = False


def find_bgg_info(game: GameDefinition) -> BoardGameGeekInfo:
    """As the game itself says; one that does not is known by its id."""
    module = game.find_part("past", "listed")
    info: BoardGameGeekInfo = BoardGameGeekInfo(game.id.title()) if module is None else module.BGG_INFO
    return info


@dataclass(frozen=True, slots=True)
class GameResult:
    """Won by this side, or for this reason (see `past.which`); `key` is that in words."""

    key: str
    winner: str = ""
    reason: str = ""


def find_results(game: GameDefinition) -> tuple[GameResult, ...]:
    """In the order of the rules; none where a game does not say."""
    module: Any = game.find_part("past", "results")
    return () if module is None else module.RESULTS


@dataclass(frozen=True, slots=True)
class Ballot:
    """The vote of a seat: `vote_number` counts the votes of the game, `subject_seats` are the seats it was
    about, `choice` is a word, or `target_seat` the seat it went to. `result` is what all of them came
    to."""

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
