"""How a seat of Avalon looks while a move is being entered: crown, shield, sword and Lady, and the votes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.entry.avalon.draft import Draft, QuestDraft, TargetDraft, TeamDraft, VoteDraft
from companion.i18n.translator import Translator
from companion.widgets.icons import Icon
from companion.widgets.seat_ring import DiscIcon, IconSpot, SeatIcon, SeatLook


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
