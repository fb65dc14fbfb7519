"""What statistics show of Codenames Duet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.games.duet.campaign import PRESET
from companion.games.duet.state import TEAM
from companion.past.asking import Asked
from companion.past.cards import Card, Heading, Line, Ring, Sides, SideWon
from companion.past.figures import Figure, Form
from companion.past.shared_cards import SideOf, lines, people
from companion.past.which import Having, Met
from companion.past.words import Words

SIDES: Final[tuple[SideOf, ...]] = ()
# Of the table.
FACTS: Final = ("mission", "points", "sudden_death", "guesses", "turns", "clues")
# Of everybody.
_DID: Final = ("guesses", "given")


def cards(asked: Asked) -> Iterator[Card | None]:
    yield _won_and_lost(asked)
    yield _sudden_death(asked)
    yield lines(
        Words.of("statistics.duet.cities"),
        asked.parts("mission"),
        lambda figure: mission(figure.part),
        mark="MAP",
        about=Words.of("statistics.duet.cities_about"),
    )
    yield lines(
        Words.of("statistics.duet.points"),
        asked.parts("points", Form.MEAN),
        lambda figure: mission(figure.part),
        mark="STAR",
        about=Words.of("statistics.duet.points_about"),
    )
    sums = asked.of_people(*_DID)
    yield people(
        asked,
        asked.played,
        more=[
            (
                Heading(Words.of("statistics.duet.head.guesses")),
                lambda person: asked.did(sums.get((person, "guesses"))),
            )
        ],
    )
    yield lines(
        Words.of("statistics.duet.words"),
        (asked.fact("guesses"), asked.fact("turns", Form.MEAN)),
        lambda figure: Words.of(f"statistics.duet.fact.{figure.name}"),
        mark="CHECK_TOKEN",
    )
    yield lines(
        Words.of("statistics.duet.clues"),
        _clues(asked),
        lambda figure: _clue(figure.part),
        mark="CLUE",
        about=Words.of("statistics.duet.clues_about"),
    )


def headline(asked: Asked) -> Line:
    return _won_and_lost(asked).sides[0].won


def cards_of(asked: Asked, person: str) -> Iterator[Card | None]:
    sums = asked.of_people(*_DID)
    yield lines(
        Words.of("statistics.duet.words"),
        (
            asked.did(sums.get((person, "guesses"))),
            asked.did(sums.get((person, "given")), Form.MEAN),
        ),
        lambda figure: Words.of(f"statistics.duet.did.{figure.name}"),
        mark="CHECK_TOKEN",
    )


def mission(part: str) -> Words:
    """`prague`, a name that a table gave, or `9-5`: so many tokens, and mistakes."""
    if part in PRESET:
        return Words.of(f"duet.city.{part}")
    tokens, _, mistakes = part.partition("-")
    if tokens.isascii() and tokens.isdecimal() and mistakes.isascii() and mistakes.isdecimal():
        return Words.of("statistics.duet.mission", n=int(tokens), mistakes=int(mistakes))
    return Words.name(part)


def _won_and_lost(asked: Asked) -> Sides:
    """All together, against the words."""
    won = asked.won_by(TEAM)
    lost_which = asked.with_(Having("mission", met=Met.MISSED))
    lost = replace(won, times=asked.games - won.times, which=lost_which, part="lost")
    return Sides(
        (
            SideWon(Line(Words.of("statistics.duet.won"), won, "CHECK_TOKEN", "teal")),
            SideWon(Line(Words.of("statistics.duet.lost"), lost, "ASSASSIN", "brick"), _ways(asked)),
        )
    )


def _ways(asked: Asked) -> tuple[Line, ...]:
    return tuple(
        Line(Words.of(f"statistics.duet.way.{way.part}", n=int(way.times)), way, tone="brick")
        for way in asked.ways_of("")
    )


def _sudden_death(asked: Asked) -> Ring | None:
    figure: Figure | None = asked.fact("sudden_death")
    if figure is None:
        return None
    about = Words.of("statistics.duet.sudden_about", times=int(figure.times), n=int(figure.of))
    return Ring(Words.of("statistics.duet.sudden"), about, figure, "LIGHTNING", "teal")


def _clues(asked: Asked) -> list[Figure]:
    return sorted(asked.parts("clues", Form.MEAN), key=lambda figure: figure.part)


def _clue(number: str) -> Words:
    if number.isdecimal():
        return Words.of("statistics.duet.clue", n=int(number))
    return Words.of(f"statistics.duet.clue_{number}")
