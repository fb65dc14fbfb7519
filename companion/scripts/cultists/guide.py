"""Guided set-up and packing of Among Cultists: components, order and counts.

The printed parts of the map that a set-up uses are unknown to the app, so no step mentions them. Steps that
are also shown outside the guide, before the night and at dawn, have their texts in the game's own catalogue.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from companion.core.definition import ComponentCount
from companion.core.game import filter_blocking
from companion.core.message import MessageArg
from companion.games.cultists.components import (
    COMPONENTS,
    COMPONENTS_BY_ID,
    event_component_id,
    role_component_id,
)
from companion.games.cultists.setup import (
    HAZARD_DECK,
    MAX_PLAYERS,
    MIN_PLAYERS,
    ROLES,
    ROUNDS,
    Cards,
    Numbers,
    Setup,
    numbers,
    problems,
    role_tokens,
)
from companion.games.cultists.state import BROKEN_GLASS, CULTIST_TOKENS, EVENTS, HANDHELD_CAMERA, full_bag
from companion.scripts.cultists import guide_scenes
from companion.scripts.teaching import PACKING, GuideDefinition, GuideStep, Scene

DECKS: Final = "decks"
PULSE: Final = "pulse"  # not for every number of players
PEOPLE: Final = "people"
ROOMS: Final = "rooms"
FIGURES: Final = "figures"
BOARD: Final = "board"
READY: Final = "ready"
PARTS: Final = (DECKS, PULSE, PEOPLE, ROOMS, FIGURES, BOARD, READY)
# Steps at dawn.
AFTER_NIGHT: Final = "after_night"
PERMANENT_RULES: Final = "golden"

Args = dict[str, MessageArg]
Pieces = tuple[ComponentCount, ...]


def list_steps(setup: Setup) -> tuple[GuideStep, ...]:
    """Return all steps up to the night. Raises `BadSetup` for an invalid set-up."""
    return tuple(_build_steps(setup, *PARTS))


def list_steps_after_night(setup: Setup) -> tuple[GuideStep, ...]:
    """Return what remains to be done with the cards after the night."""
    return tuple(_build_steps(setup, AFTER_NIGHT))


def list_permanent_rules(setup: Setup) -> tuple[GuideStep, ...]:
    """Return the rules that hold from then on."""
    return tuple(_build_steps(setup, PERMANENT_RULES))


def list_packing_steps(setup: Setup) -> tuple[GuideStep, ...]:
    """Return the packing steps for all components, used or not, so that a lost one is noticed today."""
    numbers(setup)
    return tuple(
        GuideStep(
            name,
            PACKING,
            f"cultists_guide.pack.{name}",
            pieces=tuple(
                ComponentCount(kind.id, kind.count)
                for kind in COMPONENTS
                if kind.count is not None and _packing_group_of(kind.id) == name
            ),
            reason_key=f"cultists_guide.why.pack_{name}",
        )
        for name in _PACKING_GROUPS
    )


def sample_setups() -> Iterator[Setup]:
    """Yield set-ups of every size, with and without the Automa, as a first game and not."""
    for player_count, automa, is_first_game in product(
        range(MIN_PLAYERS, MAX_PLAYERS + 1), (False, True), (False, True)
    ):
        setup = Setup(tuple(map(str, range(1, player_count + 1))), automa=automa, first_game=is_first_game)
        if not filter_blocking(problems(setup)):
            yield setup


def draw_scene(setup: Setup, part: str) -> Scene:
    return _SCENES[part](setup)


_SCENES: Final[Mapping[str, Callable[[Setup], Scene]]] = {
    DECKS: guide_scenes.draw_decks,
    PULSE: guide_scenes.draw_pulse,
    PEOPLE: guide_scenes.draw_people,
    ROOMS: guide_scenes.draw_rooms,
    FIGURES: guide_scenes.draw_figures,
    BOARD: guide_scenes.draw_board,
    READY: guide_scenes.draw_ready,
    PACKING: guide_scenes.draw_packed_box,
}

# Groups of components in packing order; everything else belongs to the small pieces.
_SMALL_PIECES: Final = "small"
_PACKING_GROUPS: Final[Mapping[str, frozenset[str]]] = {
    "empty": frozenset({"envelope"}),
    "cards": frozenset(Cards.__dataclass_fields__),
    "roles": frozenset(map(role_component_id, ROLES)),
    "events": frozenset({"bag", *map(event_component_id, EVENTS)}),
    _SMALL_PIECES: frozenset(),
    "large": frozenset({"map_part", "character", "broken_window", "clock", "gate"}),
}


def _packing_group_of(kind: str) -> str:
    return next((place for place, kinds in _PACKING_GROUPS.items() if kind in kinds), _SMALL_PIECES)


# Set-up of a guide -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _GuideTable:
    setup: Setup
    numbers: Numbers
    tokens: tuple[str, ...]

    @property
    def unused_pulse_cards(self) -> int:
        """Cards of the pulse pool that nobody gets."""
        pool = self.numbers.pulse_pool
        return pool.total - self.numbers.seats if pool else 0


# Steps done with every deck or token: after a change of players they have to be repeated.
_TOKEN_STEPS: Final = frozenset(
    {"pulse_cultists", "pulse_investigators", "hide_tokens", "envelopes", "deal", "deal_automa", "look"}
)


def _build_steps(setup: Setup, *parts: str) -> Iterator[GuideStep]:
    table = _GuideTable(setup, numbers(setup), role_tokens(setup))
    for entry in ENTRIES:
        if entry.part in parts and entry.is_included(table):
            yield GuideStep(
                entry.id,
                entry.part,
                entry.key(table),
                entry.args(table),
                entry.pieces(table),
                f"cultists_guide.why.{entry.id}" if entry.part in PARTS else None,
                table.tokens if entry.id in _TOKEN_STEPS else (),
            )


@dataclass(frozen=True, slots=True)
class GuideEntry:
    """Step of the full guide: its part, its condition, its numbers and its components.

    `is_shared_text`: its text is in the game's own catalogue because it is also shown outside the guide.
    """

    id: str
    part: str
    is_included: Callable[[_GuideTable], bool] = lambda _: True
    args: Callable[[_GuideTable], Args] = lambda _: {}
    pieces: Callable[[_GuideTable], Pieces] = lambda _: ()
    is_shared_text: bool = False
    choose_key: Callable[[_GuideTable], str] | None = None

    def key(self, table: _GuideTable) -> str:
        if self.choose_key is not None:
            return self.choose_key(table)
        return f"cultists.guide.{self.id}" if self.is_shared_text else f"cultists_guide.step.{self.id}"


# Conditions and arguments ------------------------------------------------------------------------------


def _has_automa(table: _GuideTable) -> bool:
    return table.setup.automa


def _has_pulse_pool(table: _GuideTable) -> bool:
    return table.numbers.pulse_pool is not None


def _is_later_game(table: _GuideTable) -> bool:
    return not table.setup.first_game


def _seat_args(table: _GuideTable) -> Args:
    return {"n": table.numbers.seats}


def _automa_holder_args(table: _GuideTable) -> Args:
    """Return the player on the Automa's left, who does for it what it cannot do itself."""
    return {"name": table.setup.players[table.setup.automa_holder or 0]}


