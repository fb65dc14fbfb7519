"""Rules of Codenames Duet as a `Game`: clues are given by voice, the app counts their results.

An illegal clue may cost the last token. Its guesses still take place, and the turn then ends without taking
a token: a stop earns nothing, and neither does a win, because only a token that was taken scores; a
bystander costs nothing either, even where it would cost two checks. Sudden death follows a turn that ends
with an empty bank.
"""

from __future__ import annotations

from typing import Any, Final, assert_never

from companion.core.game import Game, IllegalMove, Outcome, RuleNumbers, error, replace
from companion.core.message import MessageArg
from companion.core.serialization import encode
from companion.games.duet.setup import (
    AGENTS,
    BOX_TOKENS,
    BYSTANDER_CHECKS,
    KEY_AGENTS,
    MAX_CLUE_LENGTH,
    MAX_CLUES_IN_A_ROW,
    SCORED_TOKENS,
    WORDS,
    WORDS_BY_BOTH_FACES,
    WORDS_PER_FACE,
    Setup,
    Side,
    WordKind,
    clean_clue,
    problems,
)
from companion.games.duet.state import (
    CHECK_POINTS,
    EXCELLENT_POINTS,
    GOOD_POINTS,
    MAP_POINTS,
    MOVE_TYPES,
    SUDDEN_DEATH_POINTS,
    TEAM,
    TOKEN_POINTS,
    Agent,
    Assassin,
    Bank,
    Bystander,
    CardWord,
    Clue,
    GridPlace,
    Guess,
    IllegalClue,
    Move,
    NextClue,
    SideDone,
    State,
    Stop,
    Token,
    compute_score,
)

# Words that are green on both keys.
_SHARED_AGENTS: Final = WORDS_BY_BOTH_FACES[WordKind.AGENT, WordKind.AGENT]


def start(setup: Setup) -> State:
    bystanders = setup.bystander_tokens
    places = (GridPlace(),) * WORDS if setup.has_grid else ()
    return State(setup, Bank(bystanders, setup.tokens - bystanders), setup.first, places=places)


def apply(state: State, move: Move) -> State:
    if state.outcome is not None:
        raise _illegal_move("duet.problem.over")
    match move:
        case Agent() | Bystander() | Assassin():
            return _apply_guess(state, move)
        case Stop():
            return _apply_stop(state)
        case Clue():
            return _apply_clue(state, move)
        case CardWord(place, word):
            return _apply_card_word(state, place, word)
        case IllegalClue(token):
            return _apply_illegal_clue(state, token)
        case SideDone(side):
            return _apply_side_done(state, side)
        case NextClue(side):
            return _apply_next_clue(state, side)
    assert_never(move)


def is_legal(state: State, move: Move) -> bool:
    try:
        apply(state, move)
    except IllegalMove:
        return False
    return True


def public_state(state: State) -> dict[str, Any]:
    outcome, score = state.outcome, compute_score(state)
    return {
        "turn": state.turn,
        "giver": state.giver.value,
        "agents": state.agents,
        "right": state.correct_guesses,
        "bank": {**encode(state.bank), "left": state.bank.tokens_left},
        "earned": state.earned_tokens,
        "done": None if state.done_side is None else state.done_side.value,
        "sudden_death": state.is_sudden_death,
        "awaits": {"clues": None, **encode(state.phase)},
        "outcome": None if outcome is None else {"winner": outcome.winner, "reason": outcome.reason},
        "score": None if score is None else {**encode(score), "total": score.total, "rank": score.rank},
        **_optional_public_state(state),
    }


def _optional_public_state(state: State) -> dict[str, Any]:
    """Return fields that are only present if they are used: other public states stay as in older versions."""
    result: dict[str, Any] = {}
    if state.setup.has_key_counts:
        result["keys"] = encode(state.key_counts)
    if state.setup.has_grid:
        result["grid"] = [{"key": None, **encode(place)} for place in state.places]
    if state.words:
        result["words"] = encode(state.words)
    if state.clue is not None:
        result["clue"] = {"number": None, "by": None, **encode(state.clue)}
    return result


# -- guesses ------------------------------------------------------------------------------------------------


def _apply_guess(state: State, guess: Guess) -> State:
    _check_place(state, guess.place)
    # The guessers can only stop: the giver's key has no green word left.
    if isinstance(guess, Agent) and not state.is_sudden_death and state.done_side is state.giver:
        raise _illegal_move(
            "duet.problem.key_covered", words=KEY_AGENTS, names=state.setup.members(state.giver)
        )
    key = _guessed_key(state, guess.place)
    state = _mark_grid(state, guess, key)
    match guess:
        case Agent():
            return _apply_agent(state, key)
        case Bystander():
            return _apply_bystander(state)
        case Assassin():
            return _lose(state, "assassin")
    assert_never(guess)


def _check_place(state: State, place: int | None) -> None:
    if not state.setup.has_grid:
        if place is not None:
            raise _illegal_move("duet.problem.no_grid")
        return
    if place is None:
        raise _illegal_move("duet.problem.place_missing")
    _check_on_grid(place)
    grid_place = state.places[place]
    if grid_place.found:
        raise _illegal_move("duet.problem.place_found")
    if grid_place.is_covered:
        raise _illegal_move("duet.problem.place_covered")
    if not state.sides_open_to(place):
        raise _illegal_move("duet.problem.place_known", names=state.guessing_names)


