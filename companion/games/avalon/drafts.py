"""Drafts of Avalon's moves. No Kivy here.

Each phase has its draft. `tap(seat)` returns the next draft, `move` the move once `is_ready`; the rules
stay in the game, and a draft only offers what they allow.

Draft codec of Avalon: drafts survive closing the app and are restored by undo.

Taps on a draft of Avalon, with the problem if the rules do not allow them.

Default set-up of Avalon: the recent one, else the first game or a common preset.

A set-up that includes a given character, so that its ability can be explained before it is chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.core.drafts import DraftCodec
from companion.core.game import IllegalMove, Problem, filter_blocking
from companion.core.resume_state import Memory, SetupDefaults, recall_at_size, remember_at_size
from companion.core.session import AnySession
from companion.games.avalon.definition import DEFINITION
from companion.games.avalon.rules import SWITCHES, apply
from companion.games.avalon.setup import (
    ROLES,
    Lancelot,
    RoleUse,
    Setup,
    deck,
    is_first_game,
    list_presets,
    problems,
)
from companion.games.avalon.state import (
    QUESTS,
    Assassinate,
    Lady,
    Loyalty,
    LoyaltyRow,
    Move,
    Phase,
    Propose,
    Quest,
    Roles,
    State,
    Vote,
)
from companion.games.role_assignment import RoleAssignment


@dataclass(frozen=True, slots=True)
class TeamDraft:
    """Draft of a proposal: quest (with Targeting), team, and bearer of Excalibur."""

    state: State
    quest: int | None
    team: tuple[int, ...] = ()
    excalibur: int | None = None

    @property
    def team_size(self) -> int:
        return 0 if self.quest is None else self.state.numbers.team_size(self.quest)

    @property
    def is_full(self) -> bool:
        return self.quest is not None and len(self.team) == self.team_size

    @property
    def needs_bearer(self) -> bool:
        """True if the team is complete and the bearer of Excalibur must still be chosen."""
        return self.is_full and self.state.setup.excalibur and self.excalibur is None

    def select_quest(self, quest: int) -> TeamDraft:
        if quest == self.quest or quest not in self.state.open_quests:
            return self
        size = self.state.numbers.team_size(quest)
        return replace(self, quest=quest, team=self.team[:size], excalibur=None)

    def tap(self, seat: int) -> TeamDraft:
        if self.needs_bearer and seat in self.team and seat != self.state.leader:
            return replace(self, excalibur=seat)
        if seat in self.team:
            bearer = None if seat == self.excalibur else self.excalibur
            return replace(self, team=tuple(other for other in self.team if other != seat), excalibur=bearer)
        return self if self.is_full or self.quest is None else replace(self, team=(*self.team, seat))

    @property
    def is_ready(self) -> bool:
        return self.is_full and not self.needs_bearer

    @property
    def move(self) -> Move:
        quest = self.quest if self.state.setup.targeting else None
        return Propose(tuple(sorted(self.team)), quest, self.excalibur)


@dataclass(frozen=True, slots=True)
class VoteDraft:
    """Draft of a vote. All seats approve by default, because most groups name those who reject."""

    state: State
    refusing: frozenset[int] = frozenset()
    is_ready: bool = True

    def tap(self, seat: int) -> VoteDraft:
        return replace(self, refusing=self.refusing ^ {seat})

    @property
    def approving_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.state.setup.players)) if seat not in self.refusing)

    @property
    def is_approved(self) -> bool:
        return self.state.is_approved_by(len(self.approving_seats))

    @property
    def move(self) -> Move:
        return Vote(approve=self.approving_seats)


@dataclass(frozen=True, slots=True)
class QuestDraft:
    """Draft of a quest's result: number of fails, and whom Excalibur was used on."""

    state: State
    fails: int = 0
    excalibur_on: int | None = None
    is_ready: bool = True

    def tap(self, seat: int) -> QuestDraft:
        bearer = self.state.excalibur
        if bearer is None or seat == bearer or seat not in self.state.team:
            return self
        return replace(self, excalibur_on=None if seat == self.excalibur_on else seat)

    def set_fails(self, fails: int) -> QuestDraft:
        return replace(self, fails=fails)

    @property
    def is_failed(self) -> bool:
        return self.fails >= (self.state.fails_needed or 1)

    @property
    def move(self) -> Move:
        return Quest(self.fails, self.excalibur_on)


