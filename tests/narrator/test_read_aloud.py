"""Reading a guide aloud, on a clock that the test sets."""

from hypothesis import given
from hypothesis import strategies as st

from companion.narrator.read_aloud import ReadAloudPlayer, ReadingMode, SentenceSeconds

THREE = (SentenceSeconds(2.0, 5.0), SentenceSeconds(3.0, 8.0), SentenceSeconds(1.0, 4.0))


def begun(lengths=THREE, now=100.0, **options):
    reading = ReadAloudPlayer(lengths, **options)
    assert reading.start(now) == reading.index
    return reading


def run(reading, start, end, step=0.1):
    """Tick from one time to another: (when, which sentence) for all that is to be read."""
    heard = []
    for number in range(1, round((end - start) / step) + 1):
        now = start + number * step
        told = reading.tick(now)
        if told is not None:
            heard.append((round(now, 1), told))
    return heard


def test_a_sentence_is_followed_by_its_pause_and_the_next_sentence():
    reading = begun()
    assert run(reading, 100, 140) == [(107.0, 1), (118.0, 2)]
    assert reading.mode(140) is ReadingMode.FINISHED


def test_the_pause_runs_down_only_after_the_speech():
    reading = begun()
    assert (reading.mode(101), reading.seconds_left(101)) == (ReadingMode.SPEAKING, 5.0)
    assert (reading.mode(104), reading.seconds_left(104)) == (ReadingMode.COUNTING_DOWN, 3.0)
    assert reading.fraction_left(104) == 0.6


def test_a_tap_advances_at_any_moment():
    reading = begun()
    assert reading.advance(101) == 1
    assert reading.advance(110) == 2
    assert reading.advance(111) is None
    assert reading.mode(111) is ReadingMode.FINISHED


def test_the_second_of_two_quick_taps_is_ignored():
    reading = begun()
    assert reading.advance(101) == 1
    assert reading.advance(101.2) is None
    assert reading.index == 1


def test_without_automatic_advance_it_waits_for_a_tap():
    reading = begun(is_automatic=False)
    assert run(reading, 100, 200) == []
    assert reading.mode(200) is ReadingMode.WAITING
    assert reading.advance(200) == 1


def test_switching_to_automatic_advance_runs_the_whole_pause_first():
    reading = begun(is_automatic=False)
    run(reading, 100, 150)
    reading.set_automatic(True, 150)
    assert run(reading, 150, 156) == [(155.0, 1)]


def test_a_paused_reading_repeats_the_whole_sentence_on_resume():
    reading = begun()
    reading.pause(101)
    assert run(reading, 101, 500) == []
    assert reading.mode(500) is ReadingMode.PAUSED
    assert reading.resume(500) == 0
    assert run(reading, 500, 508) == [(507.0, 1)]


def test_a_tap_while_paused_resumes_and_skips_nothing():
    reading = begun()
    reading.pause(101)
    assert reading.advance(130) == 0


def test_go_back_reads_the_previous_sentence_or_the_first_again():
    reading = begun()
    reading.advance(101)
    assert reading.go_back(102) == 0
    assert reading.go_back(103) == 0


def test_go_back_from_the_end_reads_the_last_sentence():
    reading = begun(index=2)
    assert reading.advance(105) is None
    assert reading.go_back(106) == 2
    assert reading.mode(106) is ReadingMode.SPEAKING


def test_go_to_skips_sentences_and_stops_at_the_end():
    reading = begun()
    assert reading.go_to(2, 101) == 2
    assert reading.go_to(7, 102) is None
    assert reading.mode(102) is ReadingMode.FINISHED


def test_reading_can_start_in_the_middle():
    assert run(begun(index=1), 100, 120) == [(111.0, 2)]


def test_the_real_duration_of_speech_replaces_the_estimate():
    reading = begun()
    reading.set_speech_seconds(0, 4.0, 101)
    assert run(reading, 101, 111) == [(110.0, 1)]


def test_the_duration_of_an_earlier_sentence_is_ignored():
    reading = begun()
    reading.advance(101)
    reading.set_speech_seconds(0, 60.0, 102)
    assert run(reading, 102, 113) == [(112.0, 2)]


def test_a_late_tick_skips_no_sentence():
    reading = begun()
    assert reading.tick(900) == 1
    assert reading.tick(900.1) is None
    assert reading.mode(901) is ReadingMode.SPEAKING


def test_a_clock_that_goes_back_counts_as_standing_still():
    reading = begun()
    reading.tick(104)
    assert reading.tick(50) is None
    assert reading.seconds_left(50) == 3.0
    assert run(reading, 104, 108) == [(107.0, 1)]


def test_nothing_is_read_before_the_start_or_without_sentences():
    reading = ReadAloudPlayer(THREE)
    assert reading.tick(5) is None
    assert reading.mode(5) is ReadingMode.PAUSED
    nothing = ReadAloudPlayer(())
    assert nothing.start(1) is None
    assert nothing.mode(1) is ReadingMode.FINISHED


@given(
    st.lists(st.tuples(st.sampled_from(["tick", "advance", "go_back", "pause", "resume"]), st.floats(-5, 30)))
)
def test_random_taps_never_skip_a_sentence(acts):
    reading, now = begun(), 100.0
    at = 0
    for act, seconds in acts:
        now += seconds
        told = getattr(reading, act)(now)
        assert reading.index in (at - 1, at, at + 1)
        assert told in (None, reading.index)
        assert act != "tick" or reading.index >= at
        at = reading.index
