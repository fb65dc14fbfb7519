from itertools import pairwise

import pytest

from companion.games.avalon.setup import Setup
from companion.narrator.audio import (
    BACKGROUND_PEAK,
    DUCKED_LEVEL,
    FADE_SECONDS,
    SPEECH_PEAK,
    level_curve,
)
from companion.narrator.planner import Pauses, SegmentKind, plan_timeline
from companion.scripts.avalon.night import build_script, list_lines
from companion.scripts.script import NightStyle

SETUP = Setup(tuple("ABCDE"), roles=("percival", "morgana"))


def timeline_of(*languages, style=NightStyle.NORMAL, **how):
    lengths = {language: dict.fromkeys(list_lines(style), 2.5) for language in languages}
    return plan_timeline(build_script(SETUP, style), lengths, players=5, **how)


NIGHTS = {
    "one language": timeline_of("en"),
    "two languages": timeline_of("en", "fa"),
    "a brisk night": timeline_of("en", style=NightStyle.QUICK, pace=1.5),
    "hardly a pause": timeline_of("en", pauses=Pauses(0.1, 0.2, 0.3, 0.0, 0.0)),
}


@pytest.fixture(params=NIGHTS.values(), ids=list(NIGHTS))
def timeline(request):
    return request.param


def level_at(moments, seconds):
    for now, then in pairwise(moments):
        if now.seconds <= seconds <= then.seconds and then.seconds > now.seconds:
            return now.level + (then.level - now.level) * (seconds - now.seconds) / (
                then.seconds - now.seconds
            )
    raise AssertionError(f"no level at {seconds}")


def test_the_bed_covers_the_whole_night_without_a_jump(timeline):
    moments = level_curve(timeline)
    assert (moments[0].seconds, moments[-1].seconds) == (0.0, timeline.total)
    for now, then in pairwise(moments):
        assert then.seconds >= now.seconds
        assert abs(then.level - now.level) <= (then.seconds - now.seconds) / FADE_SECONDS + 1e-9


def test_the_bed_is_low_under_every_word(timeline, speech):
    moments = level_curve(timeline)
    for segment in speech(timeline):
        for share in (0.0, 0.1, 0.5, 0.9, 1.0):
            moment = segment.start + share * segment.seconds
            assert level_at(moments, moment) <= DUCKED_LEVEL + 1e-9


def test_the_bed_is_full_in_the_middle_of_every_long_pause():
    timeline = NIGHTS["one language"]
    moments = level_curve(timeline)
    pauses = [
        segment for segment in timeline.segments if segment.kind is SegmentKind.HOLD and segment.seconds > 1.5
    ]
    assert len(pauses) > 5
    for pause in pauses:
        assert level_at(moments, (pause.start + pause.end) / 2) == pytest.approx(1.0)


def test_voice_and_bed_together_cannot_exceed_full_scale():
    assert SPEECH_PEAK + BACKGROUND_PEAK * DUCKED_LEVEL < 1.0