@dataclass(frozen=True, slots=True)
class TargetDraft:
    """Draft of naming one player: by the Lady of the Lake, or by the Assassin."""

    state: State
    target: int | None = None
    hit: bool | None = None

    @property
    def candidates(self) -> tuple[int, ...]:
        if self.state.phase is Phase.LADY:
            return self.state.lady_targets
        return tuple(range(len(self.state.setup.players)))

    def tap(self, seat: int) -> TargetDraft:
        return replace(self, target=seat) if seat in self.candidates else self

    def set_hit(self, hit: bool) -> TargetDraft:
        return replace(self, hit=hit)

    @property
    def is_ready(self) -> bool:
        return self.target is not None and (self.state.phase is Phase.LADY or self.hit is not None)

    @property
    def move(self) -> Move:
        target = self.target if self.target is not None else -1
        if self.state.phase is Phase.LADY:
            return Lady(target)
        return Assassinate(target, bool(self.hit))


@dataclass(frozen=True, slots=True)
class LoyaltyDraft:
    """Draft of Lancelot's loyalty cards: one card (none if not chosen yet), or a row."""

    state: State
    switches: tuple[bool, ...]

    @property
    def is_ready(self) -> bool:
        return bool(self.switches)

    def tap(self, _seat: int) -> LoyaltyDraft:
        return self

    def flip_card(self, place: int) -> LoyaltyDraft:
        return self.set_cards(tuple(not card if i == place else card for i, card in enumerate(self.switches)))

    def set_cards(self, cards: tuple[bool, ...]) -> LoyaltyDraft:
        """Set the visible cards if they are possible, else return the draft unchanged."""
        is_single = self.state.phase is Phase.LOYALTY
        fits = len(cards) == (1 if is_single else QUESTS) and sum(cards) <= SWITCHES
        return replace(self, switches=cards) if fits else self

    @property
    def move(self) -> Move:
        if self.state.phase is Phase.LOYALTY:
            return Loyalty(self.switches == (True,))
        return LoyaltyRow(self.switches)


@dataclass(frozen=True, slots=True)
class RolesDraft(RoleAssignment):
    """Draft of the role card of each seat."""

    state: State

    @property
    def role_counts(self) -> Counter[str]:
        return Counter(deck(self.state.setup))

    @property
    def move(self) -> Move:
        return Roles(self.assigned_roles)


def make_roles_draft(state: State) -> RolesDraft:
    """Return a draft with the recorded roles, or an empty one."""
    return RolesDraft(state.roles or (None,) * len(state.setup.players), state)


# Drafts of a phase; `AnyDraft` includes the draft after the game.
Draft = TeamDraft | VoteDraft | QuestDraft | TargetDraft | LoyaltyDraft
AnyDraft = Draft | RolesDraft

_DRAFT_FACTORIES: Final[Mapping[Phase, Callable[[State], Draft]]] = {
    Phase.PROPOSE: lambda state: TeamDraft(state, state.quest),
    Phase.VOTE: VoteDraft,
    Phase.QUEST: QuestDraft,
    Phase.LADY: TargetDraft,
    Phase.ASSASSINATE: TargetDraft,
    Phase.LOYALTY: lambda state: LoyaltyDraft(state, ()),
    Phase.LOYALTY_ROW: lambda state: LoyaltyDraft(state, (False,) * QUESTS),
}


def make_draft(state: State) -> Draft | None:
    """Return an empty draft for the current phase; None once the game is over."""
    make = _DRAFT_FACTORIES.get(state.phase)
    return make(state) if make is not None else None


