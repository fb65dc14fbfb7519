"""Lists that are flung keep their way."""

from __future__ import annotations

import pytest

from companion.widgets.scroller import SteadyFling

pytestmark = pytest.mark.window


@pytest.mark.parametrize("stalled", [0.016, 0.3, 1.0, 5.0])
def test_a_fling_goes_on_in_its_direction_and_slower_after_a_frame_however_long(stalled):
    fling = SteadyFling(min=0, max=100_000, value=1_000)
    fling.velocity = 900.0
    fling.update_velocity(stalled)
    fling.trigger_velocity_update.cancel()
    assert 0 < fling.velocity < 900
    assert 1_000 < fling.value < 1_050
