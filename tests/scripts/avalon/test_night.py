import re

import pytest

from companion.core.game import BadSetup
from companion.games.avalon.setup import ROLES, Side, deck, sights
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.avalon.night import NIGHT, STEPS, CueKind, build_script
from companion.scripts.script import STYLES, CommonCueKind, Hold, NightStyle, sentence_key

BASE = [
    *("ALL_CLOSE", "EVIL_OPEN", "EVIL_CLOSE", "CHECK_CLOSED"),
    *("EVIL_THUMBS", "MERLIN_OPEN", "EVIL_THUMBS_DOWN", "MERLIN_CLOSE", "CHECK_CLOSED"),
]
PERCIVAL = ["MERLIN_THUMBS", "PERCIVAL_OPEN", "MERLIN_THUMBS_DOWN", "PERCIVAL_CLOSE", "CHECK_CLOSED"]
LANCELOTS = ["LANCELOTS_OPEN", "LANCELOTS_CLOSE"]


def kinds(script):
    return [cue.kind.value for cue in script.cues]


def cue(script, kind):
    return next(cue for cue in script.cues if cue.kind is kind)


def variant(script, kind):
    return cue(script, kind).line.partition(f"{kind.value.lower()}")[2].lstrip(".")


def test_the_base_game_has_ten_lines(table):
    script = build_script(table(5))
    assert kinds(script) == [*BASE, "ALL_OPEN"]
    assert cue(script, CueKind.EVIL_OPEN).opens == ("assassin", "minion")
    assert cue(script, CueKind.EVIL_THUMBS).thumbs_up == ("assassin", "minion")
    assert cue(script, CommonCueKind.ALL_OPEN).opens == ("merlin", "servant", "assassin", "minion")


def test_percival_and_morgana_add_five_lines(table):
    script = build_script(table(5, "percival", "morgana"))
    assert kinds(script) == [*BASE, *PERCIVAL, "ALL_OPEN"]
    assert cue(script, CueKind.MERLIN_THUMBS).thumbs_up == ("merlin", "morgana")
    assert variant(script, CueKind.MERLIN_THUMBS) == "with_morgana"


def test_oberon_stays_asleep_among_evil_and_shows_his_thumb_to_merlin(table):
    script = build_script(table(7, "percival", "morgana", "oberon"))
    assert kinds(script) == [*BASE, *PERCIVAL, "ALL_OPEN"]
    assert cue(script, CueKind.EVIL_OPEN).opens == ("assassin", "morgana")
    assert variant(script, CueKind.EVIL_OPEN) == "except_oberon"
    assert cue(script, CueKind.EVIL_THUMBS).thumbs_up == ("assassin", "morgana", "oberon")
    hidden = build_script(table(7, "percival", "morgana", "oberon", oberon_seen_by_merlin=False))
    assert cue(hidden, CueKind.EVIL_THUMBS).thumbs_up == ("assassin", "morgana")
    assert variant(hidden, CueKind.EVIL_THUMBS) == "except_oberon"


def test_mordred_shows_no_thumb_to_merlin(table):
    script = build_script(table(10, "percival", "morgana", "mordred", "oberon"))
    assert kinds(script) == [*BASE, *PERCIVAL, "ALL_OPEN"]
    assert variant(script, CueKind.EVIL_OPEN) == "except_oberon"
    assert variant(script, CueKind.EVIL_THUMBS) == "except_mordred"
    assert cue(script, CueKind.EVIL_THUMBS).thumbs_up == ("assassin", "morgana", "oberon")


@pytest.mark.parametrize("which", ["v1", "v2"])
def test_a_switching_evil_lancelot_shows_evil_a_thumb_lowers_it_and_shows_it_to_merlin_again(table, which):
    script = build_script(table(7, "percival", "morgana", lancelot=which))
    assert kinds(script) == [*BASE, *PERCIVAL, "ALL_OPEN"]
    wake = cue(script, CueKind.EVIL_OPEN)
    assert (wake.opens, wake.thumbs_up) == (("assassin", "morgana"), ("lancelot_evil",))
    assert variant(script, CueKind.EVIL_OPEN) == "thumb_lancelot"
    assert variant(script, CueKind.EVIL_CLOSE) == "lancelot_lowers"
    assert cue(script, CueKind.EVIL_CLOSE).thumbs_down == ("lancelot_evil",)
    assert "lancelot_evil" in cue(script, CueKind.EVIL_THUMBS).thumbs_up


@pytest.mark.parametrize("which", ["v1", "v2"])
def test_a_lancelot_hidden_from_merlin_is_called_by_name(table, which):
    script = build_script(table(7, "percival", "morgana", lancelot=which, evil_lancelot_seen_by_merlin=False))
    assert variant(script, CueKind.EVIL_CLOSE) == "lancelot_lowers"
    assert cue(script, CueKind.EVIL_CLOSE).thumbs_down == ("lancelot_evil",)
    assert variant(script, CueKind.EVIL_THUMBS) == "except_lancelot"
    assert cue(script, CueKind.EVIL_THUMBS).thumbs_up == ("assassin", "morgana")


@pytest.mark.parametrize("players", [7, 8])
def test_in_the_third_variant_the_lancelots_wake_with_their_side_and_then_together(table, players):
    script = build_script(table(players, "percival", "morgana", lancelot="v3"))
    assert kinds(script) == [*BASE, *PERCIVAL, *LANCELOTS, "ALL_OPEN"]
    assert cue(script, CueKind.EVIL_OPEN).opens == ("assassin", "morgana", "lancelot_evil")
    assert variant(script, CueKind.EVIL_OPEN) == ""
    assert cue(script, CueKind.LANCELOTS_OPEN).opens == ("lancelot_good", "lancelot_evil")


