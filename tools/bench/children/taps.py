"""Goes on with the latest game in a folder by real touches and tells how long each took to be on the screen.

taps.py FOLDER COUNT taps at least so often.
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

# Finds what is tapped on the page of a game.
Target = Callable[[Any], Any]


def seat(number: int) -> Target:
    return lambda page: page.ring.seats[number]


def fails(number: int) -> Target:
    """The key with this number, once the cards of a quest are shown."""
    return lambda page: next(
        part.parent
        for part in page.step_controls.walk(restrict=True)
        if getattr(part, "content", "") == f"{number}" and part.parent is not None
    )


def drawn(event: str) -> Target:
    """The token of this event, while the bag is open."""
    return lambda page: page.app_context.navigator.sheet.visible_tiles[event]


def card(number: int) -> Target:
    return lambda page: page.entry.card_keys.keys[number]


DELETE = attrgetter("entry.card_keys.delete_key")
MAIN, UNDO, REDO = attrgetter("main"), attrgetter("undo_button"), attrgetter("redo_button")
# For each game taps that lead back to where they began, so that they can be played again and again.
ROUNDS: dict[str, tuple[Target, ...]] = {
    "duet": (
        *(MAIN, MAIN, UNDO, REDO, attrgetter("stop_tile"), attrgetter("bystander_tile")),
        *(UNDO,) * 4,
    ),
    # Ten players with the Lady and Excalibur; seat 0 leads. A team, its bearer, and six votes against it;
    # another that goes and wins with the help of Excalibur; a third that one fail lets down; the Lady.
    "avalon": (
        *(seat(0), seat(1), seat(2), seat(1), MAIN),
        *(seat(4), seat(5), seat(6), seat(7), seat(8), seat(9), MAIN),
        *(seat(3), seat(4), seat(5), seat(3), MAIN, seat(9), MAIN, seat(4), MAIN),
        *(seat(0), seat(1), seat(2), seat(3), seat(0), MAIN, MAIN, fails(1), MAIN),
        *(seat(5), MAIN),
        # Undo brings the team back as it was tapped.
        *(UNDO,) * 9,
        *(seat(0), seat(1), seat(2)),
    ),
    # Eight players. Power goes and comes, the Gate opens, and two hours pass.
    "cultists": (
        *(MAIN, MAIN, drawn("lightning"), MAIN, MAIN, MAIN),
        *(MAIN, MAIN, drawn("gate_opens"), MAIN, MAIN, MAIN),
        *(UNDO, UNDO, REDO, *(UNDO,) * 9),
    ),
    # A village of five cards, typed and deleted.
    "silver": (*(card(number) for number in (4, 7, 1, 13, 0)), *(DELETE,) * 5),
}
# What is asked before the first of these taps and stays answered; None once it is.
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
    finger.rest()
    app.open_session(session)
    finger.rest()
    page = app.navigator.page
    asked = OPENINGS.get(session.game.id, lambda _: None)(page)
    if asked is not None:
        finger.tap(asked)
    # The first round opens what all others find open.
    for find in round_of_taps:
        finger.tap(find(page))
    finger.late = 0
    # As the app does once it has started.
    app.idle_gc.start()
    # Whole rounds only: the next process shall find the game as this one did.
    wanted = round_of_taps * ceil(count / len(round_of_taps))
    elapsed, work = zip(*(finger.tap(find(page)) for find in wanted), strict=True)
    tell(milliseconds=elapsed, work=work, late=finger.late)
    app.stop()


main(Path(sys.argv[1]), int(sys.argv[2]))
