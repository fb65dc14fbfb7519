"""Avalon: set-up, the night, and one game at several moments."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.clock import Clock

from companion.entry.ceremony import Turning
from companion.entry.fingers import WAIT_SECONDS, Finger, Fingers
from companion.games.avalon.moves import Lady, Propose, Quest, Roles, Vote
from companion.games.avalon.play import GAME as AVALON
from companion.games.avalon.roles import ROLES
from companion.games.avalon.setup import Lancelot, Options, PlotCards, Setup
from companion.screens.avalon.history import HistoryPage
from companion.screens.avalon.in_play import open_in_play
from companion.screens.avalon.role_sheet import open_role
from companion.screens.avalon.who_was_who import RolesPage, faces_of
from companion.screens.ceremony import CeremonyPage
from companion.screens.moment_notes import NoteSheet, note_moment
from companion.screens.night.after import DawnPage
from companion.screens.night.deal import DealPage
from companion.scripts.cues import Style
from companion.tour.view import View
from companion.tour.walk import Tour

_QUESTS = (
    *(Propose((0, 3)), Vote(approve=(0, 3, 4, 5)), Quest(0)),
    *(Propose((1, 4, 5)), Vote(approve=(1, 2, 4, 5)), Quest(1), Lady(6)),
    *(
        Propose((0, 2, 5)),
        Vote(approve=(0, 2)),
        Propose((3, 5, 6)),
        Vote(approve=(1, 2, 3, 5)),
        Quest(1),
        Lady(0),
    ),
    *(Propose((0, 2, 3, 6)), Vote(approve=(0, 2, 3, 6)), Quest(2)),
)

_THOUGHTS = ("trusted", "doubted", "merlin", "evil", "watched")


def seats(tour: Tour) -> None:
    tour.seat("avalon", 7)


def set_up(tour: Tour) -> None:
    tour.set_up("avalon", 7)


def deal(tour: Tour) -> None:
    tour.app.visit(DealPage, Setup(tour.names[:7], roles=("percival", "morgana", "oberon")))


def learn_who(tour: Tour) -> None:
    deal(tour)
    tour.app.stage.page.open_knowledge()


def narrator(tour: Tour) -> None:
    """At a table that plays its first game, without names."""
    seats = tuple(str(seat) for seat in range(1, 6))
    tour.app.visit(DealPage, Setup(seats))
    tour.app.stage.page.open_narrator()


def quiet_phone(tour: Tour) -> None:
    """All that a box holds, and a phone that is too quiet for ten."""
    app, full = tour.app, ("percival", "morgana")
    asked, app.volume = app.volume, lambda: 30  # type: ignore[method-assign]
    setup = Setup(tour.names, roles=full, lancelot=Lancelot.V1)
    app.visit(DealPage, setup)
    tour.frames(4)
    app.volume = asked  # type: ignore[method-assign]


def character(tour: Tour, role: str) -> None:
    """A sheet about it, at a table that does without."""
    set_up(tour)
    open_role(tour.app, tour.app.stage.page.setup, ROLES[role])


def in_play(tour: Tour) -> None:
    board(tour, moves=7)
    open_in_play(tour.app, tour.app.stage.page.table.setup)


def fingers(tour: Tour, *, down: int, chosen: int | None = None) -> None:
    """So many fingers on the screen while the wait runs, or lifted again after one of them was chosen; at
    first nobody's."""
    set_up(tour)
    places = ((0.2, 0.3), (0.75, 0.25), (0.8, 0.55), (0.3, 0.62), (0.62, 0.8))
    laid = tuple(Finger(number, number, *place) for number, place in enumerate(places[:down], 1))
    tour.app.stage.page.starters.lay_fingers()
    page = tour.app.stage.page
    if chosen is not None:
        page.take(Fingers(chosen=laid[chosen]))
    elif laid:
        page.take(Fingers(laid, since=Clock.time() - WAIT_SECONDS * 0.6))


def lots(tour: Tour) -> None:
    set_up(tour)
    tour.app.stage.page.starters.draw_lots()
    tour.app.stage.page.choose(4)


def night(tour: Tour, steps: int, *, paused: bool = False, cut_off: bool = False) -> None:
    setup = Setup(tour.names[:7], roles=("percival", "morgana", "oberon"))
    tour.night(setup, steps, paused=paused, cut_off=cut_off)


def home_after(tour: Tour, view: Callable[[Tour], object]) -> None:
    tour.home_after(view)


def dawn(tour: Tour) -> None:
    tour.app.visit(DawnPage, Setup(tour.names[:7]))


def board(tour: Tour, moves: int, taps: tuple[int, ...] = ()) -> None:
    setup = Setup(tour.names[:7], leader=3, roles=("percival", "morgana", "oberon"), lady=True)
    tour.open(AVALON, setup, _QUESTS[:moves])
    for seat in taps:
        tour.app.stage.page.tap_seat(seat)


