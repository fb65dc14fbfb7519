import math
from itertools import combinations, pairwise, product

import pytest

from companion.core.game import filter_blocking
from companion.games.avalon.setup import Lancelot, Options, Setup, problems
from companion.games.cultists.setup import Setup as CultistsSetup
from companion.games.cultists.setup import problems as cultists_problems
from companion.narrator.planner import Pauses, SegmentKind, plan_timeline, reading_seconds
from companion.scripts.avalon.night import build_full_script, build_script, list_lines
from companion.scripts.cultists.night import build_script as cultists_night
from companion.scripts.recovery import Interjection
from companion.scripts.script import STYLES, CommonCueKind, Cue, Hold, NightStyle

ENGLISH = {key: 1.0 + len(key) / 20 for style in STYLES for key in list_lines(style)}
ITALIAN = {key: seconds * 1.25 for key, seconds in ENGLISH.items()}


def setup_of(players, *roles, lancelot=None, **options):
    return Setup(
        tuple(f"Player {n}" for n in range(players)),
        roles=roles,
        lancelot=lancelot,
        options=Options(**options),
    )


FULL = setup_of(10, "percival", "morgana", "mordred", lancelot=Lancelot.V1)


def planned(setup=FULL, lengths=None, style=NightStyle.NORMAL, **how):
    lengths = {"en": ENGLISH} if lengths is None else lengths
    return plan_timeline(build_script(setup, style), lengths, players=len(setup.players), **how)


def holds(timeline, kind):
    return {round(s.seconds, 9) for s in timeline.segments if s.kind is SegmentKind.HOLD and s.hold is kind}


@pytest.mark.parametrize("lengths", [{"en": ENGLISH}, {"it": ITALIAN, "en": ENGLISH}])
def test_the_night_has_no_hole_and_no_overlap(lengths):
    timeline = planned(lengths=lengths)
    assert timeline.segments[0].start == 0
    for before, after in pairwise(timeline.segments):
        assert before.end == after.start
        assert before.seconds > 0
    assert timeline.total == timeline.segments[-1].end
    assert timeline.total == pytest.approx(sum(segment.seconds for segment in timeline.segments))


def test_every_line_is_spoken_once_in_order_and_as_long_as_its_clip(speech):
    timeline = planned()
    spoken = speech(timeline)
    assert [segment.cue_index for segment in spoken] == list(range(len(timeline.script.cues)))
    for segment in spoken:
        line = timeline.script.cues[segment.cue_index].line
        assert segment.seconds == pytest.approx(ENGLISH[line])


def test_a_second_language_follows_line_by_line(speech):
    timeline = planned(lengths={"it": ITALIAN, "en": ENGLISH})
    spoken = speech(timeline)
    assert [s.language for s in spoken] == ["it", "en"] * len(timeline.script.cues)
    assert [s.cue_index for s in spoken[::2]] == [s.cue_index for s in spoken[1::2]]
    for italian, english in zip(spoken[::2], spoken[1::2], strict=True):
        assert english.start - italian.end == pytest.approx(Pauses().between_languages)


def test_the_lead_in_is_silent_and_first(speech):
    timeline = planned()
    assert timeline.segments[0].kind is SegmentKind.LEAD_IN
    assert timeline.lead_in_seconds == speech(timeline)[0].start == pytest.approx(0.8)
    without = planned(pauses=Pauses(lead_in=0))
    assert without.segments[0].kind is SegmentKind.SPEECH
    assert without.total == pytest.approx(timeline.total - 0.8)


def test_pauses_of_a_kind_are_equally_long_for_every_role_in_play_or_not():
    real = planned(setup_of(10, "percival", "morgana"))
    decoy = planned(setup_of(10, "morgana", percival_decoy=True))
    for hold in (Hold.SETTLE, Hold.ACT, Hold.LOOK):
        assert len(holds(real, hold)) == 1
        assert holds(real, hold) == holds(decoy, hold) == holds(planned(), hold)
    assert real.total == decoy.total


