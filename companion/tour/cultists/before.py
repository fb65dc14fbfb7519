"""Among Cultists before the game: set-up, guided set-up, the night and dawn."""

from __future__ import annotations

from companion.games.cultists.definition import DEFINITION
from companion.games.cultists.drafts import SetupDraft
from companion.games.cultists.setup import SEER, Setup, recommended_roles, seat_automa
from companion.screens.cultists.roles import open_role_sheet
from companion.screens.night.deal import DealPage
from companion.screens.night.paused import DawnPage
from companion.tour.view import View
from companion.tour.walk import Tour

# An unbalanced set with a role of each kind of loyalty.
_CUSTOM_ROLES = ("seer", "engineer", "firestarter", "fish", "zombie")


def open_setup(tour: Tour, setup: Setup, custom: bool = False) -> None:
    tour.app.remember(SetupDraft(setup, custom), DEFINITION.id)
    tour.open_setup("cultists", len(setup.players))


def expert(tour: Tour) -> None:
    open_setup(tour, Setup(tour.names[:6], knife=3, roles=_CUSTOM_ROLES), custom=True)
    # The page must be laid out before its drawer can open.
    tour.run_frames(2)
    tour.app.navigator.page.options_drawer.toggle()


def role(tour: Tour) -> None:
    first(tour)
    open_role_sheet(tour.app, tour.app.navigator.page.setup, SEER)


def automa(tour: Tour) -> None:
    open_setup(tour, Setup(tour.names[:4], roles=recommended_roles(5, 2, automa=True), automa=True))


def first(tour: Tour) -> None:
    open_setup(tour, Setup(tour.names[:5], knife=1, roles=("seer",), first_game=True))


def deal(tour: Tour) -> None:
    tour.app.push(DealPage, Setup(tour.names[:6], knife=3, roles=recommended_roles(6)))


def knowledge(tour: Tour) -> None:
    deal(tour)
    tour.app.navigator.page.open_knowledge()


def night(tour: Tour) -> None:
    tour.open_night(Setup(tour.names[:6], roles=recommended_roles(6)), steps=3)


def dawn(tour: Tour) -> None:
    setup = Setup(tour.names[:6], knife=3, roles=recommended_roles(7, automa=True), automa=True)
    tour.app.push(DawnPage, seat_automa(setup))


VIEWS = (
    View("cultists-setup", expert),
    View("cultists-setup-automa", automa),
    View("cultists-setup-first", first),
    View("cultists-role", role),
    View("cultists-deal", deal),
    View("cultists-deal-knowledge", knowledge),
    View("cultists-night", night),
    View("cultists-dawn", dawn),
)
