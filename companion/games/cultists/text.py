"""Text of Among Cultists: names, places, events, instructions, votes, moves and their effects, the story of a
game and its ending; and the history of a game by rounds and phases.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from companion.core import session as core_session
from companion.core.game import IllegalMove
from companion.core.session import DroppedMove, GameSession
from companion.games.cultists.actions import (
    AUTOMA_KILLS,
    DECLARED_RIGHTLY,
    DECLARED_WRONGLY,
    KILLS_BEAT_POINTS,
    KILLS_BEFORE,
    KILLS_TOO_LATE,
    SEER_NAMED,
)
from companion.games.cultists.drafts import BallotDraft, CountDraft, VoteDraft, is_knife_doubling
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
    colour_of,
)
from companion.games.cultists.rules import vote_result
from companion.games.cultists.setup import INVESTIGATOR, ROUNDS, Knife, Setup, Side
from companion.games.cultists.state import (
    EVENTS,
    GATE_OPENS,
    LIGHTNING,
    SECRET_ENTRANCES,
    DrawnEvent,
    GateStatus,
    Phase,
    RoundPhase,
    State,
)
from companion.games.cultists.voting import VoteReason, VoteResult, is_knife_active
from companion.games.game_text import EndingText, GameText, PlayerRole, Summary
from companion.i18n.translator import Arg, Translator

CultistsTable = GameSession[Setup, State, Move]


def summarize(tr: Translator, session: CultistsTable) -> Summary:
    state = session.state
    if state.outcome is not None:
        return Summary(
            tr(f"cultists.outcome.{state.outcome.winner}"),
            tr(f"cultists.reason.{state.outcome.reason}", rounds=ROUNDS),
        )
    return Summary(
        tr("cultists.board.round", round=state.round, rounds=ROUNDS),
        tr("cultists.summary.line", points=state.points, target=state.target, n=len(state.setup.players)),
    )


# The clock on the board has Roman numerals in every language.
NUMERALS: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


# How to resolve an event whose own text is sufficient.
_RESOLVE: Final = {"morale": "cultists.event.morale_boost.does", "see_token": "cultists.event.now.see_token"}


def player_name(tr: Translator, setup: Setup, seat: int) -> str:
    """Return a player's display name, or the name of the Automa."""
    return tr("cultists.board.automa") if seat == setup.automa_seat else tr.player_name(setup.players[seat])


def seat_number_text(tr: Translator, setup: Setup, seat: int) -> str:
    """Return the number of a player's seat; empty for the Automa, which may sit between two players."""
    return "" if seat == setup.automa_seat else tr.format_number(seat + 1)


def place_name(tr: Translator, place: str) -> str:
    """Return the name of a room or shelf: its colour, and its number if there are several."""
    colour = colour_of(place)
    if colour is None:
        return place
    word = tr(f"cultists.colour.{colour.value}")
    number = place.removeprefix(colour.value).removeprefix("_")
    return tr("cultists.colour.numbered", colour=word, number=int(number)) if number else word


def event_name(tr: Translator, event: str) -> str:
    return tr(f"cultists.event.{event}.name")


def event_effect_text(tr: Translator, event: str) -> str:
    """Return the full text of an event's effect; some effects are only on the token itself."""
    if EVENTS[event].has_known_effect:
        return tr(f"cultists.event.{event}.does")
    return tr("cultists.board.event.see_token")


def past_event_text(tr: Translator, event: DrawnEvent) -> str:
    """Return the text of a past event with its hour and effect."""
    return tr(
        "cultists.board.event.at",
        hour=NUMERALS[event.round - 1],
        event=event_name(tr, event.event),
        words=event_effect_text(tr, event.event),
    )


def event_text(tr: Translator, state: State, event: DrawnEvent) -> str:
    """Return a short text for an event in force."""
    if event.effect == "morale" and event.round < state.round:
        return tr("cultists.board.event.morale_now")
    if event.effect == "gate" and state.gate is not None and state.gate.status is not GateStatus.OPEN:
        return tr(f"cultists.board.gate.{state.gate.status.value}")
    return tr(f"cultists.board.event.{event.effect}")