def test_a_larger_table_gets_longer_to_act_and_to_look():
    five, ten = planned(setup_of(5)), planned(setup_of(10))
    assert holds(five, Hold.LOOK) == {5.0}
    assert holds(ten, Hold.LOOK) == {6.0}
    assert min(holds(ten, Hold.ACT)) > max(holds(five, Hold.ACT))
    assert holds(ten, Hold.SETTLE) == holds(five, Hold.SETTLE)


def test_the_table_sets_its_own_pauses():
    slow = planned(setup_of(5), pauses=Pauses(settle=3, act=4, look=9))
    assert [holds(slow, hold) for hold in (Hold.SETTLE, Hold.ACT, Hold.LOOK)] == [{3}, {4}, {9}]


def test_pace_shortens_the_pauses_and_leaves_the_clips_alone(speech):
    normal, fast = planned(setup_of(5)), planned(setup_of(5), pace=2.0)
    assert holds(fast, Hold.LOOK) == {2.5}
    assert [s.seconds for s in speech(fast)] == pytest.approx([s.seconds for s in speech(normal)])


def test_styles_differ_in_their_pauses():
    look = [max(holds(planned(setup_of(5), style=style), Hold.LOOK)) for style in STYLES]
    assert look == sorted(look, reverse=True)
    assert len(set(look)) == 3


def test_each_step_ends_where_the_next_begins():
    timeline = planned(lengths={"en": ENGLISH, "it": ITALIAN}, min_seconds=400)
    spans = timeline.step_spans()
    assert [span.cue_index for span in spans] == list(range(len(timeline.script.cues)))
    assert spans[0].start == timeline.lead_in_seconds
    for span, after in pairwise(spans):
        assert span.start + span.speech + span.hold == pytest.approx(after.start)
    assert spans[-1].hold == 0
    assert spans[-1].start + spans[-1].speech == pytest.approx(timeline.total)
    for number, span in enumerate(spans):
        said = next(s for s in timeline.segments if s.cue_index == number and s.kind is SegmentKind.SPEECH)
        assert said.start == span.start


def every_setup_of_eight():
    optional = ("percival", "morgana", "mordred", "oberon")
    sets = [roles for size in range(5) for roles in combinations(optional, size)]
    for roles, variant, merlin, seen in product(sets, (None, *Lancelot), (True, False), (True, False)):
        setup = setup_of(8, *roles, lancelot=variant, merlin=merlin, evil_lancelot_seen_by_merlin=seen)
        if not filter_blocking(problems(setup)):
            yield setup


def test_all_nights_of_a_table_can_be_made_equally_long():
    lengths = {"en": ENGLISH, "it": ITALIAN}
    fullest = build_full_script(NightStyle.NORMAL, lambda line: ENGLISH[line] + ITALIAN[line])
    longest = plan_timeline(fullest, lengths, players=8).total
    totals, plain = set(), set()
    for setup in every_setup_of_eight():
        totals.add(round(planned(setup, lengths, min_seconds=longest).total, 6))
        plain.add(round(planned(setup, lengths).total, 6))
    assert totals == {round(longest, 6)}
    assert len(plain) > 10


def test_the_silence_that_evens_nights_out_comes_just_before_dawn_and_changes_nothing_before():
    setup = setup_of(8, "oberon")
    plain, padded = planned(setup), planned(setup, min_seconds=300)
    [rest] = [number for number, s in enumerate(padded.segments) if s.kind is SegmentKind.FILLER]
    assert padded.segments[:rest] == plain.segments[:rest]
    dawn = padded.segments[rest + 1]
    assert padded.script.cues[dawn.cue_index].kind is CommonCueKind.ALL_OPEN
    assert dawn.kind is SegmentKind.SPEECH
    assert padded.total == pytest.approx(300)
    assert planned(setup, min_seconds=1) == plain


def every_cultists_night():
    for players, automa, roles in product((4, 5, 6, 7, 8), (True, False), ((), ("seer",))):
        setup = CultistsSetup(tuple("ABCDEFGH"[:players]), roles=roles, automa=automa)
        if not filter_blocking(cultists_problems(setup)):
            yield cultists_night(setup)


