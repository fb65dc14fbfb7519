"""Text about games of Avalon: summary, history entries, moves, the story of a game, its ending.

The history has one entry for each proposed team.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.core import session as core_session
from companion.core.session import DroppedMove, GameSession
from companion.games.avalon.setup import ROLES, RoleUse, Setup, Side, short_name_key
from companion.games.avalon.state import (
    MAX_ATTEMPTS,
    QUESTS_TO_WIN,
    Assassinate,
    Cheat,
    Correct,
    Lady,
    Loyalty,
    LoyaltyRow,
    Move,
    Phase,
    Plot,
    Propose,
    Quest,
    QuestResult,
    Roles,
    State,
    Vote,
)
from companion.games.game_text import EndingText, GameText, PlayerRole, Summary
from companion.i18n.translator import Translator

AvalonTable = GameSession[Setup, State, Move]


def summarize(tr: Translator, session: AvalonTable) -> Summary:
    state = session.state
    if state.outcome is not None:
        return Summary(tr(f"avalon.board.wins.{state.outcome.winner}"), reason_text(tr, session))
    if state.phase is Phase.ASSASSINATE:
        return Summary(
            tr("avalon.board.assassination"), tr("avalon.board.three_successes", won=QUESTS_TO_WIN)
        )
    leader = state.setup.players[state.leader]
    return Summary(
        tr("avalon.summary.round", round=state.round)
        if state.quest is None
        else tr("avalon.summary.quest", quest=state.quest),
        tr("avalon.summary.line", name=leader, n=len(state.setup.players)),
    )


def reason_text(tr: Translator, session: AvalonTable) -> str:
    """Return why the game ended as it did, in a sentence."""
    state = session.state
    if state.outcome is None:
        return ""
    name = state.setup.players[state.assassin_target] if state.assassin_target is not None else ""
    return tr(f"avalon.over.{state.outcome.reason}", name=name, won=QUESTS_TO_WIN, attempts=MAX_ATTEMPTS)


Step = core_session.Step[State, Move]


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A proposal with its vote, its quest, and all other moves before the next proposal.

    Moves before the first proposal belong to it. `others` are in the order of the log.
    """

    proposal: Step
    team: tuple[int, ...]
    quest: int
    excalibur_bearer: int | None
    vote: Step | None
    quest_step: Step | None
    others: tuple[Step, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        main = (step for step in (self.proposal, self.vote, self.quest_step) if step is not None)
        return tuple(sorted((*main, *self.others), key=lambda step: step.move_index))

    @property
    def round(self) -> int:
        return self.proposal.before.round

    @property
    def attempt(self) -> int:
        return self.proposal.before.attempt

    @property
    def leader(self) -> int:
        return self.proposal.before.leader

    @property
    def approving_seats(self) -> frozenset[int] | None:
        """The seats that approved; None before the vote, or if only its result was recorded."""
        if self.vote is None or not isinstance(self.vote.move, Vote) or self.vote.move.approve is None:
            return None
        return frozenset(self.vote.move.approve)

    @property
    def is_approved(self) -> bool | None:
        """True if the team was approved; None before the vote."""
        return None if self.vote is None else self.vote.after.phase is Phase.QUEST

    @property
    def result(self) -> QuestResult | None:
        """The result of the quest, if it was played."""
        return None if self.quest_step is None else self.quest_step.after.results[-1]

    @property
    def lady(self) -> Lady | None:
        """The use of the Lady of the Lake after this quest, if any."""
        return next((step.move for step in self.others if isinstance(step.move, Lady)), None)


def make_entries(states: Sequence[State], moves: Sequence[Move]) -> tuple[HistoryEntry, ...]:
    """Group `moves` by proposal; empty if no team was proposed."""
    played = [step for step in core_session.make_steps(states, moves) if not isinstance(step.move, Roles)]
    starts = [index for index, step in enumerate(played) if isinstance(step.move, Propose)]
    if not starts:
        return ()
    bounds = [0, *starts[1:], len(played)]
    return tuple(_make_entry(played[first:end]) for first, end in pairwise(bounds))


def _make_entry(steps: Sequence[Step]) -> HistoryEntry:
    proposal = next(step for step in steps if isinstance(step.move, Propose))
    vote = next((step for step in steps if isinstance(step.move, Vote)), None)
    played = next((step for step in steps if isinstance(step.move, Quest)), None)
    others = tuple(step for step in steps if not isinstance(step.move, Propose | Vote | Quest))
    state = proposal.after
    return HistoryEntry(
        proposal, state.team, state.quest or state.round, state.excalibur, vote, played, others
    )


def entry_title(tr: Translator, entry: HistoryEntry) -> str:
    return tr("avalon.history.entry", quest=entry.quest, attempt=entry.attempt)


def team_text(tr: Translator, before: State, team: Sequence[int]) -> str:
    """Return the text for the leader and the team proposed in state `before`."""
    players, leader = before.setup.players, before.leader
    others = tuple(players[seat] for seat in team if seat != leader)
    key = "avalon.history.took" if leader in team else "avalon.history.sent"
    return tr(key, name=players[leader], names=others)


def vote_text(tr: Translator, entry: HistoryEntry) -> str:
    """Return the text for the result of the vote."""
    if entry.vote is None:
        return tr("avalon.history.not_voted")
    return move_text(tr, entry.vote.before, entry.vote.move)


def quest_text_and_side(tr: Translator, entry: HistoryEntry) -> tuple[str, Side] | None:
    """Return the text for the quest's result and the winning side, None if it was not played."""
    result = entry.result
    if result is None:
        return None
    if not result.success:
        return tr("avalon.history.lost", n=result.fails), Side.EVIL
    key = "avalon.board.won_with_fails" if result.fails else "avalon.board.won"
    return tr(key, n=result.fails), Side.GOOD


def describe_extras(tr: Translator, entry: HistoryEntry) -> list[str]:
    """Return texts for Excalibur and all other moves before the next proposal."""
    players = entry.proposal.before.setup.players
    lines = []
    if entry.excalibur_bearer is not None:
        name = players[entry.excalibur_bearer]
        struck = entry.result.excalibur_on if entry.result is not None else None
        lines.append(
            tr("avalon.history.carried", name=name)
            if struck is None
            else tr("avalon.history.struck", name=name, target=players[struck])
        )
    return lines + [move_text(tr, step.before, step.move) for step in entry.others]


def move_text(tr: Translator, before: State, move: Move) -> str:
    """Return the text of a move made in state `before`."""
    players = before.setup.players
    match move:
        case Propose():
            return tr("avalon.history.proposed", names=tuple(players[seat] for seat in move.team))
        case Vote(approve=None):
            return tr("avalon.history.only_approved" if move.approved else "avalon.history.only_refused")
        case Vote():
            ayes = len(move.approve or ())
            passed = before.is_approved_by(ayes)
            key = "avalon.history.approved" if passed else "avalon.history.refused"
            return tr(key, yes=ayes, no=len(players) - ayes)
        case Quest():
            return tr("avalon.board.fails", n=move.fails)
        case Lady():
            holder = players[before.lady_holder] if before.lady_holder is not None else ""
            return tr("avalon.history.lady", name=holder, target=players[move.target])
        case Loyalty():
            return tr("avalon.history.switch" if move.switch else "avalon.history.no_switch")
        case LoyaltyRow():
            rounds = tuple(number for number, switch in enumerate(move.switches, 1) if switch)
            return tr("avalon.history.row" if rounds else "avalon.history.empty_row", rounds=rounds)
        case Plot():
            return tr("avalon.more.plot", n=move.cards)
        case Assassinate():
            return tr(
                "avalon.history.hit" if move.hit else "avalon.history.missed", name=players[move.target]
            )
        case Cheat():
            return tr("avalon.more.cheat", side=tr(f"avalon.side.{move.side.value}"))
        case Correct(leader=int(leader)):
            return tr("avalon.more.leader", name=players[leader])
        case Correct():
            return tr("avalon.more.attempt", attempt=move.attempt or 0)
        case _:
            return tr("avalon.history.roles")


def describe_dropped_moves(
    tr: Translator,
    visible_entries: Sequence[HistoryEntry],
    states: Sequence[State],
    dropped: Sequence[DroppedMove[Move]],
) -> list[tuple[str, str]]:
    """Return the text of each dropped move and the reason.

    An entry whose proposal is dropped appears once, with its other moves.
    """
    owner = {step.move_index: entry for entry in visible_entries for step in entry.steps}
    removed_indexes = {item.move_index for item in dropped}
    lines: list[tuple[str, str]] = []
    for item in dropped:
        text, entry = move_text(tr, states[item.move_index], item.move), owner.get(item.move_index)
        if entry is not None:
            if item.move_index == entry.proposal.move_index:
                text = entry_title(tr, entry)
            elif entry.proposal.move_index in removed_indexes:
                continue
            else:
                text = tr("avalon.edit.part", entry=entry_title(tr, entry), what=text)
        lines.append((text, tr.translate_problem(item.problem)))
    return lines


# -- the whole game --


@dataclass(frozen=True, slots=True)
class StoryChapter:
    """One quest of the story: winner, text, and other events until the next quest."""

    quest: int
    side: Side
    text: str
    side_events: tuple[str, ...]


def story(tr: Translator, session: AvalonTable) -> tuple[StoryChapter, ...]:
    return tuple(_make_chapters(tr, make_entries(session.states, session.moves)))


def _make_chapters(tr: Translator, recorded: tuple[HistoryEntry, ...]) -> Iterator[StoryChapter]:
    refused_count = 0
    for entry in recorded:
        result = entry.result
        if result is None:
            refused_count += entry.is_approved is False
            continue
        before = (tr("avalon.story.refused", n=refused_count),) if refused_count else ()
        side = Side.GOOD if result.success else Side.EVIL
        words = quest_text(tr, entry.proposal.before.setup.players, result)
        yield StoryChapter(result.quest, side, words, (*before, *_side_events(tr, entry, result)))
        refused_count = 0


def quest_text(tr: Translator, players: Sequence[str], result: QuestResult) -> str:
    """Return the text for a quest: its team and its result."""
    names = tuple(players[seat] for seat in result.team)
    if not result.success:
        return tr("avalon.story.lost", names=names, n=result.fails)
    key = "avalon.story.won_with_fails" if result.fails else "avalon.story.won"
    return tr(key, names=names, n=result.fails)


def _strike_texts(tr: Translator, players: Sequence[str], result: QuestResult) -> Iterator[str]:
    """Yield the text for the use of Excalibur, if it was used."""
    if result.excalibur is not None and result.excalibur_on is not None:
        holder, target = players[result.excalibur], players[result.excalibur_on]
        yield tr("avalon.history.struck", name=holder, target=target)


def _side_events(tr: Translator, entry: HistoryEntry, result: QuestResult) -> Iterator[str]:
    """Yield events that changed the game besides quests; an unused Excalibur is left out."""
    players = entry.proposal.before.setup.players
    yield from _strike_texts(tr, players, result)
    for step in entry.others:
        match step.move:
            case Lady() | LoyaltyRow() | Loyalty(switch=True):
                yield move_text(tr, step.before, step.move)


def describe_ending(tr: Translator, state: State, _players: Sequence[str]) -> EndingText:
    reason = "" if state.outcome is None else state.outcome.reason
    side = "" if state.outcome is None else str(state.outcome.winner)
    if reason == "loyalty_cheat":
        # Either side may show a false card, and loses by it.
        return EndingText(tr(f"avalon.ending.loyalty_cheat.{side}"), side)
    return EndingText(tr(f"avalon.ending.{reason}", won=QUESTS_TO_WIN, attempts=MAX_ATTEMPTS), side)


def describe_moments(
    tr: Translator, states: Sequence[State], players: Sequence[str], *, roles: bool
) -> tuple[str, ...]:
    last = states[-1]
    reason = "" if last.outcome is None else last.outcome.reason
    if reason == "merlin_assassinated":
        if roles and last.assassin_target is not None:
            return (tr("avalon.over.merlin_assassinated", name=players[last.assassin_target]),)
        return (tr("avalon.moment.merlin_found"),)
    if reason == "five_rejections":
        return (tr("avalon.over.five_rejections", attempts=MAX_ATTEMPTS),)
    return ()


def describe_roles(tr: Translator, state: State) -> tuple[PlayerRole, ...]:
    return tuple(
        PlayerRole(tr(f"avalon.role.{role}.name"), ROLES[role].use is not RoleUse.FILLER)
        for role in state.roles or ()
    )


def describe_move(tr: Translator, step: Step) -> tuple[str, ...]:
    players, move = step.before.setup.players, step.move
    match move:
        case Propose():
            lines = [team_text(tr, step.before, move.team)]
            if move.excalibur is not None:
                lines.append(tr("avalon.history.carried", name=players[move.excalibur]))
            return tuple(lines)
        case Vote(approve=tuple(approve)):
            refusing = [name for seat, name in enumerate(players) if seat not in approve]
            sides = (
                ("avalon.moment.yes", [players[seat] for seat in approve]),
                ("avalon.moment.no", refusing),
            )
            name_lines = (tr(key, names=tuple(names)) for key, names in sides if names)
            return (move_text(tr, step.before, move), *name_lines)
        case Quest():
            result = step.after.results[-1]
            return (quest_text(tr, players, result), *_strike_texts(tr, players, result))
        case Roles():
            each = zip(players, move.roles, strict=True)
            return (
                move_text(tr, step.before, move),
                *(
                    tr("roles.one", name=tr.player_name(name), role=tr(short_name_key(role)))
                    for name, role in each
                ),
            )
        case _:
            return (move_text(tr, step.before, move),)


TEXT = GameText(summarize, describe_move, describe_ending, describe_moments, describe_roles)
