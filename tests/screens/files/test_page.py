"""Files by real taps: out of the history, the results and one's data, and in from anywhere."""

from __future__ import annotations

import json
import sqlite3
import struct
import wave
import zipfile
import zlib
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from kivy.core.window import Window

from companion.app_context import AppContext
from companion.core.game import error
from companion.core.resume_state import SetupBookmark, SetupStep
from companion.core.serialization import encode
from companion.files.backup_service import BackupService
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.duet.campaign import Attempt, Campaign, new_campaign
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent, Assassin
from companion.narrator.narration import sample_line
from companion.screens.files import your_data as importing_screen
from companion.screens.files.your_data import FilesPage, ProgressSheet
from companion.screens.history.history_page import HistoryListPage
from companion.screens.rows import GameRow
from companion.storage import backup as backup_storage
from companion.storage.database import INBOX_FOLDER, PENDING_RECORDINGS_KEY
from companion.storage.json_export import export_json
from companion.storage.store import open_store
from companion.widgets.page import Page
from tests.cases import sample
from tests.screens.conftest import Walker
from tests.screens.files_port import Given, Port
from tests.widgets.test_image_export import read_chunks
from tools.filled_store import fill

pytestmark = pytest.mark.window

PLAYERS = ("Ada", "آرش")
NIGHT = AvalonSetup(("1", "2", "3", "4", "5"))
RECORD = {"format": 1, "game": "duet", "setup": {"players": ["Chloe", "Dario"]}, "moves": [{"move": "agent"}]}


@pytest.fixture
def port() -> Port:
    return Port()


@pytest.fixture
def start(walk: Callable[..., Walker], port: Port) -> Callable[..., Walker]:
    """The app on a device that gives and takes files as the test says."""

    def begin(**options: Any) -> Walker:
        walker = walk(**options)
        walker.app.file_exchange = port
        return walker

    return begin


@pytest.fixture
def history(start: Callable[..., Walker]) -> Walker:
    walker = start()
    walker.play_before(DUET, Setup(PLAYERS), [Agent()])
    walker.app.push(HistoryListPage)
    walker.frames()
    return walker


def opened(walker: Walker, port: Port, name: str, data: bytes) -> None:
    """Somebody taps on "open a file" and chooses this one; what comes of it is on the screen."""
    port.gives = Given(name, data)
    walker.tap_on("app.files.open")
    walker.wait_for_file()


# -- out -------------------------------------------------------------------------------------------


def test_a_game_is_handed_to_another_app_in_a_few_taps(history: Walker, port: Port) -> None:
    history.tap(history.all(GameRow)[0].more_button)
    history.tap_on("app.files.send")
    history.tap_on("share.game.here")
    history.tap_on("app.files.share")
    history.wait_for(lambda: bool(port.shared))
    ((path, kind),) = port.shared
    assert kind == "application/json"
    assert json.loads(path.read_text(encoding="utf-8"))["setup"]["players"] == list(PLAYERS)
    assert history.app.navigator.sheet is None


def test_it_is_saved_among_the_downloads_and_that_is_said(history: Walker, port: Port) -> None:
    history.tap(history.all(GameRow)[0].more_button)
    history.tap_on("app.files.send")
    history.tap_on("share.game.here")
    history.tap_on("app.files.save")
    history.wait_for_file()
    assert history.says("app.files.saved", file="game.json")


def test_a_refusal_is_said_and_a_change_of_mind_is_not(history: Walker, port: Port) -> None:
    port.answer = error("app.files.problem.full", file="game.json")
    history.tap(history.all(GameRow)[0].more_button)
    history.tap_on("app.files.send")
    history.tap_on("share.game.here")
    history.tap_on("app.files.save")
    history.wait_for_file()
    assert history.says("app.files.problem.full", file="game.json")
    history.app.toaster.dismiss()
    port.answer = None
    history.tap(history.all(GameRow)[0].more_button)
    history.tap_on("app.files.send")
    history.tap_on("share.game.here")
    history.tap_on("app.files.save")
    history.wait_for(lambda: len(port.saved) == 2)
    history.frames()
    assert history.app.toaster.text == ""


