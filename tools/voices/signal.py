"""Prepare samples for shipping: trim, normalise loudness, limit peaks, encode as Ogg Vorbis."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

import numpy as np

RATE = 24000  # sample rate of the model, in Hz
PACKED_RATE = 16000  # sample rate of shipped clips: speech has little above 8 kHz
LOUDNESS = -18.0  # LUFS
PEAK = -2.0  # dBFS before encoding, which raises peaks by about 1 dB; lowered where it adds more
PACKED_PEAK = -1.1  # maximum dBFS after encoding, including peaks between samples
LEAD = 0.06  # seconds of silence before a clip
TAIL = 0.1  # seconds of silence after it, since words fade out
QUALITY = "-1"  # Vorbis quality, the lowest there is; docs/voices.md has the measurements
FORM = f"{PACKED_RATE} Hz, quality {QUALITY}"

_SILENT = -45.0  # dB relative to the loudest frame
_FRAME = 0.005
_EDGE = 0.005  # seconds of fade at a cut
_QUICK = 4096  # samples
_FINER = 4  # oversampling factor for peaks between samples


def decibels(value: float) -> float:
    return 20 * float(np.log10(max(value, 1e-9)))


def from_decibels(value: float) -> float:
    return float(10 ** (value / 20))


def joined(sentences: Sequence[np.ndarray], breath: float) -> np.ndarray:
    """Join sentences at `RATE` with `breath` seconds of silence between them."""
    speech_parts = [trimmed(sentence, RATE) for sentence in sentences]
    # The silence around each trimmed sentence is part of the breath.
    between = np.zeros(max(0, round((breath - LEAD - TAIL) * RATE)))
    parts = [part for sentence in speech_parts for part in (between, sentence)][1:]
    return np.concatenate(parts)


def resampled(samples: np.ndarray, rate: int, new_rate: int) -> np.ndarray:
    """Resample by FFT; exact for audio that begins and ends in silence, as lines do."""
    if rate == new_rate:
        return samples
    length = round(len(samples) * new_rate / rate)
    spectrum = np.fft.rfft(samples)
    new_spectrum: np.ndarray = np.zeros(length // 2 + 1, complex)
    shared = min(len(new_spectrum), len(spectrum))
    new_spectrum[:shared] = spectrum[:shared]
    return np.fft.irfft(new_spectrum, length) * (length / len(samples))


def trimmed(samples: np.ndarray, rate: int) -> np.ndarray:
    """Trim to the speech, with a fixed short silence before and after it."""
    frame = round(_FRAME * rate)
    framed = samples[: len(samples) // frame * frame].reshape(-1, frame)
    levels = np.sqrt((framed**2).mean(axis=1))
    loud_frames = np.flatnonzero(levels > levels.max() * from_decibels(_SILENT))
    start, end = int(loud_frames[0]) * frame, int(loud_frames[-1] + 1) * frame
    # Keep the faint beginnings and ends of words within these margins, and fill up with silence.
    lead, trail = round(LEAD * rate), round(TAIL * rate)
    head, tail = samples[max(0, start - lead) : start], samples[end : end + trail]
    speech = np.concatenate([head, samples[start:end], tail])
    edge = round(_EDGE * rate)
    speech[:edge] *= np.linspace(0, 1, edge)
    speech[-edge:] *= np.linspace(1, 0, edge)
    return np.pad(speech, (lead - len(head), trail - len(tail)))


def levelled(samples: np.ndarray, rate: int, peak: float = PEAK) -> np.ndarray:
    """Normalise to the target loudness; peaks are limited by gain reduction, not clipped."""
    for _ in range(3):  # limiting peaks lowers the loudness slightly
        samples = samples * from_decibels(LOUDNESS - lufs(samples, rate))
        samples = _limited(samples, rate, from_decibels(peak))
    return samples


def lufs(samples: np.ndarray, rate: int) -> float:
    """Return the loudness by ITU-R BS.1770: frequency-weighted and gated, so pauses do not count."""
    weighted = _weighted(samples, rate)
    block, step = round(0.4 * rate), round(0.1 * rate)
    if len(weighted) < block:
        weighted = np.pad(weighted, (0, block - len(weighted)))
    starts = range(0, len(weighted) - block + 1, step)
    powers = np.array([(weighted[start : start + block] ** 2).mean() for start in starts])
    loud = powers[_lufs_of(powers) > -70]
    if not len(loud):
        return -70.0
    loud = loud[_lufs_of(loud) > _lufs_of(loud.mean()) - 10]
    return float(_lufs_of(loud.mean()))


def _lufs_of(power: np.ndarray | float) -> np.ndarray:
    return -0.691 + 10 * np.log10(np.maximum(power, 1e-12))


def _weighted(samples: np.ndarray, rate: int) -> np.ndarray:
    """Apply the standard's two filters, defined for 48 kHz, by their frequency response."""
    spectrum = np.fft.rfft(samples)
    z = np.exp(-2j * np.pi * np.fft.rfftfreq(len(samples), 1 / rate) / 48000)
    shelf = (1.53512485958697 - 2.69169618940638 * z + 1.19839281085285 * z**2) / (
        1 - 1.69065929318241 * z + 0.73248077421585 * z**2
    )
    low_cut = (1 - 2 * z + z**2) / (1 - 1.99004745483398 * z + 0.99007225036621 * z**2)
    return np.fft.irfft(spectrum * shelf * low_cut, len(samples))