def test_without_merlin_his_part_and_percivals_are_left_out(table):
    script = build_script(table(7, "percival", "morgana", merlin=False, percival_decoy=True))
    assert kinds(script) == [*BASE[:4], "ALL_OPEN"]


def test_percivals_part_as_a_decoy_sounds_the_same_and_wakes_nobody(table):
    decoy = build_script(table(7, "morgana", "mordred", percival_decoy=True))
    real = build_script(table(7, "percival", "morgana", "mordred"))
    assert [cue.line for cue in decoy.cues] == [cue.line for cue in real.cues]
    assert [cue.hold for cue in decoy.cues] == [cue.hold for cue in real.cues]
    assert cue(decoy, CueKind.PERCIVAL_OPEN).opens == cue(decoy, CueKind.PERCIVAL_CLOSE).closes == ()
    assert kinds(build_script(table(7, "morgana", "mordred"))) == [*BASE, "ALL_OPEN"]


def test_a_set_up_that_cannot_be_dealt_has_no_night(table):
    with pytest.raises(BadSetup):
        build_script(table(9, "oberon", "mordred", lancelot="v1"))


def test_all_styles_do_the_same_in_the_same_order(table):
    setup = table(10, "percival", "morgana", "mordred", lancelot="v1")
    learn, normal, quick = (build_script(setup, style) for style in STYLES)
    for cues in zip(learn.cues, normal.cues, quick.cues, strict=True):
        assert [cue.line.split(".")[2] for cue in cues] == ["learn", "normal", "quick"]
        assert len({cue.line.split(".", 3)[3] for cue in cues}) == 1
        acts = {(c.kind, c.hold, c.opens, c.closes, c.thumbs_up, c.thumbs_down) for c in cues}
        assert len(acts) == 1


def test_the_closed_set_of_lines_is_just_what_some_night_needs(each_night):
    for style in STYLES:
        said = {cue.line for _, setup in each_night for cue in build_script(setup, style).cues}
        assert said == set(NIGHT.list_lines(style))
        assert len(NIGHT.list_lines(style)) == len(said)


def test_no_night_is_longer_than_the_fullest_one(each_night):
    seconds = {key: 1 + len(key) / 10 for key in NIGHT.list_lines(NightStyle.NORMAL)}
    fullest = NIGHT.build_full_script(NightStyle.NORMAL, seconds.__getitem__)
    most = {hold: sum(cue.hold is hold for cue in fullest.cues) for hold in Hold}
    longest = sum(seconds[cue.line] for cue in fullest.cues)
    assert STEPS.line_key(
        NightStyle.NORMAL, sentence_key(CueKind.EVIL_THUMBS, "except_mordred_oberon_lancelot")
    ) in {cue.line for cue in fullest.cues}
    for script, _ in each_night:
        assert sum(seconds[cue.line] for cue in script.cues) <= longest
        assert all(sum(cue.hold is hold for cue in script.cues) <= most[hold] for hold in Hold)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lancelots_hear_only_that_nobody_knows_them_as_lancelots(table, language):
    """Evil and Merlin know one of them as Evil, so nobody may be said to know nothing about them."""
    setup = table(8, "percival", "morgana", lancelot="v3")
    assert "lancelot_evil" in {sight.role for sight in sights(setup)["merlin"]}
    tr = Translator(language)
    # Persian writes the vowels of what is spoken; Italian has a plural.
    spoken = re.sub("[\u064b-\u0652]", "", tr("avalon.night.learn.lancelots_close"))
    name = tr("avalon.role.lancelot")[:6]
    assert [name in sentence for sentence in spoken.removesuffix(".").split(". ")] == [True, True]


class Listener:
    """People who go by the words alone: what the key of a line says, read without its cue."""

    def __init__(self, cast):
        self.everyone = set(cast)
        self.evil = {role for role in cast if ROLES[role].side is Side.EVIL}
        self.eyes = set(cast)
        self.thumbs = set()

    def hear(self, key):
        """What they do: (opens, closes, thumbs up, thumbs down)."""
        words, _, variant = key.split(".", 3)[3].partition(".")
        excepted = {"lancelot_evil" if name == "lancelot" else name for name in variant.split("_")}
        excepted &= self.everyone
        opens, closes, up, down = set(), set(), set(), set()
        if words == "evil_open":
            opens = self.evil - excepted
            up = excepted & {"lancelot_evil"}
        elif words == "evil_close":
            closes = self.eyes & self.evil
            down = excepted if variant == "lancelot_lowers" else set()
        elif words == "evil_thumbs":
            up = self.evil - excepted
        elif words == "merlin_thumbs":
            up = {"merlin"} | excepted
        elif words.endswith("_thumbs_down"):
            down = set(self.thumbs)
        elif words.startswith("all_"):
            opens, closes = (self.everyone, set()) if words == "all_open" else (set(), self.everyone)
        elif words != "check_closed":
            called = {"lancelots": {"lancelot_good", "lancelot_evil"}}.get(
                words.split("_")[0], {words.split("_")[0]}
            )
            acting = called & self.everyone
            opens, closes = (acting, set()) if words.endswith("_open") else (set(), acting)
        self.eyes = self.eyes - closes | opens
        self.thumbs = self.thumbs - down | up
        return opens, closes, up, down


def test_people_who_follow_the_words_do_what_the_cues_say(each_night):
    for _, setup in each_night:
        people = Listener(deck(setup))
        for cue in build_script(setup, NightStyle.QUICK).cues:
            did = tuple(map(set, (cue.opens, cue.closes, cue.thumbs_up, cue.thumbs_down)))
            assert people.hear(cue.line) == did, (setup, cue)