def test_two_taps_make_one_file(data: Walker, port: Port) -> None:
    # In the same frame: no other thread can have ended between them.
    for _ in range(2):
        data.app.files.save(data.app.files.export_backup)
    assert data.says("app.files.packing")
    data.wait_for_file()
    assert data.says("app.files.saved", file="game.json")
    assert len(port.saved) == 1
    data.app.files.save(data.app.files.export_recordings)
    data.wait_for(lambda: len(port.saved) == 2)


@pytest.mark.parametrize("language", sample(["fa", "en"]))
def test_a_result_is_sent_as_a_picture_of_all_of_it(
    start: Callable[..., Walker], port: Port, language: str
) -> None:
    walker = start(language=language)
    walker.play_now(DUET, Setup(PLAYERS), Agent(), Assassin())
    walker.tap_on("app.files.share_result")
    walker.tap_on("evenings.send.picture")
    walker.tap_on("app.files.share")
    walker.wait_for(lambda: bool(port.shared))
    ((path, kind),) = port.shared
    assert kind == "image/png"
    width, height, rows = read_png(path)
    assert width == Window.width
    assert height > width
    # Ground, words and the mark in its colour: a picture that is blank has one colour.
    assert len({row[at : at + 3] for row in rows for at in range(0, 3 * width, 3)}) > 200


def read_png(path: Path) -> tuple[int, int, list[bytes]]:
    found = read_chunks(path.read_bytes())
    width, height = struct.unpack_from(">II", found[b"IHDR"])
    lines = zlib.decompress(found[b"IDAT"])
    rows = [lines[start + 1 : start + 1 + 3 * width] for start in range(0, len(lines), 3 * width + 1)]
    return width, height, rows


# -- in --------------------------------------------------------------------------------------------


def test_a_game_that_was_chosen_is_in_the_history_and_can_be_let_go_again(
    history: Walker, port: Port
) -> None:
    opened(history, port, "game.json", json.dumps(RECORD).encode())
    assert history.says("app.files.taken_game")
    assert [row.stored.setup["players"][0] for row in history.all(GameRow)] == ["Chloe", "Ada"]
    history.tap_on("app.undo")
    assert len(history.all(GameRow)) == 1


def further(walker: Walker, path: Path) -> Path:
    """The game that is on the screen, as a file of somebody who went on with it by two moves."""
    stored = walker.app.store.games.load(walker.board.session.game_id)
    walker.app.games.export_game(stored).write(path)
    record = json.loads(path.read_text(encoding="utf-8"))
    record["moves"] += [{"move": "agent"}] * 2
    record["kept"]["updated"] += 60
    record["kept"]["times"] += [record["kept"]["updated"]] * 2
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


def test_a_file_that_goes_on_with_an_open_game_closes_its_board_and_is_not_undone(
    start: Callable[..., Walker], tmp_path: Path
) -> None:
    walker = start()
    walker.play_now(DUET, Setup(PLAYERS), Agent())
    number = walker.board.session.game_id
    walker.app.files.import_path(further(walker, tmp_path / "further.json"))
    walker.wait_for_file()
    assert walker.page is not walker.board
    assert walker.app.games.load(number).move_count == 3
    assert walker.says("app.files.taken_game")
    # It would delete what was here before.
    assert not walker.says("app.undo")


def test_a_file_that_waited_closes_the_board_of_the_game_that_it_goes_on_with(
    start: Callable[..., Walker],
) -> None:
    walker = start()
    walker.play_now(DUET, Setup(PLAYERS), Agent())
    room = walker.app.import_folder.path
    room.mkdir(parents=True, exist_ok=True)
    further(walker, room / "further.json")
    walker.app.push(HistoryListPage)
    walker.frames(4)
    walker.tap_on("app.history.import", n=1)
    assert walker.board not in walker.app.navigator.pages
    assert isinstance(walker.page, HistoryListPage)


def test_the_same_game_once_more_is_not_taken(history: Walker, port: Port) -> None:
    for words in ("app.files.taken_game", "app.files.here_already"):
        opened(history, port, "game.json", json.dumps(RECORD).encode())
        assert history.says(words)
        history.app.toaster.dismiss()
    assert len(history.all(GameRow)) == 2


