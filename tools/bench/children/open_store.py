"""Open the store of a folder and report how long that took, in seconds."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from companion.storage.store import open_store
from tools.bench.children.report import tell

began, work = time.perf_counter(), time.process_time()
store = open_store(Path(sys.argv[1]), time.time)
seconds, work = time.perf_counter() - began, time.process_time() - work
tell(seconds=seconds, work=work, games=store.games.count(), problems=len(store.problems))
store.close()
