"""What statistics show of Avalon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.avalon.roles import ROLES, Side, Use
from companion.past.asking import Asked
from companion.past.cards import Card, Line, Lines
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
from companion.past.which import Having
from companion.past.words import Words


def _way(reason: str) -> str:
    return f"statistics.avalon.way.{reason}"


SIDES: Final = (
    SideOf(Side.GOOD.value, Words.of("avalon.side.good"), "SUN", "good", _way),
    SideOf(Side.EVIL.value, Words.of("avalon.side.evil"), "DAGGER", "evil", _way),
)
# Of the table.
FACTS: Final = ("merlin", "quest", "cards", "with", "refused")
# Of everybody.
_DID: Final = ("approves", "leads", "chosen")


def cards(asked: Asked) -> Iterator[Card | None]:
    yield sides(asked, SIDES)
    merlin = Words.of("statistics.avalon.merlin")
    yield found_out(asked, "merlin", merlin, "statistics.avalon.merlin_about", "MERLIN")
    yield people(asked, asked.played, SIDES)
    quests = sorted(asked.parts("quest"), key=lambda figure: figure.part)
    yield lines(
        Words.of("statistics.avalon.quests"),
        quests,
        lambda figure: Words.of("avalon.board.quest", quest=int(figure.part)),
        mark="SHIELD",
        about=Words.of("statistics.avalon.quests_about"),
    )
    yield set_lines(asked, "cards", Words.of("statistics.avalon.sets"), _set)
    yield with_lines(asked, Words.of("statistics.avalon.with"), role_name)
    heads = {fact: Words.of(f"statistics.avalon.head.{fact}") for fact in _DID}
    yield deeds(asked, Words.of("statistics.avalon.votes"), heads)
    yield lines(
        Words.of("statistics.avalon.teams"),
        (asked.fact("refused"),),
        lambda _: Words.of("statistics.avalon.refused"),
        mark="TEAM",
    )


def headline(asked: Asked) -> Line:
    return sides(asked, SIDES[:1]).sides[0].won


def cards_of(asked: Asked, person: str) -> Iterator[Card | None]:
    yield role_lines(asked, person, role_name)
    sums = asked.of_people(*_DID)
    yield lines(
        Words.of("statistics.avalon.votes"),
        (asked.did(sums.get((person, fact))) for fact in _DID),
        lambda figure: Words.of(f"statistics.avalon.did.{figure.name}"),
        mark="TEAM",
    )
    yield _picks(asked, person)


def role_name(role: str) -> Words:
    return Words.of(f"avalon.role.{role}.name")


def _picks(asked: Asked, person: str) -> Lines | None:
    """Whom somebody took on their teams most."""
    figures = [
        Figure(
            "picks", Form.COUNT, one.times, one.times, one.games,
            asked.with_(Having("picks", person=person, other=one.other)), part=one.other, person=person,
        )
        for one in asked.numbers.pairs(asked.which, "picks", person)
    ]  # fmt: skip
    return lines(
        Words.of("statistics.avalon.picks"),
        figures,
        lambda figure: Words.name(asked.names.get(figure.part, figure.part)),
        mark="PEOPLE",
    )


def _set(cards: str) -> Words:
    """`7 merlin percival assassin`: those that not every table has, and for how many."""
    players, *roles = cards.split()
    chosen = tuple(role_name(role) for role in roles if ROLES[role].use is not Use.LOCKED)
    if not chosen:
        return Words.of("statistics.avalon.set_plain", n=int(players))
    return Words.of("statistics.set", roles=chosen, n=int(players))
