from dataclasses import dataclass

import pytest

from companion.narrator.voices.choose import NOBODY, choose
from companion.narrator.voices.clip import Clarity, Line, VoiceError
from companion.settings import Voice as Preference


@dataclass(frozen=True)
class Able:
    """A voice that is nothing but what it can do."""

    name: str
    languages: tuple[str, ...] = ("en", "fa")
    clear: Clarity = Clarity.CLEAR

    def speaks(self, language):
        return language in self.languages

    def clarity(self, language):
        return self.clear

    def render(self, line, pace):
        raise AssertionError("choosing renders nothing")


RECORDED = Able("recorded", clear=Clarity.NATURAL)
PHONE = Able("device", clear=Clarity.NATURAL)
ESPEAK = Able("device", clear=Clarity.ROBOTIC)
CLIPS = Able("builtin")
ROBOTIC_CLIPS = Able("builtin", clear=Clarity.ROBOTIC)

RULES = [
    # what the user wants, what there is -> in which order it speaks, and why
    (Preference.BEST, (CLIPS, PHONE, RECORDED), (RECORDED, PHONE, CLIPS), "recorded"),
    (Preference.BEST, (CLIPS, PHONE), (PHONE, CLIPS), "clearer.device"),
    (Preference.BEST, (ESPEAK, CLIPS), (CLIPS, ESPEAK), "clearer.builtin"),
    (Preference.BEST, (ESPEAK, ROBOTIC_CLIPS), (ROBOTIC_CLIPS, ESPEAK), "as_clear"),
    (Preference.BEST, (CLIPS,), (CLIPS,), "only.builtin"),
    (Preference.BEST, (PHONE,), (PHONE,), "only.device"),
    (Preference.DEVICE, (RECORDED, ESPEAK, CLIPS), (ESPEAK, RECORDED, CLIPS), "asked.device"),
    (Preference.DEVICE, (CLIPS,), (CLIPS,), "no_device.builtin"),
    (Preference.BUILTIN, (RECORDED, PHONE, CLIPS), (CLIPS, RECORDED, PHONE), "asked.builtin"),
    (Preference.BUILTIN, (PHONE,), (PHONE,), "no_builtin.device"),
    (Preference.RECORDED, (PHONE, RECORDED), (RECORDED, PHONE), "asked.recorded"),
    (Preference.RECORDED, (ESPEAK, CLIPS), (CLIPS, ESPEAK), "no_recorded.builtin"),
    (Preference.RECORDED, (PHONE, CLIPS), (PHONE, CLIPS), "no_recorded.device"),
]


@pytest.mark.parametrize(("preference", "voices", "order", "why"), RULES)
def test_the_rule_decides_who_speaks_and_says_why(preference, voices, order, why):
    choice = choose(preference, ("en",), voices)["en"]
    assert choice.order == order
    assert choice.why == f"app.voice.why.{why}"


def test_each_language_has_a_voice_of_its_own():
    """The phone has no Persian, as most have none."""
    phone = Able("device", ("en",), Clarity.NATURAL)
    choices = choose(Preference.BEST, ("en", "fa"), (phone, CLIPS))
    assert (choices["en"].voice, choices["fa"].voice) == (phone, CLIPS)
    assert choices["fa"].then == ()


@pytest.mark.parametrize("preference", Preference)
def test_where_nobody_speaks_a_language_the_choice_is_nobody(preference):
    choice = choose(preference, ("it",), (PHONE, CLIPS))["it"]
    assert (choice.voice, choice.why) == (NOBODY, "app.voice.why.nobody")
    with pytest.raises(VoiceError):
        choice.voice.render(Line("avalon.night.quick.all_open", "Tutti", "it"), 1.0)


def test_every_reason_has_its_sentence():
    from companion.i18n.translator import Translator

    english = Translator("en")
    for *_, why in (*RULES, ("nobody",)):
        assert "English" in english(f"app.voice.why.{why}", language="English")
    assert english.missing == set()
