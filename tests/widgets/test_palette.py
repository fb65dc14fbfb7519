"""Contrast of text and outlines in both themes."""

from __future__ import annotations

import pytest

from companion.widgets.palette import DARK, LIGHT, OUTLINE_PAIRS, TEXT_PAIRS, colour_names, contrast_ratio

THEMES = {"dark": DARK, "light": LIGHT}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("words", "ground"), TEXT_PAIRS)
def test_text_has_enough_contrast(theme, words, ground):
    palette = THEMES[theme]
    assert contrast_ratio(getattr(palette, words), getattr(palette, ground)) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("edge", "ground"), OUTLINE_PAIRS)
def test_outlines_of_controls_have_enough_contrast(theme, edge, ground):
    palette = THEMES[theme]
    assert contrast_ratio(getattr(palette, edge), getattr(palette, ground)) >= 3


def test_contrast_is_computed_as_in_wcag():
    assert contrast_ratio("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast_ratio("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_is_six_hex_digits(theme):
    for name in colour_names():
        assert len(getattr(THEMES[theme], name)) == 7
        int(getattr(THEMES[theme], name)[1:], 16)
