import string
from itertools import product
from pathlib import Path

import polib
import pytest

import companion
from companion.games.cultists.decks import KINDS, NUMBERS
from companion.games.cultists.setup import Setup, tokens, with_automa_seated
from companion.games.game import BadSetup
from companion.i18n.translator import Translator
from companion.scripts.cultists.guide import BEFORE_NIGHT, STEPS, Part, guide, steps_of

CATALOGUE = Path(companion.__file__).parent / "i18n" / "catalogues" / "en" / "cultists.po"
ENTRIES = {entry.msgid: entry for entry in polib.pofile(str(CATALOGUE))}
TABLES = [(4, True), (5, False), (6, False), (6, True), (7, False), (8, False)]
EVERY_TABLE = list(product(TABLES, (False, True)))
NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hugo")


def table(players, automa=False, **extras):
    return Setup(NAMES[:players], automa=automa, **extras)


def ids(setup, *parts):
    return [step.id for step in steps_of(setup, *parts or tuple(Part))]


def args(setup, step):
    [found] = [entry for entry in guide(setup) if entry.id == step]
    return found.args


def placeholders(key):
    entry = ENTRIES[key]
    forms = entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


@pytest.mark.parametrize(("seating", "first"), EVERY_TABLE)
def test_every_step_has_its_sentence_with_just_its_numbers(seating, first):
    english = Translator("en")
    for step in guide(table(*seating, first_game=first)):
        assert step.key in ENTRIES
        assert placeholders(step.key) == set(step.args)
        assert "{" not in english(step.key, **step.args)
    assert not english.missing


def test_no_sentence_of_the_guide_is_left_over():
    reached = {
        step.key for seating, first in EVERY_TABLE for step in guide(table(*seating, first_game=first))
    }
    reached |= {f"cultists.guide.part.{part.value}" for part in (*BEFORE_NIGHT, Part.GOLDEN)}
    around = {"title", "progress", "done_next", "onward", "rooms"}  # words of the screen itself
    sentences = {
        key for key in ENTRIES if key.startswith("cultists.guide.") and key.split(".")[2] not in around
    }
    assert sentences == reached
    assert {f"cultists.guide.{entry.id}" for entry in STEPS} <= reached


@pytest.mark.parametrize(("seating", "first"), EVERY_TABLE)
def test_the_parts_follow_one_another_and_no_step_comes_twice(seating, first):
    steps = guide(table(*seating, first_game=first))
    order = list(Part)
    assert [order.index(step.part) for step in steps] == sorted(order.index(step.part) for step in steps)
    assert len({step.id for step in steps}) == len(steps)
    assert {step.part for step in steps} == set(Part)


def test_the_five_player_guide_goes_in_the_order_of_the_rules():
    assert ids(table(5), *BEFORE_NIGHT) == [
        *("routes", "investigator_decks", "cultist_decks", "role_tokens"),
        *("pulse_pool", "pulse_cards", "pulse_left_over", "hide_tokens"),
        *("envelopes", "deal", "characters", "map", "room_cards", "draw_pile", "hazard_deck", "discs"),
        *("cultist_tokens", "fishman", "vote_token", "power_token", "bag", "clock", "points", "books"),
        *("room_tokens", "knife", "gate", "aims", "look"),
    ]


def test_the_numbers_of_five_players_are_in_the_sentences():
    five = table(5, knife=3)
    assert args(five, "investigator_decks") == {"n": 4, "alive": 7, "success": 8}
    assert args(five, "cultist_decks") == {
        **{"n": 1, "alive": 4, "dead": 3},
        **{"success": 2, "failure": 4, "sabotage": 2},
    }
    assert args(five, "pulse_pool") == {"alive": 5, "dead": 1}
    assert args(five, "room_cards") == {"rooms": 9, "success": 5, "failure": 3, "sabotage": 1}
    assert args(five, "draw_pile") == {"success": 5, "failure": 3, "sabotage": 1}
    assert args(five, "hazard_deck") == {"success": 1, "failure": 1}
    assert args(five, "room_tokens") == {"plain": 5, "hazard": 4}
    assert args(five, "points") == {"points": 10}
    assert args(five, "knife") == {"name": "Dario"}
    assert args(five, "aims") == {"points": 10, "rounds": 10, "kills": 3}


