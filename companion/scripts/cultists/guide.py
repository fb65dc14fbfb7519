"""From the box to the first round: what to lay out, in which order and how many, as data.

A step names its sentence and the numbers in it. Which pieces of the map a table uses and what is printed
on them is not known here, so no step says it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from companion.games.cultists.decks import HAZARD_DECK, ROUNDS, Cards, Numbers, numbers
from companion.games.cultists.setup import Setup, tokens
from companion.games.cultists.state import CULTIST_TOKENS

Arg = int | str
Args = dict[str, Arg]


class Part(Enum):
    """The parts of the guide, in their order; named in the catalogue under `cultists.guide.part.<part>`."""

    DECKS = "decks"
    PEOPLE = "people"
    BOARD = "board"
    READY = "ready"
    AFTER_NIGHT = "after_night"
    GOLDEN = "golden"


# Everything up to the night.
BEFORE_NIGHT: Final = (Part.DECKS, Part.PEOPLE, Part.BOARD, Part.READY)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do, or to know. `roles` are the tokens that the sentence speaks of, one by one."""

    id: str
    part: Part
    key: str
    args: Mapping[str, Arg] = field(default_factory=dict, hash=False)
    roles: tuple[str, ...] = ()


def guide(setup: Setup) -> tuple[Step, ...]:
    """All steps for this table. Raises `BadSetup` if its set-up cannot be played."""
    roles = tokens(setup)
    table = _Table(setup, numbers(setup))
    return tuple(
        Step(
            entry.id,
            entry.part,
            f"cultists.guide.{entry.id}",
            entry.args(table),
            roles if entry.names_roles else (),
        )
        for entry in STEPS
        if entry.when(table)
    )


def steps_of(setup: Setup, *parts: Part) -> tuple[Step, ...]:
    """The steps of these parts alone."""
    return tuple(step for step in guide(setup) if step.part in parts)


@dataclass(frozen=True, slots=True)
class _Table:
    setup: Setup
    numbers: Numbers

    @property
    def pulse(self) -> bool:
        return self.numbers.pulse_pool is not None

    @property
    def left_over(self) -> int:
        """Cards of the pulse pool that nobody gets."""
        pool = self.numbers.pulse_pool
        return pool.total - self.numbers.seats if pool else 0

    @property
    def large(self) -> bool:
        """From seven seats on the bag holds one event more."""
        return self.numbers.seats >= 7


When = Callable[[_Table], bool]


def _always(_: _Table) -> bool:
    return True


def _automa(table: _Table) -> bool:
    return table.setup.automa


def _pulse(table: _Table) -> bool:
    return table.pulse


def _first(table: _Table) -> bool:
    return table.setup.first_game


def _later(table: _Table) -> bool:
    return not table.setup.first_game


def _bag(large: bool, first: bool) -> When:
    return lambda table: (table.large, table.setup.first_game) == (large, first)


def _no_args(_: _Table) -> Args:
    return {}


def _seats(table: _Table) -> Args:
    return {"n": table.numbers.seats}


def _cards(cards: Cards, *kinds: str) -> Args:
    return {kind: getattr(cards, kind) for kind in kinds}


def _investigator_decks(table: _Table) -> Args:
    deck = _cards(table.numbers.investigator_deck, "alive", "success")
    return {"n": table.numbers.investigators, **deck}


def _cultist_decks(table: _Table) -> Args:
    kinds = ("alive", "dead", "success", "failure", "sabotage")
    return {"n": table.numbers.cultists, **_cards(table.numbers.cultist_deck, *kinds)}


def _pulse_pool(table: _Table) -> Args:
    return _cards(table.numbers.pulse_pool or Cards(), "alive", "dead")


def _left_over(table: _Table) -> Args:
    return {"n": table.left_over}


def _room_cards(table: _Table) -> Args:
    return {
        "rooms": table.numbers.rooms,
        **_cards(table.numbers.room_start, "success", "failure", "sabotage"),
    }


def _draw_pile(table: _Table) -> Args:
    return _cards(table.numbers.draw_pile, "success", "failure", "sabotage")


def _hazard_deck(_: _Table) -> Args:
    return _cards(HAZARD_DECK, "success", "failure")


def _room_tokens(table: _Table) -> Args:
    return {"plain": table.numbers.plain_rooms, "hazard": table.numbers.hazard_rooms}


