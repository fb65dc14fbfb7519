"""A night made ready, and in real voices."""

from __future__ import annotations

import wave
from dataclasses import replace
from importlib.util import find_spec

import pytest

from companion.games.avalon.setup import Lancelot, Setup
from companion.games.cultists.setup import Setup as Cult
from companion.narration import Narration, manner_of
from companion.narrator import night as night_module
from companion.narrator.night import Manner, Spoken, UnsafeNight, prepare
from companion.scripts.cues import Script, Style
from companion.scripts.nights import Seated, games_with_a_night, night_of
from companion.settings import Bed, Settings, Voice

SEVEN = tuple("ABCDEFG")
USUAL = Setup(SEVEN, roles=("percival", "morgana", "oberon"))
# Together they need every line of a game.
TABLES: dict[str, tuple[Seated, ...]] = {
    "avalon": (USUAL, Setup(SEVEN, roles=("percival",), lancelot=Lancelot.V1)),
    "cultists": (
        Cult(SEVEN[:4], automa=True),
        *(Cult(tuple("ABCDEFGH")[:seats], roles=roles) for seats in (5, 8) for roles in ((), ("seer",))),
        *(Cult(SEVEN[:6], roles=roles, automa=True) for roles in ((), ("seer",))),
        Cult(SEVEN),
    ),
}


def say(language, line):
    return Spoken(f"{language}:{line}", 2.0)


def test_a_script_that_the_simulated_table_refuses_is_not_spoken(monkeypatch):
    def spoiled(setup, style):
        script = real.night(setup, style)
        return Script(script.game, script.style, script.cues[:2] + script.cues[3:])

    for game, (setup, *_) in TABLES.items():
        real = night_of(game)
        monkeypatch.setattr(night_module, "night_for", lambda _: replace(real, night=spoiled))  # noqa: B023
        with pytest.raises(UnsafeNight):
            prepare(setup, Manner(), say)


def test_a_style_that_a_game_has_not_is_taken_for_the_usual_one():
    ritual = Manner(Style.RITUAL)
    assert prepare(USUAL, ritual, say).script.style is Style.NORMAL
    assert prepare(Cult(SEVEN), ritual, say).script.style is Style.RITUAL


def test_equal_nights_of_cultists_last_equally_long_with_the_seer_or_without():
    five = tuple("ABCDE")
    with_seer, without = (
        prepare(Cult(five, roles=roles), Manner(equal=True), say) for roles in (("seer",), ())
    )
    assert with_seer.timeline.total == pytest.approx(without.timeline.total)
    assert prepare(Cult(five), Manner(), say).timeline.total < without.timeline.total


def test_equal_nights_last_equally_long_whatever_the_roles():
    manner = Manner(equal=True)
    plain = prepare(Setup(SEVEN), manner, say)
    full = prepare(Setup(SEVEN, roles=("percival",), lancelot=Lancelot.V3), manner, say)
    assert plain.timeline.total == pytest.approx(full.timeline.total)
    assert prepare(Setup(SEVEN), Manner(), say).timeline.total < plain.timeline.total


def test_the_settings_of_a_table_become_its_manner():
    settings = Settings(narration="it", second_narration="fa", style=Style.QUICK, look_seconds=8, pace=1.2)
    manner = manner_of(settings)
    assert manner.languages == ("it", "fa")
    assert manner.style is Style.QUICK
    assert manner.pauses.look == 8.0
    assert manner.pace == 1.2


@pytest.mark.parametrize("language", ["en", "it", "el", "fa"])
@pytest.mark.parametrize(
    ("game", "style"), [(game, style) for game in games_with_a_night() for style in night_of(game).styles]
)
def test_every_line_of_a_night_can_be_heard_without_any_speech_engine(tmp_path, language, game, style):
    narration = Narration(tmp_path)
    for setup in TABLES[game]:
        night = narration.night(setup, Manner(style, (language,)), Voice.BUILTIN)
        assert not night.problems
        assert all(spoken.clip is not None and spoken.clip.is_file() for spoken in night.lines.values())


def test_lines_for_which_another_voice_stood_in_are_counted_and_told_once(tmp_path, tone):
    folder = tmp_path / "voices" / "en"
    folder.mkdir(parents=True)
    tone(folder / "avalon.night.normal.all_close.wav")
    narration = Narration(tmp_path)
    night = narration.night(USUAL, Manner(equal=True), Voice.BEST)
    (told,) = night.problems
    assert told.key == "app.problem.voice_stood_in.builtin"
    assert told.args["n"] == len({line for _, line in night.lines}) - 1


@pytest.mark.skipif(find_spec("kivy") is None, reason="the decoder comes with Kivy")
def test_a_night_written_as_a_file_lasts_exactly_as_planned_and_is_not_clipped(tmp_path):
    narration = Narration(tmp_path)
    night = narration.night(USUAL, Manner(languages=("en",)), Voice.BUILTIN)
    path = tmp_path / "night.wav"
    narration.write(night, path, Bed.RAIN)
    with wave.open(str(path)) as file:
        assert file.getnframes() / file.getframerate() == pytest.approx(night.timeline.total, abs=0.001)
        samples = memoryview(file.readframes(file.getnframes())).cast("h")
        rate = file.getframerate()
    assert 8000 < max(samples) < 32767
    # Nobody speaks before the lead-in is over, and the first line begins on its moment.
    start = night.timeline.spans()[0].start
    loud = next(i for i, sample in enumerate(samples) if abs(sample) > 6000) / rate
    assert start <= loud < start + 0.4


def test_the_lines_of_the_game_are_there_in_every_language(tmp_path):
    from companion.narrator.timer import every_line as timer_lines
    from companion.scripts.avalon.said import every_line

    narration = Narration(tmp_path)
    for language in ("en", "it", "el", "fa"):
        settings = Settings(narration=language, voice=Voice.BUILTIN)
        spoken = narration.lines((*every_line(), *timer_lines()), settings)
        assert all(line.clip is not None for line in spoken)