def _check_on_grid(place: int) -> None:
    if not 0 <= place < WORDS:
        raise _illegal_move("duet.problem.no_such_place", place=place + 1, most=WORDS)


def _mark_grid(state: State, guess: Guess, key: Side | None) -> State:
    """Update the grid with the result of a guess."""
    if guess.place is None:
        return state
    grid_place = state.places[guess.place]
    match guess:
        case Agent():
            grid_place = replace(grid_place, found=True, key=key)
        case Bystander():
            # In sudden death both sides may guess, and the guesser may be unknown: the mission is over then
            # anyway.
            grid_place = (
                grid_place if key is None else replace(grid_place, stopped=(*grid_place.stopped, key.other))
            )
        case Assassin():
            grid_place = replace(grid_place, killed=True)
    return replace(state, places=(*state.places[: guess.place], grid_place, *state.places[guess.place + 1 :]))


def _guessed_key(state: State, place: int | None) -> Side | None:
    """Return the side whose key decides a guess; None if both sides may guess there."""
    if place is None and not state.is_sudden_death:
        return state.giver
    guesses = state.phase.guesses if place is None else state.sides_open_to(place)
    return guesses[0].other if len(guesses) == 1 else None


def _apply_agent(state: State, key: Side | None) -> State:
    of_a, of_b = state.key_counts
    keys = (of_a + (key is Side.A), of_b + (key is Side.B))
    state = replace(
        state, agents=state.agents + 1, correct_guesses=state.correct_guesses + 1, key_counts=keys
    )
    if state.agents < AGENTS:
        return _complete_key(state, key)
    if state.bank.tokens_left:
        earned = 1 if state.setup.winning_token_counts else 0
        state = replace(
            state, bank=state.bank.spend_token(Token.CHECK), earned_tokens=state.earned_tokens + earned
        )
    return replace(state, outcome=Outcome(TEAM, "all_agents"))


def _complete_key(state: State, key: Side | None) -> State:
    """Mark a key as done at its ninth agent, if agents are counted by key."""
    if (
        not state.setup.has_key_counts
        or key is None
        or state.key_counts[key] < KEY_AGENTS
        or state.done_side is not None
    ):
        return state
    return _end_idle_turn(replace(state, done_side=key))


def _apply_bystander(state: State) -> State:
    if state.is_sudden_death:
        return _lose(state, "bystander_in_sudden_death")
    if not state.bank.tokens_left:
        return _end_turn(state)
    if state.bank.bystanders:
        return _end_turn(state, state.bank.spend_token(Token.BYSTANDER))
    if state.bank.checks < BYSTANDER_CHECKS:
        return _lose(state, "not_enough_tokens")
    left = replace(state.bank, checks=state.bank.checks - BYSTANDER_CHECKS)
    return _end_turn(state, left)


# -- clues and card words -----------------------------------------------------------------------------------


def _apply_clue(state: State, clue: Clue) -> State:
    _refuse_in_sudden_death(state)
    if state.clue is not None:
        raise _illegal_move("duet.problem.clue_given")
    if clue == Clue():
        raise _illegal_move("duet.problem.clue_empty")
    if clean_clue(clue.word) != clue.word or len(clue.word) > MAX_CLUE_LENGTH:
        raise _illegal_move("duet.problem.clue_word", most=MAX_CLUE_LENGTH)
    if isinstance(clue.number, int) and not 0 <= clue.number <= KEY_AGENTS:
        raise _illegal_move("duet.problem.clue_number", number=clue.number, most=KEY_AGENTS)
    setup = state.setup
    if clue.by is not None and not 0 <= clue.by < len(setup.players):
        raise _illegal_move("duet.problem.no_such_seat", seat=clue.by + 1, seated=len(setup.players))
    if clue.by is not None and setup.side_of(clue.by) is not state.giver:
        name, names = setup.players[clue.by], setup.members(state.giver)
        raise _illegal_move("duet.problem.clue_by_other_side", name=name, names=names)
    return replace(state, clue=clue)


def _apply_card_word(state: State, place: int, word: str) -> State:
    if not state.setup.has_grid:
        raise _illegal_move("duet.problem.no_grid")
    _check_on_grid(place)
    if clean_clue(word) != word or len(word) > MAX_CLUE_LENGTH:
        raise _illegal_move("duet.problem.clue_word", most=MAX_CLUE_LENGTH)
    words = state.words or ("",) * WORDS
    updated = (*words[:place], word, *words[place + 1 :])
    return replace(state, words=updated if any(updated) else ())


# -- the turn -----------------------------------------------------------------------------------------------


def _apply_stop(state: State) -> State:
    _refuse_in_sudden_death(state)
    if not state.correct_guesses:
        raise _illegal_move("duet.problem.guess_first")
    if not state.bank.tokens_left:
        return _end_turn(state)
    return _end_turn(state, state.bank.spend_token(Token.CHECK), earned=1)


