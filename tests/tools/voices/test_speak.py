"""The worker's side of speaking: samples are written whole, and what goes wrong is said in one sentence."""

import json

import pytest

np = pytest.importorskip("numpy")

from tools.voices import speak  # noqa: E402
from tools.voices.sounds import symbol_ids  # noqa: E402


class HummingSpeaker:
    """In place of the model, which is no part of the tests: a sample a symbol."""

    def say(self, symbols, mix, speed):
        return np.full(len(symbols), speed * sum(share for _, share in mix), np.float32)


def question(path):
    return {"symbols": "mˈɜɹlɪn.", "voices": [["a", 0.25], ["b", 0.75]], "speed": 0.5, "to": str(path)}


def test_samples_are_written_atomically(tmp_path):
    path = tmp_path / "said.npy"
    assert speak.answer(HummingSpeaker(), question(path)) == {"samples": 8}
    assert np.array_equal(np.load(path), np.full(8, 0.5, np.float32))
    assert [each.name for each in tmp_path.iterdir()] == ["said.npy"]


def test_failed_write_leaves_no_partial_file(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        speak.answer(HummingSpeaker(), question(tmp_path / "missing" / "said.npy"))


def test_symbols_are_those_of_the_model():
    ids = symbol_ids()
    assert len(ids) > 100
    assert len(set(ids.values())) == len(ids)
    assert all(len(symbol) == 1 for symbol in ids)
    assert json.dumps(ids)