def _cultist_token_args(_: _GuideTable) -> Args:
    return {"tokens": CULTIST_TOKENS}


def _card_args(cards: Cards, *kinds: str) -> Args:
    return {kind: getattr(cards, kind) for kind in kinds}


def _draw_pile_args(table: _GuideTable) -> Args:
    return _card_args(table.numbers.draw_pile, "success", "failure", "sabotage")


# Components of a step ----------------------------------------------------------------------------------


def _card_pieces(cards: Cards) -> Pieces:
    return tuple(ComponentCount(kind, count) for kind, count in cards.counts().items())


def _deck_pieces(deck: Cards, count: int) -> Pieces:
    """Return the cards of so many decks, without their Routes, which are dealt before."""
    return _card_pieces(replace(deck, route=0) * count)


def _box_pieces(*kinds: str) -> Callable[[_GuideTable], Pieces]:
    """Return all pieces of these kinds. How many books and map parts a set-up needs is unknown."""
    return lambda _: tuple(ComponentCount(kind, COMPONENTS_BY_ID[kind].count or 0) for kind in kinds)


def _piece_per_seat(kind: str) -> Callable[[_GuideTable], Pieces]:
    return lambda table: (ComponentCount(kind, table.numbers.seats),)


def _role_token_pieces(table: _GuideTable) -> Pieces:
    return tuple(
        ComponentCount(role_component_id(role), count) for role, count in Counter(table.tokens).items()
    )


