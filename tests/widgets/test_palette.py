from __future__ import annotations

import pytest

from companion.widgets.palette import DARK, LIGHT, OUTLINE_PAIRS, TEXT_PAIRS, colour_names, contrast_ratio

THEMES = {"dark": DARK, "light": LIGHT}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("words", "ground"), TEXT_PAIRS)
def test_words_can_be_read_on_their_ground(theme, words, ground):
    palette = THEMES[theme]
    assert contrast_ratio(getattr(palette, words), getattr(palette, ground)) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("edge", "ground"), OUTLINE_PAIRS)
def test_the_outline_of_a_control_stands_out(theme, edge, ground):
    palette = THEMES[theme]
    assert contrast_ratio(getattr(palette, edge), getattr(palette, ground)) >= 3


def test_contrast_is_measured_as_the_web_guidelines_do():
    assert contrast_ratio("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast_ratio("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_is_six_hex_digits(theme):
    for name in colour_names():
        assert len(getattr(THEMES[theme], name)) == 7
        int(getattr(THEMES[theme], name)[1:], 16)