@dataclass(frozen=True, slots=True)
class DraftRecord:
    """A draft of any phase in stored form.

    `seats` are the team or those who reject; `seat` is the bearer of Excalibur, its target, or the player
    named; `number` is the quest or the number of fails; `right` is whether it was Merlin; `roles` are the
    cards of the seats, recorded after the game.
    """

    seats: tuple[int, ...] = ()
    seat: int | None = None
    number: int | None = None
    right: bool | None = None
    cards: tuple[bool, ...] = ()
    roles: tuple[str | None, ...] = ()


def to_record(draft: AnyDraft) -> DraftRecord:
    match draft:
        case TeamDraft():
            return DraftRecord(seats=draft.team, seat=draft.excalibur, number=draft.quest)
        case VoteDraft():
            return DraftRecord(seats=tuple(sorted(draft.refusing)))
        case QuestDraft():
            return DraftRecord(seat=draft.excalibur_on, number=draft.fails)
        case TargetDraft():
            return DraftRecord(seat=draft.target, right=draft.hit)
        case LoyaltyDraft():
            return DraftRecord(cards=draft.switches)
        case RolesDraft():
            return DraftRecord(roles=draft.roles)


def record_of_move(move: Move, state: State) -> DraftRecord | None:
    """Return the draft from which this move was made; None if it was not entered by a draft."""
    match move:
        case Propose():
            return DraftRecord(seats=move.team, seat=move.excalibur, number=move.quest or state.quest)
        case Vote(approve=tuple(approving)):
            seats = range(len(state.setup.players))
            return DraftRecord(seats=tuple(seat for seat in seats if seat not in approving))
        case Quest():
            return DraftRecord(seat=move.excalibur_on, number=move.fails)
        case Lady():
            return DraftRecord(seat=move.target)
        case Assassinate():
            return DraftRecord(seat=move.target, right=move.hit)
        case Loyalty():
            return DraftRecord(cards=(move.switch,))
        case LoyaltyRow():
            return DraftRecord(cards=move.switches)
        case _:
            return None


def draft_from_record(state: State, record: DraftRecord) -> AnyDraft:
    """Return the draft for this state with the stored values; values that do not fit are ignored."""
    draft = _start_draft(state)
    match draft:
        case TeamDraft():
            return _team_from_record(draft, record)
        case VoteDraft():
            seats = range(len(state.setup.players))
            return replace(draft, refusing=frozenset(record.seats) & frozenset(seats))
        case QuestDraft():
            if record.number in range(len(state.team) + 1):
                draft = draft.set_fails(record.number or 0)
            return draft if record.seat is None else draft.tap(record.seat)
        case TargetDraft():
            target_draft = draft if record.seat is None else draft.tap(record.seat)
            return replace(target_draft, hit=record.right)
        case LoyaltyDraft():
            return draft.set_cards(record.cards)
        case RolesDraft():
            return draft.with_roles(record.roles)


def _team_from_record(draft: TeamDraft, record: DraftRecord) -> TeamDraft:
    if record.number is not None:
        draft = draft.select_quest(record.number)
    for seat in dict.fromkeys(record.seats):
        if seat in range(len(draft.state.setup.players)):
            draft = draft.tap(seat)
    has_bearer = record.seat in draft.team and record.seat != draft.state.leader
    return replace(draft, excalibur=record.seat) if draft.state.setup.excalibur and has_bearer else draft


def _start_draft(state: State) -> AnyDraft:
    """Return an empty draft for this state."""
    return make_draft(state) or make_roles_draft(state)


def _empty_draft(session: AnySession) -> AnyDraft:
    record = record_of_move(session.undone_moves[0], session.state) if session.undone_moves else None
    return _start_draft(session.state) if record is None else draft_from_record(session.state, record)


def _from_record(session: AnySession, record: DraftRecord) -> AnyDraft:
    return draft_from_record(session.state, record)