def instruction_text(tr: Translator, state: State) -> str:
    """Return what the players must do now, in a sentence or two."""
    name = player_name(tr, state.setup, state.subject_seat) if state.subject_seat is not None else ""
    match state.phase:
        case Phase.MOVEMENT:
            return tr("cultists.awaits.movement", name=name, n=state.movement_points)
        case Phase.EVENT:
            return tr("cultists.awaits.event", hour=NUMERALS[state.round - 1])
        case Phase.RESOLVE if state.event is not None:
            effect = state.event.effect
            return tr(_RESOLVE.get(effect) or f"cultists.awaits.resolve.{effect}")
        case Phase.ACTION:
            return tr("cultists.awaits.action", name=name)
        case Phase.CLEAN_UP:
            if state.is_last_round:
                return tr("cultists.awaits.last_clean_up", rounds=ROUNDS)
            after = state.setup.next_seat(state.knife)
            return tr("cultists.awaits.clean_up", name=player_name(tr, state.setup, after))
        case Phase.VOTE:
            return tr("cultists.awaits.vote", name=name)
        case _:
            return ""


def gate_text(tr: Translator, state: State) -> str:
    """Return the status of the Gate: its countdown, or its final state."""
    if state.gate is None:
        return tr("cultists.board.gate.line_none")
    if state.closes_in is None:
        return tr(f"cultists.board.gate.line_{state.gate.status.value}")
    if is_gate_closing(state):
        later = state.round_phase is RoundPhase.CLEAN_UP
        return tr("cultists.board.gate.last_next" if later else "cultists.board.gate.last_now")
    return tr("cultists.number.rounds", n=state.closes_in)


def is_gate_closing(state: State) -> bool:
    """True if the Gate can be closed only once more."""
    return state.closes_in == 1


def round_text(tr: Translator, state: State) -> str:
    return tr("cultists.board.round", round=state.round, rounds=ROUNDS)


def vote_cause_text(tr: Translator, setup: Setup, murder: int | None, called_by: int | None) -> str:
    """Return why this vote is held; empty if unknown."""
    if murder is not None:
        return seat_sentence(tr, setup, murder, "cultists.ballot.cause.murder")
    if called_by is not None:
        return tr("cultists.ballot.cause.called", name=setup.players[called_by])
    return ""


def seat_sentence(tr: Translator, setup: Setup, seat: int, key: str) -> str:
    """Return a sentence about a seat; about the Automa, the one whose name begins with `automa_`."""
    if seat != setup.automa_seat:
        return tr(key, name=setup.players[seat])
    group, _, name = key.removeprefix("cultists.").rpartition(".")
    return tr(f"cultists.{group}.automa_{name}")


def knife_rule_text(tr: Translator, state: State) -> str:
    """Return the effect of the Knife in the coming vote."""
    if is_knife_doubling(state):
        return seat_sentence(tr, state.setup, state.knife, "cultists.vote.knife.doubled")
    if state.knife == state.setup.automa_seat:
        return ""
    if not is_knife_active(state.setup, state.knife not in state.ghosts):
        return tr("cultists.problem.knife_of_ghost", name=state.setup.players[state.knife])
    if state.numbers.knife is Knife.CHANGE:
        return tr("cultists.ballot.knife.change", name=state.setup.players[state.knife])
    return ""


def verdict_text(tr: Translator, setup: Setup, result: VoteResult) -> str:
    if result.eliminated is None:
        return tr("cultists.ballot.nobody")
    return seat_sentence(tr, setup, result.eliminated, "cultists.ballot.verdict.out")


def reason_text(tr: Translator, setup: Setup, result: VoteResult) -> str:
    """Return what decided the vote, in a sentence."""
    if result.reason is VoteReason.MAJORITY and result.eliminated is not None:
        return seat_sentence(tr, setup, result.eliminated, "cultists.vote.why.majority")
    return tr(f"cultists.vote.why.{result.reason.value}")


