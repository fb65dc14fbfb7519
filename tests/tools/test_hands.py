"""Random hands on the phone, people at the table, and dawn. The long form is `python -m tools.hands`."""

from random import Random

import pytest

from companion.cli.night import PhoneEvent, Press
from companion.narrator import player
from companion.scripts import recovery
from companion.scripts.avalon.night import CueKind
from companion.scripts.script import Hold
from tests.cases import sample
from tests.scripts.cue_changes import step_of
from tools.hands.__main__ import main, wrong_nights
from tools.hands.fumble import fumble, random_presses
from tools.hands.tables import every_night

NIGHTS = 800


@pytest.mark.parametrize("part", sample(range(16)))
def test_random_presses_lead_to_a_valid_dawn(part):
    assert wrong_nights(2026, part * NIGHTS // 16, NIGHTS // 16) == []


def test_every_kind_of_night_is_simulated():
    nights = every_night()
    assert {night.script.game for night in nights} == {"avalon", "cultists"}
    assert {night.script.style.value for night in nights} == {"learn", "normal", "quick", "ritual"}
    assert {len(night.languages) for night in nights} == {1, 2}
    assert len(nights) > 1000


def test_undisturbed_nights_are_valid():
    for number, night in enumerate(every_night()[::7]):
        chance = Random(number)
        assert fumble(night.timeline(), night.deal(chance), [], chance, count=True) == []


def broken_player(*hands, lead_seconds=0.0, kinds=slice(None, None, 40)):
    """In how many nights somebody knows wrongly, each look being touched by these hands in one of them."""
    wrong = nights = 0
    for number, night in enumerate(every_night()[kinds]):
        timeline = night.timeline()
        for span in timeline.step_spans():
            if night.script.cues[span.cue_index].hold is Hold.LOOK:
                chance = Random(number)
                at = span.start + span.speech + 0.2
                presses = [Press(at + lead_seconds * place, hand) for place, hand in enumerate(hands)]
                wrong += bool(fumble(timeline, night.deal(chance), presses, chance, count=False))
                nights += 1
    assert nights > 50
    return wrong


def test_resuming_at_the_same_place_is_detected(monkeypatch):
    assert broken_player(PhoneEvent.PAUSE, PhoneEvent.RESUME, lead_seconds=4.0) == 0
    monkeypatch.setattr(player, "find_entry_step", lambda script, people, latest: latest)
    assert broken_player(PhoneEvent.PAUSE, PhoneEvent.RESUME, lead_seconds=4.0) > 10


def test_repeating_the_interrupted_step_is_detected(monkeypatch):
    assert broken_player(PhoneEvent.STOP, PhoneEvent.START, lead_seconds=20.0) == 0
    monkeypatch.setattr(player, "find_entry_after_stop", lambda script, stopped_at: max(1, stopped_at))
    assert broken_player(PhoneEvent.STOP, PhoneEvent.START, lead_seconds=20.0) > 10


def test_resuming_where_the_phone_died_is_detected(monkeypatch):
    """Whatever people did meanwhile: those who looked up, and those whose thumb or deck still shows."""
    monkeypatch.setattr(player, "find_entry_after_stop", lambda script, stopped_at: max(1, stopped_at))
    assert broken_player(PhoneEvent.KILL, PhoneEvent.START, lead_seconds=20.0) > 10


def test_thumb_visible_to_evil_is_detected(monkeypatch):
    """Hurried back over three steps, and the last of it skipped: only those who were told so have one up."""
    nights = [night for night in every_night() if with_mordred(night)]

    def wrong():
        for number, night in enumerate(nights):
            chance, timeline = Random(number), night.timeline()
            raised = timeline.step_spans()[step_of(night.script, CueKind.EVIL_THUMBS)]
            up = raised.start + raised.speech + 0.2
            presses = [Press(up + place, hand) for place, hand in enumerate(HURRIED_BACK)]
            yield bool(fumble(timeline, night.deal(chance), presses, chance, count=False))

    assert nights
    assert not any(wrong())
    monkeypatch.setattr(player, "find_entry_step", lambda script, people, latest: latest)
    assert any(wrong())


def with_mordred(night):
    return night.script.game == "avalon" and night.setup.roles == ("mordred",) and night.setup.options.merlin


HURRIED_BACK = (PhoneEvent.BACK, PhoneEvent.BACK, PhoneEvent.BACK, PhoneEvent.REPEAT)


def test_skipped_waits_are_detected(monkeypatch):
    assert broken_player(PhoneEvent.SHORTEN) == 0
    monkeypatch.setattr(player, "MIN_HOLD_SECONDS", dict.fromkeys(player.MIN_HOLD_SECONDS, 0.0))
    assert broken_player(PhoneEvent.SHORTEN) > 50


def test_opening_eyes_at_a_stop_is_detected(monkeypatch):
    stopped = recovery.stopped_cues
    monkeypatch.setattr(recovery, "stopped_cues", lambda script: stopped(script)[1:])
    assert broken_player(PhoneEvent.STOP, PhoneEvent.START, lead_seconds=20.0) > 50


def test_presses_are_random_and_reproducible():
    timeline = every_night()[0].timeline()
    first, repeated, other = (random_presses(timeline, Random(seed)) for seed in (1, 1, 2))
    assert first == repeated != other
    assert {press.event for seed in range(60) for press in random_presses(timeline, Random(seed))} == set(
        PhoneEvent
    )


def test_faults_are_reported_with_the_presses(monkeypatch, capsys):
    monkeypatch.setattr("tools.hands.__main__.ProcessPoolExecutor", _Here)
    assert main(["--nights", "20"]) == 0
    assert "20 nights" in capsys.readouterr().out
    monkeypatch.setattr(player, "MIN_HOLD_SECONDS", dict.fromkeys(player.MIN_HOLD_SECONDS, 0.0))
    monkeypatch.setattr(
        "tools.hands.__main__.random_presses",
        lambda timeline, chance: [Press(at / 10, PhoneEvent.SHORTEN) for at in range(2000)],
    )
    assert main(["--nights", "20"]) == 1
    assert "shorten" in capsys.readouterr().out


class _Here:
    """Works in this process, where the test's changes apply."""

    def __init__(self, _workers):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    map = staticmethod(map)
