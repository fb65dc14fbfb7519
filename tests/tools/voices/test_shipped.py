"""What ships: every line in every language, up to date, equally loud, never clipped, at a calm pace."""

import json
import statistics
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion import asset
from companion.games.avalon.setup import Setup
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import CATALOGUES
from companion.narrator.planner import NightOptions
from companion.narrator.voices.mixer import AudioDecoder
from companion.scripts.script import NightStyle
from companion.settings import VoicePreference
from tests.cases import sample

np = pytest.importorskip("numpy")

from tools.voices import clips, signal, sounds  # noqa: E402
from tools.voices.lines import is_spoken, spoken_lines, style_of  # noqa: E402

needs_decoder = pytest.mark.skipif(find_spec("kivy") is None, reason="the decoder comes with Kivy")


@pytest.mark.parametrize("language", LANGUAGES)
def test_shipped_clips_are_up_to_date(language):
    """If this fails, a spoken line or its sounds were changed: run make voices."""
    lines = spoken_lines(language, Path(CATALOGUES))
    assert len(lines) > 300
    folder = asset("voice", language)
    assert [job.key for job in clips.stale(language, lines, folder)] == []
    assert clips.leftovers(lines, folder) == []
    assert clips.read_index(folder).keys() == lines.keys()


def test_languages_have_the_same_clips_within_the_size_limit():
    keys = {frozenset(clips.read_index(asset("voice", language))) for language in LANGUAGES}
    assert len(keys) == 1
    assert sum(path.stat().st_size for path in asset("voice").rglob("*.ogg")) < 40_000_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_clips_are_mono_vorbis_at_16_khz(language):
    for path in asset("voice", language).glob("*.ogg"):
        head = path.read_bytes()[28:44]
        assert head[:7] == b"\x01vorbis", path.name
        assert (head[11], int.from_bytes(head[12:16], "little")) == (1, signal.PACKED_RATE), path.name


@needs_decoder
@pytest.mark.parametrize("every", sample([400, 40]))
@pytest.mark.parametrize("language", LANGUAGES)
def test_shipped_clips_are_equally_loud_without_clipping(language, every):
    with AudioDecoder() as decoder:
        for path in sorted(asset("voice", language).glob("*.ogg"))[::every]:
            samples = np.array(decoder.decode(path)) / 32768
            assert signal.true_peak(samples) <= -1.0, path.name
            assert signal.lufs(samples, decoder.rate) == pytest.approx(signal.LOUDNESS, abs=1.0), path.name
            lead = round((signal.LEAD - 0.02) * decoder.rate)
            assert np.abs(samples[:lead]).max() < np.abs(samples).max() / 10, path.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_night_has_a_calm_pace(language):
    """Words a minute, silence between sentences included; that the quick style is faster, see its recipe."""
    lines, index = spoken_lines(language, Path(CATALOGUES)), clips.read_index(asset("voice", language))
    for style in ("learn", "normal", "ritual"):
        keys = [key for key in lines if style_of(key) == style]
        assert 120 <= _words_a_minute(keys, lines, index) <= 160, style


@pytest.mark.parametrize("language", LANGUAGES)
def test_quick_night_of_the_base_set_takes_38_seconds(language, narration):
    manner = NightOptions(style=NightStyle.QUICK, languages=(language,))
    night = narration.render_night(Setup(tuple("ABCDE")), manner, VoicePreference.BUILTIN, use_engine=False)
    assert night.is_final
    assert night.timeline.total <= 38


def _words_a_minute(keys, lines, index):
    words = sum(len(sounds.words(lines[key])) for key in keys)
    return 60 * words / sum(index[key]["seconds"] for key in keys)


@pytest.mark.parametrize("language", LANGUAGES)
def test_index_has_duration_and_size_of_every_clip(language):
    folder = asset("voice", language)
    content = json.loads((folder / "index.json").read_text(encoding="utf-8"))["lines"]
    for key, line in content.items():
        assert (folder / f"{key}.ogg").stat().st_size == line["bytes"], key
        assert line["packed"] == signal.FORM, key
    assert statistics.median(line["seconds"] for line in content.values()) > 1


@pytest.mark.parametrize(
    ("key", "is_line_spoken"),
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
        ("avalon_guide.intro.goal.sides", True),
        ("silver_guide.step.shuffle", True),
        ("silver_guide.pack.card", True),
        ("silver_guide.intro.turn.draw", True),
        ("silver_guide.intro.turn.title", False),
        ("silver_guide.why.shuffle", False),
        ("silver_guide.piece.card", False),
        ("silver_guide.part.ready", False),
        ("silver_rules.entry.amulet.text", False),
    ],
)
def test_spoken_lines_are_recognised_by_key(key, is_line_spoken):
    assert is_spoken(key) is is_line_spoken


def test_guide_sentence_has_clips_for_numbers_and_none_for_names():
    lines = spoken_lines("en", Path(CATALOGUES))
    assert "silver_guide.step.shuffle" in lines
    assert "cultists.guide.look" in lines
    routes = [key for key in lines if key.startswith("cultists_guide.step.routes")]
    assert routes == [f"cultists_guide.step.routes(n={seats})" for seats in (5, 6, 7, 8)]
    assert lines["duet_guide.step.blue_checks(n=1)"] == "Add 1 blue timer token, check side up."
    keys_with_names = ("silver_guide.step.starter", "avalon_guide.step.lady", "cultists_guide.step.knife")
    assert not [key for key in lines if key.startswith(keys_with_names)]
    assert not any("{" in text for text in lines.values())


def test_licence_of_the_voice_is_included():
    content = asset("voice", "CREDITS.txt").read_text(encoding="utf-8")
    assert "Kokoro-82M" in content
    assert "Apache License 2.0" in content
