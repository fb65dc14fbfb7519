"""A phone's Java side without a phone: Android's classes from `java/`, compiled here, in a real JVM.

There is one JVM in a process, and what it has loaded it keeps. So whatever is to be done on the phone is a
function of a test module that a process of its own calls; what it returns comes back as JSON.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SOURCES = Path(__file__).parent / "java"
TIME_OUT = 60


class Phone:
    """Calls functions of test modules where the app finds Android's classes."""

    def __init__(self, classes: Path) -> None:
        self._classes = classes

    def __call__(self, act: Callable[..., Any], *args: Any) -> Any:
        done = subprocess.run(
            [sys.executable, __file__, act.__code__.co_filename, act.__name__, json.dumps(args)],
            cwd=ROOT,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "CLASSPATH": str(self._classes),
                "ANDROID_ARGUMENT": str(ROOT),
                # A JVM for each test: a small one that starts quickly.
                "_JAVA_OPTIONS": "-Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:ErrorFile=/dev/null",
            },
            capture_output=True,
            text=True,
            timeout=TIME_OUT,
        )
        if done.returncode:
            import pytest

            pytest.fail(f"{act.__name__} on the phone:\n{done.stdout}{done.stderr}", pytrace=False)
        return json.loads(done.stdout.splitlines()[-1])


def missing() -> str:
    """What this machine lacks for it, in a line; empty if nothing."""
    if importlib.util.find_spec("jnius") is None:
        return "needs pyjnius, which has no wheel for this Python"
    if shutil.which("javac") is None:
        return "needs a JDK: apt-get install default-jdk-headless"
    return ""


def compiled() -> Path:
    """The folder of the compiled classes; compiled once for all processes and as long as nothing changes."""
    sources = sorted(SOURCES.rglob("*.java"))
    digest = hashlib.sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()[:16]
    folder = ROOT / "build" / "phone" / digest
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as name:
            part = Path(name) / "classes"
            command = ["javac", "-nowarn", "-encoding", "UTF-8", "-d", str(part), *map(str, sources)]
            done = subprocess.run(command, capture_output=True, text=True, timeout=TIME_OUT)
            if done.returncode:
                import pytest

                pytest.fail(f"Android's stand-ins do not compile:\n{done.stderr}", pytrace=False)
            try:
                part.rename(folder)
            except OSError:  # another process was as quick
                if not folder.is_dir():
                    raise
    return folder


class _NoTests(types.ModuleType):
    """In place of pytest where no test is run: to import it takes longer than to start a JVM."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *_: object, **__: object) -> Any:
        return self


def _child(path: str, name: str, args: str) -> None:
    """In the process of its own: call this function of this test module."""
    sys.modules["pytest"] = _NoTests("pytest")
    spec = importlib.util.spec_from_file_location("on_the_phone", path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    result = getattr(module, name)(*json.loads(args))
    print(flush=True)
    print(json.dumps(result), flush=True)
    # Threads of the JVM that hang are none of ours to wait for.
    os._exit(0)


if __name__ == "__main__":
    _child(*sys.argv[1:])
