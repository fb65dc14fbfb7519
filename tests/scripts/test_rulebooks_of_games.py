"""Rulebooks of all games: complete, translated, and reached by every link."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import companion
from companion.core.definition import GameDefinition
from companion.core.resume_state import SetupDefaults
from companion.games.avalon.setup import ROLES as AVALON_ROLES
from companion.games.cultists.actions import OUTCOMES
from companion.games.cultists.setup import ROLES as CULTISTS_ROLES
from companion.games.cultists.state import EVENTS
from companion.games.duet.state import MOVE_TYPES as DUET_MOVES
from companion.games.registry import list_games
from companion.games.silver.setup import VILLAGERS
from companion.games.silver.state import WinReason
from companion.i18n.languages import FALLBACK_LANGUAGE, LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.teaching import (
    ACTION,
    CARD,
    END,
    EVENT,
    LINK_KINDS,
    PROBLEM,
    ROLE,
    Rulebook,
    RuleContext,
    RuleEntry,
    index_links,
    make_links,
)

ROOT = Path(companion.__file__).parent
# Where a rule can refuse a move or a set-up, or a draft of either.
REFUSING = ("games", "screens")


def with_rules() -> list[GameDefinition]:
    return [game for game in list_games() if game.has_part(Rulebook)]


@pytest.fixture(params=with_rules(), ids=lambda game: game.id)
def game(request: pytest.FixtureRequest) -> GameDefinition:
    found: GameDefinition = request.param
    return found


@pytest.fixture
def entries(game: GameDefinition) -> tuple[RuleEntry, ...]:
    found: tuple[RuleEntry, ...] = tuple(game.get_part(Rulebook).entries)
    return found


@pytest.fixture
def chapters(game: GameDefinition) -> tuple[str, ...]:
    found: tuple[str, ...] = tuple(game.get_part(Rulebook).chapters)
    return found


@cache
def words(language: str, domain: str) -> Mapping[str, Any]:
    """The texts of a catalogue as they are written."""
    tr = Translator(language)
    return tr.entries(LANGUAGES[language], domain)


def forms(language: str, key: str) -> tuple[str, ...]:
    found = words(language, key.partition(".")[0])[key]
    return (found,) if isinstance(found, str) else tuple(found)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@cache
def refusals(game_id: str) -> frozenset[str]:
    """The keys of all problems that the code of a game names."""
    known = [key for key in words(FALLBACK_LANGUAGE.code, game_id) if key.startswith(f"{game_id}.problem.")]
    paths = [path for folder in REFUSING for path in (ROOT / folder / game_id).glob("*.py")]
    source = "".join(path.read_text(encoding="utf-8") for path in paths)
    named = re.findall(rf'"({game_id}\.problem\.[^"]+)"', source)
    patterns = [re.compile(re.sub(r"\{[^}]*\}", "[a-z_]+", key.replace(".", r"\."))) for key in named]
    return frozenset(key for key in known if any(pattern.fullmatch(key) for pattern in patterns))


def ends(game_id: str) -> set[str]:
    """Each has its sentence."""
    return {
        key.removeprefix(f"{game_id}.over.")
        for key in words(FALLBACK_LANGUAGE.code, game_id)
        if re.fullmatch(rf"{game_id}\.over\.[a-z_]+", key)
    }


def wanted(game_id: str) -> set[str]:
    """The links that somebody may follow: from what was refused, a role, a card, an event, an end, an act."""
    of_its_own = {
        "avalon": {*make_links(ROLE, *AVALON_ROLES), *make_links(END, *ends("avalon"))},
        "cultists": {
            *make_links(ROLE, *CULTISTS_ROLES),
            *make_links(EVENT, *EVENTS),
            *make_links(END, *(outcome.reason for outcome in OUTCOMES)),
        },
        "silver": {
            *make_links(CARD, *(villager.id for villager in VILLAGERS)),
            *make_links(END, *(reason.value for reason in WinReason)),
        },
        "duet": {*make_links(END, *ends("duet")), *make_links(ACTION, *DUET_MOVES)},
    }
    return {*make_links(PROBLEM, *refusals(game_id)), *of_its_own.get(game_id, set())}


def test_all_games_link_problems_and_endings() -> None:
    """Or else the tests below would ask for nothing."""
    assert all(refusals(game.id) for game in list_games())
    assert ends("avalon")
    assert ends("duet")


def test_every_link_opens_an_entry(game: GameDefinition, entries: tuple[RuleEntry, ...]) -> None:
    assert sorted(wanted(game.id) - index_links(entries).keys()) == []


def test_every_link_has_one_entry_and_a_valid_kind(entries: tuple[RuleEntry, ...]) -> None:
    every = [link for entry in entries for link in entry.links]
    assert sorted({link for link in every if every.count(link) > 1}) == []
    assert {link.partition(":")[0] for link in every} <= set(LINK_KINDS)


def test_every_linked_problem_has_a_message(entries: tuple[RuleEntry, ...]) -> None:
    for entry in entries:
        for link in entry.links:
            kind, _, name = link.partition(":")
            if kind == PROBLEM:
                assert forms(FALLBACK_LANGUAGE.code, name), link


def test_entries_are_unique_in_chapters_and_refer_to_others(
    entries: tuple[RuleEntry, ...], chapters: tuple[str, ...]
) -> None:
    ids = [entry.id for entry in entries]
    # Read, not imported: rules are tested where there is no Kivy.
    names = (ROOT / "widgets" / "icons.py").read_text(encoding="utf-8")
    marks = set(re.findall(r"^    ([A-Z_]+) = ", names, re.M))
    assert len(set(ids)) == len(ids)
    assert len(set(chapters)) == len(chapters)
    assert {entry.chapter for entry in entries} == set(chapters)
    for entry in entries:
        assert set(entry.see_also) <= set(ids) - {entry.id}, entry.id
        assert len(set(entry.see_also)) == len(entry.see_also), entry.id
        assert entry.icon in marks, entry.id


def test_every_entry_is_translated_in_every_language(
    game: GameDefinition, entries: tuple[RuleEntry, ...]
) -> None:
    for language in LANGUAGES:
        keys = words(language, f"{game.id}_rules").keys()
        for entry in entries:
            parts = {"title", "text", "words"} | ({"example"} if entry.has_example else set())
            found = {
                key.rpartition(".")[2] for key in keys if key.startswith(f"{game.id}_rules.entry.{entry.id}.")
            }
            assert found == parts, (language, entry.id)


def test_messages_only_use_numbers_of_the_rules(game: GameDefinition, entries: tuple[RuleEntry, ...]) -> None:
    for language in LANGUAGES:
        for entry in entries:
            key = f"{game.id}_rules.entry.{entry.id}"
            named = {
                part: set().union(*(places(form) for form in forms(language, f"{key}.{part}")))
                for part in ("title", "text", "words", *(("example",) if entry.has_example else ()))
            }
            assert named["title"] | named["text"] <= set(entry.numbers), (language, entry.id)
            assert named["words"] == set(), (language, entry.id)
            if entry.example is not None:
                assert named["example"] <= set(entry.example), (language, entry.id)


def test_no_number_is_typed_into_a_rule(game: GameDefinition) -> None:
    for language in LANGUAGES:
        keys = words(language, f"{game.id}_rules").keys()
        # What people type may well be a number.
        for key in (key for key in keys if not key.endswith(".words")):
            for form in forms(language, key):
                plain = re.sub(r"\{[^{}]*\}", "", form)
                assert not re.search(r"\d", plain), (language, key)


def test_every_chapter_has_a_name_in_every_language(game: GameDefinition, chapters: tuple[str, ...]) -> None:
    for language in LANGUAGES:
        keys = words(language, f"{game.id}_rules").keys()
        named = {key.rpartition(".")[2] for key in keys if key.startswith(f"{game.id}_rules.chapter.")}
        assert named == set(chapters), language


def test_every_entry_can_be_searched_by_several_words(
    game: GameDefinition, entries: tuple[RuleEntry, ...]
) -> None:
    for language in LANGUAGES:
        for entry in entries:
            (listed,) = forms(language, f"{game.id}_rules.entry.{entry.id}.words")
            assert len([word for word in re.split(r"[,،]", listed) if word.strip()]) >= 2, (
                language,
                entry.id,
            )


def test_every_game_tells_what_its_rules_mean_at_a_table(
    game: GameDefinition, entries: tuple[RuleEntry, ...]
) -> None:
    """At a table of any size that has just begun: nothing fails, and what is told has its words."""
    told = game.find_part(RuleContext)
    assert told is not None
    somewhere: set[str] = set()
    for setup in tables(game):
        for state in (None, game.rules.start(setup)):
            for entry in entries:
                sentence = told.find_message(entry.id, setup, state)
                if sentence is not None:
                    named = set().union(*map(places, forms(FALLBACK_LANGUAGE.code, sentence.key)))
                    assert named <= set(sentence.args) | {"n"}, sentence
                    somewhere.add(entry.id)
    assert somewhere


def tables(game: GameDefinition) -> Iterator[Any]:
    usual = game.find_part(SetupDefaults)
    for size in range(game.min_players, game.max_players + 1):
        players = tuple(str(seat + 1) for seat in range(size))
        if usual is None:
            yield game.rules.setup_type(players)
        else:
            yield usual.prepare_setup(players, _Forgetful(), lambda *_: 0)


class _Forgetful:
    def recall(self, kind: type, name: str) -> None:
        return

    def remember(self, value: Any, name: str) -> None:
        return
