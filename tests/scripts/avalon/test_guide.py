"""From the box to the night: every count is that of the rules, and every step lies in its picture."""

from collections import Counter

import pytest

from companion.games.avalon.components import COMPONENTS, COMPONENTS_BY_ID, role_component_id
from companion.games.avalon.rules import DECK, LADY_AFTER_QUESTS, SWITCHES, start
from companion.games.avalon.setup import (
    DEFAULT_PLOT_CARDS_MIN_PLAYERS,
    NUMBERS,
    ROLES,
    Lancelot,
    Options,
    Setup,
    deck,
    plot_deck_size,
)
from companion.games.avalon.state import MAX_ATTEMPTS, QUESTS
from companion.i18n.translator import Translator
from companion.scripts.avalon.guide import PARTS, draw_scene, list_packing_steps, list_steps
from companion.scripts.teaching import PACKING, Shape, list_parts
from tests.cases import sample
from tests.games.avalon.builders import (
    LANGUAGE_CODES,
    NAMES,
    SIZES,
    WITH_PLOT_CARDS,
    every_setup,
    numbers_in_words,
)
from tests.scripts.scene_checks import find_out_of_bounds, find_overlaps


def steps_of(setup):
    return {step.id: step for step in list_steps(setup)}


def counts(*steps):
    counted: Counter[str] = Counter()
    for step in steps:
        counted.update({piece.id: piece.count for piece in step.pieces})
    return counted


def seat(players, **choices):
    return Setup(NAMES[:players], **choices)


def test_every_component_is_used_or_stays_in_the_box():
    for setup in every_setup():
        taken = counts(*list_steps(setup))
        for kind in COMPONENTS:
            assert taken[kind.id] == (kind.count if taken[kind.id] or not kind.is_extra else 0), (
                setup,
                kind.id,
            )


def test_promotional_cards_are_there_only_where_they_are_played_with():
    extras = {kind.id for kind in COMPONENTS if kind.is_extra}
    assert not extras & set(counts(*list_steps(seat(7, lady=True, targeting=True))))
    everything = seat(7, lancelot=Lancelot.V1, excalibur=True, options=WITH_PLOT_CARDS)
    assert extras <= set(counts(*list_steps(everything)))


def test_the_cards_of_both_sides_are_the_deck():
    for setup in every_setup():
        steps = steps_of(setup)
        dealt = counts(steps["good"], steps["evil"])
        assert dealt == Counter(role_component_id(role) for role in deck(setup))
        numbers = NUMBERS[len(setup.players)]
        for side, seats in (("good", numbers.good), ("evil", numbers.evil)):
            assert sum(counts(steps[side]).values()) == seats
            assert all(
                ROLES[piece.id.removeprefix("role_")].side.value == side for piece in steps[side].pieces
            )
            assert steps[side].key == f"avalon_guide.step.{side}.{seats}"


def test_without_merlin_his_card_is_put_away():
    steps = steps_of(seat(7, options=Options(merlin=False)))
    assert counts(steps["put_away"])[role_component_id("merlin")] == 1
    assert role_component_id("merlin") not in counts(steps["good"])


@pytest.mark.parametrize("players", SIZES)
def test_each_player_gets_one_vote_token_of_each_kind(players):
    votes = steps_of(seat(players))["vote_tokens"]
    assert counts(votes) == {"approve_token": players, "reject_token": players}


def test_the_lady_starts_at_the_right_of_the_leader():
    for players in SIZES:
        for leader in range(players):
            setup = seat(players, leader=leader, lady=True)
            (holder,) = start(setup).lady_holders
            lady = steps_of(setup)["lady"]
            assert lady.args == {"name": NAMES[holder]}
            assert steps_of(setup)["leader"].args == {"name": NAMES[leader]}
            (token,) = [thing for thing in draw_scene(setup, "extras") if thing.step == "lady"]
            plates = [thing for thing in draw_scene(setup, "extras") if thing.shape is Shape.PLATE]
            nearest = min(plates, key=lambda plate: (plate.x - token.x) ** 2 + (plate.y - token.y) ** 2)
            assert nearest.name == NAMES[holder]


