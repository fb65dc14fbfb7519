"""The event tokens: what is in the bag, what is known of them, and drawing one.

The bag usually lies on the table and what is drawn is recorded. An app that draws gets its luck handed in:
`pick(n)` gives a number from 0 to n - 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from companion.games.cultists.setup import Setup

Pick = Callable[[int], int]

LIGHTNING: Final = "lightning"
SECRET_ENTRANCES: Final = "secret_entrances"
NO_CONNECTION: Final = "no_connection"
EVIL_EYES: Final = "evil_eyes"
MORALE_BOOST: Final = "morale_boost"
# The list of the bag names one event twice in place of a ninth. Its token says what it is.
UNLISTED: Final = "unlisted"
GATE_OPENS: Final = "gate_opens"
BROKEN_GLASS: Final = "broken_glass"
HANDHELD_CAMERA: Final = "handheld_camera"


@dataclass(frozen=True, slots=True)
class EventToken:
    """`known` if the rules tell the effect; of the others only the token itself does."""

    id: str
    copies: int = 1
    known: bool = False
    fewest_seats: int = 0
    in_first_game: bool = True


# In the order in which lists show them.
EVENTS: Final[Mapping[str, EventToken]] = {
    token.id: token
    for token in (
        EventToken(LIGHTNING, 2, known=True),
        EventToken(SECRET_ENTRANCES, 2, known=True),
        EventToken(NO_CONNECTION, 2),
        EventToken(EVIL_EYES),
        EventToken(MORALE_BOOST, known=True),
        EventToken(UNLISTED),
        EventToken(GATE_OPENS, known=True),
        EventToken(BROKEN_GLASS, in_first_game=False),
        EventToken(HANDHELD_CAMERA, fewest_seats=7),
    )
}


def bag(setup: Setup) -> dict[str, int]:
    """The tokens of a full bag, each kind with its number."""
    return {
        token.id: token.copies
        for token in EVENTS.values()
        if setup.seats >= token.fewest_seats and (token.in_first_game or not setup.first_game)
    }


def left_in_bag(setup: Setup, drawn: Iterable[str]) -> dict[str, int]:
    """What is still in the bag after these were drawn; kinds that are all out are left out."""
    left = bag(setup)
    for event in drawn:
        left[event] -= 1
    return {event: number for event, number in left.items() if number > 0}


def drawn_from(left: Mapping[str, int], pick: Pick) -> str:
    """One token of a bag that is not empty, each as likely as the next."""
    tokens = [event for event, number in left.items() for _ in range(number)]
    return tokens[pick(len(tokens))]
