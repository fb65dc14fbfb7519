"""The cards for learners: each tells the lessons of its game, and all fold and refuse alike."""

from __future__ import annotations

import pytest
from kivy.metrics import dp

from companion.core.game import error
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Options, PlotCards
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.avalon.state import Propose, Quest, Vote
from companion.games.cultists.moves import Dead, Event, Next
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Setup as CultistsSetup
from companion.screens.avalon.board import LessonCard as AvalonCard
from companion.screens.cultists.board import LessonCard as CultistsCard
from companion.widgets.page import Page
from companion.widgets.text import Text
from companion.widgets.theme import TOUCH_TARGET
from tests.cases import sample

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")
QUEST = (Propose((0, 1)), Vote(approved=True), Quest(0))
TWO_QUESTS = (*QUEST, Propose((0, 1, 2)), Vote(approved=True), Quest(0))
ACTIONS_NOW = (Next(), Event("no_connection"), Next())
VOTE_RULE = {"key": "avalon.learn.vote.rule", "needed": 4, "players": 7}


def folded(game, setup, moves):
    state = game.start(setup)
    for move in moves:
        state = game.apply(state, move)
    return state


def avalon(*moves, **choices):
    return folded(AVALON, AvalonSetup(NAMES, **choices), moves)


def cultists(*moves):
    return folded(CULTISTS, CultistsSetup(NAMES[:6]), moves)


@pytest.fixture
def card(walk):
    def open_card(state, **options):
        walker = walk(**options)
        page = Page()
        kind = AvalonCard if isinstance(state.setup, AvalonSetup) else CultistsCard
        walker.card = kind(walker.app.tr)
        walker.card.show(state)
        page.body.add_widget(walker.card)
        walker.app.navigator.push(lambda: page)
        walker.frames(6)
        return walker

    return open_card


def test_the_card_of_avalon_tells_the_step_the_actor_and_the_rule(card):
    walker = card(avalon(Propose((0, 1))))
    assert walker.says("avalon.learn.vote.now")
    assert walker.says("avalon.learn.vote.who")
    assert walker.says(**VOTE_RULE)


def test_the_card_of_among_cultists_tells_the_step_the_actor_and_the_rule(card):
    walker = card(cultists())
    assert walker.says("cultists.learn.movement.now", round=1)
    assert walker.says("cultists.learn.movement.who", name="Ada", steps=3)
    assert walker.says("cultists.learn.movement.rule")


def test_the_card_of_avalon_follows_the_game(card):
    walker = card(avalon())
    assert walker.says("avalon.learn.propose.who", name="Ada", size=2)
    walker.card.show(avalon(*TWO_QUESTS, lady=True))
    walker.frames()
    assert walker.says("avalon.learn.lady.who", name="Greta")
    assert not walker.says("avalon.learn.propose.who", name="Ada", size=2)


def test_the_card_of_among_cultists_follows_the_game(card):
    walker = card(cultists())
    walker.card.show(cultists(*ACTIONS_NOW, Dead(2)))
    walker.frames()
    assert walker.says("cultists.learn.vote.now", name="Chloe")
    assert not walker.says("cultists.learn.movement.now", round=1)


def test_a_tap_folds_the_card_and_another_unfolds_it(card):
    walker = card(avalon(Propose((0, 1))))
    whole = walker.card.height
    walker.tap(walker.card)
    assert walker.says("avalon.learn.vote.now")
    assert not walker.says(**VOTE_RULE)
    assert dp(TOUCH_TARGET) <= walker.card.height < whole
    walker.card.show(avalon(Propose((0, 2))))
    walker.frames()
    assert not walker.says(**VOTE_RULE)
    walker.tap(walker.card)
    assert walker.says(**VOTE_RULE)
    assert walker.card.height == whole


def test_where_there_is_little_height_the_card_begins_folded(card):
    assert not card(avalon(), size=(360, 640)).card.is_open
    assert card(avalon(), size=(390, 844)).card.is_open


REFUSALS = {
    "avalon": (avalon(), "avalon.problem.lady_self", "avalon.rule.lady", "avalon.learn.propose.rule"),
    "cultists": (
        cultists(),
        "cultists.problem.action_phase",
        "cultists.learn.why.actions",
        "cultists.learn.movement.rule",
    ),
}


@pytest.mark.parametrize("game", REFUSALS)
def test_a_refusal_opens_its_rule_until_the_next_step(card, game):
    state, problem, behind, rule = REFUSALS[game]
    walker = card(state)
    walker.tap(walker.card)
    assert walker.card.explain_refusal(error(problem))
    walker.frames()
    assert walker.says(behind, lady_quests=(2, 3, 4))
    assert not walker.says(rule)
    walker.card.show(state)
    walker.frames()
    assert not walker.says(behind, lady_quests=(2, 3, 4))
    assert walker.says(rule)


@pytest.mark.parametrize("game", REFUSALS)
def test_what_no_rule_forbids_leaves_the_card_as_it_is(card, game):
    state, _, _, rule = REFUSALS[game]
    walker = card(state)
    assert not walker.card.explain_refusal(error(f"{game}.problem.vote_form"))
    walker.frames()
    assert walker.says(rule)


LONG_STEPS = {
    "excalibur": avalon(Propose((0, 1), excalibur=1), Vote(approved=True), excalibur=True),
    "lady": avalon(*TWO_QUESTS, lady=True),
    "lady_oberon": avalon(
        *TWO_QUESTS, lady=True, roles=("oberon",), options=Options(oberon_reads_good_to_lady=True)
    ),
    "plot": avalon(options=Options(plot_cards=PlotCards.TWO_OR_THREE)),
    "vote": cultists(*ACTIONS_NOW, Dead(2)),
    "movement": cultists(),
}


@pytest.mark.parametrize("step", LONG_STEPS)
@pytest.mark.parametrize(
    ("size", "language", "text_size"),
    sample([((360, 640), "it", 160), ((390, 844), "el", 100), ((390, 844), "fa", 100)]),
)
def test_all_words_can_be_read(card, step, size, language, text_size):
    walker = card(LONG_STEPS[step], size=size, language=language, narration=language, text_size=text_size)
    if not walker.card.is_open:
        walker.tap(walker.card)
    texts = [part for part in walker.card.walk(restrict=True) if isinstance(part, Text)]
    assert len([text for text in texts if text.content]) in (
        7,
        8,
    )  # the third: to leaf through what else there is
    for text in texts:
        assert text.rendered_size[0] <= text.width + 2, text.content
        assert text.rendered_size[1] <= text.height + 2, text.content
        assert not text.is_truncated, text.content