def test_the_silence_that_evens_nights_out_comes_while_every_eye_is_shut():
    scripts = [*every_cultists_night(), *map(build_script, every_setup_of_eight())]
    assert {script.game for script in scripts} == {"avalon", "cultists"}
    for script in scripts:
        lengths = {"en": {cue.line: 2.0 for cue in script.cues}}
        plain, padded = (plan_timeline(script, lengths, players=8, min_seconds=least) for least in (0, 300))
        assert padded.total == pytest.approx(300)
        [rest] = [segment for segment in padded.segments if segment.kind is SegmentKind.FILLER]
        open_eyes: set[str] = set()
        for cue in script.cues[: rest.cue_index + 1]:
            open_eyes = (open_eyes | set(cue.opens)) - set(cue.closes)
        assert not open_eyes
        assert script.cues[0].kind is CommonCueKind.ALL_CLOSE
        # Nobody looks any longer than without it, and all else is as it was.
        assert holds(padded, Hold.LOOK) == holds(plain, Hold.LOOK)
        others = [segment for segment in padded.segments if segment.kind is not SegmentKind.FILLER]
        assert [(s.kind, s.cue_index, round(s.seconds, 9)) for s in others] == [
            (s.kind, s.cue_index, round(s.seconds, 9)) for s in plain.segments
        ]
        spans = padded.step_spans()
        assert [span.cue_index for span in spans] == list(range(len(script.cues)))
        assert spans[rest.cue_index].hold >= rest.seconds


def test_a_night_can_be_led_over_some_of_its_steps_after_some_words():
    timeline = planned(lengths={"en": {**ENGLISH, "a": 1.5}, "it": {**ITALIAN, "a": 2.0}})
    words = timeline.interjection_segments(Cue(Interjection.GO_ON, "a", Hold.ACT), 4)
    route = timeline.select_steps((0, 4, 5), *timeline.lead_in_segments(), *words)
    assert [segment.kind for segment in route.segments[:5]] == [
        SegmentKind.LEAD_IN,
        SegmentKind.SPEECH,
        SegmentKind.GAP,
        SegmentKind.SPEECH,
        SegmentKind.HOLD,
    ]
    assert route.segments[0].start == 0
    lengths = {number: span.speech + span.hold for number, span in enumerate(timeline.step_spans())}
    spoken = 1.5 + timeline.pauses.between_languages + 2.0 + timeline.pauses.act
    assert route.total == pytest.approx(
        timeline.lead_in_seconds + spoken + sum(lengths[n] for n in (0, 4, 5))
    )


def test_words_of_unknown_length_are_left_out():
    timeline = planned(lengths={"en": {**ENGLISH, "a": 1.5}, "it": ITALIAN})
    assert timeline.interjection_segments(Cue(Interjection.GO_ON, "a", Hold.ACT), 4) == ()


def test_the_count_is_a_bell_and_a_second_for_each_number_in_the_first_language():
    bell, *counted = planned(lengths={"it": ITALIAN, "en": ENGLISH}).countdown_segments()
    assert bell.kind is SegmentKind.BELL
    assert [(segment.seconds, segment.language) for segment in counted] == [(1.0, "it")] * 5


@pytest.mark.parametrize("length", [0, -1, math.nan, math.inf])
def test_a_clip_without_a_length_is_found_before_the_night(length):
    key = build_script(FULL).cues[3].line
    with pytest.raises(ValueError, match=key):
        planned(lengths={"en": {**ENGLISH, key: length}})


@pytest.mark.parametrize(
    "how", [{"pace": 0}, {"pace": math.nan}, {"pauses": Pauses(look=-1)}, {"lengths": {}}]
)
def test_times_that_make_no_sense_are_refused(how):
    with pytest.raises(ValueError, match=r"pace|pauses|language"):
        planned(**how)


def test_a_line_without_a_clip_stays_as_long_as_it_takes_to_read():
    assert reading_seconds("Merlin, close your eyes.") == pytest.approx(24 / 14)
    assert reading_seconds("Hush.") == 1.2
    assert reading_seconds("Merlin, close your eyes." * 3, pace=2) == pytest.approx(72 / 14 / 2)
