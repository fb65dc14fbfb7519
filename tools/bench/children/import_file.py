"""Import a JSON export or a backup into a new folder; report seconds per part and memory growth.

import_file.py FILE FOLDER
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from companion.files.backup_service import BackupService
from companion.storage.backup import apply_restore, plan_restore
from companion.storage.importing import import_json, run_to_completion
from companion.storage.store import open_store
from tools.bench.children.report import resident, tell


def main(file: Path, folder: Path) -> None:
    store = open_store(folder, time.time)
    memory, began, work = resident(), time.perf_counter(), time.process_time()
    parts = {}
    if file.suffix == ".json":
        run_to_completion(import_json(store.database, file, file.name))
    else:
        service = BackupService(store, folder)
        backup = service.read_backup(file, service.inbox.create_folder(), file.name)
        parts["looked at"] = time.process_time() - work
        run_to_completion(plan_restore(store.database, backup.games))
        parts["compared"] = time.process_time() - work - sum(parts.values())
        run_to_completion(apply_restore(store.database, backup.games))
        parts["added"] = time.process_time() - work - sum(parts.values())
    seconds, work = time.perf_counter() - began, time.process_time() - work
    tell(seconds=seconds, work=work, parts=parts, games=store.games.count(), megabytes=resident() - memory)
    store.close()


main(Path(sys.argv[1]), Path(sys.argv[2]))
