"""A little past of every game, for numbers to be seen: played by dice, the same ones every time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from companion.games.avalon import moves as avalon
from companion.games.avalon.play import GAME as AVALON
from companion.games.avalon.roles import MERLIN, ROLES, Side
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.avalon.setup import deck
from companion.games.avalon.state import Awaits as AvalonAwaits
from companion.games.avalon.state import State as AvalonState
from companion.games.cultists import moves as cultists
from companion.games.cultists.events import drawn_from
from companion.games.cultists.play import GAME as CULTISTS
from companion.games.cultists.setup import Setup as CultistsSetup
from companion.games.cultists.setup import tokens
from companion.games.cultists.state import Awaits as CultistsAwaits
from companion.games.cultists.state import State as CultistsState
from companion.games.duet import moves as duet
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Mission
from companion.games.duet.setup import Setup as DuetSetup
from companion.games.duet.state import State as DuetState
from companion.games.game import Game, IllegalMove
from companion.games.kept import Kept
from companion.games.records import encode, encode_move
from companion.games.shelf import game_of
from companion.games.silver.moves import Round
from companion.games.silver.play import GAME as SILVER
from companion.games.silver.setup import Setup as SilverSetup
from companion.games.silver.state import State as SilverState
from companion.tour.walk import Tour

# So many of each: few enough for one shield a game, and many enough for a rate.
_GAMES: Final = {"avalon": 16, "cultists": 8, "silver": 7, "duet": 7}
_CITIES: Final = ("prague", "cairo")
_FIRST: Final = 1_760_000_000.0
# Dice may throw what no rule allows.
_MOST_TRIES: Final = 400


def play_many(tour: Tour, count: int | None = None) -> None:
    """Into the history, in the place of what is there; so many of each, or as many as make a good picture."""
    store = tour.app.store
    for stored in store.games.recent(99).games:
        store.games.delete(stored.id)
    dice = Random(19)
    for kind, usual in _GAMES.items():
        for number in range(usual if count is None else count):
            _play(tour, *_KINDS[kind](dice, tour.names, number), dice)


def _play(
    tour: Tour, game: Game[Any, Any, Any], setup: Any, move: Callable[[Any, Random], Any], dice: Random
) -> None:
    state, moves = game.start(setup), []
    for _ in range(_MOST_TRIES):
        made = move(state, dice)
        if made is None:
            break
        try:
            state = game.apply(state, made)
        except IllegalMove:
            continue
        moves.append(encode_move(game, made))
    # One an evening, with about a minute a move.
    store = tour.app.store.games
    started = _FIRST + store.count() * 86_400
    times = tuple(started + 55.0 * number for number in range(1, 1 + len(moves)))
    night = 80.0 + dice.randrange(60) if game_of(game.id).night else None
    kept = Kept(f"{dice.getrandbits(64):016x}", started, times[-1], times[-1], times, night=night)
    store.keep(game.id, encode(setup), moves, game.outcome(state), kept)


_Start = tuple[Game[Any, Any, Any], Any, Callable[[Any, Random], Any]]


def _avalon(dice: Random, names: Sequence[str], number: int) -> _Start:
    players = names[: 7 if number % 3 else 5]
    special = ("percival", "morgana") if number % 2 else ("percival",)
    setup = AvalonSetup(tuple(players), leader=number % len(players), roles=special)
    cards = list(deck(setup))
    dice.shuffle(cards)
    # Some tables never tell who was who.
    return AVALON, setup, _Avalon(tuple(cards), told=number % 5 != 0)


class _Avalon:
    def __init__(self, cards: tuple[str, ...], *, told: bool) -> None:
        self._cards, self._told = cards, told

    def __call__(self, state: AvalonState, dice: Random) -> avalon.Move | None:
        seats = range(len(self._cards))
        evil = [ROLES[card].side is Side.EVIL for card in self._cards]
        match state.awaits:
            case AvalonAwaits.PROPOSE:
                return avalon.Propose(
                    tuple(dice.sample(seats, state.numbers.team_size(state.open_quests[0])))
                )
            case AvalonAwaits.VOTE:
                return avalon.Vote(tuple(seat for seat in seats if dice.random() < 0.6))
            case AvalonAwaits.QUEST:
                return avalon.Quest(sum(evil[seat] and dice.random() < 0.4 for seat in state.team))
            case AvalonAwaits.ASSASSINATE:
                target = dice.choice([seat for seat in seats if not evil[seat]])
                return avalon.Assassinate(target, self._cards[target] == MERLIN)
            case _ if self._told and state.roles is None:
                return avalon.Roles(self._cards)
        return None


def _cultists(dice: Random, names: Sequence[str], number: int) -> _Start:
    players = tuple(names[:6])
    return CULTISTS, CultistsSetup(players, knife=number % 6, roles=("seer",)), _cultists_move


def _cultists_move(state: CultistsState, dice: Random) -> cultists.Move | None:
    match state.awaits:
        case CultistsAwaits.OVER:
            if state.roles is not None:
                return None
            dealt = list(tokens(state.setup))
            dice.shuffle(dealt)
            return cultists.Roles(tuple(dealt))
        case CultistsAwaits.REVEALED if state.out is not None:
            return cultists.Revealed(state.out, dice.random() < 0.4)
        case CultistsAwaits.KILLS:
            return cultists.Kills(dice.choice(tuple(cultists.Reached)))
        case CultistsAwaits.SEER_GUESS:
            return cultists.SeerGuess(dice.choice(range(6)), dice.random() < 0.4)
        case CultistsAwaits.EVENT:
            return cultists.Event(drawn_from(state.bag, dice.randrange))
        case _:
            pass
    votes = tuple(dice.choice((None, *state.living)) for _ in state.setup.players)
    somebody = dice.choice(range(6))
    told = (cultists.Next(), cultists.Next(), cultists.Dead(somebody))
    return dice.choice((*told, cultists.Vote(votes), cultists.Vote(votes, called_by=somebody)))


def _silver(dice: Random, names: Sequence[str], number: int) -> _Start:
    return SILVER, SilverSetup(tuple(names[: 3 + number % 2]), start=number % 3), _silver_move


def _silver_move(state: SilverState, dice: Random) -> Round | None:
    if state.outcome is not None:
        return None
    seats = len(state.setup.players)
    caller = dice.randrange(seats) if dice.random() < 0.8 else None
    return Round(caller, (None,) * seats, tuple(dice.randint(2, 25) for _ in range(seats)))


def _duet(dice: Random, names: Sequence[str], number: int) -> _Start:
    on_map = number % 3
    mission = Mission("tour", _CITIES[on_map - 1]) if on_map else None
    return DUET, DuetSetup(tuple(names[:2]), mission=mission), _duet_move


def _duet_move(state: DuetState, dice: Random) -> duet.Move | None:
    if state.outcome is not None:
        return None
    return dice.choices((duet.Agent(), duet.Bystander(), duet.Stop()), (70, 12, 8))[0]


_KINDS: Final[dict[str, Callable[[Random, Sequence[str], int], _Start]]] = {
    "avalon": _avalon,
    "cultists": _cultists,
    "silver": _silver,
    "duet": _duet,
}
