"""The card for learners, and why a tap is refused."""

from __future__ import annotations

import pytest
from kivy.metrics import dp

from companion.games.avalon.moves import Propose, Quest, Vote
from companion.games.avalon.play import apply, start
from companion.games.avalon.setup import Setup
from companion.games.game import error
from companion.screens.avalon.drafts import draft_of
from companion.screens.avalon.learn import LearnCard, refused_quest, refused_tap
from companion.widgets.page import Page
from companion.widgets.text import Text
from companion.widgets.theme import TARGET
from companion.widgets.typeset import ELLIPSIS

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")


def after(*moves, **choices):
    state = start(Setup(NAMES, **choices))
    for move in moves:
        state = apply(state, move)
    return state


QUEST = (Propose((0, 1)), Vote(approved=True), Quest(0))
TWO_QUESTS = (*QUEST, Propose((0, 1, 2)), Vote(approved=True), Quest(0))
RULE = "avalon.learn.vote.rule"


@pytest.fixture
def card(walk):
    def open_card(state, **options):
        walker = walk(**options)
        page = Page()
        walker.card = LearnCard(walker.app.tr)
        walker.card.show(state)
        page.body.add_widget(walker.card)
        walker.app.stage.go(lambda: page)
        walker.frames(6)
        return walker

    return open_card


def test_the_card_tells_the_step_the_actor_and_the_rule(card):
    walker = card(after(Propose((0, 1))))
    assert walker.says("avalon.learn.vote.now")
    assert walker.says("avalon.learn.vote.who")
    assert walker.says(RULE, needed=4, players=7)


def test_the_card_follows_the_game(card):
    walker = card(after())
    assert walker.says("avalon.learn.propose.who", name="Ada", size=2)
    walker.card.show(after(*TWO_QUESTS, lady=True))
    walker.frames()
    assert walker.says("avalon.learn.lady.who", name="Greta")
    assert not walker.says("avalon.learn.propose.who", name="Ada", size=2)


def test_a_tap_folds_the_card_and_another_unfolds_it(card):
    walker = card(after(Propose((0, 1))))
    whole = walker.card.height
    walker.tap(walker.card)
    assert walker.says("avalon.learn.vote.now")
    assert not walker.says(RULE, needed=4, players=7)
    assert dp(TARGET) <= walker.card.height < whole
    walker.card.show(after(Propose((0, 2))))
    walker.frames()
    assert not walker.says(RULE, needed=4, players=7)
    walker.tap(walker.card)
    assert walker.says(RULE, needed=4, players=7)
    assert walker.card.height == whole


def test_where_there_is_little_height_the_card_begins_folded(card):
    assert not card(after(), size=(360, 640)).card.open
    assert card(after(), size=(390, 844)).card.open


def test_a_refusal_opens_its_rule_until_the_next_step(card):
    walker = card(after(*TWO_QUESTS, lady=True))
    walker.tap(walker.card)
    assert walker.card.explain(refused_tap(draft_of(after(*TWO_QUESTS, lady=True)), 6))
    walker.frames()
    assert walker.says("avalon.rule.lady")
    walker.card.show(after())
    walker.frames()
    assert not walker.says("avalon.rule.lady")
    assert walker.says("avalon.learn.propose.rule")


def test_what_no_rule_forbids_leaves_the_card_as_it_is(card):
    walker = card(after(Propose((0, 1))))
    assert not walker.card.explain(error("avalon.problem.vote_form"))
    walker.frames()
    assert walker.says(RULE, needed=4, players=7)


LONG_STEPS = {
    "excalibur": after(Propose((0, 1), excalibur=1), Vote(approved=True), excalibur=True),
    "lady": after(*TWO_QUESTS, lady=True),
}


@pytest.mark.parametrize("step", LONG_STEPS)
@pytest.mark.parametrize(
    ("size", "language", "text_size"),
    [((390, 844), "el", 100), ((390, 844), "fa", 100), ((360, 640), "it", 160)],
)
def test_all_words_can_be_read(card, step, size, language, text_size):
    walker = card(LONG_STEPS[step], size=size, language=language, narration=language, text_size=text_size)
    if not walker.card.open:
        walker.tap(walker.card)
    texts = [part for part in walker.card.walk(restrict=True) if isinstance(part, Text)]
    assert len([text for text in texts if text.content]) == 7
    for text in texts:
        assert text._picture.size[0] <= text.width + 2, text.content
        assert text._picture.size[1] <= text.height + 2, text.content
        assert ELLIPSIS not in text._block.label.text, text.content


def tapped(state, *seats):
    draft = draft_of(state)
    for seat in seats:
        draft = draft.tap(seat)
    return draft


def code(problem):
    return None if problem is None else problem.code


def test_a_seat_too_many_is_refused_by_the_size_of_the_team():
    assert code(refused_tap(tapped(after(), 0, 1), 2)) == "team_size"
    assert refused_tap(tapped(after(), 0), 1) is None
    assert refused_tap(tapped(after(), 0, 1), 1) is None


def test_excalibur_is_refused_to_somebody_off_the_team():
    assert code(refused_tap(tapped(after(excalibur=True), 0, 1), 4)) == "excalibur_off_team"
    assert refused_tap(tapped(after(excalibur=True), 0, 1), 1) is None


def test_without_a_quest_no_seat_can_be_chosen():
    assert code(refused_tap(tapped(after(targeting=True)), 3)) == "quest_missing"


def test_the_lady_is_refused_to_all_who_held_her():
    assert code(refused_tap(tapped(after(*TWO_QUESTS, lady=True)), 6)) == "lady_self"
    assert refused_tap(tapped(after(*TWO_QUESTS, lady=True)), 3) is None


def test_excalibur_strikes_neither_its_holder_nor_an_outsider():
    state = LONG_STEPS["excalibur"]
    assert code(refused_tap(tapped(state), 1)) == "excalibur_self"
    assert code(refused_tap(tapped(state), 5)) == "excalibur_on_outsider"
    assert refused_tap(tapped(state), 0) is None


def test_a_tap_that_means_nothing_is_passed_over_in_silence():
    on_quest = after(Propose((0, 1)), Vote(approved=True))
    assert refused_tap(tapped(on_quest), 0) is None


def test_a_shield_says_why_it_cannot_be_chosen():
    targeting = after(Propose((0, 1), quest=1), Vote(approved=True), Quest(0), targeting=True)
    draft = draft_of(targeting)
    assert code(refused_quest(draft, 1)) == "quest_played"
    assert code(refused_quest(draft, 5)) == "last_quest_successes"
    assert refused_quest(draft, 3) is None
    assert code(refused_quest(draft_of(after()), 2)) == "no_targeting"
    assert refused_quest(draft_of(after()), 1) is None