def numbers_text(tr: Translator, setup: Setup, result: VoteResult) -> str:
    """Return the numbers of a vote: the most votes and who has them, votes cast, and abstentions."""
    top = result.tally[0][1] if result.tally else 0
    counts = tr(
        "cultists.ballot.numbers",
        votes=tr("cultists.ballot.votes", n=result.votes_cast),
        abstentions=tr("cultists.ballot.abstentions", n=result.abstentions),
    )
    if not top:
        return counts
    names = tuple(player_name(tr, setup, seat) for seat in result.leaders)
    return tr("cultists.ballot.most", names=names, n=top, counts=counts)


def vote_hint_text(tr: Translator, draft: VoteDraft) -> str:
    """Return what has to be entered next, why the counts are impossible, or the numbers of the result."""
    if isinstance(draft, CountDraft):
        if draft.problem is not None:
            return tr.translate_problem(draft.problem)
    elif draft.is_knife_pending:
        return tr("cultists.ballot.hint.knife", name=draft.state.setup.players[draft.state.knife])
    elif draft.voter is not None:
        return tr("cultists.ballot.hint.vote", name=draft.state.setup.players[draft.voter])
    return "" if draft.result is None else numbers_text(tr, draft.state.setup, draft.result)


def vote_button_text(tr: Translator, draft: VoteDraft) -> str:
    """Return the text of the button that records a vote; with ballots the ring shows the result already."""
    if draft.result is None or isinstance(draft, BallotDraft):
        return tr("cultists.ballot.save.vote")
    if draft.result.eliminated is None:
        return tr("cultists.ballot.save.nobody")
    return seat_sentence(tr, draft.state.setup, draft.result.eliminated, "cultists.ballot.save.out")


def knife_effect_text(tr: Translator, state: State, result: VoteResult) -> str:
    """Return the effect of the Knife in a finished vote; empty if it had none."""
    if result.knife is None:
        return ""
    return seat_sentence(tr, state.setup, state.knife, f"cultists.vote.knife.{result.knife.value}")


def voter_names(tr: Translator, setup: Setup, result: VoteResult, target: int | None) -> tuple[str, ...]:
    """Return who voted for `target`, or who abstained; empty if only counts were recorded."""
    return tuple(
        player_name(tr, setup, seat) for seat, vote in enumerate(result.ballots or ()) if vote == target
    )


def consequence_texts(tr: Translator, state: State) -> tuple[str, ...]:
    """Return what the players must do after this vote, one short sentence each."""
    result, setup = state.vote, state.setup
    if result is None:
        return ()
    if result.eliminated is None:
        lines = [tr("cultists.ballot.follows.nothing")]
    else:
        lines = [seat_sentence(tr, setup, result.eliminated, "cultists.ballot.follows.ghost")]
    if state.phase is Phase.REVEALED:
        lines.append(tr("cultists.ballot.follows.reveal"))
    if result.called_by is not None:
        lines.append(tr("cultists.ballot.follows.token"))
    return tuple(lines)


Changes = dict[int, tuple[Move, ...]]
Step = core_session.Step[State, Move]


def is_notable(step: Step) -> bool:
    """True if the step is shown in the history.

    The end of a phase is only shown if the Gate expired; the entrances move of older records never is.
    """
    return not isinstance(step.move, Next | Entrances) or step.before.gate != step.after.gate


@dataclass(frozen=True, slots=True)
class PhaseLog:
    """A phase of a round: its moves, including the one that ended it."""

    round_phase: RoundPhase
    first_state: State
    steps: tuple[Step, ...]

    @property
    def end_step(self) -> Step | None:
        last = self.steps[-1] if self.steps else None
        return last if last is not None and isinstance(last.move, Next) else None

    @property
    def last_state(self) -> State:
        """The state in which a missing move would be inserted: at the end of the phase."""
        if self.end_step is not None:
            return self.end_step.before
        return self.steps[-1].after if self.steps else self.first_state