@pytest.mark.parametrize(
    ("variant", "step"), [(Lancelot.V1, "loyalty_deck"), (Lancelot.V2, "loyalty_row"), (Lancelot.V3, None)]
)
def test_the_lancelots_bring_the_cards_of_their_variant(variant, step):
    steps = steps_of(seat(8, lancelot=variant))
    assert [name for name in ("loyalty_deck", "loyalty_row") if name in steps] == ([step] if step else [])
    if step:
        assert sum(counts(steps[step]).values()) == DECK[variant]
        assert counts(steps[step])["switch_card"] == SWITCHES


def test_plot_cards_are_fewer_with_few_players_and_need_loyalty_cards():
    for players in SIZES:
        setup = seat(players, options=WITH_PLOT_CARDS)
        steps = steps_of(setup)
        assert counts(steps["plot_cards"]) == {"plot_card": plot_deck_size(setup)}
        assert (plot_deck_size(setup) == COMPONENTS_BY_ID["plot_card"].count) == (
            players >= DEFAULT_PLOT_CARDS_MIN_PLAYERS
        )
        assert "loyalty_cards" in steps
    assert "loyalty_cards" not in steps_of(seat(7))


def test_with_targeting_no_quest_is_marked_yet():
    assert "round_marker_aside" not in steps_of(seat(7))
    aside = steps_of(seat(7, targeting=True))
    assert "round_marker" not in aside
    assert counts(aside["round_marker_aside"]) == {"round_marker": 1}


def test_parts_come_in_their_order_and_only_additions_may_be_missing():
    assert list_parts(list_steps(seat(7, lady=True))) == PARTS
    assert list_parts(list_steps(seat(7))) == tuple(part for part in PARTS if part != "extras")


def test_packing_puts_every_component_back_once():
    for setup in every_setup():
        assert counts(*list_packing_steps(setup)) == counts(*list_steps(setup))
        for step in list_packing_steps(setup):
            assert len({COMPONENTS_BY_ID[piece.id].is_extra for piece in step.pieces}) == 1


def test_every_step_is_in_its_scene_and_nothing_overlaps():
    for setup in every_setup():
        for steps, parts in (
            (list_steps(setup), list_parts(list_steps(setup))),
            (list_packing_steps(setup), (PACKING,)),
        ):
            for part in parts:
                picture = draw_scene(setup, part)
                own = {step.id for step in steps if step.part == part}
                assert own == {thing.step for thing in picture} - {None}, (setup, part)
                assert not list(find_overlaps(picture)), (setup, part)
                assert not list(find_out_of_bounds(picture)), (setup, part)


def test_scenes_have_room_for_any_leader():
    for players in SIZES:
        for leader in range(players):
            setup = seat(players, leader=leader, lady=True, excalibur=True)
            for part in ("people", "extras", "ready"):
                assert not list(find_overlaps(draw_scene(setup, part))), (players, leader, part)


@pytest.mark.parametrize("players", SIZES)
def test_the_drawn_board_has_the_numbers_of_the_rules(players):
    face = [thing for thing in draw_scene(seat(players), "board") if thing.step == "board"]
    numbers = NUMBERS[players]
    shown = tuple(thing.number for thing in face if thing.number is not None)
    assert shown == (*numbers.teams, *range(1, MAX_ATTEMPTS))
    daggers = [thing for thing in face if thing.icon == "DAGGER"]
    # The last vote has one, and a quest that takes several Fails as many.
    assert len(daggers) == 1 + sum(fails for fails in numbers.fails if fails > 1)
    scores = [thing for thing in draw_scene(seat(players), "board") if thing.step == "score_markers"]
    assert len(scores) == QUESTS


