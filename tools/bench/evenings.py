"""What years of evenings cost: thousands of legal random games listed, searched, counted, sent, taken in."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from companion.storage.all_games import each_game
from companion.storage.backup import pack, snapshot
from companion.storage.bgstats import write_plays
from companion.storage.everything import write_everything
from companion.storage.files import FILE
from companion.storage.sheets import write_sheets
from companion.storage.store import Store, open_store
from tools.bench import folders
from tools.bench.lab import MANY_GAMES, Lab
from tools.bench.result import Result

ROUNDS = 7
# In seconds: what takes twenty here may take minutes where others work too.
PATIENCE = 600
FEWER = MANY_GAMES // 10


def home_ready(lab: Lab) -> Result:
    return _page(lab, "home")


def history_ready(lab: Lab) -> Result:
    return _page(lab, "history")


def _page(lab: Lab, page: str) -> Result:
    """Other programs can only add to the time: the walk that they disturbed least counts."""
    many, few = (lab.run("pages", folder, ROUNDS)[page] for folder in (lab.many_games, lab.few_games))
    return Result(
        f"{page} with {MANY_GAMES:,} games",
        min(many),
        "ms",
        200,
        {"at first": many[0], "half within": median(many), "with a few games": min(few)},
    )


def statistics_asked(lab: Lab) -> Result:
    """All that is asked for one game at once: a page asks for less."""
    many, fewer = _queries(lab)
    pages: dict[str, float] = many["pages"]
    slowest = max(pages, key=lambda game: pages[game])
    return Result(
        f"all numbers of a game out of {MANY_GAMES:,}",
        pages[slowest],
        "ms",
        200,
        {**pages, f"{slowest} out of {FEWER:,}": fewer["pages"][slowest]},
    )


def search(lab: Lab) -> Result:
    many, fewer = _queries(lab)
    searches: dict[str, float] = many["searches"]
    slowest = max(searches, key=lambda what: searches[what])
    return Result(
        f"search in {MANY_GAMES:,} games",
        searches[slowest],
        "ms",
        50,
        {**searches, f"{slowest}, in {FEWER:,}": fewer["searches"][slowest]},
    )


def games_read_in(lab: Lab) -> Result:
    file = lab.folder / "all.json"
    if not file.exists():
        _with(lab.many_games, lambda store: _everything(store, file))
    return _taken(lab, file, f"{MANY_GAMES:,} games read in from JSON")


def backup_brought_back(lab: Lab) -> Result:
    return _taken(lab, _backup(lab), f"{MANY_GAMES:,} games brought back from a backup")


def same_exports(lab: Lab) -> Result:
    """How many of the exports differ by a byte once a backup was brought back on a fresh device."""
    folder = lab.folder / "came"
    lab.run("taking", _backup(lab), folder, timeout=PATIENCE)
    before, after = (_with(where, _exports) for where in (lab.many_games, folder))
    differ = [name for name in before if before[name] != after[name]]
    sizes = {f"{name} MB": len(data) / 1e6 for name, data in before.items()}
    return Result("exports that differ after a backup", len(differ), "files", 0, sizes)


def bytes_a_game(lab: Lab) -> Result:
    """As it lies on the disk, with all that is counted from the logs."""
    counted = (lab.many_games / FILE).stat().st_size
    backup = _backup(lab).stat().st_size
    plain = (lab.folder / "plain.db").stat().st_size
    return Result(
        "database, bytes a game",
        counted / MANY_GAMES,
        "bytes",
        None,
        {"without what is counted": plain / MANY_GAMES, "in a backup": backup / MANY_GAMES},
    )


def old_file_opened(lab: Lab) -> Result:
    """A start on the file of the version before, once in its life."""
    old = folders.of_version_5(lab.folder / "old", lab.many_games)
    told = lab.run("opening", old, timeout=PATIENCE)
    if told["games"] != MANY_GAMES or told["problems"]:
        raise RuntimeError(f"the old file was not taken over: {told}")
    return Result(f"{MANY_GAMES:,} games brought to this version", told["seconds"], "s", None, _work(told))


EVENING_BENCHMARKS: tuple[Callable[[Lab], Result], ...] = (
    *(home_ready, history_ready, statistics_asked, search, games_read_in, backup_brought_back),
    *(same_exports, bytes_a_game, old_file_opened),
)


def _queries(lab: Lab) -> tuple[dict[str, Any], dict[str, Any]]:
    fewer = lab.folder / "fewer"
    if not fewer.exists():
        folders.many_games(fewer, FEWER)
    return lab.run("queries", lab.many_games), lab.run("queries", fewer)


def _taken(lab: Lab, file: Path, name: str) -> Result:
    told = lab.run("taking", file, lab.folder / f"taken-{file.stem}{file.suffix}", timeout=PATIENCE)
    if told["games"] != MANY_GAMES:
        raise RuntimeError(f"of {MANY_GAMES} games {told['games']} came")
    parts = {f"{part} s": seconds for part, seconds in told["parts"].items()}
    return Result(
        name, told["seconds"], "s", 20, {**parts, **_work(told), "memory grew by MB": told["megabytes"]}
    )


def _work(told: dict[str, Any]) -> dict[str, float]:
    return {"by processor time s": told["work"]}


def _backup(lab: Lab) -> Path:
    path, plain = lab.folder / "all.zip", lab.folder / "plain.db"
    if not path.exists():
        _with(lab.many_games, lambda store: snapshot(store.database, plain))
        pack(plain, (), time.time(), path)
    return path


def _with(folder: Path, act: Callable[[Store], Any]) -> Any:
    store = open_store(folder, time.time)
    try:
        return act(store)
    finally:
        store.close()


def _everything(store: Store, to: Path) -> None:
    with to.open("wb") as file:
        write_everything(store.database, file)


def _exports(store: Store) -> dict[str, bytes]:
    files = {name: io.BytesIO() for name in ("json", "scores", "votes", "bgstats")}
    write_everything(store.database, files["json"])
    write_sheets(store.database, files["scores"], files["votes"])
    write_plays(each_game(store.database), files["bgstats"])
    return {name: file.getvalue() for name, file in files.items()}
