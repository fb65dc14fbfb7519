"""Every guide of every game, at every table: each count is in the box, each step has its words and its
drawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

from companion.core.definition import GameDefinition
from companion.core.game import filter_blocking
from companion.core.message import Message
from companion.games.avalon.setup import Lancelot
from companion.games.avalon.setup import Setup as Avalon
from companion.games.cultists.setup import Setup as Cultists
from companion.games.cultists.setup import seat_automa
from companion.games.duet.setup import Setup as Duet
from companion.games.registry import game_for_setup, list_games
from companion.games.silver.setup import Mode
from companion.games.silver.setup import Setup as Silver
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.narrator.voices.clip import BuiltinVoice
from companion.scripts.teaching import (
    PACKING,
    GuideDefinition,
    GuideStep,
    Intro,
    IntroChapter,
    IntroSpeed,
    list_parts,
)
from companion.widgets.icons import Icon
from companion.widgets.palette import DARK
from tests.cases import sample
from tests.scripts.scene_checks import find_out_of_bounds, find_overlaps

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hugo", "Iris", "Jan", "Kim", "Lea")
GUIDED = [game for game in list_games() if game.has_part(GuideDefinition)]
TOLD = [game for game in list_games() if game.has_part(Intro)]


def tables(players: tuple[str, ...], last: int) -> Iterator[Any]:
    """What so many people may choose, as far as a guide could differ by it."""
    yield Avalon(players, leader=last)
    yield Avalon(players, roles=("percival", "morgana"), lady=True, excalibur=True)
    yield from (Avalon(players, lancelot=variant, lady=True) for variant in Lancelot)
    yield Cultists(players, knife=last)
    yield Cultists(players, roles=("seer",), first_game=True)
    yield seat_automa(Cultists(players, automa=True))
    yield Silver(players, start=last)
    yield Silver(players, Mode.POINTS, amulet=last, amulet_works=True)
    yield Duet(players)
    yield Duet(players, tokens=7, mistakes=3, loose_turns=True)


def every_table() -> Iterator[tuple[GameDefinition, Any]]:
    for count in range(2, len(NAMES) + 1):
        for setup in tables(NAMES[:count], count - 1):
            game = game_for_setup(setup)
            if not filter_blocking(game.rules.problems(setup)):
                yield game, setup


EVERY_TABLE = [(game, setup) for game, setup in every_table() if game in GUIDED]


def guided(game: GameDefinition, setup: Any) -> tuple[GuideStep, ...]:
    steps: tuple[GuideStep, ...] = game.get_part(GuideDefinition).list_steps(setup)
    return steps


def packed(game: GameDefinition, setup: Any) -> tuple[GuideStep, ...]:
    steps: tuple[GuideStep, ...] = game.get_part(GuideDefinition).list_packing_steps(setup)
    return steps


@pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.id)
def test_every_player_count_has_a_guide(game):
    sizes = {len(setup.players) for other, setup in EVERY_TABLE if other is game}
    assert sizes == set(range(game.min_players, game.max_players + 1))


def test_steps_are_in_the_order_of_parts_without_duplicates():
    for game, setup in EVERY_TABLE:
        steps, parts = guided(game, setup), game.get_part(GuideDefinition).parts
        assert len({step.id for step in steps}) == len(steps)
        places = [parts.index(step.part) for step in steps]
        assert places == sorted(places)
        assert {step.part for step in packed(game, setup)} == {PACKING}


def test_steps_take_no_more_components_than_the_box_contains():
    for game, setup in EVERY_TABLE:
        box = {kind.id: kind for kind in game.get_part(GuideDefinition).components}
        for steps in (guided(game, setup), packed(game, setup)):
            taken: Counter[str] = Counter()
            for step in steps:
                for piece in step.pieces:
                    assert piece.count > 0, (game.id, step.id)
                    taken[piece.id] += piece.count
            assert taken.keys() <= box.keys(), game.id
            for name, count in taken.items():
                held = box[name].count
                assert held is None or count <= held, (game.id, name, count, len(setup.players))


def test_every_step_is_drawn_without_overlaps_within_the_picture():
    for game, setup in EVERY_TABLE:
        script = game.get_part(GuideDefinition)
        for steps in (guided(game, setup), packed(game, setup)):
            for part in list_parts(steps):
                scene = script.draw_scene(setup, part)
                here = {step.id for step in steps if step.part == part}
                owned = {thing.step for thing in scene if thing.step is not None}
                assert here <= owned, (game.id, part, here - owned)
                assert not list(find_overlaps(scene)), (game.id, part, setup)
                assert not list(find_out_of_bounds(scene)), (game.id, part, setup)


def test_icons_and_colours_exist():
    tones = {name for name in DARK.__dataclass_fields__ if isinstance(getattr(DARK, name), str)}
    things = [
        thing
        for game, setup in EVERY_TABLE
        for part in (*list_parts(guided(game, setup)), PACKING)
        for thing in game.get_part(GuideDefinition).draw_scene(setup, part)
    ]
    things += [thing for game in TOLD for chapter in chapters(game) for thing in chapter.scene]
    pieces = [kind for game in GUIDED for kind in game.get_part(GuideDefinition).components]
    assert {thing.icon for thing in things if thing.icon} <= Icon.__members__.keys()
    assert {kind.icon for kind in pieces} <= Icon.__members__.keys()
    assert {thing.tone for thing in things} | {kind.color for kind in pieces} <= tones


def placeholders(entry: str | tuple[str, ...]) -> set[str]:
    forms = (entry,) if isinstance(entry, str) else entry
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_message_exists_in_every_language_with_exactly_its_arguments(code):
    tr = Translator(code)
    met: set[tuple[str, frozenset[str]]] = set()
    for game, setup in EVERY_TABLE:
        domain = tr.entries(LANGUAGES[code], f"{game.id}_guide")
        for step in (*guided(game, setup), *packed(game, setup)):
            asked = (step.key, frozenset(step.args))
            if asked in met:
                continue
            met.add(asked)
            for key in filter(None, (step.key, step.reason_key)):
                entry = domain.get(key) or tr.entries(LANGUAGES[code], key.partition(".")[0])[key]
                assert placeholders(entry) <= set(step.args), key
                assert "{" not in tr(key, **step.args), key
        for part in list_parts(guided(game, setup)):
            assert domain[f"{game.id}_guide.part.{part}"]
        assert all(step.reason_key is not None for step in guided(game, setup)), game.id
    for game in GUIDED:
        for kind in game.get_part(GuideDefinition).components:
            tr(f"{game.id}_guide.piece.{kind.id}", n=2)
    assert not tr.missing


@pytest.mark.parametrize("code", sample(reversed(LANGUAGES)))
def test_labels_of_scenes_exist_in_every_language(code):
    tr = Translator(code)
    for game, setup in EVERY_TABLE:
        for part in (*list_parts(guided(game, setup)), PACKING):
            for thing in game.get_part(GuideDefinition).draw_scene(setup, part):
                if thing.key is not None:
                    assert "{" not in tr(thing.key, **thing.args)
    assert not tr.missing


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_recordable_message_has_a_built_in_clip(code):
    """The numbers of any table, too: only people's names are left to an engine."""
    shipped = BuiltinVoice().lines(code)
    steps = [step for game, setup in EVERY_TABLE for step in (*guided(game, setup), *packed(game, setup))]
    said = [Message(step.key, step.args) for step in steps]
    said += [sentence for game in TOLD for chapter in chapters(game) for sentence in chapter.messages]
    assert {sentence.clip_name for sentence in said if sentence.is_recordable} <= shipped
    names = {place for sentence in said if not sentence.is_recordable for place in sentence.args}
    assert names == {"name", "names", "n"}


