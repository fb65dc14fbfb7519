"""A game as a link: there and back whole, and refused whole where a single bit is wrong."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.core.game import ProblemError
from companion.core.serialization import encode, encode_move
from companion.files.share_link import (
    LINK_PREFIX,
    QR_PREFIX,
    VERSION,
    ZLIB_DICTIONARY_V1,
    SharedGame,
    _checksum,
    format_link,
    is_link,
    pack,
    parse_link,
    to_qr_digits,
    unpack,
)
from tools.random_games import random_game

NO_SETUPS: list[Any] = [None, [], {}, {"players": ["Ada"]}, {"players": ["A\x07", "B"]}]
NO_MOVES: list[Any] = [None, {}, [1], [{}], [{"move": "fly"}], [{"move": "stop"}]]
KINDS = ("avalon", "cultists", "silver", "duet")


def some_game(seed: int, kind: str, left: float = 0.5) -> SharedGame:
    dice = Random(f"{kind} {seed}")
    played = random_game(dice, kind, left=left)
    moves = tuple(encode_move(played.game, move) for move in played.moves)
    started = 1_790_000_000 + dice.random() * 1e6
    title = dice.choice(("", "Nina’s birthday", "شب یلدا"))
    uid = f"{dice.getrandbits(64):016x}"
    return SharedGame(uid, kind, encode(played.setup), moves, started, started - 3600, title)


def forged(told: Any) -> bytes:
    """Right by its sum, whatever it says."""
    text = told if isinstance(told, bytes) else json.dumps(told).encode()
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, ZLIB_DICTIONARY_V1)
    body = squeezer.compress(text) + squeezer.flush()
    return bytes((VERSION,)) + _checksum(body) + body


def refusal(data: bytes) -> str:
    with pytest.raises(ProblemError) as refused:
        unpack(data)
    return refused.value.problem.key


def told_of(game: SharedGame) -> list[Any]:
    return [game.uid, game.started, game.game_night, game.title, game.game, game.setup, list(game.moves)]


@pytest.mark.parametrize("kind", KINDS)
def test_games_come_back_as_they_were_packed(kind: str) -> None:
    for seed in range(20):
        game = some_game(seed, kind)
        data = pack(game)
        came = parse_link(format_link(data))
        assert replace(came, outcome=None) == game
        assert parse_link(QR_PREFIX + to_qr_digits(data)) == came


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_game_fits_a_code_that_a_camera_reads_with_ease(kind: str) -> None:
    sizes = [len(pack(some_game(seed, kind, left=0))) for seed in range(60)]
    assert max(sizes) < 490


def test_how_a_game_ended_is_told_by_its_moves() -> None:
    ended = next(game for seed in range(50) if (game := unpack(pack(some_game(seed, "duet", 0)))).outcome)
    assert ended.outcome is not None
    assert ended.outcome.reason


@pytest.mark.parametrize("kind", KINDS)
def test_no_bit_can_be_turned_and_no_byte_be_missing(kind: str) -> None:
    data = pack(some_game(3, kind))
    for at in range(len(data)):
        for bit in range(8):
            flipped = bytearray(data)
            flipped[at] ^= 1 << bit
            assert refusal(bytes(flipped)).startswith("hand_on.problem.")
        assert refusal(data[:at]).startswith("hand_on.problem.")
    assert refusal(data + b"\0") == "hand_on.problem.damaged"


def test_no_letter_of_a_link_can_be_another_and_none_be_missing() -> None:
    data = pack(some_game(5, "silver"))
    for link in (format_link(data), QR_PREFIX + to_qr_digits(data)):
        payload = link.index("/") + 1
        for at in range(payload, len(link)):
            other = "1" if link[at] != "1" else "2"
            for wrong in (link[:at] + other + link[at + 1 :], link[:at]):
                with pytest.raises(ProblemError):
                    parse_link(wrong)


def test_a_link_is_found_among_other_words() -> None:
    game = some_game(1, "avalon")
    link = format_link(pack(game))
    assert replace(parse_link(f"Go on with this:\n{link} \nsee you"), outcome=None) == game
    assert is_link(f" {link}")
    assert not is_link("https://example.org/g/AAAA")


@pytest.mark.parametrize(
    "text", ["", "hello", "tablecompanion:", "tablecompanion:x/AAAA", "https://a.b/g/AAAA"]
)
def test_what_leads_to_no_game_is_told_so(text: str) -> None:
    with pytest.raises(ProblemError) as refused:
        parse_link(text)
    assert refused.value.problem.key == "hand_on.problem.none"


def test_bytes_at_random_are_refused() -> None:
    dice = Random(16)
    for length in (*range(40), *(dice.randrange(2000) for _ in range(300))):
        noise = dice.randbytes(length)
        for data in (noise, bytes((VERSION,)) + noise, bytes((VERSION,)) + _checksum(noise) + noise):
            assert refusal(data).startswith("hand_on.problem.")
        for link in (
            format_link(noise),
            QR_PREFIX + to_qr_digits(noise),
            LINK_PREFIX + noise.decode("latin-1"),
        ):
            with pytest.raises(ProblemError):
                parse_link(link)


def test_a_later_form_is_told_from_a_damaged_one() -> None:
    data = pack(some_game(1, "duet"))
    assert refusal(bytes((VERSION + 1,)) + data[1:]) == "hand_on.problem.newer"
    assert refusal(b"\0" + data[1:]) == "hand_on.problem.damaged"


def test_what_would_grow_without_end_is_not_unpacked() -> None:
    assert refusal(forged(b"[" + b" " * 50_000_000)) == "hand_on.problem.damaged"
    with pytest.raises(ProblemError):
        parse_link(LINK_PREFIX + "A" * 1_000_000)


@pytest.mark.parametrize("told", [None, 7, "a", {}, [], [1] * 7, [[]] * 7, b"\xff", b"[" * 100_000, b"NaN"])
def test_what_is_no_game_is_refused_whatever_its_sum_says(told: Any) -> None:
    assert refusal(forged(told)) == "hand_on.problem.damaged"


@pytest.mark.parametrize(
    ("place", "value"),
    [
        *((0, uid) for uid in ("", "xyz", "0" * 15, "G" * 16, "A" * 16, 5, None)),
        *((1, moment) for moment in (None, "now", -1.0, 1e300, True, 5)),
        *((2, moment) for moment in ("then", 9e10, -2.0, False)),
        *((3, title) for title in (None, 3, "a\nb", "a\u202eb", "a\x00b", "long" * 30, " a")),
        *((4, name) for name in (None, "", "chess", ["duet"], 1)),
        *((5, setup) for setup in NO_SETUPS),
        *((6, moves) for moves in NO_MOVES),
    ],
)
def test_each_part_of_a_game_is_looked_at(place: int, value: Any) -> None:
    told = told_of(some_game(2, "duet"))
    unpack(forged(told))
    told[place] = value
    assert refusal(forged(told)).startswith("hand_on.problem.")


@pytest.mark.parametrize("kind", KINDS)
def test_moves_that_the_rules_forbid_refuse_the_game(kind: str) -> None:
    told = told_of(some_game(4, kind, left=0))
    told[6] = [*told[6], *told[6]]
    assert refusal(forged(told)) == "hand_on.problem.refused"


def test_too_many_moves_are_refused() -> None:
    told = told_of(some_game(4, "duet"))
    told[6] = [{"move": "agent"}] * 2001
    assert refusal(forged(told)) == "hand_on.problem.refused"
