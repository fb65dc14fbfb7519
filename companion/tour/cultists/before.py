"""Among Cultists: set-up, the guide from the box to the night, the night and dawn."""

from __future__ import annotations

from companion.entry.cultists.setup_draft import Draft
from companion.games.cultists.manifest import MANIFEST
from companion.games.cultists.roles import SEER, recommended
from companion.games.cultists.setup import Setup, with_automa_seated
from companion.screens.cultists.role_sheet import open_role
from companion.screens.night.after import DawnPage
from companion.screens.night.deal import DealPage
from companion.tour.view import View
from companion.tour.walk import Tour

# A set out of balance, with a role of each kind of loyalty.
_OWN = ("seer", "engineer", "firestarter", "fish", "zombie")


def set_up(tour: Tour, setup: Setup, own: bool = False) -> None:
    tour.app.keep_in_mind(Draft(setup, own), MANIFEST.id)
    tour.set_up("cultists", len(setup.players))


def expert(tour: Tour) -> None:
    set_up(tour, Setup(tour.names[:6], knife=3, roles=_OWN), own=True)
    # Nobody opens a drawer of a screen that does not stand yet.
    tour.frames(2)
    tour.app.stage.page.options.toggle()


def role(tour: Tour) -> None:
    first(tour)
    open_role(tour.app, tour.app.stage.page.setup, SEER)


def automa(tour: Tour) -> None:
    set_up(tour, Setup(tour.names[:4], roles=recommended(5, 2, automa=True), automa=True))


def first(tour: Tour) -> None:
    set_up(tour, Setup(tour.names[:5], knife=1, roles=("seer",), first_game=True))


def deal(tour: Tour) -> None:
    tour.app.visit(DealPage, Setup(tour.names[:6], knife=3, roles=recommended(6)))


def learn_who(tour: Tour) -> None:
    deal(tour)
    tour.app.stage.page.open_knowledge()


def night(tour: Tour) -> None:
    tour.night(Setup(tour.names[:6], roles=recommended(6)), steps=3)


def dawn(tour: Tour) -> None:
    setup = Setup(tour.names[:6], knife=3, roles=recommended(7, automa=True), automa=True)
    tour.app.visit(DawnPage, with_automa_seated(setup))


VIEWS = (
    View("cultists-setup", expert),
    View("cultists-setup-automa", automa),
    View("cultists-setup-first", first),
    View("cultists-role", role),
    View("cultists-deal", deal),
    View("cultists-deal-knowledge", learn_who),
    View("cultists-night", night),
    View("cultists-dawn", dawn),
)
