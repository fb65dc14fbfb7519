"""A game as few bytes, and as a link that another device reads: all that is needed to go on with it there.

A link may come from anybody. It is taken whole or refused whole: its sum must be right, it may not grow
beyond what a game comes to, and every move is played by the rules before anything is believed.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
import re
import zlib
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.games.files import FORMAT, parse_json, parse_record, replay
from companion.games.game import Outcome, ProblemError, error
from companion.games.records import decode_move, encode, encode_move
from companion.games.seats import clean_name
from companion.past.packing_words import ZLIB_DICTIONARY_V1

SCHEME: Final = "tablecompanion"
# The letters of a link to be sent are few, the figures of one in a code take little room there.
LINK_PREFIX, QR_PREFIX = f"{SCHEME}:g/", f"{SCHEME}:n/"
VERSION: Final = 1
# Beyond this nothing is looked at: no game, however long, comes near to it.
MAX_LINK_CHARS: Final = 60_000
_MAX_JSON_BYTES: Final = 400_000
_MAX_TITLE_CHARS: Final = 80
_CHECKSUM_BYTES: Final = 4
_UID: Final = re.compile(r"[0-9a-f]{16}")
# So many bytes become so many figures; what is left over at the end by the same measure.
_CHUNK_BYTES: Final = 7
_CHUNK_DIGITS: Final = tuple(math.ceil(8 * count * math.log10(2)) for count in range(_CHUNK_BYTES + 1))
# Until the year 9999, which is as far as dates are told.
_MAX_TIMESTAMP: Final = 253_402_300_000.0


@dataclass(frozen=True, slots=True)
class SharedGame:
    """A game on its way: the moves that count, without what was undone, noted or marked. Set-up and moves are
    in their stored form; `game_night` is when the first game of its evening began."""

    uid: str
    game: str
    setup: dict[str, Any]
    moves: tuple[dict[str, Any], ...]
    started: float
    game_night: float | None = None
    title: str = ""
    outcome: Outcome | None = None


def pack(game: SharedGame) -> bytes:
    """How it ended is left out: the moves tell it."""
    fields = [game.uid, game.started, game.game_night, game.title, game.game, game.setup, list(game.moves)]
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    compressor = zlib.compressobj(
        9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, ZLIB_DICTIONARY_V1
    )
    body = compressor.compress(text.encode()) + compressor.flush()
    return bytes((VERSION,)) + _checksum(body) + body


def unpack(data: bytes) -> SharedGame:
    """Raises `ProblemError` for whatever is not a game that was packed and could have been played."""
    if not data:
        raise _damaged_error()
    if data[0] != VERSION:
        raise ProblemError(error("hand_on.problem.newer" if data[0] > VERSION else "hand_on.problem.damaged"))
    body = data[1 + _CHECKSUM_BYTES :]
    if data[1 : 1 + _CHECKSUM_BYTES] != _checksum(body):
        raise _damaged_error()
    try:
        fields = parse_json(_decompress(body))
    except ProblemError as wrong:
        raise _damaged_error() from wrong
    if not isinstance(fields, list) or len(fields) != 7:
        raise _damaged_error()
    uid, started, game_night, title, game, setup, moves = fields
    is_valid = (
        isinstance(uid, str)
        and _UID.fullmatch(uid) is not None
        and _is_timestamp(started)
        and (game_night is None or (_is_timestamp(game_night) and game_night <= started))
        and isinstance(title, str)
        and len(title) <= _MAX_TITLE_CHARS
        and title == clean_name(title)
    )
    if not is_valid:
        raise _damaged_error()
    return _validate_moves(SharedGame(uid, "", {}, (), started, game_night, title), game, setup, moves)


def format_link(data: bytes) -> str:
    """A link to be sent and pasted."""
    return LINK_PREFIX + base64.urlsafe_b64encode(data).decode().rstrip("=")


def to_qr_digits(data: bytes) -> str:
    """What stands after `QR_PREFIX` in a link to be photographed: figures, of which a code holds the most."""
    chunks = (data[start : start + _CHUNK_BYTES] for start in range(0, len(data), _CHUNK_BYTES))
    return "".join(str(int.from_bytes(chunk, "big")).zfill(_CHUNK_DIGITS[len(chunk)]) for chunk in chunks)


def is_link(text: str) -> bool:
    """Whether it says of itself that it leads to a game, or to anything else of ours."""
    return text.strip().lower().startswith(f"{SCHEME}:")


def parse_link(text: str) -> SharedGame:
    """The game that a link brings, however it is spelt; it may stand among other words. Raises
    `ProblemError`."""
    if len(text) > MAX_LINK_CHARS:
        raise _damaged_error()
    match = re.search(rf"{SCHEME}:([gn])/([\w-]*)", text, re.ASCII | re.IGNORECASE)
    if match is None:
        raise ProblemError(error("hand_on.problem.none"))
    kind, payload = match.groups()
    return unpack(_decode_base64(payload) if kind.lower() == "g" else _decode_digits(payload))


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(bytes((VERSION,)) + body).digest()[:_CHECKSUM_BYTES]


def _damaged_error() -> ProblemError:
    return ProblemError(error("hand_on.problem.damaged"))


def _decompress(body: bytes) -> bytes:
    decompressor = zlib.decompressobj(-zlib.MAX_WBITS, ZLIB_DICTIONARY_V1)
    try:
        text = decompressor.decompress(body, _MAX_JSON_BYTES)
    except zlib.error as wrong:
        raise _damaged_error() from wrong
    if not decompressor.eof or decompressor.unused_data or decompressor.unconsumed_tail:
        raise _damaged_error()
    return text


def _is_timestamp(value: Any) -> bool:
    return type(value) is float and 0 <= value <= _MAX_TIMESTAMP


def _validate_moves(shared_game: SharedGame, game: Any, setup: Any, moves: Any) -> SharedGame:
    """With set-up and moves as every device stores them, each of them played."""
    outcome: Outcome | None = None
    try:
        text = json.dumps({"format": FORMAT, "game": game, "setup": setup, "moves": moves})
        record = parse_record(text)
        for state in replay(record):
            outcome = record.game.outcome(state)
        encoded_moves = tuple(
            encode_move(record.game, decode_move(record.game, move)) for move in record.moves
        )
        encoded_setup = encode(record.setup)
    except ProblemError as wrong:
        raise ProblemError(error("hand_on.problem.refused")) from wrong
    except (LookupError, TypeError, ValueError, ArithmeticError, RecursionError, AttributeError) as wrong:
        # Rules trust their types; a record that was made up can hold a seat that nobody has.
        raise _damaged_error() from wrong
    return replace(
        shared_game, game=record.game.id, setup=encoded_setup, moves=encoded_moves, outcome=outcome
    )


def _decode_base64(payload: str) -> bytes:
    try:
        data = base64.b64decode(payload + "=" * (-len(payload) % 4), altchars=b"-_", validate=True)
    except ValueError as wrong:
        raise _damaged_error() from wrong
    # The last letter has bits to spare: only one way to write it is the right one.
    if format_link(data) != LINK_PREFIX + payload:
        raise _damaged_error()
    return data


def _decode_digits(payload: str) -> bytes:
    if not re.fullmatch(r"[0-9]*", payload):
        raise _damaged_error()
    data = bytearray()
    digits_per_chunk = _CHUNK_DIGITS[_CHUNK_BYTES]
    for start in range(0, len(payload), digits_per_chunk):
        chunk = payload[start : start + digits_per_chunk]
        if len(chunk) not in _CHUNK_DIGITS:
            raise _damaged_error()
        byte_count = _CHUNK_DIGITS.index(len(chunk))
        try:
            data += int(chunk).to_bytes(byte_count, "big")
        except OverflowError as wrong:
            raise _damaged_error() from wrong
    return bytes(data)
