import pytest

from companion.core.game import BadSetup
from companion.games.cultists.setup import role_tokens
from companion.scripts.cultists.night import STYLES, CueKind, build_full_script, build_script, list_lines
from companion.scripts.script import CommonCueKind, Hold, NightStyle

SEERS = ["CULTISTS_CLOSE_COVER", "SEER_OPEN", "SEER_CLOSE"]
PLAIN = ["ALL_CLOSE", "CULTISTS_OPEN", "CULTISTS_CLOSE", "ALL_OPEN"]


def kinds(script):
    return [cue.kind.value for cue in script.cues]


def cue(script, kind):
    return next(cue for cue in script.cues if cue.kind is kind)


def variants(script):
    """The sentence of each step, without what the step itself says."""
    return [cue.line.split(".", 3)[3].partition(".")[2] for cue in script.cues]


@pytest.mark.parametrize("players", [5, 6, 8])
def test_with_the_seer_decks_are_turned_then_covered_and_thumbs_raised(cult_table, players):
    script = build_script(cult_table(players, "seer"))
    assert kinds(script) == ["ALL_CLOSE", "CULTISTS_OPEN", *SEERS, "ALL_OPEN"]
    everyone = ("cultist", "seer", "investigator")
    close, look, cover, seer, sleep, wake = script.cues
    assert (close.closes, close.turns) == (everyone, everyone)
    assert look.opens == ("cultist",)
    assert (cover.closes, cover.covers, cover.thumbs_up) == (("cultist",), everyone, ("cultist",))
    assert seer.opens == sleep.closes == ("seer",)
    assert sleep.thumbs_down == ("cultist",)
    assert (wake.opens, wake.covers) == (everyone, ())
    found = "two_decks" if players == 8 else "one"
    assert variants(script) == ["decks", found, "decks", "", "", ""]


@pytest.mark.parametrize("players", [5, 6, 8])
def test_without_the_seer_eyes_are_shut_and_decks_covered_before_all_open_their_eyes(cult_table, players):
    script = build_script(cult_table(players))
    assert kinds(script) == PLAIN
    shut, wake = cue(script, CueKind.CULTISTS_CLOSE), cue(script, CommonCueKind.ALL_OPEN)
    assert shut.closes == ("cultist",)
    assert shut.covers == cue(script, CommonCueKind.ALL_CLOSE).turns == wake.opens
    assert shut.hold is Hold.ACT
    assert wake.covers == ()
    assert variants(script) == ["decks", "two_decks" if players == 8 else "one", "cover", ""]


def test_seven_turn_no_decks(cult_table):
    script = build_script(cult_table(7))
    assert kinds(script) == PLAIN
    assert variants(script) == ["", "two", "", ""]
    assert cue(script, CueKind.CULTISTS_CLOSE).closes == ("cultist",)
    assert not any(cue.turns or cue.covers for cue in script.cues)


def test_at_four_a_neighbour_turns_and_covers_the_automas_deck(cult_table):
    script = build_script(cult_table(4, automa=True))
    assert kinds(script) == PLAIN
    assert variants(script) == ["decks_automa", "one", "cover_automa", ""]
    assert cue(script, CommonCueKind.ALL_CLOSE).turns == ("cultist", "investigator", "automa")
    assert cue(script, CueKind.CULTISTS_CLOSE).covers == ("cultist", "investigator", "automa")
    assert cue(script, CommonCueKind.ALL_CLOSE).closes == ("cultist", "investigator")


def test_six_with_the_automa_are_told_who_it_is_if_a_cultist_sees_nobody(cult_table):
    plain = build_script(cult_table(6, automa=True))
    assert kinds(plain) == PLAIN
    assert variants(plain) == ["", "two_automa", "", ""]
    seer = build_script(cult_table(6, "seer", automa=True))
    assert kinds(seer) == ["ALL_CLOSE", "CULTISTS_OPEN", *SEERS, "ALL_OPEN"]
    assert variants(seer) == ["", "two_automa", "", "", "", ""]
    assert not any(cue.turns or cue.covers for cue in (*plain.cues, *seer.cues))


@pytest.mark.parametrize(("players", "roles", "automa"), [(4, (), False), (7, ("seer",), False), (9, (), 0)])
def test_a_set_up_without_tokens_has_no_night(cult_table, players, roles, automa):
    with pytest.raises(BadSetup):
        build_script(cult_table(players, *roles, automa=automa))


def test_all_styles_do_the_same_in_the_same_order(cult_table):
    scripts = [build_script(cult_table(8, "seer"), style) for style in STYLES]
    assert [script.style for script in scripts] == list(NightStyle)
    for cues in zip(*(script.cues for script in scripts), strict=True):
        assert [cue.line.split(".")[2] for cue in cues] == [style.value for style in STYLES]
        assert len({cue.line.split(".", 3)[3] for cue in cues}) == 1
        acts = {(c.kind, c.hold, c.opens, c.closes, c.thumbs_up, c.turns, c.covers) for c in cues}
        assert len(acts) == 1


@pytest.mark.parametrize("style", STYLES)
def test_the_closed_set_of_lines_is_just_what_some_night_needs(every_cult, style):
    said = {cue.line for setup in every_cult for cue in build_script(setup, style).cues}
    assert said == set(list_lines(style))
    assert len(list_lines(style)) == len(said)


def test_no_night_is_longer_than_the_fullest_one(every_cult):
    seconds = {key: 1 + len(key) / 10 for key in list_lines(NightStyle.NORMAL)}
    fullest = build_full_script(NightStyle.NORMAL, seconds.__getitem__)
    longest = sum(seconds[cue.line] for cue in fullest.cues)
    most = {hold: sum(cue.hold is hold for cue in fullest.cues) for hold in Hold}
    for setup in every_cult:
        cues = build_script(setup).cues
        assert sum(seconds[cue.line] for cue in cues) <= longest
        assert all(sum(cue.hold is hold for cue in cues) <= most[hold] for hold in Hold)


def heard(key, everyone):
    """What people do who go by the words alone: (opens, closes, up, down, turns, covers)."""
    words, _, variant = key.split(".", 3)[3].partition(".")
    decks = {*everyone, "automa"} if variant.endswith("_automa") else everyone
    turned = decks if words == "all_close" and variant else set()
    covered = decks if variant and words in ("cultists_close", "cultists_close_cover") else set()
    return {
        "all_close": (set(), everyone, set(), set(), turned, set()),
        "cultists_open": ({"cultist"}, set(), set(), set(), set(), set()),
        "cultists_close_cover": (set(), {"cultist"}, {"cultist"}, set(), set(), covered),
        "cultists_close": (set(), {"cultist"}, set(), set(), set(), covered),
        "seer_open": ({"seer"}, set(), set(), set(), set(), set()),
        "seer_close": (set(), {"seer"}, set(), {"cultist"}, set(), set()),
        "all_open": (everyone, set(), set(), set(), set(), set()),
    }[words]


def test_people_who_follow_the_words_do_what_the_cues_say(every_cult):
    for setup in every_cult:
        for cue in build_script(setup, NightStyle.RITUAL).cues:
            acts = (cue.opens, cue.closes, cue.thumbs_up, cue.thumbs_down, cue.turns, cue.covers)
            assert heard(cue.line, set(role_tokens(setup))) == tuple(map(set, acts)), (setup, cue)
