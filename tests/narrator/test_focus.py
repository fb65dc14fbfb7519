"""Who has the loudspeaker, decided without one."""

from math import inf

import pytest

from companion.narrator.focus import GRACE, Answer, Change, Focus, Unshared
from tests.narrator.lender import Lender


@pytest.fixture
def shared():
    return Lender()


@pytest.fixture
def focus(shared):
    return Focus(shared)


def tell(focus, change):
    return focus.changed(change, focus.asked)


def test_it_is_asked_for_once_and_given_back_a_moment_after_the_last_sound(focus, shared):
    assert focus.take()
    assert focus.take()
    assert focus.settle(10.0, 12.0) == 2.0 + GRACE
    assert shared.log == ["ask"]
    assert focus.settle(12.0 + GRACE, 12.0) == inf
    assert shared.log == ["ask", "give back"]
    assert focus.settle(20.0, 12.0) == inf
    focus.give_back()
    assert shared.log == ["ask", "give back"]


def test_lines_one_after_another_do_not_pump(focus, shared):
    focus.take()
    assert focus.settle(12.3, 12.0) < inf
    focus.take()
    assert focus.settle(15.0, 14.0) < inf
    assert shared.log == ["ask"]


def test_a_line_that_is_cut_off_keeps_it_no_longer(focus, shared):
    focus.take()
    assert focus.settle(10.0, 30.0) < inf
    assert focus.settle(11.0 + GRACE, 11.0) == inf
    assert shared.log == ["ask", "give back"]


def test_a_night_keeps_it_in_silence(focus, shared):
    assert focus.keep()
    assert focus.settle(1000.0, 0.0) == inf
    assert shared.log == ["ask"]
    focus.let_go()
    assert focus.settle(1000.0, 1000.0) == GRACE
    assert focus.settle(1000.0 + GRACE, 1000.0) == inf
    assert shared.log == ["ask", "give back"]


def test_what_is_refused_is_asked_for_again_by_whoever_wants_to_be_heard(focus, shared):
    shared.lends = False
    assert not focus.keep()
    assert not focus.take()
    assert shared.log == ["ask", "ask"]
    assert tell(focus, Change.BACK) is Answer.NOTHING
    focus.let_go()
    assert focus.settle(1000.0, 0.0) == inf
    focus.give_back()
    assert shared.log == ["ask", "ask"]
    shared.lends = True
    assert focus.take()


@pytest.mark.parametrize("change", [Change.LOST, Change.LOST_FOR_NOW])
def test_a_loss_silences_once(focus, change):
    focus.keep()
    assert tell(focus, change) is Answer.FALL_SILENT
    assert tell(focus, change) is Answer.NOTHING


def test_what_was_taken_for_now_comes_back_to_a_night_and_only_its_bed_may_sound(focus, shared):
    focus.keep()
    tell(focus, Change.LOST_FOR_NOW)
    assert focus.settle(1000.0, 0.0) == inf
    assert tell(focus, Change.BACK) is Answer.BED_MAY_SOUND
    assert tell(focus, Change.BACK) is Answer.NOTHING
    assert focus.take()
    assert shared.log == ["ask"]


def test_whoever_wants_to_be_heard_before_it_comes_back_asks_again(focus, shared):
    focus.keep()
    tell(focus, Change.LOST_FOR_NOW)
    shared.lends = False
    assert not focus.take()
    assert shared.log == ["ask", "ask"]
    # Refused or not, it is still in line for it.
    assert tell(focus, Change.BACK) is Answer.BED_MAY_SOUND
    focus.let_go()
    focus.settle(1000.0, 0.0)
    assert shared.log == ["ask", "ask", "give back"]


def test_a_line_that_lost_it_does_not_wait_for_it(focus, shared):
    focus.take()
    tell(focus, Change.LOST_FOR_NOW)
    assert focus.settle(0.0, 100.0) == inf
    assert shared.log == ["ask", "give back"]
    assert tell(focus, Change.BACK) is Answer.NOTHING


def test_what_was_taken_for_good_does_not_come_back_by_itself(focus, shared):
    focus.keep()
    tell(focus, Change.LOST)
    assert shared.log == ["ask", "give back"]
    assert tell(focus, Change.BACK) is Answer.NOTHING
    assert focus.take()
    assert shared.log == ["ask", "give back", "ask"]


def test_somebody_who_speaks_over_us_silences_nobody(focus):
    focus.keep()
    assert tell(focus, Change.LOWERED) is Answer.NOTHING
    assert focus.lowered
    assert tell(focus, Change.BACK) is Answer.NOTHING
    assert not focus.lowered
    tell(focus, Change.LOWERED)
    focus.give_back()
    assert not focus.lowered


@pytest.mark.parametrize("change", Change)
def test_what_is_told_of_a_loudspeaker_that_was_given_back_is_of_no_concern(focus, change):
    focus.take()
    before = focus.asked
    focus.give_back()
    assert focus.changed(change, before) is Answer.NOTHING
    # Not even if it has been asked for again meanwhile.
    assert focus.keep()
    assert focus.changed(change, before) is Answer.NOTHING
    assert not focus.lowered
    assert focus.take()


def test_where_nobody_minds_everybody_may_be_heard():
    focus = Focus(Unshared(print))
    assert focus.take()
    assert focus.settle(100.0, 0.0) == inf