def test_what_cannot_be_taken_says_why_and_changes_nothing(history: Walker, port: Port) -> None:
    opened(history, port, "\u202e" + "x" * 300 + ".zip", b"PK\x03\x04 and no more")
    assert history.says("app.files.problem.damaged", file="…" + "x" * 36 + ".zip")
    history.app.toaster.dismiss()
    opened(history, port, "", b"\x89PNG")
    assert history.says("app.files.problem.unknown", file="The file")
    assert len(history.all(GameRow)) == 1


def test_whoever_walks_away_is_not_called_back(history: Walker, port: Port) -> None:
    port.gives = given = Given("game.json", json.dumps(RECORD).encode())
    given.lets_go.clear()
    history.tap_on("app.files.open")
    history.press_back()
    given.lets_go.set()
    history.tap(history.button(history.app.tr("app.home.history", n=1)))
    opened(history, port, "letter.txt", b"dear")
    assert len(history.all(GameRow)) == 1


def test_a_screen_that_was_built_anew_meanwhile_still_wants_it(history: Walker, port: Port) -> None:
    port.gives = given = Given("game.json", json.dumps(RECORD).encode())
    given.lets_go.clear()
    history.tap_on("app.files.open")
    history.app.rebuild()
    given.lets_go.set()
    history.wait_for(lambda: len(history.all(GameRow)) == 2)


def test_a_file_of_another_app_leads_from_home_to_the_history(
    start: Callable[..., Walker], port: Port
) -> None:
    walker = start()
    assert walker.page is not None
    walker.app.files.import_source(Given("game.json", json.dumps(RECORD).encode()))
    walker.wait_for(lambda: isinstance(walker.page, HistoryListPage))
    walker.frames()
    assert len(walker.all(GameRow)) == 1


def test_a_file_dropped_onto_the_window_is_taken(history: Walker, tmp_path: Path) -> None:
    path = tmp_path / "dropped.json"
    path.write_text(json.dumps(RECORD), encoding="utf-8")
    Window.dispatch("on_drop_file", bytes(path), 10, 10)
    history.wait_for(lambda: len(history.all(GameRow)) == 2)


def test_without_a_way_to_choose_the_folder_for_it_is_told(
    walk: Callable[..., Walker], tmp_path: Path
) -> None:
    walker = walk()
    walker.app.push(HistoryListPage)
    walker.frames()
    walker.tap_on("app.files.open")
    assert walker.says("app.files.put_there", folder=str(tmp_path / "data" / "imports"))
    assert (tmp_path / "data" / "imports").is_dir()
    zipped(tmp_path / "data" / "imports" / "ours.zip", {f"en/{sample_line()}.wav": sound(tmp_path / "a.wav")})
    walker.page.enter()
    walker.frames()
    walker.tap_on("app.files.open_this", file="ours.zip")
    walker.wait_for_file()
    assert walker.says("app.files.recordings_taken", n=1)


def test_what_is_half_typed_is_kept_before_the_device_is_let_go(start: Callable[..., Walker]) -> None:
    walker = start()
    kept: list[str] = []

    class Leaving(Port):
        def close(self) -> None:
            with closing(sqlite3.connect(walker.folder / "companion.db")) as found:
                kept.extend(row[0] for row in found.execute("SELECT value FROM settings"))

    walker.app.file_exchange = Leaving()
    walker.app.resume_state.set_bookmark(SetupBookmark("duet", SetupStep.SEATS, PLAYERS))
    # To be kept in the next frame, which does not come.
    walker.app.resume_state.set_typed_text("name", "Chlo")
    walker.app.on_stop()
    assert any("Chlo" in value for value in kept)


# -- maps ------------------------------------------------------------------------------------------

MAP = new_campaign("a1", "Ada و آرش", PLAYERS)


def map_file(known: Campaign = MAP, /, **changed: Any) -> bytes:
    head = {"format": "table-companion-map", "version": 1, "game": "duet"}
    return json.dumps({**head, "campaign": encode(known), **changed}).encode()


def attempts(walker: Walker) -> list[int]:
    """How many stand on each map that is kept."""
    return [len(kept.record["attempts"]) for kept in walker.app.campaigns.list_campaigns("duet")]


