"""Names that are changed everywhere: what is kept changes in one step, and what is open follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.past.chosen import GameSelection
from companion.past.new_names import NameChanges
from companion.screens.table_page import SessionPage
from companion.shell import AnySession, AppContext

if TYPE_CHECKING:
    from companion.shell import RenameResult


@dataclass(frozen=True, slots=True)
class NameChange:
    """What became of the names, and how all of it is taken back."""

    names: NameChanges
    undo: Callable[[], None]


def change_names(context: AppContext, change: Callable[[], RenameResult]) -> NameChange:
    """Do it, and have tables that are open, the one that is being prepared, where one was and what one looked
    at follow. Screens are then to be built anew. Raises `ProblemError`, and nothing is changed."""
    # What is half typed comes to the rest of what is kept, where the names are.
    context.resume_state.flush()
    result = change()
    seated, sessions = context.setup_players, _find_open_sessions(context)
    session_players = [(session, tuple(session.setup.players)) for session in sessions]
    context.setup_players = result.name_changes.rename_seats(seated)
    for session, players in session_players:
        session.rename(result.name_changes.rename_seats(players))
    context.resume_state.reload()
    undo_filters = update_filters(context, result.name_changes)

    def undo() -> None:
        context.resume_state.flush()
        context.people.undo_rename(result)
        context.setup_players = seated
        for session, players in session_players:
            session.rename(players)
        context.resume_state.reload()
        undo_filters()

    return NameChange(result.name_changes, undo)


def update_filters(context: AppContext, names: NameChanges) -> Callable[[], None]:
    """Have screens that look at games of these people go on to do so; returned is what takes it back."""

    def follow(state: object) -> object:
        return state.apply_name_changes(names) if isinstance(state, GameSelection) else state

    return context.navigator.update_saved_states(follow)


def _find_open_sessions(context: AppContext) -> list[AnySession]:
    """Each once, however many screens are about it."""
    sessions = {
        id(page.session): page.session for page in context.navigator.pages if isinstance(page, SessionPage)
    }
    return list(sessions.values())
