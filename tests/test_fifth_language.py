"""A fifth language is an entry and a folder, and both may come from outside the package.

Nothing else in the app knows its code. What it lacks (clips, a lexicon, an engine) is told, never a crash.
"""

from __future__ import annotations

import json
import sys
import wave
from importlib.util import find_spec
from pathlib import Path

import polib
import pytest

from companion.cli import doctor
from companion.cli.doctor import Health
from companion.cli.main import main
from companion.games.avalon.setup import Setup
from companion.i18n import translator
from companion.i18n.languages import LANGUAGES, Language
from companion.i18n.translator import CATALOGUES, Translator, register_catalogues, unregister_catalogues
from companion.narrator.narration import Narration
from companion.narrator.planner import NightOptions, load_lexicon, to_spoken_form
from companion.narrator.voices import engine as voices_engine
from companion.narrator.voices.android import AndroidVoice
from companion.narrator.voices.clip import BuiltinVoice, ClipCache, Line, VoiceError
from companion.narrator.voices.desktop import DesktopVoice
from companion.narrator.voices.engine import choose_voices
from companion.settings import (
    Settings,
    VoicePreference,
    default_language,
    diff_settings,
    parse_settings,
    update_settings,
)
from companion.storage.store import open_store
from tests.tools.catalogue_tree import HELLO, Tree, single

KEY = "avalon.night.normal.all_close"
NIGHT = ["night", "avalon", "--players", "7", "--roles", "percival,morgana"]
NOBODY = "Esperanto: no voice. The lines are shown."

pytestmark = pytest.mark.usefixtures("esperanto")


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("COMPANION_LANGUAGE", raising=False)


@pytest.fixture
def no_engine(monkeypatch):
    monkeypatch.setattr(voices_engine, "has_pyttsx3", lambda: False)


# -- menus and settings -----------------------------------------------------------------------------------


def test_the_menus_speak_it_in_every_domain():
    tr = Translator("eo")
    for path in Path(CATALOGUES, "en").glob("*.po"):
        for entry in polib.pofile(str(path)):
            assert tr(entry.msgid, n=2).startswith("»"), entry.msgid
    assert (tr.code, tr.rtl, tr.missing, tr.problems) == ("eo", False, set(), [])


def test_numbers_lists_and_days_are_written_in_its_own_way():
    tr = Translator("eo")
    assert tr.format_number(1234567.5) == "1\u00a0234\u00a0567,5"
    assert tr.format_clock(75) == "1:15"
    assert tr.join_items(("Ana", "Beno")) == "»Ana and Beno"
    assert translator.format_date(tr, 2026, 3, 9) == "»9 »March 2026"


def test_the_settings_take_it_and_know_it_again_after_a_restart(tmp_path):
    wanted = update_settings(Settings(), language="eo", narration="eo", second_narration="en")
    store = open_store(tmp_path, lambda: 1_700_000_000.0)
    for name, value in diff_settings(Settings(), wanted).items():
        store.settings.save(name, value)
    store.close()
    again = open_store(tmp_path, lambda: 1_700_000_001.0)
    assert parse_settings(again.settings.load()) == (wanted, ())
    again.close()


def test_settings_in_a_language_that_is_gone_give_way_with_a_warning(monkeypatch):
    monkeypatch.delitem(LANGUAGES, "eo")
    settings, problems = parse_settings({"language": "eo"})
    assert settings == Settings()
    assert [problem.args["name"] for problem in problems] == ["language"]


@pytest.mark.parametrize("locale", ["eo", "eo_XX.UTF-8", "Esperanto_World.65001", "de:eo:en"])
def test_a_device_that_speaks_it_is_answered_in_it(locale):
    assert default_language(locale) == "eo"


# -- voices ------------------------------------------------------------------------------------------------


def test_it_has_no_clips_and_no_lexicon_and_is_spoken_as_it_is_written():
    assert not BuiltinVoice().supports_language("eo")
    assert BuiltinVoice().lines("eo") == set()
    assert load_lexicon("eo") == ({}, {})
    assert to_spoken_form("Merlin, open your eyes.", "eo") == "Merlin, open your eyes."


