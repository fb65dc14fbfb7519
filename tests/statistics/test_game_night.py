"""An evening sums itself up: who sat where, who won how often, how long it was, and all that in words."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.core.game import Game, Outcome
from companion.core.players import normalize_name
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.avalon.state import Assassinate, Propose, Quest, Roles, Vote
from companion.games.cultists.actions import OUTCOMES as CULTISTS_OUTCOMES
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup as DuetSetup
from companion.games.duet.state import Agent, Assassin, Stop
from companion.games.game_file import GameNote
from companion.games.game_text import (
    GameText,
    Summary,
    describe_ending,
    describe_moments,
    describe_roles,
)
from companion.games.registry import get_game, list_games
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import Setup as SilverSetup
from companion.games.silver.state import Round
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Day, Translator
from companion.statistics.formatting import format_hours_minutes
from companion.statistics.game_night import (
    DEFAULT_SHARE_OPTIONS,
    GameNight,
    GameNightGame,
    GamePlayer,
    ShareOptions,
    collect_players,
    describe_game_ending,
    find_winners,
    format_game,
    format_game_night,
    format_roles,
    format_title,
    list_moments,
    name_players,
    shorten_note,
)
from companion.statistics.metrics import find_metrics_function
from tools.random_games import random_game

START = 1_790_000_000.0
DAY = Day(2026, 11, 12)
NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena")
EN = Translator("en")
_WON = tuple(
    move
    for team in ((0, 2), (0, 2, 4), (0, 4))
    for move in (Propose(team), Vote(approve=(0, 1, 2, 3, 4)), Quest(0))
)
_CARDS = Roles(("merlin", "assassin", "percival", "morgana", "servant"))


def game(
    rules: Game[Any, Any, Any], setup: Any, moves: tuple[Any, ...], number: int = 1, started: float = START
) -> GameNightGame:
    """A game as the storage gives it, a minute a move."""
    states = [rules.start(setup)]
    for move in moves:
        states.append(rules.apply(states[-1], move))
    places = find_metrics_function(get_game(rules.id))(states, moves).seat_results
    sitters = tuple(
        GamePlayer(normalize_name(name), name, place.won)
        for name, place in zip(setup.players, places, strict=True)
    )
    times = tuple(started + 60 * (at + 1) for at in range(len(moves)))
    return GameNightGame(number, rules.id, started, sitters, tuple(states), times)


def avalon(*ends: Any, number: int = 1) -> GameNightGame:
    return game(AVALON, AvalonSetup(NAMES, roles=("percival", "morgana")), (*_WON, *ends), number)


FOUND = avalon(Assassinate(0, True), _CARDS)
HIDDEN = avalon(Assassinate(2, False), _CARDS)
UNTOLD = avalon(Assassinate(0, True))
SILVER_GAME = game(
    SILVER,
    SilverSetup(("Chloe", "Ada")),
    tuple(Round(0, ((1, 2), (8, 4))) for _ in range(4)),
    2,
    START + 5_000,
)
MISSION = game(DUET, DuetSetup(("Ada", "Bruno")), (Agent(), Assassin()), 3, START + 9_000)


def evening(*played: GameNightGame) -> GameNight:
    return GameNight(START, played)


def wins(of: GameNight) -> dict[str, int]:
    return {person.name: person.wins for person in of.players}


# -- people -----------------------------------------------------------------------------------------------


def test_everybody_sits_as_at_the_largest_table_and_wins_are_those_of_all_games() -> None:
    night = evening(HIDDEN, SILVER_GAME, MISSION)
    assert tuple(person.name for person in night.players) == NAMES
    assert wins(night) == {"Ada": 1, "Bruno": 0, "Chloe": 2, "Dario": 0, "Elena": 1}
    assert [person.name for person in find_winners(night.players)] == ["Chloe"]


def test_whoever_has_no_name_wins_only_where_they_sat() -> None:
    mission = (*(Agent(), Agent(), Stop()) * 6, *(Agent(),) * 3)
    named = game(DUET, DuetSetup(("Ada", "Bruno", "3")), mission)
    unnamed = game(DUET, DuetSetup(("1", "2", "3")), mission, 2, START + 5_000)
    assert wins(evening(named, unnamed)) == {"Ada": 1, "Bruno": 1, "3": 1}


def test_random_evenings_count_wins_as_a_plain_recount_does() -> None:
    dice = Random(16)
    for _ in range(6):
        people = (*NAMES, "Farid", "Greta", "Άννα", "آرش")
        played = [random_game(dice, people=people, left=0.2) for _ in range(5)]
        night = evening(*(game(one.game, one.setup, one.moves, at) for at, one in enumerate(played)))
        plain = Counter[str]()
        for one in played:
            states = [one.game.start(one.setup)]
            for move in one.moves:
                states.append(one.game.apply(states[-1], move))
            places = find_metrics_function(get_game(one.game.id))(states, one.moves).seat_results
            plain.update(
                name
                for name, place in zip(one.setup.players, places, strict=True)
                if place.won and not name.isdigit()
            )
        told = wins(night)
        assert {name: told[name] for name in plain} == dict(plain)
        named = {name for one in played for name in one.setup.players if not name.isdigit()}
        assert named <= set(told)
        most = max(told.values())
        assert {person.name for person in find_winners(night.players)} == {
            name for name, won in told.items() if won == most > 0
        }


def test_whoever_came_later_sits_behind_the_others() -> None:
    later = game(DUET, DuetSetup(("Zoe", "Ada")), (Agent(),), 4)
    assert tuple(person.name for person in evening(FOUND, later).players) == (*NAMES, "Zoe")


def test_seats_without_names_are_people_only_where_nobody_has_one() -> None:
    nameless = tuple(GamePlayer(str(seat), str(seat), seat == 2) for seat in (1, 2, 3))
    named = (GamePlayer("ada", "Ada"), GamePlayer("bruno", "Bruno", True))
    assert [person.name for person in collect_players([nameless, named])] == ["Ada", "Bruno"]
    assert [(person.name, person.wins) for person in collect_players([nameless, nameless])] == [
        ("1", 0),
        ("2", 2),
        ("3", 0),
    ]


def test_two_spellings_of_one_name_are_one_person_called_as_they_were_last() -> None:
    first, last = (GamePlayer("ada", "ADA", True),), (GamePlayer("ada", "Ada", True),)
    ((only),) = collect_players([first, last])
    assert (only.name, only.wins) == ("Ada", 2)


def test_a_game_without_roles_counts_for_nobody_and_that_is_known() -> None:
    assert evening(UNTOLD).unknown_results == 1
    assert not find_winners(evening(UNTOLD).players)
    assert evening(FOUND, MISSION).unknown_results == 0


# -- time -------------------------------------------------------------------------------------------------


def test_it_lasts_from_the_first_start_to_the_last_move() -> None:
    assert evening(FOUND, SILVER_GAME).duration_seconds == 5_000 + 4 * 60
    assert evening().duration_seconds == 0


def test_a_game_gone_on_with_a_week_later_does_not_make_the_evening_a_week_long() -> None:
    again = replace(FOUND, move_times=(*FOUND.move_times, START + 7 * 86_400))
    assert evening(again).duration_seconds == evening(FOUND).duration_seconds


def test_the_longest_game_is_worth_a_word_among_several() -> None:
    assert evening(FOUND, MISSION).slowest_game is None
    assert evening(FOUND, SILVER_GAME, MISSION).slowest_game is FOUND


@pytest.mark.parametrize(
    ("seconds", "told"), [(20, "1 min"), (59 * 60, "59 min"), (7_200, "2 h"), (11_400, "3 h 10 min")]
)
def test_lengths_are_told_in_hours_and_minutes(seconds: float, told: str) -> None:
    assert format_hours_minutes(EN, seconds) == told


# -- words ------------------------------------------------------------------------------------------------


def test_the_title_says_whose_night_it_was() -> None:
    assert format_title(EN, evening(HIDDEN, SILVER_GAME), DEFAULT_SHARE_OPTIONS) == "Chloe takes the night"
    assert (
        format_title(EN, evening(HIDDEN, SILVER_GAME), ShareOptions(show_names=False))
        == "Seat 3 takes the night"
    )
    assert format_title(EN, evening(HIDDEN), DEFAULT_SHARE_OPTIONS) == "A shared night"
    assert format_title(EN, evening(MISSION), DEFAULT_SHARE_OPTIONS) == "An evening together"


@pytest.mark.parametrize(
    ("played", "words", "tone"),
    [
        (FOUND, "Evil, Merlin found", "evil"),
        (HIDDEN, "Good, Merlin hidden", "good"),
        (SILVER_GAME, "Chloe, 0 points", "moon"),
        (MISSION, "Lost to the assassin", "brick"),
        (avalon(), "Not finished", "ink_2"),
    ],
    ids=["found", "hidden", "silver", "lost", "unfinished"],
)
def test_each_game_tells_its_end_in_a_short_line(played: GameNightGame, words: str, tone: str) -> None:
    told = describe_game_ending(EN, played, name_players(evening(played), DEFAULT_SHARE_OPTIONS))
    assert (told.text, told.tone) == (words, tone)


def _ends() -> list[tuple[str, Outcome]]:
    avalon_ends = [
        *(("evil", reason) for reason in ("three_fails", "five_rejections", "merlin_assassinated")),
        *(("good", reason) for reason in ("three_successes", "assassin_missed")),
        *((side, "loyalty_cheat") for side in ("good", "evil")),
    ]
    lost = ("assassin", "bystander_in_sudden_death", "not_enough_tokens")
    return [
        *(("avalon", Outcome(side, reason)) for side, reason in avalon_ends),
        *(("cultists", outcome) for outcome in CULTISTS_OUTCOMES),
        *(("duet", Outcome(None, reason)) for reason in lost),
        ("duet", Outcome("team", "all_agents")),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_end_has_words_in_every_language(language: str) -> None:
    tr, dice = Translator(language), Random(1)
    for kind, outcome in _ends():
        played = random_game(dice, kind)
        state = replace(played.game.start(played.setup), outcome=outcome)
        players, of = played.setup.players, get_game(kind)
        assert describe_ending(of, tr, state, players).text
        for roles in (False, True):
            describe_moments(of, tr, (state,), players, roles=roles)
    assert not tr.missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_random_evenings_are_told_whole_in_every_language(language: str) -> None:
    tr, dice = Translator(language), Random(3)
    played = [
        random_game(dice, kind.id, people=(*NAMES, "آرش", "Mo", "Ida"), left=0) for kind in list_games()
    ]
    night = evening(*(game(one.game, one.setup, one.moves, at) for at, one in enumerate(played)))
    for shown in (
        DEFAULT_SHARE_OPTIONS,
        ShareOptions(show_names=False),
        ShareOptions(show_roles=True),
        ShareOptions(show_date=False),
    ):
        text = format_game_night(tr, night, DAY, shown)
        assert text.splitlines()[-1] == tr("app.title")
        assert "{" not in text
        for one in night.games:
            assert tr(f"app.game.{one.game}") in format_game(tr, one, DAY, shown)
    assert not tr.missing


def test_moments_are_what_happened_and_what_was_noted() -> None:
    noted = replace(SILVER_GAME, notes=(GameNote(2, "Ada laughed\nhere"),))
    assert list_moments(EN, evening(FOUND, noted), DEFAULT_SHARE_OPTIONS) == (
        "The Assassin found Merlin.",
        "“Ada laughed here”",
    )
    assert (
        list_moments(EN, evening(FOUND, noted), ShareOptions(show_roles=True))[0]
        == "The Assassin found Merlin: Ada."
    )
    assert list_moments(EN, evening(FOUND, noted), ShareOptions(show_names=False)) == (
        "The Assassin found Merlin.",
    )


def test_of_a_long_note_the_first_words_are_told() -> None:
    told = shorten_note("word " * 100)
    assert len(told) <= 81
    assert told.endswith("word…")
    assert shorten_note("x" * 200) == "x" * 80 + "…"


def test_who_was_who_is_told_only_where_the_table_told_it() -> None:
    names = name_players(evening(FOUND), DEFAULT_SHARE_OPTIONS)
    whole = format_roles(EN, FOUND, names)
    assert whole.startswith("Ada: Merlin, Bruno: Assassin")
    assert "Servant" not in format_roles(EN, FOUND, names, special_only=True)
    assert format_roles(EN, UNTOLD, names) == ""
    assert describe_roles(get_game("duet"), EN, MISSION.states[-1]) == ()


# -- text for messengers ------------------------------------------------------------------------------------


def test_the_text_of_an_evening() -> None:
    assert format_game_night(
        EN, evening(HIDDEN, SILVER_GAME, MISSION), DAY, DEFAULT_SHARE_OPTIONS
    ).splitlines() == [
        "Chloe takes the night",
        "Thursday 12 November, 2 h 32 min",
        "",
        "Avalon: Good, Merlin hidden",
        "Silver: Chloe, 0 points",
        "Codenames Duet: Lost to the assassin",
        "",
        "Games won: Chloe (2), Ada (1) and Elena (1)",
        "",
        "You met the assassin.",
        "The longest game: Avalon, 11 min.",
        "",
        "Table Companion",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nobody_is_to_be_named_no_name_is_in_it(language: str) -> None:
    noted = replace(FOUND, notes=(GameNote(1, "Dario again"),), title="Ada's revenge")
    night, tr = evening(noted, SILVER_GAME, MISSION), Translator(language)
    hidden = ShareOptions(show_names=False, show_roles=True)
    for text in (format_game_night(tr, night, DAY, hidden), format_game(tr, noted, DAY, hidden)):
        assert not [name for name in NAMES if name in text]
    assert all(name in format_game_night(tr, night, DAY, ShareOptions(show_roles=True)) for name in NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_roles_and_day_are_left_out_where_they_are_to_be(language: str) -> None:
    tr, night = Translator(language), evening(FOUND, HIDDEN)
    assassin = tr("avalon.role.percival.name")
    assert assassin not in format_game_night(tr, night, DAY, DEFAULT_SHARE_OPTIONS)
    assert assassin in format_game_night(tr, night, DAY, ShareOptions(show_roles=True))
    weekday = tr("evenings.weekday.4")
    assert weekday in format_game_night(tr, night, DAY, DEFAULT_SHARE_OPTIONS)
    assert weekday not in format_game_night(tr, night, DAY, ShareOptions(show_date=False))


def test_a_line_that_begins_with_a_foreign_name_still_reads_the_right_way() -> None:
    persian, mixed = Translator("fa"), game(DUET, DuetSetup(("Ada", "آرش")), (Agent(), Assassin()))
    lines = format_game(persian, mixed, DAY, DEFAULT_SHARE_OPTIONS).splitlines()
    assert [line for line in lines if line.startswith("\u200f")] == ["\u200fAda و آرش"]
    marks = set("\u2066\u2067\u2068\u2069\u202a\u202b\u202c\u200e\u200f")
    assert not marks & set("".join(line.removeprefix("\u200f") for line in lines))
    turned = game(DUET, DuetSetup(("آرش", "Ada")), (Agent(), Assassin()))
    assert "\u200eآرش and Ada" in format_game(EN, turned, DAY, DEFAULT_SHARE_OPTIONS).splitlines()


SILENT = GameText(lambda _tr, _session: Summary("", ""))


def test_a_game_that_tells_nothing_of_its_end_is_told_all_the_same() -> None:
    silent = replace(get_game("duet"), id="silent", parts={"GameText": f"{__name__}:SILENT"})
    state = MISSION.states[-1]
    assert describe_ending(silent, EN, state, ("Ada",)).text == "Played to the end"
    assert describe_moments(silent, EN, (state,), ("Ada",), roles=True) == ()
    assert describe_roles(silent, EN, state) == ()
