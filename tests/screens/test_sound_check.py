from __future__ import annotations

import pytest

from companion.screens.night.check import SoundCheckPanel
from companion.widgets.cards import Notice

pytestmark = pytest.mark.window


def test_the_sound_check_says_a_line_and_tells_who_will_speak_and_why(walk):
    walker = walk(narration="el", second_narration="it")
    walker.tap_on("app.home.settings")
    panel = walker.one(SoundCheckPanel)
    walker.tap(walker.reach(panel.button))
    words = " ".join(walker.words())
    assert "Ελληνικά:" in words
    assert "Italiano:" in words


def test_the_sound_check_warns_where_nobody_would_hear_anything(walk):
    """The tests' own driver takes sound and lets nobody hear it."""
    walker = walk()
    walker.tap_on("app.home.settings")
    walker.tap(walker.reach(walker.one(SoundCheckPanel).button))
    assert walker.all(Notice)
    assert walker.says("app.problem.sound_unheard", driver="dummy")
