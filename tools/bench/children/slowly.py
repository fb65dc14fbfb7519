"""Run another of these scripts as on a slower machine; report seconds until it painted.

slowly.py TIMES SCRIPT ARGUMENT … gives the script 1/TIMES of the processor by pausing and resuming it.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

from tools.bench.children.report import tell

# In seconds: short compared with a frame, long compared with the time to stop a process.
_RUNNING = 0.004


def main(times: int, script: str, arguments: list[str]) -> None:
    command = [sys.executable, str(Path(__file__).with_name(f"{script}.py")), *arguments]
    began = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        Thread(target=_throttle, args=(child, times), daemon=True).start()
        output, _ = child.communicate()
    if child.returncode or not output.strip():
        sys.exit(f"{script} ended with {child.returncode}:\n{output}")
    facts = json.loads(output.splitlines()[-1])
    painted = facts["painted"] if "painted" in facts else list(facts["moments"].values())[-1]
    tell(seconds=painted - began, work=facts["work"])


def _throttle(child: subprocess.Popen[str], times: int) -> None:
    while child.poll() is None:
        time.sleep(_RUNNING)
        # Measure the actual pause: a sleep may take longer than requested.
        stopped = time.monotonic()
        child.send_signal(signal.SIGSTOP)
        time.sleep(_RUNNING * (times - 1))
        child.send_signal(signal.SIGCONT)
        late = time.monotonic() - stopped - _RUNNING * (times - 1)
        time.sleep(max(0.0, late) / (times - 1))


main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
