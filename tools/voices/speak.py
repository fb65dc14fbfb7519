"""Worker that renders speech: symbols in, samples out. Runs only in the environment with onnxruntime.

A request contains the symbols, the voices with their shares, the speed, and the output file; the response
contains the number of samples.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from tools.voices.atomic_file import atomic_path
from tools.voices.workers import serve

RATE = 24000
# Size of a style vector of a voice; the number of symbols selects the vector.
_ROW = 256


class SpeechModel(Protocol):
    def say(self, symbols: str, mix: list[tuple[str, float]], speed: float) -> np.ndarray: ...


class Speaker:
    def __init__(self, model: Path, voices: Path, ids: dict[str, int]) -> None:
        onnx = import_module("onnxruntime")
        options = onnx.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._model = onnx.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self._names = [each.name for each in self._model.get_inputs()]
        self._voices = voices
        self._ids = ids
        self._styles: dict[str, np.ndarray] = {}

    def say(self, symbols: str, mix: list[tuple[str, float]], speed: float) -> np.ndarray:
        ids = [self._ids[symbol] for symbol in symbols]
        style = sum(share * self._style(name)[len(ids)] for name, share in mix)
        inputs = (
            np.array([[0, *ids, 0]], np.int64),
            np.asarray(style, np.float32)[None],
            np.array([speed], np.float32),
        )
        samples: np.ndarray = self._model.run(None, dict(zip(self._names, inputs, strict=True)))[0]
        return samples.reshape(-1)

    def _style(self, name: str) -> np.ndarray:
        if name not in self._styles:
            self._styles[name] = np.fromfile(self._voices / f"{name}.bin", "<f4").reshape(-1, _ROW)
        return self._styles[name]


def answer(speaker: SpeechModel, question: dict[str, Any]) -> dict[str, Any]:
    mix = [(str(name), float(share)) for name, share in question["voices"]]
    samples = speaker.say(str(question["symbols"]), mix, float(question["speed"]))
    with atomic_path(Path(question["to"])) as path, path.open("wb") as file:
        np.save(file, samples)
    return {"samples": len(samples)}


def main(model: str, voices: str, ids: str) -> int:
    speaker = Speaker(Path(model), Path(voices), json.loads(Path(ids).read_text(encoding="utf-8")))
    serve(partial(answer, speaker), _wrong)
    return 0


def _wrong(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"The samples could not be saved: {error.strerror}."
    return f"The model could not render a line: {error}"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
