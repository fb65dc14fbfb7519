"""Hints for roles are said to all alike: they follow the set-up and never a seat."""

from companion.games.avalon.rules import apply, start
from companion.games.avalon.setup import Lancelot, Options, Setup
from companion.games.avalon.state import Propose, Quest, Vote
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.avalon.lessons import list_lessons, main_lesson, role_hints, was_refused_before

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hugo", "Iris", "Jan")
ALL = ("percival", "morgana", "mordred", "oberon")
WON = tuple(
    move for team in ((0, 1), (0, 1, 2), (0, 1, 2)) for move in (Propose(team), Vote(approved=True), Quest(0))
)


def after(*moves, players=7, **choices):
    state = start(Setup(NAMES[:players], **choices))
    for move in moves:
        state = apply(state, move)
    return state


def hinted(state):
    return {hint.who_key.rpartition(".")[2] for hint in role_hints(state)}


def test_only_roles_that_are_in_play_are_spoken_to():
    assert hinted(after()) == {"merlin"}
    assert hinted(after(roles=("percival",))) == {"merlin", "percival"}
    assert hinted(after(roles=("percival", "morgana"))) == {"merlin", "percival_morgana", "morgana"}
    assert hinted(after(players=10, roles=ALL)) == {
        "merlin", "percival_morgana", "morgana", "mordred", "oberon"
    }  # fmt: skip
    assert hinted(after(lancelot=Lancelot.V1)) == {"merlin", "lancelot"}
    assert hinted(after(lancelot=Lancelot.V3)) == {"merlin"}
    assert hinted(after(options=Options(merlin=False), roles=("oberon",))) == {"oberon"}


def test_no_hint_knows_a_seat_or_a_name():
    moves = (Propose((0, 1)),)
    for state in (after(roles=ALL[:2]), after(*moves, roles=ALL[:2]), after(*WON, roles=ALL[:2])):
        for hint in role_hints(state):
            assert not hint.args
    # Whoever leads and whoever sits where: the same words.
    assert {hint.who_key for hint in role_hints(after(leader=0))} == {
        hint.who_key for hint in role_hints(after(leader=4))
    }


def test_they_come_after_the_step_itself_which_stays_the_first_lesson():
    state = after(roles=("percival",))
    assert list_lessons(state)[0] == main_lesson(state)
    assert len(list_lessons(state)) == 3


def test_every_hint_is_written_and_used():
    shown = {
        hint.who_key
        for roles in ((), ("percival",), ALL[:2], ALL[2:])
        for hint in role_hints(after(roles=roles))
    }
    shown |= {hint.who_key for hint in role_hints(after(lancelot=Lancelot.V2, options=Options(), players=8))}
    states = (after(Propose((0, 1))), after(Propose((0, 1)), Vote(approved=True)), after(*WON))
    shown |= {hint.who_key for state in states for hint in role_hints(state)} | {"avalon.hint.same_team"}
    lancelots = start(Setup(NAMES[:7], lancelot=Lancelot.V1))
    shown |= {hint.who_key for hint in role_hints(lancelots)}
    for code in LANGUAGES:
        tr = Translator(code)
        assert {key for key in tr.entries(tr.language, "avalon") if key.startswith("avalon.hint.")} == shown


def test_a_team_that_was_refused_in_this_round_is_known_again_and_only_then():
    refused = (Propose((0, 1)), Vote(approved=False))
    assert was_refused_before(refused, (1, 0))
    assert not was_refused_before(refused, (0, 2))
    assert not was_refused_before((*refused, Propose((0, 2)), Vote(approved=True), Quest(0)), (0, 1))
