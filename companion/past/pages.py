"""What a page of statistics consists of.

Each game says in its own `cards(asked)` what is shown of it, and in `cards_of(asked, person)` what of one
player; of a game that does not, games, people and lengths are shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from companion.games.manifest import Manifest
from companion.past.asking import Asked
from companion.past.cards import Card, Line
from companion.past.figures import Figure
from companion.past.numbers import Numbers
from companion.past.shared_cards import lengths, most_wins, of_person, people, streaks
from companion.past.which import Over, Which


@dataclass(frozen=True, slots=True)
class Page:
    """`person` is whose page it is, or nobody's."""

    game: str
    which: Which
    games: Figure
    cards: tuple[Card, ...]
    person: str = ""


def page_of(game: Manifest, numbers: Numbers, which: Which) -> Page:
    """The page of a game, of those of its games that are over and among the chosen."""
    page, cards = begun(game, numbers, which)
    return replace(page, cards=tuple(cards))


def begun(game: Manifest, numbers: Numbers, which: Which) -> tuple[Page, Iterator[Card]]:
    """The same without its cards yet: each is asked for when it is taken, so that the first can be seen
    before the last is known."""
    own = game.find("past", "pages")
    facts = () if own is None else own.FACTS
    asked = Asked(numbers, replace(which, game=game.id, over=Over.YES), facts)
    page = Page(game.id, asked.which, asked.all, ())
    if not asked.games:
        return page, iter(())
    cards = iter((people(asked, asked.played),)) if own is None else own.cards(asked)
    return page, chain(filter(None, cards), streaks(asked), lengths(asked))


def headline(game: Manifest, numbers: Numbers) -> tuple[int, Line | None]:
    """How many games there are of it, and one figure that a table would like to know first."""
    asked = Asked(numbers, Which(game=game.id, over=Over.YES))
    if not asked.games:
        return 0, None
    own = game.find("past", "pages")
    return asked.games, most_wins(asked) if own is None else own.headline(asked)


def person_page(game: Manifest, numbers: Numbers, which: Which, person: str) -> Page:
    """What somebody played of a game."""
    asked = Asked(numbers, replace(which, game=game.id, over=Over.YES, people=(person,)))
    if not asked.games:
        return Page(game.id, asked.which, asked.all, (), person)
    own = game.find("past", "pages")
    cards = of_person(asked, person, () if own is None else own.SIDES)
    more = () if own is None else own.cards_of(asked, person)
    return Page(game.id, asked.which, asked.all, (*cards, *filter(None, more)), person)
