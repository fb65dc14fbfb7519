"""One mission turn by turn: clues are spoken at the table, the app counts what they led to.

An illegal clue may cost the last token. The guesses it is followed by still take place, and the turn then
ends with nothing to take: a stop earns nothing, and so does a win, for only a token that was taken scores;
a bystander costs nothing any more, also where it would cost two checks. A turn that ends with an empty bank
is followed by sudden death.
"""

from __future__ import annotations

from typing import Any, Final, assert_never

from companion.games.duet.clues import LONGEST_CLUE, clean_clue
from companion.games.duet.grid import Place
from companion.games.duet.key import BOTH_FACES, WORDS, Word
from companion.games.duet.moves import (
    MOVE_TYPES,
    Agent,
    Assassin,
    Bystander,
    Clue,
    Guess,
    IllegalClue,
    Move,
    NextClue,
    SideDone,
    Stop,
    Token,
    WordIs,
)
from companion.games.duet.setup import (
    AGENTS,
    BYSTANDER_CHECKS,
    IN_A_ROW,
    KEY_AGENTS,
    Setup,
    Side,
    problems,
)
from companion.games.duet.state import TEAM, Bank, State, score
from companion.games.game import Game, IllegalMove, Outcome, ProblemArg, error, replace
from companion.games.records import encode

# Green words that both keys have.
_SHARED: Final = BOTH_FACES[Word.AGENT, Word.AGENT]


def start(setup: Setup) -> State:
    bystanders = setup.bystander_tokens
    places = (Place(),) * WORDS if setup.has_grid else ()
    return State(setup, Bank(bystanders, setup.tokens - bystanders), setup.first, places=places)


def apply(state: State, move: Move) -> State:
    if state.outcome is not None:
        raise _refused("duet.problem.over")
    match move:
        case Agent() | Bystander() | Assassin():
            return _guess(state, move)
        case Stop():
            return _stop(state)
        case Clue():
            return _clue(state, move)
        case WordIs(place, word):
            return _word(state, place, word)
        case IllegalClue(token):
            return _illegal_clue(state, token)
        case SideDone(side):
            return _side_done(state, side)
        case NextClue(side):
            return _next_clue(state, side)
    assert_never(move)


def public(state: State) -> dict[str, Any]:
    result = score(state)
    return {
        "turn": state.turn,
        "giver": state.giver.value,
        "agents": state.agents,
        "right": state.right,
        "bank": {**encode(state.bank), "left": state.bank.left},
        "earned": state.earned,
        "done": None if state.done is None else state.done.value,
        "sudden_death": state.sudden_death,
        "awaits": {"clues": None, **encode(state.awaits)},
        "outcome": None
        if state.outcome is None
        else {"winner": state.outcome.winner, "reason": state.outcome.reason},
        "score": None if result is None else {**encode(result), "total": result.total, "rank": result.rank},
        **_kept_beside(state),
    }


def _kept_beside(state: State) -> dict[str, Any]:
    """What only a table has that tells more than its bank: without it the state is what it always was."""
    told: dict[str, Any] = {}
    if state.setup.counts_keys:
        told["keys"] = encode(state.keys)
    if state.setup.has_grid:
        told["grid"] = [{"key": None, **encode(place)} for place in state.places]
    if state.words:
        told["words"] = encode(state.words)
    if state.clue is not None:
        told["clue"] = {"number": None, "by": None, **encode(state.clue)}
    return told


# -- guesses ------------------------------------------------------------------------------------------------


def _guess(state: State, guess: Guess) -> State:
    _check_place(state, guess.place)
    # Only the guessers' stop can follow: the giver's key has no green word left.
    if isinstance(guess, Agent) and not state.sudden_death and state.done is state.giver:
        raise _refused("duet.problem.key_covered", words=KEY_AGENTS, names=state.setup.members(state.giver))
    key = _key_asked(state, guess.place)
    state = _marked(state, guess, key)
    match guess:
        case Agent():
            return _agent(state, key)
        case Bystander():
            return _bystander(state)
        case Assassin():
            return _lost(state, "assassin")
    assert_never(guess)


