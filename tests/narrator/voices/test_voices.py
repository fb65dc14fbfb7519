"""Built-in clips, the desktop's real engine, the clip cache, and fallbacks per line."""

import os
import shutil
import sys

import pytest

from companion import asset
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.narrator.voices.clip import (
    BuiltinVoice,
    ClipCache,
    Line,
    VoiceError,
    read_duration,
    sound_path,
)
from companion.narrator.voices.desktop import DesktopVoice, _EngineProcess
from companion.narrator.voices.engine import choose_voices, create_voices, render_lines
from companion.narrator.voices.recorded import RecordedVoice
from companion.scripts.avalon.night import NIGHT
from companion.scripts.script import NightStyle, list_night_games, load_night_definition
from companion.settings import VoicePreference as Preference

LINES = {
    "en": "Merlin, open your eyes.",
    "it": "Merlino, apri gli occhi.",
    "el": "Μέρλιν, άνοιξε τα μάτια.",
    "fa": "مرلین، چشم‌هایت را باز کن.",
}
KEY = "avalon.night.normal.merlin_open"
needs_engine = pytest.mark.usefixtures("real_engine")


def line(language="en", key=KEY, text=None):
    return Line(key, text or LINES[language], language)


@pytest.fixture
def cache(tmp_path):
    return ClipCache(tmp_path / "clips")


@pytest.fixture
def engine(cache):
    voice = DesktopVoice(cache)
    yield voice
    voice.close()


def refusal(voice, asked=None):
    with pytest.raises(VoiceError) as refused:
        voice.render(asked or line(), 1.0)
    assert not refused.value.problem.is_blocking
    return refused.value.problem.code


# -- built in ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_night_line_is_built_in_and_as_long_as_the_index_says(language):
    voice, tr = BuiltinVoice(), Translator(language)
    assert voice.supports_language(language)
    for night in map(load_night_definition, list_night_games()):
        for key in (line for style in night.styles for line in night.list_lines(style)):
            clip = voice.render(Line(key, tr(key), language), 1.0)
            assert clip.seconds == pytest.approx(read_duration(clip.path), abs=0.001)
            assert 0.5 < clip.seconds < 30


def test_built_in_clips_keep_their_speed():
    voice = BuiltinVoice()
    assert voice.render(line(), 0.7) == voice.render(line(), 1.5)


DAMAGES = {
    "missing": None,
    "empty": lambda sound: b"",
    "cut short": lambda sound: sound[:-1],
    "all zeros": lambda sound: bytes(len(sound)),
    "one bit wrong": lambda sound: sound[:-100] + bytes([sound[-100] ^ 1]) + sound[-99:],
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_clip_that_is_missing_or_damaged_is_not_played(tmp_path, damage):
    shutil.copytree(asset("voice", "en"), tmp_path / "en")
    voice = BuiltinVoice(tmp_path)
    path = voice.render(line(), 1.0).path
    sound = path.read_bytes()
    path.unlink()
    if damage is not None:
        path.write_bytes(damage(sound))
    assert refusal(voice) == "voice_builtin_missing"


@pytest.mark.parametrize("index", ["", "[]", "{}", '{"lines": 3}', '{"lines": {"a": {"seconds": 1}}}'])
def test_a_broken_index_means_no_voice(tmp_path, index):
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "index.json").write_text(index)
    assert not BuiltinVoice(tmp_path).supports_language("en")


def test_all_effects_are_shipped():
    for name in ("rain", "hearth", "tavern", "dawn", "beep"):
        assert read_duration(sound_path(name)) > 0


# -- the desktop's engine ---------------------------------------------------------------------------------


@needs_engine
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_real_engine_speaks_a_line_of_each_language(engine, language):
    assert engine.supports_language(language)
    clip = engine.render(line(language), 1.0)
    assert 0.8 < clip.seconds < 6
    assert clip.seconds == read_duration(clip.path)


@needs_engine
def test_the_real_engine_supports_pitch(engine):
    heard = []
    for pitch in (0.6, 1.4):
        engine.pitch = pitch
        heard.append(engine.render(line(), 1.0).path.read_bytes())
    assert heard[0] != heard[1]


