"""Asked at a board by taps: the rules answer, another question is one tap away, the table stays as it is."""

from __future__ import annotations

import pytest

from companion.core.what_if import WhatIf
from companion.games.duet.state import Agent
from companion.games.registry import get_game
from companion.screens.learn.rules import RulesPage
from companion.screens.what_if_page import WhatIfPage
from companion.widgets.buttons import SecondaryButton
from tests.cases import sample
from tests.screens.test_coach import TABLES

pytestmark = pytest.mark.window

ASKED = [game for game in TABLES if get_game(game).has_part(WhatIf)]


def ask(walker, game, *moves):
    walker.play_now(*TABLES[game], *moves)
    walker.tap(walker.page.more)
    walker.tap_on("app.more.what_if")
    assert isinstance(walker.page, WhatIfPage)
    return walker.page


def kept(walker):
    """The log as it lies on disk, with what is being entered."""
    return walker.app.games.load(walker.board.session.game_id)


@pytest.mark.parametrize("game", sample(sorted(ASKED, key="cultists".__ne__)))
def test_tap_answers_every_question_without_changing_the_game(walk, game):
    walker = walk()
    page = ask(walker, game)
    state, log = walker.board.session.state, kept(walker)
    for line in page.cards[1:]:
        walker.tap(walker.reach(line.head))
        assert line.answer_texts
        assert all(text.content for text in line.answer_texts)
        assert [other for other in page.cards if other.answer_texts and other._card is not None] == [line]
        for stepper in line.steppers:
            walker.tap(walker.reach(stepper.add_button if stepper.add_button.enabled else stepper.minus))
    assert walker.board.session.state is state
    assert kept(walker) == log
    walker.press_back()
    assert walker.page is walker.board


def test_changed_number_asks_another_question(walk):
    walker = walk()
    page = ask(walker, "silver")
    line = page.cards[0]
    assert walker.says("silver_rules.if.call", name="Ada", own=7, others=12)
    player, own, _ = line.steppers
    walker.tap(own.plus)
    walker.tap(player.plus)
    assert walker.says("silver_rules.if.call", name="Bruno", own=8, others=12)
    assert walker.says("silver_rules.if.score.caller_lowest", name="Bruno", score=0, total=0)


def test_forbidden_move_is_explained_with_its_rule(walk):
    walker = walk()
    page = ask(walker, "duet")
    stop = next(line for line in page.cards if line.question.id == "stop")
    walker.tap(walker.reach(stop.head))
    assert walker.says("rules.if.refused")
    assert walker.says("duet.problem.guess_first")


def test_answer_links_to_its_rule_and_back(walk):
    walker = walk()
    page = ask(walker, "duet")
    walker.tap(walker.reach(shown_link(walker)))
    assert isinstance(walker.page, RulesPage)
    assert walker.says("duet_rules.entry.guess.title")
    walker.press_back()
    assert walker.page is page


def shown_link(walker):
    words = walker.app.tr("app.rules.link")
    return next(
        part
        for part in walker.page.body.walk()
        if isinstance(part, SecondaryButton) and part.label.content == words
    )


def test_questions_depend_on_the_current_state(walk):
    walker = walk()
    page = ask(walker, "duet", Agent())
    assert walker.says("duet_rules.if.agents", n=2, all_agents=15)
    assert page.cards[0]._card is not None


def test_finished_game_has_no_questions(walk):
    walker = walk()
    walker.play_now(*TABLES["duet"], *(Agent(),) * 15)
    walker.tap(walker.page.more)
    assert not walker.says("app.more.what_if")
    assert not walker.says("app.more.coach")
