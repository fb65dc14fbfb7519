"""Text for the history of Among Cultists: moves, their effects, dropped moves, and the story of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.game import IllegalMove
from companion.core.session import DroppedMove
from companion.entry.cultists.log import RoundLog, Step, make_rounds
from companion.entry.cultists.summary import CultistsTable
from companion.entry.cultists.words import event_name, place_name, player_name
from companion.games.cultists.deaths import vote_result
from companion.games.cultists.moves import (
    Assassinate,
    Book,
    BookBack,
    Confronted,
    Correct,
    Dead,
    Declare,
    Entrances,
    Event,
    Explored,
    FishmanScared,
    GateClosed,
    Hazard,
    Kills,
    Move,
    Next,
    PowerRestored,
    Revealed,
    Roles,
    SeerGuess,
    ShelfCompleted,
    Shelves,
    Vote,
)
from companion.games.cultists.setup import ROUNDS, Setup
from companion.games.cultists.state import GATE_OPENS, LIGHTNING, SECRET_ENTRANCES, State
from companion.games.cultists.vote import KnifeEffect, VoteResult
from companion.i18n.translator import Translator

# Text of a move ---------------------------------------------------------------------------------------


def move_text(tr: Translator, before: State, move: Move) -> str:
    """Return the text of a move made in state `before`."""

    def name(seat: int) -> str:
        return player_name(tr, before.setup, seat)

    match move:
        case Next():
            return tr("cultists.history.gate_expired")
        case Event():
            return tr("cultists.history.event", event=event_name(tr, move.event))
        case Entrances():
            return event_name(tr, SECRET_ENTRANCES)
        case PowerRestored(by=None):
            return tr("cultists.history.power_restored")
        case PowerRestored(by=int(by)):
            return tr("cultists.history.power_restored_by", name=name(by))
        case GateClosed(by=None):
            return tr("cultists.history.gate_closed")
        case GateClosed(by=(first, second)):
            return tr("cultists.history.gate_closed_by", names=(name(first), name(second)))
        case Correct():
            return " ".join((tr("cultists.history.corrected"), *_corrections(tr, before, move)))
        case Explored() | Book() | BookBack() | ShelfCompleted():
            return _place_move_text(tr, move)
        case Shelves():
            return tr(
                "cultists.history.shelves", places=tuple(place_name(tr, one.shelf) for one in move.shelves)
            )
        case Hazard(card=card, room=str(room)):
            return tr(f"cultists.history.hazard_in.{card.value}", place=place_name(tr, room))
        case Hazard():
            return tr(f"cultists.history.hazard.{move.card.value}")
        case Confronted(by=int(by)):
            return tr("cultists.history.confronted_by", name=name(by), place=place_name(tr, move.room))
        case Confronted():
            return tr("cultists.history.confronted", place=place_name(tr, move.room))
        case FishmanScared():
            return tr("cultists.history.fishman_scared", name=name(before.knife))
        case Vote():
            return _vote_text(tr, before, move)
        case _:
            return _life_and_death_text(tr, before, move)


def _life_and_death_text(tr: Translator, before: State, move: Move) -> str:
    def name(seat: int) -> str:
        return player_name(tr, before.setup, seat)

    match move:
        case Dead(by=int(by)):
            return tr("cultists.history.dead_by", name=name(by), target=name(move.seat))
        case Dead():
            return tr("cultists.history.dead", name=name(move.seat))
        case Assassinate():
            return tr("cultists.history.assassinate", name=name(move.by), target=name(move.target))
        case Revealed():
            key = "cultists.history.last_cultist" if move.last_cultist else "cultists.history.not_last"
            return tr(key, name=name(move.seat))
        case Declare():
            key = "cultists.history.declared_right" if move.right else "cultists.history.declared_wrong"
            return tr(key, name=name(move.seat))
        case Kills():
            return tr(f"cultists.history.kills.{move.reached.value}")
        case SeerGuess():
            key = "cultists.history.seer_hit" if move.hit else "cultists.history.seer_missed"
            return tr(key, name=name(move.target))
        case Roles():
            return tr("roles.told")
        case _:
            raise ValueError(f"no words for {move}")


def _place_move_text(tr: Translator, move: Explored | Book | BookBack | ShelfCompleted) -> str:
    match move:
        case Explored():
            return tr("cultists.history.explored", place=place_name(tr, move.room))
        case Book():
            return tr("cultists.history.book", place=place_name(tr, move.shelf))
        case BookBack():
            return tr("cultists.history.book_back", place=place_name(tr, move.shelf))
        case ShelfCompleted():
            return tr("cultists.history.shelf", place=place_name(tr, move.shelf))


def _corrections(tr: Translator, before: State, move: Correct) -> Iterator[str]:
    if move.points is not None:
        yield tr("cultists.history.set.points", points=move.points)
    if move.target is not None:
        yield tr("cultists.history.set.target", target=move.target)
    if move.knife is not None:
        yield tr("cultists.history.set.knife", name=player_name(tr, before.setup, move.knife))
    if move.round is not None:
        yield tr("cultists.history.set.round", round=move.round)
    if move.power is not None:
        yield tr("cultists.history.set.power_on" if move.power else "cultists.history.set.power_off")
    if move.closes_in is not None:
        yield tr("cultists.history.set.gate", n=move.closes_in)


def _vote_text(tr: Translator, before: State, move: Vote) -> str:
    try:
        result = vote_result(before, move)
    except IllegalMove:
        return tr("cultists.history.vote")
    if result.eliminated is None:
        return tr(f"cultists.vote.why.{result.reason.value}")
    return tr("cultists.history.voted_out", name=player_name(tr, before.setup, result.eliminated))


# Effects of a move ------------------------------------------------------------------------------------


def step_details(tr: Translator, step: Step) -> list[str]:
    """Return the details of a step: votes or roles, and what changed in the state."""
    lines = list(_votes(tr, step)) if isinstance(step.move, Vote) else []
    if isinstance(step.move, Roles):
        lines = list(_roles(tr, step.after))
    return lines + list(_changes_text(tr, step))


def _roles(tr: Translator, state: State) -> Iterator[str]:
    for seat, role in enumerate(state.roles or ()):
        yield tr("roles.one", name=player_name(tr, state.setup, seat), role=tr(f"cultists.role.{role}.name"))


def _changes_text(tr: Translator, step: Step) -> Iterator[str]:
    before, after, move = step.before, step.after, step.move
    if isinstance(move, Event):
        yield from _event_effect(tr, after)
    if isinstance(move, Hazard):
        if len(after.cultist_tokens) > len(before.cultist_tokens):
            yield tr("cultists.history.token")
        if after.is_fishman_inside and not before.is_fishman_inside:
            yield tr("cultists.history.fishman")
    if not isinstance(move, Correct):
        full = sum(shelf.complete for shelf in after.library) - sum(one.complete for one in before.library)
        if full > 0:
            yield tr("cultists.history.points_won", n=after.points - before.points, points=after.points)
        if after.target != before.target:
            yield tr("cultists.history.set.target", target=after.target)


def _event_effect(tr: Translator, after: State) -> Iterator[str]:
    event = after.events[-1]
    if event.event == LIGHTNING:
        yield tr("cultists.history.set.power_on" if after.power else "cultists.history.set.power_off")
    elif event.event == GATE_OPENS and after.gate is not None:
        yield tr("cultists.history.gate_until", round=after.gate.last_round)


def _votes(tr: Translator, step: Step) -> Iterator[str]:
    """Yield who voted for whom (or the counts), the effect of the Knife, and why the vote was held."""
    result, setup = step.after.vote, step.before.setup
    if result is None:
        return
    if result.murder is not None:
        yield tr("cultists.history.after_murder", name=player_name(tr, setup, result.murder))
    elif result.called_by is not None:
        yield tr("cultists.history.called_by", name=player_name(tr, setup, result.called_by))
    for seat, votes in result.tally:
        target = player_name(tr, setup, seat)
        if result.ballots is None:
            yield tr("cultists.history.votes_for", name=target, n=votes)
        else:
            yield tr(
                "cultists.history.voted_for", name=target, names=_voters(tr, setup, result, seat), n=votes
            )
    if result.abstentions and result.ballots is None:
        yield tr("cultists.ballot.abstentions", n=result.abstentions)
    elif result.abstentions:
        yield tr("cultists.history.abstained", names=_voters(tr, setup, result, None))
    if result.knife is not None:
        yield _knife_text(tr, step, result.knife)


def _voters(tr: Translator, setup: Setup, result: VoteResult, target: int | None) -> tuple[str, ...]:
    return tuple(
        player_name(tr, setup, seat) for seat, vote in enumerate(result.ballots or ()) if vote == target
    )


def _knife_text(tr: Translator, step: Step, effect: KnifeEffect) -> str:
    setup, knife = step.before.setup, step.before.knife
    if knife == setup.automa_seat:
        return tr("cultists.vote.knife.automa_doubled")
    return tr(f"cultists.vote.knife.{effect.value}", name=setup.players[knife])


def describe_dropped_moves(
    tr: Translator,
    visible_rounds: Sequence[RoundLog],
    states: Sequence[State],
    dropped: Sequence[DroppedMove[Move]],
) -> list[tuple[str, str]]:
    """Return the text of each move dropped by an edit, with the rule that no longer allows it."""
    round_of_move = {
        step.move_index: round_log.number for round_log in visible_rounds for step in round_log.steps
    }
    return [
        (
            tr(
                "cultists.edit.part",
                round=round_of_move[item.move_index],
                what=_dropped_text(tr, states, item),
            ),
            tr.translate_problem(item.problem),
        )
        for item in dropped
    ]


def _dropped_text(tr: Translator, states: Sequence[State], item: DroppedMove[Move]) -> str:
    before = states[item.move_index]
    if isinstance(item.move, Next):
        return tr(f"cultists.history.ended.{before.round_phase.value}")
    return move_text(tr, before, item.move)


# The story --------------------------------------------------------------------------------------------

# Omitted from the story: there would be a line for every book and every door.
_MINOR_MOVES = (
    Book,
    BookBack,
    Explored,
    Shelves,
    Correct,
    Hazard,
    Confronted,
    Entrances,
    Revealed,
    Kills,
    Roles,
)


def story(tr: Translator, session: CultistsTable) -> list[str]:
    """Return a few sentences for each round, and the ending."""
    lines = [
        tr("cultists.story.round", round=round_log.number, what=" ".join(_round_text(tr, round_log)))
        for round_log in make_rounds(session.states, session.moves)
        if any(not isinstance(step.move, Roles) for step in round_log.notable_steps)
    ]
    outcome = session.outcome
    if outcome is not None:
        lines.append(tr(f"cultists.reason.{outcome.reason}", rounds=ROUNDS))
    return lines


def _round_text(tr: Translator, round_log: RoundLog) -> Iterator[str]:
    for step in round_log.notable_steps:
        if not isinstance(step.move, _MINOR_MOVES):
            yield move_text(tr, step.before, step.move)
        if isinstance(step.move, Event | GateClosed | Next):
            yield from _changes_text(tr, step)
        elif step.after.is_fishman_inside and not step.before.is_fishman_inside:
            yield tr("cultists.history.fishman")
    if round_log.points > 0:
        yield tr("cultists.story.points", n=round_log.points, points=round_log.after.points)