def variants(tour: Tour) -> None:
    """All that the box and its promos hold at once, while Excalibur waits for its holder."""
    setup = Setup(
        tour.names,
        leader=5,
        roles=("percival", "morgana"),
        lancelot=Lancelot.V1,
        lady=True,
        excalibur=True,
        targeting=True,
        options=Options(plot_cards=PlotCards.TWO_OR_THREE),
    )
    tour.open(AVALON, setup, ())
    page = tour.app.stage.page
    page.aim(3)
    for seat in (5, 6, 0, 2):
        page.tap_seat(seat)


def votes(tour: Tour, edit: bool = False) -> None:
    board(tour, moves=13)
    tour.app.visit(HistoryPage, tour.app.stage.page.sitting)
    if edit:
        tour.app.stage.page.edit()


_ROLES = ("merlin", "percival", "servant", "morgana", "servant", "oberon", "assassin")


def write_note(tour: Tour) -> None:
    board(tour, 9)
    page = tour.app.stage.page
    note_moment(tour.app, page.table)
    sheet = tour.app.stage.sheet
    if isinstance(sheet, NoteSheet):
        sheet.field.text = tour.app.tr("moments.tour.note", name=tour.names[0])


def think(tour: Tour) -> None:
    """Of one of them."""
    tour.notepad(partial(board, moves=7), _THOUGHTS)
    tour.app.stage.page.tap_seat(1)


def who_was_who(tour: Tour) -> None:
    """Half told."""
    board(tour, moves=99)
    tour.app.visit(RolesPage, tour.app.stage.page.sitting)
    page = tour.app.stage.page
    for seat, role in enumerate(_ROLES[:3]):
        page.give(seat, role)


def ceremony(tour: Tour, steps: int) -> None:
    board(tour, moves=99)
    table = tour.app.stage.page
    table.play(Roles(_ROLES))
    tour.app.visit(CeremonyPage, table.sitting, faces_of)
    page = tour.app.stage.page
    # Nobody is to hear what is only drawn.
    page.turning = Turning(len(page.faces), steps // 2, turned=steps % 2 == 1)
    page.take_up(page.turning)


def told(tour: Tour) -> None:
    board(tour, moves=99)
    tour.app.stage.page.play(Roles(_ROLES))


_PEOPLE = tuple(str(seat) for seat in range(1, 8))
NIGHTS = (("night", Setup(_PEOPLE, roles=("percival", "morgana", "oberon")), Style.NORMAL),)
VIEWS = (
    View("seats-avalon", seats),
    View("avalon-setup", set_up),
    View("avalon-deal", deal),
    View("avalon-deal-quiet", quiet_phone),
    View("avalon-deal-knowledge", learn_who),
    View("avalon-deal-narrator", narrator),
    View("avalon-character", partial(character, role="mordred")),
    View("avalon-begins", partial(fingers, down=0)),
    View("avalon-begins-waiting", partial(fingers, down=5)),
    View("avalon-begins-whose", partial(fingers, down=5, chosen=3)),
    View("avalon-lots", lots),
    View("avalon-night-count", partial(night, steps=0)),
    View("avalon-night", partial(night, steps=5)),
    View("avalon-night-paused", partial(night, steps=5, paused=True)),
    View("avalon-night-cut-off", partial(night, steps=5, cut_off=True)),
    View("home-after-night", partial(home_after, view=partial(night, steps=5, cut_off=True))),
    View("home-after-set-up", partial(home_after, view=set_up)),
    View("avalon-dawn", dawn),
    View("avalon-team", partial(board, moves=7, taps=(0, 2))),
    View("avalon-in-play", in_play),
    View("avalon-variants", variants),
    View("avalon-vote", partial(board, moves=10, taps=(0, 4, 6))),
    View("avalon-quest", partial(board, moves=11)),
    View("avalon-lady", partial(board, moves=6, taps=(5,))),
    View("avalon-learn", lambda tour: tour.learn(partial(board, moves=7, taps=(0, 2)))),
    View("avalon-history", votes),
    View("avalon-edit", partial(votes, edit=True)),
    View("avalon-leaf", lambda tour: tour.leaf(partial(board, moves=99), 9)),
    View("avalon-note", write_note),
    View("notepad-covered", lambda tour: tour.notepad(partial(board, moves=7), ())),
    View("notepad", lambda tour: tour.notepad(partial(board, moves=7), _THOUGHTS)),
    View("notepad-seat", think),
    View("avalon-result", partial(board, moves=99)),
    View("avalon-who-was-who", who_was_who),
    View("avalon-ceremony", partial(ceremony, steps=12)),
    View("avalon-ceremony-turned", partial(ceremony, steps=13)),
    View("avalon-ceremony-everybody", partial(ceremony, steps=14)),
    View("avalon-result-told", told),
)