def count(step, kind):
    """How many of these a step names; none where it does not name them."""
    number = step.args.get(kind, 0)
    assert isinstance(number, int)
    return number


@pytest.mark.parametrize(("seating", "first"), EVERY_TABLE)
def test_the_steps_together_take_just_the_cards_of_the_table_from_the_box(seating, first):
    setup = table(*seating, first_game=first)
    taken = dict.fromkeys(KINDS, 0)
    for step in guide(setup):
        copies = count(step, "n") if step.id in ("investigator_decks", "cultist_decks") else 1
        for kind in KINDS:
            taken[kind] += copies * count(step, kind)
        if step.id == "routes":
            taken["route"] += count(step, "n")
    needed = NUMBERS[setup.seats].cards(hazard=not first)
    assert taken == {kind: getattr(needed, kind) for kind in KINDS}


def test_seven_have_no_pulse_cards_and_eight_none_left_over():
    assert not {"pulse_pool", "pulse_cards", "pulse_left_over", "pulse_deck"} & set(ids(table(7)))
    assert ids(table(7), Part.AFTER_NIGHT) == ["hand", "hand_order"]
    assert ids(table(8), Part.AFTER_NIGHT) == ["pulse_deck", "hand_order"]
    assert "pulse_left_over" not in ids(table(8))
    assert "pulse_left_over" in ids(table(6))


@pytest.mark.parametrize("seating", TABLES)
def test_a_first_game_leaves_dangers_in_the_box(seating):
    first, later = ids(table(*seating, first_game=True)), ids(table(*seating))
    bag = "bag_large" if sum(seating) > 6 else "bag"
    assert set(later) - set(first) == {"hazard_deck", "cultist_tokens", "fishman", bag}
    assert set(first) - set(later) == {"first_game", f"{bag}_first_game"}


def test_the_automa_gets_its_own_steps():
    four = ids(table(4, True))
    assert set(four) - set(ids(table(5))) == {
        *("as_for", "deal_automa", "automa_character", "look_automa"),
        *("automa_pulse", "automa_piles", "automa_route"),
    }
    six = ids(table(6, True))
    assert set(six) - set(ids(table(7))) == set(four) - set(ids(table(5))) - {"automa_pulse"} | {
        "automa_partner"
    }
    assert args(table(6, True), "as_for") == {"n": 7}


@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize("starter", range(4))
def test_the_same_person_holds_the_automas_deck_in_every_step_and_starts(players, starter):
    """In the recommended seat, on the start player's right."""
    setup = with_automa_seated(table(players, True, knife=starter))
    steps = {step.id: step.args["name"] for step in guide(setup) if "name" in step.args}
    assert steps.pop("knife") == setup.players[starter]
    assert {"deal_automa", "automa_character", "look_automa", "automa_piles"} <= steps.keys()
    assert set(steps.values()) == {setup.players[starter]}
    assert setup.automa_seat is not None
    assert setup.after(setup.automa_seat) == setup.automa_holder == starter


def test_in_another_seat_whoever_is_on_its_left_holds_its_deck():
    assert args(table(4, True, knife=2), "look_automa") == {"name": "Ada"}
    assert args(table(4, True, knife=2, automa_before=3), "look_automa") == {"name": "Dario"}


def test_the_tokens_to_use_are_named_with_their_step():
    setup = table(8, roles=("seer", "engineer"))
    named = {step.id: step.roles for step in guide(setup) if step.roles}
    assert named == {"role_tokens": tokens(setup)}


def test_the_golden_rules_hold_at_every_table():
    rules = ["talk", "hide", "own_role", "move", "unseen"]
    assert all(ids(table(*seating), Part.GOLDEN) == rules for seating in TABLES)


@pytest.mark.parametrize(("players", "automa"), [(4, False), (5, True), (9, False)])
def test_there_is_no_guide_for_a_table_the_rules_do_not_know(players, automa):
    with pytest.raises(BadSetup):
        guide(Setup(tuple(map(str, range(players))), automa=automa))
