"""The ring of Avalon's board: how a seat looks in each step, and the panel in its middle.

The panel's texts are reused: they change with every tap, and building them would take too long.
"""

from __future__ import annotations

from collections.abc import Iterator

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.avalon.drafts import (
    Draft,
    LoyaltyDraft,
    QuestDraft,
    TargetDraft,
    TeamDraft,
    VoteDraft,
)
from companion.games.avalon.state import Phase, State
from companion.i18n.translator import Translator
from companion.widgets.icons import Icon
from companion.widgets.seat_ring import DiscIcon, IconSpot, SeatIcon, SeatLook
from companion.widgets.text import DISPLAY, MUTED, NUMBER, IconLabel, Text


def build_seat_look(tr: Translator, draft: Draft, seat: int) -> SeatLook:
    face, is_highlighted = None, False
    if isinstance(draft, VoteDraft):
        refuses = seat in draft.refusing
        face = (
            DiscIcon(Icon.CROSS, tr("avalon.history.no"))
            if refuses
            else DiscIcon(Icon.CHECK, tr("avalon.history.yes"), is_solid=True)
        )
    elif isinstance(draft, TargetDraft):
        is_highlighted = seat == draft.target
    elif isinstance(draft, QuestDraft):
        is_highlighted = seat == draft.excalibur_on
    team = draft.team if isinstance(draft, TeamDraft) else draft.state.team
    return SeatLook(
        tr.player_name(draft.state.setup.players[seat]),
        face,
        tr.format_number(seat + 1),
        is_ringed=seat in team,
        is_highlighted=is_highlighted,
        icons=tuple(_seat_marks(tr, draft, seat)),
    )


def _seat_marks(tr: Translator, draft: Draft, seat: int) -> Iterator[SeatIcon]:
    state = draft.state
    team = draft.team if isinstance(draft, TeamDraft) else state.team
    bearer = draft.excalibur if isinstance(draft, TeamDraft) else state.excalibur
    if seat == state.leader:
        yield SeatIcon(Icon.CROWN, IconSpot.TOP, tr("avalon.history.leader"), size=30)
    if seat in team:
        on_team = tr("avalon.history.on_team")
        yield SeatIcon(Icon.SHIELD, IconSpot.LOW_RIGHT, on_team, tone="candle_fill", size=27, has_rim=True)
    if seat == bearer:
        yield SeatIcon(Icon.SWORD, IconSpot.LOW_LEFT, tr("avalon.extra.excalibur.name"))
    if seat == state.lady_holder:
        yield SeatIcon(Icon.LADY, IconSpot.HIGH_LEFT, tr("avalon.extra.lady.name"), tone="good")


class MiddlePanel(BoxLayout):
    def __init__(self, tr: Translator) -> None:
        super().__init__(orientation="vertical", spacing=dp(4))
        self._tr = tr
        self._title = Text("", DISPLAY, size_sp=26, min_size=8, max_lines=2, autosize="none")
        self._count = _build_number(36)
        self._yes, self._no = _build_number(32), _build_number(32)
        self._votes = BoxLayout(spacing=dp(4))
        for icon, number in ((Icon.CHECK_TOKEN, self._yes), (Icon.CROSS, self._no)):
            self._votes.add_widget(IconLabel(icon, 28, tone="ink", pos_hint={"center_y": 0.5}))
            self._votes.add_widget(number)
        self._line, self._second = _build_line(), _build_line()
        self._parts: tuple[Widget, ...] = ()

    def show(self, draft: Draft) -> None:
        match draft:
            case TeamDraft():
                self._show_team(draft)
            case VoteDraft():
                self._show_vote(draft)
            case QuestDraft():
                self._show_quest(draft)
            case TargetDraft():
                self._show_target(draft)
            case LoyaltyDraft():
                one = draft.state.phase is Phase.LOYALTY
                self._set_content(self._tr("avalon.board.loyalty" if one else "avalon.board.loyalty_row"))

    def _show_team(self, draft: TeamDraft) -> None:
        tr = self._tr
        if draft.quest is None:
            self._set_content(tr("avalon.board.choose_quest"))
            return
        self._count.content = tr("avalon.board.of", count=len(draft.team), size=draft.team_size)
        self._line.content = self._fails_needed_text(draft.state, draft.quest)
        self._set_content(tr("avalon.board.team"), self._count, self._line)

    def _show_vote(self, draft: VoteDraft) -> None:
        tr = self._tr
        self._yes.content, self._no.content = (
            tr.format_number(len(draft.approving_seats)),
            tr.format_number(len(draft.refusing)),
        )
        self._line.content = tr("avalon.board.needed", n=draft.state.numbers.approvals_needed)
        words = tr("avalon.board.approved" if draft.is_approved else "avalon.board.refused")
        self._set_content(words, self._votes, self._line)

    def _show_quest(self, draft: QuestDraft) -> None:
        tr = self._tr
        self._line.content = tr("avalon.board.failed" if draft.is_failed else "avalon.board.succeeded")
        struck_seat = draft.excalibur_on
        if struck_seat is None:
            self._second.content = self._fails_needed_text(draft.state, draft.state.quest or 1)
        else:
            self._second.content = tr("avalon.board.struck", name=draft.state.setup.players[struck_seat])
        self._set_content(tr("avalon.board.fails", n=draft.fails), self._line, self._second)

    def _show_target(self, draft: TargetDraft) -> None:
        tr = self._tr
        name = tr.player_name(draft.state.setup.players[draft.target]) if draft.target is not None else ""
        if draft.state.phase is Phase.LADY:
            lady = self._line.content = tr("avalon.extra.lady.name")
            self._set_content(name or lady, *((self._line,) if name else ()))
        else:
            self._set_content(name or tr("avalon.board.who_is_merlin"))

    def _fails_needed_text(self, state: State, quest: int) -> str:
        return self._tr("avalon.board.fails_needed", n=state.numbers.fails_needed(quest))

    def _set_content(self, title: str, *below: Widget) -> None:
        self._title.content = title
        if below != self._parts or self._title.parent is None:
            self._parts = below
            self.clear_widgets()
            for part in (self._title, *below):
                self.add_widget(part)


def _build_number(size: float) -> Text:
    return Text("", NUMBER, size_sp=size, min_size=8, max_lines=1, autosize="none", align="center")


def _build_line() -> Text:
    return Text("", MUTED, min_size=8, max_lines=2, align="center", autosize="none")
