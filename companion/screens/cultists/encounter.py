"""Do those who stand here meet? Tap the people or choose how many; the power is known."""

from __future__ import annotations

from functools import partial

from kivy.metrics import dp

from companion.app_context import AppContext
from companion.entry.cultists.vote_words import seat_sentence
from companion.entry.cultists.words import player_name, seat_number_text
from companion.games.cultists.actions import Encounter, classify_encounter
from companion.i18n.translator import Translator
from companion.screens.cultists.board_protocol import Board
from companion.screens.cultists.people import build_ghost_face
from companion.screens.cultists.role_marks import SEA
from companion.widgets.buttons import PrimaryButton
from companion.widgets.cards import Card, Chip
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Panes, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.seat_ring import DiscIcon, SeatLook, SeatRing
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import look

# Beyond this number the answer does not change.
_MAX_COUNT = 4
_DEFAULT_COUNT = 2


class EncounterPage(Page):
    """Nothing here is a move: what people do in an encounter stays in their hands."""

    max_width_dp = 1040

    def __init__(self, context: AppContext, board: Board) -> None:
        self._app_context = context
        tr = context.tr
        self.state = board.session.state
        self.present: frozenset[int] = frozenset()
        self.count = min(_DEFAULT_COUNT, len(self.state.living))
        round_now = tr("cultists.ballot.cause.round", round=self.state.round)
        super().__init__(TitleBar(tr("cultists.encounter.title"), round_now, on_back=context.go_back))
        counts = range(1, min(_MAX_COUNT, len(self.state.living)) + 1)
        self.chips = {number: Chip("", partial(self.set_count, number), accent=SEA) for number in counts}
        self.ring = SeatRing(on_tap=self.tap_seat, size_hint_y=None, height=dp(340))
        self._mark = IconLabel(Icon.LIGHTNING, 34, pos_hint={"center_x": 0.5})
        self._number = Text(
            "", weight=700, size_sp=48, min_size=20, max_lines=1, align="center", autosize="none"
        )
        for part in (self._number, self._mark):
            self.ring.center_box.add_widget(part)
        self.answer = AnswerCard(tr)
        self.instructions = InstructionsCard(tr)
        ask = Text(tr("cultists.encounter.ask"), size_sp=18, tone="ink_2")
        # Large letters take two rows of numbers: the last of them is a phrase.
        numbers = Grid(
            *self.chips.values(), gap=8, min_column_width=80 * look().text_scale, max_columns=_MAX_COUNT
        )
        self._upper_part = Column(ask, numbers, self.answer, gap=8)
        self._panes = Panes(self._upper_part, Column(self.ring, self.instructions, gap=8), gap=8)
        self.body.add_widget(self._panes)
        self.add_to_footer(PrimaryButton(tr("app.board.back"), context.go_back, accent=SEA, forward=True))
        self.scroll.bind(height=self._fit_ring)
        for part in (self._upper_part, self.instructions):
            part.bind(height=self._fit_ring)
        self._show()

    def _fit_ring(self, *_: object) -> None:
        is_wide = self._panes.orientation == "horizontal"
        available_height = (
            self.scroll.height
            - dp(32)
            - self.instructions.height
            - (0 if is_wide else self._upper_part.height + dp(8))
        )
        self.ring.height = max(
            dp(340) * max(1.0, min(1.4, look().text_scale)), min(dp(520), available_height)
        )

    def enter(self) -> None:
        self._app_context.set_keep_awake(True)

    def leave(self) -> None:
        self._app_context.set_keep_awake(False)

    # -- taps ---------------------------------------------------------------------------------------------

    def set_count(self, count: int) -> None:
        """So many are here, whoever they are."""
        self.present, self.count = frozenset(), count
        self._show()

    def tap_seat(self, seat: int) -> None:
        if seat in self.state.ghosts:
            words = seat_sentence(
                self._app_context.tr, self.state.setup, seat,
                "cultists.encounter.no.ghost", "cultists.encounter.no.automa_ghost",
            )  # fmt: skip
            self._app_context.toaster.show(words)
            return
        self.present ^= {seat}
        self.count = len(self.present)
        self._show()

    # -- showing --------------------------------------------------------------------------------------------

    def _show(self) -> None:
        tr, state = self._app_context.tr, self.state
        for number, chip in self.chips.items():
            is_max = number == _MAX_COUNT
            chip.label.content = (
                tr("cultists.encounter.many", n=number) if is_max else tr.format_number(number)
            )
            chip.set_selected(number == min(self.count, _MAX_COUNT))
        self._number.content = tr.format_number(self.count)
        self._mark.show(Icon.LIGHTNING if state.power else Icon.LIGHTNING_OFF)
        self._mark.set_tone("candle" if state.power else "ember")
        automa = state.setup.automa_seat
        with_automa = automa in self.present if self.present else automa in state.living
        self.answer.show(self.count, state.power)
        self.instructions.show(self.count, state.power, automa=with_automa)
        self.ring.show(
            [self._build_seat_look(seat) for seat in range(state.setup.seats)], state.setup.clockwise
        )

    def _build_seat_look(self, seat: int) -> SeatLook:
        state, tr = self.state, self._app_context.tr
        face = build_ghost_face(tr, state, seat)
        if face is None and seat in self.present:
            face = DiscIcon(Icon.CHECK, tr("cultists.mark.here"), is_solid=True)
        return SeatLook(player_name(tr, state.setup, seat), face, seat_number_text(tr, state.setup, seat))


class AnswerCard(Card):
    """Encounter or none, and the rule behind it."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(accent=SEA, gap=6)
        self._tr = tr
        self._mark = IconLabel(Icon.CARD, 34, tone="sea", pos_hint={"center_y": 0.5})
        self.verdict = Text("", face="title", size_sp=24, pos_hint={"center_y": 0.5})
        self.rule = Text("", size_sp=18)
        for part in (Row(self._mark, self.verdict, gap=12), self.rule):
            self.add_widget(part)

    def show(self, count: int, power: bool) -> None:
        tr, result = self._tr, classify_encounter(count, power)
        self._mark.show(Icon.CARD if result.is_meeting else Icon.CROSS)
        self.verdict.content = tr(
            "cultists.encounter.answer",
            here=tr("cultists.encounter.here", n=count),
            power=tr("cultists.encounter.power_on" if power else "cultists.encounter.power_off"),
            answer=tr("cultists.encounter.yes" if result.is_meeting else "cultists.encounter.none"),
        )
        self.rule.content = tr(f"cultists.encounter.rule.{result.value}")


class InstructionsCard(Card):
    """What everyone who is here does, the Automa too; with no encounter, when to look for one."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=6)
        self._tr = tr
        self.everyone_text, self.automa_text = Text("", size_sp=16), Text("", size_sp=16, tone="ink_2")
        self.add_widget(self.everyone_text)
        self.add_widget(self.automa_text)

    def show(self, count: int, power: bool, *, automa: bool) -> None:
        tr, result = self._tr, classify_encounter(count, power)
        self.everyone_text.content = tr(
            "cultists.encounter.does" if result.is_meeting else "cultists.encounter.when"
        )
        automa_chooses = result is Encounter.DARK and count > 2
        key = "cultists.encounter.automa_chooses" if automa_chooses else "cultists.encounter.automa"
        self.automa_text.content = tr(key) if result.is_meeting and automa else ""
