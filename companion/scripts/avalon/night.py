"""Night of Avalon: its table of steps, and the verification of its scripts against the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.core.game import Problem, error
from companion.games.avalon.setup import (
    LANCELOT_EVIL,
    LANCELOT_GOOD,
    MERLIN,
    MORDRED,
    MORGANA,
    OBERON,
    PERCIVAL,
    ROLES,
    Lancelot,
    SeenAs,
    Setup,
    Side,
    deck,
    knowledge,
    night_steps,
    sights,
)
from companion.scripts.script import (
    EYE_AND_THUMB_FIELDS,
    STYLES,
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
from companion.scripts.simulation import SightMeanings, SimulationResult, simulate_night


class CueKind(Enum):
    EVIL_OPEN = "EVIL_OPEN"
    EVIL_CLOSE = "EVIL_CLOSE"
    CHECK_CLOSED = "CHECK_CLOSED"
    EVIL_THUMBS = "EVIL_THUMBS"
    MERLIN_OPEN = "MERLIN_OPEN"
    EVIL_THUMBS_DOWN = "EVIL_THUMBS_DOWN"
    MERLIN_CLOSE = "MERLIN_CLOSE"
    MERLIN_THUMBS = "MERLIN_THUMBS"
    PERCIVAL_OPEN = "PERCIVAL_OPEN"
    MERLIN_THUMBS_DOWN = "MERLIN_THUMBS_DOWN"
    PERCIVAL_CLOSE = "PERCIVAL_CLOSE"
    LANCELOTS_OPEN = "LANCELOTS_OPEN"
    LANCELOTS_CLOSE = "LANCELOTS_CLOSE"


# How the observers of a step interpret the players they see.
SIGHT_MEANINGS: Final[Mapping[Enum, SeenAs]] = {
    CueKind.EVIL_OPEN: SeenAs.EVIL,
    CueKind.MERLIN_OPEN: SeenAs.EVIL,
    CueKind.PERCIVAL_OPEN: SeenAs.MAYBE_MERLIN,
    CueKind.LANCELOTS_OPEN: SeenAs.LANCELOT,
}


def verify_script(script: Script, setup: Setup) -> tuple[Problem, ...]:
    """Return all differences between this script and the rules of the set-up; empty if it may be spoken."""
    simulated = simulate_script(script, setup)
    problems = list(simulated.violations)
    if tuple(cue.kind.value for cue in script.cues) != night_steps(setup):
        problems.append(error("app.problem.night_steps"))
    problems.extend(
        error("app.problem.night_sees", role=role)
        for role, expected in expected_sights(setup).items()
        if simulated.sights_of(role) != expected
    )
    return tuple(problems)


def simulate_script(script: Script, setup: Setup) -> SimulationResult:
    return simulate_night(script, deck(setup), SightMeanings(SIGHT_MEANINGS))


def expected_sights(setup: Setup) -> dict[str, Counter[tuple[str, Enum | None]]]:
    """Return what each role should see, in the form of `SimulationResult.sights_of`."""
    return {
        role: Counter((sight.role, sight.seen_as) for sight in role_sights)
        for role, role_sights in sights(setup).items()
    }


def build_script(setup: Setup, style: NightStyle = NightStyle.NORMAL) -> Script:
    """Return the script of this set-up. Raises `BadSetup` if its characters cannot be dealt."""
    return STEPS.build_script(_build_cast(setup), style)


@dataclass(frozen=True, slots=True)
class _Cast:
    """Roles that take part in the night, computed once for all steps."""

    everyone: Roles
    awake_evil: Roles  # Evil who open their eyes to each other
    evil_lancelot: Roles  # Evil who shows only a thumb to the rest of Evil
    shown_to_merlin: Roles  # Evil whose thumbs Merlin sees
    hidden_from_merlin: Roles  # Evil told by name not to show a thumb to Merlin
    has_oberon: bool
    merlin: Roles
    merlin_candidates: Roles  # whom Percival sees
    percival: Roles
    has_percival_part: bool
    lancelots: Roles  # who find each other in the third variant


def _build_cast(setup: Setup) -> _Cast:
    everyone = tuple(dict.fromkeys(deck(setup)))
    options = setup.options
    evil = tuple(role for role in everyone if ROLES[role].side is Side.EVIL)
    is_switching = setup.lancelot in (Lancelot.V1, Lancelot.V2)
    evil_lancelot = (LANCELOT_EVIL,) if is_switching else ()
    is_lancelot_seen = options.merlin and options.evil_lancelot_seen_by_merlin
    hidden_from_merlin = (
        *_in_play(evil, MORDRED),
        *(() if options.oberon_seen_by_merlin else _in_play(evil, OBERON)),
        *(() if is_lancelot_seen else evil_lancelot),
    )
    return _Cast(
        everyone=everyone,
        awake_evil=tuple(role for role in evil if role != OBERON and role not in evil_lancelot),
        evil_lancelot=evil_lancelot,
        shown_to_merlin=tuple(role for role in evil if role not in hidden_from_merlin),
        hidden_from_merlin=hidden_from_merlin,
        has_oberon=OBERON in evil,
        merlin=_in_play(everyone, MERLIN),
        merlin_candidates=_in_play(everyone, MERLIN, MORGANA),
        percival=_in_play(everyone, PERCIVAL),
        has_percival_part=options.merlin and (PERCIVAL in everyone or options.percival_decoy),
        lancelots=(LANCELOT_GOOD, LANCELOT_EVIL) if setup.lancelot is Lancelot.V3 else (),
    )


def _in_play(roles: Roles, *candidates: str) -> Roles:
    return tuple(role for role in candidates if role in roles)


def _has_merlin(cast: _Cast) -> bool:
    return bool(cast.merlin)


def _has_percival_part(cast: _Cast) -> bool:
    return cast.has_percival_part


def _has_lancelots(cast: _Cast) -> bool:
    return bool(cast.lancelots)


def _waking_variant(cast: _Cast) -> str:
    return "_".join(
        (
            *(("except_oberon",) if cast.has_oberon else ()),
            *(("thumb_lancelot",) if cast.evil_lancelot else ()),
        )
    )


def _lowering_variant(cast: _Cast) -> str:
    return "lancelot_lowers" if cast.evil_lancelot else ""


def _hiding_variant(cast: _Cast) -> str:
    return (
        "_".join(("except", *(role.partition("_")[0] for role in cast.hidden_from_merlin)))
        if cast.hidden_from_merlin
        else ""
    )


def _morgana_variant(cast: _Cast) -> str:
    return "with_morgana" if MORGANA in cast.merlin_candidates else ""


_ROWS: Final[tuple[NightStep[_Cast], ...]] = (
    NightStep(CommonCueKind.ALL_CLOSE, Hold.ACT, closes=lambda cast: cast.everyone, is_rest=True),
    NightStep(
        CueKind.EVIL_OPEN,
        Hold.LOOK,
        opens=lambda cast: cast.awake_evil,
        thumbs_up=lambda cast: cast.evil_lancelot,
        variant=_waking_variant,
        variants=("", "except_oberon", "thumb_lancelot", "except_oberon_thumb_lancelot"),
    ),
    NightStep(
        CueKind.EVIL_CLOSE,
        Hold.ACT,
        closes=lambda cast: cast.awake_evil,
        thumbs_down=lambda cast: cast.evil_lancelot,
        variant=_lowering_variant,
        variants=("", "lancelot_lowers"),
    ),
    NightStep(CueKind.CHECK_CLOSED, Hold.SETTLE, is_rest=True),
    # Merlin learns who is Evil. Those who showed a thumb to Evil before are called again with the others.
    NightStep(
        CueKind.EVIL_THUMBS,
        Hold.ACT,
        _has_merlin,
        thumbs_up=lambda cast: cast.shown_to_merlin,
        variant=_hiding_variant,
        variants=(
            "",
            "except_mordred",
            "except_oberon",
            "except_lancelot",
            "except_mordred_oberon",
            "except_mordred_lancelot",
            "except_oberon_lancelot",
            "except_mordred_oberon_lancelot",
        ),
    ),
    NightStep(
        CueKind.MERLIN_OPEN,
        Hold.LOOK,
        _has_merlin,
        opens=lambda cast: cast.merlin,
        missed_line="avalon.say.night.merlin_missed",
    ),
    NightStep(CueKind.EVIL_THUMBS_DOWN, Hold.ACT, _has_merlin, thumbs_down=lambda cast: cast.shown_to_merlin),
    NightStep(CueKind.MERLIN_CLOSE, Hold.ACT, _has_merlin, closes=lambda cast: cast.merlin),
    NightStep(CueKind.CHECK_CLOSED, Hold.SETTLE, _has_merlin, is_rest=True),
    # Percival learns who may be Merlin. As a decoy it wakes nobody.
    NightStep(
        CueKind.MERLIN_THUMBS,
        Hold.ACT,
        _has_percival_part,
        thumbs_up=lambda cast: cast.merlin_candidates,
        variant=_morgana_variant,
        variants=("", "with_morgana"),
    ),
    NightStep(
        CueKind.PERCIVAL_OPEN,
        Hold.LOOK,
        _has_percival_part,
        opens=lambda cast: cast.percival,
        decoy_action="opens",
        missed_line="avalon.say.night.percival_missed",
        variant=_morgana_variant,
        variants=("", "with_morgana"),
    ),
    NightStep(
        CueKind.MERLIN_THUMBS_DOWN,
        Hold.ACT,
        _has_percival_part,
        thumbs_down=lambda cast: cast.merlin_candidates,
    ),
    NightStep(
        CueKind.PERCIVAL_CLOSE,
        Hold.ACT,
        _has_percival_part,
        closes=lambda cast: cast.percival,
        decoy_action="closes",
    ),
    NightStep(CueKind.CHECK_CLOSED, Hold.SETTLE, _has_percival_part, is_rest=True),
    # The Lancelots find each other.
    NightStep(CueKind.LANCELOTS_OPEN, Hold.LOOK, _has_lancelots, opens=lambda cast: cast.lancelots),
    NightStep(CueKind.LANCELOTS_CLOSE, Hold.ACT, _has_lancelots, closes=lambda cast: cast.lancelots),
    NightStep(CommonCueKind.ALL_OPEN, Hold.NONE, opens=lambda cast: cast.everyone),
)
STEPS: Final = NightSteps("avalon", _ROWS)


def _dawn_text(setup: Setup) -> DawnText:
    return DawnText("app.night.leads", setup.players[setup.leader], "app.night.to_quests")


NIGHT: Final = NightDefinition(
    game="avalon",
    setup_type=Setup,
    styles=STYLES,
    action_fields=EYE_AND_THUMB_FIELDS,
    build_script=build_script,
    verify=verify_script,
    steps=STEPS,
    night_knowledge=lambda setup: {"knows": knowledge(setup)},
    dawn_text=_dawn_text,
)
