from __future__ import annotations

import pytest

from companion.widgets.typeset import reads_from_right

pytestmark = pytest.mark.window


@pytest.mark.parametrize(
    ("text", "in_english", "in_persian"),
    [
        ("Tutti, chiudete gli occhi.", False, False),
        ("همه چشم‌هایتان را ببندید.", True, True),
        ("Chloe رهبر است.", False, True),
        ("۱۲ + 3", False, True),
        ("", False, True),
    ],
)
def test_letters_of_one_direction_go_their_way_and_mixed_ones_with_the_menus(text, in_english, in_persian):
    assert reads_from_right(text, False) is in_english
    assert reads_from_right(text, True) is in_persian