def _check_place(state: State, place: int | None) -> None:
    if not state.setup.has_grid:
        if place is not None:
            raise _refused("duet.problem.no_grid")
        return
    if place is None:
        raise _refused("duet.problem.place_missing")
    _check_on_grid(place)
    lying = state.places[place]
    if lying.found:
        raise _refused("duet.problem.place_found")
    if lying.covered:
        raise _refused("duet.problem.place_covered")
    if not state.open_to(place):
        names = tuple(name for side in state.awaits.guesses for name in state.setup.members(side))
        raise _refused("duet.problem.place_known", names=names)


def _check_on_grid(place: int) -> None:
    if not 0 <= place < WORDS:
        raise _refused("duet.problem.no_such_place", place=place + 1, most=WORDS)


def _marked(state: State, guess: Guess, key: Side | None) -> State:
    """The grid with what now lies on the word that was touched."""
    if guess.place is None:
        return state
    lying = state.places[guess.place]
    match guess:
        case Agent():
            lying = replace(lying, found=True, key=key)
        case Bystander():
            # In sudden death both may guess, and it may be untold who did: then it is over anyway.
            lying = lying if key is None else replace(lying, stopped=(*lying.stopped, key.other))
        case Assassin():
            lying = replace(lying, killed=True)
    return replace(state, places=(*state.places[: guess.place], lying, *state.places[guess.place + 1 :]))


def _key_asked(state: State, place: int | None) -> Side | None:
    """The side whose key says what a guess is; None while both may guess there and nobody tells who does."""
    if place is None and not state.sudden_death:
        return state.giver
    guesses = state.awaits.guesses if place is None else state.open_to(place)
    return guesses[0].other if len(guesses) == 1 else None


def _agent(state: State, key: Side | None) -> State:
    of_a, of_b = state.keys
    keys = (of_a + (key is Side.A), of_b + (key is Side.B))
    state = replace(state, agents=state.agents + 1, right=state.right + 1, keys=keys)
    if state.agents < AGENTS:
        return _key_counted(state, key)
    if state.bank.left:
        counted = 1 if state.setup.winning_token_counts else 0
        state = replace(state, bank=state.bank.without(Token.CHECK), earned=state.earned + counted)
    return replace(state, outcome=Outcome(TEAM, "all_agents"))


def _key_counted(state: State, key: Side | None) -> State:
    """Where agents are counted by keys, nobody need say that a key is covered: its ninth agent does."""
    if not state.setup.counts_keys or key is None or state.keys[key] < KEY_AGENTS or state.done is not None:
        return state
    return _nothing_left(replace(state, done=key))


def _bystander(state: State) -> State:
    if state.sudden_death:
        return _lost(state, "bystander_in_sudden_death")
    if not state.bank.left:
        return _turn_over(state)
    if state.bank.bystanders:
        return _turn_over(state, state.bank.without(Token.BYSTANDER))
    if state.bank.checks < BYSTANDER_CHECKS:
        return _lost(state, "not_enough_tokens")
    left = replace(state.bank, checks=state.bank.checks - BYSTANDER_CHECKS)
    return _turn_over(state, left)


# -- clues, and what the cards read -------------------------------------------------------------------------


def _clue(state: State, clue: Clue) -> State:
    _refuse_in_sudden_death(state)
    if state.clue is not None:
        raise _refused("duet.problem.clue_given")
    if clue == Clue():
        raise _refused("duet.problem.clue_empty")
    if clean_clue(clue.word) != clue.word or len(clue.word) > LONGEST_CLUE:
        raise _refused("duet.problem.clue_word", most=LONGEST_CLUE)
    if isinstance(clue.number, int) and not 0 <= clue.number <= KEY_AGENTS:
        raise _refused("duet.problem.clue_number", number=clue.number, most=KEY_AGENTS)
    setup = state.setup
    if clue.by is not None and not 0 <= clue.by < len(setup.players):
        raise _refused("duet.problem.no_such_seat", seat=clue.by + 1, seated=len(setup.players))
    if clue.by is not None and setup.side_of(clue.by) is not state.giver:
        name, names = setup.players[clue.by], setup.members(state.giver)
        raise _refused("duet.problem.clue_by_other_side", name=name, names=names)
    return replace(state, clue=clue)


def _word(state: State, place: int, word: str) -> State:
    if not state.setup.has_grid:
        raise _refused("duet.problem.no_grid")
    _check_on_grid(place)
    if clean_clue(word) != word or len(word) > LONGEST_CLUE:
        raise _refused("duet.problem.clue_word", most=LONGEST_CLUE)
    words = state.words or ("",) * WORDS
    told = (*words[:place], word, *words[place + 1 :])
    return replace(state, words=told if any(told) else ())