def test_each_deck_in_the_picture_has_its_number():
    for setup in every_setup():
        (pile,) = [thing for thing in draw_scene(setup, "ready") if thing.step == "deck"]
        assert pile.count == len(setup.players)
        (away,) = [
            thing
            for thing in draw_scene(setup, "characters")
            if thing.step == "put_away" and thing.shape is not Shape.BOX
        ]
        assert away.count == sum(counts(steps_of(setup)["put_away"]).values())


@pytest.mark.parametrize("language", sample(reversed(LANGUAGE_CODES)))
def test_every_step_and_piece_is_translated(language):
    tr = Translator(language)
    for setup in every_setup():
        for step in (*list_steps(setup), *list_packing_steps(setup)):
            texts = [
                tr(step.key, **step.args),
                *([tr(step.reason_key, **step.args)] if step.reason_key else ()),
            ]
            texts += [tr(f"avalon_guide.piece.{piece.id}", n=piece.count) for piece in step.pieces]
            assert not any("{" in words for words in texts), step
        for part in (*list_parts(list_steps(setup)), PACKING):
            for thing in draw_scene(setup, part):
                assert thing.key is None or "{" not in tr(thing.key, **thing.args)
    for part in PARTS:
        tr(f"avalon_guide.part.{part}")
    assert not tr.missing


def said_numbers():
    """The numbers that each sentence of the guide has in words, from the rules and the box."""
    box = {kind.id: kind.count or 0 for kind in COMPONENTS}
    yes = {
        "step.vote_tokens": [2],
        "step.score_markers": [box["score_marker"]],
        "step.team_tokens": [box["team_token"]],
        "step.success_cards": [box["success_card"]],
        "step.fail_cards": [box["fail_card"]],
        "step.loyalty_cards": [box["loyalty_good"] + box["loyalty_evil"]],
        "step.loyalty_deck": [DECK[Lancelot.V1] - SWITCHES, SWITCHES],
        "step.loyalty_row": [DECK[Lancelot.V2] - SWITCHES, SWITCHES, QUESTS],
        "step.deck": [2],
        "why.board.two_fails": [NUMBERS[7].fails.index(2) + 1, max(NUMBERS[7].fails)],
        "why.vote_marker": [MAX_ATTEMPTS],
        "why.lady": [quests for quests in LADY_AFTER_QUESTS if quests > 2],
        "why.loyalty_deck": [3, 2],
        "why.loyalty_row": [2],
        "pack.quest_cards": [box["success_card"], box["fail_card"]],
        "pack.votes": [box["approve_token"], box["reject_token"]],
        "pack.boards": [box["score_board"]],
        "pack.lake": [box["loyalty_good"] + box["loyalty_evil"]],
        "pack.lancelots": [2, box["no_change_card"] + box["switch_card"]],
        "pack.plots": [box["plot_card"]],
    }
    for players in SIZES:
        yes[f"step.board.{players}"] = [players]
    small = seat(5, options=WITH_PLOT_CARDS)
    yes[f"step.plot_cards.{plot_deck_size(small)}"] = [
        plot_deck_size(small),
        *range(SIZES[0], DEFAULT_PLOT_CARDS_MIN_PLAYERS),
    ]
    yes[f"step.plot_cards.{box['plot_card']}"] = [box["plot_card"]]
    for side in ("good", "evil"):
        for seats in {getattr(numbers, side) for numbers in NUMBERS.values()}:
            yes[f"step.{side}.{seats}"] = [seats]
    return yes


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_a_number_in_words_is_that_of_the_rules(language):
    expected = said_numbers()
    texts = {
        key
        for setup in every_setup()
        for step in (*list_steps(setup), *list_packing_steps(setup))
        for key in (step.key, step.reason_key)
        if key
    }
    for key in texts:
        short = key.removeprefix("avalon_guide.")
        assert numbers_in_words(key, language) == sorted(expected.get(short, [])), key
    assert {f"avalon_guide.{short}" for short in expected} <= texts