def _limited(samples: np.ndarray, rate: int, peak: float) -> np.ndarray:
    """Limit samples to the peak: the gain falls before a loud moment and recovers after it."""
    gains = np.minimum(1.0, peak / np.maximum(np.abs(samples), 1e-9))
    if gains.min() == 1.0:
        return samples
    reach = round(0.005 * rate)
    padded = np.pad(gains, reach, constant_values=1.0)
    lowest = np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1).min(axis=1)
    window = np.hanning(2 * reach + 1)
    smooth = np.convolve(np.pad(lowest, reach, mode="edge"), window / window.sum(), mode="valid")
    return samples * np.minimum(smooth, gains)


def true_peak(samples: np.ndarray) -> float:
    """Return the true peak in dBFS, which may occur between two samples."""
    # Pad to a length with small prime factors: the FFT of a prime length takes many times as long.
    samples = np.pad(samples, (0, -len(samples) % _QUICK))
    return decibels(float(np.abs(resampled(samples, 1, _FINER)).max()))


def packed_even(samples: np.ndarray, rate: int = RATE) -> bytes:
    """Return a clip as shipped: normalised, with the true peak after encoding within the limit."""
    samples = resampled(samples, rate, PACKED_RATE)
    peak = PEAK
    while True:
        data = packed(levelled(samples, PACKED_RATE, peak), PACKED_RATE)
        over = true_peak(unpacked(data)) - PACKED_PEAK
        if over <= 0:
            return data
        peak -= over + 0.1


def unpacked(data: bytes) -> np.ndarray:
    command = ["oggdec", "--quiet", "--raw", "--output", "-", "-"]
    raw = subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout
    return np.frombuffer(raw, "<i2") / 32768


def rate_of(data: bytes) -> int:
    """Return the sample rate from the first page of an Ogg Vorbis clip."""
    return int.from_bytes(data[40:44], "little")


def packed(samples: np.ndarray, rate: int, quality: str = QUALITY) -> bytes:
    """Encode as Ogg Vorbis; the same samples always give the same bytes."""
    raw = np.clip(np.round(samples * 32767), -32768, 32767).astype("<i2").tobytes()
    form = ["--raw", "--raw-bits", "16", "--raw-chan", "1", "--raw-rate", str(rate)]
    command = ["oggenc", "--quiet", "--quality", quality, "--serial", "1", *form, "--output", "-", "-"]
    done = subprocess.run(command, input=raw, stdout=subprocess.PIPE, check=True)
    return done.stdout
