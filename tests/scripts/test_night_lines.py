"""English lines of the night: players with shut eyes do exactly what they hear."""

import re
from pathlib import Path

import polib
import pytest

import companion
from companion.games.avalon.setup import deck
from companion.games.cultists.setup import role_tokens
from companion.i18n.languages import LANGUAGES
from companion.scripts.avalon.night import NIGHT as AVALON_NIGHT
from companion.scripts.avalon.night import STEPS, build_script
from companion.scripts.cultists import night as night_cultists
from companion.scripts.script import STYLES, NightStyle, list_night_games, load_night_definition

CATALOGUES = Path(companion.__file__).parent / "i18n" / "catalogues"


def words_of(game, language="en"):
    return {entry.msgid: entry.msgstr for entry in polib.pofile(str(CATALOGUES / language / f"{game}.po"))}


def spoken_by(game):
    styles = tuple(f"{game}.night.{style.value}." for style in NightStyle)
    return {key: text for key, text in words_of(game).items() if key.startswith(styles)}


WORDS = words_of("avalon")
NIGHT = spoken_by("avalon")
CULT = spoken_by("cultists")
NAMES = {
    "Merlin": {"merlin"},
    "Percival": {"percival"},
    "Morgana": {"morgana"},
    "Mordred": {"mordred"},
    "Oberon": {"oberon"},
    "Assassin": {"assassin"},
    "Minion": {"minion"},
    "Servant": {"servant"},
    "Lancelot": {"lancelot_good", "lancelot_evil"},
}


def named(text):
    return {name for name in NAMES if name in text}


def variant(key):
    return key.split(".", 3)[3].partition(".")[2]


@pytest.mark.parametrize("game", list_night_games())
@pytest.mark.parametrize("style", NightStyle)
def test_the_catalogue_contains_exactly_the_possible_lines(game, style):
    night = load_night_definition(game)
    needed = night.list_lines(style) if style in night.styles else ()
    assert {key for key in spoken_by(game) if key.split(".")[2] == style.value} == set(needed)


@pytest.mark.parametrize("game", list_night_games())
def test_every_line_can_be_read_aloud(game):
    for key, text in spoken_by(game).items():
        assert re.fullmatch(r"[A-Z][A-Za-z ,’.]+\.", text), key
        assert "  " not in text, key


@pytest.mark.parametrize("game", list_night_games())
@pytest.mark.parametrize(
    ("style", "most"),
    [(NightStyle.LEARN, 2), (NightStyle.NORMAL, 1), (NightStyle.QUICK, 2), (NightStyle.RITUAL, 4)],
)
def test_the_number_of_sentences_depends_on_the_style(game, style, most):
    spoken = spoken_by(game)
    for key in (
        load_night_definition(game).list_lines(style) if style in load_night_definition(game).styles else ()
    ):
        assert 1 <= spoken[key].count(".") <= most, key


@pytest.mark.parametrize("game", list_night_games())
def test_learn_is_longer_and_quick_shorter_than_normal(game):
    spoken = spoken_by(game)
    for learn, normal, quick in zip(*map(load_night_definition(game).list_lines, STYLES), strict=True):
        assert len(spoken[learn]) > len(spoken[normal]) >= len(spoken[quick]), normal


def test_the_words_except_just_whom_the_key_excepts():
    for key, text in NIGHT.items():
        excepted = re.findall(r"except ([^.]*?)(?:, [a-z]|$)", text)
        said = {name.lower() for part in excepted for name in named(part)}
        meant = set()
        if variant(key).startswith("except_"):
            meant = set(variant(key).removesuffix("_thumb_lancelot").split("_")[1:])
        assert said == meant, key


def test_lines_say_what_lancelot_does_with_his_thumb():
    for key, text in NIGHT.items():
        if "lancelot" in variant(key):
            assert "Lancelot" in text, key
        if variant(key).endswith(("thumb_lancelot", "lancelot_lowers")):
            assert re.search(r"[Ee]vil Lancelot", text), key
            assert "thumb" in text, key


def test_morgana_is_named_where_percival_sees_two():
    for key, text in NIGHT.items():
        if "merlin_thumbs." in key or "percival_open" in key:
            assert ("Morgana" in text) is (variant(key) == "with_morgana"), key


def test_each_line_gives_the_right_roles_the_right_instruction():
    for key, text in NIGHT.items():
        kind = key.split(".")[3]
        if kind.endswith("_open"):
            assert "open your eyes" in text, key
        if kind.endswith("_close"):
            assert re.search(r"close your eyes|eyes closed", text), key
        if kind.endswith("_thumbs_down"):
            assert re.search(r"humbs down", text), key
        if kind in ("check_closed", "all_close"):
            assert re.search(r"eyes closed|close your eyes", text), key
            assert "fist" in text, key
            assert re.search(r"Everyone|All eyes", text), key
        if kind.startswith(("merlin_", "percival_")) and not kind.endswith("_down"):
            caller = kind.split("_")[0].capitalize()
            assert caller in text.split(".")[0], key


