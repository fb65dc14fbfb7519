"""Codenames Duet in the tour: set-up, missions with and without a grid, history, the map, sample games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from companion.core.game import error
from companion.core.serialization import encode
from companion.games.duet.campaign import Attempt, Campaign, make_mission_setup, new_campaign
from companion.games.duet.definition import DEFINITION
from companion.games.duet.edits import start_edit, start_missing_turn
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Mission, Setup, TrackingMode, Unlimited
from companion.games.duet.state import Agent, Assassin, Bystander, CardWord, Clue, Move, State, Stop
from companion.games.duet.text import make_turns
from companion.screens.duet.edit import EditPage
from companion.screens.duet.history import HistoryPage
from companion.screens.duet.map import MapPage
from companion.screens.learn.rule_links import open_rules
from companion.screens.what_if_page import WhatIfPage
from companion.scripts.rule_search import save_note
from companion.storage.games import start_session
from tools.tour.view import GameTour, RandomGame, RandomGames, SampleGame, View
from tools.tour.walk import Tour

_MISSION = (
    *(Agent(), Agent(), Agent(), Stop()),
    *(Agent(), Bystander()),
    *(Agent(), Agent(), Stop()),
    *(Bystander(), Agent()),
)
# Time at which the first city of the map was attempted.
_CITIES_WON_AT = 1_790_000_000.0


def _moves_with_clues(tour: Tour, grid: bool) -> list[Move]:
    """Return the moves of a mission with clues, in words of the current language (names of the games)."""
    words = [tour.app.tr(f"app.game.{game}").split()[-1] for game in ("silver", "avalon", "cultists", "duet")]
    at = iter((7, 3, 12, 18, 5, 18, 0, 21, 16)) if grid else None

    def place() -> int | None:
        return None if at is None else next(at)

    cards: list[Move] = [CardWord(cell, words[cell % 4]) for cell in (0, 3, 8, 12, 24)] if grid else []
    return [
        *cards,
        *(Clue(words[0], 3, 0), Agent(place()), Agent(place()), Stop()),
        *(Clue(words[1], Unlimited.UNLIMITED), Agent(place()), Bystander(place())),
        *(Clue(words[2], 0), Agent(place()), Bystander(place())),
        *(Clue(words[3], 2), Agent(place()), Bystander(place())),
        Clue(words[0], 4),
        Agent(place()),
    ]


def create_history(tour: Tour) -> None:
    """Create a mission won, one lost and one in progress, for the home and history pages."""
    games, names = tour.app.store.games, tour.names
    won_session, _ = start_session(DUET, Setup(names[:2]), games)
    for _ in range(5):
        for move in (Agent(), Agent(), Stop()):
            won_session.play(move)
    for _ in range(5):
        won_session.play(Agent())
    lost_session, _ = start_session(DUET, Setup(names[2:4]), games)
    lost_session.play(Assassin())
    running_session, _ = start_session(DUET, Setup(names[:2], tokens=9, mistakes=5), games)
    for guess in _MISSION:
        running_session.play(guess)
    campaigns = tour.app.store.campaigns
    for row in campaigns.list_campaigns(DEFINITION.id):
        campaigns.delete(row.id)


def _save_campaign(tour: Tour) -> Campaign:
    """Save a campaign with two cities won, one of them after a defeat."""
    names = tour.names[:2]
    campaign = new_campaign("tour", tour.app.tr.join_items(names), names)
    played = (("prague", True, 12), ("moscow", False, None), ("moscow", True, None))
    attempts = tuple(
        Attempt(city, _CITIES_WON_AT + day * 86_400, _CITIES_WON_AT + day * 86_400 + 1_800, won, points)
        for day, (city, won, points) in enumerate(played)
    )
    campaign = replace(campaign, attempts=attempts)
    tour.app.store.campaigns.save(DEFINITION.id, campaign.id, encode(campaign))
    return campaign


def open_setup(tour: Tour) -> None:
    tour.open_setup("duet", 4)


def board(tour: Tour) -> None:
    running = tour.app.games.open_latest()
    if running is not None:
        tour.app.open_session(running)


def won(tour: Tour) -> None:
    stored = [game for game in tour.app.store.games.list_recent(10).games if game.ended is not None]
    tour.app.open_session(tour.app.games.open_session(stored[-1]))


def with_clues(tour: Tour, *, grid: bool = False) -> None:
    """Open a mission with recorded clues."""
    mode = TrackingMode.GRID if grid else TrackingMode.KEYS
    tour.open_game(DUET, Setup(tour.names[:2], keeps=mode), _moves_with_clues(tour, grid))


def typed_clue(tour: Tour) -> None:
    with_clues(tour)
    page = tour.app.navigator.page
    page.play_move(Stop())
    page.edit_clue()


def selected_word(tour: Tour) -> None:
    """Open a mission with a word of the grid selected."""
    with_clues(tour, grid=True)
    tour.app.navigator.page.tap_place(24)


def typed_card(tour: Tour) -> None:
    with_clues(tour, grid=True)
    tour.app.navigator.page.type_card(1)


def sudden(tour: Tour, *, grid: bool = False) -> None:
    """Open a mission whose previous turn used the last token."""
    setup = Setup(tour.names[:4], tokens=4, keeps=TrackingMode.GRID if grid else TrackingMode.KEYS)
    tour.open_game(DUET, setup, _moves_with_clues(tour, grid)[:-2])


def history(tour: Tour) -> None:
    with_clues(tour)
    tour.app.push(HistoryPage, tour.app.navigator.page.controller)


def edit(tour: Tour) -> None:
    with_clues(tour, grid=True)
    controller = tour.app.navigator.page.controller
    tour.app.push(EditPage, controller, start_edit(make_turns(controller.session)[1]))


def missing_turn(tour: Tour) -> None:
    """Open the page for inserting a turn that was not recorded."""
    with_clues(tour)
    controller = tour.app.navigator.page.controller
    tour.app.push(EditPage, controller, start_missing_turn(make_turns(controller.session)[1]))


def mission_map(tour: Tour, city: str = "cairo") -> None:
    _save_campaign(tour)
    tour.app.push(MapPage, Setup(tour.names[:2], keeps=TrackingMode.KEYS), city)


def city_won(tour: Tour) -> None:
    """Open the end of a mission that has just won a city of the map."""
    setup = make_mission_setup(_save_campaign(tour), "cairo", Setup(tour.names[:2], keeps=TrackingMode.KEYS))
    a_turn: list[Move] = [Agent(), Agent(), Stop()]
    tour.open_game(DUET, setup, [*a_turn * 7, Agent()])


def rules(tour: Tour, link: str | None = None) -> None:
    """Open the rules from a running game, at `link` if given."""
    board(tour)
    open_rules(tour.app, DEFINITION, link, tour.app.navigator.page.session)


def refused(tour: Tour) -> None:
    """Open the rule behind a rejected tap."""
    board(tour)
    page = tour.app.navigator.page
    problem = error("duet.problem.guess_first")
    open_rules(tour.app, DEFINITION, "problem:duet.problem.guess_first", page.session, problem)


def refusal(tour: Tour) -> None:
    """Show the message of a rejected tap, which links to its rule."""
    board(tour)
    tour.app.show_problem(error("duet.problem.guess_first"))


def open_question(tour: Tour) -> None:
    """Open a question that the sources do not answer, with a note by the user."""
    save_note(tour.app, "duet", "how_strict", tour.app.tr("rules.note.hint"))
    rules(tour, "how_strict")


def write_note(tour: Tour) -> None:
    open_question(tour)
    tour.app.navigator.page.open_note("how_strict")


def search(tour: Tour) -> None:
    """Search the rules for a chapter title with a typing error."""
    rules(tour)
    page = tour.app.navigator.page
    title = tour.app.tr("duet_rules.chapter.tokens")
    page.field.text = title[:-2] + title[-1:]


def no_matches(tour: Tour) -> None:
    rules(tour)
    tour.app.navigator.page.field.text = "8888888"


def what_if(tour: Tour) -> None:
    board(tour)
    tour.app.push(WhatIfPage, tour.app.navigator.page.controller)


# -- sample games -------------------------------------------------------------------------------------------

_RANDOM_CITIES: Final = ("prague", "cairo")


def start_random_game(random: Random, names: Sequence[str], number: int) -> RandomGame:
    on_map = number % 3
    mission = Mission("tour", _RANDOM_CITIES[on_map - 1]) if on_map else None
    return RandomGame(DUET, Setup(tuple(names[:2]), mission=mission), _random_move)


def _random_move(state: State, random: Random) -> Move | None:
    if state.outcome is not None:
        return None
    return random.choices((Agent(), Bystander(), Stop()), (70, 12, 8))[0]


_GAME_NIGHT_MISSION = (*(Agent(), Agent(), Stop()) * 6, *(Agent(),) * 3)


def list_sample_games(names: Sequence[str]) -> tuple[SampleGame, ...]:
    return ((DUET, Setup((names[1], names[5])), _GAME_NIGHT_MISSION),)


DUET_TOUR = GameTour(
    views=(
        View("duet-setup", open_setup),
        View("duet-board", board),
        View("duet-learn", lambda tour: tour.open_coached(board)),
        View("duet-what-if", what_if),
        View("duet-timer", lambda tour: tour.open_paused_timer(board)),
        View("duet-won", won),
        View("duet-told", with_clues),
        View("duet-clue", typed_clue),
        View("duet-grid", selected_word),
        View("duet-grid-word", typed_card),
        View("duet-sudden", sudden),
        View("duet-sudden-grid", lambda tour: sudden(tour, grid=True)),
        View("duet-leaf", lambda tour: tour.open_replay(with_clues, 6)),
        View("duet-leaf-grid", lambda tour: tour.open_replay(selected_word, 11)),
        View("duet-history", history),
        View("duet-edit", edit),
        View("duet-forgotten", missing_turn),
        View("duet-map", mission_map),
        View("duet-map-missing", lambda tour: mission_map(tour, "berlin")),
        View("duet-city-won", city_won),
        View("duet-refusal", refusal),
        View("rules", rules),
        View("rules-refused", refused),
        View("rules-example", lambda tour: rules(tour, "score")),
        View("rules-open", open_question),
        View("rules-note", write_note),
        View("rules-search", search),
        View("rules-nearest", no_matches),
    ),
    create_history=create_history,
    random_games=RandomGames(7, start_random_game),
    list_sample_games=list_sample_games,
)
