"""Synthesise the background sounds and effects into assets/sounds: `python tools/make_sounds.py`.

All are made from noise and sine waves with fixed seeds: the same run gives the same bytes. Background sounds
are loops; their volume is set in companion/narrator/audio.py.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np

from companion import asset
from companion.narrator.audio import BACKGROUND_PEAK
from tools.setup import Stop
from tools.voices.signal import from_decibels, lufs, packed
from tools.voices.source import bring_encoder

RATE = 22050
SECONDS = 20
LENGTH = RATE * SECONDS
BED_LOUDNESS = -26.0  # LUFS
SIGN_LOUDNESS, SIGN_PEAK = -18.0, -6.0  # LUFS as speech, with this maximum peak in dBFS
BED_QUALITY = "0"
SIGN_QUALITY = "2"

Noise = np.random.Generator
Points = list[tuple[float, float]]  # (Hz, dB), or (seconds, Hz)


def shaped_noise(chance: Noise, points: Points, length: int = LENGTH) -> np.ndarray:
    """Return noise with this spectrum; made by an inverse transform, so it loops without a seam."""
    frequencies = np.fft.rfftfreq(length, 1 / RATE)
    logs = np.log10(np.maximum(frequencies, 1))
    levels = np.interp(logs, [np.log10(f) for f, _ in points], [level for _, level in points])
    spectrum = 10 ** (levels / 20) * np.exp(2j * np.pi * chance.random(len(frequencies)))
    spectrum[0] = 0
    noise = np.fft.irfft(spectrum, length)
    return noise / np.sqrt((noise**2).mean())


def swell(chance: Noise, depth: float, fastest: float) -> np.ndarray:
    """Return a slow modulation around 1 that loops without a seam."""
    cycles = np.arange(1, round(fastest * SECONDS) + 1)
    spectrum: np.ndarray = np.zeros(LENGTH // 2 + 1, complex)
    spectrum[cycles] = np.exp(2j * np.pi * chance.random(len(cycles))) / np.sqrt(cycles)
    wave = np.fft.irfft(spectrum, LENGTH)
    return 1 + depth * wave / np.abs(wave).max()


def scattered(
    chance: Noise, per_second: float, grain: Callable[[Noise], np.ndarray], spread: float
) -> np.ndarray:
    """Mix grains of sound at random times and levels; those at the end wrap around to the beginning."""
    sound = np.zeros(LENGTH)
    for _ in range(round(per_second * SECONDS)):
        bit = grain(chance) * from_decibels(-spread * chance.random())
        start = int(chance.random() * LENGTH)
        sound[(start + np.arange(len(bit))) % LENGTH] += bit
    return sound


def ring(frequency: float, seconds: float, decay: float) -> np.ndarray:
    time = np.arange(round(seconds * RATE)) / RATE
    return np.sin(2 * np.pi * frequency * time) * np.exp(-time / decay) * np.minimum(1, time / 0.002)


def rain() -> np.ndarray:
    """Steady rain on leaves, with single drops close by."""
    chance = np.random.default_rng(1)
    hiss = shaped_noise(chance, [(60, -30), (300, -12), (1200, -3), (4000, 0), (8000, -4), (11000, -10)])
    near = shaped_noise(chance, [(100, -30), (700, -6), (2500, 0), (6000, -8), (11000, -20)])

    def drop(chance: Noise) -> np.ndarray:
        return ring(900 + 3500 * chance.random(), 0.03, 0.004 + 0.006 * chance.random())

    drops = scattered(chance, 22, drop, 26)
    return hiss * swell(chance, 0.18, 0.5) + 0.5 * near * swell(chance, 0.4, 2) + 1.5 * drops


def hearth() -> np.ndarray:
    """A fire: a soft roar, air in the flames, and crackling wood."""
    chance = np.random.default_rng(2)
    roar = shaped_noise(chance, [(40, -8), (120, 0), (400, -6), (1500, -16), (6000, -28), (11000, -40)])
    air = shaped_noise(chance, [(200, -24), (1000, -6), (3000, 0), (7000, -4), (11000, -12)])

    def crackle(chance: Noise) -> np.ndarray:
        length = round((0.004 + 0.02 * chance.random() ** 2) * RATE)
        return chance.standard_normal(length) * np.exp(-np.linspace(0, 6, length)) * 2

    crackles = scattered(chance, 14, crackle, 30)
    return roar * swell(chance, 0.3, 1.5) + 0.75 * air * swell(chance, 0.35, 4) + crackles


def tavern() -> np.ndarray:
    """A full room: many unintelligible voices and an occasional glass."""
    chance = np.random.default_rng(3)
    room = 0.6 * shaped_noise(chance, [(60, -20), (250, -6), (1000, -6), (4000, -9), (11000, -16)])
    for _ in range(18):
        # A voice is noise with the formants of a mouth, in three to six syllables a second.
        first, second = 350 + 450 * chance.random(), 1100 + 1300 * chance.random()
        mouth: Points = [
            (80, -40),
            (first * 0.7, -8),
            (first, 0),
            (first * 1.4, -10),
            (second * 0.85, -12),
            (second, -5),
            (second * 1.2, -14),
            (3500, -18),
            (11000, -40),
        ]
        syllables = np.maximum(0, swell(chance, 1.0, 3 + 3 * chance.random()) - 0.7) ** 1.5
        room += 0.25 * shaped_noise(chance, mouth) * syllables * from_decibels(-8 * chance.random())

    def glass(chance: Noise) -> np.ndarray:
        pitch = 2200 + 1600 * chance.random()
        return sum(0.5**i * ring(pitch * ratio, 0.25, 0.05) for i, ratio in enumerate((1, 1.51, 2.73)))

    return room * swell(chance, 0.15, 0.5) + 0.8 * scattered(chance, 0.5, glass, 14)


def bells(seconds: float, notes: Points) -> np.ndarray:
    """Return bells struck at these times in seconds, each with its pitch in Hz."""
    sound = np.zeros(round(seconds * RATE))
    for start, note in notes:
        for ratio, part in ((1, 1.0), (2.0, 0.5), (2.76, 0.28), (4.07, 0.14)):
            struck = part * ring(note * ratio, 2.0, 0.7 / ratio)
            at = round(start * RATE)
            sound[at : at + len(struck)] += struck[: len(sound) - at]
    return sound


def dawn() -> np.ndarray:
    """Three rising bells: eyes may open."""
    return bells(2.6, [(0.0, 523.25), (0.28, 659.26), (0.56, 783.99)])


def bell() -> np.ndarray:
    """One deep bell: the night is about to begin."""
    return bells(2.0, [(0.0, 392.0)])


def beep() -> np.ndarray:
    """A beep when the time is up."""
    single_ring = ring(880, 0.16, 10) + 0.3 * ring(1760, 0.16, 10)
    single_ring[-200:] *= np.linspace(1, 0, 200)
    return np.concatenate([single_ring, np.zeros(round(0.09 * RATE)), single_ring])


def bed_levelled(sound: np.ndarray) -> np.ndarray:
    """Normalise to the loudness of background sounds, with a soft limiter for peaks."""
    sound = sound * from_decibels(BED_LOUDNESS - lufs(sound, RATE))
    peak = 0.8 * BACKGROUND_PEAK  # encoding raises peaks a little
    return peak * np.tanh(sound / peak)


def sign_levelled(sound: np.ndarray) -> np.ndarray:
    gain = from_decibels(SIGN_LOUDNESS - lufs(sound, RATE))
    sound = sound * min(gain, from_decibels(SIGN_PEAK) / np.abs(sound).max())
    return np.concatenate([sound, np.zeros(round(0.05 * RATE))])


BEDS = (rain, hearth, tavern)
SIGNS = (bell, dawn, beep)


def files() -> dict[str, bytes]:
    """Return all encoded sounds by file name."""
    beds = {make.__name__: packed(bed_levelled(make()), RATE, BED_QUALITY) for make in BEDS}
    return beds | {make.__name__: packed(sign_levelled(make()), RATE, SIGN_QUALITY) for make in SIGNS}


def main() -> int:
    try:
        bring_encoder()
    except Stop as stop:
        print(stop, file=sys.stderr)
        return 1
    folder = asset("sounds")
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files().items():
        (folder / f"{name}.ogg").write_bytes(data)
        print(f"{name}: {len(data) / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
