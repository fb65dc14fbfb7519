"""Fill a store with random legal games, people, groups, notes and marks, as if used for years.

Rows are inserted directly, as an import does, so thousands of games take seconds. The same seed gives the
same store.
"""

from __future__ import annotations

import hashlib
from random import Random
from typing import Final

from companion.core.players import normalize_name
from companion.core.serialization import encode, encode_move
from companion.games.duet.campaign import new_campaign
from companion.games.game_file import GameMetadata, GameNote, GameRecord
from companion.storage.database import Execute
from companion.storage.importing import IncomingGame, apply_game_import, plan_game_import
from companion.storage.store import Store
from tools.random_games import PEOPLE, Played, random_games

START: Final = 1_600_000_000.0
_EVENING: Final = 2 * 86_400
_GAMES_AN_EVENING: Final = 5
_TITLES: Final = ("Ada's birthday", "شب یلدا", "=1+1", "Η μεγάλη νύχτα", "La rivincita")
_NOTES: Final = ("Ada laughed here", "دو بار شمردیم", "first line\nsecond line", "δεν το πίστευε κανείς")


def fill(store: Store, count: int, seed: int = 0) -> None:
    """Insert `count` random games with titles, stars, notes and marks, and people, groups and a map."""
    dice = Random(seed)
    with store.database.transaction() as execute:
        for number, played in enumerate(random_games(dice, count)):
            _keep(store, execute, dice, number, played, f"{seed:08x}{number:08x}")
        for name in PEOPLE[::2]:
            row = (
                normalize_name(name),
                name,
                dice.choice(("star", "moon")),
                dice.choice(("red", "blue")),
                None,
            )
            execute("INSERT INTO people VALUES (?, ?, ?, ?, ?)", row)
        # An alias: two names of one person.
        execute("INSERT INTO people VALUES ('adina', 'Adina', NULL, NULL, ?)", (normalize_name(PEOPLE[0]),))
    for number in range(4):
        store.rosters.save_group(f"Group {number + 1}", dice.sample(PEOPLE, 8))
    store.rosters.remember(PEOPLE)
    store.campaigns.save("duet", "map-1", encode(new_campaign("map-1", "Ada, Bruno", PEOPLE[:2])))
    store.settings.save("theme", "light")


def _keep(store: Store, execute: Execute, dice: Random, number: int, played: Played, seed: str) -> None:
    state = played.game.start(played.setup)
    for move in played.moves:
        state = played.game.apply(state, move)
    outcome = played.game.outcome(state)
    evening = START + _EVENING * (number // _GAMES_AN_EVENING)
    started = evening + 3_600.0 * (number % _GAMES_AN_EVENING)
    times = tuple(started + 20.0 * at + dice.random() for at in range(1, len(played.moves) + 1))
    last = times[-1] if times else started
    notes = [GameNote(dice.randint(0, len(times)), dice.choice(_NOTES)) for _ in range(number % 4 == 0)]
    metadata = GameMetadata(
        hashlib.sha256(seed.encode()).hexdigest()[:16], started, last,
        ended=None if outcome is None else last,
        times=times,
        title=dice.choice(_TITLES) if number % 7 == 0 else "",
        starred=number % 5 == 0,
        night=60.0 + dice.random() if number % 3 == 0 else None,
        evening=evening,
        notes=tuple(notes),
    )  # fmt: skip
    moves = tuple(encode_move(played.game, move) for move in played.moves)
    record = GameRecord(played.game, played.setup, moves, metadata)
    incoming = IncomingGame.from_record(record, outcome, now=0.0)
    plan = plan_game_import(store.database, incoming)
    number_here = apply_game_import(store.database, execute, incoming, plan)
    if number % 11 == 0:
        execute("INSERT INTO marks VALUES (?, 0, 0, 'trusted')", (number_here,))
