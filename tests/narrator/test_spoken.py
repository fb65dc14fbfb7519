import ctypes
import os
from pathlib import Path

import polib
import pytest

from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import CATALOGUES
from companion.narrator.planner import load_lexicon, to_spoken_form


@pytest.fixture(scope="module")
def phonemes():
    """What espeak-ng would say, in the letters of phonetics, without marks of stress and length."""
    loader = pytest.importorskip("espeakng_loader")
    library = ctypes.CDLL(loader.get_library_path())
    synchronous, utf8, phonetic = 2, 1, 2
    assert library.espeak_Initialize(synchronous, 0, os.fsencode(loader.get_data_path()), 0) > 0
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p

    def say(text, language):
        assert library.espeak_SetVoiceByName(language.encode()) == 0
        rest, heard = ctypes.c_char_p(text.encode()), []
        while rest.value:
            heard.append(library.espeak_TextToPhonemes(ctypes.byref(rest), utf8, phonetic).decode())
        return "".join(sign for sign in " ".join(heard) if sign not in "ˈˌː")

    return say


def lines_of(language):
    for path in sorted(Path(CATALOGUES, language).glob("*.po")):
        for entry in polib.pofile(str(path), encoding="utf-8"):
            if entry.msgid.split(".")[1] in ("night", "say"):
                yield entry.msgstr


def test_only_whole_words_are_replaced():
    assert to_spoken_form("Mordred, Mordreds, Mordred.", "en") == "Mor-dred, Mordreds, Mor-dred."


def test_capitals_make_no_difference():
    assert to_spoken_form("Μάτια κλειστά", "el") == to_spoken_form("μάτια κλειστά", "el") != "μάτια κλειστά"


def test_a_joiner_or_a_vowel_sign_belongs_to_its_word():
    """لَنسِلوت‌ها, Lancelots, is another word than لَنسِلوت and has an entry of its own."""
    for written in ("لَنسِلوت", "لَنسِلوتِ", "لَنسِلوت‌ها"):
        assert (
            to_spoken_form(f"هر دو {written}، بشنوید", "fa")
            == f"هر دو {load_lexicon('fa').names[written]}، بشنوید"
        )
    assert to_spoken_form("مورگانایی", "fa") == "مورگانایی"


def test_what_is_in_no_lexicon_stays_as_it_is():
    assert to_spoken_form("Merlin, open your eyes.", "en") == "Merlin, open your eyes."
    assert to_spoken_form("Mordred", "xx") == "Mordred"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_lexicon_is_said_in_some_line(language):
    said = " ".join(lines_of(language))
    idle = [
        written
        for written in load_lexicon(language).words
        if to_spoken_form(said, language)
        == to_spoken_form(said.replace(written, "").replace(written.capitalize(), ""), language)
    ]
    assert idle == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_entry_says_what_is_written_anyway(language):
    entries = {**load_lexicon(language).words, **load_lexicon(language).names}
    assert [written for written, form in entries.items() if written.casefold() == form.casefold()] == []


@pytest.mark.parametrize(
    ("language", "written", "sounds"),
    [
        ("fa", "مرلین", "merlin"),
        ("fa", "پِرسیوال", "persivɑl"),
        ("fa", "مورْدرِد", "mordred"),
        ("fa", "مورگانا", "morɡɑnɑ"),
        ("fa", "اوبِران", "oberɑn"),
        ("fa", "لَنسِلوتِ شر", "lanselote ʃar"),
        ("fa", "آدمکش", "ɑdamkoʃ"),
        ("fa", "چهارم", "tʃahɑrom"),
        ("fa", "شستت را بالا بگیر", "ʃastat rɑ bɑlɑ beɡir"),
        ("el", "Μέρλιν", "merlin"),
        ("el", "Πέρσιβαλ", "persival"),
        ("el", "Μόρντρεντ", "mordred"),
        ("el", "Μοργκάνα", "morɡana"),
        ("el", "Όμπερον", "oberon"),
        ("el", "Λάνσελοτ", "lanselot"),
        ("el", "τα μάτια", "ta matça"),
        ("el", "γροθιά", "ɣroθça"),
        ("el", "ποιος", "pços"),
        ("el", "πέμπτη", "pemti"),
        ("it", "Mordred", "mɔrdred"),
        ("it", "Oberon", "ɔberon"),
        ("it", "Percival", "pɛrsival"),
    ],
)
def test_names_and_hard_words_are_pronounced_as_people_do(phonemes, language, written, sounds):
    assert phonemes(to_spoken_form(written, language), language) == sounds
