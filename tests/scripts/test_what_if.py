"""What if: every answer is what the rules make of the moves, in words, and asking changes nothing."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import IllegalMove
from companion.core.what_if import (
    Answer,
    AnyQuestion,
    Dial,
    Question,
    QuestionFamily,
    WhatIf,
    answer_question,
    initial_question,
)
from companion.games.avalon.setup import Lancelot
from companion.games.avalon.setup import Setup as Avalon
from companion.games.cultists.setup import Setup as Cultists
from companion.games.duet.setup import Setup as Duet
from companion.games.registry import get_game
from companion.games.silver.setup import Mode, Options
from companion.games.silver.setup import Setup as Silver
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.teaching import Rulebook, find_entry_by_link

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")
SETUPS: dict[str, tuple[Any, ...]] = {
    "avalon": (Avalon(NAMES), Avalon(NAMES, lady=True, targeting=True), Avalon(NAMES, lancelot=Lancelot.V1)),
    "cultists": (Cultists(NAMES[:6], roles=("seer",)), Cultists(NAMES)),
    "silver": (
        Silver(NAMES[:3]),
        Silver(NAMES[:2], Mode.POINTS, options=Options(limit=40)),
        Silver(NAMES[:4], Mode.POINTS),
    ),
    "duet": (Duet(NAMES[:2]), Duet(NAMES[:4], tokens=4, mistakes=1, loose_turns=True)),
}
ASKED = [game for game in SETUPS if get_game(game).has_part(WhatIf)]
TRANSLATORS = [Translator(code) for code in LANGUAGES]


def asked_now(data: st.DataObject, asking: AnyQuestion[Any]) -> Question[Any]:
    """The question, where the table may have turned the dials any way."""
    if not isinstance(asking, QuestionFamily):
        return asking
    return asking.make_question(
        *(data.draw(st.integers(dial.min_value, dial.max_value)) for dial in asking.dials)
    )


def applied(game: Any, state: Any, question: Question[Any]) -> Answer[Any]:
    """What comes of it when the moves are really made."""
    for move in question.moves:
        try:
            state = game.apply(state, move)
        except IllegalMove as refused:
            return Answer(None, refused.problem)
    return Answer(state)


def check_words(*sentences: Any) -> None:
    for tr in TRANSLATORS:
        for told in sentences:
            words = tr(told.key, **told.args)
            assert "{" not in words, told.key
        assert not tr.missing


@pytest.mark.parametrize("game_id", ASKED)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_in_any_game_the_answer_is_what_the_moves_would_do(game_id: str, data: st.DataObject) -> None:
    game, part = get_game(game_id).rules, get_game(game_id).get_part(WhatIf)
    state = game.start(data.draw(st.sampled_from(SETUPS[game_id])))
    for _ in range(8):
        before = deepcopy(state)
        following = []
        for asking in part.list_questions(state):
            question = asked_now(data, asking)
            check_words(question, *question.known_facts)
            answer = answer_question(game, state, question)
            assert answer == applied(game, state, question)
            assert question.moves or question.known_facts
            if answer.problem is not None:
                check_words(answer.problem)
            elif question.moves:
                told = part.describe_result(state, answer.state)
                assert told
                check_words(*told)
                following.append(answer.state)
        assert state == before
        if not following:
            return
        state = data.draw(st.sampled_from(following))


@pytest.mark.parametrize("game_id", ASKED)
def test_questions_have_names_of_their_own_and_lead_to_their_rules(game_id: str) -> None:
    game, part = get_game(game_id).rules, get_game(game_id).get_part(WhatIf)
    rulebook = get_game(game_id).get_part(Rulebook)
    for setup in SETUPS[game_id]:
        askings = part.list_questions(game.start(setup))
        assert askings
        assert len({asking.id for asking in askings}) == len(askings)
        for asking in askings:
            first = initial_question(asking)
            assert (
                first.rule_link is None or find_entry_by_link(rulebook.entries, first.rule_link) is not None
            ), first.rule_link
            assert first.group_key is None or Translator("en")(first.group_key)
            if isinstance(asking, QuestionFamily):
                assert all(dial.min_value <= dial.initial_value <= dial.max_value for dial in asking.dials)
                assert all(not dial.names or len(dial.names) == dial.max_value + 1 for dial in asking.dials)


@dataclass(frozen=True)
class Pebble:
    number: int


def test_a_family_makes_each_question_that_its_dials_can_ask() -> None:
    def make(one: int, other: int) -> Question[Pebble]:
        return Question(f"{one}-{other}", "key", (Pebble(one + other),))

    asked = QuestionFamily("pebbles", (Dial("one", 1, 2, 2), Dial("other", 0, 2, 1)), make)
    assert asked.initial_values == (2, 1)
    assert initial_question(asked).id == "2-1"
    assert [question.id for question in asked.all_questions()] == ["1-0", "1-1", "1-2", "2-0", "2-1", "2-2"]
