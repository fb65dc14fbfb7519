"""Versions 7 and 8 of the file: the sums of all games of a kind and the winning streaks in them, kept with
each game that is counted.

A page of statistics mostly asks for all games. Its sums then follow from a few hundred rows, however many
games there are. Like every migration it holds all it needs.
"""

from __future__ import annotations

from typing import Final

# Facts of the table are nobody's, and those of a seat without a name are in no sum. A sum of no game is
# removed, for it could name somebody who was forgotten.
_ADD_FACT: Final = """
    INSERT INTO fact_sums SELECT NEW.game, NEW.person, NEW.fact, NEW.part, over, NEW.times, NEW.total, 1
    FROM tallies WHERE game_id = NEW.game_id AND (NEW.person <> '' OR NEW.seat < 0)
    ON CONFLICT (game, person, fact, part, over) DO UPDATE SET
    times = times + excluded.times, total = total + excluded.total, games = games + 1;"""
_SUBTRACT_FACT: Final = """
    UPDATE fact_sums SET times = times - OLD.times, total = total - OLD.total, games = games - 1
    WHERE game = OLD.game AND person = OLD.person AND fact = OLD.fact AND part = OLD.part
    AND over = (SELECT over FROM tallies WHERE game_id = OLD.game_id)
    AND (OLD.person <> '' OR OLD.seat < 0);
    DELETE FROM fact_sums WHERE game = OLD.game AND person = OLD.person AND fact = OLD.fact
    AND part = OLD.part AND games = 0;"""
_ADD_SEAT: Final = """
    INSERT INTO seat_sums SELECT game, NEW.person, NEW.side, over, 1, NEW.won IS NOT NULL,
    ifnull(NEW.won, 0), NEW.score IS NOT NULL, ifnull(NEW.score, 0)
    FROM tallies WHERE game_id = NEW.game_id AND NEW.person <> ''
    ON CONFLICT (game, person, side, over) DO UPDATE SET
    games = games + 1, told = told + excluded.told, won = won + excluded.won,
    scored = scored + excluded.scored, score = score + excluded.score;"""
_SUBTRACT_SEAT: Final = """
    UPDATE seat_sums SET games = games - 1, told = told - (OLD.won IS NOT NULL),
    won = won - ifnull(OLD.won, 0), scored = scored - (OLD.score IS NOT NULL),
    score = score - ifnull(OLD.score, 0)
    WHERE person = OLD.person AND side = OLD.side
    AND (game, over) = (SELECT game, over FROM tallies WHERE game_id = OLD.game_id);
    DELETE FROM seat_sums WHERE person = OLD.person AND side = OLD.side AND games = 0
    AND game = (SELECT game FROM tallies WHERE game_id = OLD.game_id);"""

SUMS: Final = (
    """CREATE TABLE fact_sums (
        game TEXT NOT NULL,
        person TEXT NOT NULL,
        fact TEXT NOT NULL,
        part TEXT NOT NULL,
        over INTEGER NOT NULL,
        times REAL NOT NULL,
        total REAL NOT NULL,
        games INTEGER NOT NULL,
        PRIMARY KEY (game, person, fact, part, over)
    ) WITHOUT ROWID""",
    """CREATE TABLE seat_sums (
        game TEXT NOT NULL,
        person TEXT NOT NULL,
        side TEXT NOT NULL,
        over INTEGER NOT NULL,
        games INTEGER NOT NULL,
        told INTEGER NOT NULL,
        won INTEGER NOT NULL,
        scored INTEGER NOT NULL,
        score REAL NOT NULL,
        PRIMARY KEY (game, person, side, over)
    ) WITHOUT ROWID""",
    """INSERT INTO fact_sums
        SELECT facts.game, person, fact, part, over, total(times), total(total), count(*)
        FROM facts JOIN tallies USING (game_id) WHERE person <> '' OR seat < 0 GROUP BY 1, 2, 3, 4, 5""",
    """INSERT INTO seat_sums
        SELECT game, person, side, over, count(*), count(won), total(won), count(score), total(score)
        FROM seats JOIN tallies USING (game_id) WHERE person <> '' GROUP BY 1, 2, 3, 4""",
    f"CREATE TRIGGER fact_counted AFTER INSERT ON facts BEGIN{_ADD_FACT} END",
    f"CREATE TRIGGER fact_dropped AFTER DELETE ON facts BEGIN{_SUBTRACT_FACT} END",
    f"CREATE TRIGGER fact_changed AFTER UPDATE ON facts BEGIN{_SUBTRACT_FACT}{_ADD_FACT} END",
    f"CREATE TRIGGER seat_counted AFTER INSERT ON seats BEGIN{_ADD_SEAT} END",
    f"CREATE TRIGGER seat_dropped AFTER DELETE ON seats BEGIN{_SUBTRACT_SEAT} END",
    f"CREATE TRIGGER seat_changed AFTER UPDATE ON seats BEGIN{_SUBTRACT_SEAT}{_ADD_SEAT} END",
    # What is taken off the sums depends on the tally, so it goes last, also where a game is removed.
    """CREATE TRIGGER tally_dropped BEFORE DELETE ON tallies BEGIN
        DELETE FROM facts WHERE game_id = OLD.game_id;
        DELETE FROM seats WHERE game_id = OLD.game_id;
    END""",
    # All that is counted of whole games lies in the index: their long rows of words are not read for it.
    "DROP INDEX tallies_by_game",
    "CREATE INDEX tallies_by_game ON tallies (game, started, over, winner, reason, players, length, night)",
)

# A streak is removed with any change of the seats it follows from; `storage/streaks.py` stores it again.
_DROP_STREAK: Final = """
    DELETE FROM streaks WHERE person = {row}.person
    AND game = (SELECT game FROM tallies WHERE game_id = {row}.game_id);"""
_DROP_OLD: Final = _DROP_STREAK.format(row="OLD")
_DROP_NEW: Final = _DROP_STREAK.format(row="NEW")

STREAKS: Final = (
    """CREATE TABLE streaks (
        game TEXT NOT NULL,
        person TEXT NOT NULL,
        best INTEGER NOT NULL,
        now INTEGER NOT NULL,
        since REAL NOT NULL,
        until REAL NOT NULL,
        now_since REAL,
        PRIMARY KEY (game, person)
    ) WITHOUT ROWID""",
    f"CREATE TRIGGER streak_grown AFTER INSERT ON seats BEGIN{_DROP_NEW} END",
    f"CREATE TRIGGER streak_shrunk AFTER DELETE ON seats BEGIN{_DROP_OLD} END",
    f"CREATE TRIGGER streak_changed AFTER UPDATE ON seats BEGIN{_DROP_OLD}{_DROP_NEW} END",
)
