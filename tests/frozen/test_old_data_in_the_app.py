"""The app itself on old data: its settings, where one was, and what only its screens remember."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import CompanionApp
from companion.core.resume_state import BoardOverlay, SetupStep
from companion.core.session_timer import TimerRecord
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.screens.duet.map import _NAME_DRAFT_KEY, CityNameDraft
from companion.screens.rows import HiddenHistory
from companion.screens.timer import _SETTING_KEY
from companion.settings import Theme
from companion.storage.store import open_store

pytestmark = pytest.mark.window

FROZEN = Path(__file__).parent


@pytest.fixture
def app(tmp_path: Path) -> Iterator[CompanionApp]:
    shutil.copyfile(FROZEN / "companion.db", tmp_path / "companion.db")
    store = open_store(tmp_path, lambda: 1_793_456_000.0)
    yield CompanionApp(store, tmp_path)
    store.close()


def test_the_app_starts_with_what_was_chosen_and_at_the_place_where_one_was(app: CompanionApp) -> None:
    assert app.startup_problems == ()
    assert (app.settings.language, app.settings.theme, app.tr.rtl) == ("el", Theme.SYSTEM, False)
    mark, at_table = app.resume_state.bookmark, app.resume_state.open_table
    assert mark is not None
    assert at_table is not None
    assert (mark.place, len(app.setup_players)) == (SetupStep.NIGHT, 7)
    assert (at_table.table, at_table.page) == (1, BoardOverlay.HISTORY)
    latest = app.games.open_latest()
    assert latest is not None
    assert app.open_controller(latest).session is latest


def test_what_screens_remember_is_read(app: CompanionApp) -> None:
    setup = app.recall(AvalonSetup, "avalon")
    assert setup is not None
    assert setup.roles == ("percival", "morgana")
    assert app.recall(HiddenHistory, "cultists_seal") == HiddenHistory(True)
    assert app.recall(CityNameDraft, _NAME_DRAFT_KEY) == CityNameDraft("5ba31f0c77aa0e21", "", "Λ")
    timer = app.recall(TimerRecord, _SETTING_KEY)
    assert timer is not None
    assert timer.left == 12.5
