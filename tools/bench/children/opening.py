"""Opens a folder's store and tells how long that took, in seconds."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from companion.storage.store import open_store
from tools.bench.children.report import tell

began = time.perf_counter()
store = open_store(Path(sys.argv[1]), time.time)
tell(seconds=time.perf_counter() - began, games=store.games.count(), problems=len(store.problems))
store.close()
