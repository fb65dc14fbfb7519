"""How a seat of Avalon looks while a move is being entered: crown, shield, sword and Lady, and the votes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.entry.avalon.draft import Draft, QuestDraft, TargetDraft, TeamDraft, VoteDraft
from companion.i18n.translator import Translator
from companion.widgets.icon_names import Icon
from companion.widgets.seat_ring import SeatFace, SeatLook, SeatMark, Spot


def seat_look(tr: Translator, draft: Draft, seat: int) -> SeatLook:
    face, asked = None, False
    if isinstance(draft, VoteDraft):
        refuses = seat in draft.against
        face = (
            SeatFace(Icon.CROSS, tr("avalon.history.no"))
            if refuses
            else SeatFace(Icon.CHECK, tr("avalon.history.yes"), solid=True)
        )
    elif isinstance(draft, TargetDraft):
        asked = seat == draft.target
    elif isinstance(draft, QuestDraft):
        asked = seat == draft.excalibur_on
    team = draft.team if isinstance(draft, TeamDraft) else draft.state.team
    return SeatLook(
        tr.player(draft.state.setup.players[seat]),
        face,
        tr.number(seat + 1),
        ringed=seat in team,
        asked=asked,
        marks=tuple(_marks(tr, draft, seat)),
    )


def _marks(tr: Translator, draft: Draft, seat: int) -> Iterator[SeatMark]:
    state = draft.state
    team = draft.team if isinstance(draft, TeamDraft) else state.team
    bearer = draft.excalibur if isinstance(draft, TeamDraft) else state.excalibur
    if seat == state.leader:
        yield SeatMark(Icon.CROWN, Spot.TOP, tr("avalon.history.leader"), size=30)
    if seat in team:
        on_team = tr("avalon.history.on_team")
        yield SeatMark(Icon.SHIELD, Spot.LOW_RIGHT, on_team, tone="candle_fill", size=27, ground=True)
    if seat == bearer:
        yield SeatMark(Icon.SWORD, Spot.LOW_LEFT, tr("avalon.extra.excalibur.name"))
    if seat == state.lady:
        yield SeatMark(Icon.LADY, Spot.HIGH_LEFT, tr("avalon.extra.lady.name"), tone="good")
