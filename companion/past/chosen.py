"""A choice of games that somebody looks at, when people in it are called otherwise or are forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.games.seats import normalize_name
from companion.past.new_names import REDACTED, NameChanges
from companion.past.which import ALL_GAMES, GameFilter


@dataclass(frozen=True, slots=True)
class GameSelection:
    """What a screen looks at. It was `initial_filter` with this choice, and `description` tells in words
    what that is. If it is `is_person_only`, nothing is left of it without the person."""

    game_filter: GameFilter
    initial_filter: GameFilter = ALL_GAMES
    description: str = ""
    is_person_only: bool = False

    def apply_name_changes(self, name_changes: NameChanges) -> GameSelection | None:
        """The same with these names; None if there is nobody any more whom it is about."""
        game_filter = rename_in_filter(self.game_filter, name_changes)
        if self.is_person_only and not game_filter.people:
            return None
        return replace(
            self,
            game_filter=game_filter,
            initial_filter=rename_in_filter(self.initial_filter, name_changes),
            description=name_changes.replace_names(self.description),
        )


def rename_in_filter(game_filter: GameFilter, name_changes: NameChanges) -> GameFilter:
    """Whoever is forgotten is not asked for any more."""
    group = _rename_people(game_filter.group, name_changes)
    return replace(
        game_filter,
        text=_redact_search(game_filter.text, name_changes),
        people=tuple(name_changes.rename_keys(game_filter.people)),
        group=group if len(group) > 1 else (),
        seats=tuple(
            replace(condition, person=person)
            for condition in game_filter.seats
            for person in name_changes.rename_keys((condition.person,))
        ),
        metrics=tuple(
            replace(condition, person=person, other_person=other)
            for condition in game_filter.metrics
            for person in name_changes.rename_keys((condition.person,))
            for other in name_changes.rename_keys((condition.other_person,))
        ),
    )


def _rename_people(people: Sequence[str], name_changes: NameChanges) -> tuple[str, ...]:
    """Each as they are called now; those who are forgotten are left out."""
    renamed = (
        name_changes.new_names[normalize_name(name)] if name_changes.affects(name) else name
        for name in people
    )
    return tuple(dict.fromkeys(name for name in renamed if name is not None))


def _redact_search(text: str, name_changes: NameChanges) -> str:
    """What was typed stays, but for the names that are forgotten."""
    remaining = name_changes.redact(text)
    return text if remaining == text else " ".join(remaining.replace(REDACTED, " ").split())
