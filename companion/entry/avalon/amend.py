"""An entry of the history while it is being changed, by the same drafts as the board. No Kivy here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.entry.avalon.draft import QuestDraft, TeamDraft, VoteDraft
from companion.entry.avalon.forgotten import blank
from companion.entry.avalon.log import Entry, Step
from companion.entry.inserting import inserted
from companion.games.avalon.moves import Move, Propose, Quest, Vote
from companion.table import Revision

if TYPE_CHECKING:
    from companion.entry.avalon.summary import AvalonTable

Changes = Mapping[int, tuple[Move, ...]]


@dataclass(frozen=True, slots=True)
class Amendment:
    """What the entry should have been.

    `votes` are by seat; where only the result is known, `outright` holds it. `others` follows the
    entry's own, None for one that is taken out. `goes_on` says whether another team was proposed after
    this one: should this one have been approved, its quest was played too.
    """

    entry: Entry
    team: TeamDraft
    votes: VoteDraft
    outright: bool | None
    fails: int
    struck: int | None
    others: tuple[Move | None, ...]
    goes_on: bool
    removed: bool = False
    # Never recorded: to be put in before the entry whose number it has.
    new: bool = False

    # -- what is known ------------------------------------------------------------------------------------

    @property
    def approved(self) -> bool | None:
        if self.entry.vote is None:
            return None
        return self.votes.approved if self.outright is None else self.outright

    @property
    def has_quest(self) -> bool:
        """Whether cards were shown, or must have been for the game to go on."""
        return bool(self.approved) and (self.entry.played is not None or self.was_forgotten)

    @property
    def was_forgotten(self) -> bool:
        """The quest of a team that was thought to be refused."""
        return bool(self.approved) and not self.entry.approved and self.goes_on

    @property
    def quest(self) -> QuestDraft:
        """The quest of the team as it is drafted now."""
        team = tuple(sorted(self.team.team))
        before = self.entry.proposal.before
        state = replace(before, quest=self.team.quest, team=team, excalibur=self.team.excalibur)
        draft = QuestDraft(state, min(self.fails, len(team)))
        return draft if self.struck is None else draft.tap(self.struck)

    @property
    def ready(self) -> bool:
        return self.removed or self.team.ready

    @property
    def shown_others(self) -> tuple[tuple[int, Step, Move | None], ...]:
        """What else can be changed: without its quest, nothing that came after it."""
        last = self.entry.vote.number if self.entry.vote is not None else self.entry.proposal.number
        return tuple(
            (place, step, move)
            for place, (step, move) in enumerate(zip(self.entry.others, self.others, strict=True))
            if self.entry.played is None or self.approved or step.number < last
        )

    # -- changing it --------------------------------------------------------------------------------------

    def tap_team(self, seat: int) -> Amendment:
        return replace(self, team=self.team.tap(seat))

    def aim(self, quest: int) -> Amendment:
        return replace(self, team=self.team.aim(quest))

    def tap_vote(self, seat: int) -> Amendment:
        return replace(self, votes=self.votes.tap(seat), outright=None)

    def say_result(self, approved: bool) -> Amendment:
        """Only the result of the vote is known."""
        return replace(self, outright=approved)

    def count(self, fails: int) -> Amendment:
        return replace(self, fails=fails)

    def strike(self, seat: int | None) -> Amendment:
        """Excalibur was used on this seat, or on nobody."""
        return replace(self, struck=seat)

    def other(self, place: int, move: Move | None) -> Amendment:
        others = tuple(move if at == place else kept for at, kept in enumerate(self.others))
        return replace(self, others=others)

    def remove(self, removed: bool) -> Amendment:
        return replace(self, removed=removed)

    # -- what it comes to ---------------------------------------------------------------------------------

    @property
    def changes(self) -> Changes:
        """For `Table.revise`: only what differs, so that all else is kept or dropped by the rules."""
        entry = self.entry
        if self.removed:
            return {step.number: () for step in entry.steps}
        wanted: dict[int, tuple[Move, ...]] = {entry.proposal.number: (self.team.move,)}
        shown = self.quest.move
        if entry.vote is not None:
            forgotten = (shown,) if self.was_forgotten else ()
            wanted[entry.vote.number] = (self._vote, *forgotten)
        if entry.played is not None and self.approved:
            wanted[entry.played.number] = (shown,)
        for _, step, move in self.shown_others:
            wanted[step.number] = () if move is None else (move,)
        return {step.number: wanted[step.number] for step in entry.steps if _differs(step, wanted)}

    @property
    def moves(self) -> tuple[Move, ...]:
        """All of it, where nothing was recorded yet."""
        quest = (self.quest.move,) if self.has_quest else ()
        return (self.team.move, self._vote, *quest)

    def revised(self, table: AvalonTable) -> Revision[Move]:
        """What would come of it. Raises `IllegalMove` if the rules refuse what was entered itself."""
        if self.new:
            return inserted(table, self.entry.proposal.number, self.moves)
        return table.revise(self.changes)

    @property
    def _vote(self) -> Move:
        return self.votes.move if self.outright is None else Vote(approved=self.outright)


def amend(entry: Entry, *, goes_on: bool) -> Amendment:
    """The entry as it was recorded."""
    before = entry.proposal.before
    players = range(len(before.setup.players))
    approving = entry.approving
    against = frozenset(players) - approving if approving is not None else frozenset()
    shown = entry.played.move if entry.played is not None else None
    return Amendment(
        entry,
        TeamDraft(before, entry.quest, entry.team, entry.bearer),
        VoteDraft(entry.proposal.after, against),
        entry.approved if approving is None else None,
        shown.fails if isinstance(shown, Quest) else 0,
        shown.excalibur_on if isinstance(shown, Quest) else None,
        tuple(step.move for step in entry.others),
        goes_on,
    )


def forgotten_before(entry: Entry) -> Amendment:
    """A team that was refused before this one was proposed; who voted how is not known yet."""
    missing = blank(entry)
    state = missing.proposal.before
    team, votes = TeamDraft(state, state.quest), VoteDraft(state)
    return Amendment(missing, team, votes, False, 0, None, (), goes_on=True, new=True)


def _differs(step: Step, wanted: Mapping[int, tuple[Move, ...]]) -> bool:
    if step.number not in wanted:
        return False
    return tuple(map(_plain, wanted[step.number])) != (_plain(step.move),)


def _plain(move: Move) -> Move:
    """Two ways to write the same: seats count in any order."""
    if isinstance(move, Propose):
        return replace(move, team=tuple(sorted(move.team)))
    if isinstance(move, Vote) and move.approve is not None:
        return replace(move, approve=tuple(sorted(move.approve)))
    return move
