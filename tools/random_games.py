"""Random games that are legal to the last move, for benchmarks and tests.

The hidden deal is random too: votes and plays depend on it, and a finished game may reveal `roles`. The same
seed gives the same games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from companion.core.game import Game, IllegalMove, filter_blocking
from companion.games.avalon import state as avalon
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import MERLIN, ROLES, Lancelot, deck
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.avalon.setup import Side as AvalonSide
from companion.games.avalon.state import QUESTS
from companion.games.avalon.state import Phase as AvalonAwaits
from companion.games.avalon.state import State as AvalonState
from companion.games.cultists import moves as cultists
from companion.games.cultists.moves import Colour
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.rules import revealed_roles
from companion.games.cultists.setup import Setup as CultistsSetup
from companion.games.cultists.setup import role_tokens
from companion.games.cultists.state import Phase as CultistsAwaits
from companion.games.cultists.state import State as CultistsState
from companion.games.cultists.state import draw_token
from companion.games.duet import state as duet
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Mission, TrackingMode
from companion.games.duet.setup import Setup as DuetSetup
from companion.games.duet.state import State as DuetState
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import VILLAGERS, Mode, TiedCaller
from companion.games.silver.setup import Options as SilverOptions
from companion.games.silver.setup import Setup as SilverSetup
from companion.games.silver.state import Round, RoundEnd
from companion.games.silver.state import State as SilverState

PEOPLE: Final = (
    *("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hugo", "Irene", "Jonas"),
    *("Άννα", "Βασίλης", "آرش", "بهار", "Kim", "Lea", "Mo", "Nils", "Olga", "Pia"),
)
# Maximum number of moves; a longer game stays unfinished.
_MAX_MOVES: Final = 300


class Played(NamedTuple):
    """A game with its set-up and its moves; it may be unfinished."""

    game: Game[Any, Any, Any]
    setup: Any
    moves: tuple[Any, ...]


def random_game(dice: Random, kind: str = "", people: Sequence[str] = PEOPLE, left: float = 0.05) -> Played:
    """Return one game of this kind, or of a random one; `left` is the probability that it is unfinished."""
    seat_down, move = _KINDS[kind or dice.choice(tuple(_KINDS))]
    game, setup = seat_down(dice, people)
    while filter_blocking(game.problems(setup)):
        game, setup = seat_down(dice, people)
    moves = tuple(_moves(game, setup, move, dice))
    return Played(game, setup, moves[: dice.randrange(len(moves))] if dice.random() < left else moves)


def random_games(dice: Random, count: int, left: float = 0.05) -> Iterator[Played]:
    """Yield games of recurring groups: each group has its people, some of whom join a game."""
    groups = [dice.sample(PEOPLE, dice.randint(10, 14)) for _ in range(4)]
    return (random_game(dice, people=dice.choice(groups), left=left) for _ in range(count))


def _moves(
    game: Game[Any, Any, Any], setup: Any, some_move: Callable[[Any, Random, Any], Any], dice: Random
) -> Iterator[Any]:
    """Yield random moves until the game is over; a move that the rules refuse is drawn again."""
    state, secret = game.start(setup), dice.getrandbits(32)
    played = 0
    while played < _MAX_MOVES:
        move = some_move(state, dice, secret)
        if move is None:
            return
        try:
            state = game.apply(state, move)
        except IllegalMove:
            continue
        played += 1
        yield move


def _seated(dice: Random, people: Sequence[str], min_count: int, max_count: int) -> tuple[str, ...]:
    seats = dice.randint(min_count, min(max_count, len(people)))
    names = dice.sample(people, seats)
    # A few seats stay unnamed.
    return tuple(str(seat + 1) if dice.random() < 0.03 else name for seat, name in enumerate(names))


# -- Avalon -----------------------------------------------------------------------------------------------


def _avalon(dice: Random, people: Sequence[str]) -> tuple[Game[Any, Any, Any], AvalonSetup]:
    players = _seated(dice, people, 5, 10)
    return AVALON, AvalonSetup(
        players,
        leader=dice.randrange(len(players)),
        roles=tuple(role for role in ("percival", "morgana", "mordred", "oberon") if dice.random() < 0.5),
        lancelot=dice.choice(tuple(Lancelot)) if dice.random() < 0.1 else None,
        lady=dice.random() < 0.3,
        excalibur=dice.random() < 0.1,
        targeting=dice.random() < 0.1,
    )


def _deal_roles(setup: AvalonSetup, secret: int) -> tuple[str, ...]:
    cards = list(deck(setup))
    Random(secret).shuffle(cards)
    return tuple(cards)


def _avalon_move(state: AvalonState, dice: Random, secret: int) -> avalon.Move | None:
    seats = range(len(state.setup.players))
    cards = _deal_roles(state.setup, secret)
    evil = [ROLES[card].side is AvalonSide.EVIL for card in cards]
    match state.phase:
        case AvalonAwaits.PROPOSE:
            quest = dice.choice(state.open_quests)
            team = dice.sample(seats, state.numbers.team_size(quest))
            bearer = dice.choice([seat for seat in team if seat != state.leader] or team)
            return avalon.Propose(
                tuple(team),
                quest if state.setup.targeting else None,
                bearer if state.setup.excalibur else None,
            )
        case AvalonAwaits.VOTE:
            if dice.random() < 0.1:
                return avalon.Vote(approved=dice.random() < 0.6)
            tempted = any(evil[seat] for seat in state.team)
            return avalon.Vote(
                tuple(seat for seat in seats if dice.random() < (0.75 if tempted == evil[seat] else 0.5))
            )
        case AvalonAwaits.QUEST:
            return avalon.Quest(sum(evil[seat] and dice.random() < 0.5 for seat in state.team))
        case AvalonAwaits.LADY:
            return avalon.Lady(dice.choice(state.lady_targets))
        case AvalonAwaits.LOYALTY:
            return avalon.Loyalty(dice.random() < 0.4)
        case AvalonAwaits.LOYALTY_ROW:
            row = [True, True, False, False, False, False, False]
            dice.shuffle(row)
            return avalon.LoyaltyRow(tuple(row[:QUESTS]))
        case AvalonAwaits.ASSASSINATE:
            target = dice.choice([seat for seat in seats if not evil[seat]])
            return avalon.Assassinate(target, cards[target] == MERLIN)
        case AvalonAwaits.OVER:
            return avalon.Roles(cards) if state.roles is None and secret % 4 else None


# -- Among Cultists ---------------------------------------------------------------------------------------


def _cultists(dice: Random, people: Sequence[str]) -> tuple[Game[Any, Any, Any], CultistsSetup]:
    players = _seated(dice, people, 4, 8)
    special = ("seer", "engineer", "firestarter", "fish", "beast", "chicken", "doll", "zombie")
    return CULTISTS, CultistsSetup(
        players,
        knife=dice.randrange(len(players)),
        roles=tuple(role for role in special if dice.random() < 0.3),
        automa=len(players) == 4 or (len(players) == 6 and dice.random() < 0.2),
    )


def _cultists_move(state: CultistsState, dice: Random, secret: int) -> cultists.Move | None:
    seats = range(state.setup.seats)
    target, room = dice.choice(seats), dice.choice(list(Colour)).value
    ballots = tuple(
        dice.choice((None, *state.living)) if dice.random() < 0.7 else target for _ in state.setup.players
    )
    match state.phase:
        case CultistsAwaits.OVER:
            return _who_was_who(state, secret) if state.roles is None and secret % 4 else None
        case CultistsAwaits.REVEALED if state.pending_reveal is not None:
            return cultists.Revealed(state.pending_reveal, dice.random() < 0.3)
        case CultistsAwaits.KILLS:
            return cultists.Kills(dice.choice(tuple(cultists.Reached)))
        case CultistsAwaits.SEER_GUESS:
            return cultists.SeerGuess(target, dice.random() < 0.4)
        case CultistsAwaits.VOTE:
            return cultists.Vote(ballots)
        case CultistsAwaits.EVENT:
            return cultists.Event(draw_token(state.bag, dice.randrange))
        case _ if dice.random() < 0.6:
            return cultists.Next()
        case _:
            return dice.choice(
                (
                    *(cultists.Explored(room), cultists.Book(room), cultists.ShelfCompleted(room, 3)),
                    *(
                        cultists.Book(room),
                        cultists.Dead(target),
                        cultists.Vote(ballots, called_by=target),
                    ),
                    *(cultists.PowerRestored(), cultists.FishmanScared(), cultists.Confronted(room)),
                    cultists.Declare(target, dice.random() < 0.5),
                )
            )


def _who_was_who(state: CultistsState, secret: int) -> cultists.Roles | None:
    """Return the roles that seats may have had, consistent with everything that was revealed."""
    revealed = dict(revealed_roles(state))
    left = list(role_tokens(state.setup))
    for role in revealed.values():
        if role not in left:
            return None
        left.remove(role)
    Random(secret).shuffle(left)
    recorded = cultists.Roles(
        tuple(revealed[seat] if seat in revealed else left.pop() for seat in range(state.setup.seats))
    )
    try:
        CULTISTS.apply(state, recorded)
    except IllegalMove:
        return None
    return recorded


# -- Silver -----------------------------------------------------------------------------------------------

_BOX: Final = tuple(villager.number for villager in VILLAGERS for _ in range(villager.copies))


def _silver(dice: Random, people: Sequence[str]) -> tuple[Game[Any, Any, Any], SilverSetup]:
    players = _seated(dice, people, 2, 4)
    return SILVER, SilverSetup(
        players,
        mode=dice.choice(tuple(Mode)),
        start=dice.randrange(len(players)),
        options=SilverOptions(tied_caller=dice.choice(tuple(TiedCaller))),
    )


def _silver_move(state: SilverState, dice: Random, secret: int) -> Round | None:
    if state.outcome is not None:
        return None
    seats = len(state.setup.players)
    caller = dice.randrange(seats) if dice.random() < 0.8 else None
    box = list(_BOX)
    dice.shuffle(box)
    villages = []
    for seat in range(seats):
        cards = dice.randint(1, 4) if seat == caller else dice.randint(2, 6)
        villages.append(tuple(sorted(box[:cards])))
        del box[:cards]
    recorded = [village if dice.random() < 0.8 else None for village in villages]
    sums = [
        None if one is not None else sum(village) for one, village in zip(recorded, villages, strict=True)
    ]
    ended = RoundEnd.DECK if caller is None and dice.random() < 0.5 else None
    return Round(caller, tuple(recorded), tuple(sums), ended)


# -- Codenames Duet ---------------------------------------------------------------------------------------

_CITIES: Final = (("prague", 9, 9), ("berlin", 11, 2), ("cairo", 9, 5), ("moscow", 8, 8), ("jakarta", 7, 7))


def _duet(dice: Random, people: Sequence[str]) -> tuple[Game[Any, Any, Any], DuetSetup]:
    players = _seated(dice, people, 2, 4)
    city, tokens, mistakes = dice.choice(_CITIES)
    on_map = dice.random() < 0.4
    return DUET, DuetSetup(
        players,
        tokens=tokens if on_map else 9,
        mistakes=mistakes if on_map else None,
        keeps=dice.choice((None, TrackingMode.KEYS, TrackingMode.KEYS)),
        mission=Mission("map-1", city) if on_map else None,
    )


def _duet_move(state: DuetState, dice: Random, secret: int) -> duet.Move | None:
    if state.outcome is not None:
        return None
    luck = dice.random()
    if state.clue is None and not state.correct_guesses and not state.is_sudden_death and luck < 0.3:
        word, number = dice.choice(("night", "", "sea", "ημέρα")), dice.randint(1, 4)
        giving = [
            seat for seat in range(len(state.setup.players)) if state.setup.side_of(seat) is state.giver
        ]
        return duet.Clue(word, number, giving[secret % len(giving)] if secret % 3 else None)
    if luck < 0.66:
        return duet.Agent()
    if luck < 0.82:
        return duet.Bystander()
    if luck < 0.83:
        return duet.Assassin()
    if luck < 0.84:
        return duet.SideDone(state.giver)
    return duet.Stop()


_SeatDown = Callable[[Random, Sequence[str]], tuple[Game[Any, Any, Any], Any]]
_KINDS: Final[Mapping[str, tuple[_SeatDown, Callable[[Any, Random, int], Any]]]] = {
    "avalon": (_avalon, _avalon_move),
    "cultists": (_cultists, _cultists_move),
    "silver": (_silver, _silver_move),
    "duet": (_duet, _duet_move),
}
