"""Cards that every game has, or several: who played and won, rows of wins, lengths."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf, nextafter
from typing import Final

from companion.past.asking import Asked
from companion.past.cards import Card, Heading, Line, Lines, People, PersonRow, Ring, Sides, SideWon
from companion.past.figures import Figure, Form
from companion.past.numbers import Length
from companion.past.which import Lasted, SeatedAs
from companion.past.words import Words

# A row of wins that is worth telling.
_STREAK: Final = 2


@dataclass(frozen=True, slots=True)
class SideOf:
    """A side of a game as statistics show it, with the word for each way in which it won."""

    id: str
    words: Words
    mark: str
    tone: str
    way: Callable[[str], str]
    # Above a narrow column.
    short: Words | None = None


def sides(asked: Asked, of: Iterable[SideOf]) -> Sides:
    return Sides(tuple(_side(asked, side) for side in of))


def _side(asked: Asked, side: SideOf) -> SideWon:
    ways = tuple(
        Line(Words.of(side.way(way.part), n=int(way.times)), way, tone=side.tone)
        for way in asked.ways_of(side.id)
    )
    return SideWon(Line(side.words, asked.won_by(side.id), side.mark, side.tone), ways)


def people(
    asked: Asked,
    persons: Sequence[str],
    of: Sequence[SideOf] = (),
    more: Sequence[tuple[Heading, Callable[[str], Figure | None]]] = (),
) -> People | None:
    """Who played and won: in all, on each side, and what else a game tells of everybody."""
    if not persons:
        return None
    columns = (
        Heading(Words.of("statistics.people.games")),
        Heading(Words.of("statistics.people.won")),
        *(Heading(side.short or side.words, side.mark, side.tone) for side in of),
        *(heading for heading, _ in more),
    )
    rows = tuple(
        PersonRow(
            person,
            asked.names.get(person, person),
            (
                asked.seats_of(person),
                asked.wins_of(person),
                *(asked.wins_on(person, side.id) for side in of),
                *(tell(person) for _, tell in more),
            ),
        )
        for person in persons
    )
    title = Words.of("statistics.people.title")
    return People(title, columns, rows, lacking=_lacking(asked) if of else None, crowned=True)


def table(
    asked: Asked, title: Words, columns: Sequence[tuple[Heading, Callable[[str], Figure | None]]]
) -> People | None:
    """What else is told of everybody; those of whom nothing is are left out."""
    rows = []
    for person in asked.played:
        cells = tuple(tell(person) for _, tell in columns)
        if any(cell is not None for cell in cells):
            rows.append(PersonRow(person, asked.names.get(person, person), cells))
    return People(title, tuple(heading for heading, _ in columns), tuple(rows)) if rows else None


def _lacking(asked: Asked) -> Line | None:
    """How many games do not tell who was who."""
    which = replace(asked.which, roles=False)
    games = asked.numbers.games(which)
    if not games:
        return None
    figure = Figure("untold", Form.COUNT, games, asked.games, asked.games, which)
    return Line(Words.of("statistics.people.lacking", n=games), figure)


def lines(
    title: Words,
    figures: Iterable[Figure | None],
    label: Callable[[Figure], Words],
    *,
    mark: str = "",
    about: Words | None = None,
) -> Lines | None:
    """None where there is nothing to tell."""
    found = tuple(Line(label(figure), figure) for figure in figures if figure is not None)
    return Lines(title, found, mark, about) if found else None


def set_lines(asked: Asked, fact: str, about: Words, label: Callable[[str], Words]) -> Lines | None:
    """How often a side won with each set of roles at this table."""
    title = Words.of("statistics.sets.title")
    return lines(title, asked.parts(fact), lambda figure: label(figure.part), mark="CARD", about=about)


def with_lines(asked: Asked, about: Words, label: Callable[[str], Words]) -> Lines | None:
    """The same by each role that was in play, whatever else was; those that always are tell nothing."""
    title = Words.of("statistics.sets.each")
    some = [figure for figure in asked.parts("with") if figure.games < asked.games]
    return lines(title, some, lambda figure: label(figure.part), mark="CARD", about=about)


# -- how long, and how often in a row --------------------------------------------------------------------


def lengths(asked: Asked) -> Iterator[Card]:
    found = (
        *_lengths(asked, "length", asked.numbers.lengths(asked.which), night=False),
        *_lengths(asked, "night", asked.numbers.nights(asked.which), night=True),
    )
    if found:
        yield Lines(Words.of("statistics.lengths.title"), found, "HOURGLASS", shown=len(found))


def _lengths(asked: Asked, name: str, length: Length | None, *, night: bool) -> Iterator[Line]:
    if length is None:
        return
    for part, seconds, of, games in (
        ("mean", length.total, length.games, length.games),
        ("shortest", length.shortest, 1, 1),
        ("longest", length.longest, 1, 1),
    ):
        if part != "mean" and length.games < 2:
            continue
        which = replace(asked.which, lasted=Lasted(night, None if part == "mean" else seconds))
        figure = Figure(name, Form.SECONDS, seconds, of, games, which, part=part)
        key = f"statistics.night.{part}" if night else f"statistics.length.{part}"
        yield Line(Words.of(key, n=length.games), figure)


def streaks(asked: Asked) -> Iterator[Card]:
    """The longest rows of wins, and those that still go on."""
    found = asked.numbers.streaks(asked.which)
    best = [
        _streak(asked, "streak", one.person, one.best, one.since, one.until)
        for one in found
        if one.best >= _STREAK
    ]
    now = [
        _streak(asked, "streak_now", one.person, one.now, one.now_since, None)
        for one in sorted(found, key=lambda one: (-one.now, one.person))
        if one.now >= _STREAK
    ]
    for key, told in (("statistics.streaks.title", best), ("statistics.streaks.now", now)):
        card = lines(
            Words.of(key), told, lambda figure: Words.name(asked.names.get(figure.person, figure.person))
        )
        if card is not None:
            yield replace(card, mark="FLAME" if told is now else "TROPHY")


def _streak(
    asked: Asked, name: str, person: str, wins: int, since: float | None, until: float | None
) -> Figure:
    which = asked.seated(SeatedAs(person, won=True))
    which = replace(which, since=since)
    if until is not None:
        # The last of them is one of them.
        which = replace(which, until=nextafter(until, inf))
    return Figure(name, Form.COUNT, wins, wins, wins, which, person=person)


def most_wins(asked: Asked) -> Line | None:
    """Who won most."""
    for person in asked.played[:1]:
        figure = asked.wins_of(person)
        if figure is not None:
            return Line(Words.name(asked.names.get(person, person)), figure, "CROWN", "candle")
    return None


# -- one person ---------------------------------------------------------------------------------------------


def of_person(asked: Asked, person: str, of: Sequence[SideOf]) -> Iterator[Card]:
    """Wins in all and by side, wins by role, rows of wins."""
    if person not in asked.places:
        return
    won = asked.wins_of(person)
    found = [Line(Words.of("statistics.people.won"), won, "TROPHY")] if won is not None else []
    for side in of:
        figure = asked.wins_on(person, side.id)
        if figure is not None:
            found.append(Line(side.words, figure, side.mark, side.tone))
    for one in asked.numbers.streaks(asked.which):
        if one.person == person and one.best >= _STREAK:
            best = _streak(asked, "streak", person, one.best, one.since, one.until)
            found.append(Line(Words.of("statistics.streaks.title"), best, "FLAME"))
    if found:
        yield Lines(Words.of("statistics.person.wins"), tuple(found))


def role_lines(asked: Asked, person: str, name: Callable[[str], Words]) -> Lines | None:
    found = sorted(asked.numbers.roles(asked.which, person), key=lambda one: (-one.told, one.side))
    return lines(
        Words.of("statistics.person.roles"),
        (asked.wins_as(person, one) for one in found if one.told),
        lambda figure: name(figure.part),
        mark="CARD",
    )


def deeds(asked: Asked, title: Words, heads: Mapping[str, Words]) -> Card | None:
    """What everybody did, by fact; each has its head."""
    sums = asked.of_people(*heads)

    def tell(fact: str, person: str) -> Figure | None:
        return asked.did(sums.get((person, fact)))

    return table(asked, title, [(Heading(words), partial(tell, fact)) for fact, words in heads.items()])


def found_out(asked: Asked, fact: str, title: Words, about: str, mark: str) -> Ring | None:
    """How often Evil found somebody of the Good; `about` is the key of what it rests on."""
    figure = asked.fact(fact)
    if figure is None:
        return None
    rests_on = Words.of(about, times=int(figure.times), n=int(figure.of))
    return Ring(title, rests_on, figure, mark, "evil", "good")
