"""Takes a file of games, or a backup, into a new folder and tells how long that took, in seconds, and how
much memory.

taking.py FILE FOLDER
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from companion.all_kept import AllKept
from companion.storage.everything import take_everything
from companion.storage.restore import merge, preview
from companion.storage.stepwise import to_the_end
from companion.storage.store import open_store
from tools.bench.children.report import resident, tell


def main(file: Path, folder: Path) -> None:
    store = open_store(folder, time.time)
    before, began, work = resident(), time.perf_counter(), time.process_time()
    parts = {}
    if file.suffix == ".json":
        to_the_end(take_everything(store.database, file, file.name))
        parts["read in"] = time.perf_counter() - began
    else:
        kept = AllKept(store, folder)
        came = kept.look_at(file, kept.inbox.place(), file.name)
        parts["looked at"] = time.perf_counter() - began
        preview(store.database, came.games)
        parts["compared"] = time.perf_counter() - began - sum(parts.values())
        merge(store.database, came.games)
        parts["added"] = time.perf_counter() - began - sum(parts.values())
    taken, work = time.perf_counter() - began, time.process_time() - work
    tell(seconds=taken, work=work, parts=parts, games=store.games.count(), megabytes=resident() - before)
    store.close()


main(Path(sys.argv[1]), Path(sys.argv[2]))
