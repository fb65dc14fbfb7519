"""Guided set-up and intro: their steps, counts, scenes and sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from companion.games.duet.rules import start
from companion.games.duet.setup import (
    AGENTS,
    BOX_TOKENS,
    COLUMNS,
    COMPONENTS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    ROWS,
    SCORED_TOKENS,
    WORDS,
    Mission,
    Setup,
    Side,
    TrackingMode,
    problems,
)
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.duet.guide import (
    CHAPTERS,
    PARTS,
    PLATES_PER_LINE,
    draw_scene,
    list_packing_steps,
    list_steps,
    split_into_lines,
)
from companion.scripts.teaching import (
    PACKING,
    GuideStep,
    IntroSpeed,
    SceneItem,
    Shape,
    find_changed_steps,
    list_parts,
)
from companion.widgets.icons import Icon
from companion.widgets.palette import Palette
from tests.scripts.scene_checks import find_out_of_bounds, find_overlaps

COUNTS = {kind.id: kind.count for kind in COMPONENTS}
FOUR = Setup(("Ada", "Bruno", "Chloe", "Dario"))


def every_seating() -> Iterator[Setup]:
    """Every number of players, and every way to share them between the sides."""
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        names = tuple(f"Player {number}" for number in range(1, players + 1))
        for first in range(1, players):
            yield Setup(names, sides=tuple(Side.A if seat < first else Side.B for seat in range(players)))


def every_mission() -> Iterator[Setup]:
    for tokens in range(1, BOX_TOKENS + 1):
        for mistakes in range(tokens + 1):
            yield replace(FOUR, tokens=tokens, mistakes=mistakes)


def needed(steps: Sequence[GuideStep]) -> Counter[str]:
    pieces: Counter[str] = Counter()
    for step in steps:
        for piece in step.pieces:
            pieces[piece.id] += piece.count
    return pieces


def by_id(setup: Setup) -> dict[str, GuideStep]:
    return {step.id: step for step in list_steps(setup)}


def of_step(things: Sequence[SceneItem], step: str) -> list[SceneItem]:
    return [thing for thing in things if thing.step == step]


def test_parts_are_in_order_and_steps_are_unique() -> None:
    for setup in (*every_seating(), *every_mission()):
        assert not problems(setup)
        steps = list_steps(setup)
        assert list_parts(steps) == PARTS
        assert len({step.id for step in steps}) == len(steps)


def test_every_player_is_named_in_the_step_of_their_side() -> None:
    for setup in every_seating():
        steps = by_id(setup)
        for side, step in ((Side.A, "side_one"), (Side.B, "side_two")):
            names = setup.members(side)
            assert steps[step].args == {"names": names, "n": len(names)}


def test_pieces_match_the_rules_and_never_exceed_the_box() -> None:
    for setup in every_mission():
        pieces = needed(list_steps(setup))
        assert pieces["word_card"] == WORDS == 25
        assert (pieces["key_card"], pieces["stand"]) == (1, 1)
        assert (pieces["agent"], pieces["assassin"]) == (AGENTS, 1)
        assert pieces["token"] + pieces["blue_token"] == setup.tokens
        assert all((COUNTS[kind] or count) >= count for kind, count in pieces.items())


def test_bank_in_the_scene_matches_the_first_state() -> None:
    for setup in every_mission():
        laid = {step.id: sum(piece.count for piece in step.pieces) for step in list_steps(setup)}
        bank = start(setup).bank
        assert laid.get("bystanders", 0) + laid.get("blue_bystanders", 0) == bank.bystanders
        assert laid.get("checks", 0) + laid.get("blue_checks", 0) == bank.checks
        assert laid.get("blue_bystanders", 0) + laid.get("blue_checks", 0) == max(
            0, setup.tokens - SCORED_TOKENS
        )
        for step in list_steps(setup):
            if "n" in step.args and step.pieces:
                assert step.args["n"] == laid[step.id] > 0


def test_standard_mission_has_sentences_without_arguments() -> None:
    step = by_id(FOUR)["bystanders"]
    assert step.key == "duet_guide.step.bystanders_usual"
    assert not step.args
    assert by_id(replace(FOUR, tokens=9, mistakes=8))["bystanders"].args == {"n": 8}
    assert by_id(replace(FOUR, tokens=11))["bystanders"].args == {"n": 9}


def test_steps_name_the_first_side_and_loose_turns() -> None:
    steps = by_id(replace(FOUR, first=Side.B))
    assert steps["first"].args == {"names": ("Chloe", "Dario")}
    assert steps["order"].key == "duet_guide.step.order"
    loose = by_id(replace(FOUR, loose_turns=True))
    assert loose["order"].key == "duet_guide.step.order_loose"


def test_other_missions_change_only_the_bank() -> None:
    changed = find_changed_steps(list_steps(FOUR), list_steps(replace(FOUR, tokens=11, mistakes=5)))
    assert changed == ("bystanders", "checks", "blue_checks")


def test_packing_returns_all_pieces_and_all_tokens() -> None:
    for setup in every_mission():
        back, taken = needed(list_packing_steps(setup)), needed(list_steps(setup))
        assert {step.part for step in list_packing_steps(setup)} == {PACKING}
        assert all(back[kind] >= count for kind, count in taken.items())
        assert all(back[kind] == count for kind, count in COUNTS.items() if count is not None)


def test_items_of_guide_scenes_do_not_overlap_and_stay_on_the_table() -> None:
    for setup in every_seating():
        crowded = replace(setup, tokens=BOX_TOKENS, mistakes=BOX_TOKENS - 1, first=Side.B)
        # The parts between only fill the table: what lies there then lies there at the end.
        for part in (PARTS[0], PARTS[-1]):
            drawn = draw_scene(crowded, part)
            assert not list(find_overlaps(drawn)), (len(setup.players), part)
            assert not list(find_out_of_bounds(drawn)), (len(setup.players), part)
    for part in (*PARTS, PACKING):
        assert not list(find_overlaps(draw_scene(FOUR, part)))
        assert not list(find_out_of_bounds(draw_scene(FOUR, part)))


def test_every_player_has_a_plate_on_their_side() -> None:
    for setup in every_seating():
        for part in PARTS:
            drawn = draw_scene(setup, part)
            plates = {thing.name: thing for thing in drawn if thing.shape is Shape.PLATE}
            assert set(plates) == set(setup.players)
            one = [plates[name].y for name in setup.members(Side.A)]
            two = [plates[name].y for name in setup.members(Side.B)]
            assert min(one) > max(two)
            words = [thing.y for thing in of_step(drawn, "words")]
            assert all(max(two) < y < min(one) for y in words)


def test_lines_of_a_side_have_about_the_same_length() -> None:
    for people in range(1, MAX_PLAYERS):
        sat = split_into_lines([str(number) for number in range(people)])
        assert [name for line in sat for name in line] == [str(number) for number in range(people)]
        lengths = [len(line) for line in sat]
        assert max(lengths) <= PLATES_PER_LINE
        assert max(lengths) - min(lengths) <= 2


def test_scene_shows_the_counts_of_the_steps() -> None:
    for setup in every_mission():
        drawn = draw_scene(setup, PARTS[-1])
        assert len(of_step(drawn, "words")) == ROWS * COLUMNS
        assert [thing.count for thing in of_step(drawn, "agents")] == [AGENTS]
        assert len(of_step(drawn, "assassin")) == 1
        assert len(of_step(drawn, "faces")) == 2
        for step, icon in (
            ("bystanders", "BYSTANDER"),
            ("blue_bystanders", "BYSTANDER"),
            ("checks", "CHECK"),
            ("blue_checks", "CHECK"),
        ):
            laid = by_id(setup)[step].pieces[0].count if step in by_id(setup) else 0
            assert [thing.icon for thing in of_step(drawn, step)] == [icon] * laid


def test_every_step_with_pieces_has_an_item_in_its_scene() -> None:
    for setup in every_mission():
        for step in (*list_steps(setup), *list_packing_steps(setup)):
            if step.pieces:
                assert of_step(draw_scene(setup, step.part), step.id), step.id


def test_scene_fills_up_from_part_to_part() -> None:
    words, bank, clue = (draw_scene(FOUR, part) for part in PARTS[1:])
    assert set(words) < set(bank) < set(clue)


def test_scenes_and_components_use_existing_icons_and_colours() -> None:
    tones = set(Palette.__dataclass_fields__)
    things = [thing for part in (*PARTS, PACKING) for thing in draw_scene(FOUR, part)]
    assert {thing.icon for thing in things if thing.icon} | {kind.icon for kind in COMPONENTS} <= set(
        Icon.__members__
    )
    assert {thing.tone for thing in things} | {kind.color for kind in COMPONENTS} <= tones


def test_every_sentence_is_there_in_every_language() -> None:
    tables = [
        FOUR,
        replace(FOUR, tokens=11, mistakes=10, loose_turns=True),
        replace(FOUR, tokens=7, mistakes=0),
    ]
    tables.append(Setup(("Ada", "Bruno")))
    for code in LANGUAGES:
        tr = Translator(code)
        for setup in tables:
            for step in (*list_steps(setup), *list_packing_steps(setup)):
                for key in filter(None, (step.key, step.reason_key)):
                    words = tr(key, **step.args)
                    assert words.endswith("."), key
                    assert "{" not in words
                for piece in step.pieces:
                    assert "{" not in tr(f"duet_guide.piece.{piece.id}", n=piece.count)
        for part in PARTS:
            tr(f"duet_guide.part.{part}")
        assert not tr.missing


def test_tracking_mode_and_city_do_not_change_the_guide() -> None:
    plain = Setup(("Ada", "Bruno"), tokens=9, mistakes=5)
    kept = replace(plain, keeps=TrackingMode.GRID, mission=Mission("map", "cairo"))
    assert list_steps(kept) == list_steps(plain)
    assert list_packing_steps(kept) == list_packing_steps(plain)
    for part in (*PARTS, PACKING):
        assert draw_scene(kept, part) == draw_scene(plain, part)


def test_intro_has_its_chapters_in_order() -> None:
    assert [chapter.id for chapter in CHAPTERS] == ["team", "clue", "guess", "wrong", "time", "end", "talk"]


def test_quick_intro_leaves_out_sentences_but_no_chapter() -> None:
    for chapter in CHAPTERS:
        told = {sentence.key for sentence in chapter.messages}
        assert set(chapter.optional_keys) < told
        quick = {sentence.key for sentence in chapter.messages_for(IntroSpeed.QUICK)}
        assert quick == told - set(chapter.optional_keys)
        assert len(quick) >= 2


def test_no_sentence_of_the_intro_is_repeated() -> None:
    keys = [sentence.key for chapter in CHAPTERS for sentence in chapter.messages]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_can_be_read_aloud_as_it_stands(code: str) -> None:
    tr = Translator(code)
    for chapter in CHAPTERS:
        assert tr(f"duet_guide.intro.{chapter.id}.title")
        for sentence in chapter.messages:
            assert not sentence.args
            words = tr(sentence.key)
            assert not re.search(r"[\d{}]", words), sentence.key
            assert words.endswith("."), sentence.key
    assert not tr.missing


def test_items_of_intro_scenes_do_not_overlap_and_stay_on_the_table() -> None:
    for chapter in CHAPTERS:
        assert chapter.scene
        assert not list(find_overlaps(chapter.scene)), chapter.id
        assert not list(find_out_of_bounds(chapter.scene)), chapter.id


def test_intro_scenes_use_existing_icons_colours_and_keys() -> None:
    tr = Translator("en")
    for chapter in CHAPTERS:
        for thing in chapter.scene:
            assert thing.icon is None or thing.icon in Icon.__members__
            assert thing.tone in Palette.__dataclass_fields__
            if thing.key is not None:
                assert "{" not in tr(thing.key, **thing.args)
    assert not tr.missing
