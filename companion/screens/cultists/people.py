"""The sheets about the people at the table, and the page that decides whether an encounter takes place.

The page with the result of a vote: who is out, why, the counts, and what follows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.core.window import Window
from kivy.graphics import Color, RoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.resume_state import BoardOverlay
from companion.games.cultists.actions import Encounter, classify_encounter
from companion.games.cultists.moves import Correct, FishmanScared, PowerRestored
from companion.games.cultists.state import Phase, RoundPhase, State
from companion.games.cultists.text import (
    consequence_texts,
    knife_effect_text,
    numbers_text,
    player_name,
    reason_text,
    seat_number_text,
    seat_sentence,
    verdict_text,
    vote_cause_text,
    voter_names,
)
from companion.games.cultists.voting import VoteResult
from companion.i18n.translator import Translator
from companion.screens.cultists.actions import Board
from companion.screens.cultists.marks import SEA
from companion.screens.rows import create_sheet_button
from companion.widgets.buttons import IconButton, PrimaryButton, SecondaryButton
from companion.widgets.cards import Card, Chip
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Panes, Row
from companion.widgets.page import Page, Sheet, TitleBar
from companion.widgets.seat_ring import DiscIcon, IconSpot, SeatIcon, SeatLook, SeatRing
from companion.widgets.text import HEADING, LEAD, MUTED, NUMBER, TITLE, IconLabel, Text
from companion.widgets.theme import look, theme_colour


class PeopleSheet(Sheet):
    """The ring of seats; a tap opens the sheet of that person."""

    def __init__(self, board: Board) -> None:
        tr, state = board.app_context.tr, board.state
        self._board = board
        height = max(dp(350), min(dp(430), Window.height - dp(220)))
        self.ring = PeopleRing(tr, state, self._open_person, height * min(1.2, look().text_scale))
        middle = self.ring.center_box
        middle.add_widget(
            Text(
                tr("cultists.board.people.living", n=len(state.living)), TITLE, min_size=10, max_lines=2,
                align="center", autosize="none",
            )
        )  # fmt: skip
        middle.add_widget(
            Text(
                tr("cultists.board.people.needed", n=state.numbers.kills), MUTED, min_size=7, max_lines=4,
                align="center", autosize="none",
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
    """All seats with their status; the Knife is beside its holder."""

    def __init__(self, tr: Translator, state: State, on_tap: Callable[[int], object], height: float) -> None:
        looks = [build_seat_look(tr, state, seat) for seat in range(state.setup.seats)]
        super().__init__(looks, state.setup.clockwise, on_tap=on_tap, size_hint_y=None, height=height)


class PersonSheet(Sheet):
    """The sheet of one character: status, and what may have happened to them."""

    def __init__(self, board: Board, seat: int) -> None:
        tr, state = board.app_context.tr, board.state
        self._board = board
        is_ghost, is_automa = seat in state.ghosts, seat == state.setup.automa_seat
        parts: list[Widget] = [Text(status_text(tr, state, seat), MUTED)]
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
    """Return the icon on a Ghost's disc, or None for the living."""
    return DiscIcon(Icon.GHOST, tr("cultists.mark.ghost")) if seat in state.ghosts else None


def status_text(tr: Translator, state: State, seat: int) -> str:
    """Return the status of a character as a sentence."""
    death = next((death for death in state.deaths if death.seat == seat), None)
    if death is None:
        has_knife = seat == state.knife
        return tr("cultists.board.person.living_knife" if has_knife else "cultists.board.person.living")
    return tr(f"cultists.board.person.{death.cause.value}", round=death.round)


# The answer is the same for higher numbers.
_MAX_COUNT = 4
_DEFAULT_COUNT = 2


class EncounterPage(Page):
    """The page that decides whether an encounter takes place.

    It plays no move: what people do in an encounter is not recorded.
    """

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
        self._number = Text("", NUMBER, size_sp=48, min_size=20, max_lines=1, align="center", autosize="none")
        for part in (self._number, self._mark):
            self.ring.center_box.add_widget(part)
        self.answer = AnswerCard(tr)
        self.instructions = InstructionsCard(tr)
        ask = Text(tr("cultists.encounter.ask"), LEAD, tone="ink_2")
        # With large text the last chip is a phrase and needs two rows.
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
        """Set the number of people present without saying who they are."""
        self.present, self.count = frozenset(), count
        self._show()

    def tap_seat(self, seat: int) -> None:
        if seat in self.state.ghosts:
            tr, setup = self._app_context.tr, self.state.setup
            self._app_context.toaster.show(seat_sentence(tr, setup, seat, "cultists.encounter.no.ghost"))
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
    """Whether there is an encounter, and the rule behind it."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(accent=SEA, gap=6)
        self._tr = tr
        self._mark = IconLabel(Icon.CARD, 34, tone="sea")
        self.verdict = Text("", HEADING, size_sp=24)
        self.rule = Text("", LEAD)
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
    """What everyone present does, the Automa included; without an encounter, when to check for one."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=6)
        self._tr = tr
        self.everyone_text, self.automa_text = Text(""), Text("", MUTED)
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


