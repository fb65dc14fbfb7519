"""The image of a game night: everything lies inside, and only the winner has a crown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import hypot

import pytest
from kivy.base import EventLoop

from companion.games.registry import list_games
from companion.widgets.game_night_card import (
    MAX_GAMES,
    WIDTH,
    CardContent,
    CardFormat,
    GameNightCard,
    PlayedGameTile,
    RingBox,
    RingSeat,
    build_export_card,
    layout_ring,
)
from companion.widgets.palette import DARK, LIGHT, rgba
from companion.widgets.text_renderer import register_fonts
from companion.widgets.theme import Look, set_look
from tests.cases import sample

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Maximilian-Alexander", "آرش", "Ida")
LONG = "Maximilian-Alexander von und zu Hohenfels takes the night"


@pytest.fixture(autouse=True)
def restore_look() -> Iterator[None]:
    EventLoop.ensure_window()
    register_fonts()
    yield
    set_look(Look())


def build_seats(count: int, crowned: int | None = None) -> tuple[RingSeat, ...]:
    return tuple(
        RingSeat(str(at), NAMES[at % len(NAMES)], at == crowned, "3 games won" if at == crowned else "")
        for at in range(count)
    )


def build_content(count: int = 7, crowned: int | None = 2, tiles: int = 4, who: str = "") -> CardContent:
    emblem = list_games()[0].emblem
    return CardContent(
        "Thursday 12 November",
        "Chloe takes the night",
        build_seats(count, crowned),
        ("4 games", "3 h 10 min"),
        tuple(
            PlayedGameTile(emblem, "Codenames Duet", "Good, Merlin hidden", "good", who) for _ in range(tiles)
        ),
        "and 2 more" if tiles == MAX_GAMES else "",
        "Table Companion",
    )


@pytest.mark.parametrize("rtl", sample([True, False]), ids=["rtl", "ltr"])
@pytest.mark.parametrize("form", CardFormat)
@pytest.mark.parametrize("who", ["", "Ada: Merlin, Bruno: Assassin, Chloe: Percival and Dario: Morgana"])
def test_all_text_stays_inside_the_image(form: CardFormat, rtl: bool, who: str) -> None:
    set_look(Look(rtl=rtl))
    for count in (1, 6, 12):
        for tiles in (1, 3, MAX_GAMES):
            whole = replace(build_content(count, 0, tiles, who), title=LONG)
            texts = GameNightCard(whole, form, 1).painter.texts
            assert len(texts) > count
            for one in texts:
                assert 16 <= one.left <= one.right <= WIDTH - 16, one
                assert 16 <= one.top <= one.bottom <= form.value - 16, one


def test_the_exported_image_has_the_size_that_messengers_show_whole() -> None:
    for form, size in ((CardFormat.TALL, (1080, 1350)), (CardFormat.SQUARE, (1080, 1080))):
        pixels = build_export_card(build_content(), form).export_pixels()
        assert (pixels.width, pixels.height) == size
        assert len(pixels.data) == 4 * size[0] * size[1]


def count_candle_pixels(card: GameNightCard, x: float, y: float) -> int:
    """How many pixels of the candle's own colour lie in a small box round a point, in units."""
    pixels, unit = card.export_pixels(), card.painter.unit
    goal = tuple(round(255 * part) for part in rgba(DARK.candle)[:3])
    found = 0
    for row in range(round((y - 8) * unit), round((y + 8) * unit)):
        start = 4 * (row * pixels.width + round((x - 10) * unit))
        line = pixels.data[start : start + 4 * round(20 * unit)]
        found += sum(
            all(abs(line[at + part] - goal[part]) < 12 for part in range(3)) for at in range(0, len(line), 4)
        )
    return found


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=["dark", "light"])
def test_only_the_winner_has_a_crown(palette: object) -> None:
    # It is the same picture in either theme.
    set_look(Look(palette=LIGHT if palette is LIGHT else DARK))
    card = build_export_card(build_content(crowned=2), CardFormat.TALL)
    for seat, (x, y) in enumerate(card.ring.seats):
        # The mark stands 36 units above the middle of a seat.
        found = count_candle_pixels(card, x, y - 36 * card.ring.scale)
        assert (found > 200) is (seat == 2), (seat, found)


def test_empty_texts_are_not_drawn() -> None:
    bare = replace(build_content(), day="", middle=("4 games", ""))
    words = {one.text for one in GameNightCard(bare, CardFormat.TALL, 1).painter.texts}
    assert "Thursday 12 November" not in words
    assert "3 h 10 min" not in words
    assert "" not in words


@pytest.mark.parametrize(
    "box", [RingBox(28, 120, 484, 330), RingBox(26, 110, 288, 350)], ids=["wide", "high"]
)
def test_seats_overlap_neither_each_other_nor_the_table(box: RingBox) -> None:
    for count in range(2, 13):
        for crowned in (None, 0, count // 2):
            ring = layout_ring(build_seats(count, crowned), box, lambda words, size: 0.55 * size * len(words))
            disc = 25 * ring.scale
            assert all(
                hypot(one[0] - other[0], one[1] - other[1]) > 2 * disc
                for one, other in combinations(ring.seats, 2)
            ), count
            assert all(hypot(x - ring.x, y - ring.y) > ring.table_radius + disc for x, y in ring.seats), count
            assert all(box.left <= x - disc and x + disc <= box.left + box.width for x, _ in ring.seats)
            assert all(box.top - 2 <= y - disc and y + disc <= box.top + box.height for _, y in ring.seats)
