"""Timeline and preparation of a night, and the pronunciation lexicon."""

from __future__ import annotations

import ctypes
import math
import os
import wave
from dataclasses import replace
from importlib.util import find_spec
from itertools import combinations, pairwise, product
from pathlib import Path

import polib
import pytest

from companion.core.game import filter_blocking
from companion.games.avalon.setup import Lancelot, Options, Setup, problems
from companion.games.cultists.setup import Setup as Cult
from companion.games.cultists.setup import Setup as CultistsSetup
from companion.games.cultists.setup import problems as cultists_problems
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import CATALOGUES
from companion.narrator import planner as night_module
from companion.narrator.narration import Narration, night_options
from companion.narrator.planner import (
    NightOptions,
    Pauses,
    RenderedLine,
    SegmentKind,
    UnsafeNight,
    load_lexicon,
    plan_timeline,
    prepare_night,
    reading_seconds,
    to_spoken_form,
)
from companion.scripts.avalon.night import NIGHT, build_script
from companion.scripts.cultists.night import build_script as cultists_night
from companion.scripts.recovery import Interjection
from companion.scripts.script import (
    STYLES,
    CommonCueKind,
    Cue,
    Hold,
    NightSetup,
    NightStyle,
    Script,
    list_night_games,
    load_night_definition,
)
from companion.settings import BackgroundSound, Settings, VoicePreference

ENGLISH = {key: 1.0 + len(key) / 20 for style in STYLES for key in NIGHT.list_lines(style)}
ITALIAN = {key: seconds * 1.25 for key, seconds in ENGLISH.items()}


def setup_of(players, *roles, lancelot=None, **options):
    return Setup(
        tuple(f"Player {n}" for n in range(players)),
        roles=roles,
        lancelot=lancelot,
        options=Options(**options),
    )


FULL = setup_of(10, "percival", "morgana", "mordred", lancelot=Lancelot.V1)


def planned(setup=FULL, lengths=None, style=NightStyle.NORMAL, **how):
    lengths = {"en": ENGLISH} if lengths is None else lengths
    return plan_timeline(build_script(setup, style), lengths, players=len(setup.players), **how)


def holds(timeline, kind):
    return {round(s.seconds, 9) for s in timeline.segments if s.kind is SegmentKind.HOLD and s.hold is kind}


@pytest.mark.parametrize("lengths", [{"en": ENGLISH}, {"it": ITALIAN, "en": ENGLISH}])
def test_segments_have_no_gaps_or_overlaps(lengths):
    timeline = planned(lengths=lengths)
    assert timeline.segments[0].start == 0
    for before, after in pairwise(timeline.segments):
        assert before.end == after.start
        assert before.seconds > 0
    assert timeline.total == timeline.segments[-1].end
    assert timeline.total == pytest.approx(sum(segment.seconds for segment in timeline.segments))


def test_every_line_is_spoken_once_in_order_and_as_long_as_its_clip(speech):
    timeline = planned()
    spoken = speech(timeline)
    assert [segment.cue_index for segment in spoken] == list(range(len(timeline.script.cues)))
    for segment in spoken:
        line = timeline.script.cues[segment.cue_index].line
        assert segment.seconds == pytest.approx(ENGLISH[line])


def test_a_second_language_follows_line_by_line(speech):
    timeline = planned(lengths={"it": ITALIAN, "en": ENGLISH})
    spoken = speech(timeline)
    assert [s.language for s in spoken] == ["it", "en"] * len(timeline.script.cues)
    assert [s.cue_index for s in spoken[::2]] == [s.cue_index for s in spoken[1::2]]
    for italian, english in zip(spoken[::2], spoken[1::2], strict=True):
        assert english.start - italian.end == pytest.approx(Pauses().between_languages)


def test_the_lead_in_is_silent_and_first(speech):
    timeline = planned()
    assert timeline.segments[0].kind is SegmentKind.LEAD_IN
    assert timeline.lead_in_seconds == speech(timeline)[0].start == pytest.approx(0.8)
    without = planned(pauses=Pauses(lead_in=0))
    assert without.segments[0].kind is SegmentKind.SPEECH
    assert without.total == pytest.approx(timeline.total - 0.8)


def test_pauses_of_a_kind_are_equally_long_for_every_role_in_play_or_not():
    real = planned(setup_of(10, "percival", "morgana"))
    decoy = planned(setup_of(10, "morgana", percival_decoy=True))
    for hold in (Hold.SETTLE, Hold.ACT, Hold.LOOK):
        assert len(holds(real, hold)) == 1
        assert holds(real, hold) == holds(decoy, hold) == holds(planned(), hold)
    assert real.total == decoy.total


def test_more_players_have_longer_pauses():
    five, ten = planned(setup_of(5)), planned(setup_of(10))
    assert holds(five, Hold.LOOK) == {5.0}
    assert holds(ten, Hold.LOOK) == {6.0}
    assert min(holds(ten, Hold.ACT)) > max(holds(five, Hold.ACT))
    assert holds(ten, Hold.SETTLE) == holds(five, Hold.SETTLE)