def _apply_illegal_clue(state: State, token: Token | None) -> State:
    _refuse_in_sudden_death(state)
    if state.is_fined:
        raise _illegal_move("duet.problem.fined_already")
    available = {Token.CHECK: state.bank.checks, Token.BYSTANDER: state.bank.bystanders}
    if token is not None and not available[token]:
        raise _illegal_move("duet.problem.no_such_token")
    return _end_idle_turn(replace(state, is_fined=True, bank=state.bank.spend_token(token or Token.CHECK)))


def _apply_side_done(state: State, side: Side) -> State:
    if state.agents < KEY_AGENTS:
        raise _illegal_move("duet.problem.done_too_soon", n=state.agents, needed=KEY_AGENTS)
    if state.done_side is side:
        raise _illegal_move("duet.problem.done_already", names=state.setup.members(side))
    if state.done_side is not None:
        raise _illegal_move("duet.problem.both_done", n=AGENTS - state.agents)
    if state.setup.has_key_counts and _max_covered(state, side) < KEY_AGENTS:
        raise _illegal_move("duet.problem.done_miscounted", n=_max_covered(state, side), needed=KEY_AGENTS)
    state = replace(state, done_side=side)
    if state.correct_guesses:
        return _end_idle_turn(state)
    # Before any guess, the clue passes to the other side at once, unless it is theirs already; after a guess,
    # the turn goes on.
    return replace(state, giver=side.other, clue=None if state.giver is side else state.clue)


def _max_covered(state: State, side: Side) -> int:
    """Return the maximum number of green words of this key that may be covered: the ones found by its own
    clues, those of the other key that may be shared, and those of unknown key."""
    untold = state.agents - sum(state.key_counts)
    return state.key_counts[side] + min(_SHARED_AGENTS, state.key_counts[side.other]) + untold


def _end_idle_turn(state: State) -> State:
    """End the turn automatically if there is neither a word to find nor a token to earn."""
    return _end_turn(state) if state.has_last_guesses and state.done_side is state.giver else state


def _apply_next_clue(state: State, side: Side) -> State:
    _refuse_in_sudden_death(state)
    if not state.setup.loose_turns:
        raise _illegal_move("duet.problem.turns_alternate")
    if state.correct_guesses or state.is_fined or state.clue is not None:
        raise _illegal_move("duet.problem.turn_under_way")
    if state.done_side is side:
        raise _illegal_move("duet.problem.key_covered", words=KEY_AGENTS, names=state.setup.members(side))
    if state.done_side is None and state.last_giver is side and state.streak >= MAX_CLUES_IN_A_ROW:
        raise _illegal_move(
            "duet.problem.two_in_a_row", in_a_row=MAX_CLUES_IN_A_ROW, names=state.setup.members(side)
        )
    return replace(state, giver=side)


def _end_turn(state: State, bank: Bank | None = None, *, earned: int = 0) -> State:
    """End the turn with this bank: sudden death if it is empty, else the next turn."""
    bank = bank or state.bank
    earned += state.earned_tokens
    state = replace(state, bank=bank, earned_tokens=earned, correct_guesses=0, is_fined=False, clue=None)
    if not bank.tokens_left:
        return replace(state, is_sudden_death=True)
    return replace(
        state,
        turn=state.turn + 1,
        giver=state.giver.other if state.done_side is None else state.done_side.other,
        last_giver=state.giver,
        streak=state.streak + 1 if state.last_giver is state.giver else 1,
    )


def _lose(state: State, reason: str) -> State:
    return replace(state, outcome=Outcome(None, reason))


def _refuse_in_sudden_death(state: State) -> None:
    if state.is_sudden_death:
        raise _illegal_move("duet.problem.sudden_death")


def _illegal_move(key: str, **args: MessageArg) -> IllegalMove:
    return IllegalMove(error(key, **args))


GAME: Game[Setup, State, Move] = Game(
    id="duet",
    setup_type=Setup,
    move_types=MOVE_TYPES,
    problems=problems,
    start=start,
    apply=apply,
    outcome=lambda state: state.outcome,
    public_state=public_state,
)


# By their placeholder names in catalogue messages.
RULE_NUMBERS: Final[RuleNumbers] = {
    "words": WORDS,
    "agents": AGENTS,
    "key_agents": KEY_AGENTS,
    "key_assassins": WORDS_PER_FACE[WordKind.ASSASSIN],
    "key_neutral": WORDS_PER_FACE[WordKind.BYSTANDER],
    "shared": WORDS_BY_BOTH_FACES[WordKind.AGENT, WordKind.AGENT],
    "tokens": SCORED_TOKENS,
    "box_tokens": BOX_TOKENS,
    "bystander_checks": BYSTANDER_CHECKS,
    "in_a_row": MAX_CLUES_IN_A_ROW,
    "token_points": TOKEN_POINTS,
    "check_points": CHECK_POINTS,
    "lost_points": -SUDDEN_DEATH_POINTS,
    "good": GOOD_POINTS,
    "excellent": EXCELLENT_POINTS,
    "map": MAP_POINTS,
}
