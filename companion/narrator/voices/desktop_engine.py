"""A process of its own that speaks through pyttsx3 into files, one line at a time.

An engine may hang, crash or print whatever it likes; here it can do so alone. Questions come as JSON, one a
line, and each is answered by one line: first, unasked, which voices there are, then one for each text.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import json
import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any


def main() -> None:
    # What an engine prints must not be taken for an answer.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def answer(message: dict[str, Any]) -> None:
        answers.write(json.dumps(message) + "\n")
        answers.flush()

    try:
        _find_library()
        import pyttsx3

        engine = pyttsx3.init()
        voices = [
            {"id": voice.id, "languages": [_plain(language) for language in voice.languages or ()]}
            for voice in engine.getProperty("voices")
        ]
        driver = type(engine.proxy._driver).__module__.rpartition(".")[2]
        settle = _settling(driver)
        answer({"driver": driver, "voices": voices})
    except Exception as wrong:
        answer({"error": repr(wrong)})
        return
    for question in map(json.loads, sys.stdin):
        try:
            engine.setProperty("voice", question["voice"])
            engine.setProperty("rate", question["rate"])
            if question.get("pitch") is not None:
                engine.setProperty("pitch", question["pitch"])
            settle()
            engine.save_to_file(question["text"], question["path"])
            engine.runAndWait()
            settle()
            answer({})
        except Exception as wrong:
            answer({"error": repr(wrong)})


def _find_library() -> None:
    """Without an espeak-ng of the system's own, the one that comes as a Python package will do."""
    if sys.platform != "linux" or ctypes.util.find_library("espeak-ng") or not find_spec("espeakng_loader"):
        return
    import espeakng_loader

    os.environ["ESPEAK_DATA_PATH"] = espeakng_loader.get_data_path()
    ctypes.CDLL(espeakng_loader.get_library_path(), ctypes.RTLD_GLOBAL)


def _settling(driver: str) -> Callable[[], object]:
    """Wait until the engine has done what it was told. espeak works in a thread of its own, and pyttsx3 may
    come back before a voice is set or a file is written: one line in fifty was then missing or too fast."""
    if driver != "espeak":
        return lambda: None
    from pyttsx3.drivers import _espeak

    synchronize: Callable[[], object] = _espeak.Synchronize
    return synchronize


def _plain(language: str | bytes) -> str:
    # espeak's own structure has a priority byte before each name.
    return (
        language.lstrip(b"\0\1\2\3\4\5").decode(errors="replace") if isinstance(language, bytes) else language
    )


if __name__ == "__main__":
    main()
