"""The built-in voices: that what ships is up to date, equally loud and never clips; and how it is made."""

import json
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.assets import asset
from companion.i18n.folders import CATALOGUES
from companion.i18n.languages import LANGUAGES
from companion.narrator.bed import BED_PEAK
from companion.narrator.voices.lengths import seconds_of
from companion.narrator.voices.sdl import Decoder
from tools import make_sounds, measure_voices, render_voices, voice_engines, voice_signal
from tools.setup import Stop

np = pytest.importorskip("numpy")
needs_decoder = pytest.mark.skipif(find_spec("kivy") is None, reason="the decoder comes with Kivy")
needs_tools = pytest.mark.skipif(
    not (shutil.which("oggenc") and find_spec("espeakng_loader")),
    reason="oggenc or espeak-ng is not installed",
)

RATE = 16000


def sentence(seconds=1.0, rate=RATE, level=0.2):
    """Half a second of silence, something like speech, and silence again."""
    time = np.arange(round(seconds * rate)) / rate
    said = level * np.sin(2 * np.pi * 300 * time) * (1 + np.sin(2 * np.pi * 4 * time)) / 2 + level / 10
    return np.concatenate([np.zeros(rate // 2), said, np.zeros(rate // 2)])


# -- what ships -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shipped_clips_say_what_the_catalogues_say(language):
    """If this fails, a spoken line was changed: run make voices."""
    lines = render_voices.spoken_lines(language, Path(CATALOGUES))
    assert len(lines) > 90
    folder = asset("voice", language)
    assert [job.key for job in render_voices.jobs(language, lines, folder)] == []
    assert render_voices.leftovers(lines, folder) == []
    assert render_voices.read_index(folder).keys() == lines.keys()


def test_every_language_has_the_same_lines_and_the_whole_is_small():
    keys = {frozenset(render_voices.read_index(asset("voice", language))) for language in LANGUAGES}
    assert len(keys) == 1
    assert sum(path.stat().st_size for path in asset("voice").rglob("*.ogg")) < 21_000_000
    assert sum(path.stat().st_size for path in asset("sounds").glob("*.ogg")) < 400_000


@needs_decoder
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shipped_clips_are_equally_loud_and_never_clip(language):
    with Decoder() as decoder:
        for path in sorted(asset("voice", language).glob("*.ogg"))[::10]:
            samples = np.array(decoder.samples(path)) / 32768
            assert np.abs(samples).max() < voice_signal.from_decibels(-1.0), path.name
            # Three decibels is the least difference that most people notice in speech.
            assert abs(voice_signal.lufs(samples, decoder.rate) - voice_signal.LOUDNESS) < 1.5, path.name
            margin = round(0.04 * decoder.rate)
            loudest = np.abs(samples).max()
            assert np.abs(samples[:margin]).max() < loudest / 10, path.name


# -- which lines, and when again ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("avalon.night.normal.all_open", True),
        ("cultists.night.ritual.seer_open", True),
        ("cultists.night.quick.seer_open.alone", False),
        ("avalon.night.ritual.all_open", False),
        ("cultists.night.dawn.begins", False),
        ("avalon.say.vote.now", True),
        ("app.say.timer.end", True),
        ("avalon.night.title", False),
        ("avalon.night", False),
        ("avalon.say", False),
        ("avalon.board.now", False),
    ],
)
def test_spoken_lines_are_known_by_their_keys(key, said):
    assert render_voices.is_spoken(key) is said


def catalogue(folder, **lines):
    folder.mkdir(parents=True, exist_ok=True)
    entries = "\n".join(f'msgid "avalon.say.{key}"\nmsgstr "{text}"\n' for key, text in lines.items())
    (folder / "avalon.po").write_text(
        f'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n{entries}'
    )


@needs_tools
def test_only_what_changed_is_rendered_and_what_is_gone_is_removed(tmp_path):
    texts, clips = tmp_path / "texts", tmp_path / "clips"
    catalogue(texts / "el", one="Μέρλιν.", two="Κλείστε τα μάτια.", three="Ανοίξτε τα μάτια.")
    assert render_voices.render_language("el", texts, clips) == (3, 0)
    before = {path.name: path.read_bytes() for path in clips.iterdir()}
    assert render_voices.render_language("el", texts, clips) == (0, 0)
    assert {path.name: path.read_bytes() for path in clips.iterdir()} == before
    catalogue(texts / "el", one="Μέρλιν.", two="Όλοι, κλείστε τα μάτια.")
    assert render_voices.render_language("el", texts, clips) == (1, 1)
    after = {path.name: path.read_bytes() for path in clips.iterdir()}
    assert sorted(after) == ["avalon.say.one.ogg", "avalon.say.two.ogg", "index.json"]
    assert after["avalon.say.one.ogg"] == before["avalon.say.one.ogg"]
    assert after["avalon.say.two.ogg"] != before["avalon.say.two.ogg"]
    index = json.loads(after["index.json"])
    assert index["lines"]["avalon.say.two"]["seconds"] == pytest.approx(
        seconds_of(clips / "avalon.say.two.ogg"), abs=0.001
    )


@needs_tools
@pytest.mark.parametrize(
    ("language", "text"), [("el", "Μέρλιν, κλείσε τα μάτια."), ("fa", "مرلین، چشم‌ها بسته.")]
)
def test_a_line_rendered_again_has_the_same_bytes(tmp_path, language, text):
    catalogue(tmp_path / language, first=text, second=text)
    render_voices.render_language(language, tmp_path, tmp_path / "clips")
    first, second = (tmp_path / "clips" / f"avalon.say.{name}.ogg" for name in ("first", "second"))
    assert first.read_bytes() == second.read_bytes()


def test_the_lexicon_is_part_of_what_a_clip_is_made_of():
    recipe = voice_engines.RECIPES["en"]
    assert render_voices.digest(recipe, "Mordred") != render_voices.digest(recipe, "Mor-dred")
    assert render_voices.digest(recipe, "a") != render_voices.digest(voice_engines.RECIPES["it"], "a")


def test_a_machine_without_the_tools_is_told_in_one_sentence(monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Stop) as stop:
        voice_engines.bring({"flite"})
    assert "flite" in str(stop.value)
    assert "vorbis-tools" in str(stop.value)
    assert "\n" not in str(stop.value)


# -- the signal -------------------------------------------------------------------------------------------


def test_every_clip_has_the_same_silence_at_its_ends():
    clip = voice_signal.trimmed(sentence(), RATE)
    assert len(clip) / RATE == pytest.approx(1.0 + 2 * voice_signal.MARGIN, abs=0.01)
    margin = round((voice_signal.MARGIN - 0.006) * RATE)
    assert np.abs(clip[:margin]).max() < 0.001
    assert np.abs(clip[-margin:]).max() < 0.001


@pytest.mark.parametrize("level", [0.01, 0.2, 0.9])
def test_every_clip_is_equally_loud(level):
    clip = voice_signal.levelled(sentence(level=level), RATE)
    assert voice_signal.lufs(clip, RATE) == pytest.approx(voice_signal.LOUDNESS, abs=0.2)


def test_a_peak_is_turned_down_for_a_moment_only():
    sound = sentence(2.0)
    sound[RATE : RATE + 20] = 3.0
    clip = voice_signal.levelled(sound, RATE)
    assert np.abs(clip).max() <= voice_signal.from_decibels(voice_signal.PEAK) + 1e-9
    plain = voice_signal.levelled(sentence(2.0), RATE)
    later = slice(RATE + RATE // 2, 2 * RATE)
    assert np.abs(clip[later]).max() == pytest.approx(np.abs(plain[later]).max(), rel=0.1)


def test_loudness_is_that_of_the_standard():
    """A tone of 997 Hz at full scale on one side is at -3.01 LUFS."""
    tone = np.sin(2 * np.pi * 997 * np.arange(48000 * 3) / 48000)
    assert voice_signal.lufs(tone, 48000) == pytest.approx(-3.01, abs=0.05)
    assert voice_signal.lufs(tone[::2], 24000) == pytest.approx(-3.01, abs=0.05)


def test_another_rate_is_the_same_sound():
    sound = sentence(rate=22050)
    there = voice_signal.resampled(sound, 22050, RATE)
    assert len(there) / RATE == pytest.approx(len(sound) / 22050, abs=0.001)
    back = voice_signal.resampled(there, RATE, 22050)
    assert np.abs(back[: len(sound)] - sound[: len(back)]).max() < 0.02


def test_words_heard_wrong_are_counted():
    said = measure_voices.words("Merlin, open your eyes!")
    assert measure_voices.distance(said, said) == 0
    assert measure_voices.distance(said, ["merlin", "close", "your"]) == 2
    assert measure_voices.distance(said, []) == 4


# -- sounds that are no speech ------------------------------------------------------------------------------


@pytest.mark.parametrize("make", make_sounds.BEDS)
def test_a_bed_is_a_loop_and_covers_the_noise_of_cloth(make):
    bed = make_sounds.bed_levelled(make())
    assert np.abs(bed).max() < BED_PEAK
    steps = np.abs(np.diff(bed))
    assert abs(bed[0] - bed[-1]) < 1.5 * steps.max()
    power = np.abs(np.fft.rfft(bed)) ** 2
    pitch = np.fft.rfftfreq(len(bed), 1 / make_sounds.RATE)
    # Sleeves rustle between one and eight kilohertz.
    assert power[(pitch > 1000) & (pitch < 8000)].sum() > 0.3 * power.sum()


def test_the_same_sounds_are_made_every_time():
    for make in (*make_sounds.BEDS, *make_sounds.SIGNS):
        assert np.array_equal(make(), make())


@needs_decoder
@pytest.mark.parametrize("make", make_sounds.BEDS)
def test_the_shipped_beds_are_equally_loud(make):
    with Decoder() as decoder:
        bed = np.array(decoder.samples(asset("sounds", f"{make.__name__}.ogg"))) / 32768
        assert voice_signal.lufs(bed, decoder.rate) == pytest.approx(make_sounds.BED_LOUDNESS, abs=2)
        assert np.abs(bed).max() < BED_PEAK
