"""Avalon in the tour: set-up, night, a game at several moments, and sample games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Final

from kivy.clock import Clock

from companion.core.players import make_unnamed_seats
from companion.core.random_selection import WAIT_SECONDS, Finger, FingerSelection
from companion.core.resume_state import CardReveal
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import MERLIN, ROLES, Lancelot, Options, PlotCards, Setup, Side, deck
from companion.games.avalon.state import Assassinate, Lady, Move, Phase, Propose, Quest, Roles, State, Vote
from companion.screens.avalon.history import HistoryPage
from companion.screens.avalon.result import RolesPage, build_reveal_cards
from companion.screens.avalon.roles import open_in_play
from companion.screens.avalon.setup import open_role_sheet
from companion.screens.night.deal import DealPage
from companion.screens.night.paused import DawnPage
from companion.screens.notes_page import NoteSheet, open_new_note
from companion.screens.role_reveal import RoleRevealPage
from companion.scripts.script import NightStyle
from tools.tour.view import GameTour, RandomGame, RandomGames, SampleGame, View
from tools.tour.walk import Tour

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
    tour.open_seats("avalon", 7)


def open_setup(tour: Tour) -> None:
    tour.open_setup("avalon", 7)


def deal(tour: Tour) -> None:
    tour.app.push(DealPage, Setup(tour.names[:7], roles=("percival", "morgana", "oberon")))


def knowledge(tour: Tour) -> None:
    deal(tour)
    tour.app.navigator.page.open_knowledge()


def narrator(tour: Tour) -> None:
    """Open the narrator for unnamed players in their first game."""
    seats = tuple(str(seat) for seat in range(1, 6))
    tour.app.push(DealPage, Setup(seats))
    tour.app.navigator.page.open_narrator()


def quiet_phone(tour: Tour) -> None:
    """Open the deal page with many roles, on a phone whose volume is too low for ten."""
    app, special_roles = tour.app, ("percival", "morgana")
    original_volume, app.get_volume = app.get_volume, lambda: 30  # type: ignore[method-assign]
    setup = Setup(tour.names, roles=special_roles, lancelot=Lancelot.V1)
    app.push(DealPage, setup)
    tour.run_frames(4)
    app.get_volume = original_volume  # type: ignore[method-assign]


def character(tour: Tour, role: str) -> None:
    """Open the sheet of a role that is not in the game."""
    open_setup(tour)
    open_role_sheet(tour.app, tour.app.navigator.page.setup, ROLES[role])


def in_play(tour: Tour) -> None:
    board(tour, moves=7)
    open_in_play(tour.app, tour.app.navigator.page.session.setup)


def fingers(tour: Tour, *, down: int, selected: int | None = None) -> None:
    """Open the finger chooser with `down` fingers during the wait, or after one was selected."""
    open_setup(tour)
    places = ((0.2, 0.3), (0.75, 0.25), (0.8, 0.55), (0.3, 0.62), (0.62, 0.8))
    touches = tuple(Finger(number, number, *place) for number, place in enumerate(places[:down], 1))
    tour.app.navigator.page.first_player_chooser.open_finger_chooser()
    page = tour.app.navigator.page
    if selected is not None:
        page.set_fingers(FingerSelection(selected=touches[selected]))
    elif touches:
        page.set_fingers(FingerSelection(touches, resting_since=Clock.time() - WAIT_SECONDS * 0.6))


def random_draw(tour: Tour) -> None:
    open_setup(tour)
    tour.app.navigator.page.first_player_chooser.open_random_draw()
    tour.app.navigator.page.choose_seat(4)


def night(tour: Tour, steps: int, *, paused: bool = False, interrupted: bool = False) -> None:
    setup = Setup(tour.names[:7], roles=("percival", "morgana", "oberon"))
    tour.open_night(setup, steps, paused=paused, interrupted=interrupted)


def home_after(tour: Tour, view: Callable[[Tour], object]) -> None:
    tour.open_home_after(view)


def dawn(tour: Tour) -> None:
    tour.app.push(DawnPage, Setup(tour.names[:7]))


def board(tour: Tour, moves: int, taps: tuple[int, ...] = ()) -> None:
    setup = Setup(tour.names[:7], leader=3, roles=("percival", "morgana", "oberon"), lady=True)
    tour.open_game(AVALON, setup, _QUESTS[:moves])
    for seat in taps:
        tour.app.navigator.page.tap_seat(seat)


def variants(tour: Tour) -> None:
    """Open a game with every variant, at the moment when Excalibur is to be given."""
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
    tour.open_game(AVALON, setup, ())
    page = tour.app.navigator.page
    page.select_quest(3)
    for seat in (5, 6, 0, 2):
        page.tap_seat(seat)


def votes(tour: Tour, edit: bool = False) -> None:
    board(tour, moves=13)
    tour.app.push(HistoryPage, tour.app.navigator.page.controller)
    if edit:
        tour.app.navigator.page.edit_entry()


_ROLES = ("merlin", "percival", "servant", "morgana", "servant", "oberon", "assassin")


def write_note(tour: Tour) -> None:
    board(tour, 9)
    page = tour.app.navigator.page
    open_new_note(tour.app, page.session)
    sheet = tour.app.navigator.sheet
    if isinstance(sheet, NoteSheet):
        sheet.field.text = tour.app.tr("moments.tour.note", name=tour.names[0])


def notepad_seat(tour: Tour) -> None:
    """Open the notepad at one of the players."""
    tour.open_notepad(partial(board, moves=7), _THOUGHTS)
    tour.app.navigator.page.tap_seat(1)


def who_was_who(tour: Tour) -> None:
    """Open the page of revealed roles, half filled in."""
    board(tour, moves=99)
    tour.app.push(RolesPage, tour.app.navigator.page.controller)
    page = tour.app.navigator.page
    for seat, role in enumerate(_ROLES[:3]):
        page.assign_role(seat, role)


def ceremony(tour: Tour, steps: int) -> None:
    board(tour, moves=99)
    table = tour.app.navigator.page
    table.play_move(Roles(_ROLES))
    tour.app.push(RoleRevealPage, table.controller, build_reveal_cards)
    page = tour.app.navigator.page
    # Set the state directly, so that nothing is spoken.
    page.progress = CardReveal(len(page.cards), steps // 2, is_turned=steps % 2 == 1)
    page.restore_state(page.progress)


def result_with_roles(tour: Tour) -> None:
    board(tour, moves=99)
    tour.app.navigator.page.play_move(Roles(_ROLES))


# -- sample games -------------------------------------------------------------------------------------------

# Few enough that every game gets an icon of its own, many enough for a rate.
_RANDOM_GAME_COUNT: Final = 16


def start_random_game(random: Random, names: Sequence[str], number: int) -> RandomGame:
    players = names[: 7 if number % 3 else 5]
    special = ("percival", "morgana") if number % 2 else ("percival",)
    setup = Setup(tuple(players), leader=number % len(players), roles=special)
    cards = list(deck(setup))
    random.shuffle(cards)
    # Some groups never record the roles.
    return RandomGame(AVALON, setup, _RandomPlayer(tuple(cards), reveals_roles=number % 5 != 0))


class _RandomPlayer:
    def __init__(self, cards: tuple[str, ...], *, reveals_roles: bool) -> None:
        self._cards, self._reveals_roles = cards, reveals_roles

    def __call__(self, state: State, random: Random) -> Move | None:
        seats = range(len(self._cards))
        evil = [ROLES[card].side is Side.EVIL for card in self._cards]
        match state.phase:
            case Phase.PROPOSE:
                return Propose(tuple(random.sample(seats, state.numbers.team_size(state.open_quests[0]))))
            case Phase.VOTE:
                return Vote(tuple(seat for seat in seats if random.random() < 0.6))
            case Phase.QUEST:
                return Quest(sum(evil[seat] and random.random() < 0.4 for seat in state.team))
            case Phase.ASSASSINATE:
                target = random.choice([seat for seat in seats if not evil[seat]])
                return Assassinate(target, self._cards[target] == MERLIN)
            case _ if self._reveals_roles and state.roles is None:
                return Roles(self._cards)
        return None


_THREE_QUESTS = tuple(
    move
    for team in ((0, 4), (0, 2, 4), (0, 4, 6))
    for move in (Propose(team), Vote(approve=(0, 2, 4, 6)), Quest(0))
)
_CARDS = ("percival", "morgana")
_MERLIN_FOUND = (
    *_THREE_QUESTS,
    Assassinate(4, True),
    Roles(("servant", "assassin", "morgana", "servant", "merlin", "minion", "percival")),
)
_MERLIN_HIDDEN = (
    *_THREE_QUESTS,
    Assassinate(2, False),
    Roles(("merlin", "assassin", "servant", "minion", "percival", "morgana", "servant")),
)


def list_sample_games(names: Sequence[str]) -> tuple[SampleGame, ...]:
    setup = Setup(tuple(names[:7]), roles=_CARDS)
    return (AVALON, setup, _MERLIN_FOUND), (AVALON, setup, _MERLIN_HIDDEN)


_UNNAMED_PLAYERS = make_unnamed_seats(7)
AVALON_TOUR = GameTour(
    views=(
        View("seats-avalon", seats),
        View("avalon-setup", open_setup),
        View("avalon-deal", deal),
        View("avalon-deal-quiet", quiet_phone),
        View("avalon-deal-knowledge", knowledge),
        View("avalon-deal-narrator", narrator),
        View("avalon-character", partial(character, role="mordred")),
        View("avalon-begins", partial(fingers, down=0)),
        View("avalon-begins-waiting", partial(fingers, down=5)),
        View("avalon-begins-whose", partial(fingers, down=5, selected=3)),
        View("avalon-lots", random_draw),
        View("avalon-night-count", partial(night, steps=0)),
        View("avalon-night", partial(night, steps=5)),
        View("avalon-night-paused", partial(night, steps=5, paused=True)),
        View("avalon-night-cut-off", partial(night, steps=5, interrupted=True)),
        View("home-after-night", partial(home_after, view=partial(night, steps=5, interrupted=True))),
        View("home-after-set-up", partial(home_after, view=open_setup)),
        View("avalon-dawn", dawn),
        View("avalon-team", partial(board, moves=7, taps=(0, 2))),
        View("avalon-in-play", in_play),
        View("avalon-variants", variants),
        View("avalon-vote", partial(board, moves=10, taps=(0, 4, 6))),
        View("avalon-quest", partial(board, moves=11)),
        View("avalon-lady", partial(board, moves=6, taps=(5,))),
        View("avalon-learn", lambda tour: tour.open_coached(partial(board, moves=7, taps=(0, 2)))),
        View("avalon-history", votes),
        View("avalon-edit", partial(votes, edit=True)),
        View("avalon-leaf", lambda tour: tour.open_replay(partial(board, moves=99), 9)),
        View("avalon-note", write_note),
        View("notepad-covered", lambda tour: tour.open_notepad(partial(board, moves=7), ())),
        View("notepad", lambda tour: tour.open_notepad(partial(board, moves=7), _THOUGHTS)),
        View("notepad-seat", notepad_seat),
        View("avalon-result", partial(board, moves=99)),
        View("avalon-who-was-who", who_was_who),
        View("avalon-ceremony", partial(ceremony, steps=12)),
        View("avalon-ceremony-turned", partial(ceremony, steps=13)),
        View("avalon-ceremony-everybody", partial(ceremony, steps=14)),
        View("avalon-result-told", result_with_roles),
    ),
    nights=(("night", Setup(_UNNAMED_PLAYERS, roles=("percival", "morgana", "oberon")), NightStyle.NORMAL),),
    random_games=RandomGames(_RANDOM_GAME_COUNT, start_random_game),
    list_sample_games=list_sample_games,
)
