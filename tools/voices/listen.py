"""Worker that measures clips: transcription, quality rating, loudness and length.

It uses Whisper small, quantised, and DNSMOS. Runs in the environment where they are installed.
"""

from __future__ import annotations

import sys
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from tools.voices import signal
from tools.voices.workers import serve

RATE = 16000
_PEAK = 0.7
_BEFORE, _AFTER = 0.25, 0.5
# DNSMOS rates windows of this many seconds; its raw rating is mapped by this polynomial.
_WINDOW = 9.01
_CURVE = (-0.06766283, 1.11546468, 0.04602535)


class Listener:
    def __init__(self, whisper: Path) -> None:
        onnx = import_module("onnxruntime")
        options = onnx.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        rating = find_spec("speechmos")
        if rating is None or rating.origin is None:
            raise OSError("DNSMOS is not installed")
        path = Path(rating.origin).parent / "dnsmos_models" / "sig_bak_ovr.onnx"
        self._rating = onnx.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._recogniser = import_module("onnx_asr").load_model(
            "whisper", str(whisper), quantization="quantized", sess_options=options
        )

    def understand(self, samples: np.ndarray, language: str) -> str:
        before, after = round(_BEFORE * RATE), round(_AFTER * RATE)
        sound = np.pad(samples, (before, after))
        return str(self._recogniser.recognize(sound, sample_rate=RATE, language=language))

    def rate(self, samples: np.ndarray) -> float:
        """Return the overall DNSMOS rating, from 1 to 5; a short clip is repeated, as DNSMOS does."""
        length = int(_WINDOW * RATE)
        while len(samples) < length:
            samples = np.append(samples, samples)
        starts = range(0, len(samples) - length + 1, RATE)
        raw = [self._rating.run(None, {"input_1": samples[None, i : i + length]})[0][0][2] for i in starts]
        return float(np.mean(np.polyval(_CURVE, np.array(raw))))


def answer(listener: Listener, question: dict[str, Any]) -> dict[str, Any]:
    data = Path(question["clip"]).read_bytes()
    clip, rate = signal.unpacked(data), signal.rate_of(data)
    samples: np.ndarray = signal.resampled(clip, rate, RATE).astype(np.float32)
    samples *= _PEAK / max(1e-9, float(np.abs(samples).max()))
    return {
        "heard": listener.understand(samples, question["language"]),
        "rating": listener.rate(samples),
        "loudness": signal.lufs(clip, rate),
        "peak": signal.true_peak(clip),
        "seconds": len(clip) / rate,
    }


def main(whisper: str) -> int:
    listener = Listener(Path(whisper))
    serve(partial(answer, listener), lambda error: f"A clip could not be measured: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
