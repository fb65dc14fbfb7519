"""A move tried at any table, and what must hold whether the rules take it or not."""

from __future__ import annotations

from typing import Any

from companion.games.game import IllegalMove
from companion.i18n.translator import Translator
from companion.table import Table

ENGLISH = Translator("en")


def attempted(table: Table[Any, Any, Any], move: Any) -> bool:
    """Play it; if the rules refuse, nothing has changed and there is a sentence that says why."""
    before = table.state, table.moves, table.undone
    problem = None
    try:
        table.play(move)
    except IllegalMove as refused:
        problem = refused.problem
    if problem is None:
        assert (table.moves, table.undone) == ((*before[1], move), ())
    else:
        assert (table.state, table.moves, table.undone) == before
        assert problem.key.startswith((f"{table.game.id}.problem.", "app.problem."))
        assert "{" not in ENGLISH.problem(problem)
        assert not ENGLISH.missing
    return problem is None
