"""Hints for roles are said to all alike: they follow the set-up and never a seat."""

from companion.games.cultists.moves import Dead, Event, Next
from companion.games.cultists.setup import Setup
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.cultists.lessons import list_lessons, main_lesson, role_hints
from tests.games.cultists.builders import NAMES, state_after

ACTIONS = (Next(), Event("no_connection"), Next())


def state_with_roles(*moves, roles=()):
    return state_after(Setup(NAMES[:6], roles=roles), *moves)


def hinted(state):
    return {hint.who_key.rpartition(".")[2] for hint in role_hints(state)}


def test_only_roles_that_are_in_play_are_spoken_to():
    assert hinted(state_with_roles(*ACTIONS)) == {"investigator", "cultist"}
    assert hinted(state_with_roles(*ACTIONS, roles=("seer", "engineer"))) == {
        "investigator",
        "cultist",
        "seer",
    }
    assert hinted(state_with_roles(*ACTIONS, roles=("assassin",))) == {"investigator", "cultist", "assassin"}
    assert hinted(state_with_roles(*ACTIONS, Dead(2), roles=("seer",))) == {"investigator", "cultist", "seer"}
    assert hinted(state_with_roles(Next())) == set()


def test_no_hint_knows_a_seat_and_the_step_itself_comes_first():
    state = state_with_roles(*ACTIONS, roles=("seer",))
    assert all(not hint.args for hint in role_hints(state))
    assert list_lessons(state)[0] == main_lesson(state)


def test_every_hint_is_written_and_used():
    roles = ("seer", "assassin")
    states = (
        state_with_roles(roles=roles),
        state_with_roles(*ACTIONS, roles=roles),
        state_with_roles(*ACTIONS, Dead(2), roles=roles),
    )
    shown = {hint.who_key for state in states for hint in role_hints(state)}
    for code in LANGUAGES:
        tr = Translator(code)
        written = tr.entries(tr.language, "cultists")
        assert {key for key in written if key.startswith("cultists.hint.")} == shown
