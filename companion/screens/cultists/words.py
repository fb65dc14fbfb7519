"""The main button's words and mark: always the next thing to do."""

from __future__ import annotations

from companion.entry.cultists.words import NUMERALS
from companion.games.cultists.state import Awaits, State
from companion.i18n.translator import Translator
from companion.widgets.icon_names import Icon


def main_words(tr: Translator, state: State) -> tuple[str, Icon]:
    """The main button's words and mark: always the next thing to do."""
    match state.awaits:
        case Awaits.MOVEMENT:
            return tr("cultists.board.do.moved"), Icon.FORWARD
        case Awaits.EVENT:
            return tr("cultists.board.do.draw"), Icon.BELL
        case Awaits.RESOLVE:
            return tr("cultists.board.do.resolved"), Icon.FORWARD
        case Awaits.ACTION:
            return tr("cultists.board.do.acted"), Icon.FORWARD
        case Awaits.CLEAN_UP:
            if state.last_round:
                return tr("app.time_up"), Icon.HOURGLASS
            return tr("cultists.board.do.round", hour=NUMERALS[state.round]), Icon.FORWARD
        case Awaits.VOTE:
            return tr("cultists.board.do.vote"), Icon.FIST
        case Awaits.OVER:
            return tr("cultists.board.do.again"), Icon.REPEAT
        case Awaits.REVEALED | Awaits.KILLS | Awaits.SEER_GUESS:
            return tr("cultists.board.do.answer"), Icon.ARROW_UP
