"""A night made ready, and in real voices."""

from __future__ import annotations

import wave
from dataclasses import replace
from importlib.util import find_spec

import pytest

from companion.games.avalon.setup import Lancelot, Setup
from companion.games.cultists.setup import Setup as Cult
from companion.narrator import planner as night_module
from companion.narrator.narration import Narration, night_options
from companion.narrator.planner import NightOptions, RenderedLine, UnsafeNight, prepare_night
from companion.scripts.script import NightSetup, NightStyle, Script, list_night_games, load_night_definition
from companion.settings import BackgroundSound, Settings, VoicePreference

SEVEN = tuple("ABCDEFG")
USUAL = Setup(SEVEN, roles=("percival", "morgana", "oberon"))
# Together they need every line of a game.
TABLES: dict[str, tuple[NightSetup, ...]] = {
    "avalon": (USUAL, Setup(SEVEN, roles=("percival",), lancelot=Lancelot.V1)),
    "cultists": (
        Cult(SEVEN[:4], automa=True),
        *(Cult(tuple("ABCDEFGH")[:seats], roles=roles) for seats in (5, 8) for roles in ((), ("seer",))),
        *(Cult(SEVEN[:6], roles=roles, automa=True) for roles in ((), ("seer",))),
        Cult(SEVEN),
    ),
}


def say(language, line):
    return RenderedLine(f"{language}:{line}", 2.0)


def test_a_script_that_the_simulated_table_refuses_is_not_spoken(monkeypatch):
    def spoiled(setup, style):
        script = real.build_script(setup, style)
        return Script(script.game, script.style, script.cues[:2] + script.cues[3:])

    for game, (setup, *_) in TABLES.items():
        real = load_night_definition(game)
        spoiled_night = replace(real, build_script=spoiled)
        monkeypatch.setattr(night_module, "find_night_definition", lambda _, night=spoiled_night: night)
        with pytest.raises(UnsafeNight):
            prepare_night(setup, NightOptions(), say)


def test_a_style_that_a_game_has_not_is_taken_for_the_usual_one():
    ritual = NightOptions(NightStyle.RITUAL)
    assert prepare_night(USUAL, ritual, say).script.style is NightStyle.NORMAL
    assert prepare_night(Cult(SEVEN), ritual, say).script.style is NightStyle.RITUAL


def test_equal_nights_of_cultists_last_equally_long_with_the_seer_or_without():
    five = tuple("ABCDE")
    with_seer, without = (
        prepare_night(Cult(five, roles=roles), NightOptions(is_fixed_length=True), say)
        for roles in (("seer",), ())
    )
    assert with_seer.timeline.total == pytest.approx(without.timeline.total)
    assert prepare_night(Cult(five), NightOptions(), say).timeline.total < without.timeline.total


def test_equal_nights_last_equally_long_whatever_the_roles():
    manner = NightOptions(is_fixed_length=True)
    plain = prepare_night(Setup(SEVEN), manner, say)
    full = prepare_night(Setup(SEVEN, roles=("percival",), lancelot=Lancelot.V3), manner, say)
    assert plain.timeline.total == pytest.approx(full.timeline.total)
    assert prepare_night(Setup(SEVEN), NightOptions(), say).timeline.total < plain.timeline.total


def test_the_settings_of_a_table_become_its_manner():
    settings = Settings(
        narration="it", second_narration="fa", style=NightStyle.QUICK, look_seconds=8, pace=1.2
    )
    manner = night_options(settings)
    assert manner.languages == ("it", "fa")
    assert manner.style is NightStyle.QUICK
    assert manner.pauses.look == 8.0
    assert manner.pace == 1.2


@pytest.mark.parametrize("language", ["en", "it", "el", "fa"])
@pytest.mark.parametrize(
    ("game", "style"),
    [(game, style) for game in list_night_games() for style in load_night_definition(game).styles],
)
def test_every_line_of_a_night_can_be_heard_without_any_speech_engine(tmp_path, language, game, style):
    narration = Narration(tmp_path)
    for setup in TABLES[game]:
        night = narration.render_night(setup, NightOptions(style, (language,)), VoicePreference.BUILTIN)
        assert not night.problems
        assert all(spoken.clip is not None and spoken.clip.is_file() for spoken in night.lines.values())


def test_lines_for_which_another_voice_stood_in_are_counted_and_told_once(tmp_path, tone):
    folder = tmp_path / "voices" / "en"
    folder.mkdir(parents=True)
    tone(folder / "avalon.night.normal.all_close.wav")
    narration = Narration(tmp_path)
    night = narration.render_night(USUAL, NightOptions(is_fixed_length=True), VoicePreference.BEST)
    (told,) = night.problems
    assert told.key == "app.problem.voice_stood_in.builtin"
    assert told.args["n"] == len({line for _, line in night.lines}) - 1


@pytest.mark.skipif(find_spec("kivy") is None, reason="the decoder comes with Kivy")
def test_a_night_written_as_a_file_lasts_exactly_as_planned_and_is_not_clipped(tmp_path):
    narration = Narration(tmp_path)
    night = narration.render_night(USUAL, NightOptions(languages=("en",)), VoicePreference.BUILTIN)
    path = tmp_path / "night.wav"
    narration.write_wav(night, path, BackgroundSound.RAIN)
    with wave.open(str(path)) as file:
        assert file.getnframes() / file.getframerate() == pytest.approx(night.timeline.total, abs=0.001)
        samples = memoryview(file.readframes(file.getnframes())).cast("h")
        rate = file.getframerate()
    assert 8000 < max(samples) < 32767
    # Nobody speaks before the lead-in is over, and the first line begins on its moment.
    start = night.timeline.step_spans()[0].start
    loud = next(i for i, sample in enumerate(samples) if abs(sample) > 6000) / rate
    assert start <= loud < start + 0.4


def test_the_lines_of_the_game_are_there_in_every_language(tmp_path):
    from companion.core.session_timer import list_lines as timer_lines
    from companion.scripts.avalon.speech import list_lines

    narration = Narration(tmp_path)
    for language in ("en", "it", "el", "fa"):
        settings = Settings(narration=language, voice=VoicePreference.BUILTIN)
        spoken = narration.render_lines((*list_lines(), *timer_lines()), settings)
        assert all(line.clip is not None for line in spoken)