def asked_of_phones(folder: str, *phones: list[str]) -> list[object]:
    """Of each, whose engine has these languages: who speaks Esperanto and why, what comes of a line, and all
    the languages that can be spoken."""
    from jnius import autoclass

    LANGUAGES["eo"] = Language("eo", "Esperanto", "Esperanto")
    engine = autoclass("android.speech.tts.TextToSpeech")
    told: list[object] = []
    for tags in phones:
        engine.reset()
        for tag in tags:
            engine.languages.put(tag, 0)
        voice = AndroidVoice(ClipCache(Path(folder)))
        voice.start()
        choice = choose_voices(VoicePreference.BEST, ("eo",), (voice, BuiltinVoice()))["eo"]
        try:
            said: object = voice.render(Line(KEY, "Fermu la okulojn.", "eo"), 1.0).seconds
        except VoiceError as refused:
            said = refused.problem.args["language"]
        told.append(
            [
                choice.voice.name,
                choice.reason_key,
                said,
                [code for code in LANGUAGES if voice.supports_language(code)],
            ]
        )
    return told


def test_a_phone_speaks_it_if_its_engine_does(phone, tmp_path):
    ours = ["en-US", "it-IT", "el-GR", "fa-IR"]
    device, nobody = (
        ["device", "app.voice.why.best.device", 1.0],
        ["nobody", "app.voice.why.nobody", "Esperanto"],
    )
    assert phone(asked_of_phones, str(tmp_path), ["eo"], ours[:2], [*ours, "eo"]) == [
        [*device, ["eo"]],
        [*nobody, ["en", "it"]],
        [*device, ["en", "it", "el", "fa", "eo"]],
    ]


def desktop_voice(tmp_path, *languages):
    voices = [{"id": language, "languages": [language]} for language in languages]
    hello = json.dumps({"driver": "x", "voices": voices})
    return DesktopVoice(ClipCache(tmp_path), (sys.executable, "-c", f"print({hello!r}); input()"))


@pytest.mark.parametrize(("has", "speaks"), [(("en_GB", "eo"), True), (("en_GB", "it_IT"), False)])
def test_a_desktop_speaks_it_if_its_engine_does(tmp_path, has, speaks):
    voice = desktop_voice(tmp_path, *has)
    chosen = choose_voices(VoicePreference.BEST, ("en", "eo"), (voice, BuiltinVoice()))
    voice.close()
    assert chosen["en"].fallbacks == (voice,)
    assert chosen["eo"].reason_key == ("app.voice.why.best.device" if speaks else "app.voice.why.nobody")


def test_of_two_voices_of_a_language_the_one_that_tables_expect_is_taken(tmp_path):
    voice = desktop_voice(tmp_path, "en_ZA", "en_GB", "en_US", "it_CH")
    assert (voice._find_voice("en"), voice._find_voice("it")) == ("en_US", "it_CH")
    voice.close()


# -- nights -------------------------------------------------------------------------------------------------


def test_the_sound_check_tells_that_nobody_speaks_it_and_that_the_second_language_is_heard(
    no_engine, tmp_path
):
    settings = update_settings(Settings(), narration="eo", second_narration="it")
    found = Narration(tmp_path).check_voices(settings)
    assert [choice.reason_key for choice in found.choices.values()] == [
        "app.voice.why.nobody",
        "app.voice.why.best.builtin",
    ]
    assert set(found.clips) == {"it"}
    assert found.problems == ()


def test_a_night_without_a_voice_is_shown_and_told_once(no_engine, tmp_path):
    narration = Narration(tmp_path)
    night = narration.render_night(
        Setup(tuple("ABCDE")), NightOptions(languages=("eo", "it")), VoicePreference.BEST
    )
    assert [Translator("en").translate_problem(problem) for problem in night.problems] == [NOBODY]
    for (language, _), line in night.lines.items():
        assert line.text.startswith("»") is (language == "eo")
        assert (line.clip is None) is (language == "eo")
        assert line.seconds > 0


