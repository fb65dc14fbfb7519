"""Everybody round the table: who has the Knife, who is a Ghost, and what can be told of one of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.cultists.words import name_of, place_at_table
from companion.games.cultists.moves import Correct, FishmanScared, PowerRestored
from companion.games.cultists.state import Awaits, Phase, State
from companion.i18n.translator import Translator
from companion.screens.cultists.board_protocol import Board
from companion.screens.sheet_buttons import offer_on
from companion.widgets.icon_names import Icon
from companion.widgets.seat_ring import SeatFace, SeatLook, SeatMark, SeatRing, Spot
from companion.widgets.sheet import Sheet
from companion.widgets.tap import SideButton
from companion.widgets.text import Text
from companion.widgets.theme import look


class PeopleSheet(Sheet):
    """The ring of seats; a tap tells more of that person."""

    def __init__(self, board: Board) -> None:
        tr, state = board.shell.tr, board.state
        self._board = board
        height = max(dp(350), min(dp(430), Window.height - dp(220)))
        self.ring = PeopleRing(tr, state, self._open, height * min(1.2, look().text_scale))
        middle = self.ring.middle
        middle.add_widget(
            Text(
                tr("cultists.board.people.living", n=len(state.living)),
                face="title", size_sp=22, smallest=10, most=2, align="center", grow="none",
            )
        )  # fmt: skip
        middle.add_widget(
            Text(
                tr("cultists.board.people.needed", n=state.numbers.kills),
                size_sp=16, smallest=7, most=4, align="center", tone="ink_2", grow="none",
            )
        )  # fmt: skip
        super().__init__(tr("cultists.board.people.title"), self.ring, on_close=board.shell.stage.close_sheet)

    def _open(self, seat: int) -> None:
        stage = self._board.shell.stage
        stage.close_sheet()
        stage.open_sheet(PersonSheet(self._board, seat))


class PeopleRing(SeatRing):
    """All seats as they stand; the Knife lies beside its holder."""

    def __init__(self, tr: Translator, state: State, on_tap: Callable[[int], object], height: float) -> None:
        looks = [seat_look(tr, state, seat) for seat in range(state.setup.seats)]
        super().__init__(looks, state.setup.clockwise, on_tap=on_tap, size_hint_y=None, height=height)


class PersonSheet(Sheet):
    """What concerns one character: how they stand, and what may have happened to them."""

    def __init__(self, board: Board, seat: int) -> None:
        tr, state = board.shell.tr, board.state
        self._board = board
        ghost, automa = seat in state.ghosts, seat == state.setup.automa_seat
        parts: list[Widget] = [Text(standing(tr, state, seat), size_sp=16, tone="ink_2")]
        if automa:
            parts.append(self._offer(tr("cultists.automa.turn"), Icon.SEAT, board.open_automa))
        if not ghost and state.awaits is not Awaits.VOTE:
            words = tr("cultists.board.person.dead")
            parts.append(self._offer(words, Icon.SKULL, partial(board.open_dead, seat)))
        if state.awaits is Awaits.ACTION and not ghost and not automa:
            vote = partial(board.open_vote, seat)
            parts.append(self._offer(tr("cultists.board.person.vote"), Icon.FIST, vote))
            if not state.power:
                restore = partial(board.play, PowerRestored(seat))
                parts.append(self._offer(tr("cultists.happened.power_restored"), Icon.LIGHTNING, restore))
        if state.fishman and seat == state.knife and state.phase in (Phase.MOVEMENT, Phase.ACTION):
            scare = partial(board.play, FishmanScared())
            parts.append(self._offer(tr("cultists.board.person.scares"), Icon.FISHMAN, scare))
        if seat != state.knife:
            knife = partial(board.play, Correct(knife=seat))
            parts.append(self._offer(tr("cultists.board.person.knife"), Icon.KNIFE, knife))
        super().__init__(name_of(tr, state.setup, seat), *parts, on_close=board.shell.stage.close_sheet)

    def _offer(self, words: str, icon: Icon, act: Callable[[], object]) -> SideButton:
        return offer_on(self._board.shell.stage, words, icon, act)


def seat_look(tr: Translator, state: State, seat: int) -> SeatLook:
    knife = SeatMark(Icon.KNIFE, Spot.HIGH_RIGHT, tr("cultists.mark.knife"), size=30, ground=True)
    return SeatLook(
        name_of(tr, state.setup, seat),
        ghost_face(tr, state, seat),
        letter=place_at_table(tr, state.setup, seat),
        asked=seat in (state.murder, state.out),
        marks=(knife,) if seat == state.knife else (),
    )


def ghost_face(tr: Translator, state: State, seat: int) -> SeatFace | None:
    """What the disc of a Ghost shows."""
    return SeatFace(Icon.GHOST, tr("cultists.mark.ghost")) if seat in state.ghosts else None


def standing(tr: Translator, state: State, seat: int) -> str:
    """How somebody stands, in a sentence."""
    death = next((death for death in state.deaths if death.seat == seat), None)
    if death is None:
        holds = seat == state.knife
        return tr("cultists.board.person.living_knife" if holds else "cultists.board.person.living")
    return tr(f"cultists.board.person.{death.cause.value}", round=death.round)
