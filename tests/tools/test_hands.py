"""Random hands on the phone, people at the table, and dawn. The long form is `python -m tools.hands`."""

from random import Random

import pytest

from companion.narrator import player
from companion.narrator.scripted_playback import PhoneEvent, Press
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
def test_whatever_hands_do_dawn_is_right(part):
    assert wrong_nights(2026, part * NIGHTS // 16, NIGHTS // 16) == []


def test_every_kind_of_night_has_its_turn():
    nights = every_night()
    assert {night.script.game for night in nights} == {"avalon", "cultists"}
    assert {night.script.style.value for night in nights} == {"learn", "normal", "quick", "ritual"}
    assert {len(night.languages) for night in nights} == {1, 2}
    assert len(nights) > 1000


def test_untouched_nights_leave_nobody_wrong():
    for number, night in enumerate(every_night()[::7]):
        chance = Random(number)
        assert fumble(night.timeline(), night.deal(chance), [], chance, count=True) == []


def spoilt(*hands, apart=0.0, kinds=slice(None, None, 40)):
    """In how many nights somebody knows wrongly, each look being touched by these hands in one of them."""
    wrong = nights = 0
    for number, night in enumerate(every_night()[kinds]):
        timeline = night.timeline()
        for span in timeline.step_spans():
            if night.script.cues[span.cue_index].hold is Hold.LOOK:
                chance = Random(number)
                at = span.start + span.speech + 0.2
                presses = [Press(at + apart * place, hand) for place, hand in enumerate(hands)]
                wrong += bool(fumble(timeline, night.deal(chance), presses, chance, count=False))
                nights += 1
    assert nights > 50
    return wrong


def test_a_player_that_simply_goes_on_where_it_was_left_is_found_out(monkeypatch):
    assert spoilt(PhoneEvent.PAUSE, PhoneEvent.RESUME, apart=4.0) == 0
    monkeypatch.setattr(player, "find_entry_step", lambda script, people, latest: latest)
    assert spoilt(PhoneEvent.PAUSE, PhoneEvent.RESUME, apart=4.0) > 10


def test_a_player_that_starts_again_where_it_was_stopped_is_found_out(monkeypatch):
    assert spoilt(PhoneEvent.STOP, PhoneEvent.START, apart=20.0) == 0
    monkeypatch.setattr(player, "find_entry_after_stop", lambda script, stopped_at: max(1, stopped_at))
    assert spoilt(PhoneEvent.STOP, PhoneEvent.START, apart=20.0) > 10


def test_a_player_that_goes_on_where_the_phone_died_is_found_out(monkeypatch):
    """Whatever people did meanwhile: those who looked up, and those whose thumb or deck still shows."""
    monkeypatch.setattr(player, "find_entry_after_stop", lambda script, stopped_at: max(1, stopped_at))
    assert spoilt(PhoneEvent.KILL, PhoneEvent.START, apart=20.0) > 10


def test_a_thumb_that_is_up_while_evil_looks_is_found_out(monkeypatch):
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


def test_waits_that_can_be_cut_to_nothing_are_found_out(monkeypatch):
    assert spoilt(PhoneEvent.SHORTEN) == 0
    monkeypatch.setattr(player, "MIN_HOLD_SECONDS", dict.fromkeys(player.MIN_HOLD_SECONDS, 0.0))
    assert spoilt(PhoneEvent.SHORTEN) > 50


def test_a_stop_that_lets_people_look_up_at_once_is_found_out(monkeypatch):
    stopped = recovery.stopped_cues
    monkeypatch.setattr(recovery, "stopped_cues", lambda script: stopped(script)[1:])
    assert spoilt(PhoneEvent.STOP, PhoneEvent.START, apart=20.0) > 50


def test_hands_are_random_and_the_same_for_the_same_seed():
    timeline = every_night()[0].timeline()
    first, again, other = (random_presses(timeline, Random(seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert {press.event for seed in range(60) for press in random_presses(timeline, Random(seed))} == set(
        PhoneEvent
    )


def test_what_went_wrong_is_told_with_the_hands_that_did_it(monkeypatch, capsys):
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
    """Works in this process, where the test's changes hold."""

    def __init__(self, _workers):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    map = staticmethod(map)
