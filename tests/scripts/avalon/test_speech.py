"""What the voice says in a game: every line any game can need, and nothing else."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.avalon.rules import apply, start
from companion.games.avalon.setup import (
    Lancelot,
    Options,
    PlotCards,
    Reveal,
    Setup,
    Side,
    deck,
    plot_cards_per_round,
)
from companion.games.avalon.state import (
    MAX_ATTEMPTS,
    Assassinate,
    Cheat,
    Correct,
    Lady,
    Loyalty,
    LoyaltyRow,
    Phase,
    Plot,
    Propose,
    Quest,
    Roles,
    Vote,
)
from companion.i18n.translator import Translator
from companion.scripts.avalon.speech import list_lines, move_lines, opening_lines, status_lines

ENGLISH = Translator("en")


def seat(players, **choices):
    """Percival fills a seat: nine and ten without Merlin would need a sixth Servant."""
    return Setup(tuple("ABCDEFGHIJ"[:players]), roles=("percival",), **choices)


def moves_now(state):
    """What the table may do, up to who does it: the lines tell of numbers and turns, not of people."""
    leader, players = state.leader, len(state.setup.players)
    match state.phase:
        case Phase.PROPOSE:
            for quest in state.open_quests:
                team = tuple((leader + step) % players for step in range(state.numbers.team_size(quest)))
                sword = team[1] if state.setup.excalibur else None
                yield Propose(team, quest if state.setup.targeting else None, sword)
            if state.attempt < MAX_ATTEMPTS:
                yield Correct(attempt=state.attempt + 1)
        case Phase.VOTE:
            yield from (Vote(approved=True), Vote(approved=False))
        case Phase.QUEST:
            yield from (Quest(fails) for fails in range(len(state.team) + 1))
        case Phase.LADY:
            yield Lady(state.lady_targets[0])
        case Phase.LOYALTY:
            yield Loyalty(False)
            if sum(state.loyalty) < 2:
                yield Loyalty(True)
        case Phase.LOYALTY_ROW:
            yield from (LoyaltyRow(row) for row in [(False,) * 5, (True, False, False, False, True)])
        case Phase.ASSASSINATE:
            yield from (Assassinate(0, hit) for hit in (True, False))
        case Phase.OVER:
            return
    if state.plot_cards_due:
        yield Plot(plot_cards_per_round(state.setup))
    if state.setup.lady:
        yield from (Cheat(side) for side in Side)


def steps(setup):
    """(before, after) for every move of every game of this table, where games that stand alike are one."""
    first = start(setup)
    seen, waiting = set(), [first]
    while waiting:
        state = waiting.pop()
        played = frozenset(result.quest for result in state.results)
        alike = (
            *(state.phase, state.quest, state.attempt, state.successes, played),
            *(state.loyalty, len(state.lady_holders), state.plot_round, state.outcome),
        )
        if alike in seen:
            continue
        seen.add(alike)
        for move in moves_now(state):
            after = apply(state, move)
            yield state, after
            waiting.append(after)


def lines_of(setup):
    spoken = {*opening_lines(start(setup)), *status_lines(start(setup))}
    for before, after in steps(setup):
        spoken |= {*move_lines(before, after), *status_lines(after)}
    return spoken


TABLES = [
    seat(5, lady=True),
    seat(8, excalibur=True, lancelot=Lancelot.V1),
    seat(10, lancelot=Lancelot.V2, options=Options(reveal_before_shot=Reveal.ASSASSIN)),
    seat(7, targeting=True, options=Options(reveal_before_shot=Reveal.ALL_EVIL)),
    seat(6, options=Options(merlin=False, plot_cards=PlotCards.ONE_TO_THREE)),
    seat(8, options=Options(plot_cards=PlotCards.ONE_TO_THREE)),
    seat(9, options=Options(plot_cards=PlotCards.TWO_OR_THREE)),
]


def test_the_lines_of_all_games_are_exactly_the_closed_set():
    spoken = [lines_of(setup) for setup in TABLES]
    assert set().union(*spoken) == set(list_lines())


def test_no_line_is_there_twice():
    assert len(set(list_lines())) == len(list_lines())


@st.composite
def tables(draw):
    players = draw(st.integers(5, 10))
    return seat(
        players,
        leader=draw(st.integers(0, players - 1)),
        lancelot=draw(st.none() | st.sampled_from(Lancelot)),
        lady=draw(st.booleans()),
        excalibur=draw(st.booleans()),
        targeting=draw(st.booleans()),
        options=Options(
            reveal_before_shot=draw(st.sampled_from(Reveal)),
            plot_cards=draw(st.sampled_from(PlotCards)),
            merlin=draw(st.booleans()),
        ),
    )


@settings(max_examples=30)
@given(setup=tables(), data=st.data())
def test_any_game_speaks_only_lines_of_the_set(setup, data):
    state, known = start(setup), set(list_lines())
    spoken = list(opening_lines(state))
    while state.phase is not Phase.OVER:
        before, state = state, apply(state, data.draw(st.sampled_from(list(moves_now(state)))))
        spoken += [*move_lines(before, state), *status_lines(state)]
    assert set(spoken) <= known


@pytest.fixture
def table():
    """A game of which the lines after each move are asked for."""

    class Running:
        def __init__(self, setup):
            self.state = start(setup)

        def play(self, *moves):
            for move in moves:
                before, self.state = self.state, apply(self.state, move)
                lines = move_lines(before, self.state)
            return [ENGLISH(line) for line in lines]

        def quest(self, fails):
            state = self.state
            return self.play(next(moves_now(state)), Vote(approved=True), Quest(fails))

    return Running


def test_a_new_game_opens_with_its_first_quest():
    assert [ENGLISH(line) for line in opening_lines(start(seat(7)))] == ["Quest one.", "A team of two."]


def test_a_proposal_announces_the_vote_and_the_vote_its_result(table):
    game = table(seat(7))
    assert game.play(Propose((0, 1))) == ["Everyone votes."]
    assert game.play(Vote(approved=False)) == ["The team is refused.", "Second proposal."]
    assert game.play(Propose((1, 2)), Vote(approved=True)) == ["The team is approved."]


def test_the_fifth_proposal_is_warned_of_before_it_and_at_its_vote(table):
    game = table(seat(5))
    for leader in range(4):
        lines = game.play(Propose((leader, 4)), Vote(approved=False))
    assert lines == ["The team is refused.", "Fifth and last proposal. If it is refused, Evil wins."]
    assert game.play(Propose((0, 1))) == ["Everyone votes. If this team is refused, Evil wins."]
    lines = game.play(Vote(approved=False))
    assert lines == ["The team is refused.", "Five teams have been refused. Evil wins."]


def test_after_a_quest_come_the_cards_the_score_and_the_next_quest(table):
    game = table(seat(7))
    lines = game.quest(0)
    assert lines == [
        "No fails. The quest is won.",
        "One quest for Good, none for Evil.",
        "Quest two.",
        "A team of three.",
    ]
    assert game.quest(2)[:2] == ["Two fails. The quest is lost.", "One quest for Good, one for Evil."]


def test_a_quest_that_needs_two_fails_is_announced(table):
    game = table(seat(7))
    for fails in (0, 1, 0):
        lines = game.quest(fails)
    assert lines[2:] == ["Quest four.", "A team of four.", "It takes two fails to sink this quest."]
    assert game.quest(1) == [
        "One fail, but two were needed. The quest is won.",
        "Three quests are won. Now the Assassin names Merlin.",
    ]


@pytest.mark.parametrize(
    ("hit", "line"), [(True, "Merlin is found. Evil wins."), (False, "Merlin lives. Good wins.")]
)
def test_the_assassin_has_the_last_word(table, hit, line):
    game = table(seat(5))
    for _ in range(3):
        game.quest(0)
    assert game.play(Assassinate(2, hit)) == [line]


def test_three_lost_quests_end_the_game_without_a_score(table):
    game = table(seat(5))
    for _ in range(3):
        lines = game.quest(1)
    assert lines == ["One fail. The quest is lost.", "Three quests are lost. Evil wins."]


def test_the_lady_is_called_and_passed_on(table):
    game = table(seat(7, lady=True))
    game.quest(0)
    assert game.quest(0)[-1] == "The holder of the Lady of the Lake looks at one player’s loyalty."
    assert game.play(Lady(2)) == [
        "The Lady of the Lake has a new holder.",
        "Quest three.",
        "A team of three.",
    ]


def test_a_loyalty_card_announces_whether_the_lancelots_switch(table):
    game = table(seat(7, lancelot=Lancelot.V1))
    game.quest(0)
    assert game.quest(1)[-1] == "Turn over a loyalty card."
    switched = replace(game.state)
    assert game.play(Loyalty(False))[0] == "No change. The Lancelots stay on their sides."
    game.state = switched
    lines = game.play(Loyalty(True))
    assert lines == ["Switch. The Lancelots change sides.", "Quest three.", "A team of three."]


def test_a_visible_switch_is_announced_when_its_round_begins(table):
    game = table(seat(7, lancelot=Lancelot.V2))
    lines = game.play(LoyaltyRow((False, True, False, False, False)))
    assert lines == ["Quest one.", "A team of two."]
    assert "Switch. The Lancelots change sides." in game.quest(0)
    assert "Switch. The Lancelots change sides." not in game.quest(1)


def test_with_targeting_the_quest_is_announced_when_it_is_chosen(table):
    game = table(seat(7, targeting=True))
    assert opening_lines(game.state) == ("avalon.say.quest.choose",)
    lines = game.play(Propose((0, 1, 2, 3), quest=4))
    assert lines == [
        "Quest four.",
        "A team of four.",
        "It takes two fails to sink this quest.",
        "Everyone votes.",
    ]


def test_excalibur_is_recalled_when_the_team_is_approved(table):
    game = table(seat(7, excalibur=True))
    lines = game.play(Propose((0, 1), excalibur=1), Vote(approved=True))
    assert lines == ["The team is approved.", "Before the cards are collected, Excalibur may be used."]


@pytest.mark.parametrize("moves", [(), (Propose((0, 1)),), (Propose((0, 1)), Vote(approved=True))])
def test_a_false_loyalty_card_announces_only_the_outcome(table, moves):
    game = table(seat(7, lady=True))
    assert game.play(*moves, Cheat(Side.EVIL)) == ["Evil showed a false loyalty card. Good wins."]


def test_a_move_without_effect_on_the_table_is_silent(table):
    game = table(seat(5, options=Options(plot_cards=PlotCards.TWO_OR_THREE)))
    assert game.play(Plot(2)) == []
    assert game.play(Correct(leader=3)) == []
    assert game.play(Correct(attempt=3)) == ["Third proposal."]
    for _ in range(3):
        game.quest(1)
    assert game.play(Roles(deck(game.state.setup))) == []


def test_the_status_consists_of_quest_score_and_vote_track(table):
    game = table(seat(7))
    game.quest(0)
    game.play(Propose((0, 1, 2)), Vote(approved=False))
    lines = [ENGLISH(line) for line in status_lines(game.state)]
    assert lines == ["Quest two.", "One quest for Good, none for Evil.", "Second proposal."]


def test_the_lines_can_be_read_aloud_as_they_stand():
    for line in list_lines():
        words = ENGLISH(line)
        assert re.fullmatch(r"[A-Z][A-Za-z ,’.]+\.", words), line
        assert words.count(".") <= 2, line
    assert not ENGLISH.missing
