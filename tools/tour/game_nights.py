"""Game nights in the tour: a night of four games, the list of nights, and the shared image."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout

from companion.screens.files.share import build_card_content
from companion.screens.history.game_nights import (
    GameNightPage,
    GameNightsPage,
    ShareFormat,
    ShareGameNightPage,
    SharePageState,
    open_next_game_sheet,
)
from companion.statistics.game_night import DEFAULT_SHARE_OPTIONS, ShareOptions
from companion.storage.games import GameRepository, start_session
from companion.widgets.game_night_card import WIDTH, CardFormat, GameNightCard
from companion.widgets.page import Page, TitleBar
from tools.tour.games import list_game_tours
from tools.tour.view import View
from tools.tour.walk import Tour

# A Thursday in November, a little after half past seven in most of Europe.
_NIGHT_START = 1_794_508_500.0


class _NightClock:
    """Clock of the sample game night; every call advances it."""

    def __init__(self) -> None:
        self.now = _NIGHT_START

    def __call__(self) -> float:
        self.now += 145
        return self.now


@contextmanager
def played_night(tour: Tour) -> Iterator[float]:
    """Store the games of the sample game night while the context is active; yields its start."""
    # Run pending page rebuilds now: afterwards their games would be gone.
    tour.run_frames(2)
    clock, names = _NightClock(), tour.names
    games = GameRepository(tour.app.store.database, clock)
    game_ids = []
    for game_tour in list_game_tours():
        if game_tour.list_sample_games is None:
            continue
        for game, setup, moves in game_tour.list_sample_games(names):
            session, game_id = start_session(game, setup, games)
            game_ids.append(game_id)
            for move in moves:
                session.play(move)
            clock.now += 1_300
    try:
        yield tour.app.store.game_nights.find_game_night_of(game_ids[0]) or _NIGHT_START
    finally:
        for game_id in game_ids:
            games.delete(game_id)


def game_night(tour: Tour) -> None:
    with played_night(tour) as started:
        tour.app.push(GameNightPage, started)
        tour.run_frames(2)


def game_nights(tour: Tour) -> None:
    with played_night(tour):
        tour.app.push(GameNightsPage)
        tour.run_frames(2)


def next_game(tour: Tour) -> None:
    game_night(tour)
    open_next_game_sheet(tour.app, tour.names[:7])


def share_game_night(tour: Tour, form: ShareFormat, visible: ShareOptions = DEFAULT_SHARE_OPTIONS) -> None:
    with played_night(tour) as started:
        tour.app.push(ShareGameNightPage, started, SharePageState(form, visible))


class _GameNightCardPage(Page):
    """Page with only the shared image, as large as the window allows."""

    def __init__(self, tour: Tour, card_format: CardFormat, visible: ShareOptions) -> None:
        super().__init__(TitleBar(tour.app.tr("evenings.this"), on_back=tour.app.go_back))
        with played_night(tour) as started:
            night = tour.app.store.game_nights.load(started)
        unit = max(0.1, min(Window.width / WIDTH, 0.85 * Window.height / card_format.value))
        card = GameNightCard(build_card_content(tour.app.tr, night, visible), card_format, unit)
        holder = FloatLayout(size_hint_y=None, height=card.height)
        card.pos_hint = {"center_x": 0.5, "y": 0}
        holder.add_widget(card)
        self.body.add_widget(holder)
        self.body.padding = 0


def game_night_card(
    tour: Tour, card_format: CardFormat, visible: ShareOptions = DEFAULT_SHARE_OPTIONS
) -> None:
    tour.app.navigator.push(partial(_GameNightCardPage, tour, card_format, visible))


VIEWS = (
    View("evening", game_night),
    View("evenings", game_nights),
    View("evening-next-game", next_game),
    View("share-evening", partial(share_game_night, form=ShareFormat.TALL)),
    View(
        "share-evening-text",
        partial(share_game_night, form=ShareFormat.TEXT, visible=ShareOptions(show_names=False)),
    ),
    View("evening-card-tall", partial(game_night_card, card_format=CardFormat.TALL)),
    View(
        "evening-card-square",
        partial(game_night_card, card_format=CardFormat.SQUARE, visible=ShareOptions(show_roles=True)),
    ),
)
