"""Share links and QR codes: a game in as few bytes as possible, with all that another device needs to
continue it.

Links are untrusted and accepted or rejected as a whole: the checksum must match, the unpacked size is
limited, and every move is checked by replaying the rules. `ZLIB_DICTIONARY_V1` holds typical fragments of
stored games, the likeliest last. It is part of link format `VERSION` 1: after changing one byte no existing
link can be read. A later format needs its own dictionary.
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

from companion.core.game import Outcome, ProblemError, error
from companion.core.players import clean_name
from companion.core.serialization import decode_move, encode, encode_move, reject_damaged_log
from companion.games.game_file import FORMAT, parse_json, parse_record, replay

ZLIB_DICTIONARY_V1: Final = (
    '"servant","minion","merlin","assassin","percival","morgana","mordred","oberon","good_lance'
    'lot","evil_lancelot","seer","engineer","firestarter","fish","beast","chicken","doll","zomb'
    'ie",{"move":"propose","team":"quest":"excalibur":{"move":"vote","approve":"approved":{"mov'
    'e":"quest","fails":"excalibur_on":{"move":"lady","target":{"move":"loyalty","switch":{"mov'
    'e":"loyalty_row","switches":{"move":"plot","cards":{"move":"assassinate","target":"hit":{"'
    'move":"cheat","side":{"move":"correct","leader":"attempt":{"move":"roles","roles":{"move":'
    '"next",{"move":"event","event":"colour":{"move":"entrances","colour":{"move":"power_restor'
    'ed","by":{"move":"gate_closed","by":{"move":"correct","points":"target":"knife":"round":"p'
    'ower":"closes_in":{"move":"explored","room":{"move":"shelves","shelves":{"move":"book","sh'
    'elf":{"move":"book_back","shelf":{"move":"shelf_completed","shelf":"points":{"move":"hazar'
    'd","card":"room":{"move":"confronted","room":"by":{"move":"fishman_scared",{"move":"dead",'
    '"seat":"by":{"move":"vote","ballots":"knife_changes_to":"counts":"abstentions":"called_by"'
    ':{"move":"assassinate","target":"by":{"move":"revealed","seat":"last_cultist":{"move":"dec'
    'lare","seat":"right":{"move":"kills","reached":{"move":"seer_guess","target":"hit":{"move"'
    ':"roles","roles":{"move":"round","caller":"villages":"sums":"ended":"kamikaze":{"move":"ag'
    'ent","place":{"move":"bystander","place":{"move":"assassin","place":{"move":"stop",{"move"'
    ':"illegal_clue","token":{"move":"side_done","side":{"move":"next_clue","side":{"move":"clu'
    'e","word":"number":"by":{"move":"word","place":"word":{"move":"round","caller":0,"villages'
    '":[[2,2,5,5],[2,2,7,9,11,13]],"sums":[null,null]},{"move":"round","caller":null,"villages"'
    ':[null,[2,3,3,4,8,10],[1,8,11],[3,8,10,10,11]],"sums":[23,null,null,null]},{"move":"round"'
    ',"caller":0,"villages":[[0,5,12],[9,11,13]],"sums":[null,null]},{"move":"round","caller":1'
    ',"villages":[[0,3],[4,4,6,10]],"sums":[null,null]},{"move":"round","caller":3,"villages":['
    '[3,5],[7,11,12],null,[1,1,1,9]],"sums":[null,null,28,null]},{"move":"round","caller":1,"vi'
    'llages":[[1,9,11],[0,2,3,8]],"sums":[null,null]}]"silver",{"players":[""],"mode":"rounds",'
    '"start":1,"options":{"limit":100,"exact_reset":true,"kamikaze":true,"kamikaze_hits_caller"'
    ':true,"tied_caller":"holder","failed_call_power":false},"amulet_works":false},[{"move":"ro'
    'und","caller":0,"villages":[[0,5,12],[9,11,13]],"sums":[null,null]},{"move":"round","calle'
    'r":1,"villages":[[0,3],[4,4,6,10]],"sums":[null,null]},{"move":"round","caller":3,"village'
    's":[[3,5],[7,11,12],null,[1,1,1,9]],"sums":[null,null,28,null]},{"move":"round","caller":1'
    ',"villages":[[1,9,11],[0,2,3,8]],"sums":[null,null]}{"move":"side_done","side":1},{"move":'
    '"side_done","side":0},{"move":"clue","word":"sea","number":4},{"move":"clue","word":"ημέρα'
    '","number":1},{"move":"clue","word":"sea","number":1},{"move":"clue","word":"sea","number"'
    ':2},{"move":"clue","word":"","number":2},{"move":"clue","word":"","number":4},{"move":"ass'
    'assin"},{"move":"stop"},{"move":"bystander"},{"move":"agent"}]"duet",{"players":[""],"toke'
    'ns":9,"first":0,"winning_token_counts":true,"loose_turns":false,"keeps":"keys"},[{"move":"'
    'assassin"},{"move":"stop"},{"move":"bystander"},{"move":"agent"}{"move":"vote","ballots":['
    '3,2,null,null,0]},{"move":"seer_guess","target":0,"hit":true},{"move":"vote","ballots":[0,'
    '2,2,2,2]},{"move":"seer_guess","target":3,"hit":true},{"move":"seer_guess","target":0,"hit'
    '":false},{"move":"vote","ballots":[3,3,2,2,7,2,7,2],"called_by":2},{"move":"seer_guess","t'
    'arget":4,"hit":false},{"move":"seer_guess","target":1,"hit":true},{"move":"declare","seat"'
    ':0,"right":true},{"move":"declare","seat":2,"right":false},{"move":"declare","seat":4,"rig'
    'ht":true},{"move":"vote","ballots":[2,2,2,2,null]},{"move":"declare","seat":5,"right":fals'
    'e},{"move":"vote","ballots":[null,null,null,null,null]},{"move":"declare","seat":1,"right"'
    ':true},{"move":"seer_guess","target":5,"hit":false},{"move":"vote","ballots":[null,null,nu'
    'll,null]},{"move":"declare","seat":1,"right":false},{"move":"kills","reached":"earlier"},{'
    '"move":"kills","reached":"no"},{"move":"kills","reached":"this_round"},{"move":"revealed",'
    '"seat":6,"last_cultist":false},{"move":"revealed","seat":2,"last_cultist":false},{"move":"'
    'dead","seat":5},{"move":"revealed","seat":3,"last_cultist":false},{"move":"revealed","seat'
    '":4,"last_cultist":false},{"move":"dead","seat":0},{"move":"revealed","seat":0,"last_culti'
    'st":false},{"move":"revealed","seat":1,"last_cultist":false},{"move":"power_restored"},{"m'
    'ove":"explored","room":"light_blue"},{"move":"explored","room":"orange"},{"move":"explored'
    '","room":"green"},{"move":"dead","seat":2},{"move":"dead","seat":4},{"move":"shelf_complet'
    'ed","shelf":"red","points":3},{"move":"dead","seat":1},{"move":"shelf_completed","shelf":"'
    'light_blue","points":3},{"move":"explored","room":"red"},{"move":"explored","room":"pink"}'
    ',{"move":"shelf_completed","shelf":"pink","points":3},{"move":"dead","seat":3},{"move":"sh'
    'elf_completed","shelf":"blue","points":3},{"move":"shelf_completed","shelf":"green","point'
    's":3},{"move":"explored","room":"blue"},{"move":"book","shelf":"green"},{"move":"book","sh'
    'elf":"orange"},{"move":"book","shelf":"blue"},{"move":"book","shelf":"pink"},{"move":"book'
    '","shelf":"red"},{"move":"book","shelf":"light_blue"},{"move":"event","event":"broken_glas'
    's"},{"move":"event","event":"evil_eyes"},{"move":"event","event":"gate_opens"},{"move":"ev'
    'ent","event":"no_connection"},{"move":"event","event":"lightning"},{"move":"event","event"'
    ':"secret_entrances"},{"move":"next"}]"cultists",{"players":[""],"knife":4,"roles":["chicke'
    'n"],"automa":false,"first_game":false,"options":{"vote_rule":"literal","ghost_uses_knife":'
    'false,"knife_may_abstain":true,"knife_doubles_abstention":true,"voted_out_count_as_dead":f'
    'alse,"points_beat_kills":true,"guess_after_wrong_declaration":false,"gate_counts_opening_r'
    'ound":true,"automa_goal":"unexplored_first"}},[{"move":"event","event":"no_connection"},{"'
    'move":"event","event":"lightning"},{"move":"event","event":"secret_entrances"},{"move":"ne'
    'xt"}{"move":"roles","roles":["morgana","mordred","merlin","assassin","servant","oberon","s'
    'ervant","servant","servant","servant"]},{"move":"roles","roles":["servant","servant","ober'
    'on","percival","merlin","servant","assassin","mordred"]},{"move":"roles","roles":["assassi'
    'n","servant","morgana","servant","mordred","merlin","servant","servant","servant"]},{"move'
    '":"loyalty_row","switches":[false,false,false,true,true]},{"move":"loyalty_row","switches"'
    ':[true,false,false,true,false]},{"move":"roles","roles":["minion","assassin","percival","s'
    'ervant","merlin","servant"]},{"move":"roles","roles":["oberon","percival","assassin","merl'
    'in","servant","minion","servant"]},{"move":"roles","roles":["servant","mordred","assassin"'
    ',"merlin","servant"]},{"move":"quest","fails":3},{"move":"loyalty","switch":true},{"move":'
    '"propose","team":[3,4,0]},{"move":"propose","team":[5,3]},{"move":"propose","team":[4,5,3,'
    '2]},{"move":"propose","team":[2,3,0]},{"move":"propose","team":[4,3]},{"move":"assassinate'
    '","target":4,"hit":false},{"move":"propose","team":[2,3,4]},{"move":"loyalty","switch":fal'
    'se},{"move":"assassinate","target":6,"hit":false},{"move":"lady","target":7},{"move":"assa'
    'ssinate","target":5,"hit":false},{"move":"lady","target":1},{"move":"assassinate","target"'
    ':7,"hit":false},{"move":"lady","target":5},{"move":"assassinate","target":3,"hit":false},{'
    '"move":"vote","approve":[0,2,3]},{"move":"vote","approve":[1,2,3,4]},{"move":"vote","appro'
    've":[1,2,3,4,5]},{"move":"lady","target":4},{"move":"assassinate","target":1,"hit":false},'
    '{"move":"vote","approve":[0,1,2,3,4]},{"move":"lady","target":3},{"move":"lady","target":2'
    '},{"move":"vote","approved":false},{"move":"quest","fails":2},{"move":"vote","approved":tr'
    'ue},{"move":"quest","fails":1},{"move":"quest","fails":0}]"avalon",{"players":[""],"leader'
    '":0,"roles":[],"lady":false,"excalibur":false,"targeting":false,"options":{"oberon_seen_by'
    '_merlin":true,"evil_lancelot_seen_by_merlin":true,"oberon_reads_good_to_lady":false,"targe'
    'ting_quest5_needs":"two_successes","reveal_before_shot":"none","plot_cards":"off","perciva'
    'l_decoy":false,"merlin":true}},[{"move":"quest","fails":2},{"move":"vote","approved":true}'
    ',{"move":"quest","fails":1},{"move":"quest","fails":0}'
).encode()


SCHEME: Final = "tablecompanion"
# Base64 keeps a link short; digits take the least room in a QR code.
LINK_PREFIX, QR_PREFIX = f"{SCHEME}:g/", f"{SCHEME}:n/"
VERSION: Final = 1
# Longer input is rejected unread: no game comes near this length.
MAX_LINK_CHARS: Final = 60_000
_MAX_JSON_BYTES: Final = 400_000
_MAX_TITLE_CHARS: Final = 80
_CHECKSUM_BYTES: Final = 4
_UID: Final = re.compile(r"[0-9a-f]{16}")
# Bytes per group of decimal digits in a QR code; a shorter rest has proportionally fewer digits.
_CHUNK_BYTES: Final = 7
_CHUNK_DIGITS: Final = tuple(math.ceil(8 * count * math.log10(2)) for count in range(_CHUNK_BYTES + 1))
# Until the year 9999, the last one that dates can represent.
_MAX_TIMESTAMP: Final = 253_402_300_000.0


@dataclass(frozen=True, slots=True)
class SharedGame:
    """Game to be shared: the moves without undone ones, notes or marks. Set-up and moves are in their stored
    form; `game_night` is the start time of the first game of its game night."""

    uid: str
    game: str
    setup: dict[str, Any]
    moves: tuple[dict[str, Any], ...]
    started: float
    game_night: float | None = None
    title: str = ""
    outcome: Outcome | None = None


def pack(game: SharedGame) -> bytes:
    """Pack a game into bytes. The outcome is left out because the moves determine it."""
    fields = [game.uid, game.started, game.game_night, game.title, game.game, game.setup, list(game.moves)]
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    compressor = zlib.compressobj(
        9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, ZLIB_DICTIONARY_V1
    )
    body = compressor.compress(text.encode()) + compressor.flush()
    return bytes((VERSION,)) + _checksum(body) + body


def unpack(data: bytes) -> SharedGame:
    """Unpack a game. Raises `ProblemError` for data that is not a packed game with valid moves."""
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
    """Return a link to be sent and pasted."""
    return LINK_PREFIX + base64.urlsafe_b64encode(data).decode().rstrip("=")


def to_qr_digits(data: bytes) -> str:
    """Return the digits after `QR_PREFIX` in a QR code, which holds digits most compactly."""
    chunks = (data[start : start + _CHUNK_BYTES] for start in range(0, len(data), _CHUNK_BYTES))
    return "".join(str(int.from_bytes(chunk, "big")).zfill(_CHUNK_DIGITS[len(chunk)]) for chunk in chunks)


def is_link(text: str) -> bool:
    """True if the text starts with the app's URL scheme."""
    return text.strip().lower().startswith(f"{SCHEME}:")


def parse_link(text: str) -> SharedGame:
    """Return the game of a link in any spelling, which may be part of a longer text. Raises
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
    """Return the game with set-up and moves in their canonical stored form, after replaying every move.
    Raises `ProblemError`."""
    outcome: Outcome | None = None
    with reject_damaged_log(_damaged_error().problem):
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
    return replace(
        shared_game, game=record.game.id, setup=encoded_setup, moves=encoded_moves, outcome=outcome
    )


def _decode_base64(payload: str) -> bytes:
    try:
        data = base64.b64decode(payload + "=" * (-len(payload) % 4), altchars=b"-_", validate=True)
    except ValueError as wrong:
        raise _damaged_error() from wrong
    # Reject non-canonical base64 (unused trailing bits must be zero).
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
