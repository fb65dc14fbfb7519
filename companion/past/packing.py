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

from companion.games.files import FORMAT, parsed, read_record, replay
from companion.games.game import Outcome, ProblemError, error
from companion.games.records import decode_move, encode, encode_move
from companion.games.seats import clean_name
from companion.past.packing_words import WORDS

SCHEME: Final = "tablecompanion"
# The letters of a link to be sent are few, the figures of one in a code take little room there.
TEXT, CODE = f"{SCHEME}:g/", f"{SCHEME}:n/"
VERSION: Final = 1
# Beyond this nothing is looked at: no game, however long, comes near to it.
MOST_LETTERS: Final = 60_000
_MOST_BYTES: Final = 400_000
_MOST_TITLE: Final = 80
_SUM: Final = 4
_UID: Final = re.compile(r"[0-9a-f]{16}")
# So many bytes become so many figures; what is left over at the end by the same measure.
_CHUNK: Final = 7
_FIGURES: Final = tuple(math.ceil(8 * count * math.log10(2)) for count in range(_CHUNK + 1))
# Until the year 9999, which is as far as dates are told.
_LAST_MOMENT: Final = 253_402_300_000.0


@dataclass(frozen=True, slots=True)
class HandedGame:
    """A game on its way: the moves that count, without what was undone, noted or marked. Set-up and moves are
    in their stored form; `evening` is when the first game of its evening began."""

    uid: str
    game: str
    setup: dict[str, Any]
    moves: tuple[dict[str, Any], ...]
    started: float
    evening: float | None = None
    title: str = ""
    outcome: Outcome | None = None


def pack(game: HandedGame) -> bytes:
    """How it ended is left out: the moves tell it."""
    told = [game.uid, game.started, game.evening, game.title, game.game, game.setup, list(game.moves)]
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, WORDS)
    body = squeezer.compress(text.encode()) + squeezer.flush()
    return bytes((VERSION,)) + _sum(body) + body


def unpack(data: bytes) -> HandedGame:
    """Raises `ProblemError` for whatever is not a game that was packed and could have been played."""
    if not data:
        raise _damaged()
    if data[0] != VERSION:
        raise ProblemError(error("hand_on.problem.newer" if data[0] > VERSION else "hand_on.problem.damaged"))
    body = data[1 + _SUM :]
    if data[1 : 1 + _SUM] != _sum(body):
        raise _damaged()
    try:
        told = parsed(_grown(body))
    except ProblemError as wrong:
        raise _damaged() from wrong
    if not isinstance(told, list) or len(told) != 7:
        raise _damaged()
    uid, started, evening, title, game, setup, moves = told
    sound = (
        isinstance(uid, str)
        and _UID.fullmatch(uid) is not None
        and _moment(started)
        and (evening is None or (_moment(evening) and evening <= started))
        and isinstance(title, str)
        and len(title) <= _MOST_TITLE
        and title == clean_name(title)
    )
    if not sound:
        raise _damaged()
    return _played(HandedGame(uid, "", {}, (), started, evening, title), game, setup, moves)


def text_link(data: bytes) -> str:
    """A link to be sent and pasted."""
    return TEXT + base64.urlsafe_b64encode(data).decode().rstrip("=")


def code_figures(data: bytes) -> str:
    """What stands after `CODE` in a link to be photographed: figures, of which a code holds the most."""
    chunks = (data[at : at + _CHUNK] for at in range(0, len(data), _CHUNK))
    return "".join(str(int.from_bytes(chunk, "big")).zfill(_FIGURES[len(chunk)]) for chunk in chunks)


def is_link(text: str) -> bool:
    """Whether it says of itself that it leads to a game, or to anything else of ours."""
    return text.strip().lower().startswith(f"{SCHEME}:")


def read_link(text: str) -> HandedGame:
    """The game that a link brings, however it is spelt; it may stand among other words. Raises
    `ProblemError`."""
    if len(text) > MOST_LETTERS:
        raise _damaged()
    found = re.search(rf"{SCHEME}:([gn])/([\w-]*)", text, re.ASCII | re.IGNORECASE)
    if found is None:
        raise ProblemError(error("hand_on.problem.none"))
    kind, payload = found.groups()
    return unpack(_from_letters(payload) if kind.lower() == "g" else _from_figures(payload))


def _sum(body: bytes) -> bytes:
    return hashlib.sha256(bytes((VERSION,)) + body).digest()[:_SUM]


def _damaged() -> ProblemError:
    return ProblemError(error("hand_on.problem.damaged"))


def _grown(body: bytes) -> bytes:
    grower = zlib.decompressobj(-zlib.MAX_WBITS, WORDS)
    try:
        text = grower.decompress(body, _MOST_BYTES)
    except zlib.error as wrong:
        raise _damaged() from wrong
    if not grower.eof or grower.unused_data or grower.unconsumed_tail:
        raise _damaged()
    return text


def _moment(value: Any) -> bool:
    return type(value) is float and 0 <= value <= _LAST_MOMENT


def _played(handed: HandedGame, game: Any, setup: Any, moves: Any) -> HandedGame:
    """With set-up and moves as every device stores them, each of them played."""
    outcome: Outcome | None = None
    try:
        text = json.dumps({"format": FORMAT, "game": game, "setup": setup, "moves": moves})
        record = read_record(text)
        for state in replay(record):
            outcome = record.game.outcome(state)
        written = tuple(encode_move(record.game, decode_move(record.game, move)) for move in record.moves)
        stored = encode(record.setup)
    except ProblemError as wrong:
        raise ProblemError(error("hand_on.problem.refused")) from wrong
    except (LookupError, TypeError, ValueError, ArithmeticError, RecursionError, AttributeError) as wrong:
        # Rules trust their types; a record that was made up can hold a seat that nobody has.
        raise _damaged() from wrong
    return replace(handed, game=record.game.id, setup=stored, moves=written, outcome=outcome)


def _from_letters(payload: str) -> bytes:
    try:
        data = base64.b64decode(payload + "=" * (-len(payload) % 4), altchars=b"-_", validate=True)
    except ValueError as wrong:
        raise _damaged() from wrong
    # The last letter has bits to spare: only one way to write it is the right one.
    if text_link(data) != TEXT + payload:
        raise _damaged()
    return data


def _from_figures(payload: str) -> bytes:
    if not re.fullmatch(r"[0-9]*", payload):
        raise _damaged()
    data = bytearray()
    whole = _FIGURES[_CHUNK]
    for at in range(0, len(payload), whole):
        chunk = payload[at : at + whole]
        if len(chunk) not in _FIGURES:
            raise _damaged()
        count = _FIGURES.index(len(chunk))
        try:
            data += int(chunk).to_bytes(count, "big")
        except OverflowError as wrong:
            raise _damaged() from wrong
    return bytes(data)
