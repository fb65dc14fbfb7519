"""What the games that are kept come to, for the command line: as lines, or as a record for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from companion.commands.kept_data import kept_store
from companion.games.game import ProblemError, error
from companion.games.manifest import Manifest
from companion.i18n.translator import Translator
from companion.past.cards import Card, Lines, People, Ring, Sides, figures
from companion.past.figures import Figure
from companion.past.pages import Page, page_of, person_page
from companion.past.telling import written
from companion.past.which import Which
from companion.past.words import told
from companion.storage.counting import count_all

# Of the form of the JSON (docs/statistics.md).
VERSION: Final = 1
Names = dict[str, str]


def counted(game: Manifest, which: Which, name: str | None) -> tuple[Page, Names]:
    """What is left to be counted is counted first: nothing else is written. Raises `ProblemError`."""
    with kept_store() as store:
        count_all(store.database)
        numbers = store.statistics
        if name is None:
            return page_of(game, numbers, which), numbers.names()
        page = person_page(game, numbers, which, numbers.person(name))
        if not page.games.times:
            raise ProblemError(error("statistics.problem.person", name=name))
        return page, numbers.names()


def record(page: Page, names: Names, since: str | None, until: str | None) -> dict[str, Any]:
    """`since` and `until` are days as they were asked for."""
    shown = list(figures(page.cards))
    people = {figure.person for figure in shown if figure.person}
    return {
        "statistics": VERSION,
        "game": page.game,
        "games": int(page.games.times),
        "person": page.person or None,
        "players": page.which.players,
        "since": since,
        "until": until,
        "names": {person: names.get(person, person) for person in sorted(people)},
        "figures": [_figure(figure) for figure in shown],
    }


def _figure(figure: Figure) -> dict[str, Any]:
    return {
        "name": figure.name,
        "part": figure.part,
        "person": figure.person,
        "form": figure.form.value,
        "times": figure.times,
        "of": figure.of,
        "games": figure.games,
    }


def lines(tr: Translator, page: Page, names: Names) -> Iterator[str]:
    title = tr("statistics.title", game=tr(f"app.game.{page.game}"))
    about = tr("app.files.restore_games", n=int(page.games.times))
    if page.person:
        about = f"{names.get(page.person, page.person)} · {about}"
    yield f"{title} · {about}"
    for card in page.cards:
        yield ""
        yield from _card(tr, card)


def _card(tr: Translator, card: Card) -> Iterator[str]:
    match card:
        case Sides(sides=sides):
            for side in sides:
                yield f"{told(tr, side.won.label)}: {written(tr, side.won.figure)}"
                for way in side.ways:
                    yield f"  {told(tr, way.label)}"
        case Ring():
            yield f"{told(tr, card.title)}: {written(tr, card.figure)}"
        case Lines():
            yield told(tr, card.title)
            for line in card.lines:
                yield f"  {told(tr, line.label)}: {written(tr, line.figure)}"
        case People():
            yield told(tr, card.title)
            for row in card.rows:
                cells = (
                    f"{told(tr, column.words)} {written(tr, figure)}"
                    for column, figure in zip(card.columns, row.cells, strict=True)
                    if figure is not None
                )
                yield f"  {row.name}: {', '.join(cells)}"
            if card.lacking is not None:
                yield f"  {told(tr, card.lacking.label)}"