def test_pauses_are_longer_for_more_components():
    for game, setup in EVERY_TABLE:
        for step in guided(game, setup):
            assert step.pause_seconds >= 5 + 3 * len(step.pieces)


# -- introductions ------------------------------------------------------------------------------------------


def chapters(game: GameDefinition) -> tuple[IntroChapter, ...]:
    told: tuple[IntroChapter, ...] = game.get_part(Intro).chapters
    return told


@pytest.mark.parametrize("game", TOLD, ids=lambda game: game.id)
def test_an_intro_has_recordable_messages_and_a_scene_per_chapter(game):
    assert len(chapters(game)) >= 4
    for chapter in chapters(game):
        assert chapter.scene
        assert not list(find_overlaps(chapter.scene))
        assert not list(find_out_of_bounds(chapter.scene))
        assert chapter.messages_for(IntroSpeed.QUICK)
        assert set(chapter.optional_keys) <= {sentence.key for sentence in chapter.messages}
    for code in LANGUAGES:
        tr = Translator(code)
        for chapter in chapters(game):
            tr(f"{game.id}_guide.intro.{chapter.id}.title")
            for sentence in chapter.messages:
                assert not sentence.args
                assert "{" not in tr(sentence.key)
        assert not tr.missing


@pytest.mark.parametrize("game", TOLD, ids=lambda game: game.id)
def test_an_intro_takes_at_most_five_minutes(game):
    from companion.narrator.planner import reading_seconds
    from companion.scripts.teaching import GAP_SECONDS

    for code in LANGUAGES:
        tr = Translator(code)
        for speed in IntroSpeed:
            told = [sentence for chapter in chapters(game) for sentence in chapter.messages_for(speed)]
            seconds = sum(reading_seconds(tr(sentence.key)) + GAP_SECONDS[speed] for sentence in told)
            assert seconds <= 300, (code, speed, seconds)