def _bag_pieces(table: _GuideTable) -> Pieces:
    tokens = full_bag(table.setup).items()
    events = (ComponentCount(event_component_id(event), count) for event, count in tokens)
    return (ComponentCount("bag", 1), *events)


def _bag_key(table: _GuideTable) -> str:
    """Return the sentence for the events that stay in the box."""
    omitted = EVENTS.keys() - full_bag(table.setup).keys()
    name = {
        frozenset({HANDHELD_CAMERA}): "bag",
        frozenset({HANDHELD_CAMERA, BROKEN_GLASS}): "bag_first_game",
        frozenset(): "bag_large",
        frozenset({BROKEN_GLASS}): "bag_large_first_game",
    }[frozenset(omitted)]
    return f"cultists_guide.step.{name}"


ENTRIES: Final = (
    GuideEntry("as_for", DECKS, _has_automa, _seat_args),
    GuideEntry("first_game", DECKS, lambda table: table.setup.first_game, _cultist_token_args),
    GuideEntry("routes", DECKS, args=_seat_args, pieces=_piece_per_seat("route")),
    GuideEntry(
        "investigator_decks",
        DECKS,
        args=lambda table: {
            "n": table.numbers.investigators,
            **_card_args(table.numbers.investigator_deck, "alive", "success"),
        },
        pieces=lambda table: _deck_pieces(table.numbers.investigator_deck, table.numbers.investigators),
    ),
    GuideEntry(
        "cultist_decks",
        DECKS,
        args=lambda table: {
            "n": table.numbers.cultists,
            **_card_args(table.numbers.cultist_deck, "alive", "dead", "success", "failure", "sabotage"),
        },
        pieces=lambda table: _deck_pieces(table.numbers.cultist_deck, table.numbers.cultists),
    ),
    GuideEntry("role_tokens", DECKS, pieces=_role_token_pieces),
    GuideEntry(
        "pulse_pool",
        PULSE,
        _has_pulse_pool,
        args=lambda table: _card_args(table.numbers.pulse_pool or Cards(), "alive", "dead"),
        pieces=lambda table: _card_pieces(table.numbers.pulse_pool or Cards()),
        is_shared_text=True,
    ),
    GuideEntry("pulse_cultists", PULSE, _has_pulse_pool),
    GuideEntry("pulse_investigators", PULSE, _has_pulse_pool),
    GuideEntry(
        "pulse_left_over",
        PULSE,
        lambda table: table.unused_pulse_cards > 0,
        args=lambda table: {"n": table.unused_pulse_cards},
    ),
    GuideEntry("hide_tokens", PEOPLE),
    GuideEntry("envelopes", PEOPLE, args=_seat_args, pieces=_piece_per_seat("envelope")),
    GuideEntry("deal", PEOPLE),
    GuideEntry("deal_automa", PEOPLE, _has_automa, _automa_holder_args),
    GuideEntry(
        "characters", PEOPLE, pieces=lambda table: (ComponentCount("character", len(table.setup.players)),)
    ),
    GuideEntry(
        "automa_character",
        PEOPLE,
        _has_automa,
        _automa_holder_args,
        pieces=lambda _: (ComponentCount("character", 1),),
    ),
    GuideEntry("map", ROOMS, args=_seat_args, pieces=_box_pieces("map_part")),
    GuideEntry(
        "room_cards",
        ROOMS,
        args=lambda table: {"rooms": table.numbers.rooms, **_draw_pile_args(table)},
        pieces=lambda table: _card_pieces(table.numbers.room_start),
    ),
    GuideEntry(
        "draw_pile", ROOMS, args=_draw_pile_args, pieces=lambda table: _card_pieces(table.numbers.draw_pile)
    ),
    GuideEntry(
        "hazard_deck",
        ROOMS,
        _is_later_game,
        args=lambda _: _card_args(HAZARD_DECK, "success", "failure"),
        pieces=lambda _: (*_card_pieces(HAZARD_DECK), ComponentCount("broken_window", 1)),
    ),
    GuideEntry("discs", FIGURES, args=_seat_args, pieces=_piece_per_seat("disc")),
    GuideEntry("cultist_tokens", FIGURES, _is_later_game, _cultist_token_args, _box_pieces("cultist_token")),
    GuideEntry("fishman", FIGURES, _is_later_game, pieces=_box_pieces("fishman")),
    GuideEntry("vote_token", FIGURES, pieces=_box_pieces("vote_token")),
    GuideEntry("power_token", FIGURES, pieces=_box_pieces("electricity_token")),
    GuideEntry("bag", BOARD, pieces=_bag_pieces, choose_key=_bag_key),
    GuideEntry("clock", BOARD, pieces=_box_pieces("clock")),
    GuideEntry(
        "points",
        BOARD,
        args=lambda table: {"points": table.numbers.points},
        pieces=_box_pieces("points_marker", "finger"),
    ),
    GuideEntry("books", BOARD, pieces=_box_pieces("book")),
    GuideEntry(
        "room_tokens",
        BOARD,
        args=lambda table: {"plain": table.numbers.plain_rooms, "hazard": table.numbers.hazard_rooms},
        pieces=lambda table: (
            ComponentCount("room_plain", table.numbers.plain_rooms),
            ComponentCount("room_hazard", table.numbers.hazard_rooms),
        ),
    ),
    GuideEntry(
        "knife",
        READY,
        args=lambda table: {"name": table.setup.players[table.setup.knife]},
        pieces=_box_pieces("knife", "phase_marker"),
    ),
    GuideEntry("gate", READY, pieces=_box_pieces("gate")),
    GuideEntry(
        "aims",
        READY,
        args=lambda table: {"points": table.numbers.points, "rounds": ROUNDS, "kills": table.numbers.kills},
        is_shared_text=True,
    ),
    GuideEntry("look", READY, is_shared_text=True),
    GuideEntry("look_automa", READY, _has_automa, _automa_holder_args),
    GuideEntry("pulse_deck", AFTER_NIGHT, _has_pulse_pool, is_shared_text=True),
    GuideEntry("hand", AFTER_NIGHT, lambda table: not _has_pulse_pool(table), is_shared_text=True),
    GuideEntry("hand_order", AFTER_NIGHT, is_shared_text=True),
    GuideEntry(
        "automa_pulse",
        AFTER_NIGHT,
        lambda table: _has_automa(table) and _has_pulse_pool(table),
        _automa_holder_args,
        is_shared_text=True,
    ),
    GuideEntry("automa_piles", AFTER_NIGHT, _has_automa, _automa_holder_args, is_shared_text=True),
    GuideEntry("automa_route", AFTER_NIGHT, _has_automa, is_shared_text=True),
    GuideEntry(
        "automa_partner",
        AFTER_NIGHT,
        lambda table: _has_automa(table) and table.numbers.cultists > 1,
        is_shared_text=True,
    ),
    *(
        GuideEntry(rule, PERMANENT_RULES, is_shared_text=True)
        for rule in ("talk", "hide", "own_role", "move", "unseen")
    ),
)


GUIDE = GuideDefinition(PARTS, list_steps, list_packing_steps, draw_scene, COMPONENTS, sample_setups)
