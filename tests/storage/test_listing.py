"""Games of a choice, newest first: what SQL finds is what reading every log finds. And copies of a game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.core.game import ProblemError
from companion.core.players import is_unnamed, normalize_name
from companion.games.duet.play import GAME as DUET
from companion.games.registry import get_game
from companion.i18n.search import fold_text, search_words
from companion.statistics.metrics import NO_SEAT, GameMetrics
from companion.statistics.query import (
    NO_WINNER,
    CompletionFilter,
    GameFilter,
    MetricCondition,
    MetricFilter,
    SeatFilter,
)
from companion.storage.games import open_session
from companion.storage.journal import StoredGame
from companion.storage.statistics_index import compute_stored_metrics, index_all
from companion.storage.store import Store
from tests.storage.exchange import Clock
from tests.storage.test_counting import kept
from tools.random_games import PEOPLE, random_games

_SOME = 60


class Read(NamedTuple):
    """A game as its log tells it."""

    game: StoredGame
    facts: GameMetrics
    notes: list[str]


@pytest.fixture
def games(store: Store, clock: Clock) -> list[Read]:
    """Newest first; some have a title, a star, a note."""
    dice = Random(11)
    for played in random_games(dice, _SOME, left=0.2):
        clock.on(dice.choice((0.0, 60.0, 400_000.0)))
        number = kept(store, clock, played)
        if dice.random() < 0.3:
            store.games.set_title(number, dice.choice(("Rainy Sunday", "Ο τελικός", "شب یلدا")))
        if dice.random() < 0.3:
            store.games.set_starred(number, True)
        if dice.random() < 0.3:
            with store.database.transaction() as execute:
                execute("INSERT INTO notes VALUES (?, 0, 0, 'Ada laughed', 1.0)", (number,))
    index_all(store.database)
    return [_read(store, game) for game in store.games.list_recent(_SOME).games]


def _read(store: Store, game: StoredGame) -> Read:
    facts = compute_stored_metrics(game)
    assert facts is not None
    notes = store.database.rows("SELECT text FROM notes WHERE game_id = ?", (game.id,))
    return Read(game, facts, [text for (text,) in notes])


def is_meant(which: GameFilter, read: Read) -> bool:
    """The same choice once more, without SQL."""
    game, facts, notes = read
    people = {normalize_name(name) for name in game.setup["players"] if not is_unnamed(name)}
    group = {normalize_name(name) for name in which.group}
    winner = "" if game.outcome is None or game.outcome.winner is None else str(game.outcome.winner)
    nobody = which.winner == NO_WINNER and game.ended is not None and not winner
    told = (
        *get_game(game.game).names,
        game.game,
        *game.setup["players"],
        game.title,
        *notes,
        *facts.search_texts,
    )
    words = [word for text in told for word in search_words(text)]
    return (
        which.game in ("", game.game)
        and all(any(asked in word for word in words) for asked in fold_text(which.text).split())
        and {normalize_name(name) for name in which.people} <= people
        and (not group or (len(group & people) >= 2 and people <= group))
        and (which.since is None or game.started >= which.since)
        and (which.until is None or game.started < which.until)
        and which.completion
        in (
            CompletionFilter.ANY,
            CompletionFilter.UNFINISHED if game.ended is None else CompletionFilter.FINISHED,
        )
        and (which.winner in ("", winner) or nobody)
        and which.reason in ("", game.outcome.reason if game.outcome is not None else "")
        and which.players in (None, len(game.setup["players"]))
        and (game.starred or not which.starred)
        and (bool(notes) or not which.noted)
        and which.evening in (None, game.game_night)
        and all(_sat(one, read) for one in which.seats)
        and all(_has(one, read) for one in which.metrics)
    )


def _sat(seated: SeatFilter, read: Read) -> bool:
    return any(
        normalize_name(name) == normalize_name(seated.person)
        and seated.side in ("", place.side)
        and seated.role in ("", place.role)
        and seated.won in (None, place.won)
        and seated.has_result in (None, place.won is not None)
        for name, place in zip(read.game.setup["players"], read.facts.seat_results, strict=True)
    )


def _has(having: MetricFilter, read: Read) -> bool:
    met = {
        MetricCondition.PRESENT: lambda times, of: of > 0,
        MetricCondition.AT_LEAST_ONCE: lambda times, of: times > 0,
        MetricCondition.NOT_ALWAYS: lambda times, of: times < of,
    }[having.condition]
    return any(
        fact.name == having.metric
        and having.part in ("", fact.part)
        and (fact.seat == NO_SEAT if not having.person else _is(read.game, fact.seat, having.person))
        and met(fact.numerator, fact.denominator)
        for fact in read.facts.metrics
    )


def _is(game: StoredGame, seat: int, person: str) -> bool:
    return seat != NO_SEAT and normalize_name(game.setup["players"][seat]) == normalize_name(person)


def choices(games: list[Read]) -> Iterator[GameFilter]:
    """Every kind of question by itself, then many of them at once."""
    dice = Random(5)
    for _ in range(120):
        one = dice.choice(games).game
        outcome = one.outcome
        asked: dict[str, Any] = {
            "game": one.game,
            "text": dice.choice(("ADA", "laugh", "τελικος", "يلدا", "duet", "rain sun", "%", "nobody else")),
            "people": tuple(dice.sample(PEOPLE, dice.randint(1, 2))),
            "group": tuple(dice.sample(PEOPLE, dice.randint(4, 18))),
            "since": one.started,
            "until": one.started,
            "completion": dice.choice(tuple(CompletionFilter)),
            "winner": NO_WINNER if outcome is None or outcome.winner is None else str(outcome.winner),
            "reason": "" if outcome is None else outcome.reason,
            "players": len(one.setup["players"]),
            "starred": True,
            "noted": True,
            "evening": one.game_night,
            "metrics": (MetricFilter("quest", "2", condition=dice.choice(tuple(MetricCondition))),),
            "seats": (
                SeatFilter(dice.choice(PEOPLE), won=dice.choice((True, False, None)), has_result=True),
            ),
        }
        names = dice.sample(sorted(asked), dice.choice((0, 1, 1, 1, 2, 3)))
        yield GameFilter(**{name: asked[name] for name in names})


def test_what_sql_finds_is_what_a_look_at_every_game_finds(store: Store, games: list[Read]) -> None:
    found = 0
    for which in choices(games):
        meant = [read.game.id for read in games if is_meant(which, read)]
        assert [one.game_id for one in store.games.list_games(which)] == meant, which
        found += 0 < len(meant) < _SOME
    # Most of these questions tell some games from others.
    assert found > 50


def test_every_game_is_found_with_the_start_of_its_evening(store: Store, games: list[Read]) -> None:
    expected = [(game.id, game.started, game.game_night) for game, *_ in games]
    assert [tuple(one) for one in store.games.list_games(GameFilter())] == expected
    # A word that no game lacks is a choice like any other.
    counted = store.games.list_games(GameFilter(since=0.0))
    assert [tuple(one) for one in counted] == expected


def test_without_a_choice_no_game_has_to_be_counted_or_read(store: Store, clock: Clock) -> None:
    numbers = [store.games.start("silver", {"players": ["Ada", "Bruno"]}).id for _ in range(3)]
    with store.database.transaction() as execute:
        execute("UPDATE games SET setup = '{' WHERE id = ?", (numbers[1],))
        execute("UPDATE games SET started = 'never' WHERE id = ?", (numbers[0],))
    store.games.delete(numbers[2])
    assert [one.game_id for one in store.games.list_games(GameFilter())] == [numbers[0], numbers[1]]
    assert store.games.list_games(GameFilter(text="ada")) == ()


def test_who_plays_most_is_named_first(store: Store, clock: Clock) -> None:
    for players in (["Ada", "Bruno"], ["bruno", "3"], ["BRUNO", "Ada", "Chloe"]):
        store.games.start("silver", {"players": players})
    index_all(store.database)
    assert store.games.frequent_players() == ("bruno", "ada", "chloe")


def test_a_copy_goes_its_own_way(store: Store, clock: Clock) -> None:
    number = kept(store, clock, next(random_games(Random(3), 1, left=0.0)))
    original = store.games.load(number)
    store.games.set_starred(number, True)
    clock.on(900)
    copied = store.games.load(store.games.copy(number, "Once more"))
    assert (copied.setup, copied.moves, copied.outcome) == (original.setup, original.moves, None)
    assert (copied.title, copied.started, copied.game_night, copied.starred) == (
        "Once more",
        clock.now,
        None,
        False,
    )
    assert copied.uid != original.uid
    session = open_session(get_game(copied.game).rules, copied, store.games)
    session.redo()
    assert store.games.load(copied.id).outcome == original.outcome
    session.undo()
    assert store.games.load(copied.id).ended is None
    assert store.games.load(number).ended == original.ended
    assert store.games.count() == 2


def test_a_copy_ends_where_the_table_stands_with_what_is_half_entered(store: Store, clock: Clock) -> None:
    stored = store.games.start("duet", {"players": ["Ada", "Bruno"]})
    journal = store.games.open_journal(stored.id, dict)
    for at in range(3):
        journal.append(at, {"move": "agent"}, None)
    journal.move_to(2, None)
    journal.save_draft(2, {"half": "entered"})
    copied = store.games.load(store.games.copy(stored.id, ""))
    assert (len(copied.moves), copied.move_count) == (2, 2)
    assert copied.draft == store.games.load(stored.id).draft
    journal.move_to(1, None)
    assert store.games.load(store.games.copy(stored.id, "")).draft is None


def test_a_copy_of_a_mission_is_on_nobodys_map(store: Store, clock: Clock) -> None:
    mission = {"campaign": "map-1", "city": "prague", "name": ""}
    setup = {"players": ["Ada", "Bruno"], "tokens": 11, "mistakes": 2, "mission": mission}
    number = store.games.start("duet", setup).id
    copied = store.games.copy(number, "")
    assert [game.id for game in store.games.games_of_campaign("duet", "map-1")] == [number]
    assert open_session(DUET, store.games.load(copied), store.games).setup.tokens == 11


def test_what_is_gone_or_cannot_be_read_is_not_copied(store: Store, clock: Clock) -> None:
    number = store.games.start("silver", {"players": ["Ada", "Bruno"]}).id
    with store.database.transaction() as execute:
        execute("UPDATE games SET setup = '{' WHERE id = ?", (number,))
    for missing in (number, number + 1):
        with pytest.raises(ProblemError):
            store.games.copy(missing, "")
    assert store.games.count() == 1