class VoteResultPage(Page):
    """The result of the table's last vote, with undo."""

    def __init__(self, context: AppContext, board: Board) -> None:
        self._app_context, self.board = context, board
        tr, state = context.tr, board.session.state
        self.undo_button = IconButton(Icon.UNDO, self.undo_vote, mirrored=True, tone="ink_2")
        result = state.vote
        cause_text = (
            "" if result is None else vote_cause_text(tr, state.setup, result.murder, result.called_by)
        )
        super().__init__(
            TitleBar(
                tr("cultists.ballot.result"),
                cause_text or tr("cultists.ballot.cause.round", round=state.round),
                on_back=context.go_back,
                actions=[self.undo_button],
            )
        )
        if result is not None:
            self._show_result(tr, state, result)
        self.main = PrimaryButton(tr("app.board.back"), context.go_back, accent=SEA, forward=True)
        self.add_to_footer(self.main)

    def enter(self) -> None:
        self._app_context.resume_state.set_open_table(self.board.session.game_id, BoardOverlay.VOTE_RESULT)

    def undo_vote(self) -> None:
        if self._app_context.run_or_show_error(self.board.session.undo):
            self._app_context.go_back()
            self.board.show()

    def _show_result(self, tr: Translator, state: State, result: VoteResult) -> None:
        is_eliminated = result.eliminated is not None
        rule = state.setup.options.vote_rule.value
        reason = Card(
            Row(
                IconLabel(
                    Icon.GHOST if is_eliminated else Icon.HAND_STOP,
                    48,
                    tone="evil" if is_eliminated else "sea",
                ),
                Text(verdict_text(tr, state.setup, result), HEADING, size_sp=30),
                gap=14,
            ),
            Text(reason_text(tr, state.setup, result), NUMBER),
            Text(numbers_text(tr, state.setup, result), LEAD),
            Text(tr("cultists.ballot.rule", rule=tr(f"cultists.option.vote_rule.{rule}")), MUTED),
            accent=SEA,
            gap=10,
        )
        knife = knife_effect_text(tr, state, result)
        if knife:
            reason.add_widget(_build_line(Icon.KNIFE, "candle", knife))
        self.body.add_widget(reason)
        self.body.add_widget(TallyBars(tr, state, result))
        after = Card(Text(tr("cultists.ballot.next"), HEADING), gap=10)
        for sentence in consequence_texts(tr, state):
            after.add_widget(_build_line(Icon.FORWARD, "sea", sentence, mirrored=True))
        self.body.add_widget(after)


class TallyBars(Column):
    """A bar for each character with votes and one for the fists, with the voters if known."""

    def __init__(self, tr: Translator, state: State, result: VoteResult) -> None:
        super().__init__(gap=8)
        max_votes = max([*(votes for _, votes in result.tally), result.abstentions, 1])
        for seat, votes in result.tally:
            voters = tr.join_items(voter_names(tr, state.setup, result, seat))
            tone = "evil" if seat == result.eliminated else "ink_2"
            self.add_widget(
                _build_bar(tr, player_name(tr, state.setup, seat), votes, votes / max_votes, tone, voters)
            )
        if result.abstentions:
            ratio = result.abstentions / max_votes
            voters = tr.join_items(voter_names(tr, state.setup, result, None))
            self.add_widget(
                _build_bar(tr, tr("cultists.ballot.fists"), result.abstentions, ratio, "sea", voters)
            )


def _build_bar(tr: Translator, name: str, votes: int, ratio: float, tone: str, voters: str) -> Column:
    head = Row(Text(name, NUMBER), Text(tr.format_number(votes), NUMBER, size_sp=28, autosize="both"), gap=8)
    return Column(head, _Bar(ratio, tone), Text(voters, MUTED), gap=2)


class _Bar(Widget):
    """A bar filled by `ratio` from the reading start."""

    def __init__(self, ratio: float, tone: str) -> None:
        super().__init__(size_hint_y=None, height=dp(10))
        self._ratio = ratio
        with self.canvas:
            Color(rgba=theme_colour("groove"))
            self._groove = RoundedRectangle(radius=[dp(5)])
            Color(rgba=theme_colour(tone))
            self._fill = RoundedRectangle(radius=[dp(5)])
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        bar_width = max(self.height, self.width * self._ratio)
        self._groove.pos, self._groove.size = self.pos, self.size
        self._fill.pos = (self.x + self.width - bar_width if look().rtl else self.x, self.y)
        self._fill.size = (bar_width, self.height)


def _build_line(icon: Icon, tone: str, words: str, *, mirrored: bool = False) -> Row:
    mark = IconLabel(icon, 24, tone=tone, mirrored=mirrored, pos_hint={"top": 1})
    return Row(mark, Text(words, LEAD), gap=12)
