"""The guided set-up: steps, components and scenes."""

import string
from collections import Counter
from itertools import combinations, product

import polib
import pytest

from companion.core.game import BadSetup
from companion.games.cultists.components import (
    COMPONENTS,
    COMPONENTS_BY_ID,
    event_component_id,
    role_component_id,
)
from companion.games.cultists.setup import CARD_KINDS as CARDS
from companion.games.cultists.setup import NUMBERS, Setup, is_seer_allowed, role_tokens, seat_automa
from companion.games.cultists.state import full_bag
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import CATALOGUES, Translator
from companion.scripts.cultists.guide import (
    ENTRIES,
    PARTS,
    PULSE,
    draw_scene,
    list_packing_steps,
    list_permanent_rules,
    list_steps,
    list_steps_after_night,
)
from companion.scripts.teaching import PACKING, Shape, list_parts
from tests.cases import sample
from tests.scripts.scene_checks import find_out_of_bounds, find_overlaps

WORDS = {
    entry.msgid: entry
    for domain in ("cultists", "cultists_guide")
    for entry in polib.pofile(f"{CATALOGUES}/en/{domain}.po")
}
TABLES = [(4, True), (5, False), (6, False), (6, True), (7, False), (8, False)]
EVERY_TABLE = list(product(TABLES, (False, True)))
NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hugo")
# On one page with a picture.
MOST_STEPS = 6


def table(players, automa=False, **extras):
    return Setup(NAMES[:players], automa=automa, **extras)


def every_setup():
    """Every number and option that changes what is laid out, and whoever starts or sits beside the Automa."""
    for (players, automa), first in EVERY_TABLE:
        seer = ("seer",) if is_seer_allowed(players + automa, automa=automa) else ()
        for roles, knife in product({(), seer}, range(players)):
            for beside in range(players) if automa else (None,):
                yield table(
                    *(players, automa), first_game=first, roles=roles, knife=knife, automa_before=beside
                )


def ids(setup):
    return [step.id for step in list_steps(setup)]


def step_of(setup, name):
    [found] = [step for step in (*list_steps(setup), *list_steps_after_night(setup)) if step.id == name]
    return found


def args(setup, name):
    return step_of(setup, name).args


def pieces(steps):
    """All pieces of these steps, by kind."""
    taken: Counter[str] = Counter()
    for step in steps:
        for piece in step.pieces:
            taken[piece.id] += piece.count
    return taken


def placeholders(key):
    entry = WORDS[key]
    forms = entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


def told(setup):
    return (
        *list_steps(setup),
        *list_steps_after_night(setup),
        *list_permanent_rules(setup),
        *list_packing_steps(setup),
    )


# Words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seating", "first"), EVERY_TABLE)
def test_every_step_has_its_sentence_with_just_its_numbers_and_says_why(seating, first):
    for step in told(table(*seating, first_game=first)):
        assert placeholders(step.key) == set(step.args)
        assert (step.reason_key is not None) is (step.part in (*PARTS, PACKING))
        assert step.reason_key is None or placeholders(step.reason_key) <= set(step.args)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_all_words_of_guide_and_pictures(code):
    tr = Translator(code)
    for seating, first in EVERY_TABLE:
        setup = table(*seating, first_game=first)
        for step in told(setup):
            assert "{" not in tr(step.key, **step.args)
            if step.reason_key is not None:
                tr(step.reason_key, **step.args)
        for part in (*PARTS, PACKING):
            for thing in draw_scene(setup, part):
                if thing.key is not None:
                    assert "{" not in tr(thing.key, **thing.args)
    for part in PARTS:
        tr(f"cultists_guide.part.{part}")
    for kind in COMPONENTS:
        assert tr.format_number(2) in tr(f"cultists_guide.piece.{kind.id}", n=2)
    assert not tr.missing


