"""What statistics show of Silver."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from companion.past.asking import Asked
from companion.past.cards import Card, Heading, Line, Ring
from companion.past.figures import Figure, Form
from companion.past.shared_cards import SideOf, lines, most_wins, people, table
from companion.past.words import Words

SIDES: Final[tuple[SideOf, ...]] = ()
# Of the table.
FACTS: Final = ("calls", "ended")
# Of everybody.
_DID: Final = ("points", "calls", "lowest", "amulet", "kamikaze", "reset")
# What is counted only where it happens has no share.
_FORMS: Final = {"points": Form.MEAN, "kamikaze": Form.COUNT, "reset": Form.COUNT}


def cards(asked: Asked) -> Iterator[Card | None]:
    sums = asked.of_people(*_DID)

    def tell(fact: str, person: str) -> Figure | None:
        return asked.did(sums.get((person, fact)), _FORMS.get(fact, Form.RATE))

    yield _calls(asked)
    yield people(
        asked,
        asked.played,
        more=[
            (
                Heading(Words.of(f"statistics.silver.head.{fact}")),
                partial(tell, fact),
            )
            for fact in ("points", "calls")
        ],
    )
    yield lines(
        Words.of("statistics.silver.ends"),
        _ends(asked),
        lambda figure: Words.of(f"statistics.silver.end.{figure.part}"),
        mark="MOON",
    )
    yield table(
        asked,
        Words.of("statistics.silver.rounds"),
        [
            (
                Heading(Words.of(f"statistics.silver.head.{fact}")),
                partial(tell, fact),
            )
            for fact in ("lowest", "amulet")
        ],
    )


def headline(asked: Asked) -> Line | None:
    return most_wins(asked)


def cards_of(asked: Asked, person: str) -> Iterator[Card | None]:
    sums = asked.of_people(*_DID)
    yield lines(
        Words.of("statistics.silver.rounds"),
        (asked.did(sums.get((person, fact)), _FORMS.get(fact, Form.RATE)) for fact in _DID),
        lambda figure: Words.of(f"statistics.silver.did.{figure.name}"),
        mark="MOON",
    )


def _ends(asked: Asked) -> list[Figure]:
    """How rounds end: of all rounds, also those of games in which none ended so."""
    found = asked.parts("ended")
    rounds = sum(figure.times for figure in found)
    return [replace(figure, of=rounds, games=asked.games) for figure in found]


def _calls(asked: Asked) -> Ring | None:
    figure = asked.fact("calls")
    if figure is None:
        return None
    about = Words.of("statistics.silver.calls_about", times=int(figure.times), n=int(figure.of))
    return Ring(Words.of("statistics.silver.calls_won"), about, figure, "CALLER", "moon")