def _is_compatible(one: State, other: State) -> bool:
    """True if phase and team are equal: votes and fails belong to a team."""
    return (one.phase, one.team) == (other.phase, other.team)


DRAFT_CODEC: DraftCodec[AnyDraft] = DraftCodec(
    DraftRecord, _empty_draft, _from_record, _is_compatible, to_record=to_record
)


def apply_tap(draft: Draft, seat: int) -> tuple[Draft, Problem | None]:
    """Return the draft after a tap; if it is unchanged, also the problem, if there is one."""
    after = draft.tap(seat)
    if after is not draft:
        return after, None
    move = _intended_move(draft, seat)
    return draft, None if move is None else _find_problem(draft.state, move)


def select_quest(draft: TeamDraft, quest: int) -> tuple[TeamDraft, Problem | None]:
    """Return the draft with this quest selected, or the problem."""
    if quest == draft.quest or (draft.state.setup.targeting and quest in draft.state.open_quests):
        return draft.select_quest(quest), None
    return draft, _find_problem(draft.state, Propose(draft.team, quest))


def _intended_move(draft: Draft, seat: int) -> Move | None:
    """Return the move that the tap would have led to."""
    match draft:
        case TeamDraft():
            quest = draft.quest if draft.state.setup.targeting else None
            if draft.needs_bearer:
                return Propose(draft.team, quest, seat)
            return Propose((*draft.team, seat), quest, draft.excalibur)
        case QuestDraft() if draft.state.excalibur is not None:
            return Quest(draft.fails, seat)
        case TargetDraft() if draft.state.phase is Phase.LADY:
            return Lady(seat)
        case _:
            return None


def _find_problem(state: State, move: Move) -> Problem | None:
    try:
        apply(state, move)
    except IllegalMove as exc:
        return exc.problem
    return None


def default_setup(players: tuple[str, ...], before: Setup | None, draw: Callable[[int], int]) -> Setup:
    """Return the recent set-up if valid, else a common preset; without a recent one, the first game."""
    count = len(players)
    if before is not None and len(before.players) == count:
        setup = replace(before, players=players, leader=min(before.leader, count - 1))
        if not filter_blocking(problems(setup)):
            return setup
    first, common, *_ = list_presets(count)
    return Setup(players, leader=draw(count), roles=(first if before is None else common).roles)


def recall_setup(players: tuple[str, ...], memory: Memory, draw: Callable[[int], int]) -> Setup:
    return default_setup(players, recall_at_size(memory, Setup, DEFINITION.id, len(players)), draw)


def remember_setup(setup: Setup, memory: Memory) -> None:
    remember_at_size(memory, setup, DEFINITION.id, len(setup.players))


def prepare_setup(players: tuple[str, ...], memory: Memory, draw: Callable[[int], int]) -> Setup:
    """Return and remember the set-up for an immediate start. The leader is drawn at random every time."""
    setup = replace(recall_setup(players, memory, draw), leader=draw(len(players)))
    remember_setup(setup, memory)
    return setup


SETUP_DEFAULTS = SetupDefaults(prepare_setup, is_first_game)


def make_setup_with_role(setup: Setup, role: str) -> Setup | None:
    """Return this set-up if it has the character, else with it added, else with it as the only optional one.

    None if no such set-up is valid for these players.
    """
    use = ROLES[role].use
    selected = (role,) if use is RoleUse.OPTIONAL else ()
    lancelot = (setup.lancelot or Lancelot.V1) if use is RoleUse.PAIR else None
    alone = replace(setup, roles=selected, lancelot=lancelot, options=replace(setup.options, merlin=True))
    added = replace(
        setup, roles=tuple(dict.fromkeys((*setup.roles, *selected))), lancelot=lancelot or setup.lancelot
    )
    for candidate in (setup, added, alone):
        if not filter_blocking(problems(candidate)) and role in deck(candidate):
            return candidate
    return None
