"""Drafts of Avalon's moves: what is being entered, what the board shows of it, its JSON; the default set-up.

Each phase has its draft. `tap(seat)` returns the next draft, `move` the move once `is_ready`; the rules stay
in the game, and a draft only offers what they allow. No Kivy here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final

from companion.core.drafts import DraftCodec, RoleAssignment
from companion.core.game import IllegalMove, Problem, filter_blocking
from companion.core.message import Message
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


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice besides the seats; a number is its own label."""

    label: Message | int
    is_selected: bool


@dataclass(frozen=True, slots=True)
class DraftView:
    """What the board shows of a draft: what taps do, the main button, the middle of the table, the choices.

    `button_icon` is the name of an icon. `refusing` are the seats that reject a team, None without a vote.
    """

    hint: Message
    button_key: str
    button_icon: str
    title: Message
    lines: tuple[Message, ...] = ()
    count: Message | None = None
    choices: tuple[Choice, ...] = ()
    highlighted_seat: int | None = None
    refusing: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Draft(ABC):
    """An unfinished move of a phase."""

    state: State

    @property
    def is_ready(self) -> bool:
        return True

    @property
    @abstractmethod
    def move(self) -> Move: ...

    @property
    @abstractmethod
    def view(self) -> DraftView: ...

    @property
    def shown_state(self) -> State:
        """The state with the team that is being entered."""
        return self.state

    def tap(self, seat: int) -> Draft:
        return self

    def choose(self, index: int) -> Draft:
        """Return the draft after a tap on one of the choices of its view."""
        return self

    def attempted_move(self, seat: int) -> Move | None:
        """Return the move that a tap on this seat would have led to, to find the rule against it."""
        return None

    @property
    @abstractmethod
    def record(self) -> DraftRecord: ...

    @abstractmethod
    def restore(self, record: DraftRecord) -> Draft:
        """Return this empty draft with the stored values; values that do not fit are ignored."""

    def _fails_needed_message(self, quest: int) -> Message:
        return Message.of("avalon.board.fails_needed", n=self.state.numbers.fails_needed(quest))


@dataclass(frozen=True, slots=True)
class TeamDraft(Draft):
    """Draft of a proposal: quest (with Targeting), team, and bearer of Excalibur."""

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

    @property
    def is_ready(self) -> bool:
        return self.is_full and not self.needs_bearer

    @property
    def move(self) -> Move:
        return Propose(tuple(sorted(self.team)), self._targeted_quest, self.excalibur)

    @property
    def hint(self) -> Message:
        step = "target" if self.quest is None else "excalibur" if self.needs_bearer else "propose"
        return Message.of(f"avalon.board.hint.{step}", name=self.state.setup.players[self.state.leader])

    @property
    def view(self) -> DraftView:
        button = ("avalon.board.do.propose", "TEAM")
        if self.quest is None:
            return DraftView(self.hint, *button, Message("avalon.board.choose_quest"))
        count = Message.of("avalon.board.of", count=len(self.team), size=self.team_size)
        lines = (self._fails_needed_message(self.quest),)
        return DraftView(self.hint, *button, Message("avalon.board.team"), lines, count)

    @property
    def shown_state(self) -> State:
        return replace(self.state, quest=self.quest, team=self.team, excalibur=self.excalibur)

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

    def attempted_move(self, seat: int) -> Move:
        if self.needs_bearer:
            return Propose(self.team, self._targeted_quest, seat)
        return Propose((*self.team, seat), self._targeted_quest, self.excalibur)

    @property
    def record(self) -> DraftRecord:
        return DraftRecord(seats=self.team, seat=self.excalibur, number=self.quest)

    def restore(self, record: DraftRecord) -> TeamDraft:
        draft = self if record.number is None else self.select_quest(record.number)
        for seat in dict.fromkeys(record.seats):
            if seat in range(len(draft.state.setup.players)):
                draft = draft.tap(seat)
        has_bearer = record.seat in draft.team and record.seat != draft.state.leader
        return replace(draft, excalibur=record.seat) if draft.state.setup.excalibur and has_bearer else draft

    @property
    def _targeted_quest(self) -> int | None:
        return self.quest if self.state.setup.targeting else None


