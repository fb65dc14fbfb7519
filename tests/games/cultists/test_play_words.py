"""Refusals, events, votes and outcomes all have their words, and none is left over."""

import re
from pathlib import Path

import polib
import pytest

import companion
from companion.games.cultists.actions import OUTCOMES, Requirement
from companion.games.cultists.rules import EFFECTS, POWER_OFF, POWER_ON, SEE_TOKEN
from companion.games.cultists.state import EVENTS, Phase
from companion.games.cultists.voting import KnifeEffect, VoteReason

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