def test_no_word_of_the_guide_is_left_over():
    setups = [table(*seating, first_game=first) for seating, first in EVERY_TABLE]
    steps = [step for setup in setups for step in told(setup)]
    reached = {step.key for step in steps} | {step.reason_key for step in steps}
    reached |= {thing.key for setup in setups for part in PARTS for thing in draw_scene(setup, part)}
    reached |= {f"cultists_guide.part.{part}" for part in PARTS} | {"cultists.guide.part.golden"}
    reached |= {f"cultists_guide.piece.{kind.id}" for kind in COMPONENTS}
    written = {
        key
        for key in WORDS
        if key.startswith(("cultists.guide.", "cultists_guide."))
        and not key.startswith("cultists_guide.intro.")
    }
    assert written <= reached


# Order ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seating", "first"), EVERY_TABLE)
def test_the_parts_follow_one_another_each_on_a_page_and_no_step_comes_twice(seating, first):
    setup = table(*seating, first_game=first)
    steps = list_steps(setup)
    shown = [part for part in PARTS if part != PULSE or NUMBERS[setup.seats].pulse_pool is not None]
    assert list_parts(steps) == tuple(shown)
    assert [step.part for step in steps] == sorted((step.part for step in steps), key=PARTS.index)
    assert max(Counter(step.part for step in steps).values()) <= MOST_STEPS
    assert len({step.id for step in told(setup)}) == len(told(setup))


def test_the_five_player_guide_goes_in_the_order_of_the_rules():
    assert ids(table(5)) == [
        *("routes", "investigator_decks", "cultist_decks", "role_tokens"),
        *("pulse_pool", "pulse_cultists", "pulse_investigators", "pulse_left_over", "hide_tokens"),
        *("envelopes", "deal", "characters", "map", "room_cards", "draw_pile", "hazard_deck", "discs"),
        *("cultist_tokens", "fishman", "vote_token", "power_token", "bag", "clock", "points", "books"),
        *("room_tokens", "knife", "gate", "aims", "look"),
    ]


def test_every_step_is_for_some_table():
    reached = {step.id for seating, first in EVERY_TABLE for step in told(table(*seating, first_game=first))}
    assert {entry.id for entry in ENTRIES} <= reached


# Numbers ----------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize(("seating", "first"), EVERY_TABLE)
def test_the_steps_together_take_just_what_the_table_needs_from_the_box(seating, first):
    setup = table(*seating, first_game=first)
    numbers = NUMBERS[setup.seats]
    needed = Counter(numbers.cards(hazard=not first).counts())
    needed += Counter(map(role_component_id, role_tokens(setup)))
    needed += Counter({event_component_id(event): count for event, count in full_bag(setup).items()})
    needed += Counter(room_plain=numbers.plain_rooms, room_hazard=numbers.hazard_rooms)
    needed += Counter(dict.fromkeys(("envelope", "character", "disc"), setup.seats))
    needed += Counter(("vote_token", "electricity_token", "bag", "clock", "points_marker", "finger"))
    needed += Counter(("knife", "phase_marker", "gate"))
    if not first:
        needed += Counter(cultist_token=3, fishman=1, broken_window=1)
    # How many of these lie on the map, only the map tells: all are taken out.
    needed += Counter(map_part=6, book=25)
    assert pieces(list_steps(setup)) == needed
    assert all(count <= (COMPONENTS_BY_ID[kind].count or 0) for kind, count in needed.items())


def said(step, number):
    """A number that the sentence of a step names; none where it does not name it."""
    value = step.args.get(number, 0)
    assert isinstance(value, int)
    return value


@pytest.mark.parametrize(("seating", "first"), EVERY_TABLE)
def test_what_a_step_takes_is_what_its_sentence_says(seating, first):
    for step in list_steps(table(*seating, first_game=first)):
        taken = pieces([step])
        copies = said(step, "n") if step.id in ("investigator_decks", "cultist_decks") else 1
        for kind in set(CARDS) & step.args.keys():
            assert taken[kind] == said(step, kind) * copies, (step.id, kind)
        for sort in ("plain", "hazard"):
            assert taken[f"room_{sort}"] == said(step, sort)


def test_the_tokens_to_use_are_counted_with_their_step():
    setup = table(8, roles=("seer", "engineer"))
    assert pieces([step_of(setup, "role_tokens")]) == {
        **{"role_cultist": 2, "role_seer": 1, "role_engineer": 1},
        "role_investigator": 4,
    }


