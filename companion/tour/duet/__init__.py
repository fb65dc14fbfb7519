"""Codenames Duet: set-up, missions at several moments, with and without a grid, their past, and the map."""

from __future__ import annotations

from dataclasses import replace

from companion.entry.duet.amend import amend, forgotten_before
from companion.entry.duet.log import turns
from companion.entry.rule_notes import keep_note
from companion.games.duet.campaign import Attempt, Campaign, mission_of, new_campaign
from companion.games.duet.clues import Unlimited
from companion.games.duet.manifest import MANIFEST
from companion.games.duet.moves import Agent, Assassin, Bystander, Clue, Move, Stop, WordIs
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Keeps, Setup
from companion.games.game import error
from companion.games.records import encode
from companion.screens.duet.edit import EditPage
from companion.screens.duet.history import HistoryPage
from companion.screens.duet.map import MapPage
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
# When the cities of the map were won.
_THEN = 1_790_000_000.0


def _told(tour: Tour, grid: bool) -> list[Move]:
    """A mission with its clues, in words of the language: the names of the shell's own things will do."""
    words = [tour.app.tr(f"app.game.{game}").split()[-1] for game in ("silver", "avalon", "cultists", "duet")]
    at = iter((7, 3, 12, 18, 5, 18, 0, 21, 16)) if grid else None

    def place() -> int | None:
        return None if at is None else next(at)

    cards: list[Move] = [WordIs(where, words[where % 4]) for where in (0, 3, 8, 12, 24)] if grid else []
    return [
        *cards,
        *(Clue(words[0], 3, 0), Agent(place()), Agent(place()), Stop()),
        *(Clue(words[1], Unlimited.UNLIMITED), Agent(place()), Bystander(place())),
        *(Clue(words[2], 0), Agent(place()), Bystander(place())),
        *(Clue(words[3], 2), Agent(place()), Bystander(place())),
        Clue(words[0], 4),
        Agent(place()),
    ]


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
    campaigns = tour.app.store.campaigns
    for kept in campaigns.all(MANIFEST.id):
        campaigns.delete(kept.id)


def _team(tour: Tour) -> Campaign:
    """Two cities of the map are won, one of them after a defeat."""
    names = tour.names[:2]
    campaign = new_campaign("tour", tour.app.tr.join(names), names)
    played = (("prague", True, 12), ("moscow", False, None), ("moscow", True, None))
    attempts = tuple(
        Attempt(city, _THEN + day * 86_400, _THEN + day * 86_400 + 1_800, won, points)
        for day, (city, won, points) in enumerate(played)
    )
    campaign = replace(campaign, attempts=attempts)
    tour.app.store.campaigns.save(MANIFEST.id, campaign.id, encode(campaign))
    return campaign


def set_up(tour: Tour) -> None:
    tour.set_up("duet", 4)


def board(tour: Tour) -> None:
    running = tour.app.archive.latest()
    if running is not None:
        tour.app.open_table(running)


def won(tour: Tour) -> None:
    stored = [game for game in tour.app.store.games.recent(10).games if game.ended is not None]
    tour.app.open_table(tour.app.archive.open(stored[-1]))


def told(tour: Tour, *, grid: bool = False) -> None:
    """A mission whose clues are written down."""
    keeps = Keeps.GRID if grid else Keeps.KEYS
    tour.open(DUET, Setup(tour.names[:2], keeps=keeps), _told(tour, grid))


def typed_clue(tour: Tour) -> None:
    told(tour)
    page = tour.app.stage.page
    page.play(Stop())
    page.tell_clue()


def chosen(tour: Tour) -> None:
    """A word of the grid is touched."""
    told(tour, grid=True)
    tour.app.stage.page.tap_place(24)


def typed_card(tour: Tour) -> None:
    told(tour, grid=True)
    tour.app.stage.page.type_card(1)


def sudden(tour: Tour, *, grid: bool = False) -> None:
    """The turn before the last one took the last token."""
    setup = Setup(tour.names[:4], tokens=4, keeps=Keeps.GRID if grid else Keeps.KEYS)
    tour.open(DUET, setup, _told(tour, grid)[:-2])


def history(tour: Tour) -> None:
    told(tour)
    tour.app.visit(HistoryPage, tour.app.stage.page.sitting)


def edit(tour: Tour) -> None:
    told(tour, grid=True)
    sitting = tour.app.stage.page.sitting
    tour.app.visit(EditPage, sitting, amend(turns(sitting.table)[1]))


def forgotten(tour: Tour) -> None:
    """A turn that nobody wrote down is put in."""
    told(tour)
    sitting = tour.app.stage.page.sitting
    tour.app.visit(EditPage, sitting, forgotten_before(turns(sitting.table)[1]))


def mission_map(tour: Tour, city: str = "cairo") -> None:
    _team(tour)
    tour.app.visit(MapPage, Setup(tour.names[:2], keeps=Keeps.KEYS), city)


def city_won(tour: Tour) -> None:
    """A city of the map, just won."""
    setup = mission_of(_team(tour), "cairo", Setup(tour.names[:2], keeps=Keeps.KEYS))
    a_turn: list[Move] = [Agent(), Agent(), Stop()]
    tour.open(DUET, setup, [*a_turn * 7, Agent()])


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
    View("duet-told", told),
    View("duet-clue", typed_clue),
    View("duet-grid", chosen),
    View("duet-grid-word", typed_card),
    View("duet-sudden", sudden),
    View("duet-sudden-grid", lambda tour: sudden(tour, grid=True)),
    View("duet-leaf", lambda tour: tour.leaf(told, 6)),
    View("duet-leaf-grid", lambda tour: tour.leaf(chosen, 11)),
    View("duet-history", history),
    View("duet-edit", edit),
    View("duet-forgotten", forgotten),
    View("duet-map", mission_map),
    View("duet-map-missing", lambda tour: mission_map(tour, "berlin")),
    View("duet-city-won", city_won),
    View("duet-refusal", refusal),
    View("rules", rules),
    View("rules-refused", refused),
    View("rules-example", lambda tour: rules(tour, "score")),
    View("rules-open", left_open),
    View("rules-note", write_note),
    View("rules-search", search),
    View("rules-nearest", found_nothing),
)
