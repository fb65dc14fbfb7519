"""Drafts of Pebbles, and the default set-up."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.drafts import DraftCodec
from companion.core.resume_state import SetupDefaults
from companion.core.session import AnySession
from pebble_house.games.pebbles.rules import Setup, Take


@dataclass(frozen=True, slots=True)
class TakeDraft:
    pebbles: int = 0

    def one_more(self) -> TakeDraft:
        return replace(self, pebbles=self.pebbles + 1)

    @property
    def move(self) -> Take:
        return Take(self.pebbles)


def _empty_draft(session: AnySession) -> TakeDraft:
    return TakeDraft(session.undone_moves[0].pebbles) if session.undone_moves else TakeDraft()


def _from_record(session: AnySession, draft: TakeDraft) -> TakeDraft | None:
    return draft if 0 <= draft.pebbles <= session.state.left else None


DRAFT_CODEC: DraftCodec[TakeDraft] = DraftCodec(
    TakeDraft, _empty_draft, _from_record, lambda one, other: bool(one.left == other.left)
)

SETUP_DEFAULTS = SetupDefaults(lambda players, memory, draw: Setup(players))
