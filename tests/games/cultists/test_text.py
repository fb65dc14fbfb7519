"""Text of moves, votes and rounds; every refusal, event, vote and outcome has its sentence."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from pathlib import Path

import polib
import pytest

import companion
from companion.core.serialization import encode
from companion.games.cultists import text
from companion.games.cultists.actions import OUTCOMES, Requirement
from companion.games.cultists.edits import restore_saved, start_edit, to_edit_record
from companion.games.cultists.moves import Correct, Event, Explored, Next, Roles, Vote
from companion.games.cultists.rules import EFFECTS, POWER_OFF, POWER_ON, SEE_TOKEN
from companion.games.cultists.setup import CULTIST, SEER, role_tokens
from companion.games.cultists.state import EVENTS, Phase, RoundPhase
from companion.games.cultists.text import insert_missing, make_rounds
from companion.games.cultists.voting import KnifeEffect, VoteReason
from companion.i18n.translator import Translator

ENGLISH = Translator("en")


def told(session, kind):
    """The moves of one kind that the history tells of."""
    found = make_rounds(session.states, session.moves)
    return [step for each in found for step in each.notable_steps if isinstance(step.move, kind)]


def test_every_move_is_told_in_a_whole_sentence(any_game):
    tr = Translator("en")
    for each in make_rounds(any_game.states, any_game.moves):
        for step in each.notable_steps:
            words = text.move_text(tr, step.before, step.move)
            for sentence in (words, *text.step_details(tr, step)):
                assert "{" not in sentence
            assert words.endswith("."), words
    assert not tr.missing


def test_a_vote_tells_who_voted_for_whom(game):
    (vote,) = told(game(), Vote)
    assert text.move_text(ENGLISH, vote.before, vote.move) == "Farid was voted out."
    assert text.step_details(ENGLISH, vote) == [
        "Vote on the murder of Elena",
        "3 for Farid: Bruno, Dario and Elena",
        "2 for Bruno: Ada and Chloe",
        "Abstained: Farid",
        "Dario changed the vote with the Knife.",
    ]


def test_a_vote_that_was_only_counted_tells_its_sums(with_automa):
    votes = told(with_automa, Vote)
    assert text.step_details(ENGLISH, votes[1])[:2] == ["4 votes for Automa", "1 abstention"]
    # The Automa holds the Knife in the first one.
    assert text.step_details(ENGLISH, votes[0])[-1] == "The Automa has the Knife: it abstains twice."


def test_the_story_tells_each_round_and_at_last_the_reason(over):
    assert text.story(ENGLISH, over) == [
        "Round 1. Event: Secret Entrances Revealed.",
        "Round 2. Event: Gate Opens. It can be closed until round 4. Ada found Elena dead. "
        "Farid was voted out.",
        "Round 3. Event: Lightning Strike. The power went out. Dario restored the power. "
        "The Fishman came into the building. 4 points for the Investigators, 4 in all.",
        "Round 4. Event: Evil Eyes Watch You. Ada and Chloe closed the Gate. Points to win: 11. "
        "Dario was voted out. The Cultists named Bruno, who was not the Seer.",
        "No Cultist is left.",
    ]


def test_a_running_game_has_a_story_without_an_end(game):
    assert text.story(ENGLISH, game(moves=())) == []
    assert len(text.story(ENGLISH, game())) == 4


def test_the_end_of_a_phase_is_told_only_if_the_gate_expired_by_it(with_automa):
    (end,) = told(with_automa, Next)
    assert text.move_text(ENGLISH, end.before, end.move) == "The Gate was not closed in time."
    assert text.step_details(ENGLISH, end) == ["Points to win: 11."]


def test_who_was_who_is_told_seat_by_seat_and_is_no_part_of_the_story(over):
    before = text.story(ENGLISH, over)
    roles = list(role_tokens(over.setup))
    # The one who was out at last was a Cultist, as all have seen.
    roles.remove(CULTIST)
    roles.insert(over.state.exposed_cultist, CULTIST)
    if roles[over.state.seer_guess_target] == SEER:
        roles.append(roles.pop(over.state.seer_guess_target))
    over.play(Roles(tuple(roles)))
    (step,) = told(over, Roles)
    assert text.move_text(ENGLISH, step.before, step.move) == "It was told who was who."
    assert text.step_details(ENGLISH, step)[over.state.exposed_cultist].endswith(": Cultist")
    assert text.story(ENGLISH, over) == before


def cut(session):
    return make_rounds(session.states, session.moves)


def test_the_log_is_cut_into_rounds_and_phases(game):
    found = cut(game())
    assert [each.number for each in found] == [1, 2, 3, 4]
    assert [part.round_phase for part in found[0].phases] == list(RoundPhase)
    assert [part.round_phase for part in found[3].phases] == list(RoundPhase)[:3]
    assert [step.move_index for each in found for step in each.steps] == list(range(len(game().moves)))
    assert [each.event.event for each in found if each.event is not None] == [
        "secret_entrances",
        "gate_opens",
        "lightning",
        "evil_eyes",
    ]
    assert [each.points for each in found] == [0, 0, 4, 0]
    assert [each.ghosts for each in found] == [(), (4, 5), (), ()]


def test_a_new_game_has_one_empty_round(game):
    (only,) = cut(game(moves=()))
    assert (only.number, only.notable_steps, only.event) == (1, (), None)


def test_a_corrected_round_begins_where_it_was_corrected(game):
    moves = (Explored("red"), Correct(round=3), Next(), Event("evil_eyes"))
    found = cut(game(moves=moves))
    assert [each.number for each in found] == [1, 3]
    assert [len(each.steps) for each in found] == [2, 2]


@pytest.mark.parametrize(("at", "phase"), list(itertools.product((0, 2, 3), range(3))))
def test_what_was_forgotten_goes_to_the_end_of_its_phase(game, at, phase):
    session = game()
    part = cut(session)[at].phases[phase]
    revision = session.preview_edit(insert_missing(part, session.moves, Explored("red")))
    session.commit_edit(revision)
    found = cut(session)[at].phases[phase]
    assert [step.move for step in found.steps if not isinstance(step.move, Next)][-1] == Explored("red")
    assert not revision.dropped_moves


def test_a_change_in_the_making_is_found_again_wherever_it_is_made(game):
    found = cut(game())
    for part in (part for each in found for part in each.phases):
        for place in (part, *part.steps):
            made = replace(start_edit(place), moves=(Explored("red"), Vote((None, 2))), voter=3)
            assert restore_saved(found, encode(to_edit_record(found, made))) == made


@pytest.mark.parametrize(
    "wrong",
    [{"part": 99}, {"part": -1}, {"step": 0}, {"voter": 6}, {"moves": [{"move": "moonlight"}]}, {"hue": 1}],
)
def test_a_change_that_cannot_be_is_not_found_again(game, wrong):
    found = cut(game())
    kept = encode(to_edit_record(found, start_edit(found[1].phases[0].steps[0])))
    assert restore_saved(found, kept) is not None
    assert restore_saved(found, {**kept, **wrong}) is None


PACKAGE = Path(companion.__file__).parent
KEYS = {entry.msgid for entry in polib.pofile(str(PACKAGE / "i18n" / "catalogues" / "en" / "cultists.po"))}
# What comes before anything else, and so refuses other moves.
FIRST = (Phase.EVENT, Phase.VOTE, Phase.REVEALED, Phase.KILLS, Phase.SEER_GUESS)


def under(part):
    return {key.removeprefix(f"cultists.{part}.") for key in KEYS if key.startswith(f"cultists.{part}.")}


def test_every_refusal_has_its_sentence():
    sources = [path.read_text(encoding="utf-8") for path in (PACKAGE / "games" / "cultists").glob("*.py")]
    raised = set(re.findall(r'"cultists\.problem\.([a-z_]+)"', "".join(sources)))
    assert len(raised) > 50
    assert raised <= under("problem")


@pytest.mark.parametrize(
    "code", [*(f"need_{need.value}" for need in Requirement), *(f"awaits_{awaits.value}" for awaits in FIRST)]
)
def test_every_refusal_that_is_put_together_has_its_sentence(code):
    assert code in under("problem")


def test_every_event_has_a_name_and_the_known_ones_say_what_they_do():
    names = {f"{event}.name" for event in EVENTS}
    does = {f"{event.id}.does" for event in EVENTS.values() if event.has_known_effect}
    now = {f"now.{effect}" for effect in (*EFFECTS.values(), POWER_ON, POWER_OFF, SEE_TOKEN)}
    assert under("event") == names | does | now


def test_every_end_of_a_vote_is_explained():
    assert under("vote.why") == {why.value for why in VoteReason} | {"automa_majority"}
    assert under("vote.knife") == {effect.value for effect in KnifeEffect} | {"automa_doubled"}


def test_every_outcome_is_told():
    assert under("outcome") == {outcome.winner for outcome in OUTCOMES}
    assert under("reason") == {outcome.reason for outcome in OUTCOMES}
    assert len(under("reason")) == len(OUTCOMES) == 10
