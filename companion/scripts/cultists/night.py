"""Night of Among Cultists: its table of steps, and the verification of its scripts against the rules,
whatever token the Automa was dealt.

The night is with or without the Seer, and with decks that are turned to show who is dead from the start,
unless nobody can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.core.game import Problem, error
from companion.games.cultists.setup import (
    CULTIST,
    SEER,
    SeenAs,
    Setup,
    automa_roles,
    knowledge,
    night_steps,
    numbers,
    role_tokens,
    roles_seeing_dead,
    sights,
)
from companion.scripts.cultists.guide import PERMANENT_RULES, list_permanent_rules, list_steps_after_night
from companion.scripts.script import (
    AUTOMA,
    EYE_AND_THUMB_FIELDS,
    CommonCueKind,
    DawnText,
    Hold,
    NightDefinition,
    NightStep,
    NightSteps,
    NightStyle,
    Roles,
    Script,
)
from companion.scripts.script import STYLES as EVERY_GAMES_STYLES
from companion.scripts.simulation import SightMeanings, SimulationResult, simulate_night


class CueKind(Enum):
    CULTISTS_OPEN = "CULTISTS_OPEN"
    CULTISTS_CLOSE_COVER = "CULTISTS_CLOSE_COVER"
    CULTISTS_CLOSE = "CULTISTS_CLOSE"
    SEER_OPEN = "SEER_OPEN"
    SEER_CLOSE = "SEER_CLOSE"


class BottomCard(Enum):
    """What a bottom card means to its observers."""

    DEAD_OR_ALIVE = "dead_or_alive"


SIGHT_MEANINGS: Final[Mapping[Enum, SeenAs]] = {
    CueKind.CULTISTS_OPEN: SeenAs.CULTIST,
    CueKind.SEER_OPEN: SeenAs.CULTIST,
}
CARD_MEANINGS: Final[Mapping[Enum, BottomCard]] = {CueKind.CULTISTS_OPEN: BottomCard.DEAD_OR_ALIVE}


def verify_script(script: Script, setup: Setup) -> tuple[Problem, ...]:
    """Return all differences between this script and the rules of the set-up; empty if it may be spoken."""
    problems = []
    if tuple(cue.kind.value for cue in script.cues) != night_steps(setup):
        problems.append(error("app.problem.night_steps"))
    for automa in automa_roles(setup) or (None,):
        simulated = simulate_script(script, setup, automa)
        problems.extend(simulated.violations)
        problems.extend(
            error("app.problem.night_sees", role=role)
            for role, expected in expected_sights(setup, automa).items()
            if simulated.sights_of(role) != expected
        )
    return tuple(problems)


def simulate_script(script: Script, setup: Setup, automa: str | None = None) -> SimulationResult:
    """Simulate the script with the token that the Automa was dealt; it has the last seat."""
    seats = list(role_tokens(setup))
    if automa is not None:
        seats.remove(automa)
        seats.append(automa)
    return simulate_night(
        script,
        seats,
        SightMeanings(SIGHT_MEANINGS, CARD_MEANINGS),
        None if automa is None else len(seats) - 1,
    )


def expected_sights(setup: Setup, automa: str | None = None) -> dict[str, Counter[tuple[str, Enum | None]]]:
    """Return what each role of a person should see, in the form of `SimulationResult.sights_of`."""
    return {
        role: Counter(
            [
                *((sight.role, sight.seen_as) for sight in role_sights),
                *_bottom_card_sights(setup, role, automa),
            ]
        )
        for role, role_sights in sights(setup, automa).items()
    }


def _bottom_card_sights(setup: Setup, observer: str, automa: str | None) -> Iterator[tuple[str, Enum | None]]:
    """Yield every deck but the observer's own, including the Automa's."""
    if observer in roles_seeing_dead(setup, automa):
        others = list(role_tokens(setup))
        others.remove(observer)
        yield from ((role, BottomCard.DEAD_OR_ALIVE) for role in others)


STYLES: Final = (*EVERY_GAMES_STYLES, NightStyle.RITUAL)


def build_script(setup: Setup, style: NightStyle = NightStyle.NORMAL) -> Script:
    """Return the script of this set-up. Raises `BadSetup` if there are no tokens for it."""
    return STEPS.build_script(_build_cast(setup), style)


@dataclass(frozen=True, slots=True)
class _Cast:
    """Roles that take part in the night, computed once for all steps."""

    everyone: Roles
    decks: Roles  # whose decks are turned; the Automa's has its own name
    has_two_cultists: bool  # two Cultists, who find each other
    has_seer: bool
    has_automa: bool


def _build_cast(setup: Setup) -> _Cast:
    everyone = tuple(dict.fromkeys(role_tokens(setup)))
    are_decks_turned = numbers(setup).pulse_pool is not None
    return _Cast(
        everyone=everyone,
        decks=(*everyone, *((AUTOMA,) if setup.automa else ())) if are_decks_turned else (),
        has_two_cultists=numbers(setup).cultists > 1,
        has_seer=SEER in everyone,
        has_automa=setup.automa,
    )


def _deck_variant(decks: Roles, variant: str) -> str:
    if not decks:
        return ""
    return f"{variant}_automa" if AUTOMA in decks else variant


def _finding_variant(cast: _Cast) -> str:
    if not cast.has_two_cultists:
        return "one"
    if cast.decks:
        return "two_decks"
    return "two_automa" if cast.has_automa else "two"


_ROWS: Final[tuple[NightStep[_Cast], ...]] = (
    NightStep(
        CommonCueKind.ALL_CLOSE,
        Hold.ACT,
        closes=lambda cast: cast.everyone,
        turns=lambda cast: cast.decks,
        is_rest=True,
        variant=lambda cast: _deck_variant(cast.decks, "decks"),
        variants=("", "decks", "decks_automa"),
    ),
    # A lone Cultist can only find somebody among the dead.
    NightStep(
        CueKind.CULTISTS_OPEN,
        Hold.LOOK,
        opens=lambda cast: (CULTIST,),
        variant=_finding_variant,
        variants=("one", "two_decks", "two", "two_automa"),
    ),
    # The Seer learns who the Cultists are. The Automa and a Seer occur together only if no decks are turned.
    NightStep(
        CueKind.CULTISTS_CLOSE_COVER,
        Hold.ACT,
        lambda cast: cast.has_seer,
        closes=lambda cast: (CULTIST,),
        covers=lambda cast: cast.decks,
        thumbs_up=lambda cast: (CULTIST,),
        is_rest=True,
        variant=lambda cast: "decks" if cast.decks else "",
        variants=("", "decks"),
    ),
    NightStep(
        CueKind.SEER_OPEN,
        Hold.LOOK,
        lambda cast: cast.has_seer,
        opens=lambda cast: (SEER,),
        missed_line="cultists.say.night.seer_missed",
    ),
    NightStep(
        CueKind.SEER_CLOSE,
        Hold.ACT,
        lambda cast: cast.has_seer,
        closes=lambda cast: (SEER,),
        thumbs_down=lambda cast: (CULTIST,),
    ),
    # Without a Seer the Cultists shut their eyes again: otherwise the first player to look up at dawn would
    # see them awake.
    NightStep(
        CueKind.CULTISTS_CLOSE,
        Hold.ACT,
        lambda cast: not cast.has_seer,
        closes=lambda cast: (CULTIST,),
        covers=lambda cast: cast.decks,
        variant=lambda cast: _deck_variant(cast.decks, "cover"),
        variants=("", "cover", "cover_automa"),
    ),
    NightStep(CommonCueKind.ALL_OPEN, Hold.NONE, opens=lambda cast: cast.everyone),
)

STEPS: Final = NightSteps("cultists", _ROWS)


def _dawn_text(setup: Setup) -> DawnText:
    return DawnText(
        "cultists.night.dawn.begins",
        setup.players[setup.knife],
        "cultists.night.dawn.onward",
        card_tasks=tuple(
            (step.key, str(step.args.get("name", ""))) for step in list_steps_after_night(setup)
        ),
        rules_title=f"cultists.guide.part.{PERMANENT_RULES}",
        rules=tuple(step.key for step in list_permanent_rules(setup)),
    )


NIGHT: Final = NightDefinition(
    game="cultists",
    setup_type=Setup,
    styles=STYLES,
    action_fields=(*EYE_AND_THUMB_FIELDS, "turns", "covers"),
    build_script=build_script,
    verify=verify_script,
    steps=STEPS,
    night_knowledge=lambda setup: {"knows": knowledge(setup), "sees_dead": roles_seeing_dead(setup)},
    dawn_text=_dawn_text,
    instruction_key="cultists.guide.look",
)