@dataclass(frozen=True, slots=True)
class VoteDraft(Draft):
    """Draft of a vote. All seats approve by default, because most groups name those who reject."""

    refusing: frozenset[int] = frozenset()

    @property
    def approving_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.state.setup.players)) if seat not in self.refusing)

    @property
    def is_approved(self) -> bool:
        return self.state.is_approved_by(len(self.approving_seats))

    @property
    def move(self) -> Move:
        return Vote(approve=self.approving_seats)

    @property
    def view(self) -> DraftView:
        approved = self.is_approved
        return DraftView(
            Message("avalon.board.hint.vote"),
            "avalon.board.do.send" if approved else "avalon.board.do.refuse",
            "SHIELD" if approved else "CROSS",
            Message("avalon.board.approved" if approved else "avalon.board.refused"),
            (Message.of("avalon.board.needed", n=self.state.numbers.approvals_needed),),
            refusing=self.refusing,
        )

    def tap(self, seat: int) -> VoteDraft:
        return replace(self, refusing=self.refusing ^ {seat})

    @property
    def record(self) -> DraftRecord:
        return DraftRecord(seats=tuple(sorted(self.refusing)))

    def restore(self, record: DraftRecord) -> VoteDraft:
        seats = range(len(self.state.setup.players))
        return replace(self, refusing=frozenset(record.seats).intersection(seats))


@dataclass(frozen=True, slots=True)
class QuestDraft(Draft):
    """Draft of a quest's result: number of fails, and whom Excalibur was used on."""

    fails: int = 0
    excalibur_on: int | None = None

    @property
    def is_failed(self) -> bool:
        return self.fails >= (self.state.fails_needed or 1)

    @property
    def move(self) -> Move:
        return Quest(self.fails, self.excalibur_on)

    @property
    def view(self) -> DraftView:
        state, failed = self.state, self.is_failed
        return DraftView(
            Message(f"avalon.board.hint.quest{'' if state.excalibur is None else '_excalibur'}"),
            "avalon.board.do.quest_failed" if failed else "avalon.board.do.quest_won",
            "DAGGER" if failed else "SUN",
            Message.of("avalon.board.fails", n=self.fails),
            (
                Message("avalon.board.failed" if failed else "avalon.board.succeeded"),
                self._fails_needed_message(state.quest or 1)
                if self.excalibur_on is None
                else Message.of("avalon.board.struck", name=state.setup.players[self.excalibur_on]),
            ),
            choices=tuple(Choice(fails, fails == self.fails) for fails in range(len(state.team) + 1)),
            highlighted_seat=self.excalibur_on,
        )

    def tap(self, seat: int) -> QuestDraft:
        bearer = self.state.excalibur
        if bearer is None or seat == bearer or seat not in self.state.team:
            return self
        return replace(self, excalibur_on=None if seat == self.excalibur_on else seat)

    def choose(self, index: int) -> QuestDraft:
        """Set the number of fails."""
        return replace(self, fails=index)

    def attempted_move(self, seat: int) -> Move | None:
        return None if self.state.excalibur is None else Quest(self.fails, seat)

    @property
    def record(self) -> DraftRecord:
        return DraftRecord(seat=self.excalibur_on, number=self.fails)

    def restore(self, record: DraftRecord) -> QuestDraft:
        draft = self
        if record.number in range(len(self.state.team) + 1):
            draft = draft.choose(record.number or 0)
        return draft if record.seat is None else draft.tap(record.seat)