def test_a_map_that_was_opened_is_kept_and_can_be_let_go_again(data: Walker, port: Port) -> None:
    opened(data, port, "map.json", map_file())
    assert data.says("app.files.taken_map", team=MAP.team, game=data.app.tr("app.game.duet"))
    assert attempts(data) == [0]
    data.tap_on("app.undo")
    assert attempts(data) == []


def test_a_map_that_is_here_learns_what_the_file_knows_more_and_nothing_twice(
    data: Walker, port: Port
) -> None:
    more = map_file(replace(MAP, attempts=(Attempt("prague", 1.5, 2.5, won=True),)))
    for file, words, known in (
        (map_file(), "app.files.taken_map", 0),
        (map_file(), "app.files.map_here", 0),
        (more, "app.files.joined_map", 1),
    ):
        opened(data, port, "map.json", file)
        assert data.says(words, team=MAP.team, game=data.app.tr("app.game.duet"))
        assert attempts(data) == [known]
        if file is not more:
            data.app.toaster.dismiss()
    data.tap_on("app.undo")
    assert attempts(data) == [0]


def test_a_map_that_is_none_says_why_and_changes_nothing(data: Walker, port: Port) -> None:
    for file, words in (
        (map_file(campaign={}), "app.files.problem.damaged"),
        (map_file(version=2), "app.files.problem.newer"),
        (map_file(replace(MAP, team="A\u202eda")), "app.files.problem.damaged"),
    ):
        opened(data, port, "map.json", file)
        assert data.says(words, file="map.json")
        data.app.toaster.dismiss()
    opened(data, port, "map.json", map_file(game="chess"))
    assert data.says("app.files.problem.map_game", file="map.json", game="chess")
    assert attempts(data) == []
    assert list((data.folder / INBOX_FOLDER).iterdir()) == []


class _Maps(Page):
    """As a game's page that shows maps."""

    shows_maps = True

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._shell = context
        self.shown = 0

    def enter(self) -> None:
        self.shown = len(self._shell.campaigns.list_campaigns("duet"))


def test_a_page_that_shows_maps_sees_the_one_that_came_and_it_is_sent_on(
    start: Callable[..., Walker], port: Port
) -> None:
    walker = start()
    walker.app.push(_Maps)
    walker.frames()
    walker.app.files.import_source(Given("map.json", map_file()))
    walker.wait_for_file()
    (page,) = walker.all(_Maps)
    assert page.shown == 1
    walker.app.files.share(partial(walker.app.files.export_campaign, "a1"))
    walker.wait_for(lambda: bool(port.shared))
    ((path, kind),) = port.shared
    assert kind == "application/json"
    assert json.loads(path.read_text(encoding="utf-8")) == json.loads(map_file())
    walker.tap_on("app.undo")
    assert page.shown == 0
    walker.app.files.share(partial(walker.app.files.export_campaign, "a1"))
    assert walker.says("app.problem.map_missing")


# -- backups and recordings ------------------------------------------------------------------------


