"""Discs that people are known by."""

from __future__ import annotations

import pytest

from companion.statistics.person import PERSON_COLOURS, PERSON_ICONS
from companion.widgets.icons import Icon
from companion.widgets.palette import DARK, LIGHT, TEXT_PAIRS, contrast_ratio
from companion.widgets.seat_marks import Avatar

pytestmark = pytest.mark.window


def test_every_mark_that_people_may_have_is_drawn() -> None:
    assert {mark.upper() for mark in PERSON_ICONS} <= {icon.name for icon in Icon}


def test_every_colour_that_people_may_have_is_a_disc_of_its_own_on_which_words_can_be_read() -> None:
    discs = [Avatar(colour=colour) for colour in PERSON_COLOURS]
    assert all((disc.tone, disc.background) in TEXT_PAIRS for disc in discs)
    assert len({disc.background for disc in (*discs, Avatar())}) == len(PERSON_COLOURS) + 1


def test_every_disc_stands_out_from_a_page_by_its_ground_or_its_edge() -> None:
    for palette in (DARK, LIGHT):
        for disc in (Avatar(colour=colour) for colour in PERSON_COLOURS):
            shown = (getattr(palette, part) for part in (disc.background, disc.border))
            assert max(contrast_ratio(part, palette.plank) for part in shown) >= 3


def test_a_colour_that_is_not_known_is_none() -> None:
    assert Avatar(colour="mauve").background == Avatar().background
