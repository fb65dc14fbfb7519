"""Codenames Duet: set-up, a mission under way, a mission won."""

from __future__ import annotations

from companion.entry.rule_notes import keep_note
from companion.games.duet.manifest import MANIFEST
from companion.games.duet.moves import Agent, Assassin, Bystander, Stop
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.game import error
from companion.screens.rules.links import open_rules
from companion.screens.what_if import WhatIfPage
from companion.storage.tables import new_table
from companion.tour.view import View
from companion.tour.walk import Tour

_MISSION = (
    *(Agent(), Agent(), Agent(), Stop()),
    *(Agent(), Bystander()),
    *(Agent(), Agent(), Stop()),
    *(Bystander(), Agent()),
)


def bring_past(tour: Tour) -> None:
    """A mission won, one lost and one under way, for the home and history screens."""
    games, names = tour.app.store.games, tour.names
    won, _ = new_table(DUET, Setup(names[:2]), games)
    for _ in range(5):
        for move in (Agent(), Agent(), Stop()):
            won.play(move)
    for _ in range(5):
        won.play(Agent())
    lost, _ = new_table(DUET, Setup(names[2:4]), games)
    lost.play(Assassin())
    running, _ = new_table(DUET, Setup(names[:2], tokens=9, mistakes=5), games)
    for guess in _MISSION:
        running.play(guess)


def set_up(tour: Tour) -> None:
    tour.set_up("duet", 4)


def board(tour: Tour) -> None:
    running = tour.app.archive.latest()
    if running is not None:
        tour.app.open_table(running)


def won(tour: Tour) -> None:
    stored = [game for game in tour.app.store.games.recent(10).games if game.ended is not None]
    tour.app.open_table(tour.app.archive.open(stored[-1]))


def rules(tour: Tour, link: str | None = None) -> None:
    """Looked up at a table, from what it was asked about."""
    board(tour)
    open_rules(tour.app, MANIFEST, link, tour.app.stage.page.table)


def refused(tour: Tour) -> None:
    """The rule behind a tap that was not taken."""
    board(tour)
    page = tour.app.stage.page
    problem = error("duet.problem.guess_first")
    open_rules(tour.app, MANIFEST, "problem:duet.problem.guess_first", page.table, problem)


def refusal(tour: Tour) -> None:
    """A tap that was not taken, with the rule one tap away."""
    board(tour)
    tour.app.say(error("duet.problem.guess_first"))


def left_open(tour: Tour) -> None:
    """What the sources do not say, with a note of the table's own."""
    keep_note(tour.app, "duet", "how_strict", tour.app.tr("rules.note.hint"))
    rules(tour, "how_strict")


def write_note(tour: Tour) -> None:
    left_open(tour)
    tour.app.stage.page.write("how_strict")


def search(tour: Tour) -> None:
    """By the words that it has for itself, with a slip in them."""
    rules(tour)
    page = tour.app.stage.page
    title = tour.app.tr("duet_rules.chapter.tokens")
    page.field.text = title[:-2] + title[-1:]


def found_nothing(tour: Tour) -> None:
    rules(tour)
    tour.app.stage.page.field.text = "8888888"


def what_if(tour: Tour) -> None:
    board(tour)
    tour.app.visit(WhatIfPage, tour.app.stage.page.sitting)


VIEWS = (
    View("duet-setup", set_up),
    View("duet-board", board),
    View("duet-learn", lambda tour: tour.learn(board)),
    View("duet-what-if", what_if),
    View("duet-timer", lambda tour: tour.time(board)),
    View("duet-won", won),
    View("duet-refusal", refusal),
    View("rules", rules),
    View("rules-refused", refused),
    View("rules-example", lambda tour: rules(tour, "score")),
    View("rules-open", left_open),
    View("rules-note", write_note),
    View("rules-search", search),
    View("rules-nearest", found_nothing),
)
