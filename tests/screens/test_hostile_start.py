"""Whatever is broken when the app starts: it starts, says so in the user's language, and loses nothing."""

from __future__ import annotations

import shutil
import sqlite3

import pytest

from companion import asset
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent
from companion.i18n import translator
from companion.i18n.translator import CATALOGUES
from companion.screens.history.history_page import HistoryListPage
from companion.screens.home import HomePage
from companion.storage.games import start_session
from companion.widgets import text_renderer

pytestmark = pytest.mark.window


def test_a_damaged_file_is_set_aside_and_the_notice_names_it(walk, tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    (data / "companion.db").write_bytes(b"this was never a database" * 100)
    walker = walk()
    aside = [file.name for file in data.iterdir() if "damaged" in file.name]
    assert len(aside) == 1
    assert walker.says("app.problem.storage_damaged", file=aside[0])
    assert (data / aside[0]).read_bytes().startswith(b"this was never")
    walker.tap_on("app.home.understood")
    assert not walker.says("app.problem.storage_damaged", file=aside[0])


def test_a_file_from_a_newer_version_is_set_aside_and_can_be_used_by_it_again(walk, tmp_path):
    walker = walk()
    session, _ = start_session(DUET, Setup(("Ada", "Bob")), walker.app.store.games)
    session.play(Agent())
    walker.close()
    newer = sqlite3.connect(tmp_path / "data" / "companion.db")
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    again = walk()
    aside = next(file.name for file in (tmp_path / "data").iterdir() if "newer-v99" in file.name)
    assert again.says("app.problem.storage_newer", file=aside)
    with sqlite3.connect(tmp_path / "data" / aside) as kept:
        assert kept.execute("SELECT count(*) FROM moves").fetchone() == (1,)


def test_a_folder_that_cannot_be_made_leaves_a_working_app_and_a_warning(walk, tmp_path):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("a file where a folder should be")
    walker = walk(folder=in_the_way / "data")
    assert walker.says("app.problem.storage_unwritable", folder=str(in_the_way / "data"))
    walker.app.start_session(DUET, Setup(("Ada", "Bob")))
    walker.frames()
    walker.tap(walker.page.main)
    assert walker.page.session.state.agents == 1


def test_a_setting_from_a_newer_version_gives_way_and_stays_in_the_file(walk, tmp_path):
    walker = walk()
    walker.app.store.settings.save("theme", "sepia")
    walker.app.store.settings.save("hologram", True)
    walker.close()
    again = walk()
    assert again.says("app.problem.setting_unreadable", name="theme")
    raw = again.app.store.settings.load()
    assert raw["theme"] == "sepia"
    assert raw["hologram"] is True


def test_a_missing_font_is_told_and_another_stands_in(walk, tmp_path, monkeypatch):
    fonts = tmp_path / "fonts"
    shutil.copytree(asset("fonts"), fonts)
    (fonts / "Vollkorn-Bold.ttf").unlink()
    monkeypatch.setattr(text_renderer, "asset", lambda _, name: fonts / name)
    text_renderer.clear_caches()
    walker = walk()
    assert walker.says("app.problem.font_missing", files=("Vollkorn-Bold.ttf",))
    walker.close()
    monkeypatch.undo()
    text_renderer.register_fonts()
    text_renderer.clear_caches()


def test_a_missing_catalogue_is_told_and_english_stands_in(walk, tmp_path, monkeypatch):
    catalogues = tmp_path / "catalogues"
    shutil.copytree(CATALOGUES, catalogues)
    (catalogues / "it" / "app.po").unlink()
    monkeypatch.setattr(translator.Translator.__init__, "__defaults__", (str(catalogues),))
    walker = walk(language="it")
    assert isinstance(walker.page, HomePage)
    assert any("Italiano" in words for words in walker.words())


def test_a_game_that_cannot_be_read_does_not_hide_the_others(walk):
    walker = walk()
    store = walker.app.store
    _, broken = start_session(DUET, Setup(("Ada", "Bob")), store.games)
    start_session(DUET, Setup(("Eva", "Kim")), store.games)
    with store.database.transaction() as execute:
        execute("UPDATE games SET setup = 'not json' WHERE id = ?", (broken,))
    walker.app.push(HistoryListPage)
    walker.frames()
    assert any("Kim" in words for words in walker.words())
