from dataclasses import dataclass

import pytest

from companion.narrator.voices.clip import Line, VoiceError
from companion.narrator.voices.engine import SILENT_VOICE, choose_voices
from companion.settings import VoicePreference as Preference


@dataclass(frozen=True)
class Able:
    """A voice that is nothing but what it can do."""

    name: str
    languages: tuple[str, ...] = ("en", "fa")

    def supports_language(self, language):
        return language in self.languages

    def render(self, line, pace):
        raise AssertionError("choosing renders nothing")


RECORDED = Able("recorded")
CLIPS = Able("builtin")
ENGINE = Able("device")
ALL = (ENGINE, CLIPS, RECORDED)

RULES = [
    # what the table wants, what there is -> in which order it speaks, and why
    (Preference.BEST, ALL, (RECORDED, CLIPS, ENGINE), "best.recorded"),
    (Preference.BEST, (ENGINE, CLIPS), (CLIPS, ENGINE), "best.builtin"),
    (Preference.BEST, (CLIPS,), (CLIPS,), "best.builtin"),
    (Preference.BEST, (ENGINE,), (ENGINE,), "best.device"),
    (Preference.DEVICE, ALL, (ENGINE, RECORDED, CLIPS), "asked.device"),
    (Preference.DEVICE, (CLIPS,), (CLIPS,), "no_device.builtin"),
    (Preference.DEVICE, (CLIPS, RECORDED), (RECORDED, CLIPS), "no_device.recorded"),
    (Preference.BUILTIN, ALL, (CLIPS, RECORDED, ENGINE), "asked.builtin"),
    (Preference.BUILTIN, (ENGINE,), (ENGINE,), "no_builtin.device"),
    (Preference.BUILTIN, (ENGINE, RECORDED), (RECORDED, ENGINE), "no_builtin.recorded"),
    (Preference.RECORDED, ALL, (RECORDED, CLIPS, ENGINE), "asked.recorded"),
    (Preference.RECORDED, (ENGINE, CLIPS), (CLIPS, ENGINE), "no_recorded.builtin"),
    (Preference.RECORDED, (ENGINE,), (ENGINE,), "no_recorded.device"),
]


@pytest.mark.parametrize(("preference", "voices", "order", "why"), RULES)
def test_the_rule_decides_who_speaks_and_says_why(preference, voices, order, why):
    choice = choose_voices(preference, ("en",), voices)["en"]
    assert choice.order == order
    assert choice.reason_key == f"app.voice.why.{why}"


def test_each_language_has_a_voice_of_its_own():
    """The phone has no Persian, as most have none."""
    phone = Able("device", ("en",))
    choices = choose_voices(Preference.DEVICE, ("en", "fa"), (phone, CLIPS))
    assert (choices["en"].voice, choices["fa"].voice) == (phone, CLIPS)
    assert choices["fa"].fallbacks == ()


@pytest.mark.parametrize("preference", Preference)
def test_where_nobody_speaks_a_language_the_choice_is_nobody(preference):
    choice = choose_voices(preference, ("it",), ALL)["it"]
    assert (choice.voice, choice.reason_key) == (SILENT_VOICE, "app.voice.why.nobody")
    with pytest.raises(VoiceError):
        choice.voice.render(Line("avalon.night.quick.all_open", "Tutti", "it"), 1.0)


def test_every_reason_has_its_sentence():
    from companion.i18n.translator import Translator

    english = Translator("en")
    for *_, why in (*RULES, ("nobody",)):
        assert "English" in english(f"app.voice.why.{why}", language="English")
    assert english.missing == set()