def test_pauses_are_configurable():
    slow = planned(setup_of(5), pauses=Pauses(settle=3, act=4, look=9))
    assert [holds(slow, hold) for hold in (Hold.SETTLE, Hold.ACT, Hold.LOOK)] == [{3}, {4}, {9}]


def test_pace_shortens_pauses_but_not_clips(speech):
    normal, fast = planned(setup_of(5)), planned(setup_of(5), pace=2.0)
    assert holds(fast, Hold.LOOK) == {2.5}
    assert [s.seconds for s in speech(fast)] == pytest.approx([s.seconds for s in speech(normal)])


def test_pauses_depend_on_the_style():
    look = [max(holds(planned(setup_of(5), style=style), Hold.LOOK)) for style in STYLES]
    assert look == sorted(look, reverse=True)
    assert len(set(look)) == 3


def test_each_step_ends_where_the_next_begins():
    timeline = planned(lengths={"en": ENGLISH, "it": ITALIAN}, min_seconds=400)
    spans = timeline.step_spans()
    assert [span.cue_index for span in spans] == list(range(len(timeline.script.cues)))
    assert spans[0].start == timeline.lead_in_seconds
    for span, after in pairwise(spans):
        assert span.start + span.speech + span.hold == pytest.approx(after.start)
    assert spans[-1].hold == 0
    assert spans[-1].start + spans[-1].speech == pytest.approx(timeline.total)
    for number, span in enumerate(spans):
        said = next(s for s in timeline.segments if s.cue_index == number and s.kind is SegmentKind.SPEECH)
        assert said.start == span.start


def every_setup_of_eight():
    optional = ("percival", "morgana", "mordred", "oberon")
    sets = [roles for size in range(5) for roles in combinations(optional, size)]
    for roles, variant, merlin, seen in product(sets, (None, *Lancelot), (True, False), (True, False)):
        setup = setup_of(8, *roles, lancelot=variant, merlin=merlin, evil_lancelot_seen_by_merlin=seen)
        if not filter_blocking(problems(setup)):
            yield setup


def test_nights_of_one_group_can_be_equally_long():
    lengths = {"en": ENGLISH, "it": ITALIAN}
    fullest = NIGHT.build_full_script(NightStyle.NORMAL, lambda line: ENGLISH[line] + ITALIAN[line])
    longest = plan_timeline(fullest, lengths, players=8).total
    totals, plain = set(), set()
    for setup in every_setup_of_eight():
        totals.add(round(planned(setup, lengths, min_seconds=longest).total, 6))
        plain.add(round(planned(setup, lengths).total, 6))
    assert totals == {round(longest, 6)}
    assert len(plain) > 10


def test_the_filler_comes_just_before_dawn_and_changes_nothing_before():
    setup = setup_of(8, "oberon")
    plain, padded = planned(setup), planned(setup, min_seconds=300)
    [rest] = [number for number, s in enumerate(padded.segments) if s.kind is SegmentKind.FILLER]
    assert padded.segments[:rest] == plain.segments[:rest]
    dawn = padded.segments[rest + 1]
    assert padded.script.cues[dawn.cue_index].kind is CommonCueKind.ALL_OPEN
    assert dawn.kind is SegmentKind.SPEECH
    assert padded.total == pytest.approx(300)
    assert planned(setup, min_seconds=1) == plain


def every_cultists_night():
    for players, automa, roles in product((4, 5, 6, 7, 8), (True, False), ((), ("seer",))):
        setup = CultistsSetup(tuple("ABCDEFGH"[:players]), roles=roles, automa=automa)
        if not filter_blocking(cultists_problems(setup)):
            yield cultists_night(setup)


def test_the_filler_comes_while_all_eyes_are_shut():
    scripts = [*every_cultists_night(), *map(build_script, every_setup_of_eight())]
    assert {script.game for script in scripts} == {"avalon", "cultists"}
    for script in scripts:
        lengths = {"en": {cue.line: 2.0 for cue in script.cues}}
        plain, padded = (plan_timeline(script, lengths, players=8, min_seconds=least) for least in (0, 300))
        assert padded.total == pytest.approx(300)
        [rest] = [segment for segment in padded.segments if segment.kind is SegmentKind.FILLER]
        open_eyes: set[str] = set()
        for cue in script.cues[: rest.cue_index + 1]:
            open_eyes = (open_eyes | set(cue.opens)) - set(cue.closes)
        assert not open_eyes
        assert script.cues[0].kind is CommonCueKind.ALL_CLOSE
        # Nobody looks any longer than without it, and all else is as it was.
        assert holds(padded, Hold.LOOK) == holds(plain, Hold.LOOK)
        others = [segment for segment in padded.segments if segment.kind is not SegmentKind.FILLER]
        assert [(s.kind, s.cue_index, round(s.seconds, 9)) for s in others] == [
            (s.kind, s.cue_index, round(s.seconds, 9)) for s in plain.segments
        ]
        spans = padded.step_spans()
        assert [span.cue_index for span in spans] == list(range(len(script.cues)))
        assert spans[rest.cue_index].hold >= rest.seconds


