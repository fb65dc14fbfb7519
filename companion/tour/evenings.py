"""An evening of four games: its page, the list of evenings, and what is sent of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout

from companion.games.shelf import games as all_games
from companion.past.evening_words import USUAL, Shown
from companion.screens.evening import EveningPage
from companion.screens.evening_told import told
from companion.screens.evenings import EveningsPage
from companion.screens.next_game import open_next_game
from companion.screens.share_evening import As, Choices, ShareEveningPage
from companion.storage.games import Games
from companion.storage.tables import new_table
from companion.tour.view import View
from companion.tour.walk import Tour
from companion.widgets.evening_card import WIDE, EveningCard, Form
from companion.widgets.page import Page, TitleBar

# A Thursday in November, a little after half past seven in most of Europe.
_EVENING = 1_794_508_500.0


class _Clock:
    """The evening's own."""

    def __init__(self) -> None:
        self.now = _EVENING

    def __call__(self) -> float:
        self.now += 145
        return self.now


@contextmanager
def played(tour: Tour) -> Iterator[float]:
    """The evening, for as long as something is built from it: it leaves no trace in the history."""
    # Screens that are to be built anew are, before they would look for what is gone again.
    tour.frames(2)
    clock, names = _Clock(), tour.names
    games = Games(tour.app.store.database, clock)
    parts = (game.find("tour", "evening") for game in all_games())
    tables = [table for part in parts if part is not None for table in part.tables(names)]
    numbers = []
    for game, setup, moves in tables:
        table, number = new_table(game, setup, games)
        numbers.append(number)
        for move in moves:
            table.play(move)
        clock.now += 1_300
    try:
        yield tour.app.store.evenings.of(numbers[0]) or _EVENING
    finally:
        for number in numbers:
            games.delete(number)


def evening(tour: Tour) -> None:
    with played(tour) as started:
        tour.app.visit(EveningPage, started)
        tour.frames(2)


def evenings(tour: Tour) -> None:
    with played(tour):
        tour.app.visit(EveningsPage)
        tour.frames(2)


def next_game(tour: Tour) -> None:
    evening(tour)
    open_next_game(tour.app, tour.names[:7])


def share(tour: Tour, form: As, shown: Shown = USUAL) -> None:
    with played(tour) as started:
        tour.app.visit(ShareEveningPage, started, Choices(form, shown))


class _CardPage(Page):
    """Nothing but the picture as it is sent, as large as the screen allows."""

    def __init__(self, tour: Tour, form: Form, shown: Shown) -> None:
        super().__init__(TitleBar(tour.app.tr("evenings.this"), on_back=tour.app.back))
        with played(tour) as started:
            evening = tour.app.store.evenings.evening(started)
        unit = max(0.1, min(Window.width / WIDE, 0.85 * Window.height / form.value))
        card = EveningCard(told(tour.app.tr, evening, shown), form, unit)
        holder = FloatLayout(size_hint_y=None, height=card.height)
        card.pos_hint = {"center_x": 0.5, "y": 0}
        holder.add_widget(card)
        self.body.add_widget(holder)
        self.body.padding = 0


def card(tour: Tour, form: Form, shown: Shown = USUAL) -> None:
    tour.app.stage.go(partial(_CardPage, tour, form, shown))


VIEWS = (
    View("evening", evening),
    View("evenings", evenings),
    View("evening-next-game", next_game),
    View("share-evening", partial(share, form=As.TALL)),
    View("share-evening-text", partial(share, form=As.TEXT, shown=Shown(names=False))),
    View("evening-card-tall", partial(card, form=Form.TALL)),
    View("evening-card-square", partial(card, form=Form.SQUARE, shown=Shown(roles=True))),
)
