"""A choice of games that somebody looks at, when people in it are called otherwise or are forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.games.seats import read_name
from companion.past.new_names import FORGOTTEN, NewNames
from companion.past.which import ALL_GAMES, Which


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a screen looks at. It was `begun` with this choice, and `about` tells in words what that is. If it
    is `of_one`, nothing is left of it without the person."""

    which: Which
    begun: Which = ALL_GAMES
    about: str = ""
    of_one: bool = False

    def following(self, names: NewNames) -> Chosen | None:
        """The same with these names; None if there is nobody any more whom it is about."""
        which = following(self.which, names)
        if self.of_one and not which.people:
            return None
        return replace(self, which=which, begun=following(self.begun, names), about=names.within(self.about))


def following(which: Which, names: NewNames) -> Which:
    """Whoever is forgotten is not asked for any more."""
    group = _called(which.group, names)
    return replace(
        which,
        text=_searched(which.text, names),
        people=tuple(names.readings(which.people)),
        group=group if len(group) > 1 else (),
        seated=tuple(
            replace(one, person=person) for one in which.seated for person in names.readings((one.person,))
        ),
        having=tuple(
            replace(one, person=person, other=other)
            for one in which.having
            for person in names.readings((one.person,))
            for other in names.readings((one.other,))
        ),
    )


def _called(people: Sequence[str], names: NewNames) -> tuple[str, ...]:
    """Each as they are called now; those who are forgotten are left out."""
    new = (names.of[read_name(one)] if names.changes(one) else one for one in people)
    return tuple(dict.fromkeys(one for one in new if one is not None))


def _searched(text: str, names: NewNames) -> str:
    """What was typed stays, but for the names that are forgotten."""
    left = names.without(text)
    return text if left == text else " ".join(left.replace(FORGOTTEN, " ").split())
