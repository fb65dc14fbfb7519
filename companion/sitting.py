"""A table in use: its log, what is being entered, its timer and its voice.

One `play`, one `undo`, one place that speaks, keeps and forgets. What is being entered lies beside the
table's log on disk, so that each table has its own and a kill loses not even half a move; drafts behind undo
and redo are remembered as long as the sitting lasts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from companion.entry.drafts import DraftCodec, DraftT
from companion.games.game import MoveT, SetupT, StateT
from companion.narrator.timer import DEFAULT_PRESET, Timer
from companion.table import DraftJson, GameSession, LogEdit

LineKeys = tuple[str, ...]


def _no_lines(*_: Any) -> LineKeys:
    return ()


@dataclass(frozen=True, slots=True)
class GameSpeech:
    """What is said at a game's table, by catalogue key: how it begins, what came of a move, how it stands."""

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
        # It outlasts a look elsewhere, and a board that is built anew goes on with it.
        self.timer = Timer(DEFAULT_PRESET.name, DEFAULT_PRESET.seconds)
        # The desk that reminds of it now: there is one a table, even while a board is built anew.
        self.timer_owner: object = None
        self._speak = speak
        self._draft_codec = draft_codec
        # What was entered after so many moves, and the state it was entered in.
        self._entered_drafts: dict[int, tuple[DraftT, StateT]] = {}
        self._is_opening_spoken = bool(session.moves)

    # -- what is being entered --------------------------------------------------------------------------

    @property
    def draft(self) -> DraftT:
        """What is being entered now: as it was left, or with nothing in it."""
        codec, session = self._codec, self.session
        if session.move_count in self._entered_drafts:
            return self._entered_drafts[session.move_count][0]
        draft = None if session.draft is None else codec.decode(session, session.draft)
        if draft is None:
            return codec.empty(session)
        self._entered_drafts[session.move_count] = draft, session.state
        return draft

    def save_draft(self, draft: DraftT) -> None:
        """Something was tapped: kept first, shown second, like a move."""
        self.session.save_draft(self._codec.encode(draft))
        self._entered_drafts[self.session.move_count] = draft, self.session.state

    @property
    def _codec(self) -> DraftCodec[DraftT]:
        if self._draft_codec is None:
            raise LookupError(f"{self.session.game.id} is played move by move, without drafts")
        return self._draft_codec

    # -- moves ------------------------------------------------------------------------------------------

    def play(self, move: MoveT, *, keep_draft: bool = False) -> StateT:
        """Make a move: checked, written, then spoken. Raises `IllegalMove` and changes nothing.

        One that is only noted on the side (`keep_draft`) takes nothing from what is being entered.
        """
        session = self.session
        before, move_count = session.state, session.move_count
        later_draft = self._entered_drafts.get(move_count + 1)
        if keep_draft:
            draft = self._encoded_draft()
        elif later_draft is not None and self._codec.is_compatible(
            later_draft[1], session.game.apply(before, move)
        ):
            # A move was taken back and is made again, rightly this time: what follows is still on the table.
            draft = self._codec.encode(later_draft[0])
        else:
            draft = None
        after = session.play(move, draft)
        # It is a move now, and undo finds it as such.
        for count in [count for count in self._entered_drafts if count >= move_count]:
            del self._entered_drafts[count]
        self._speak(self.speech.move_lines(before, after))
        return after

    def undo(self) -> StateT:
        return self._step_through_log(self.session.undo)

    def redo(self) -> StateT:
        return self._step_through_log(self.session.redo)

    def commit_edit(self, edit: LogEdit[MoveT]) -> StateT:
        """Make an edited past the log. What lies half entered on the table lies there all the same, as long
        as the table is still asked for the same."""
        codec = self._draft_codec
        is_compatible = codec is not None and codec.is_compatible(self.session.state, edit.state)
        draft = self._encoded_draft() if is_compatible else None
        state = self.session.commit_edit(edit, draft)
        self._entered_drafts.clear()
        return state

    def rename(self, players: Sequence[str]) -> None:
        """Other names at the same seats; what lies half entered on the table lies there all the same.

        Raises `BadSetup` for names that cannot sit together, and changes nothing.
        """
        draft = self._encoded_draft()
        self.session.rename(players)
        # Drafts know the state they were entered in, and in that the names: what is noted is read anew.
        self._entered_drafts.clear()
        if draft is not None and draft != self.session.draft:
            self.session.save_draft(draft)

    def _step_through_log(self, step: Callable[[], StateT]) -> StateT:
        """Over an edit the log itself changes, and drafts rest on the moves before them."""
        before = self.session.moves
        state = step()
        after = self.session.moves
        if before[: len(after)] != after[: len(before)]:
            self._entered_drafts.clear()
        return state

    def _encoded_draft(self) -> DraftJson | None:
        """What is being entered, if anything was."""
        move_count = self.session.move_count
        if move_count in self._entered_drafts:
            return self._codec.encode(self._entered_drafts[move_count][0])
        return self.session.draft

    # -- the voice --------------------------------------------------------------------------------------

    def speak_opening(self) -> None:
        """Say once how the game begins, unless it has begun."""
        if not self._is_opening_spoken:
            self._is_opening_spoken = True
            self._speak(self.speech.opening_lines(self.session.state))

    def speak_status(self) -> LineKeys:
        """Where the game stands, aloud; returns what was said."""
        lines = self.speech.status_lines(self.session.state)
        self._speak(lines)
        return lines

    def speak_line(self, line: str) -> None:
        self._speak((line,))
