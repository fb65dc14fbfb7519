"""What is seldom needed at a mission: an illegal clue, a side that is done, who gives the next clue, and what
the cards read."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.entry.duet.accounts import side_name
from companion.entry.duet.draft import unread_cards
from companion.games.duet.moves import IllegalClue, Move, NextClue, SideDone
from companion.games.duet.play import apply
from companion.games.duet.setup import KEY_AGENTS, Side
from companion.games.duet.state import State
from companion.games.game import IllegalMove
from companion.screens.sheet_buttons import offer_on
from companion.shell import Shell
from companion.widgets.icon_names import Icon


def offers(
    shell: Shell, state: State, play: Callable[[Move], object], type_card: Callable[[int], object]
) -> list[Widget]:
    tr, setup = shell.tr, state.setup
    offer = partial(offer_on, shell.stage)
    if state.outcome is not None:
        return []
    found: list[Widget] = []
    if not state.sudden_death:
        found.append(offer(tr("duet.more.illegal"), Icon.WARNING, partial(play, IllegalClue())))
    for side in Side:
        # Where agents are counted by keys, it is known when a side cannot be done.
        if not setup.counts_keys or _allowed(state, SideDone(side)):
            words = tr("duet.more.done", words=KEY_AGENTS, names=setup.members(side))
            found.append(offer(words, Icon.CHECK, partial(play, SideDone(side))))
    if setup.loose_turns and not state.sudden_death:
        for side in Side:
            if side is not state.giver:
                words = tr("duet.more.next_clue", name=side_name(tr, setup, side))
                found.append(offer(words, Icon.CLUE, partial(play, NextClue(side))))
    for place in unread_cards(state)[:1]:
        found.append(offer(tr("duet.words.title"), Icon.PENCIL, partial(type_card, place)))
    return found


def _allowed(state: State, move: Move) -> bool:
    try:
        apply(state, move)
    except IllegalMove:
        return False
    return True