def test_all_that_has_a_number_goes_back_into_the_box_whatever_was_played():
    whole = {kind.id: kind.count for kind in COMPONENTS if kind.count is not None}
    for seating, first in EVERY_TABLE:
        steps = list_packing_steps(table(*seating, first_game=first))
        assert {step.part for step in steps} == {PACKING}
        assert pieces(steps) == whole
        assert all(step.pieces for step in steps)


# Kinds of table ---------------------------------------------------------------------------------------


def test_seven_have_no_pulse_cards_and_eight_none_left_over():
    assert not {"pulse_pool", "pulse_cultists", "pulse_investigators", "pulse_left_over"} & set(ids(table(7)))
    assert [step.id for step in list_steps_after_night(table(7))] == ["hand", "hand_order"]
    assert [step.id for step in list_steps_after_night(table(8))] == ["pulse_deck", "hand_order"]
    assert "pulse_left_over" not in ids(table(8))
    assert "pulse_left_over" in ids(table(6))


@pytest.mark.parametrize("seating", TABLES)
def test_a_first_game_leaves_dangers_in_the_box(seating):
    first, later = table(*seating, first_game=True), table(*seating)
    assert set(ids(later)) - set(ids(first)) == {"hazard_deck", "cultist_tokens", "fishman"}
    assert set(ids(first)) - set(ids(later)) == {"first_game"}
    assert "event_broken_glass" in pieces(list_steps(later))
    assert "event_broken_glass" not in pieces(list_steps(first))


@pytest.mark.parametrize(
    ("players", "first", "name"),
    [
        *[(5, False, "bag"), (6, False, "bag"), (6, True, "bag_first_game")],
        *[(7, False, "bag_large"), (8, True, "bag_large_first_game")],
    ],
)
def test_the_bag_is_told_by_what_stays_out_of_it(players, first, name):
    assert step_of(table(players, first_game=first), "bag").key == f"cultists_guide.step.{name}"


def test_the_automa_gets_its_own_steps():
    def all_ids(setup):
        return {step.id for step in (*list_steps(setup), *list_steps_after_night(setup))}

    four = all_ids(table(4, True)) - all_ids(table(5))
    assert four == {
        *("as_for", "deal_automa", "automa_character", "look_automa"),
        *("automa_pulse", "automa_piles", "automa_route"),
    }
    six = all_ids(table(6, True)) - all_ids(table(7))
    assert six == four - {"automa_pulse"} | {"automa_partner"}
    assert args(table(6, True), "as_for") == {"n": 7}


@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize("starter", range(4))
def test_the_same_person_holds_the_automas_deck_in_every_step_and_starts(players, starter):
    """In the recommended seat, on the start player's right."""
    setup = seat_automa(table(players, True, knife=starter))
    steps = {step.id: step.args["name"] for step in told(setup) if "name" in step.args}
    assert steps.pop("knife") == setup.players[starter]
    assert {"deal_automa", "automa_character", "look_automa", "automa_piles"} <= steps.keys()
    assert set(steps.values()) == {setup.players[starter]}
    assert setup.automa_seat is not None
    assert setup.next_seat(setup.automa_seat) == setup.automa_holder == starter


def test_in_another_seat_whoever_is_on_its_left_holds_its_deck():
    assert args(table(4, True, knife=2), "look_automa") == {"name": "Ada"}
    assert args(table(4, True, knife=2, automa_before=3), "look_automa") == {"name": "Dario"}


def test_the_golden_rules_hold_at_every_table():
    rules = ["talk", "hide", "own_role", "move", "unseen"]
    assert all([step.id for step in list_permanent_rules(table(*seating))] == rules for seating in TABLES)


@pytest.mark.parametrize(("players", "automa"), [(4, False), (5, True), (9, False)])
def test_there_is_no_guide_for_a_table_the_rules_do_not_know(players, automa):
    with pytest.raises(BadSetup):
        list_steps(Setup(tuple(map(str, range(players))), automa=automa))


# Pictures ---------------------------------------------------------------------------------------------


def own(setup, part):
    steps = list_packing_steps(setup) if part == PACKING else list_steps(setup)
    return {step.id for step in steps if step.part == part}