@dataclass(frozen=True, slots=True)
class TargetDraft(Draft):
    """Draft of naming one player: by the Lady of the Lake, or by the Assassin."""

    target: int | None = None
    hit: bool | None = None

    @property
    def _is_lady(self) -> bool:
        return self.state.phase is Phase.LADY

    @property
    def candidates(self) -> tuple[int, ...]:
        return self.state.lady_targets if self._is_lady else tuple(range(len(self.state.setup.players)))

    @property
    def is_ready(self) -> bool:
        return self.target is not None and (self._is_lady or self.hit is not None)

    @property
    def move(self) -> Move:
        target = self.target if self.target is not None else -1
        return Lady(target) if self._is_lady else Assassinate(target, bool(self.hit))

    @property
    def view(self) -> DraftView:
        players, lady = self.state.setup.players, self.state.lady_holder
        name = None if self.target is None else Message.from_name(players[self.target])
        if self._is_lady and lady is not None:
            hint = Message.of("avalon.board.hint.lady", name=players[lady])
            button, task = ("avalon.board.do.lady", "LADY"), Message("avalon.extra.lady.name")
            lines = () if name is None else (task,)
            return DraftView(hint, *button, name or task, lines, highlighted_seat=self.target)
        verdicts = ((True, "avalon.board.hit"), (False, "avalon.board.missed"))
        return DraftView(
            Message("avalon.board.hint.assassinate")
            if self.target is None
            else Message.of("avalon.board.hint.verdict", name=players[self.target]),
            *("avalon.board.do.assassinate", "DAGGER"),
            name or Message("avalon.board.who_is_merlin"),
            choices=tuple(Choice(Message(key), self.hit is hit) for hit, key in verdicts),
            highlighted_seat=self.target,
        )

    def tap(self, seat: int) -> TargetDraft:
        return replace(self, target=seat) if seat in self.candidates else self

    def choose(self, index: int) -> TargetDraft:
        """Set the verdict: the first choice is that Merlin was named."""
        return replace(self, hit=index == 0)

    def attempted_move(self, seat: int) -> Move | None:
        return Lady(seat) if self._is_lady else None

    @property
    def record(self) -> DraftRecord:
        return DraftRecord(seat=self.target, right=self.hit)

    def restore(self, record: DraftRecord) -> TargetDraft:
        return replace(self if record.seat is None else self.tap(record.seat), hit=record.right)


@dataclass(frozen=True, slots=True)
class LoyaltyDraft(Draft):
    """Draft of Lancelot's loyalty cards: one card (none if not chosen yet), or a row."""

    switches: tuple[bool, ...]

    @property
    def _is_row(self) -> bool:
        return self.state.phase is not Phase.LOYALTY

    @property
    def is_ready(self) -> bool:
        return bool(self.switches)

    @property
    def move(self) -> Move:
        return LoyaltyRow(self.switches) if self._is_row else Loyalty(self.switches == (True,))

    @property
    def view(self) -> DraftView:
        step = "loyalty_row" if self._is_row else "loyalty"
        cards = ((False, "avalon.board.no_change"), (True, "avalon.board.switch"))
        return DraftView(
            Message.of(f"avalon.board.hint.{step}", row=QUESTS),
            *(f"avalon.board.do.{step}", "LOYALTY"),
            Message(f"avalon.board.{step}"),
            choices=tuple(Choice(number, switch) for number, switch in enumerate(self.switches, 1))
            if self._is_row
            else tuple(Choice(Message(key), self.switches == (switch,)) for switch, key in cards),
        )

    def choose(self, index: int) -> LoyaltyDraft:
        """Flip a card of the row, or set the single card."""
        if not self._is_row:
            return self.set_cards((bool(index),))
        return self.set_cards(tuple(card ^ (i == index) for i, card in enumerate(self.switches)))

    def set_cards(self, cards: tuple[bool, ...]) -> LoyaltyDraft:
        """Set the visible cards if they are possible, else return the draft unchanged."""
        fits = len(cards) == (QUESTS if self._is_row else 1) and sum(cards) <= SWITCHES
        return replace(self, switches=cards) if fits else self

    @property
    def record(self) -> DraftRecord:
        return DraftRecord(cards=self.switches)

    def restore(self, record: DraftRecord) -> LoyaltyDraft:
        return self.set_cards(record.cards)


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

    @property
    def record(self) -> DraftRecord:
        return DraftRecord(roles=self.roles)

    def restore(self, record: DraftRecord) -> RolesDraft:
        return self.with_roles(record.roles)


