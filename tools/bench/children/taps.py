"""Resume the latest game of a folder, tap on its board and report how long each tap took to be painted.

taps.py FOLDER COUNT taps at least COUNT times.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import ceil
from operator import attrgetter
from pathlib import Path
from typing import Any

from tools.bench.children.finger import Finger, never_wait_for_a_tick
from tools.bench.children.report import SIZE, tell

# Finds the widget to tap on a board page.
Target = Callable[[Any], Any]


def seat(number: int) -> Target:
    return lambda page: page.ring.seats[number]


def fails(number: int) -> Target:
    """Find the key with this number of fails, once the quest cards are shown."""
    return lambda page: next(
        part.parent
        for part in page.step_controls.walk(restrict=True)
        if getattr(part, "content", "") == f"{number}" and part.parent is not None
    )


def bag_token(event: str) -> Target:
    """Find the token of this event while the bag is open."""
    return lambda page: page.app_context.navigator.sheet.visible_tiles[event]


def card(number: int) -> Target:
    return lambda page: page.entry.card_keys.keys[number]


DELETE = attrgetter("entry.card_keys.delete_key")
MAIN, UNDO, REDO = attrgetter("main"), attrgetter("undo_button"), attrgetter("redo_button")
# Per game, taps that end in the state they began in, so that the round can be repeated.
ROUNDS: dict[str, tuple[Target, ...]] = {
    "duet": (
        *(MAIN, MAIN, UNDO, REDO, attrgetter("stop_tile"), attrgetter("bystander_tile")),
        *(UNDO,) * 4,
    ),
    # Ten players with the Lady and Excalibur; seat 0 leads. A team, its bearer and six votes against it; a
    # second team that succeeds with Excalibur; a third that fails by one card; the Lady.
    "avalon": (
        *(seat(0), seat(1), seat(2), seat(1), MAIN),
        *(seat(4), seat(5), seat(6), seat(7), seat(8), seat(9), MAIN),
        *(seat(3), seat(4), seat(5), seat(3), MAIN, seat(9), MAIN, seat(4), MAIN),
        *(seat(0), seat(1), seat(2), seat(3), seat(0), MAIN, MAIN, fails(1), MAIN),
        *(seat(5), MAIN),
        # Undo restores the draft of the team.
        *(UNDO,) * 9,
        *(seat(0), seat(1), seat(2)),
    ),
    # Eight players: power rises and falls, the Gate opens, and two hours pass.
    "cultists": (
        *(MAIN, MAIN, bag_token("lightning"), MAIN, MAIN, MAIN),
        *(MAIN, MAIN, bag_token("gate_opens"), MAIN, MAIN, MAIN),
        *(UNDO, UNDO, REDO, *(UNDO,) * 9),
    ),
    # Type the five cards of a village and delete them.
    "silver": (*(card(number) for number in (4, 7, 1, 13, 0)), *(DELETE,) * 5),
}
# A question that appears before the first tap and stays answered; its finder returns None afterwards.
OPENINGS: dict[str, Target] = {
    "silver": lambda page: None if page.draft.asked else page.question.tiles[1],
}


def main(folder: Path, count: int) -> None:
    never_wait_for_a_tick()
    from companion.launch import prepare_kivy

    prepare_kivy(SIZE, off_screen=True)
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from companion.app import open_app

    app = open_app(folder)
    EventLoop.ensure_window()
    app._run_prepare()
    EventLoop.start()
    finger = Finger(Window)
    session = app.games.open_latest()
    if session is None:
        raise LookupError("the folder has no game to go on with")
    round_of_taps = ROUNDS[session.game.id]
    app.change_settings(less_motion=True)
    finger.run_until_still()
    app.open_session(session)
    finger.run_until_still()
    page = app.navigator.page
    opening_question = OPENINGS.get(session.game.id, lambda _: None)(page)
    if opening_question is not None:
        finger.tap(opening_question)
    # Warm-up round, not measured: it opens everything that later taps reuse.
    for find in round_of_taps:
        finger.tap(find(page))
    finger.late = 0
    # The app starts this collector after its start-up.
    app.idle_gc.start()
    # Whole rounds only: the next process must find the game in the same state.
    taps = round_of_taps * ceil(count / len(round_of_taps))
    elapsed, work = zip(*(finger.tap(find(page)) for find in taps), strict=True)
    tell(milliseconds=elapsed, work=work, late=finger.late)
    app.stop()


main(Path(sys.argv[1]), int(sys.argv[2]))
