"""Imports a file of games, or a backup, into a new folder and reports how long that took, in seconds, and how
much memory.

import_file.py FILE FOLDER
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
    memory, began, work = resident(), time.perf_counter(), time.process_time()
    parts = {}
    if file.suffix == ".json":
        to_the_end(take_everything(store.database, file, file.name))
    else:
        service = AllKept(store, folder)
        backup = service.look_at(file, service.inbox.place(), file.name)
        parts["looked at"] = time.process_time() - work
        preview(store.database, backup.games)
        parts["compared"] = time.process_time() - work - sum(parts.values())
        merge(store.database, backup.games)
        parts["added"] = time.process_time() - work - sum(parts.values())
    seconds, work = time.perf_counter() - began, time.process_time() - work
    tell(seconds=seconds, work=work, parts=parts, games=store.games.count(), megabytes=resident() - memory)
    store.close()


main(Path(sys.argv[1]), Path(sys.argv[2]))
