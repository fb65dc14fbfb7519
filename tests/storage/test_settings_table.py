"""Settings as stored."""

from __future__ import annotations

from collections.abc import Callable

from companion.settings import UNREADABLE, Settings, diff_settings, parse_settings, update_settings
from companion.storage.store import Store


def read_values(store: Store) -> dict[str, str]:
    return dict(store.database.rows("SELECT key, value FROM settings"))


def test_a_changed_setting_survives_a_restart(store: Store, reopen: Callable[[], Store]) -> None:
    before = Settings()
    after = update_settings(
        before, language="fa", second_narration="en", pace=1.25, theme="light", keep_awake=False
    )
    for name, value in diff_settings(before, after).items():
        store.settings.save(name, value)
    store = reopen()
    assert parse_settings(store.settings.load()) == (after, ())
    assert sorted(read_values(store)) == ["keep_awake", "language", "pace", "second_narration", "theme"]
    store.settings.save("second_narration", None)
    assert parse_settings(store.settings.load())[0].second_narration is None


def test_one_setting_is_found_as_in_all_settings(store: Store) -> None:
    store.settings.save("pace", 1.25)
    with store.database.transaction() as execute:
        execute("INSERT INTO settings VALUES (?, ?)", ("theme", "{broken"))
    everything = store.settings.load()
    assert [store.settings.find(key) for key in ("pace", "theme", "none")] == [1.25, UNREADABLE, None]
    assert all(store.settings.find(key) == value for key, value in everything.items())


def test_only_changed_settings_are_written(store: Store, reopen: Callable[[], Store]) -> None:
    strange = {"pace": '"warp"', "theme": "{broken", "hologram": '{"on":true}', "text_size": "115"}
    with store.database.transaction() as execute:
        for row in strange.items():
            execute("INSERT INTO settings VALUES (?, ?)", row)

    store = reopen()
    raw = store.settings.load()
    assert raw == {"pace": "warp", "theme": UNREADABLE, "hologram": {"on": True}, "text_size": 115}
    settings, problems = parse_settings(raw)
    assert settings == Settings(text_size=115)
    assert [problem.args["name"] for problem in problems] == ["pace", "theme"]
    assert read_values(store) == strange

    for name, value in diff_settings(settings, update_settings(settings, theme="light")).items():
        store.settings.save(name, value)
    assert read_values(store) == {**strange, "theme": '"light"'}
