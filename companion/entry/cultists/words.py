"""Words that several screens of a table share: names, places, the event in force, what to do now."""

from __future__ import annotations

from typing import Final

from companion.games.cultists.moves import colour_of
from companion.games.cultists.setup import ROUNDS, Setup
from companion.games.cultists.state import EVENTS, DrawnEvent, GateStatus, Phase, RoundPhase, State
from companion.i18n.translator import Translator

# The clock of the board has Roman hours, whatever the language.
NUMERALS: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


# How an event is resolved, where the words for the event itself say it all.
_RESOLVE: Final = {
    "morale": "cultists.event.morale_boost.does",
    "see_token": "cultists.event.now.see_token",
}


def player_name(tr: Translator, setup: Setup, seat: int) -> str:
    """A player's name, or what the Automa is called."""
    return tr("cultists.board.automa") if seat == setup.automa_seat else tr.player_name(setup.players[seat])


def seat_number_text(tr: Translator, setup: Setup, seat: int) -> str:
    """The number of a player's seat; the Automa, which may sit between two players, has none."""
    return "" if seat == setup.automa_seat else tr.format_number(seat + 1)


def place_name(tr: Translator, place: str) -> str:
    """A room or a shelf by its colour, with its number where there are several."""
    colour = colour_of(place)
    if colour is None:
        return place
    word = tr(f"cultists.colour.{colour.value}")
    number = place.removeprefix(colour.value).removeprefix("_")
    return tr("cultists.colour.numbered", colour=word, number=int(number)) if number else word


def event_name(tr: Translator, event: str) -> str:
    return tr(f"cultists.event.{event}.name")


def event_effect_text(tr: Translator, event: str) -> str:
    """What an event does, in full; of some only the token itself tells."""
    if EVENTS[event].has_known_effect:
        return tr(f"cultists.event.{event}.does")
    return tr("cultists.board.event.see_token")


def past_event_text(tr: Translator, event: DrawnEvent) -> str:
    """An event of the past with its hour and what it does."""
    return tr(
        "cultists.board.event.at",
        hour=NUMERALS[event.round - 1],
        event=event_name(tr, event.event),
        words=event_effect_text(tr, event.event),
    )


def event_text(tr: Translator, state: State, event: DrawnEvent) -> str:
    """What an event means as long as it is in force, in a few words."""
    if event.effect == "morale" and event.round < state.round:
        return tr("cultists.board.event.morale_now")
    if event.effect == "gate" and state.gate is not None and state.gate.status is not GateStatus.OPEN:
        return tr(f"cultists.board.gate.{state.gate.status.value}")
    return tr(f"cultists.board.event.{event.effect}")


def instruction_text(tr: Translator, state: State) -> str:
    """What the host has the table do now, in a sentence or two."""
    name = player_name(tr, state.setup, state.subject_seat) if state.subject_seat is not None else ""
    match state.phase:
        case Phase.MOVEMENT:
            return tr("cultists.awaits.movement", name=name, n=state.movement_points)
        case Phase.EVENT:
            return tr("cultists.awaits.event", hour=NUMERALS[state.round - 1])
        case Phase.RESOLVE if state.event is not None:
            effect = state.event.effect
            return tr(_RESOLVE.get(effect) or f"cultists.awaits.resolve.{effect}")
        case Phase.ACTION:
            return tr("cultists.awaits.action", name=name)
        case Phase.CLEAN_UP:
            if state.is_last_round:
                return tr("cultists.awaits.last_clean_up", rounds=ROUNDS)
            after = state.setup.next_seat(state.knife)
            return tr("cultists.awaits.clean_up", name=player_name(tr, state.setup, after))
        case Phase.VOTE:
            return tr("cultists.awaits.vote", name=name)
        case _:
            return ""


def gate_text(tr: Translator, state: State) -> str:
    """How the Gate stands: what is left of its countdown, or what came of it."""
    if state.gate is None:
        return tr("cultists.board.gate.line_none")
    if state.closes_in is None:
        return tr(f"cultists.board.gate.line_{state.gate.status.value}")
    if is_gate_closing(state):
        later = state.round_phase is RoundPhase.CLEAN_UP
        return tr("cultists.board.gate.last_next" if later else "cultists.board.gate.last_now")
    return tr("cultists.number.rounds", n=state.closes_in)


def is_gate_closing(state: State) -> bool:
    """Whether the Gate can be closed only once more."""
    return state.closes_in == 1


def round_text(tr: Translator, state: State) -> str:
    return tr("cultists.board.round", round=state.round, rounds=ROUNDS)
