"""Text shared by several screens of Among Cultists: names, places, events, instructions."""

from __future__ import annotations

from typing import Final

from companion.games.cultists.moves import colour_of
from companion.games.cultists.setup import ROUNDS, Setup
from companion.games.cultists.state import EVENTS, DrawnEvent, GateStatus, Phase, RoundPhase, State
from companion.i18n.translator import Translator

# The clock on the board has Roman numerals in every language.
NUMERALS: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


# How to resolve an event whose own text is sufficient.
_RESOLVE: Final = {
    "morale": "cultists.event.morale_boost.does",
    "see_token": "cultists.event.now.see_token",
}


def player_name(tr: Translator, setup: Setup, seat: int) -> str:
    """Return a player's display name, or the name of the Automa."""
    return tr("cultists.board.automa") if seat == setup.automa_seat else tr.player_name(setup.players[seat])


def seat_number_text(tr: Translator, setup: Setup, seat: int) -> str:
    """Return the number of a player's seat; empty for the Automa, which may sit between two players."""
    return "" if seat == setup.automa_seat else tr.format_number(seat + 1)


def place_name(tr: Translator, place: str) -> str:
    """Return the name of a room or shelf: its colour, and its number if there are several."""
    colour = colour_of(place)
    if colour is None:
        return place
    word = tr(f"cultists.colour.{colour.value}")
    number = place.removeprefix(colour.value).removeprefix("_")
    return tr("cultists.colour.numbered", colour=word, number=int(number)) if number else word


def event_name(tr: Translator, event: str) -> str:
    return tr(f"cultists.event.{event}.name")


def event_effect_text(tr: Translator, event: str) -> str:
    """Return the full text of an event's effect; some effects are only on the token itself."""
    if EVENTS[event].has_known_effect:
        return tr(f"cultists.event.{event}.does")
    return tr("cultists.board.event.see_token")


def past_event_text(tr: Translator, event: DrawnEvent) -> str:
    """Return the text of a past event with its hour and effect."""
    return tr(
        "cultists.board.event.at",
        hour=NUMERALS[event.round - 1],
        event=event_name(tr, event.event),
        words=event_effect_text(tr, event.event),
    )


def event_text(tr: Translator, state: State, event: DrawnEvent) -> str:
    """Return a short text for an event in force."""
    if event.effect == "morale" and event.round < state.round:
        return tr("cultists.board.event.morale_now")
    if event.effect == "gate" and state.gate is not None and state.gate.status is not GateStatus.OPEN:
        return tr(f"cultists.board.gate.{state.gate.status.value}")
    return tr(f"cultists.board.event.{event.effect}")


def instruction_text(tr: Translator, state: State) -> str:
    """Return what the players must do now, in a sentence or two."""
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
    """Return the status of the Gate: its countdown, or its final state."""
    if state.gate is None:
        return tr("cultists.board.gate.line_none")
    if state.closes_in is None:
        return tr(f"cultists.board.gate.line_{state.gate.status.value}")
    if is_gate_closing(state):
        later = state.round_phase is RoundPhase.CLEAN_UP
        return tr("cultists.board.gate.last_next" if later else "cultists.board.gate.last_now")
    return tr("cultists.number.rounds", n=state.closes_in)


def is_gate_closing(state: State) -> bool:
    """True if the Gate can be closed only once more."""
    return state.closes_in == 1


def round_text(tr: Translator, state: State) -> str:
    return tr("cultists.board.round", round=state.round, rounds=ROUNDS)
