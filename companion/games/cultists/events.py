"""The event tokens: what is in the bag, what is known of them, and drawing one.

The bag usually lies on the table and what is drawn is recorded. An app that draws gets its luck handed in:
`pick_random(n)` gives a number from 0 to n - 1.
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
    """`has_known_effect` if the rules tell the effect; of the others only the token itself does."""

    id: str
    copies: int = 1
    has_known_effect: bool = False
    min_seats: int = 0
    is_in_first_game: bool = True


# In the order in which lists show them.
EVENTS: Final[Mapping[str, EventToken]] = {
    token.id: token
    for token in (
        EventToken(LIGHTNING, 2, has_known_effect=True),
        EventToken(SECRET_ENTRANCES, 2, has_known_effect=True),
        EventToken(NO_CONNECTION, 2),
        EventToken(EVIL_EYES),
        EventToken(MORALE_BOOST, has_known_effect=True),
        EventToken(UNLISTED),
        EventToken(GATE_OPENS, has_known_effect=True),
        EventToken(BROKEN_GLASS, is_in_first_game=False),
        EventToken(HANDHELD_CAMERA, min_seats=7),
    )
}


def full_bag(setup: Setup) -> dict[str, int]:
    """The tokens of a full bag, each kind with its number."""
    return {
        token.id: token.copies
        for token in EVENTS.values()
        if setup.seats >= token.min_seats and (token.is_in_first_game or not setup.first_game)
    }


def remaining_tokens(setup: Setup, drawn_events: Iterable[str]) -> dict[str, int]:
    """What is still in the bag after these were drawn; kinds that are all out are left out."""
    left = full_bag(setup)
    for event in drawn_events:
        left[event] -= 1
    return {event: number for event, number in left.items() if number > 0}


def draw_token(left: Mapping[str, int], pick: Pick) -> str:
    """One token of a bag that is not empty, each as likely as the next."""
    tokens = [event for event, number in left.items() for _ in range(number)]
    return tokens[pick(len(tokens))]
