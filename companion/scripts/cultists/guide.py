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
from companion.scripts.scenes import Scene
from companion.scripts.teaching import PACKING, GuideDefinition, GuideStep

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
    def has_pulse_pool(self) -> bool:
        return self.numbers.pulse_pool is not None

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


Condition = Callable[[_GuideTable], bool]


def _is_always_in(_: _GuideTable) -> bool:
    return True


def _has_automa(session: _GuideTable) -> bool:
    return session.setup.automa


def _has_pulse_pool(session: _GuideTable) -> bool:
    return session.has_pulse_pool


def _is_first_game(session: _GuideTable) -> bool:
    return session.setup.first_game


def _is_later_game(session: _GuideTable) -> bool:
    return not session.setup.first_game


# Arguments of sentences --------------------------------------------------------------------------------


def _no_args(_: _GuideTable) -> Args:
    return {}


def _seat_args(session: _GuideTable) -> Args:
    return {"n": session.numbers.seats}


def _card_args(cards: Cards, *kinds: str) -> Args:
    return {kind: getattr(cards, kind) for kind in kinds}


def _investigator_deck_args(session: _GuideTable) -> Args:
    deck = _card_args(session.numbers.investigator_deck, "alive", "success")
    return {"n": session.numbers.investigators, **deck}


def _cultist_deck_args(session: _GuideTable) -> Args:
    kinds = ("alive", "dead", "success", "failure", "sabotage")
    return {"n": session.numbers.cultists, **_card_args(session.numbers.cultist_deck, *kinds)}


def _pulse_pool_args(session: _GuideTable) -> Args:
    return _card_args(session.numbers.pulse_pool or Cards(), "alive", "dead")


def _unused_pulse_args(session: _GuideTable) -> Args:
    return {"n": session.unused_pulse_cards}


def _room_card_args(session: _GuideTable) -> Args:
    return {"rooms": session.numbers.rooms, **_draw_pile_args(session)}


def _draw_pile_args(session: _GuideTable) -> Args:
    return _card_args(session.numbers.draw_pile, "success", "failure", "sabotage")


def _hazard_deck_args(_: _GuideTable) -> Args:
    return _card_args(HAZARD_DECK, "success", "failure")


def _room_token_args(session: _GuideTable) -> Args:
    return {"plain": session.numbers.plain_rooms, "hazard": session.numbers.hazard_rooms}


def _cultist_token_args(_: _GuideTable) -> Args:
    return {"tokens": CULTIST_TOKENS}


def _goal_args(session: _GuideTable) -> Args:
    return {"points": session.numbers.points}


def _starter_args(session: _GuideTable) -> Args:
    return {"name": session.setup.players[session.setup.knife]}


def _automa_holder_args(session: _GuideTable) -> Args:
    """Return the player on the Automa's left, who does for it what it cannot do itself."""
    return {"name": session.setup.players[session.setup.automa_holder or 0]}


def _aim_args(session: _GuideTable) -> Args:
    return {"points": session.numbers.points, "rounds": ROUNDS, "kills": session.numbers.kills}


# Components of a step ----------------------------------------------------------------------------------


def _no_pieces(_: _GuideTable) -> Pieces:
    return ()


def _card_pieces(cards: Cards) -> Pieces:
    return tuple(ComponentCount(kind, count) for kind, count in cards.counts().items())


def _box_pieces(*kinds: str) -> Callable[[_GuideTable], Pieces]:
    """Return all pieces of these kinds. How many books and map parts a set-up needs is unknown."""
    return lambda _: tuple(ComponentCount(kind, COMPONENTS_BY_ID[kind].count or 0) for kind in kinds)


def _piece_per_seat(kind: str) -> Callable[[_GuideTable], Pieces]:
    return lambda table: (ComponentCount(kind, table.numbers.seats),)


def _without_route(deck: Cards) -> Cards:
    return replace(deck, route=0)


def _role_token_pieces(session: _GuideTable) -> Pieces:
    return tuple(
        ComponentCount(role_component_id(role), count) for role, count in Counter(session.tokens).items()
    )


def _bag_pieces(session: _GuideTable) -> Pieces:
    events = (
        ComponentCount(event_component_id(event), count) for event, count in full_bag(session.setup).items()
    )
    return (ComponentCount("bag", 1), *events)


def _bag_key(session: _GuideTable) -> str:
    """Return the sentence for the events that stay in the box."""
    omitted = EVENTS.keys() - full_bag(session.setup).keys()
    name = {
        frozenset({HANDHELD_CAMERA}): "bag",
        frozenset({HANDHELD_CAMERA, BROKEN_GLASS}): "bag_first_game",
        frozenset(): "bag_large",
        frozenset({BROKEN_GLASS}): "bag_large_first_game",
    }[frozenset(omitted)]
    return f"cultists_guide.step.{name}"


@dataclass(frozen=True, slots=True)
class GuideEntry:
    """Step of the full guide: its part, its condition, its numbers and its components.

    `is_shared_text`: its text is in the game's own catalogue because it is also shown outside the guide.
    """

    id: str
    part: str
    is_included: Condition = _is_always_in
    args: Callable[[_GuideTable], Args] = _no_args
    pieces: Callable[[_GuideTable], Pieces] = _no_pieces
    is_shared_text: bool = False
    choose_key: Callable[[_GuideTable], str] | None = None

    def key(self, session: _GuideTable) -> str:
        if self.choose_key is not None:
            return self.choose_key(session)
        return f"cultists.guide.{self.id}" if self.is_shared_text else f"cultists_guide.step.{self.id}"