def test_only_roles_in_play_are_named(each_night):
    spoken = {style: {key: named(NIGHT[key]) for key in AVALON_NIGHT.list_lines(style)} for style in STYLES}
    for _, setup in each_night:
        in_play = set(deck(setup)) | ({"percival"} if setup.options.percival_decoy else set())
        for style in STYLES:
            for cue in build_script(setup, style).cues:
                for name in spoken[style][cue.line]:
                    assert NAMES[name] & in_play, (setup, cue.line)


@pytest.mark.parametrize(
    ("game", "steps", "label"),
    [
        ("avalon", STEPS, AVALON_NIGHT.label_key),
        ("cultists", night_cultists.STEPS, night_cultists.NIGHT.label_key),
    ],
)
def test_every_step_has_a_label(game, steps, label):
    every_games = {key for key in words_of("app") if key.startswith("app.kind.")}
    labels = every_games | {key for key in words_of(game) if key.startswith(f"{game}.kind.")}
    assert labels == {label(step.kind) for step in steps.rows}


# Among Cultists -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("all_close", r"close your eyes|eyes closed"),
        ("cultists_open", r"^Cultists?, open your eyes"),
        ("cultists_close_cover", r"^(Everyone, eyes closed|All eyes closed|Close every eye).* fist"),
        ("cultists_close", r"^(Whoever is a|Every) Cultist, .*lose your eyes"),
        ("seer_open", r"^Seer, open your eyes"),
        ("seer_close", r"^Seer, close your eyes.*[Tt]humbs down"),
        ("all_open", r"[Oo]pen your eyes.*everyone|Everyone.* open your eyes"),
    ],
)
def test_each_step_addresses_the_right_roles(step, words):
    lines = {key: text for key, text in CULT.items() if key.split(".")[3] == step}
    assert len(lines) >= len(NightStyle)
    for key, text in lines.items():
        assert re.search(words, text, re.IGNORECASE if step == "all_close" else 0), key


def test_decks_are_turned_and_covered_just_where_the_key_says_so():
    for key, text in CULT.items():
        step, told = key.split(".")[3], variant(key)
        if step == "all_close":
            assert bool(re.search(r"bottom card", text)) is told.startswith("decks"), key
            closing, turning = re.search(r"lose your eyes|eyes closed", text), re.search(r"bottom", text)
            assert turning is None or (closing is not None and closing.start() < turning.start()), key
        if step in ("cultists_close_cover", "cultists_close", "all_open"):
            covered = re.search(r"[Cc]over your deck|decks covered", text)
            assert bool(covered) is told.startswith(("decks", "cover")), key
            if step == "cultists_close" and covered:
                assert "lose your eyes" in text[: covered.start()], key


# How each language says that eyes are closed, and covers.
CLOSED = {
    "en": r"close your eyes",
    "it": r"chiud\w+ gli occhi|occhi chiusi",
    "el": r"κλε[ίι]σ",
    "fa": r"ببند|بندد|بسته",
}
COVERED = {"en": r"cover", "it": r"copr", "el": r"κρύψ|καλύψ|σκεπάσ", "fa": r"بپوشان|پوشیده"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language_the_cultists_close_their_eyes_before_all_open_theirs(language):
    words = words_of("cultists", language)
    for style in night_cultists.STYLES:
        for told in ("", "cover", "cover_automa"):
            text = words[f"cultists.night.{style.value}.cultists_close{told and '.'}{told}"].casefold()
            assert re.search(CLOSED[language], text), (style, told)
            assert bool(re.search(COVERED[language], text)) is bool(told), (style, told)
            assert not re.search(COVERED[language], words[f"cultists.night.{style.value}.all_open"]), style


def test_the_automa_is_named_just_where_it_matters():
    for key, text in CULT.items():
        assert ("Automa" in text) is variant(key).endswith("automa"), key
        if variant(key) == "decks_automa":
            assert "left" in text, key


def test_the_number_of_cultists_is_the_right_one():
    for key, text in CULT.items():
        if ".cultists_open." in key:
            assert text.startswith("Cultists,") is variant(key).startswith("two"), key
            dead = re.search(r"\bdead\b", text)
            assert bool(dead) is (variant(key) in ("one", "two_decks")), key


def test_every_cultist_and_only_a_cultist_raises_a_thumb():
    for key, text in CULT.items():
        if ".cultists_close_cover" in key:
            assert re.search(r"([Ww]hoever is a|Every) Cultist( tonight)?, (raise your )?thumb", text), key


def test_the_seer_is_named_just_where_one_is_in_play(every_cult):
    for setup in every_cult[::5]:
        for style in night_cultists.STYLES:
            said = " ".join(CULT[cue.line] for cue in night_cultists.build_script(setup, style).cues)
            assert ("Seer" in said) is ("seer" in role_tokens(setup))
            assert ("Automa" in said) is setup.automa