def sound(path: Path, size: int = 4000) -> bytes:
    with wave.open(str(path), "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(1)
        written.setframerate(8000)
        written.writeframes(bytes(size))
    return path.read_bytes()


@pytest.fixture
def data(start: Callable[..., Walker]) -> Walker:
    walker = start()
    walker.app.push(FilesPage)
    walker.frames()
    return walker


def zipped(path: Path, files: dict[str, bytes]) -> bytes:
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return path.read_bytes()


def test_recordings_are_taken_counted_removed_and_brought_back(
    data: Walker, port: Port, tmp_path: Path
) -> None:
    total = data.app.files.count_recorded("en")[1]
    files = {f"ours/en/{sample_line()}.wav": sound(tmp_path / "a.wav"), "ours/en/dance.wav": b"x"}
    opened(data, port, "ours.zip", zipped(tmp_path / "ours.zip", files))
    assert data.says("app.problem.voice_file_name", file="ours/en/dance.wav")
    # Nothing lies over what is being read.
    assert data.app.toaster.text == ""
    data.press_back()
    assert data.says("app.files.recordings_taken", n=1)
    assert data.says("app.files.recorded", count=1, total=total)
    data.tap_on("app.files.remove_recordings")
    assert not data.says("app.files.recorded", count=1, total=total)
    data.tap_on("app.undo")
    assert data.says("app.files.recorded", count=1, total=total)


def test_each_change_of_the_recordings_is_undone_by_its_own_word(
    data: Walker, port: Port, tmp_path: Path
) -> None:
    came = [sound(tmp_path / "a.wav", size) for size in (4000, 5000, 6000)]
    for number, content in enumerate(came):
        file = zipped(tmp_path / f"{number}.zip", {f"en/{sample_line()}.wav": content})
        opened(data, port, f"{number}.zip", file)
    # On a machine that stalls, a start may look only now for what an earlier run has left.
    data.app._check_incoming_files(0)
    # The word of the second was still to be seen when the third came.
    data.tap_on("app.undo")
    (path,) = data.folder.rglob("*.wav")
    assert path.read_bytes() == came[1]


def test_what_another_file_has_replaced_meanwhile_is_not_offered_to_be_undone(
    data: Walker, port: Port, tmp_path: Path
) -> None:
    name, content = f"en/{sample_line()}.wav", sound(tmp_path / "a.wav")
    opened(data, port, "1.zip", zipped(tmp_path / "1.zip", {name: content, "dance.wav": b"x"}))
    data.app.files.import_source(Given("2.zip", zipped(tmp_path / "2.zip", {name: content})))
    data.wait_for_file()
    assert data.says("app.files.recordings_taken", n=1)
    data.press_back()
    assert data.app.navigator.sheet is None
    assert data.app.toaster.text == ""


def test_what_was_removed_is_gone_for_good_with_the_word_that_brings_it_back(data: Walker) -> None:
    recording = data.folder / "voices" / "en" / f"{sample_line()}.wav"
    recording.parent.mkdir(parents=True)
    sound(recording)
    data.page.enter()
    data.frames()
    data.tap_on("app.files.remove_recordings")
    # Until then it lies where no backup of Android's looks.
    (before,) = data.folder.rglob("*.wav")
    assert before.relative_to(data.folder).parts[0] == INBOX_FOLDER
    data.press_back()
    assert list(data.folder.rglob("*.wav")) == []


def test_what_a_kill_left_of_removed_recordings_goes_at_the_next_start(start: Callable[..., Walker]) -> None:
    walker = start()
    left = walker.folder / INBOX_FOLDER / "voices-before" / "en"
    left.mkdir(parents=True)
    sound(left / f"{sample_line()}.wav")
    (left.parent / "removed").touch()
    again = start()
    again.let_pass(1)
    assert not (again.folder / INBOX_FOLDER).exists()
    assert again.app.files.count_recorded("en")[0] == 0


def test_what_a_kill_left_of_a_recording_that_was_being_replaced_is_there_at_the_next_start(
    start: Callable[..., Walker],
) -> None:
    walker = start()
    left = walker.folder / INBOX_FOLDER / "voices-before" / "en"
    left.mkdir(parents=True)
    sound(left / f"{sample_line()}.wav")
    again = start()
    again.let_pass(1)
    assert not (again.folder / INBOX_FOLDER).exists()
    assert again.app.files.count_recorded("en")[0] == 1


def test_the_list_of_lines_says_what_each_file_is_called(data: Walker, port: Port) -> None:
    data.tap_on("app.files.lines")
    data.tap_on("app.files.share")
    data.wait_for(lambda: bool(port.shared))
    ((path, kind),) = port.shared
    assert (path.name, kind) == ("lines-fa.txt", "text/plain")
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    # Names can be copied: no sign of direction is in them.
    assert lines[2].partition("\t")[0] + ".ogg" in lines[0]
    assert " fa " in lines[0]
    assert not set("\u061c\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069") & set("".join(lines))
    assert [key for key, _ in (line.split("\t") for line in lines[2:])] == sorted(
        line.partition("\t")[0] for line in lines[2:]
    )
    assert any(line.startswith(f"{sample_line()}\t") for line in lines)
    # With its number in words that can be read out.
    assert any(line.startswith("cultists_guide.step.envelopes(n=7)\t") and "۷" in line for line in lines)


def test_a_backup_is_told_before_it_is_brought_back(
    start: Callable[..., Walker], port: Port, tmp_path: Path
) -> None:
    there = start()
    there.play_before(DUET, Setup(PLAYERS), [Agent(), Assassin()])
    there.app.rosters.save_group("Friday", PLAYERS)
    there.app.campaigns.save("duet", MAP.id, encode(MAP))
    (there.folder / "voices" / "en").mkdir(parents=True)
    sound(there.folder / "voices" / "en" / f"{sample_line()}.wav")
    there.app.push(FilesPage)
    there.frames()
    there.tap_on("app.files.back_up")
    there.tap_on("app.files.share")
    there.wait_for(lambda: bool(port.shared))
    backup = port.shared[0][0].read_bytes()

    here = start(folder=tmp_path / "elsewhere")
    here.app.push(FilesPage)
    here.frames()
    opened(here, port, "table-companion.zip", backup)
    for words in ("restore_games", "restore_maps", "restore_groups", "restore_recordings"):
        assert here.says(f"app.files.{words}", n=1)
    assert here.app.games.count() == 0
    # Whoever thinks better of it leaves nothing behind.
    here.press_back()
    assert list((here.folder / INBOX_FOLDER).iterdir()) == []
    opened(here, port, "table-companion.zip", backup)
    here.tap_on("app.files.restore_do")
    assert here.says("app.files.restored")
    assert here.app.games.list_recent(1).games[0].setup["players"] == list(PLAYERS)
    assert here.app.files.count_recorded("en")[0] == 1
    assert attempts(here) == [0]
    assert here.app.store.settings.find(PENDING_RECORDINGS_KEY) is None
    here.app.toaster.dismiss()
    opened(here, port, "table-companion.zip", backup)
    assert here.says("app.files.restore_nothing")


def test_what_of_a_backup_cannot_be_used_is_told(
    start: Callable[..., Walker], port: Port, tmp_path: Path
) -> None:
    there = start()
    (there.folder / "voices" / "en").mkdir(parents=True)
    (there.folder / "voices" / "en" / f"{sample_line()}.wav").write_bytes(b"RIFF, and no more")
    there.app.files.share(there.app.files.export_backup)
    there.wait_for(lambda: bool(port.shared))
    packed = port.shared[0][0].read_bytes()
    here = start(folder=tmp_path / "here")
    here.app.push(FilesPage)
    here.frames()
    opened(here, port, "backup.zip", packed)
    here.tap_on("app.files.restore_do")
    here.frames()
    assert here.app.navigator.sheet is not None
    assert any(sample_line() in words for words in here.words())
    here.press_back()
    # Where nothing else is in it as well.
    here.play_before(DUET, Setup(PLAYERS), [Agent()])
    opened(here, port, "backup.zip", packed)
    assert here.says("app.files.restore_nothing")
    here.press_back()
    assert any(sample_line() in words for words in here.words())


@pytest.fixture
def in_no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything takes so long that it is told how far it is, and goes on by one game with each picture."""
    monkeypatch.setattr(importing_screen, "_DELAY_SECONDS", 0.0)
    monkeypatch.setattr(importing_screen, "_SLICE_SECONDS", 0.0)
    monkeypatch.setattr(backup_storage, "BATCH_SIZE", 1)
    monkeypatch.setattr(importing_screen, "NOTICE_SECONDS", 0.0)
    monkeypatch.setattr(importing_screen, "_PROGRESS_BAR_SECONDS", 0.0)


@pytest.mark.usefixtures("in_no_hurry")
def test_bringing_back_shows_how_far_it_is_and_stopped_half_way_nothing_has_changed(
    data: Walker, tmp_path: Path
) -> None:
    there, backup = open_store(tmp_path / "there", lambda: 1_790_000_000.0), tmp_path / "backup.zip"
    fill(there, 8)
    BackupService(there, tmp_path / "there").prepare_backup(1_790_000_000.0)(backup)
    there.close()
    before = list(data.app.store.database.connection.iterdump())
    for stops in (True, False):
        data.app.files.import_path(backup)
        data.wait_for(lambda: data.says("app.files.restore_games", n=8))
        data.tap_on("app.files.restore_do")
        sheet = data.one(ProgressSheet)
        assert 0 < sheet.bar.progress < 1
        assert data.says("share.reading.so_far", percent=int(100 * sheet.bar.progress))
        if stops:
            data.tap(sheet.cancel_button)
            data.frames()
            assert list(data.app.store.database.connection.iterdump()) == before
            assert not data.app.store.database.connection.in_transaction
            assert list((data.folder / INBOX_FOLDER).iterdir()) == []
    data.wait_for(lambda: data.says("app.files.restored"))
    assert data.app.games.count() == 8


@pytest.mark.usefixtures("in_no_hurry")
def test_a_second_file_waits_for_the_first_and_the_end_of_the_app_stops_both(
    data: Walker, tmp_path: Path
) -> None:
    there = open_store(tmp_path / "there", lambda: 1_790_000_000.0)
    fill(there, 8)
    with (tmp_path / "all.json").open("wb") as file:
        export_json(there.database, file)
    there.close()
    (tmp_path / "game.json").write_text(json.dumps(RECORD), encoding="utf-8")
    data.app.files.import_path(tmp_path / "all.json")
    data.wait_for(lambda: data.app.store.database.connection.in_transaction)
    data.app.files.import_path(tmp_path / "game.json")
    data.wait_for(lambda: data.says("app.files.taken_game"))
    assert data.app.games.count() == 9
    data.app.store.games.purge(0)
    data.app.toaster.dismiss()
    data.app.games.delete(1)
    data.app.files.import_path(tmp_path / "all.json")
    data.wait_for(lambda: data.app.store.database.connection.in_transaction)
    data.app.files.close()
    assert not data.app.store.database.connection.in_transaction
    assert data.app.games.count() == 8


@pytest.mark.usefixtures("in_no_hurry")
def test_whoever_stops_the_reading_of_a_file_gets_nothing_of_it(history: Walker, port: Port) -> None:
    port.gives = given = Given("game.json", json.dumps(RECORD).encode())
    given.lets_go.clear()
    history.tap_on("app.files.open")
    history.wait_for(lambda: isinstance(history.app.navigator.sheet, ProgressSheet))
    history.tap(history.one(ProgressSheet).cancel_button)
    history.frames()
    given.lets_go.set()
    history.wait_for(lambda: not history.app.files.is_busy)
    history.frames()
    assert history.app.games.count() == 1
    assert history.app.navigator.sheet is None
    assert history.app.toaster.text == ""


def test_a_file_that_comes_in_the_night_waits_for_its_end(start: Callable[..., Walker]) -> None:
    walker = start(theme="light")
    walker.app.speech.open_night(NIGHT, walker.app.speech.render_night_now(NIGHT))
    walker.frames()
    walker.app.files.import_source(Given("game.json", json.dumps(RECORD).encode()))
    walker.wait_for(lambda: not walker.app.files.is_busy)
    walker.frames()
    assert walker.app.toaster.text == ""
    assert walker.app.games.count() == 0
    walker.app.navigator.go_home()
    walker.frames()
    assert walker.says("app.files.taken_game")
    assert walker.app.games.count() == 1


def test_a_copy_of_the_app_that_keeps_nothing_leaves_the_files_of_the_other_alone(
    start: Callable[..., Walker],
) -> None:
    walker = start()
    waiting = walker.folder / INBOX_FOLDER / "tmpshown" / "arrived"
    waiting.parent.mkdir(parents=True)
    waiting.write_text("{}", encoding="utf-8")
    # As the store of the second copy, which the first keeps out of the folder.
    walker.app.store.path = None
    walker.app.files.finish_pending()
    assert waiting.exists()


def test_recordings_that_a_kill_left_on_their_way_arrive_at_the_next_start(
    start: Callable[..., Walker], tmp_path: Path
) -> None:
    walker = start()
    staged = walker.folder / "inbox" / "tmpkept" / "voices" / "en"
    staged.mkdir(parents=True)
    sound(staged / f"{sample_line()}.wav")
    walker.app.store.settings.save(PENDING_RECORDINGS_KEY, "tmpkept")
    again = start()
    again.let_pass(1)
    assert again.app.files.count_recorded("en")[0] == 1
    assert again.app.store.settings.find(PENDING_RECORDINGS_KEY) is None
    assert not staged.exists()
