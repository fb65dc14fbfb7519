"""`SessionController`, a session in use: its draft, timer and speech.

Drafts are stored with the game, so that not even half a move is lost when the app is killed. Drafts behind
undo and redo are kept in memory while the controller is open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from companion.core.drafts import DraftCodec, DraftT
from companion.core.game import MoveT, SetupT, StateT
from companion.core.session import DraftJson, GameSession, LogEdit
from companion.core.session_timer import DEFAULT_PRESET, Timer

LineKeys = tuple[str, ...]


def _no_lines(*_: Any) -> LineKeys:
    return ()


@dataclass(frozen=True, slots=True)
class GameSpeech:
    """Spoken lines of a game by catalogue key: opening, result of a move, and status."""

    opening_lines: Callable[[Any], LineKeys] = _no_lines
    move_lines: Callable[[Any, Any], LineKeys] = _no_lines
    status_lines: Callable[[Any], LineKeys] = _no_lines


class SessionController(Generic[SetupT, StateT, MoveT, DraftT]):
    def __init__(
        self,
        session: GameSession[SetupT, StateT, MoveT],
        speak: Callable[[Sequence[str]], object],
        *,
        draft_codec: DraftCodec[DraftT] | None = None,
        speech: GameSpeech | None = None,
    ) -> None:
        self.session = session
        self.speech = speech or GameSpeech()
        self.has_speech = speech is not None
        # Owned by the controller, so that it survives leaving the board and rebuilding it.
        self.timer = Timer(DEFAULT_PRESET.name, DEFAULT_PRESET.seconds)
        # The widget that announces milestones now: only one per session, even while a board is rebuilt.
        self.timer_owner: object = None
        self._speak = speak
        self._draft_codec = draft_codec
        # Drafts by move count, with the state they were entered in.
        self._entered_drafts: dict[int, tuple[DraftT, StateT]] = {}
        self._is_opening_spoken = bool(session.moves)

    # -- draft ------------------------------------------------------------------------------------------

    @property
    def draft(self) -> DraftT:
        """The current draft: as saved, or empty."""
        codec, session = self._codec, self.session
        if session.move_count in self._entered_drafts:
            return self._entered_drafts[session.move_count][0]
        draft = None if session.draft is None else codec.decode(session, session.draft)
        if draft is None:
            return codec.empty(session)
        self._entered_drafts[session.move_count] = draft, session.state
        return draft

    def save_draft(self, draft: DraftT) -> None:
        """Save the draft after a tap; persisted before it is shown, like a move."""
        self.session.save_draft(self._codec.encode(draft))
        self._entered_drafts[self.session.move_count] = draft, self.session.state

    @property
    def _codec(self) -> DraftCodec[DraftT]:
        if self._draft_codec is None:
            raise LookupError(f"{self.session.game.id} is played move by move, without drafts")
        return self._draft_codec

    # -- moves ------------------------------------------------------------------------------------------

    def play(self, move: MoveT, *, keep_draft: bool = False) -> StateT:
        """Validate, persist and announce a move. Raises `IllegalMove` and changes nothing. With `keep_draft`
        the move does not discard the current draft."""
        session = self.session
        before, move_count = session.state, session.move_count
        later_draft = self._entered_drafts.get(move_count + 1)
        if keep_draft:
            draft = self._encoded_draft()
        elif later_draft is not None and self._codec.is_compatible(
            later_draft[1], session.game.apply(before, move)
        ):
            # An undone move was made again with a correction: the draft after it is still valid.
            draft = self._codec.encode(later_draft[0])
        else:
            draft = None
        after = session.play(move, draft)
        # The draft has become a move; undo restores it from the log.
        drafts = self._entered_drafts.items()
        self._entered_drafts = {count: draft for count, draft in drafts if count < move_count}
        self._speak(self.speech.move_lines(before, after))
        return after

    def undo(self) -> StateT:
        return self._step_through_log(self.session.undo)

    def redo(self) -> StateT:
        return self._step_through_log(self.session.redo)

    def commit_edit(self, edit: LogEdit[MoveT]) -> StateT:
        """Commit an edit of the past. The current draft is kept if it is compatible with the new state."""
        codec = self._draft_codec
        is_compatible = codec is not None and codec.is_compatible(self.session.state, edit.state)
        draft = self._encoded_draft() if is_compatible else None
        state = self.session.commit_edit(edit, draft)
        self._entered_drafts.clear()
        return state

    def rename(self, players: Sequence[str]) -> None:
        """Rename the players and keep the current draft. Raises `BadSetup` and changes nothing."""
        draft = self._encoded_draft()
        self.session.rename(players)
        # Drafts hold the state they were entered in, which contains the old names: decode them again.
        self._entered_drafts.clear()
        if draft is not None and draft != self.session.draft:
            self.session.save_draft(draft)

    def _step_through_log(self, step: Callable[[], StateT]) -> StateT:
        """Run undo or redo. Across an edit the log itself changes, which invalidates drafts."""
        before = self.session.moves
        state = step()
        after = self.session.moves
        if before[: len(after)] != after[: len(before)]:
            self._entered_drafts.clear()
        return state

    def _encoded_draft(self) -> DraftJson | None:
        """Return the current draft in JSON form, None if nothing was entered."""
        move_count = self.session.move_count
        if move_count in self._entered_drafts:
            return self._codec.encode(self._entered_drafts[move_count][0])
        return self.session.draft

    # -- speech -----------------------------------------------------------------------------------------

    def speak_opening(self) -> None:
        """Announce the opening once, unless the game has begun."""
        if not self._is_opening_spoken:
            self._is_opening_spoken = True
            self._speak(self.speech.opening_lines(self.session.state))

    def speak_status(self) -> LineKeys:
        """Announce the current state; return the spoken lines."""
        lines = self.speech.status_lines(self.session.state)
        self._speak(lines)
        return lines

    def speak_line(self, line: str) -> None:
        self._speak((line,))