def _tokens(_: _Table) -> Args:
    return {"tokens": CULTIST_TOKENS}


def _goal(table: _Table) -> Args:
    return {"points": table.numbers.points}


def _starter(table: _Table) -> Args:
    return {"name": table.setup.players[table.setup.knife]}


def _holder(table: _Table) -> Args:
    """Who sits on the Automa's left and does for it what it cannot do itself."""
    return {"name": table.setup.players[table.setup.automa_holder or 0]}


def _aims(table: _Table) -> Args:
    return {"points": table.numbers.points, "rounds": ROUNDS, "kills": table.numbers.kills}


@dataclass(frozen=True, slots=True)
class Entry:
    """A step of the whole guide: where it stands, when it is there, and the numbers of its sentence."""

    id: str
    part: Part
    when: When = _always
    args: Callable[[_Table], Args] = _no_args
    names_roles: bool = False


STEPS: Final = (
    Entry("as_for", Part.DECKS, _automa, _seats),
    Entry("first_game", Part.DECKS, _first, _tokens),
    Entry("routes", Part.DECKS, args=_seats),
    Entry("investigator_decks", Part.DECKS, args=_investigator_decks),
    Entry("cultist_decks", Part.DECKS, args=_cultist_decks),
    Entry("role_tokens", Part.DECKS, names_roles=True),
    Entry("pulse_pool", Part.DECKS, _pulse, _pulse_pool),
    Entry("pulse_cards", Part.DECKS, _pulse),
    Entry("pulse_left_over", Part.DECKS, lambda table: table.left_over > 0, _left_over),
    Entry("hide_tokens", Part.DECKS),
    Entry("envelopes", Part.PEOPLE, args=_seats),
    Entry("deal", Part.PEOPLE),
    Entry("deal_automa", Part.PEOPLE, _automa, _holder),
    Entry("characters", Part.PEOPLE),
    Entry("automa_character", Part.PEOPLE, _automa, _holder),
    Entry("map", Part.BOARD, args=_seats),
    Entry("room_cards", Part.BOARD, args=_room_cards),
    Entry("draw_pile", Part.BOARD, args=_draw_pile),
    Entry("hazard_deck", Part.BOARD, _later, _hazard_deck),
    Entry("discs", Part.BOARD, args=_seats),
    Entry("cultist_tokens", Part.BOARD, _later, _tokens),
    Entry("fishman", Part.BOARD, _later),
    Entry("vote_token", Part.BOARD),
    Entry("power_token", Part.BOARD),
    Entry("bag", Part.BOARD, _bag(large=False, first=False)),
    Entry("bag_first_game", Part.BOARD, _bag(large=False, first=True)),
    Entry("bag_large", Part.BOARD, _bag(large=True, first=False)),
    Entry("bag_large_first_game", Part.BOARD, _bag(large=True, first=True)),
    Entry("clock", Part.BOARD),
    Entry("points", Part.BOARD, args=_goal),
    Entry("books", Part.BOARD),
    Entry("room_tokens", Part.BOARD, args=_room_tokens),
    Entry("knife", Part.READY, args=_starter),
    Entry("gate", Part.READY),
    Entry("aims", Part.READY, args=_aims),
    Entry("look", Part.READY),
    Entry("look_automa", Part.READY, _automa, _holder),
    Entry("pulse_deck", Part.AFTER_NIGHT, _pulse),
    Entry("hand", Part.AFTER_NIGHT, lambda table: not table.pulse),
    Entry("hand_order", Part.AFTER_NIGHT),
    Entry("automa_pulse", Part.AFTER_NIGHT, lambda table: table.setup.automa and table.pulse, _holder),
    Entry("automa_piles", Part.AFTER_NIGHT, _automa, _holder),
    Entry("automa_route", Part.AFTER_NIGHT, _automa),
    Entry(
        *("automa_partner", Part.AFTER_NIGHT),
        when=lambda table: table.setup.automa and table.numbers.cultists > 1,
    ),
    Entry("talk", Part.GOLDEN),
    Entry("hide", Part.GOLDEN),
    Entry("own_role", Part.GOLDEN),
    Entry("move", Part.GOLDEN),
    Entry("unseen", Part.GOLDEN),
)
