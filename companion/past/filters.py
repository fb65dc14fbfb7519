"""Which games statistics may be narrowed to: as many chips as these games give reason for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games.manifest import Manifest
from companion.past.numbers import Numbers
from companion.past.which import Having, Over, Which
from companion.past.words import Words

# The fact by which games tell which roles were in play.
_IN_PLAY = "with"
# So many kinds stand above the page beside all games: one line of chips on a phone.
_FIRST = 2


@dataclass(frozen=True, slots=True)
class Offer:
    """Touched, the page is of these games."""

    words: Words
    which: Which
    chosen: bool


@dataclass(frozen=True, slots=True)
class Offers:
    """Chips of one kind, those of most games first."""

    title: Words
    offers: tuple[Offer, ...]


def offers(
    game: Manifest, numbers: Numbers, which: Which, groups: Mapping[str, Sequence[str]], year: float
) -> tuple[Offers, ...]:
    """`which` is what is chosen now, `year` when this one began. What all games share is not asked for."""
    every = Which(game=game.id, over=Over.YES)
    found = (
        Offers(Words.of("statistics.choose.time"), _times(which, year)),
        Offers(Words.of("statistics.choose.players"), _sizes(numbers.sizes(every), which)),
        Offers(Words.of("statistics.choose.roles"), _roles(game, numbers, every, which)),
        Offers(Words.of("statistics.choose.group"), _groups(groups, which)),
    )
    return tuple(kind for kind in found if kind.offers)


def suggested(kinds: Sequence[Offers]) -> tuple[Offer, ...]:
    """What stands above the page: all games, what is chosen, and where nothing is the first of each kind."""
    first, *others = kinds
    chosen = tuple(offer for kind in kinds for offer in kind.offers if offer.chosen)
    whole = first.offers[0]
    if chosen and chosen != (whole,):
        return (whole, *(offer for offer in chosen if offer is not whole))
    return (whole, *(kind.offers[0] for kind in others[:_FIRST]))


def _times(which: Which, year: float) -> tuple[Offer, ...]:
    since = None if which.since == year else year
    return (
        Offer(Words.of("statistics.choose.all"), Which(), which == Which()),
        Offer(Words.of("history.span.year"), replace(which, since=since), which.since == year),
    )


def _sizes(sizes: Mapping[int, int], which: Which) -> tuple[Offer, ...]:
    if len(sizes) < 2 and which.players is None:
        return ()
    ordered = sorted(sizes, key=lambda size: (-sizes[size], size))
    return tuple(
        Offer(
            Words.of("history.players", n=size),
            replace(which, players=None if which.players == size else size),
            which.players == size,
        )
        for size in ordered
    )


def _roles(game: Manifest, numbers: Numbers, every: Which, which: Which) -> tuple[Offer, ...]:
    """Those that are in play in some games and not in others."""
    known = numbers.sums(every, _IN_PLAY)
    own = game.find("past", "pages")
    if not known or own is None:
        return ()
    games = numbers.games(every)
    found = []
    for one in sorted(known, key=lambda one: (-one.games, one.part)):
        having = Having(_IN_PLAY, one.part)
        chosen = having in which.having
        if one.games == games and not chosen:
            continue
        rest = tuple(other for other in which.having if other != having)
        narrowed = replace(which, having=rest if chosen else (*rest, having))
        found.append(
            Offer(Words.of("statistics.choose.role", role=own.role_name(one.part)), narrowed, chosen)
        )
    return tuple(found)


def _groups(groups: Mapping[str, Sequence[str]], which: Which) -> tuple[Offer, ...]:
    found = []
    for name, members in groups.items():
        chosen = which.group == tuple(members)
        found.append(Offer(Words.name(name), replace(which, group=() if chosen else tuple(members)), chosen))
    return tuple(found)