@needs_engine
def test_the_real_engine_speaks_faster_at_a_higher_pace(engine):
    slow, normal, fast = (engine.render(line(), pace).seconds for pace in (0.7, 1.0, 1.5))
    assert slow > 1.2 * normal > 1.2 * 1.2 * fast


@needs_engine
def test_an_unsupported_language_of_the_engine_is_not_guessed(engine):
    assert not engine.supports_language("tlh")
    assert refusal(engine, Line(KEY, "yIvang", "tlh")) == "voice_no_language"


@needs_engine
def test_a_line_is_rendered_once(engine):
    first = engine.render(line(), 1.0)
    made = first.path.stat().st_ino
    engine.close()
    assert engine.render(line(), 1.0) == first
    assert first.path.stat().st_ino == made


@needs_engine
def test_no_line_is_lost_or_repeated(tmp_path):
    """pyttsx3 by itself comes back too early: one line in fifty was missing or at another's speed."""
    said = [(LINES["en"], 0.7), (LINES["en"], 1.5), ("Everyone, close your eyes and hold a fist out.", 1.0)]
    lengths = []
    voices = [DesktopVoice(ClipCache(tmp_path / str(turn))) for turn in range(5)]
    for voice in voices:
        lengths.append([voice.render(line(text=text), pace).seconds for text, pace in said])
        voice.close()
    for turn in lengths:
        assert turn == pytest.approx(lengths[0], rel=0.03)


HELLO = 'print(\'{"driver": "x", "voices": [{"id": "v", "languages": ["en_US"]}]}\', flush=True)'
SILENT = "import sys; sys.stdin.read()"
BROKEN_ENGINES = {
    "starts and never answers": (SILENT, None),
    "ends at once": ("", None),
    "says that it failed": ('print(\'{"error": "no library"}\')', None),
    "prints what is no answer": ("print('Segmentation fault')", None),
    "hangs on a line": (f"import sys; {HELLO}; sys.stdin.read()", "voice_engine_hangs"),
    "crashes on a line": (f"import os; {HELLO}; input(); os.abort()", "voice_engine_failed"),
    "refuses a line": (f'{HELLO}; input(); print(\'{{"error": "no"}}\')', "voice_engine_failed"),
    "writes nothing": (f"{HELLO}; input(); print('{{}}', flush=True); input()", "voice_engine_empty"),
    "writes no sound": (
        f"import json; {HELLO}; open(json.loads(input())['path'], 'w'); print('{{}}', flush=True); input()",
        "voice_engine_empty",
    ),
}


@pytest.mark.parametrize(("program", "code"), BROKEN_ENGINES.values(), ids=BROKEN_ENGINES)
def test_a_broken_engine_fails_within_its_time_out(cache, monkeypatch, program, code):
    waits = []
    answer = _EngineProcess.receive

    def answer_noted(process, time_out):
        waits.append(time_out)
        return answer(process, time_out)

    monkeypatch.setattr(_EngineProcess, "receive", answer_noted)
    # What never answers need not be waited for; a Python must have time to start on a busy machine.
    soon, late = 0.2, 60.0
    voice = DesktopVoice(cache, command=(sys.executable, "-c", program))
    voice._timeout = soon if program == SILENT else late
    assert voice.supports_language("en") is (code is not None)
    if code == "voice_engine_hangs":
        voice._timeout = soon
    assert refusal(voice) == (code or "voice_no_language")
    # Once to start and once for the line, each with the time-out that was set.
    assert len(waits) == (1 if code is None else 2)
    assert set(waits) <= {soon, late}
    if code == "voice_engine_hangs":
        voice._command = ("not asked again: it would take as long for every line of a night",)
        assert refusal(voice) == code
    voice.close()


def test_a_missing_program_is_no_engine(cache, tmp_path):
    assert not DesktopVoice(cache, command=(str(tmp_path / "nothing"),)).supports_language("en")


# -- rendered clips ---------------------------------------------------------------------------------------