def test_select_steps_follows_the_given_segments():
    timeline = planned(lengths={"en": {**ENGLISH, "a": 1.5}, "it": {**ITALIAN, "a": 2.0}})
    words = timeline.interjection_segments(Cue(Interjection.GO_ON, "a", Hold.ACT), 4)
    route = timeline.select_steps((0, 4, 5), *timeline.lead_in_segments(), *words)
    assert [segment.kind for segment in route.segments[:5]] == [
        SegmentKind.LEAD_IN,
        SegmentKind.SPEECH,
        SegmentKind.GAP,
        SegmentKind.SPEECH,
        SegmentKind.HOLD,
    ]
    assert route.segments[0].start == 0
    lengths = {number: span.speech + span.hold for number, span in enumerate(timeline.step_spans())}
    spoken = 1.5 + timeline.pauses.between_languages + 2.0 + timeline.pauses.act
    assert route.total == pytest.approx(
        timeline.lead_in_seconds + spoken + sum(lengths[n] for n in (0, 4, 5))
    )


def test_interjections_of_unknown_length_are_left_out():
    timeline = planned(lengths={"en": {**ENGLISH, "a": 1.5}, "it": ITALIAN})
    assert timeline.interjection_segments(Cue(Interjection.GO_ON, "a", Hold.ACT), 4) == ()


def test_the_countdown_is_a_bell_and_one_second_per_number_in_the_first_language():
    bell, *counted = planned(lengths={"it": ITALIAN, "en": ENGLISH}).countdown_segments()
    assert bell.kind is SegmentKind.BELL
    assert [(segment.seconds, segment.language) for segment in counted] == [(1.0, "it")] * 5


@pytest.mark.parametrize("length", [0, -1, math.nan, math.inf])
def test_a_clip_without_a_length_is_rejected(length):
    key = build_script(FULL).cues[3].line
    with pytest.raises(ValueError, match=key):
        planned(lengths={"en": {**ENGLISH, key: length}})


@pytest.mark.parametrize(
    "how", [{"pace": 0}, {"pace": math.nan}, {"pauses": Pauses(look=-1)}, {"lengths": {}}]
)
def test_invalid_times_are_rejected(how):
    with pytest.raises(ValueError, match=r"pace|pauses|language"):
        planned(**how)


def test_a_line_without_a_clip_lasts_as_long_as_reading_it():
    assert reading_seconds("Merlin, close your eyes.") == pytest.approx(24 / 14)
    assert reading_seconds("Hush.") == 1.2
    assert reading_seconds("Merlin, close your eyes." * 3, pace=2) == pytest.approx(72 / 14 / 2)


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


def test_a_script_that_fails_verification_is_not_spoken(monkeypatch):
    def spoiled(setup, style):
        script = real.build_script(setup, style)
        return Script(script.game, script.style, script.cues[:2] + script.cues[3:])

    for game, (setup, *_) in TABLES.items():
        real = load_night_definition(game)
        spoiled_night = replace(real, build_script=spoiled)
        monkeypatch.setattr(night_module, "find_night_definition", lambda _, night=spoiled_night: night)
        with pytest.raises(UnsafeNight):
            prepare_night(setup, NightOptions(), say)


def test_an_unsupported_style_is_replaced_by_the_normal_one():
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


def test_settings_are_converted_to_night_options():
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


def test_fallback_lines_are_counted_in_one_problem(tmp_path, tone):
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


def test_the_lexicon_ignores_case():
    assert to_spoken_form("Μάτια κλειστά", "el") == to_spoken_form("μάτια κλειστά", "el") != "μάτια κλειστά"


def test_a_joiner_or_a_vowel_sign_belongs_to_its_word():
    """لَنسِلوت‌ها, Lancelots, is another word than لَنسِلوت and has an entry of its own."""
    for written in ("لَنسِلوت", "لَنسِلوتِ", "لَنسِلوت‌ها"):
        assert (
            to_spoken_form(f"هر دو {written}، بشنوید", "fa")
            == f"هر دو {load_lexicon('fa').names[written]}، بشنوید"
        )
    assert to_spoken_form("مورگانایی", "fa") == "مورگانایی"


def test_words_outside_the_lexicon_stay_unchanged():
    assert to_spoken_form("Merlin, open your eyes.", "en") == "Merlin, open your eyes."
    assert to_spoken_form("Mordred", "xx") == "Mordred"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_lexicon_occurs_in_a_line(language):
    said = " ".join(lines_of(language))
    idle = [
        written
        for written in load_lexicon(language).words
        if to_spoken_form(said, language)
        == to_spoken_form(said.replace(written, "").replace(written.capitalize(), ""), language)
    ]
    assert idle == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_entry_is_pronounced_by_the_engine_as_written(language):
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
def test_names_and_difficult_words_are_pronounced_correctly(phonemes, language, written, sounds):
    assert phonemes(to_spoken_form(written, language), language) == sounds