@dataclass(frozen=True, slots=True)
class RoundLog:
    number: int
    phases: tuple[PhaseLog, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(step for part in self.phases for step in part.steps)

    @property
    def notable_steps(self) -> tuple[Step, ...]:
        return tuple(filter(is_notable, self.steps))

    @property
    def before(self) -> State:
        return self.phases[0].first_state

    @property
    def after(self) -> State:
        """The state at the end of the round, or the current one."""
        last = self.phases[-1]
        return last.steps[-1].after if last.steps else last.first_state

    @property
    def event(self) -> DrawnEvent | None:
        events = (event for event in self.after.events if event.round == self.number)
        return next(events, None)

    @property
    def points(self) -> int:
        """Points scored in this round."""
        return self.after.points - self.before.points

    @property
    def ghosts(self) -> tuple[int, ...]:
        """The seats that became Ghosts in this round."""
        return self.after.ghosts[len(self.before.ghosts) :]


def make_rounds(states: Sequence[State], moves: Sequence[Move]) -> tuple[RoundLog, ...]:
    """Group `moves` by round, the current round last."""
    parts = list(_make_phases(core_session.make_steps(states, moves)))
    now = states[-1]
    if now.phase is not Phase.OVER and (not parts or parts[-1].end_step is not None):
        parts.append(PhaseLog(now.round_phase, now, ()))
    groups = itertools.groupby(parts, key=lambda part: part.first_state.round)
    return tuple(RoundLog(number, tuple(group)) for number, group in groups)


def _make_phases(played: Sequence[Step]) -> Iterator[PhaseLog]:
    current: list[Step] = []
    for step in played:
        # A correction may change the round within a phase.
        if current and step.before.round != current[0].before.round:
            yield _make_phase(current)
            current = []
        current.append(step)
        if isinstance(step.move, Next):
            yield _make_phase(current)
            current = []
    if current:
        yield _make_phase(current)


def _make_phase(played: Sequence[Step]) -> PhaseLog:
    return PhaseLog(played[0].before.round_phase, played[0].before, tuple(played))


def replace_step(step: Step, *moves: Move) -> Changes:
    """Return the change for `GameSession.preview_edit` that replaces a step; no moves remove it."""
    return {step.move_index: moves}


def insert_missing(part: PhaseLog, moves: Sequence[Move], *new: Move) -> Changes:
    """Return the change for `GameSession.preview_edit` that appends moves to a phase.

    `moves` is the whole log, which must not be empty.
    """
    if part.end_step is not None:
        return {part.end_step.move_index: (*new, part.end_step.move)}
    last = part.steps[-1].move_index if part.steps else len(moves) - 1
    return {last: (moves[last], *new)}


# Text of a move ---------------------------------------------------------------------------------------


def move_text(tr: Translator, before: State, move: Move) -> str:
    """Return the text of a move made in state `before`."""

    def name(seat: int) -> str:
        return player_name(tr, before.setup, seat)

    def text(key: str, **args: Arg) -> str:
        return tr(f"cultists.history.{key}", **args)

    match move:
        case Next():
            return text("gate_expired")
        case Event():
            return text("event", event=event_name(tr, move.event))
        case Entrances():
            return event_name(tr, SECRET_ENTRANCES)
        case PowerRestored():
            return (
                text("power_restored") if move.by is None else text("power_restored_by", name=name(move.by))
            )
        case GateClosed():
            if move.by is None:
                return text("gate_closed")
            return text("gate_closed_by", names=tuple(map(name, move.by)))
        case Correct():
            return " ".join((text("corrected"), *_corrections(tr, before, move)))
        case Explored():
            return text("explored", place=place_name(tr, move.room))
        case Book():
            return text("book", place=place_name(tr, move.shelf))
        case BookBack():
            return text("book_back", place=place_name(tr, move.shelf))
        case ShelfCompleted():
            return text("shelf", place=place_name(tr, move.shelf))
        case Shelves():
            return text("shelves", places=tuple(place_name(tr, one.shelf) for one in move.shelves))
        case Hazard():
            if move.room is None:
                return text(f"hazard.{move.card.value}")
            return text(f"hazard_in.{move.card.value}", place=place_name(tr, move.room))
        case Confronted():
            place = place_name(tr, move.room)
            if move.by is None:
                return text("confronted", place=place)
            return text("confronted_by", name=name(move.by), place=place)
        case FishmanScared():
            return text("fishman_scared", name=name(before.knife))
        case Vote():
            return _vote_text(tr, before, move)
        case Dead():
            if move.by is None:
                return text("dead", name=name(move.seat))
            return text("dead_by", name=name(move.by), target=name(move.seat))
        case Assassinate():
            return text("assassinate", name=name(move.by), target=name(move.target))
        case Revealed():
            return text("last_cultist" if move.last_cultist else "not_last", name=name(move.seat))
        case Declare():
            return text("declared_right" if move.right else "declared_wrong", name=name(move.seat))
        case Kills():
            return text(f"kills.{move.reached.value}")
        case SeerGuess():
            return text("seer_hit" if move.hit else "seer_missed", name=name(move.target))
        case Roles():
            return tr("roles.told")


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
                "cultists.history.voted_for", name=target, names=voter_names(tr, setup, result, seat), n=votes
            )
    if result.abstentions and result.ballots is None:
        yield tr("cultists.ballot.abstentions", n=result.abstentions)
    elif result.abstentions:
        yield tr("cultists.history.abstained", names=voter_names(tr, setup, result, None))
    if result.knife is not None:
        yield knife_effect_text(tr, step.before, result)


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

    def text(item: DroppedMove[Move]) -> str:
        before = states[item.move_index]
        if isinstance(item.move, Next):
            return tr(f"cultists.history.ended.{before.round_phase.value}")
        return move_text(tr, before, item.move)

    return [
        (
            tr("cultists.edit.part", round=round_of_move[item.move_index], what=text(item)),
            tr.translate_problem(item.problem),
        )
        for item in dropped
    ]


