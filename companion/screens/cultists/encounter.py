"""Do those who stand here meet? Tap the people or choose how many; the power is known."""

from __future__ import annotations

from functools import partial

from kivy.metrics import dp

from companion.entry.cultists.vote_words import about
from companion.entry.cultists.words import name_of, place_at_table
from companion.games.cultists.actions import Encounter, encounter
from companion.i18n.translator import Translator
from companion.screens.cultists.board_protocol import Board
from companion.screens.cultists.people import ghost_face
from companion.screens.cultists.role_marks import SEA
from companion.shell import Shell
from companion.widgets.cards import Card, Chip
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Panes, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.seat_ring import SeatFace, SeatLook, SeatRing
from companion.widgets.tap import MainButton
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import look

# Beyond this number the answer does not change.
_MANY = 4
_START = 2


class EncounterPage(Page):
    """Nothing here is a move: what people do in an encounter stays in their hands."""

    widest = 1040

    def __init__(self, shell: Shell, board: Board) -> None:
        self._shell = shell
        tr = shell.tr
        self.state = board.table.state
        self.here: frozenset[int] = frozenset()
        self.count = min(_START, len(self.state.living))
        round_now = tr("cultists.ballot.cause.round", round=self.state.round)
        super().__init__(TitleBar(tr("cultists.encounter.title"), round_now, on_back=shell.back))
        counts = range(1, min(_MANY, len(self.state.living)) + 1)
        self.chips = {number: Chip("", partial(self.choose, number), accent=SEA) for number in counts}
        self.ring = SeatRing(on_tap=self.tap_seat, size_hint_y=None, height=dp(340))
        self._mark = Glyph(Icon.LIGHTNING, 34, pos_hint={"center_x": 0.5})
        self._number = Text("", weight=700, size_sp=48, smallest=20, most=1, align="center", grow="none")
        for part in (self._number, self._mark):
            self.ring.middle.add_widget(part)
        self.answer = AnswerCard(tr)
        self.does = DoesCard(tr)
        ask = Text(tr("cultists.encounter.ask"), size_sp=18, tone="ink_2")
        # Large letters take two rows of numbers: the last of them is a phrase.
        numbers = Grid(*self.chips.values(), gap=8, narrowest=80 * look().text_scale, most_columns=_MANY)
        self._above = Column(ask, numbers, self.answer, gap=8)
        self._panes = Panes(self._above, Column(self.ring, self.does, gap=8), gap=8)
        self.body.add_widget(self._panes)
        self.with_footer(MainButton(tr("app.board.back"), shell.back, accent=SEA, onward=True))
        self.scroll.bind(height=self._fit)
        for part in (self._above, self.does):
            part.bind(height=self._fit)
        self._show()

    def _fit(self, *_: object) -> None:
        beside = self._panes.orientation == "horizontal"
        room = self.scroll.height - dp(32) - self.does.height - (0 if beside else self._above.height + dp(8))
        self.ring.height = max(dp(340) * max(1.0, min(1.4, look().text_scale)), min(dp(520), room))

    def enter(self) -> None:
        self._shell.stay_awake(True)

    def leave(self) -> None:
        self._shell.stay_awake(False)

    # -- taps ---------------------------------------------------------------------------------------------

    def choose(self, number: int) -> None:
        """So many are here, whoever they are."""
        self.here, self.count = frozenset(), number
        self._show()

    def tap_seat(self, seat: int) -> None:
        if seat in self.state.ghosts:
            words = about(
                self._shell.tr, self.state.setup, seat,
                "cultists.encounter.no.ghost", "cultists.encounter.no.automa_ghost",
            )  # fmt: skip
            self._shell.toaster.show(words)
            return
        self.here ^= {seat}
        self.count = len(self.here)
        self._show()

    # -- showing --------------------------------------------------------------------------------------------

    def _show(self) -> None:
        tr, state = self._shell.tr, self.state
        for number, chip in self.chips.items():
            many = number == _MANY
            chip.words.content = tr("cultists.encounter.many", n=number) if many else tr.number(number)
            chip.choose(number == min(self.count, _MANY))
        self._number.content = tr.number(self.count)
        self._mark.show(Icon.LIGHTNING if state.power else Icon.LIGHTNING_OFF)
        self._mark.set_tone("candle" if state.power else "ember")
        automa = state.setup.automa_seat
        with_automa = automa in self.here if self.here else automa in state.living
        self.answer.show(self.count, state.power)
        self.does.show(self.count, state.power, automa=with_automa)
        self.ring.show([self._seat(seat) for seat in range(state.setup.seats)], state.setup.clockwise)

    def _seat(self, seat: int) -> SeatLook:
        state, tr = self.state, self._shell.tr
        face = ghost_face(tr, state, seat)
        if face is None and seat in self.here:
            face = SeatFace(Icon.CHECK, tr("cultists.mark.here"), solid=True)
        return SeatLook(name_of(tr, state.setup, seat), face, place_at_table(tr, state.setup, seat))


class AnswerCard(Card):
    """Encounter or none, and the rule behind it."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(accent=SEA, gap=6)
        self._tr = tr
        self._mark = Glyph(Icon.CARD, 34, tone="sea", pos_hint={"center_y": 0.5})
        self.verdict = Text("", face="title", size_sp=24, pos_hint={"center_y": 0.5})
        self.rule = Text("", size_sp=18)
        for part in (Row(self._mark, self.verdict, gap=12), self.rule):
            self.add_widget(part)

    def show(self, count: int, power: bool) -> None:
        tr, found = self._tr, encounter(count, power)
        self._mark.show(Icon.CARD if found.happens else Icon.CROSS)
        self.verdict.content = tr(
            "cultists.encounter.answer",
            here=tr("cultists.encounter.here", n=count),
            power=tr("cultists.encounter.power_on" if power else "cultists.encounter.power_off"),
            answer=tr("cultists.encounter.yes" if found.happens else "cultists.encounter.none"),
        )
        self.rule.content = tr(f"cultists.encounter.rule.{found.value}")


class DoesCard(Card):
    """What everyone who is here does, the Automa too; with no encounter, when to look for one."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=6)
        self._tr = tr
        self.does, self.automa = Text("", size_sp=16), Text("", size_sp=16, tone="ink_2")
        self.add_widget(self.does)
        self.add_widget(self.automa)

    def show(self, count: int, power: bool, *, automa: bool) -> None:
        tr, found = self._tr, encounter(count, power)
        self.does.content = tr("cultists.encounter.does" if found.happens else "cultists.encounter.when")
        several = found is Encounter.DARK and count > 2
        key = "cultists.encounter.automa_chooses" if several else "cultists.encounter.automa"
        self.automa.content = tr(key) if found.happens and automa else ""