@pytest.mark.parametrize("some", sample([slice(0, None, 7), slice(None)]))
def test_every_step_is_seen_in_the_picture_of_its_part_and_nothing_covers_another(some):
    for setup in list(every_setup())[some]:
        for part in (*list_parts(list_steps(setup)), PACKING):
            drawn = draw_scene(setup, part)
            assert {thing.step for thing in drawn} - {None} == own(setup, part)
            assert not list(find_overlaps(drawn)), (setup, part)
            assert not list(find_out_of_bounds(drawn)), (setup, part)


def test_pieces_on_a_board_lie_beside_each_other():
    for (players, automa), first in EVERY_TABLE:
        setup = table(players, automa, first_game=first)
        for part in list_parts(list_steps(setup)):
            discs = [
                thing
                for thing in draw_scene(setup, part)
                if thing.shape is Shape.DISC and thing.is_overlay and thing.number is None
            ]
            for one, other in combinations(discs, 2):
                assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= ((one.width + other.width) / 2) ** 2


def things(setup, part, step, *shapes):
    return [thing for thing in draw_scene(setup, part) if thing.step == step and thing.shape in shapes]


@pytest.mark.parametrize(("seating", "first"), EVERY_TABLE)
def test_the_pictures_show_as_many_as_the_rules_say(seating, first):
    setup = table(*seating, first_game=first)
    numbers = NUMBERS[setup.seats]
    assert len(things(setup, "decks", "routes", Shape.CARD)) == setup.seats
    assert len(things(setup, "decks", "role_tokens", Shape.DISC)) == setup.seats
    cultists = things(setup, "decks", "cultist_decks", Shape.PILE)
    others = things(setup, "decks", "investigator_decks", Shape.PILE)
    assert [pile.count + 1 for pile in cultists] == [numbers.cultist_deck.total] * numbers.cultists
    assert [pile.count + 1 for pile in others] == [numbers.investigator_deck.total] * numbers.investigators
    assert len(things(setup, "rooms", "room_cards", Shape.CARD)) == numbers.rooms
    assert [pile.count for pile in things(setup, "rooms", "draw_pile", Shape.PILE)] == [
        numbers.draw_pile.total
    ]
    assert len(things(setup, "figures", "discs", Shape.DISC)) == setup.seats
    assert len(things(setup, "board", "room_tokens", Shape.DISC)) == numbers.rooms
    [sack] = things(setup, "board", "bag", Shape.DISC)
    assert sack.count == sum(full_bag(setup).values())
    assert {thing.number for thing in things(setup, "board", "points", Shape.DISC)} >= {0, numbers.points}
    if numbers.pulse_pool is not None:
        pool = things(setup, "pulse", "pulse_pool", Shape.PILE, Shape.CARD)
        assert [pile.count for pile in pool] == list(numbers.pulse_pool.counts().values())
        under = ("pulse_cultists", "pulse_investigators")
        dealt = [things(setup, "pulse", step, Shape.CARD) for step in under]
        assert list(map(len, dealt)) == [numbers.cultists, numbers.investigators]


@pytest.mark.parametrize(("seating", "first"), EVERY_TABLE)
def test_everybody_sits_in_the_picture_as_at_the_table(seating, first):
    setup = seat_automa(table(*seating, first_game=first, knife=2))
    for part in ("people", "ready"):
        plates = [thing for thing in draw_scene(setup, part) if thing.shape is Shape.PLATE]
        seated = [None if seat == setup.automa_seat else NAMES[seat] for seat in setup.clockwise]
        assert [plate.name for plate in plates] == seated
    [starter] = [thing for thing in draw_scene(setup, "ready") if thing.name == "Chloe"]
    knife = things(setup, "ready", "knife", Shape.DISC)
    others = [
        thing for thing in draw_scene(setup, "ready") if thing.shape is Shape.PLATE and thing != starter
    ]
    for piece in knife:
        near = abs(piece.x - starter.x) + abs(piece.y - starter.y)
        assert near < min(abs(piece.x - other.x) + abs(piece.y - other.y) for other in others)
