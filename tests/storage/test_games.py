"""The repository of games: started, listed, filtered, copied, deleted and opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from companion.core.game import BadSetup, IllegalMove, Outcome, ProblemError
from companion.core.players import is_unnamed, normalize_name
from companion.core.serialization import BadRecord
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Mission, Setup
from companion.games.duet.state import Agent, Assassin
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
from companion.storage.database import StorageError
from companion.storage.games import open_session, start_session
from companion.storage.journal import StoredGame
from companion.storage.statistics_index import compute_stored_metrics, index_all
from companion.storage.store import RESTORABLE_SECONDS, Store
from tests.storage.exchange import Clock, save_game
from tools.random_games import PEOPLE, random_games

SETUP = {"names": ["Anna", "سارا"], "goal": 9}


def add_move(n: int) -> dict[str, Any]:
    return {"move": "add", "points": n}


def list_ids(games: tuple[StoredGame, ...]) -> list[int]:
    return [game.id for game in games]


def damage(store: Store, sql: str) -> None:
    with store.database.transaction() as execute:
        execute(sql, ())


def test_a_started_game_is_loaded_unchanged(store: Store, reopen: Callable[[], Store], clock: Any) -> None:
    started = store.games.start("counter", SETUP)
    now = clock.now
    assert started == StoredGame(
        1, "counter", SETUP, (), 0, now, now, None, None, uid=started.uid, game_night=now
    )
    assert len(started.uid) == 16
    assert reopen().games.load(started.id) == started


def test_moves_are_loaded_in_order_with_the_time_of_the_last(
    store: Store, reopen: Callable[[], Store], clock: Any
) -> None:
    game = store.games.start("counter", SETUP)
    journal = store.games.open_journal(game.id, dict)
    for n in range(12):
        clock.on()
        journal.append(n, add_move(n), None)
    stored = reopen().games.load(game.id)
    assert stored.moves == tuple(add_move(n) for n in range(12))
    assert stored.move_count == 12
    assert stored.started == clock.now - 12
    assert stored.updated == clock.now


def test_undone_moves_stay_stored(store: Store, reopen: Callable[[], Store]) -> None:
    game = store.games.start("counter", SETUP)
    journal = store.games.open_journal(game.id, dict)
    for n in range(3):
        journal.append(n, add_move(n), None)
    journal.move_to(1, None)
    store = reopen()
    assert store.games.load(game.id).moves == (add_move(0), add_move(1), add_move(2))
    assert store.games.load(game.id).move_count == 1
    store.games.open_journal(game.id, dict).move_to(2, None)
    assert store.games.load(game.id).move_count == 2


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_a_move_after_undo_replaces_the_undone_ones(kept: int, store: Store) -> None:
    game = store.games.start("counter", SETUP)
    journal = store.games.open_journal(game.id, dict)
    for n in range(3):
        journal.append(n, add_move(n), None)
    journal.move_to(kept, None)
    journal.append(kept, add_move(99), None)
    stored = store.games.load(game.id)
    assert stored.moves == (*(add_move(n) for n in range(kept)), add_move(99))
    assert stored.move_count == kept + 1
    journal.append(kept + 1, add_move(100), None)
    assert store.games.load(game.id).moves[-2:] == (add_move(99), add_move(100))


@pytest.mark.parametrize("winner", ["Anna", 0, None])
def test_an_outcome_ends_the_game_and_undo_opens_it_again(
    winner: str | int | None, store: Store, clock: Any
) -> None:
    game = store.games.start("counter", SETUP)
    journal = store.games.open_journal(game.id, dict)
    ended = clock.on()
    journal.append(0, add_move(9), Outcome(winner, "goal"))
    stored = store.games.load(game.id)
    assert (stored.ended, stored.outcome) == (ended, Outcome(winner, "goal"))
    assert next(store.games.iterate_unfinished(), None) is None

    clock.on()
    journal.move_to(0, None)
    stored = store.games.load(game.id)
    assert (stored.ended, stored.outcome) == (None, None)
    assert next(store.games.iterate_unfinished(), None) == stored

    clock.on()
    journal.move_to(1, Outcome(winner, "goal"))
    assert store.games.load(game.id).ended == clock.now


def test_a_journal_leaves_no_gap(store: Store) -> None:
    game = store.games.start("counter", SETUP)
    journal = store.games.open_journal(game.id, dict)
    with pytest.raises(ValueError, match="gap"):
        journal.append(1, add_move(0), None)
    with pytest.raises(ValueError, match="outside"):
        journal.move_to(1, None)
    assert store.games.load(game.id) == game


def test_a_second_session_overwrites_nothing(store: Store) -> None:
    game = store.games.start("counter", SETUP)
    one, other = store.games.open_journal(game.id, dict), store.games.open_journal(game.id, dict)
    one.append(0, add_move(1), None)
    before = store.games.load(game.id)
    with pytest.raises(StorageError):
        other.append(0, add_move(2), None)
    assert store.games.load(game.id) == before


def test_the_last_played_unfinished_game_comes_first(store: Store, clock: Any) -> None:
    first, second, third = (store.games.start("counter", SETUP) for _ in range(3))
    clock.on()
    store.games.open_journal(first.id, dict).append(0, add_move(1), None)
    clock.on()
    store.games.open_journal(third.id, dict).append(0, add_move(1), Outcome("Anna", "goal"))
    assert list_ids(tuple(store.games.iterate_unfinished())) == [first.id, second.id]


def test_recent_games_come_newest_first_page_by_page(store: Store) -> None:
    for _ in range(7):
        store.games.start("counter", SETUP)
    first = store.games.list_recent(3).games
    second = store.games.list_recent(3, before=first[-1]).games
    third = store.games.list_recent(3, before=second[-1]).games
    assert [list_ids(page) for page in (first, second, third)] == [[7, 6, 5], [4, 3, 2], [1]]
    assert store.games.list_recent(3, before=third[-1]).games == ()


def test_recent_games_are_sorted_by_start_and_not_by_id(store: Store) -> None:
    for _ in range(3):
        store.games.start("counter", SETUP)
    with store.database.transaction() as execute:
        execute("UPDATE games SET started = 7.0 WHERE id = 3", ())
    assert list_ids(store.games.list_recent(9).games) == [2, 1, 3]


def test_games_are_counted_by_kind(store: Store, reopen: Callable[[], Store]) -> None:
    assert store.games.count() == 0
    for game in ("counter", "counter", "duet"):
        store.games.start(game, SETUP)
    store = reopen()
    assert (store.games.count(), store.games.count("counter"), store.games.count("silver")) == (3, 2, 0)


def test_players_of_finished_games_are_experienced(store: Store) -> None:
    for kind, people in (("counter", ["Anna", "سارا"]), ("other", ["Bob"]), ("counter", ["Carl"])):
        number = store.games.start(kind, {"players": people}).id
        if people != ["Carl"]:
            store.games.open_journal(number, dict).append(0, add_move(9), Outcome("Anna", "goal"))
    store.games.open_journal(store.games.start("counter", SETUP).id, dict).append(
        0, add_move(9), Outcome("Anna", "goal")
    )
    assert store.games.experienced_players("counter") == {"Anna", "سارا"}
    store.games.delete(1)
    assert store.games.experienced_players("counter") == set()


def test_a_deleted_game_is_hidden_until_it_is_restored(store: Store, reopen: Callable[[], Store]) -> None:
    game = store.games.start("counter", SETUP)
    store.games.open_journal(game.id, dict).append(0, add_move(1), None)
    before = store.games.load(game.id)

    store.games.delete(game.id)
    assert store.games.count() == 0
    assert store.games.list_recent(9).games == tuple(store.games.iterate_unfinished()) == ()
    with pytest.raises(StorageError) as missing:
        store.games.load(game.id)
    assert missing.value.problem.key == "app.problem.game_missing"

    store = reopen()
    store.games.restore(game.id)
    assert store.games.load(game.id) == before
    assert store.games.count() == 1


def test_a_deleted_game_is_purged_after_the_restorable_time(store: Store, clock: Any) -> None:
    kept, gone = store.games.start("counter", SETUP), store.games.start("counter", SETUP)
    store.games.open_journal(gone.id, dict).append(0, add_move(1), None)
    store.games.delete(gone.id)
    clock.on(RESTORABLE_SECONDS - 1)
    store.checkpoint()
    store.games.restore(gone.id)

    store.games.delete(gone.id)
    clock.on(RESTORABLE_SECONDS)
    store.checkpoint()
    with pytest.raises(StorageError):
        store.games.restore(gone.id)
    assert store.database.rows("SELECT * FROM moves") == []
    assert list_ids(store.games.list_recent(9).games) == [kept.id]
    assert store.games.count() == 1


def test_the_id_of_a_purged_game_is_not_reused(store: Store, clock: Any) -> None:
    game = store.games.start("counter", SETUP)
    journal = store.games.open_journal(game.id, dict)
    store.games.delete(game.id)
    store.games.purge(clock.now)
    assert store.games.start("counter", SETUP).id != game.id
    for step in (lambda: journal.append(0, add_move(1), None), lambda: journal.move_to(0, None)):
        with pytest.raises(StorageError) as missing:
            step()
        assert missing.value.problem.key == "app.problem.game_missing"


@pytest.mark.parametrize("act", ["delete", "restore", "load"])
def test_an_unknown_id_is_reported_as_missing(act: str, store: Store) -> None:
    with pytest.raises(StorageError) as missing:
        getattr(store.games, act)(5)
    assert missing.value.problem.key == "app.problem.game_missing"


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE games SET setup = '{\"names\":' WHERE id = 2",
        "UPDATE games SET setup = '[]' WHERE id = 2",
        "UPDATE games SET setup = x'ff00' WHERE id = 2",
        "UPDATE games SET game = x'ff00' WHERE id = 2",
        "UPDATE games SET outcome = '7' WHERE id = 2",
        "UPDATE games SET position = 9 WHERE id = 2",
        "UPDATE games SET position = -2 WHERE id = 2",
        "UPDATE games SET position = 'x' WHERE id = 2",
        "UPDATE games SET started = 'long ago' WHERE id = 2",
        "UPDATE moves SET move = 'null' WHERE game_id = 2 AND number = 1",
        "UPDATE moves SET move = '' WHERE game_id = 2 AND number = 0",
        "UPDATE moves SET move = x'fffe' WHERE game_id = 2 AND number = 0",
        "DELETE FROM moves WHERE game_id = 2 AND number = 0",
        "UPDATE moves SET number = 7 WHERE game_id = 2 AND number = 1",
    ],
)
def test_an_unreadable_game_hides_no_other_and_stays_stored(sql: str, store: Store) -> None:
    for _ in range(3):
        game = store.games.start("counter", SETUP)
        journal = store.games.open_journal(game.id, dict)
        journal.append(0, add_move(1), None)
        journal.append(1, add_move(2), None)
    damage(store, sql)
    rows = store.database.rows("SELECT * FROM games, moves WHERE id = game_id")

    listing = store.games.list_recent(2)
    assert list_ids(listing.games) == list_ids(tuple(store.games.iterate_unfinished())) == [3, 1]
    assert [(problem.key, problem.args) for problem in listing.problems] == [
        ("app.problem.game_unreadable", {"id": 2})
    ]
    with pytest.raises(BadRecord) as unreadable:
        store.games.load(2)
    assert unreadable.value.problem.key == "app.problem.game_unreadable"
    assert store.database.rows("SELECT * FROM games, moves WHERE id = game_id") == rows


def test_the_latest_readable_game_is_returned(store: Store, clock: Any) -> None:
    for _ in range(4):
        clock.on()
        store.games.start("counter", SETUP)
    damage(store, "UPDATE games SET setup = 'x' WHERE id > 1")
    latest = next(store.games.iterate_unfinished(), None)
    assert latest is not None
    assert latest.id == 1


def test_an_invalid_byte_does_not_stop_a_listing(store: Store) -> None:
    for _ in range(2):
        store.games.start("counter", SETUP)
    damage(store, "UPDATE games SET game = CAST(x'63ff' AS TEXT) WHERE id = 2")
    assert list_ids(store.games.list_recent(5).games)[-1] == 1


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
        number = save_game(store, clock, played)
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


def test_the_filter_sql_finds_what_a_scan_of_all_games_finds(store: Store, games: list[Read]) -> None:
    found = 0
    for which in choices(games):
        meant = [read.game.id for read in games if is_meant(which, read)]
        assert [one.game_id for one in store.games.list_games(which)] == meant, which
        found += 0 < len(meant) < _SOME
    # Most of these questions tell some games from others.
    assert found > 50


def test_listed_games_have_the_start_of_their_game_night(store: Store, games: list[Read]) -> None:
    expected = [(game.id, game.started, game.game_night) for game, *_ in games]
    assert [tuple(one) for one in store.games.list_games(GameFilter())] == expected
    # A word that no game lacks is a choice like any other.
    counted = store.games.list_games(GameFilter(since=0.0))
    assert [tuple(one) for one in counted] == expected


def test_without_a_filter_no_game_is_indexed_or_read(store: Store, clock: Clock) -> None:
    numbers = [store.games.start("silver", {"players": ["Ada", "Bruno"]}).id for _ in range(3)]
    with store.database.transaction() as execute:
        execute("UPDATE games SET setup = '{' WHERE id = ?", (numbers[1],))
        execute("UPDATE games SET started = 'never' WHERE id = ?", (numbers[0],))
    store.games.delete(numbers[2])
    assert [one.game_id for one in store.games.list_games(GameFilter())] == [numbers[0], numbers[1]]
    assert store.games.list_games(GameFilter(text="ada")) == ()


def test_frequent_players_are_sorted_by_number_of_games(store: Store, clock: Clock) -> None:
    for players in (["Ada", "Bruno"], ["bruno", "3"], ["BRUNO", "Ada", "Chloe"]):
        store.games.start("silver", {"players": players})
    index_all(store.database)
    assert store.games.frequent_players() == ("bruno", "ada", "chloe")


def test_a_copy_is_independent_of_the_original(store: Store, clock: Clock) -> None:
    number = save_game(store, clock, next(random_games(Random(3), 1, left=0.0)))
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


def test_a_copy_ends_at_the_current_move_with_its_draft(store: Store, clock: Clock) -> None:
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


def test_a_copy_of_a_mission_belongs_to_no_campaign(store: Store, clock: Clock) -> None:
    mission = {"campaign": "map-1", "city": "prague", "name": ""}
    setup = {"players": ["Ada", "Bruno"], "tokens": 11, "mistakes": 2, "mission": mission}
    number = store.games.start("duet", setup).id
    copied = store.games.copy(number, "")
    assert [game.id for game in store.games.games_of_campaign("duet", "map-1")] == [number]
    assert open_session(DUET, store.games.load(copied), store.games).setup.tokens == 11


def test_missing_and_unreadable_games_are_not_copied(store: Store, clock: Clock) -> None:
    number = store.games.start("silver", {"players": ["Ada", "Bruno"]}).id
    with store.database.transaction() as execute:
        execute("UPDATE games SET setup = '{' WHERE id = ?", (number,))
    for missing in (number, number + 1):
        with pytest.raises(ProblemError):
            store.games.copy(missing, "")
    assert store.games.count() == 1


def test_a_session_is_reopened_as_it_was_left(
    store: Store, counter: ModuleType, reopen: Callable[[], Store]
) -> None:
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    for points in (3, 4, 5):
        session.play(counter.Add(points % 3, points, "سلام"))
    session.undo()

    store = reopen()
    again = open_session(counter.COUNTER, store.games.load(number), store.games)
    assert (again.setup, again.state, again.moves, again.undone_moves) == (
        session.setup,
        session.state,
        session.moves,
        session.undone_moves,
    )
    again.redo()
    again.play(counter.Add(0, 1))
    assert store.games.load(number).move_count == 4


def test_the_last_move_is_stored_with_the_outcome(store: Store, counter: ModuleType) -> None:
    session, number = start_session(counter.COUNTER, counter.Setup(("Anna",), 5), store.games)
    session.play(counter.Add(1, 5))
    assert store.games.load(number).outcome == Outcome("Bahar", "goal")
    session.undo()
    assert store.games.load(number).outcome is None
    assert next(store.games.iterate_unfinished(), None) is not None


def test_an_invalid_set_up_is_not_stored(store: Store, counter: ModuleType) -> None:
    with pytest.raises(BadSetup):
        start_session(counter.COUNTER, counter.Setup(("Anna",), 0), store.games)
    assert store.games.count() == 0


def test_a_game_of_another_kind_is_rejected(store: Store, counter: ModuleType) -> None:
    stored = store.games.start("chess", {})
    with pytest.raises(BadRecord) as wrong:
        open_session(counter.COUNTER, stored, store.games)
    assert wrong.value.problem.key == "app.problem.game_other"
    assert wrong.value.problem.args == {"id": stored.id, "game": "chess"}


def test_an_unusable_game_is_rejected_with_the_reason(store: Store, counter: ModuleType) -> None:
    _, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    good = store.games.load(number)
    add = {"move": "add", "seat": 0, "points": 1}
    cases: list[tuple[dict[str, Any], type[ProblemError], str]] = [
        ({"setup": {"goal": 5}}, BadRecord, "app.problem.record_missing_field"),
        ({"setup": {"names": [], "goal": 0}}, BadSetup, "counter.problem.goal"),
        ({"moves": ({"move": "steal"},)}, BadRecord, "app.problem.record_unknown_move"),
        ({"moves": ({**add, "points": "1"},)}, BadRecord, "app.problem.record_wrong_type"),
        ({"moves": (add, {**add, "points": 0})}, IllegalMove, "counter.problem.points"),
        ({"moves": ({**add, "seat": 7},)}, BadRecord, "app.problem.game_unreadable"),
        ({"move_count": 4}, BadRecord, "app.problem.game_unreadable"),
    ]
    for change, kind, key in cases:
        with pytest.raises(kind) as wrong:
            open_session(counter.COUNTER, good._replace(**change), store.games)
        assert wrong.value.problem.key == key
    assert open_session(counter.COUNTER, good, store.games).moves == ()


def start(store, moves=()):
    session, number = start_session(DUET, Setup(("Ada", "آرش")), store.games)
    for move in moves:
        session.play(move)
    return number


def test_the_last_played_game_is_opened(store):
    start(store)
    start(store, [Agent()])
    start(store, [Assassin()])
    assert store.games.open_latest().state.turn == 1
    assert len(store.games.open_latest().moves) == 1


def test_a_game_that_cannot_be_opened_is_skipped(store):
    start(store, [Agent()])
    store.games.start("chess", {})
    damaged = start(store, [Agent()])
    with store.database.transaction() as execute:
        execute('UPDATE moves SET move = \'{"move":"steal"}\' WHERE game_id = ?', (damaged,))
    assert len(store.games.open_latest().moves) == 1


def test_without_an_unfinished_game_none_is_opened(store):
    start(store, [Assassin()])
    assert store.games.open_latest() is None


def test_a_game_unknown_to_this_version_is_rejected(store):
    with pytest.raises(ProblemError) as refused:
        store.games.open_session(store.games.start("chess", {}))
    assert refused.value.problem.key == "app.problem.not_kept_yet"


def test_a_finished_game_that_cannot_be_opened_is_not_copied(store):
    number = start(store, [Agent(), Assassin()])
    with store.database.transaction() as execute:
        execute("UPDATE games SET game = 'chess' WHERE id = ?", (number,))
    with pytest.raises(ProblemError):
        store.games.copy(number, "Once more")
    assert store.games.count() == 1


def test_games_are_found_by_their_campaign(store):
    start(store, [Assassin()])
    _, number = start_session(DUET, Setup(("Ada", "Bruno"), mission=Mission("a1", "prague")), store.games)
    assert [stored.id for stored in store.games.games_of_campaign("duet", "a1")] == [number]
    assert [stored.id for stored in store.games.games_of_campaign("duet", None)] == [1]


def test_a_copy_of_a_finished_game_starts_before_its_last_move(store):
    copied = store.games.load(store.games.copy(start(store, [Agent(), Assassin()]), "Once more"))
    assert (copied.move_count, len(copied.moves), copied.ended, copied.outcome) == (1, 2, None, None)
    session = store.games.open_session(copied)
    session.redo()
    assert session.outcome is not None
