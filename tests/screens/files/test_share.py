"""Share a game by QR code, link or file, and import it; export all games, and one for BG Stats."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kivy.core.clipboard import Clipboard
from segno import consts

from companion.files.share_link import QR_PREFIX, SharedGame, format_link, pack, parse_link
from companion.games.duet.rules import GAME
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent, Assassin, Bystander, Stop
from companion.screens.files.share import MAX_QR_VERSION, build_qr_matrix
from companion.screens.files.your_data import FilesPage, ProgressSheet
from companion.screens.history.history_page import HistoryListPage
from companion.screens.rows import GameRow
from companion.storage.games import start_session
from companion.storage.store import Store, open_store
from companion.widgets.image_export import QUIET_ZONE_MODULES, QrCodeWidget
from tests.cases import sample
from tests.screens.conftest import Walker
from tests.screens.files_port import Given, Port
from tests.storage.exchange import import_link

pytestmark = pytest.mark.window
SETUP = Setup(("Ada", "سارا"))


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    held: list[str] = [""]
    monkeypatch.setattr(Clipboard, "copy", lambda text: held.__setitem__(0, text))
    monkeypatch.setattr(Clipboard, "paste", lambda: held[0])
    return held


def read_code(squares: list[list[bool]]) -> str:
    """What a camera would read, by the standard (ISO 18004) alone; nothing is damaged here, so nothing is put
    right."""
    side = len(squares)
    version = (side - 17) // 4
    ours = _own_squares(side, version)
    told = sum(squares[8][at] << (14 - i) for i, at in enumerate((0, 1, 2, 3, 4, 5, 7, 8)))
    told |= sum(squares[at][8] << (6 - i) for i, at in enumerate((7, 5, 4, 3, 2, 1, 0)))
    told ^= 0b101010000010010
    level, mask = {1: 1, 0: 0, 3: 3, 2: 2}[told >> 13], told >> 10 & 7
    masks: list[Callable[[int, int], int]] = [
        lambda i, j: (i + j) % 2,
        lambda i, j: i % 2,
        lambda i, j: j % 3,
        lambda i, j: (i + j) % 3,
        lambda i, j: (i // 2 + j // 3) % 2,
        lambda i, j: i * j % 2 + i * j % 3,
        lambda i, j: (i * j % 2 + i * j % 3) % 2,
        lambda i, j: ((i + j) % 2 + i * j % 3) % 2,
    ]
    bits: list[int] = []
    columns = [*range(side - 1, 6, -2), 5, 3, 1]
    for turn, column in enumerate(columns):
        rows = range(side) if turn % 2 else range(side - 1, -1, -1)
        for i in rows:
            for j in (column, column - 1):
                if (i, j) not in ours:
                    bits.append(int(squares[i][j]) ^ (masks[mask](i, j) == 0))
    words = [int("".join(map(str, bits[at : at + 8])), 2) for at in range(0, len(bits) - 7, 8)]
    name = {
        1: consts.ERROR_LEVEL_L,
        0: consts.ERROR_LEVEL_M,
        3: consts.ERROR_LEVEL_Q,
        2: consts.ERROR_LEVEL_H,
    }
    table: Any = consts.ECC
    sizes = [block.num_data for block in table[version][name[level]] for _ in range(block.num_blocks)]
    blocks: list[list[int]] = [[] for _ in sizes]
    source = iter(words)
    for at in range(max(sizes)):
        for block, size in zip(blocks, sizes, strict=True):
            if at < size:
                block.append(next(source))
    stream = "".join(f"{word:08b}" for block in blocks for word in block)
    return _segments(stream, version)


def _own_squares(side: int, version: int) -> set[tuple[int, int]]:
    """Those that belong to the code itself and not to what it says."""
    own = {(i, j) for i in range(9) for j in range(9)}
    own |= {(i, j) for i in range(9) for j in range(side - 8, side)}
    own |= {(i, j) for i in range(side - 8, side) for j in range(9)}
    own |= {(6, j) for j in range(side)} | {(i, 6) for i in range(side)}
    if version > 6:
        own |= {(i, j) for i in range(6) for j in range(side - 11, side - 8)}
        own |= {(j, i) for i in range(6) for j in range(side - 11, side - 8)}
    if version > 1:
        count = version // 7 + 2
        step = (version * 8 + count * 3 + 5) // (count * 4 - 4) * 2
        middles = sorted([6, *(side - 7 - at * step for at in range(count - 1))])
        for y in middles:
            for x in middles:
                if (y, x) not in ((6, 6), (6, side - 7), (side - 7, 6)):
                    own |= {(y + i, x + j) for i in range(-2, 3) for j in range(-2, 3)}
    return own


def _segments(stream: str, version: int) -> str:
    at, read = 0, ""

    def take(count: int) -> int:
        nonlocal at
        at += count
        return int(stream[at - count : at], 2)

    while (mode := take(4)) != 0:
        if mode == 4:
            for _ in range(take(8 if version < 10 else 16)):
                read += chr(take(8))
        else:
            assert mode == 1
            left = take(10 if version < 10 else 12 if version < 27 else 14)
            while left:
                figures = min(3, left)
                read += str(take((0, 4, 7, 10)[figures])).zfill(figures)
                left -= figures
        if len(stream) - at < 4:
            break
    return read


def a_game(store: Store, *moves: Any) -> int:
    session, number = start_session(GAME, SETUP, store.games)
    for move in moves:
        session.play(move)
    return number


@pytest.fixture
def elsewhere(tmp_path: Path) -> Any:
    """Another phone."""
    store = open_store(tmp_path / "elsewhere", lambda: 1_790_000_000.0)
    yield store
    store.close()


def link_of(store: Store, number: int) -> str:
    return format_link(pack(store.games.to_shared_game(number)))


# Small, with squares for its version, and of several blocks.
@pytest.mark.parametrize("size", sample([60, 348, 1200, 123, 215, 490], keep=3))
def test_qr_code_contains_the_packed_game(size: int) -> None:
    from companion.files.share_link import to_qr_digits

    data = Random(size).randbytes(size)
    squares = build_qr_matrix(data)
    assert squares is not None
    assert read_code(squares) == QR_PREFIX + to_qr_digits(data)


def test_too_large_game_has_no_qr_code() -> None:
    dice = Random(1)
    assert len(build_qr_matrix(dice.randbytes(1200)) or ()) == 17 + 4 * MAX_QR_VERSION
    assert build_qr_matrix(dice.randbytes(1290)) is None
    assert build_qr_matrix(dice.randbytes(5000)) is None


@pytest.mark.parametrize("language", sample(["fa", "en"]))
def test_running_game_is_shared_by_a_qr_code(walk: Any, language: str, clipboard: list[str]) -> None:
    walker = walk(language=language)
    walker.play_now(GAME, SETUP, Agent(), Stop())
    walker.board.open_more()
    walker.frames(4)
    walker.tap_on("hand_on.title")
    picture = walker.one(QrCodeWidget)
    came = parse_link(read_code(picture.rows))
    assert came.setup["players"] == ["Ada", "سارا"]
    assert [move["move"] for move in came.moves] == ["agent", "stop"]
    # All of it is to be seen, with light ground around it.
    assert picture.module_pixels * (len(picture.rows) + 2 * QUIET_ZONE_MODULES) <= min(
        picture.width, walker.page.height
    )
    assert picture.module_pixels >= 3
    walker.tap_on("hand_on.copy")
    assert parse_link(clipboard[0]) == came


def test_game_too_long_for_a_qr_code_is_shared_otherwise(walk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.screens.files.share.MAX_QR_VERSION", 2)
    walker = walk()
    walker.play_now(GAME, SETUP, Agent())
    walker.board.open_more()
    walker.frames(4)
    walker.tap_on("hand_on.title")
    assert walker.says("hand_on.long")
    assert not walker.all(QrCodeWidget)
    assert walker.button(walker.app.tr("hand_on.file"))


@pytest.mark.parametrize("language", sample(["fa", "en"]))
def test_pasted_game_is_previewed_imported_and_opened(
    walk: Any, elsewhere: Store, clipboard: list[str], language: str
) -> None:
    from companion.screens.files.your_data import FilesPage

    clipboard[0] = f"Your turn:\n{link_of(elsewhere, a_game(elsewhere, Agent(), Agent()))}"
    walker = walk(language=language)
    walker.app.push(FilesPage)
    walker.frames(4)
    walker.tap_on("hand_on.paste")
    assert walker.says("hand_on.moves", n=2)
    assert walker.says("hand_on.fate.new")
    assert walker.app.store.games.count() == 0
    walker.tap_on("hand_on.take")
    assert walker.page.controller.session.move_count == 2
    assert walker.app.store.games.count() == 1


def test_returning_game_extends_the_local_game(walk: Any, elsewhere: Store) -> None:
    walker = walk()
    walker.play_now(GAME, SETUP, Agent())
    number = walker.page.controller.session.game_id
    there = import_link(elsewhere, walker.app.games.to_shared_game(number))
    session = elsewhere.games.open_session(elsewhere.games.load(there))
    session.play(Bystander())
    link = link_of(elsewhere, there)
    walker.app.files.import_link(link)
    walker.frames(4)
    assert walker.says("hand_on.fate.goes_on")
    walker.tap_on("hand_on.take")
    assert walker.page.controller.session.game_id == number
    assert walker.page.controller.session.move_count == 2
    assert walker.page.play_move(Agent())
    walker.app.files.import_link(link)
    walker.frames(4)
    walker.tap_on("hand_on.open_ours")
    assert walker.page.controller.session.move_count == 3


@pytest.mark.parametrize("text", ["", "hello", "tablecompanion:g/AAAA", "tablecompanion:n/12"])
def test_invalid_link_is_reported_and_nothing_is_imported(walk: Any, text: str) -> None:
    walker = walk()
    walker.app.files.import_link(text)
    walker.frames(4)
    key = "none" if "/" not in text else "damaged"
    assert walker.app.toaster.text == walker.app.tr(f"hand_on.problem.{key}")
    assert walker.app.store.games.count() == 0


def test_link_given_at_start_is_offered(walk: Any, elsewhere: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    link = link_of(elsewhere, a_game(elsewhere, Agent()))
    walker = walk()
    monkeypatch.setenv("COMPANION_OPEN", link)
    walker.app._check_incoming_files(0)
    walker.frames(4)
    assert walker.says("hand_on.offered")


def test_shared_game_is_the_stored_game(elsewhere: Store) -> None:
    number = a_game(elsewhere, Agent())
    came: SharedGame = parse_link(link_of(elsewhere, number))
    assert came.uid == elsewhere.games.load(number).uid


@pytest.fixture
def port() -> Port:
    return Port()


@pytest.fixture
def data(walk: Callable[..., Walker], port: Port) -> Walker:
    walker = walk()
    walker.app.file_exchange = port
    walker.play_before(DUET, Setup(("Ada", "آرش")), [Agent(), Assassin()])
    walker.app.push(FilesPage)
    walker.frames()
    return walker


def shared(walker: Walker, port: Port, *keys: str) -> Any:
    for key in keys:
        walker.tap_on(key)
    walker.tap_on("app.files.share")
    walker.wait_for(lambda: bool(port.shared))
    return port.shared[-1]


def test_exported_games_are_imported_without_duplicates(data: Walker, port: Port) -> None:
    path, kind = shared(data, port, "share.all.whole")
    assert kind == "application/json"
    assert len(json.loads(path.read_bytes())["games"]) == 1
    port.gives = Given("all.json", path.read_bytes())
    data.tap_on("app.files.open")
    data.wait_for(lambda: data.says("backup.games_here"))
    assert data.app.games.count() == 1
    stored = data.app.games.list_recent(1).games[0]
    data.app.games.delete(stored.id)
    data.app.toaster.dismiss()
    data.tap_on("app.files.open")
    data.wait_for(lambda: data.says("share.taken", n=1))
    assert data.app.games.list_recent(1).games[0].uid == stored.uid


def test_damaged_export_is_rejected_with_a_message(data: Walker, port: Port) -> None:
    path, _ = shared(data, port, "share.all.whole")
    port.gives = Given("all.json", path.read_bytes()[:-5])
    data.tap_on("app.files.open")
    data.wait_for(lambda: data.says("app.files.problem.damaged", file="all.json"))
    assert not isinstance(data.app.navigator.sheet, ProgressSheet)


def test_csv_tables_are_exported_as_one_zip(data: Walker, port: Port) -> None:
    path, _ = shared(data, port, "share.all.sheets")
    with zipfile.ZipFile(path) as packed:
        assert packed.namelist() == ["scores.csv", "votes.csv"]


def test_all_finished_games_are_exported_for_bg_stats(data: Walker, port: Port) -> None:
    path, _ = shared(data, port, "share.all.bgstats")
    assert path.suffix == ".bgsplay"
    assert len(json.loads(path.read_bytes())["plays"]) == 1


def test_one_finished_game_is_exported_for_bg_stats(data: Walker, port: Port) -> None:
    data.app.push(HistoryListPage)
    data.frames()
    data.tap(data.all(GameRow)[0].more_button)
    data.tap_on("app.files.send")
    path, _ = shared(data, port, "share.all.bgstats")
    (play,) = json.loads(path.read_bytes())["plays"]
    assert [score["winner"] for score in play["playerScores"]] == [False, False]
