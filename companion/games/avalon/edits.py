"""Edit of a history entry of Avalon, with the same drafts as the board, and its saved form. No Kivy here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.core import session as core_session
from companion.core.game import ProblemError
from companion.core.serialization import decode, decode_move, encode_move
from companion.core.session import LogEdit, insert_moves
from companion.games.avalon.drafts import QuestDraft, TeamDraft, VoteDraft
from companion.games.avalon.rules import GAME
from companion.games.avalon.state import QUESTS, Move, Propose, Quest, Vote
from companion.games.avalon.text import HistoryEntry, Step

if TYPE_CHECKING:
    from companion.games.avalon.text import AvalonTable


def missing_proposal(entry: HistoryEntry) -> HistoryEntry:
    """Return a placeholder for a rejected proposal just before this entry."""
    move_index, before = entry.proposal.move_index, entry.proposal.before
    proposal: Step = core_session.Step(move_index, Propose(()), before, before)
    refused_vote: Step = core_session.Step(move_index, Vote(approved=False), before, before)
    return HistoryEntry(proposal, (), before.quest or before.round, None, refused_vote, None, ())


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
        team = replace(self.team, team=tuple(sorted(self.team.team)))
        draft = QuestDraft(team.shown_state, min(self.fails, len(team.team)))
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


@dataclass(frozen=True, slots=True)
class EditRecord:
    """An `EntryEdit` in stored form.

    `entry` is its index in the history, and `new` is True if it is a missing entry before that one.
    """

    entry: int
    new: bool
    quest: int | None
    team: tuple[int, ...]
    excalibur: int | None
    against: tuple[int, ...]
    outright: bool | None
    fails: int
    struck: int | None
    others: tuple[Mapping[str, Any] | None, ...]
    removed: bool


def to_edit_record(entry_index: int, edit: EntryEdit) -> EditRecord:
    team = edit.team
    return EditRecord(
        entry_index,
        edit.is_new,
        team.quest,
        team.team,
        team.excalibur,
        tuple(sorted(edit.votes.refusing)),
        edit.result_only,
        edit.fails,
        edit.excalibur_target,
        tuple(None if move is None else encode_move(GAME, move) for move in edit.others),
        edit.is_removed,
    )


def restore_saved(entries: Sequence[HistoryEntry], saved: Mapping[str, Any]) -> tuple[int, EntryEdit] | None:
    """Decode a saved edit and its entry index; None if it is invalid or does not fit the history."""
    try:
        record = decode(EditRecord, saved)
        others = tuple(None if move is None else decode_move(GAME, move) for move in record.others)
    except ProblemError:
        return None
    entry_index = record.entry
    if entry_index not in range(len(entries)):
        return None
    entry = entries[entry_index]
    before = (
        start_missing_proposal(entry)
        if record.new
        else start_edit(entry, has_next_proposal=entry_index + 1 < len(entries))
    )
    if not _is_valid(before, record, others):
        return None
    team = replace(before.team, quest=record.quest, team=record.team, excalibur=record.excalibur)
    return entry_index, replace(
        before,
        team=team,
        votes=replace(before.votes, refusing=frozenset(record.against)),
        result_only=record.outright,
        fails=record.fails,
        excalibur_target=record.struck,
        others=others,
        is_removed=record.removed,
    )


def _is_valid(before: EntryEdit, record: EditRecord, others: tuple[Move | None, ...]) -> bool:
    """Validate a saved edit, which may come from a damaged file.

    Invalid seats would cause errors later.
    """
    seats = range(len(before.team.state.setup.players))
    stored_seats = (*record.team, *record.against, record.excalibur, record.struck)
    recorded = [type(step.move) for step in before.entry.others]
    return (
        all(seat is None or seat in seats for seat in stored_seats)
        and (record.quest is None or record.quest in range(1, QUESTS + 1))
        and record.fails in range(len(seats) + 1)
        and len(others) == len(recorded)
        and all(move is None or type(move) is kind for move, kind in zip(others, recorded, strict=True))
    )
