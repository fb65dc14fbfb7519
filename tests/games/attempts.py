"""A move tried at any table, and what must hold whether the rules take it or not."""

from __future__ import annotations

from typing import Any

from companion.core.game import IllegalMove
from companion.core.session import GameSession
from companion.i18n.translator import Translator

ENGLISH = Translator("en")


def attempted(session: GameSession[Any, Any, Any], move: Any) -> bool:
    """Play it; if the rules refuse, nothing has changed and there is a sentence that says why."""
    before = session.state, session.moves, session.undone_moves
    problem = None
    try:
        session.play(move)
    except IllegalMove as refused:
        problem = refused.problem
    if problem is None:
        assert (session.moves, session.undone_moves) == ((*before[1], move), ())
    else:
        assert (session.state, session.moves, session.undone_moves) == before
        assert problem.key.startswith((f"{session.game.id}.problem.", "app.problem."))
        assert "{" not in ENGLISH.translate_problem(problem)
        assert not ENGLISH.missing
    return problem is None
