"""Lines that are spoken during a mission, and lessons for learners."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import IllegalMove, error
from companion.games.duet.rules import RULE_NUMBERS, apply, start
from companion.games.duet.setup import AGENTS, BOX_TOKENS, KEY_AGENTS, Mission, Setup, Side, TrackingMode
from companion.games.duet.state import (
    Agent,
    Assassin,
    Bystander,
    CardWord,
    Clue,
    IllegalClue,
    Move,
    NextClue,
    SideDone,
    Stop,
)
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.duet.speech import (
    find_rule,
    list_lessons,
    list_lines,
    main_lesson,
    move_lines,
    opening_lines,
    status_lines,
)

ENGLISH = Translator("en")
PEOPLE = ("Ada", "Bruno")
SUDDEN = "Sudden death. No more clues, and one wrong word loses."


class Heard:
    """A mission that is played, and what is heard of it."""

    def __init__(
        self,
        tokens: int = 9,
        mistakes: int | None = None,
        *,
        loose: bool = False,
        keeps: TrackingMode | None = None,
        city: Mission | None = None,
    ) -> None:
        self.state = start(
            Setup(PEOPLE, tokens=tokens, mistakes=mistakes, loose_turns=loose, keeps=keeps, mission=city)
        )

    def play(self, *moves: Move) -> list[str]:
        """What is heard after the last of these moves."""
        heard: tuple[str, ...] = ()
        for move in moves:
            before, self.state = self.state, apply(self.state, move)
            heard = move_lines(before, self.state)
        return [ENGLISH(line) for line in heard]

    def status(self) -> list[str]:
        return [ENGLISH(line) for line in status_lines(self.state)]


def test_opening_names_tokens_and_the_first_clue():
    assert [ENGLISH(line) for line in opening_lines(start(Setup(PEOPLE, first=Side.B)))] == [
        "Your mission begins.",
        "Nine tokens left.",
        "Side two gives the clue.",
    ]


def test_found_agent_is_followed_by_the_number_left_only_when_few():
    mission = Heard()
    assert mission.play(*[Agent()] * 11) == ["Agent found."]
    assert mission.play(Agent()) == ["Agent found.", "Three agents are still missing."]
    assert mission.play(Agent(), Agent()) == ["Agent found.", "Only one agent is still missing."]
    assert mission.play(Agent()) == ["All fifteen agents are found. The mission is won."]
    assert mission.status() == ["All fifteen agents are found. The mission is won."]


def test_end_of_a_turn_says_why_what_is_left_and_whose_clue_is_next():
    mission = Heard()
    assert mission.play(Agent(), Stop()) == [
        "The turn is over.",
        "Eight tokens left.",
        "Side two gives the clue.",
    ]
    assert mission.play(Bystander()) == [
        "A bystander. The turn is over.",
        "Seven tokens left.",
        "Side one gives the clue.",
    ]


def test_a_bystander_that_costs_two_checks_says_so():
    mission = Heard(tokens=4, mistakes=0)
    assert mission.play(Bystander())[:2] == [
        "A bystander. That costs two checks, and the turn is over.",
        "Two tokens left.",
    ]
    assert mission.play(Bystander()) == [
        "A bystander. That costs two checks, and the turn is over.",
        SUDDEN,
        "Both sides may guess.",
    ]


def test_the_last_token_is_announced_and_then_sudden_death():
    mission = Heard(tokens=2)
    assert mission.play(Bystander())[1:] == [
        "One token left. This is the last turn.",
        "Side two gives the clue.",
    ]
    assert mission.play(Agent(), Stop()) == ["The turn is over.", SUDDEN, "Both sides may guess."]
    assert mission.status() == ["Fourteen agents are still missing.", SUDDEN, "Both sides may guess."]
    assert mission.play(Agent()) == ["Agent found.", "Thirteen agents are still missing."]
    assert mission.play(Bystander()) == ["A bystander in sudden death. The mission is lost."]


def test_an_illegal_clue_costs_a_token_and_its_guesses_go_on():
    mission = Heard(tokens=2)
    assert mission.play(IllegalClue()) == [
        "The clue was illegal. That costs one token.",
        "One token left. This is the last turn.",
    ]
    mission = Heard(tokens=1)
    gone = "The last token is gone. After these guesses comes sudden death."
    assert mission.play(IllegalClue()) == ["The clue was illegal. That costs one token.", gone]
    assert mission.status() == ["Fifteen agents are still missing.", gone, "Side one gives the clue."]
    assert mission.play(Bystander()) == [SUDDEN, "Both sides may guess."]


def test_covered_key_is_spoken_and_the_clue_passes():
    mission = Heard()
    mission.play(*[Agent()] * 9, Stop())
    assert mission.play(SideDone(Side.B)) == [
        "All nine words of side two are covered.",
        "Side one gives the clue.",
    ]
    mission = Heard()
    # In the middle of a turn nobody else gives a clue yet.
    assert mission.play(*[Agent()] * 9, SideDone(Side.A)) == ["All nine words of side one are covered."]
    assert mission.play(Stop())[-1] == "Side two gives the clue."


def test_in_sudden_death_a_side_that_is_done_guesses_alone():
    mission = Heard(tokens=1)
    mission.play(*[Agent()] * 9, Stop())
    assert mission.play(SideDone(Side.B)) == [
        "All nine words of side two are covered.",
        "Only side two may guess.",
    ]


def test_ambiguous_end_of_a_turn_is_not_explained():
    """A bystander and an illegal clue lead to the same state here."""
    for move in (Bystander(), IllegalClue()):
        mission = Heard(tokens=1)
        mission.play(*[Agent()] * 9, SideDone(Side.A))
        assert mission.play(move) == [SUDDEN, "Only side one may guess."]


def test_change_of_the_giver_is_spoken_with_loose_turns():
    mission = Heard(loose=True)
    assert mission.play(NextClue(Side.B)) == ["Side two gives the clue."]
    assert mission.play(NextClue(Side.B)) == []


@pytest.mark.parametrize(
    ("tokens", "mistakes", "move", "told"),
    [
        (9, 9, Assassin(), "You met the assassin. The mission is lost."),
        (
            *(1, 0, Bystander()),
            "The bystander costs two tokens, and only one is left. The mission is lost.",
        ),
    ],
)
def test_lost_mission_says_why(tokens, mistakes, move, told):
    mission = Heard(tokens, mistakes)
    assert mission.play(move) == [told]
    assert mission.status() == [told]


MOVES = st.one_of(
    *[st.just(Agent())] * 3,
    st.just(Stop()),
    st.just(Bystander()),
    st.just(IllegalClue()),
    st.builds(SideDone, st.sampled_from(Side)),
    st.builds(NextClue, st.sampled_from(Side)),
    st.just(Assassin()),
)


@settings(deadline=None)
@given(
    tokens=st.integers(1, BOX_TOKENS),
    spare=st.integers(0, BOX_TOKENS),
    loose=st.booleans(),
    moves=st.lists(MOVES, max_size=60),
)
def test_any_mission_speaks_only_listed_lines_and_every_change(tokens, spare, loose, moves):
    mission = Heard(tokens, min(spare, tokens), loose=loose)
    known = set(list_lines())
    assert set(opening_lines(mission.state)) <= known
    for move in moves:
        before = mission.state
        try:
            mission.play(move)
        except IllegalMove:
            continue
        lines = move_lines(before, mission.state)
        assert set(lines) | set(status_lines(mission.state)) <= known
        assert bool(lines) == (before != mission.state)


def test_ninth_agent_of_a_key_is_followed_by_the_covered_key():
    mission = Heard(keeps=TrackingMode.KEYS)
    assert mission.play(*[Agent()] * 9) == ["Agent found.", "All nine words of side one are covered."]
    assert mission.play(Stop())[-1] == "Side two gives the clue."


def test_a_ninth_agent_that_ends_the_last_turn_leads_to_sudden_death_aloud():
    mission = Heard(tokens=1, keeps=TrackingMode.KEYS)
    assert mission.play(IllegalClue(), *[Agent()] * 9) == [
        "Agent found.",
        "All nine words of side one are covered.",
        SUDDEN,
        "Only side one may guess.",
    ]


def test_sudden_death_is_announced_once():
    mission = Heard(tokens=1, keeps=TrackingMode.GRID)
    assert SUDDEN in mission.play(Bystander(0))
    assert mission.play(CardWord(3, "river")) == []
    assert SUDDEN not in mission.play(Agent(1))


def test_clue_is_not_repeated_but_zero_is_explained():
    mission = Heard()
    assert mission.play(Clue("river", 3)) == []
    assert mission.play(Bystander(), Clue("sea", 0)) == ["Zero words, and still at least one guess."]


def test_won_city_is_spoken_after_the_result():
    mission = Heard(city=Mission("m1", "cairo"))
    assert mission.play(*[Agent()] * 15)[1:] == ["This city is won."]
    lost = Heard(city=Mission("m1", "cairo"))
    assert len(lost.play(Assassin())) == 1


def test_every_listed_line_is_spoken_in_some_mission():
    heard = set(opening_lines(start(Setup(PEOPLE, tokens=BOX_TOKENS))))

    def hear(mission: Heard, *moves: Move) -> None:
        for move in moves:
            before = mission.state
            mission.play(move)
            heard.update(move_lines(before, mission.state), status_lines(mission.state))

    hear(Heard(tokens=BOX_TOKENS), *[Bystander()] * BOX_TOKENS, *[Agent()] * AGENTS)
    hear(Heard(tokens=2, mistakes=0), Agent(), Stop(), Bystander())
    hear(Heard(tokens=3, mistakes=0), Bystander(), IllegalClue(), Agent(), Stop(), Assassin())
    for side in Side:
        hear(Heard(tokens=1), *[Agent()] * 9, Stop(), SideDone(side), Bystander())
    hear(Heard(city=Mission("m1", "cairo")), Clue("sea", 0), *[Agent()] * AGENTS)
    # Missing are only those of the very first moment.
    heard.update(status_lines(start(Setup(PEOPLE))))
    assert heard == set(list_lines())


def test_the_lines_are_few_and_none_is_there_twice():
    assert len(set(list_lines())) == len(list_lines()) <= 47


def test_the_lines_can_be_read_aloud_as_they_stand():
    for line in list_lines():
        words = ENGLISH(line)
        assert re.fullmatch(r"[A-Z][A-Za-z ,’.]+\.", words), line
        assert words.count(".") <= 2, line
    assert not ENGLISH.missing


NAMES = ("Ada", "Bruno", "Chloe", "Dario")


def after(*moves, **choices):
    state = start(Setup(NAMES, **choices))
    for move in moves:
        state = apply(state, move)
    return state


FOUND = (Agent(),) * KEY_AGENTS
# By the clues of the one side and then of the other: green words that both keys share may cover the second.
SHARED = (*(Agent(),) * 5, Stop(), *(Agent(),) * 6, Stop())
MOMENTS = {
    "first": (after(), "clue.now"),
    "second_turn": (after(Bystander()), "guess.now"),
    "stop": (after(Agent()), "stop.now"),
    "fined": (after(IllegalClue()), "illegal.who_now"),
    "last_token": (after(tokens=1), "last.now"),
    "last_check": (after(tokens=1, mistakes=0), "last.rule_dear"),
    "last_guesses": (after(IllegalClue(), tokens=1), "last.rule"),
    "done": (after(*FOUND, Stop()), "done.now"),
    "one_done": (after(*FOUND, Stop(), SideDone(Side.A)), "done.now_one"),
    "mixed_tokens": (after(tokens=9, mistakes=5, loose_turns=True), "clue.now"),
    "no_score": (after(tokens=8), "clue.now"),
    "sudden": (after(Bystander(), tokens=1), "sudden.now"),
    "grid": (after(Bystander(3), keeps=TrackingMode.GRID), "guess.now"),
    "clue_told": (after(Clue("sea", 2), mission=Mission("map", "cairo")), "clue.now"),
    "keys": (after(*SHARED, keeps=TrackingMode.KEYS), "done.who_counted"),
    "won": (after(*(Agent(),) * AGENTS), "end.rule_scored"),
    "lost": (after(Assassin()), "end.rule_scored"),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_special_lessons_come_first(moment):
    state, key = MOMENTS[moment]
    told = main_lesson(state)
    assert f"duet.learn.{key}" in (told.now_key, told.who_key, told.rule_key)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_lesson_has_three_sentences_in_every_language(code):
    tr = Translator(code)
    for state, _ in MOMENTS.values():
        for told in list_lessons(state):
            for key in (told.now_key, told.who_key, told.rule_key):
                words = tr(key, **told.args)
                assert "{" not in words, key
                assert words[-1] in ".!?؟;", key
    assert not tr.missing


def test_sample_states_show_every_lesson_in_the_catalogue():
    written = {key for key in Translator("en").entries(LANGUAGES["en"], "duet") if ".learn." in key}
    told = [each for state, _ in MOMENTS.values() for each in list_lessons(state)]
    shown = {key for each in told for key in (each.now_key, each.who_key, each.rule_key)}
    assert written == {key for key in shown if ".learn." in key}


def test_every_turn_offers_all_general_lessons():
    for moment in ("first", "second_turn", "stop"):
        names = {told.now_key.split(".")[2] for told in list_lessons(MOMENTS[moment][0])}
        assert names >= {"clue", "zero", "talk", "guess", "bystander", "illegal", "end"}


def test_who_gives_the_clue_and_who_guesses_are_named():
    tr, told = Translator("en"), list_lessons(MOMENTS["first"][0])
    assert tr(told[0].now_key, **told[0].args) == "This clue comes from Ada and Bruno."
    assert tr(told[1].now_key, **told[1].args) == "The guess is up to Chloe and Dario."


def test_the_grid_and_the_clue_log_are_taught_where_they_are_of_use():
    names = {
        moment: {told.now_key.split(".")[2] for told in list_lessons(MOMENTS[moment][0])}
        for moment in MOMENTS
    }
    assert "grid" in names["grid"]
    assert "grid" not in names["first"]
    assert "log" in names["first"]
    assert "log" not in names["clue_told"] | names["sudden"]


def test_lesson_on_covered_keys_appears_only_if_one_can_be():
    def told(*moves, **choices):
        return {each.now_key for each in list_lessons(after(*moves, **choices))}

    assert "duet.learn.done.now" in told(*FOUND[:5], Stop(), *FOUND[:4], Stop())
    assert "duet.learn.done.now" not in told(*FOUND[:5], Stop(), *FOUND[:4], Stop(), keeps=TrackingMode.KEYS)
    assert "duet.learn.done.now" in told(*SHARED, keeps=TrackingMode.KEYS)
    assert "duet.learn.done.now_one" in told(*FOUND, keeps=TrackingMode.KEYS)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("place_found", "covers a word for everybody"),
        ("place_known", "the other may still guess it"),
        ("place_missing", "Point first"),
        ("done_miscounted", "on both keys"),
        ("clue_by_other_side", "any of them may give the clue"),
    ],
)
def test_the_refusals_of_a_grid_and_of_clues_are_explained(code, words):
    rule = find_rule(error(f"duet.problem.{code}"))
    assert rule is not None
    assert words in Translator("en")(rule, **RULE_NUMBERS)


def test_stopping_before_a_right_guess_is_explained():
    with pytest.raises(IllegalMove) as refused:
        apply(MOMENTS["first"][0], Stop())
    rule = find_rule(refused.value.problem)
    assert rule is not None
    assert "after a right guess" in Translator("en")(rule, **RULE_NUMBERS)


def test_every_rule_behind_a_refusal_is_filled_by_the_numbers_of_the_rules():
    written = Translator("en").entries(LANGUAGES["en"], "duet")
    rules = [find_rule(error(key)) for key in written if key.startswith("duet.problem.")]
    assert len([rule for rule in rules if rule]) > 7
    for rule in filter(None, rules):
        assert "{" not in Translator("en")(rule, **RULE_NUMBERS), rule
