"""What was tapped of a move, written down and brought back, without a window."""

from __future__ import annotations

from typing import TypeVar

import pytest

from companion.core.serialization import decode, encode
from companion.core.session import GameSession
from companion.games.avalon.drafts import (
    Draft,
    DraftRecord,
    LoyaltyDraft,
    QuestDraft,
    RolesDraft,
    TeamDraft,
    draft_from_record,
    draft_of_move,
    make_draft,
    make_roles_draft,
)
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Lancelot, Options, PlotCards, Setup, Side, deck
from companion.games.avalon.state import (
    Assassinate,
    Cheat,
    Lady,
    Loyalty,
    LoyaltyRow,
    Plot,
    Propose,
    Quest,
    Roles,
    State,
    Vote,
)
from tests.games.avalon.seats_tapped import tapped

D = TypeVar("D", bound=Draft)
NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")
WON = (Propose((0, 1)), Vote(approved=True), Quest(0))
WON_TWICE = (*WON, Propose((0, 1, 2)), Vote(approved=True), Quest(0))


def after(*moves, **options):
    return GameSession(AVALON, Setup(NAMES, **options), moves).state


def begun(kind: type[D], state: State) -> D:
    """The draft of what the table does next, which is of this kind."""
    draft = make_draft(state)
    assert isinstance(draft, kind)
    return draft


def aimed(quest, *seats):
    """A team that the leader has chosen a quest for."""
    draft = begun(TeamDraft, after(targeting=True)).select_quest(quest)
    for seat in seats:
        draft = draft.tap(seat)
    return draft


HALF_DONE = {
    "a team of which one is missing": tapped(after(), 3),
    "a quest that is aimed at": aimed(4),
    "a team whose order is that of the taps": aimed(3, 5, 0),
    "a team without a bearer": tapped(after(excalibur=True), 4, 2),
    "a team with its bearer": tapped(after(excalibur=True), 4, 2, 4),
    "a bearer whose team is a member short": tapped(after(excalibur=True), 4, 2, 4, 2),
    "those who refuse": tapped(after(Propose((0, 1))), 6, 2),
    "fails": begun(QuestDraft, after(*WON[:2])).choose(2),
    "fails and whom Excalibur struck": begun(
        QuestDraft, after(Propose((0, 1), excalibur=1), Vote(approved=True), excalibur=True)
    )
    .tap(0)
    .choose(1),
    "whom the Lady looks at": tapped(after(*WON_TWICE, lady=True), 4),
    "whom the Assassin names": tapped(
        after(*WON_TWICE, Propose((0, 1, 2)), Vote(approved=True), Quest(0)), 5
    ),
    "a card that was turned": begun(LoyaltyDraft, after(*WON_TWICE, lancelot=Lancelot.V1)).set_cards((True,)),
    "a row half laid": begun(LoyaltyDraft, after(lancelot=Lancelot.V2)).choose(3),
}


@pytest.mark.parametrize("draft", HALF_DONE.values(), ids=HALF_DONE.keys())
def test_whatever_was_tapped_comes_back_from_its_record(draft):
    record = encode(draft.record)
    assert draft_from_record(draft.state, decode(DraftRecord, record)) == draft


MADE = [
    (after(), Propose((0, 3))),
    (after(targeting=True), Propose((0, 3, 4, 5), quest=4)),
    (after(excalibur=True), Propose((0, 3), excalibur=3)),
    (after(Propose((0, 1))), Vote(approve=(0, 1, 5))),
    (after(*WON[:2]), Quest(1)),
    (after(*WON_TWICE, lady=True), Lady(2)),
    (after(*WON_TWICE, Propose((0, 1, 2)), Vote(approved=True), Quest(0)), Assassinate(2, True)),
    (after(*WON_TWICE, lancelot=Lancelot.V1), Loyalty(False)),
    (after(lancelot=Lancelot.V2), LoyaltyRow((False, True, False, False, True))),
]


@pytest.mark.parametrize(("state", "move"), MADE, ids=lambda value: type(value).__name__)
def test_a_move_that_is_undone_stands_there_as_it_was_entered(state, move):
    entered = draft_of_move(state, move)
    assert entered is not None
    draft = draft_from_record(state, entered.record)
    assert draft.is_ready
    assert draft.move == move


def test_what_came_by_another_way_leaves_nothing_tapped():
    voting = after(Propose((0, 1)), lady=True)
    plotting = after(options=Options(plot_cards=PlotCards.TWO_OR_THREE))
    assert draft_of_move(voting, Vote(approved=True)) is None
    assert draft_of_move(voting, Cheat(Side.EVIL)) is None
    assert draft_of_move(plotting, Plot(2)) is None


@pytest.mark.parametrize(
    ("state", "damaged"),
    [
        (after(), DraftRecord(seats=(99, -1), seat=99, number=77)),
        (after(targeting=True), DraftRecord(seats=(1,), number=5)),
        (after(), DraftRecord(seats=(1,), seat=1)),
        (after(Propose((0, 1))), DraftRecord(seats=(7, -1))),
        (after(*WON[:2]), DraftRecord(seat=5, number=9)),
        (after(*WON_TWICE, lady=True), DraftRecord(seat=6)),
        (after(lancelot=Lancelot.V2), DraftRecord(cards=(True,) * 5)),
        (after(*WON_TWICE, lancelot=Lancelot.V1), DraftRecord(cards=(True, True))),
    ],
)
def test_what_does_not_fit_is_passed_over(state, damaged):
    draft = draft_from_record(state, damaged)
    offered = {seat for seat in damaged.seats if seat in range(len(NAMES)) and state.quest is not None}
    assert draft == tapped(state, *offered)


def test_after_the_game_only_the_roles_can_be_told():
    state = after(Propose((0, 1)), Cheat(Side.EVIL), lady=True)
    nobody = draft_from_record(state, DraftRecord(seats=(1,)))
    assert isinstance(nobody, RolesDraft)
    assert nobody.missing_count == len(NAMES)
    told = draft_from_record(state, DraftRecord(roles=("merlin", *[None] * 6)))
    assert isinstance(told, RolesDraft)
    assert told.roles[0] == "merlin"
    # A damaged record: a card that there is once is not two people's.
    assert draft_from_record(state, DraftRecord(roles=("merlin", "merlin", *[None] * 5))) == nobody
    assert draft_from_record(state, DraftRecord(roles=("merlin",))) == nobody


def test_the_last_cards_tell_themselves():
    state = after(Propose((0, 1)), Cheat(Side.EVIL), lady=True)
    draft = make_roles_draft(state)
    for seat, role in enumerate(("merlin", "percival", "morgana", "assassin", "oberon")):
        if draft.remaining[role]:
            draft = draft.assign(seat, role)
    while len(draft.remaining) > 1:
        draft = draft.assign(draft.roles.index(None), next(iter(draft.remaining)))
    assert draft.is_ready
    assert isinstance(draft.move, Roles)
    assert sorted(draft.move.roles) == sorted(deck(state.setup))
    assert not draft.assign(2, None).is_ready
