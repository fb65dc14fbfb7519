"""What statistics show of Among Cultists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.games.cultists.roles import Side
from companion.past.asking import Asked
from companion.past.cards import Card, Line
from companion.past.figures import Figure, Form
from companion.past.shared_cards import (
    SideOf,
    deeds,
    found_out,
    lines,
    people,
    role_lines,
    set_lines,
    sides,
    with_lines,
)
from companion.past.words import Words


def _way(reason: str) -> str:
    return f"statistics.cultists.way.{reason}"


SIDES: Final = (
    SideOf(
        Side.INVESTIGATORS.value,
        Words.of("statistics.cultists.investigators"),
        "HAT",
        "good",
        _way,
        Words.of("statistics.cultists.head.investigators"),
    ),
    SideOf(
        Side.CULTISTS.value,
        Words.of("statistics.cultists.cultists"),
        "CULTIST",
        "evil",
        _way,
        Words.of("statistics.cultists.head.cultists"),
    ),
)
# Of the table.
FACTS: Final = ("seer", "votes", "gate", "declared", "points", "rounds", "deaths", "roles", "with")
# Of everybody.
_DID: Final = ("votes", "pointed", "deaths")


def cards(asked: Asked) -> Iterator[Card | None]:
    yield sides(asked, SIDES)
    seer = Words.of("statistics.cultists.seer")
    yield found_out(asked, "seer", seer, "statistics.cultists.seer_about", "SEER")
    yield people(asked, asked.played, SIDES)
    yield lines(
        Words.of("statistics.cultists.evening"),
        (
            asked.fact("votes"),
            asked.fact("gate"),
            asked.fact("declared"),
            asked.fact("points"),
            _rounds(asked),
        ),
        lambda figure: Words.of(f"statistics.cultists.fact.{figure.name}"),
        mark="LIGHTNING",
    )
    yield lines(
        Words.of("statistics.cultists.deaths"),
        asked.parts("deaths", Form.COUNT),
        lambda figure: Words.of(f"statistics.cultists.death.{figure.part}"),
        mark="GHOST",
    )
    yield set_lines(asked, "roles", Words.of("statistics.cultists.sets"), _set)
    yield with_lines(asked, Words.of("statistics.cultists.with"), role_name)
    heads = {fact: Words.of(f"statistics.cultists.head.{fact}") for fact in _DID}
    yield deeds(asked, Words.of("statistics.cultists.votes"), heads)


def headline(asked: Asked) -> Line:
    return sides(asked, SIDES[:1]).sides[0].won


def cards_of(asked: Asked, person: str) -> Iterator[Card | None]:
    yield role_lines(asked, person, role_name)
    sums = asked.of_people(*_DID)
    yield lines(
        Words.of("statistics.cultists.votes"),
        (asked.did(sums.get((person, fact))) for fact in _DID),
        lambda figure: Words.of(f"statistics.cultists.did.{figure.name}"),
        mark="POINTING_FINGER",
    )


def role_name(role: str) -> Words:
    return Words.of(f"cultists.role.{role}.name")


def _rounds(asked: Asked) -> Figure | None:
    """In which of them games end, one with another."""
    figure = asked.fact("rounds", Form.MEAN)
    return None if figure is None else replace(figure, of=figure.games)


def _set(roles: str) -> Words:
    """`7 firestarter fish`: the special roles, and for how many seats."""
    seats, *special = roles.split()
    if not special:
        return Words.of("statistics.cultists.set_plain", n=int(seats))
    return Words.of("statistics.set", roles=tuple(map(role_name, special)), n=int(seats))
