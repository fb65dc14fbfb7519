"""Everybody round the table: who has the Knife, who is a Ghost, and what can be told of one of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.cultists.words import player_name, seat_number_text
from companion.games.cultists.moves import Correct, FishmanScared, PowerRestored
from companion.games.cultists.state import Phase, RoundPhase, State
from companion.i18n.translator import Translator
from companion.screens.cultists.board_protocol import Board
from companion.screens.rows import create_sheet_button
from companion.widgets.buttons import SecondaryButton
from companion.widgets.icons import Icon
from companion.widgets.seat_ring import DiscIcon, IconSpot, SeatIcon, SeatLook, SeatRing
from companion.widgets.sheet import Sheet
from companion.widgets.text import Text
from companion.widgets.theme import look


class PeopleSheet(Sheet):
    """The ring of seats; a tap tells more of that person."""

    def __init__(self, board: Board) -> None:
        tr, state = board.app_context.tr, board.state
        self._board = board
        height = max(dp(350), min(dp(430), Window.height - dp(220)))
        self.ring = PeopleRing(tr, state, self._open_person, height * min(1.2, look().text_scale))
        middle = self.ring.center_box
        middle.add_widget(
            Text(
                tr("cultists.board.people.living", n=len(state.living)),
                face="title", size_sp=22, min_size=10, max_lines=2, align="center", autosize="none",
            )
        )  # fmt: skip
        middle.add_widget(
            Text(
                tr("cultists.board.people.needed", n=state.numbers.kills),
                size_sp=16, min_size=7, max_lines=4, align="center", tone="ink_2", autosize="none",
            )
        )  # fmt: skip
        super().__init__(
            tr("cultists.board.people.title"), self.ring, on_close=board.app_context.navigator.close_sheet
        )

    def _open_person(self, seat: int) -> None:
        navigator = self._board.app_context.navigator
        navigator.close_sheet()
        navigator.open_sheet(PersonSheet(self._board, seat))


class PeopleRing(SeatRing):
    """All seats as they stand; the Knife lies beside its holder."""

    def __init__(self, tr: Translator, state: State, on_tap: Callable[[int], object], height: float) -> None:
        looks = [build_seat_look(tr, state, seat) for seat in range(state.setup.seats)]
        super().__init__(looks, state.setup.clockwise, on_tap=on_tap, size_hint_y=None, height=height)


class PersonSheet(Sheet):
    """What concerns one character: how they stand, and what may have happened to them."""

    def __init__(self, board: Board, seat: int) -> None:
        tr, state = board.app_context.tr, board.state
        self._board = board
        is_ghost, is_automa = seat in state.ghosts, seat == state.setup.automa_seat
        parts: list[Widget] = [Text(status_text(tr, state, seat), size_sp=16, tone="ink_2")]
        if is_automa:
            parts.append(self._build_button(tr("cultists.automa.turn"), Icon.SEAT, board.open_automa))
        if not is_ghost and state.phase is not Phase.VOTE:
            words = tr("cultists.board.person.dead")
            parts.append(self._build_button(words, Icon.SKULL, partial(board.open_death, seat)))
        if state.phase is Phase.ACTION and not is_ghost and not is_automa:
            vote = partial(board.open_vote, seat)
            parts.append(self._build_button(tr("cultists.board.person.vote"), Icon.FIST, vote))
            if not state.power:
                restore = partial(board.play_move, PowerRestored(seat))
                parts.append(
                    self._build_button(tr("cultists.happened.power_restored"), Icon.LIGHTNING, restore)
                )
        if (
            state.is_fishman_inside
            and seat == state.knife
            and state.round_phase in (RoundPhase.MOVEMENT, RoundPhase.ACTION)
        ):
            scare = partial(board.play_move, FishmanScared())
            parts.append(self._build_button(tr("cultists.board.person.scares"), Icon.FISHMAN, scare))
        if seat != state.knife:
            knife = partial(board.play_move, Correct(knife=seat))
            parts.append(self._build_button(tr("cultists.board.person.knife"), Icon.KNIFE, knife))
        super().__init__(
            player_name(tr, state.setup, seat), *parts, on_close=board.app_context.navigator.close_sheet
        )

    def _build_button(self, words: str, icon: Icon, act: Callable[[], object]) -> SecondaryButton:
        return create_sheet_button(self._board.app_context.navigator, words, icon, act)


def build_seat_look(tr: Translator, state: State, seat: int) -> SeatLook:
    knife = SeatIcon(Icon.KNIFE, IconSpot.HIGH_RIGHT, tr("cultists.mark.knife"), size=30, has_rim=True)
    return SeatLook(
        player_name(tr, state.setup, seat),
        build_ghost_face(tr, state, seat),
        letter=seat_number_text(tr, state.setup, seat),
        is_highlighted=seat in (state.pending_murder, state.pending_reveal),
        icons=(knife,) if seat == state.knife else (),
    )


def build_ghost_face(tr: Translator, state: State, seat: int) -> DiscIcon | None:
    """What the disc of a Ghost shows."""
    return DiscIcon(Icon.GHOST, tr("cultists.mark.ghost")) if seat in state.ghosts else None


def status_text(tr: Translator, state: State, seat: int) -> str:
    """How somebody stands, in a sentence."""
    death = next((death for death in state.deaths if death.seat == seat), None)
    if death is None:
        has_knife = seat == state.knife
        return tr("cultists.board.person.living_knife" if has_knife else "cultists.board.person.living")
    return tr(f"cultists.board.person.{death.cause.value}", round=death.round)