def test_the_cache_deletes_the_least_recently_used_clip(tmp_path, tone):
    size = tone(tmp_path / "one.wav").stat().st_size
    cache = ClipCache(tmp_path / "clips", max_bytes=3 * size)
    paths = [cache.get_or_render((name,), tone)[0] for name in "abc"]
    for age, path in enumerate(paths):
        os.utime(path, ns=(age, age))
    assert cache.get_or_render(("a",), tone)[0] == paths[0]  # asked for again: now the youngest
    newest = cache.get_or_render(("d",), tone)[0]
    assert set((tmp_path / "clips").iterdir()) == {paths[0], paths[2], newest}


def test_a_damaged_clip_is_rendered_again(tmp_path, tone):
    cache = ClipCache(tmp_path)
    path, seconds = cache.get_or_render(("a",), tone)
    path.write_bytes(path.read_bytes()[:100])
    assert cache.get_or_render(("a",), tone) == (path, seconds)
    assert read_duration(path) == seconds


def test_a_failed_rendering_leaves_nothing_behind(tmp_path, cache):
    with pytest.raises(VoiceError):
        cache.get_or_render(("a",), lambda path: path.write_bytes(b"RIFF half"))
    assert list((tmp_path / "clips").iterdir()) == []


def test_an_unwritable_folder_is_a_problem(tmp_path, tone):
    (tmp_path / "clips").write_text("in the way")
    with pytest.raises(VoiceError) as refused:
        ClipCache(tmp_path / "clips").get_or_render(("a",), tone)
    assert refused.value.problem.code == "voice_not_kept"


# -- line by line -----------------------------------------------------------------------------------------


def test_a_failing_recording_falls_back_line_by_line_and_is_reported(tmp_path, tone):
    good, broken, missing = (
        f"avalon.night.normal.{name}" for name in ("all_close", "merlin_open", "all_open")
    )
    tone(tmp_path / "en" / f"{good}.wav")
    (tmp_path / "en" / f"{broken}.wav").write_bytes(b"RIFF")
    voices = (RecordedVoice(tmp_path), BuiltinVoice())
    lines = [Line(key, "…", "en") for key in (good, broken, missing)]
    done = render_lines(lines, choose_voices(Preference.BEST, ("en",), voices), 1.0)
    assert [done.clips["en", key].source for key in (good, broken, missing)] == [
        "recorded",
        "builtin",
        "builtin",
    ]
    assert [problem.code for problem in done.problems] == ["builtin", "voice_file_broken"]
    assert done.problems[0].args["n"] == 2


def test_a_line_that_no_voice_can_say_has_no_clip_and_is_reported():
    lines = [Line("avalon.night.normal.nothing", "…", "en")]
    done = render_lines(lines, choose_voices(Preference.BEST, ("en",), (BuiltinVoice(),)), 1.0)
    assert done.clips == {}
    assert [problem.code for problem in done.problems] == ["voice_builtin_missing", "voice_line_silent"]


@needs_engine
def test_a_whole_night_is_rendered_in_every_language_with_every_preference(tmp_path):
    voices = create_voices(tmp_path).list_voices(use_engine=True)
    for preference in Preference:
        choices = choose_voices(preference, tuple(LANGUAGES), voices)
        lines = [
            Line(key, Translator(language)(key), language)
            for language in LANGUAGES
            for key in NIGHT.list_lines(NightStyle.QUICK)[:4]
        ]
        done = render_lines(lines, choices, 1.0)
        assert len(done.clips) == len(lines)
        assert done.problems == ()
        speaks = "device" if preference is Preference.DEVICE else "builtin"
        assert {clip.source for clip in done.clips.values()} == {speaks}


def test_every_voice_problem_has_a_message():
    english = Translator("en")
    source = "".join(path.read_text() for path in asset().parent.glob("companion/narrator/**/*.py"))
    keys = {key for key in source.split('"') if key.startswith(("app.problem.voice_", "app.problem.sound_"))}
    assert len(keys) > 10
    for key in keys:
        for shown in (
            [key] if "{" not in key else [key.replace("{name}", name) for name in ("builtin", "device")]
        ):
            english(shown, n=1)
    assert english.missing == set()
