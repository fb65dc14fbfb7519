"""Every different night of both games in all styles, and what each seat may know according to the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any, Final

from companion.core.game import filter_blocking
from companion.games.avalon import setup as avalon
from companion.games.avalon import setup as avalon_rules
from companion.games.avalon.setup import LANCELOT_EVIL, MERLIN, MORGANA, ROLES, Side
from companion.games.cultists import setup as cultists
from companion.games.cultists import setup as cultists_rules
from companion.narrator.planner import Timeline, plan_timeline
from companion.scripts.avalon.night import CueKind as Avalon
from companion.scripts.cultists.night import CueKind as Cultists
from companion.scripts.recovery import list_interjections
from companion.scripts.script import Script, load_night_definition
from tools.hands.people import Rules

_AVALON: Final[Mapping[Enum, object]] = {
    **dict.fromkeys((Avalon.EVIL_OPEN, Avalon.EVIL_CLOSE), avalon_rules.SeenAs.EVIL),
    **dict.fromkeys(
        (Avalon.EVIL_THUMBS, Avalon.MERLIN_OPEN, Avalon.EVIL_THUMBS_DOWN, Avalon.MERLIN_CLOSE),
        avalon_rules.SeenAs.EVIL,
    ),
    **dict.fromkeys(
        (Avalon.MERLIN_THUMBS, Avalon.PERCIVAL_OPEN, Avalon.MERLIN_THUMBS_DOWN, Avalon.PERCIVAL_CLOSE),
        avalon_rules.SeenAs.MAYBE_MERLIN,
    ),
    **dict.fromkeys((Avalon.LANCELOTS_OPEN, Avalon.LANCELOTS_CLOSE), avalon_rules.SeenAs.LANCELOT),
}
_EVIL: Final = frozenset(role.id for role in ROLES.values() if role.side is Side.EVIL)
_AVALON_THUMBS: Final[Mapping[Enum, frozenset[str]]] = {
    **dict.fromkeys((Avalon.EVIL_OPEN, Avalon.EVIL_CLOSE), frozenset({LANCELOT_EVIL})),
    **dict.fromkeys(
        (Avalon.EVIL_THUMBS, Avalon.MERLIN_OPEN, Avalon.EVIL_THUMBS_DOWN, Avalon.MERLIN_CLOSE), _EVIL
    ),
    **dict.fromkeys(
        (Avalon.MERLIN_THUMBS, Avalon.PERCIVAL_OPEN, Avalon.MERLIN_THUMBS_DOWN, Avalon.PERCIVAL_CLOSE),
        frozenset({MERLIN, MORGANA}),
    ),
}
_CULTISTS: Final[Mapping[Enum, object]] = dict.fromkeys(Cultists, cultists_rules.SeenAs.CULTIST)
_BOTTOM: Final = "bottom card"
_SWITCHES: Final = ("oberon_seen_by_merlin", "evil_lancelot_seen_by_merlin", "percival_decoy", "merlin")


@dataclass(frozen=True, slots=True)
class Night:
    """A set-up with its script and the languages in which it is spoken."""

    setup: Any
    script: Script
    languages: tuple[str, ...]

    def timeline(self) -> Timeline:
        """Return a timeline with durations estimated from the line keys, so that no clips are needed."""
        keys = {cue.line for cue in (*self.script.cues, *list_interjections(self.script))}
        seconds = {key: 1.0 + len(key) / 25 for key in keys}
        players = len(self.setup.players)
        return plan_timeline(self.script, dict.fromkeys(self.languages, seconds), players=players)

    def deal(self, chance: Random) -> Rules:
        """Deal random roles to the seats."""
        if isinstance(self.setup, avalon.Setup):
            return _dealt_avalon(self.setup, chance)
        return _dealt_cultists(self.setup, chance)


@cache
def every_night() -> tuple[Night, ...]:
    setups = (*_avalon_tables(), *_cultists_tables())
    nights: dict[tuple[Script, int], Night] = {}
    for setup, game in setups:
        night = load_night_definition(game)
        for style in night.styles:
            script = night.build_script(setup, style)
            for languages in (("en",), ("en", "it")):
                nights.setdefault((script, len(languages)), Night(setup, script, languages))
    return tuple(nights.values())


def _names(players: int) -> tuple[str, ...]:
    return tuple(str(seat + 1) for seat in range(players))


def _avalon_tables() -> Iterator[tuple[avalon.Setup, str]]:
    optional = ("percival", "morgana", "mordred", "oberon")
    sets = [roles for size in range(5) for roles in combinations(optional, size)]
    for players, roles, variant in product(range(5, 11), sets, (None, *avalon.Lancelot)):
        for values in product((True, False), repeat=len(_SWITCHES)):
            switches: dict[str, Any] = dict(zip(_SWITCHES, values, strict=True))
            options = avalon.Options(**switches)
            setup = avalon.Setup(_names(players), roles=roles, lancelot=variant, options=options)
            if not filter_blocking(avalon.problems(setup)):
                yield setup, "avalon"


def _cultists_tables() -> Iterator[tuple[cultists.Setup, str]]:
    for players, roles, automa in product(range(4, 9), ((), ("seer",)), (False, True)):
        setup = cultists.Setup(_names(players), roles=roles, automa=automa)
        if not filter_blocking(cultists.problems(setup)):
            yield setup, "cultists"


def _dealt_avalon(setup: avalon.Setup, chance: Random) -> Rules:
    seats = list(avalon.deck(setup))
    chance.shuffle(seats)
    sights = {
        role: {(sight.role, sight.seen_as) for sight in seen_roles}
        for role, seen_roles in avalon_rules.sights(setup).items()
    }
    required_sights = tuple(_required_sights(seats, seat, sights) for seat in range(len(seats)))
    return Rules(tuple(seats), _AVALON, required_sights, thumbs=_AVALON_THUMBS)


def _dealt_cultists(setup: cultists.Setup, chance: Random) -> Rules:
    seats = list(cultists.role_tokens(setup))
    chance.shuffle(seats)
    automa = chance.randrange(len(seats)) if setup.automa else None
    automa_card = None if automa is None else seats[automa]
    sights = {
        role: {(sight.role, sight.seen_as) for sight in seen_roles}
        for role, seen_roles in cultists_rules.sights(setup, automa_card).items()
    }
    see_dead = cultists_rules.roles_seeing_dead(setup, automa_card)
    required_sights = [
        frozenset[tuple[int, object]]() if seat == automa else _required_sights(seats, seat, sights, automa)
        for seat in range(len(seats))
    ]
    for seat, role in enumerate(seats):
        if seat != automa and role in see_dead:
            required_sights[seat] |= {(other, _BOTTOM) for other in range(len(seats)) if other != seat}
    return Rules(tuple(seats), _CULTISTS, tuple(required_sights), _BOTTOM, automa)


def _required_sights(
    seats: list[str], seat: int, sights: Mapping[str, set[tuple[str, Any]]], automa: int | None = None
) -> frozenset[tuple[int, object]]:
    return frozenset(
        (other, seen_as)
        for role, seen_as in sights.get(seats[seat], ())
        for other, card in enumerate(seats)
        if card == role and other not in (seat, automa)
    )