# The story --------------------------------------------------------------------------------------------

# Omitted from the story: there would be a line for every book and every door.
_MINOR_MOVES = (
    *(Book, BookBack, Explored, Shelves, Correct, Hazard, Confronted),
    *(Entrances, Revealed, Kills, Roles),
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


# Separate reasons in the rules, but one ending in a list of games.
_DEATH_REASONS: Final = (AUTOMA_KILLS, KILLS_BEAT_POINTS, KILLS_BEFORE)
_NOTABLE_REASONS: Final = (DECLARED_RIGHTLY, DECLARED_WRONGLY, KILLS_TOO_LATE, SEER_NAMED)
_TONES: Final = {Side.INVESTIGATORS.value: "sea", Side.CULTISTS.value: "evil"}


def describe_ending(tr: Translator, state: State, _players: Sequence[str]) -> EndingText:
    reason = "" if state.outcome is None else state.outcome.reason
    side = "" if state.outcome is None else str(state.outcome.winner)
    key = "cultists.ending.deaths" if reason in _DEATH_REASONS else f"cultists.ending.{reason}"
    return EndingText(tr(key), _TONES[side])


def describe_moments(
    tr: Translator, states: Sequence[State], _players: Sequence[str], *, roles: bool
) -> tuple[str, ...]:
    outcome = states[-1].outcome
    if outcome is None or outcome.reason not in _NOTABLE_REASONS:
        return ()
    return (tr(f"cultists.reason.{outcome.reason}", rounds=ROUNDS),)


def describe_roles(tr: Translator, state: State) -> tuple[PlayerRole, ...]:
    people = (state.roles or ())[: len(state.setup.players)]
    return tuple(PlayerRole(tr(f"cultists.role.{role}.name"), role != INVESTIGATOR) for role in people)


def describe_move(tr: Translator, step: Step) -> tuple[str, ...]:
    if isinstance(step.move, Next):
        ended = tr(f"cultists.history.ended.{step.before.round_phase.value}")
        return (ended, move_text(tr, step.before, step.move)) if is_notable(step) else (ended,)
    return (move_text(tr, step.before, step.move), *step_details(tr, step))


TEXT = GameText(summarize, describe_move, describe_ending, describe_moments, describe_roles)