# -- the turn -----------------------------------------------------------------------------------------------


def _stop(state: State) -> State:
    _refuse_in_sudden_death(state)
    if not state.right:
        raise _refused("duet.problem.guess_first")
    if not state.bank.left:
        return _turn_over(state)
    return _turn_over(state, state.bank.without(Token.CHECK), earned=1)


def _illegal_clue(state: State, token: Token | None) -> State:
    _refuse_in_sudden_death(state)
    if state.fined:
        raise _refused("duet.problem.fined_already")
    lying = {Token.CHECK: state.bank.checks, Token.BYSTANDER: state.bank.bystanders}
    if token is not None and not lying[token]:
        raise _refused("duet.problem.no_such_token")
    return _nothing_left(replace(state, fined=True, bank=state.bank.without(token or Token.CHECK)))


def _side_done(state: State, side: Side) -> State:
    if state.agents < KEY_AGENTS:
        raise _refused("duet.problem.done_too_soon", n=state.agents, needed=KEY_AGENTS)
    if state.done is side:
        raise _refused("duet.problem.done_already", names=state.setup.members(side))
    if state.done is not None:
        raise _refused("duet.problem.both_done", n=AGENTS - state.agents)
    if state.setup.counts_keys and _covered_at_most(state, side) < KEY_AGENTS:
        raise _refused("duet.problem.done_miscounted", n=_covered_at_most(state, side), needed=KEY_AGENTS)
    state = replace(state, done=side)
    if state.right:
        return _nothing_left(state)
    # Said before any guess, the clue passes to the other side at once, unless it is theirs already; said
    # after one, the turn goes on.
    return replace(state, giver=side.other, clue=None if state.giver is side else state.clue)


def _covered_at_most(state: State, side: Side) -> int:
    """How many green words of this key can be covered by now: those found by its own clues, of the other
    key's as many as both may share, and those of which nobody told whose they are."""
    untold = state.agents - sum(state.keys)
    return state.keys[side] + min(_SHARED, state.keys[side.other]) + untold


def _nothing_left(state: State) -> State:
    """The turn ends by itself where it has neither a word to find nor a token to earn."""
    return _turn_over(state) if state.last_guesses and state.done is state.giver else state


def _next_clue(state: State, side: Side) -> State:
    _refuse_in_sudden_death(state)
    if not state.setup.loose_turns:
        raise _refused("duet.problem.turns_alternate")
    if state.right or state.fined or state.clue is not None:
        raise _refused("duet.problem.turn_under_way")
    if state.done is side:
        raise _refused("duet.problem.key_covered", words=KEY_AGENTS, names=state.setup.members(side))
    if state.done is None and state.last_giver is side and state.streak >= IN_A_ROW:
        raise _refused("duet.problem.two_in_a_row", in_a_row=IN_A_ROW, names=state.setup.members(side))
    return replace(state, giver=side)


def _turn_over(state: State, bank: Bank | None = None, *, earned: int = 0) -> State:
    """Its token is gone, if there was one, which leaves this bank: sudden death if none is left, or else the
    next turn."""
    bank = bank or state.bank
    earned += state.earned
    if not bank.left:
        return replace(state, bank=bank, earned=earned, sudden_death=True, right=0, fined=False, clue=None)
    streak = state.streak + 1 if state.last_giver is state.giver else 1
    return replace(
        state,
        bank=bank,
        earned=earned,
        turn=state.turn + 1,
        giver=state.giver.other if state.done is None else state.done.other,
        right=0,
        fined=False,
        clue=None,
        last_giver=state.giver,
        streak=streak,
    )


def _lost(state: State, reason: str) -> State:
    return replace(state, outcome=Outcome(None, reason))


def _refuse_in_sudden_death(state: State) -> None:
    if state.sudden_death:
        raise _refused("duet.problem.sudden_death")


def _refused(key: str, **args: ProblemArg) -> IllegalMove:
    return IllegalMove(error(key, **args))


GAME: Game[Setup, State, Move] = Game(
    id="duet",
    setup_type=Setup,
    move_types=MOVE_TYPES,
    problems=problems,
    start=start,
    apply=apply,
    outcome=lambda state: state.outcome,
    public=public,
)