ENTRIES: Final = (
    GuideEntry("as_for", DECKS, _has_automa, _seat_args),
    GuideEntry("first_game", DECKS, _is_first_game, _cultist_token_args),
    GuideEntry("routes", DECKS, args=_seat_args, pieces=_piece_per_seat("route")),
    GuideEntry(
        *("investigator_decks", DECKS, _is_always_in, _investigator_deck_args),
        lambda session: _card_pieces(
            _without_route(session.numbers.investigator_deck) * session.numbers.investigators
        ),
    ),
    GuideEntry(
        *("cultist_decks", DECKS, _is_always_in, _cultist_deck_args),
        lambda session: _card_pieces(_without_route(session.numbers.cultist_deck) * session.numbers.cultists),
    ),
    GuideEntry("role_tokens", DECKS, pieces=_role_token_pieces),
    GuideEntry(
        *("pulse_pool", PULSE, _has_pulse_pool, _pulse_pool_args),
        lambda session: _card_pieces(session.numbers.pulse_pool or Cards()),
        is_shared_text=True,
    ),
    GuideEntry("pulse_cultists", PULSE, _has_pulse_pool),
    GuideEntry("pulse_investigators", PULSE, _has_pulse_pool),
    GuideEntry("pulse_left_over", PULSE, lambda session: session.unused_pulse_cards > 0, _unused_pulse_args),
    GuideEntry("hide_tokens", PEOPLE),
    GuideEntry("envelopes", PEOPLE, _is_always_in, _seat_args, _piece_per_seat("envelope")),
    GuideEntry("deal", PEOPLE),
    GuideEntry("deal_automa", PEOPLE, _has_automa, _automa_holder_args),
    GuideEntry(
        "characters",
        PEOPLE,
        pieces=lambda session: (ComponentCount("character", len(session.setup.players)),),
    ),
    GuideEntry(
        "automa_character",
        PEOPLE,
        _has_automa,
        _automa_holder_args,
        lambda _: (ComponentCount("character", 1),),
    ),
    GuideEntry("map", ROOMS, _is_always_in, _seat_args, _box_pieces("map_part")),
    GuideEntry(
        "room_cards",
        ROOMS,
        _is_always_in,
        _room_card_args,
        lambda session: _card_pieces(session.numbers.room_start),
    ),
    GuideEntry(
        "draw_pile",
        ROOMS,
        _is_always_in,
        _draw_pile_args,
        lambda session: _card_pieces(session.numbers.draw_pile),
    ),
    GuideEntry(
        *("hazard_deck", ROOMS, _is_later_game, _hazard_deck_args),
        lambda _: (*_card_pieces(HAZARD_DECK), ComponentCount("broken_window", 1)),
    ),
    GuideEntry("discs", FIGURES, _is_always_in, _seat_args, _piece_per_seat("disc")),
    GuideEntry("cultist_tokens", FIGURES, _is_later_game, _cultist_token_args, _box_pieces("cultist_token")),
    GuideEntry("fishman", FIGURES, _is_later_game, pieces=_box_pieces("fishman")),
    GuideEntry("vote_token", FIGURES, pieces=_box_pieces("vote_token")),
    GuideEntry("power_token", FIGURES, pieces=_box_pieces("electricity_token")),
    GuideEntry("bag", BOARD, pieces=_bag_pieces, choose_key=_bag_key),
    GuideEntry("clock", BOARD, pieces=_box_pieces("clock")),
    GuideEntry("points", BOARD, _is_always_in, _goal_args, _box_pieces("points_marker", "finger")),
    GuideEntry("books", BOARD, pieces=_box_pieces("book")),
    GuideEntry(
        *("room_tokens", BOARD, _is_always_in, _room_token_args),
        lambda session: (
            ComponentCount("room_plain", session.numbers.plain_rooms),
            ComponentCount("room_hazard", session.numbers.hazard_rooms),
        ),
    ),
    GuideEntry("knife", READY, _is_always_in, _starter_args, _box_pieces("knife", "phase_marker")),
    GuideEntry("gate", READY, pieces=_box_pieces("gate")),
    GuideEntry("aims", READY, args=_aim_args, is_shared_text=True),
    GuideEntry("look", READY, is_shared_text=True),
    GuideEntry("look_automa", READY, _has_automa, _automa_holder_args),
    GuideEntry("pulse_deck", AFTER_NIGHT, _has_pulse_pool, is_shared_text=True),
    GuideEntry("hand", AFTER_NIGHT, lambda session: not session.has_pulse_pool, is_shared_text=True),
    GuideEntry("hand_order", AFTER_NIGHT, is_shared_text=True),
    GuideEntry(
        *(
            "automa_pulse",
            AFTER_NIGHT,
            lambda session: session.setup.automa and session.has_pulse_pool,
            _automa_holder_args,
        ),
        is_shared_text=True,
    ),
    GuideEntry("automa_piles", AFTER_NIGHT, _has_automa, _automa_holder_args, is_shared_text=True),
    GuideEntry("automa_route", AFTER_NIGHT, _has_automa, is_shared_text=True),
    GuideEntry(
        *("automa_partner", AFTER_NIGHT),
        is_included=lambda session: session.setup.automa and session.numbers.cultists > 1,
        is_shared_text=True,
    ),
    *(
        GuideEntry(rule, PERMANENT_RULES, is_shared_text=True)
        for rule in ("talk", "hide", "own_role", "move", "unseen")
    ),
)


GUIDE = GuideDefinition(PARTS, list_steps, list_packing_steps, draw_scene, COMPONENTS, sample_setups)