@pytest.mark.usefixtures("real_engine")
def test_where_no_clip_speaks_it_this_machines_engine_is_asked_without_being_told_to(narration):
    night = narration.render_night(
        Setup(tuple("ABCDE")), NightOptions(languages=("en", "eo")), VoicePreference.BEST
    )
    for (language, _), line in night.lines.items():
        assert line.clip is not None
        assert line.voice == ("device" if language == "eo" else "builtin")
    assert night.problems == ()


def test_the_command_line_tells_a_night_in_it(no_engine, capsys):
    assert main([*NIGHT, "--language", "eo"]) == 0
    told = capsys.readouterr()
    assert told.out.count("»") >= 11
    assert told.err == f"companion: »{NOBODY}\n"


def test_the_command_line_takes_it_for_the_voice_alone(no_engine, capsys):
    assert main([*NIGHT, "--language", "en", "--lang", "it", "--second", "eo", "--json"]) == 0
    told = capsys.readouterr()
    assert all(cue["second"].startswith("»") for cue in json.loads(told.out)["cues"])
    assert told.err == f"companion: {NOBODY}\n"


@pytest.mark.skipif(find_spec("kivy") is None, reason="the decoder comes with Kivy")
def test_a_night_that_nobody_speaks_is_a_silent_file(no_engine, capsys, tmp_path):
    assert main([*NIGHT, "--language", "eo", "--out", str(tmp_path / "night.wav")]) == 0
    with wave.open(str(tmp_path / "night.wav")) as file:
        assert file.getnframes() > 10 * file.getframerate()
        assert not any(file.readframes(file.getnframes()))


def test_the_help_names_it_and_a_sixth_is_refused(capsys):
    assert main(["--language", "eo", "--help"]) == 0
    assert "eo" in capsys.readouterr().out
    assert main([*NIGHT, "--language", "tlh"]) == 2
    assert "eo" in capsys.readouterr().err


# -- what looks after it ------------------------------------------------------------------------------------


def test_the_doctor_looks_at_its_texts_and_its_voice(monkeypatch):
    texts = [found for found in doctor.check_catalogues() if found.args["language"] == "Esperanto"]
    assert [(found.health, found.args["n"]) for found in texts] == [(Health.GOOD, texts[0].args["all"])]
    monkeypatch.setattr(doctor, "_find_speech_engine", lambda: "")
    voices = [found for found in doctor.check_voices() if found.args["language"] == "Esperanto"]
    assert [(found.health, found.key) for found in voices] == [(Health.POOR, "app.doctor.voice_none")]


@pytest.fixture
def checkout(marked_catalogues, tmp_path):
    """A small one with texts of two domains, and a folder that brings them in the fifth language."""
    unregister_catalogues(marked_catalogues)
    tree, folder = Tree(tmp_path / "checkout"), tmp_path / "brought"
    for code in (*HELLO, "eo"):
        place = folder if code == "eo" else None
        tree.catalogue(code, single("app.hello", "A") + single("app.more", "B"), folder=place)
        tree.catalogue(code, single("duet.hello", "C"), "duet", folder=place)
    tree.code('tr("app.hello", "app.more", "duet.hello")')
    register_catalogues(folder)
    yield tree, folder
    unregister_catalogues(folder)


def test_the_catalogue_checker_finds_what_it_lacks(checkout):
    tree, folder = checkout
    assert tree.findings() == []
    tree.catalogue("eo", single("app.hello", "A"), folder=folder)
    (folder / "eo" / "duet.po").unlink()
    assert [line.rpartition("/")[2].partition(" (")[0] for line in tree.findings()] == [
        "app.po:1 app.more is missing",
        "duet.po:1 duet is missing: the whole file",
    ]


def test_the_catalogue_checker_knows_no_folder_of_a_language_without_an_entry(monkeypatch, checkout):
    tree, folder = checkout
    monkeypatch.delitem(LANGUAGES, "eo")
    assert tree.findings() == [f"{(folder / 'eo').as_posix()}:1 eo is not a language of the app"]
