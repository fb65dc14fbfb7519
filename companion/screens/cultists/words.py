"""The main button's words and mark: always the next thing to do."""

from __future__ import annotations

from companion.entry.cultists.words import NUMERALS
from companion.games.cultists.state import Phase, State
from companion.i18n.translator import Translator
from companion.widgets.icons import Icon


def button_text(tr: Translator, state: State) -> tuple[str, Icon]:
    """The main button's words and mark: always the next thing to do."""
    match state.phase:
        case Phase.MOVEMENT:
            return tr("cultists.board.do.moved"), Icon.FORWARD
        case Phase.EVENT:
            return tr("cultists.board.do.draw"), Icon.BELL
        case Phase.RESOLVE:
            return tr("cultists.board.do.resolved"), Icon.FORWARD
        case Phase.ACTION:
            return tr("cultists.board.do.acted"), Icon.FORWARD
        case Phase.CLEAN_UP:
            if state.is_last_round:
                return tr("app.time_up"), Icon.HOURGLASS
            return tr("cultists.board.do.round", hour=NUMERALS[state.round]), Icon.FORWARD
        case Phase.VOTE:
            return tr("cultists.board.do.vote"), Icon.FIST
        case Phase.OVER:
            return tr("cultists.board.do.again"), Icon.REPEAT
        case Phase.REVEALED | Phase.KILLS | Phase.SEER_GUESS:
            return tr("cultists.board.do.answer"), Icon.ARROW_UP
