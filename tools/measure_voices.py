"""Measures the built-in voices as they are shipped: size, loudness, peaks, and how well they are understood.

    python tools/measure_voices.py

The share of wrong words is that of a speech recogniser (pocketsphinx, which carries an English model) on the
English lines of the normal style. It knows few names and is no person: compare voices by it, no more. When
these voices were chosen it heard, of 368 words, this much wrong (2026-11):

    flite rms, slowed by 1.1: 0.19   flite kal16: 0.20        festival slt_hts: 0.21   flite rms: 0.24
    flite awb: 0.30                  flite slt: 0.33          Pico en-US: 0.47         Pico en-GB: 0.53
    espeak-ng en-us+f5: 0.42         espeak-ng en-us: 0.83

For the others its sounds were compared, in 14 classes, with those that espeak-ng's rules expect:

    Italian: Pico 0.51, espeak-ng 0.66   Greek: espeak-ng f5 0.45, plain 0.54   Persian: f5 0.39, plain 0.61
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import numpy as np

from companion.assets import asset
from companion.i18n.folders import CATALOGUES
from companion.i18n.languages import LANGUAGES
from companion.narrator.voices.sdl import Decoder
from tools import voice_signal
from tools.render_voices import read_index, spoken_lines
from tools.setup import ROOT, run

RECOGNISER = "pocketsphinx==5.1.1"
RECOGNISER_FOLDER = ROOT / "build" / "measure"
HEARS_AT = 16000


def clips(language: str) -> Iterator[tuple[str, np.ndarray, int]]:
    """Each clip's key and what is heard of it."""
    with Decoder() as decoder:
        for path in sorted(asset("voice", language).glob("*.ogg")):
            yield path.stem, np.array(decoder.samples(path)) / 32768, decoder.rate


def levels(language: str) -> str:
    loudness, peaks = [], []
    for _, samples, rate in clips(language):
        loudness.append(voice_signal.lufs(samples, rate))
        peaks.append(voice_signal.decibels(float(np.abs(samples).max())))
    folder = asset("voice", language)
    size = sum(path.stat().st_size for path in folder.glob("*.ogg"))
    seconds = sum(float(line["seconds"]) for line in read_index(folder).values())
    return (
        f"{language}: {len(peaks)} clips, {seconds:.0f} s, {size / 1000:.0f} kB; "
        f"{min(loudness):.1f} to {max(loudness):.1f} LUFS, highest peak {max(peaks):.1f} dBFS"
    )


def word_errors(language: str = "en") -> tuple[int, int]:
    """Words heard wrong, and words said, in the normal style."""
    if not (RECOGNISER_FOLDER / "pocketsphinx").is_dir():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
        run([*pip, "--target", str(RECOGNISER_FOLDER), RECOGNISER], f"{RECOGNISER} could not be installed.")
    sys.path.insert(0, str(RECOGNISER_FOLDER))
    recogniser = import_module("pocketsphinx").Decoder(loglevel="FATAL")
    lines = spoken_lines(language, Path(CATALOGUES))
    wrong = said = 0
    for key, samples, rate in clips(language):
        if ".normal." in key:
            quiet = np.zeros(HEARS_AT // 4)
            sound = np.concatenate([quiet, voice_signal.resampled(samples, rate, HEARS_AT), quiet])
            recogniser.start_utt()
            recogniser.process_raw((sound * 32767).astype("<i2").tobytes(), False, True)
            recogniser.end_utt()
            heard = recogniser.hyp()
            text = words(lines[key])
            wrong += distance(text, words(heard.hypstr) if heard else [])
            said += len(text)
    return wrong, said


def words(text: str) -> list[str]:
    return re.findall(r"[a-z']+", text.lower().replace("’", "'"))


def distance(said: list[str], heard: list[str]) -> int:
    """The fewest words to drop, add or change that turn one into the other."""
    row = list(range(len(heard) + 1))
    for i, word in enumerate(said, 1):
        above, row[0] = row[:], i
        for j, other in enumerate(heard, 1):
            row[j] = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (word != other))
    return row[-1]


def main() -> int:
    for language in LANGUAGES:
        print(levels(language) if read_index(asset("voice", language)) else f"{language}: no clips")
    wrong, said = word_errors()
    print(f"en: {wrong} of {said} words heard wrong ({wrong / said:.3f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