def make_roles_draft(state: State) -> RolesDraft:
    """Return a draft with the recorded roles, or an empty one."""
    return RolesDraft(state.roles or (None,) * len(state.setup.players), state)


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


def draft_of_move(before: State, move: Move) -> Draft | None:
    """Return the draft from which this move was made; None if it was not entered by a draft."""
    match move:
        case Propose():
            quest = before.quest if move.quest is None else move.quest
            return TeamDraft(before, quest, move.team, move.excalibur)
        case Vote(approve=tuple(approving)):
            return VoteDraft(before, frozenset(range(len(before.setup.players))).difference(approving))
        case Quest():
            return QuestDraft(before, move.fails, move.excalibur_on)
        case Lady():
            return TargetDraft(before, move.target)
        case Assassinate():
            return TargetDraft(before, move.target, move.hit)
        case Loyalty() if before.phase is Phase.LOYALTY:
            return LoyaltyDraft(before, (move.switch,))
        case LoyaltyRow() if len(move.switches) == QUESTS:
            return LoyaltyDraft(before, move.switches)
        case _:
            return None


def last_draft(states: Sequence[State], moves: Sequence[Move]) -> Draft:
    """Return the draft of the last move as it was entered.

    If the last moves have no draft, return that of an earlier move or of the current phase.
    """
    for before, after, move in reversed([*zip(states[:-1], states[1:], moves, strict=True)]):
        draft = draft_of_move(before, move)
        if draft is None and isinstance(move, Vote):
            # Only the result of the vote is known: show its team.
            draft = TeamDraft(before, before.quest, before.team, before.excalibur)
        if draft is not None:
            return draft
        pending = make_draft(after)
        # Do not show a vote or quest before it took place.
        if pending is not None and not isinstance(pending, VoteDraft | QuestDraft):
            return pending
    return make_draft(states[0]) or TeamDraft(states[0], None)


def draft_from_record(state: State, record: DraftRecord) -> AnyDraft:
    """Return the draft for this state with the stored values; values that do not fit are ignored."""
    return _start_draft(state).restore(record)


def _start_draft(state: State) -> AnyDraft:
    """Return an empty draft for this state."""
    return make_draft(state) or make_roles_draft(state)


def _empty_draft(session: AnySession) -> AnyDraft:
    state = session.state
    undone = draft_of_move(state, session.undone_moves[0]) if session.undone_moves else None
    return _start_draft(state) if undone is None else draft_from_record(state, undone.record)


def _from_record(session: AnySession, record: DraftRecord) -> AnyDraft:
    return draft_from_record(session.state, record)


def _is_compatible(one: State, other: State) -> bool:
    """True if phase and team are equal: votes and fails belong to a team."""
    return (one.phase, one.team) == (other.phase, other.team)


DRAFT_CODEC: DraftCodec[AnyDraft] = DraftCodec(
    DraftRecord, _empty_draft, _from_record, _is_compatible, to_record=attrgetter("record")
)


def apply_tap(draft: Draft, seat: int) -> tuple[Draft, Problem | None]:
    """Return the draft after a tap; if it is unchanged, also the problem, if there is one."""
    after = draft.tap(seat)
    if after is not draft:
        return after, None
    move = draft.attempted_move(seat)
    return draft, None if move is None else _find_problem(draft.state, move)


def select_quest(draft: TeamDraft, quest: int) -> tuple[TeamDraft, Problem | None]:
    """Return the draft with this quest selected, or the problem."""
    if quest == draft.quest or (draft.state.setup.targeting and quest in draft.state.open_quests):
        return draft.select_quest(quest), None
    return draft, _find_problem(draft.state, Propose(draft.team, quest))


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
