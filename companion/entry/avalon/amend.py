"""Edit of a history entry of Avalon, with the same drafts as the board. No Kivy here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.core.session import LogEdit
from companion.entry.avalon.draft import QuestDraft, TeamDraft, VoteDraft
from companion.entry.avalon.forgotten import missing_proposal
from companion.entry.avalon.log import HistoryEntry, Step
from companion.games.avalon.state import Move, Propose, Quest, Vote
from companion.games.replay import insert_moves

if TYPE_CHECKING:
    from companion.entry.avalon.summary import AvalonTable

Changes = Mapping[int, tuple[Move, ...]]


@dataclass(frozen=True, slots=True)
class EntryEdit:
    """A history entry as it should have been.

    `votes` are by seat; if only the result is known, `result_only` holds it. `others` matches the entry's
    own, with None for a removed move. `has_next_proposal` is True if another team was proposed after this
    one: approving this one then implies that its quest was played too.
    """

    entry: HistoryEntry
    team: TeamDraft
    votes: VoteDraft
    result_only: bool | None
    fails: int
    excalibur_target: int | None
    others: tuple[Move | None, ...]
    has_next_proposal: bool
    is_removed: bool = False
    # A missing entry, to be inserted before the entry with the same move index.
    is_new: bool = False

    # -- queries ------------------------------------------------------------------------------------------

    @property
    def is_approved(self) -> bool | None:
        if self.entry.vote is None:
            return None
        return self.votes.is_approved if self.result_only is None else self.result_only

    @property
    def has_quest(self) -> bool:
        """True if the quest was recorded, or must have been played."""
        return bool(self.is_approved) and (self.entry.quest_step is not None or self.is_quest_missing)

    @property
    def is_quest_missing(self) -> bool:
        """True if the edit approves a rejected team, which implies a quest that was never recorded."""
        return bool(self.is_approved) and not self.entry.is_approved and self.has_next_proposal

    @property
    def quest(self) -> QuestDraft:
        """The quest draft for the edited team."""
        team = tuple(sorted(self.team.team))
        before = self.entry.proposal.before
        state = replace(before, quest=self.team.quest, team=team, excalibur=self.team.excalibur)
        draft = QuestDraft(state, min(self.fails, len(team)))
        return draft if self.excalibur_target is None else draft.tap(self.excalibur_target)

    @property
    def is_ready(self) -> bool:
        return self.is_removed or self.team.is_ready

    @property
    def editable_others(self) -> tuple[tuple[int, Step, Move | None], ...]:
        """The other moves that can be edited: without a quest, none after it."""
        last = self.entry.vote.move_index if self.entry.vote is not None else self.entry.proposal.move_index
        return tuple(
            (place, step, move)
            for place, (step, move) in enumerate(zip(self.entry.others, self.others, strict=True))
            if self.entry.quest_step is None or self.is_approved or step.move_index < last
        )

    # -- changes ------------------------------------------------------------------------------------------

    def tap_team(self, seat: int) -> EntryEdit:
        return replace(self, team=self.team.tap(seat))

    def select_quest(self, quest: int) -> EntryEdit:
        return replace(self, team=self.team.select_quest(quest))

    def tap_vote(self, seat: int) -> EntryEdit:
        return replace(self, votes=self.votes.tap(seat), result_only=None)

    def set_vote_result(self, approved: bool) -> EntryEdit:
        """Set the result of a vote of which nothing else is known."""
        return replace(self, result_only=approved)

    def set_fails(self, fails: int) -> EntryEdit:
        return replace(self, fails=fails)

    def set_excalibur_target(self, seat: int | None) -> EntryEdit:
        """Set the seat that Excalibur was used on, or None."""
        return replace(self, excalibur_target=seat)

    def replace_other(self, place: int, move: Move | None) -> EntryEdit:
        others = tuple(move if index == place else existing for index, existing in enumerate(self.others))
        return replace(self, others=others)

    def set_removed(self, removed: bool) -> EntryEdit:
        return replace(self, is_removed=removed)

    # -- resulting moves ----------------------------------------------------------------------------------

    @property
    def changes(self) -> Changes:
        """The changed moves for `GameSession.preview_edit`; the rules decide which other moves stay."""
        entry = self.entry
        if self.is_removed:
            return {step.move_index: () for step in entry.steps}
        replacements: dict[int, tuple[Move, ...]] = {entry.proposal.move_index: (self.team.move,)}
        quest_move = self.quest.move
        if entry.vote is not None:
            missing_moves = (quest_move,) if self.is_quest_missing else ()
            replacements[entry.vote.move_index] = (self._vote_move, *missing_moves)
        if entry.quest_step is not None and self.is_approved:
            replacements[entry.quest_step.move_index] = (quest_move,)
        for _, step, move in self.editable_others:
            replacements[step.move_index] = () if move is None else (move,)
        return {
            step.move_index: replacements[step.move_index]
            for step in entry.steps
            if _differs(step, replacements)
        }

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves of a missing entry."""
        quest = (self.quest.move,) if self.has_quest else ()
        return (self.team.move, self._vote_move, *quest)

    def preview(self, session: AvalonTable) -> LogEdit[Move]:
        """Preview the edit. Raises `IllegalMove` if the edited moves themselves are illegal."""
        if self.is_new:
            return insert_moves(session, self.entry.proposal.move_index, self.moves)
        return session.preview_edit(self.changes)

    @property
    def _vote_move(self) -> Move:
        return self.votes.move if self.result_only is None else Vote(approved=self.result_only)


def start_edit(entry: HistoryEntry, *, has_next_proposal: bool) -> EntryEdit:
    """Return an edit of the entry as it was recorded."""
    before = entry.proposal.before
    players = range(len(before.setup.players))
    approving = entry.approving_seats
    against = frozenset(players) - approving if approving is not None else frozenset()
    quest_move = entry.quest_step.move if entry.quest_step is not None else None
    return EntryEdit(
        entry,
        TeamDraft(before, entry.quest, entry.team, entry.excalibur_bearer),
        VoteDraft(entry.proposal.after, against),
        entry.is_approved if approving is None else None,
        quest_move.fails if isinstance(quest_move, Quest) else 0,
        quest_move.excalibur_on if isinstance(quest_move, Quest) else None,
        tuple(step.move for step in entry.others),
        has_next_proposal,
    )


def start_missing_proposal(entry: HistoryEntry) -> EntryEdit:
    """Return an edit that inserts a rejected proposal before this one, with unknown votes."""
    missing = missing_proposal(entry)
    state = missing.proposal.before
    team, votes = TeamDraft(state, state.quest), VoteDraft(state)
    return EntryEdit(missing, team, votes, False, 0, None, (), has_next_proposal=True, is_new=True)


def _differs(step: Step, replacements: Mapping[int, tuple[Move, ...]]) -> bool:
    if step.move_index not in replacements:
        return False
    return tuple(map(_normalize_move, replacements[step.move_index])) != (_normalize_move(step.move),)


def _normalize_move(move: Move) -> Move:
    """Normalize equivalent moves: the order of seats does not matter."""
    if isinstance(move, Propose):
        return replace(move, team=tuple(sorted(move.team)))
    if isinstance(move, Vote) and move.approve is not None:
        return replace(move, approve=tuple(sorted(move.approve)))
    return move
