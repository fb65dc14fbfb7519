"""The night of Avalon as a table of steps: when each is there, who does what, which sentence is said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.avalon.knowledge import knowledge
from companion.games.avalon.roles import (
    LANCELOT_EVIL,
    LANCELOT_GOOD,
    MERLIN,
    MORDRED,
    MORGANA,
    OBERON,
    PERCIVAL,
    ROLES,
    Side,
)
from companion.games.avalon.setup import Lancelot, Setup, deck
from companion.scripts.avalon.kinds import Kind
from companion.scripts.avalon.proof import verify
from companion.scripts.cues import STYLES as STYLES
from companion.scripts.cues import EveryNight, Hold, Script, Style
from companion.scripts.nights import EYES_AND_THUMBS, Dawn, GameNight
from companion.scripts.steps import Roles, Step, Steps


def night(setup: Setup, style: Style = Style.NORMAL) -> Script:
    """What is said tonight at this table. Raises `BadSetup` if no deck can be built."""
    return STEPS.script(_cast(setup), style)


def line(style: Style, sentence: str) -> str:
    """The catalogue key of a sentence."""
    return f"avalon.night.{style.value}.{sentence}"


def label(kind: Enum) -> str:
    """The catalogue key of a step's name, for lists of steps."""
    if isinstance(kind, EveryNight):
        return f"app.kind.{kind.value.lower()}"
    return f"avalon.kind.{kind.value.lower()}"


@dataclass(frozen=True, slots=True)
class _Cast:
    """Who takes part tonight, worked out once for all steps."""

    everyone: Roles
    awake: Roles  # Evil who open their eyes to each other
    blind: Roles  # Evil who shows only a thumb to the rest of Evil
    shown: Roles  # Evil whose thumbs Merlin sees
    hidden: Roles  # Evil told by name not to show a thumb to Merlin
    oberon: bool
    merlin: Roles
    merlins: Roles  # whom Percival sees
    percival: Roles
    percivals_part: bool
    lancelots: Roles  # who find each other in the third variant


def _cast(setup: Setup) -> _Cast:
    everyone = tuple(dict.fromkeys(deck(setup)))
    options = setup.options
    evil = tuple(role for role in everyone if ROLES[role].side is Side.EVIL)
    switching = setup.lancelot in (Lancelot.V1, Lancelot.V2)
    blind = (LANCELOT_EVIL,) if switching else ()
    seen_blind = options.merlin and options.evil_lancelot_seen_by_merlin
    hidden = (
        *_in_play(evil, MORDRED),
        *(() if options.oberon_seen_by_merlin else _in_play(evil, OBERON)),
        *(() if seen_blind else blind),
    )
    return _Cast(
        everyone=everyone,
        awake=tuple(role for role in evil if role != OBERON and role not in blind),
        blind=blind,
        shown=tuple(role for role in evil if role not in hidden),
        hidden=hidden,
        oberon=OBERON in evil,
        merlin=_in_play(everyone, MERLIN),
        merlins=_in_play(everyone, MERLIN, MORGANA),
        percival=_in_play(everyone, PERCIVAL),
        percivals_part=options.merlin and (PERCIVAL in everyone or options.percival_decoy),
        lancelots=(LANCELOT_GOOD, LANCELOT_EVIL) if setup.lancelot is Lancelot.V3 else (),
    )


def _in_play(roles: Roles, *wanted: str) -> Roles:
    return tuple(role for role in wanted if role in roles)


def _with_merlin(cast: _Cast) -> bool:
    return bool(cast.merlin)


def _with_percival(cast: _Cast) -> bool:
    return cast.percivals_part


def _with_lancelots(cast: _Cast) -> bool:
    return bool(cast.lancelots)


def _who_wakes(cast: _Cast) -> str:
    return "_".join(
        (*(("except_oberon",) if cast.oberon else ()), *(("thumb_lancelot",) if cast.blind else ()))
    )


def _lancelots_thumb(cast: _Cast) -> str:
    return "lancelot_lowers" if cast.blind else ""


def _who_hides(cast: _Cast) -> str:
    return "_".join(("except", *(role.partition("_")[0] for role in cast.hidden))) if cast.hidden else ""


def _with_morgana(cast: _Cast) -> str:
    return "with_morgana" if MORGANA in cast.merlins else ""


_ROWS: Final[tuple[Step[_Cast], ...]] = (
    Step(EveryNight.ALL_CLOSE, Hold.ACT, closes=lambda cast: cast.everyone, rests=True),
    Step(
        Kind.EVIL_OPEN,
        Hold.LOOK,
        opens=lambda cast: cast.awake,
        thumbs_up=lambda cast: cast.blind,
        variant=_who_wakes,
        variants=("", "except_oberon", "thumb_lancelot", "except_oberon_thumb_lancelot"),
    ),
    Step(
        Kind.EVIL_CLOSE,
        Hold.ACT,
        closes=lambda cast: cast.awake,
        thumbs_down=lambda cast: cast.blind,
        variant=_lancelots_thumb,
        variants=("", "lancelot_lowers"),
    ),
    Step(Kind.CHECK_CLOSED, Hold.SETTLE, rests=True),
    # Merlin learns who is Evil. Whoever showed Evil a thumb before is called again with the others.
    Step(
        Kind.EVIL_THUMBS,
        Hold.ACT,
        _with_merlin,
        thumbs_up=lambda cast: cast.shown,
        variant=_who_hides,
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
    Step(
        Kind.MERLIN_OPEN,
        Hold.LOOK,
        _with_merlin,
        opens=lambda cast: cast.merlin,
        missed="avalon.say.night.merlin_missed",
    ),
    Step(Kind.EVIL_THUMBS_DOWN, Hold.ACT, _with_merlin, thumbs_down=lambda cast: cast.shown),
    Step(Kind.MERLIN_CLOSE, Hold.ACT, _with_merlin, closes=lambda cast: cast.merlin),
    Step(Kind.CHECK_CLOSED, Hold.SETTLE, _with_merlin, rests=True),
    # Percival learns who may be Merlin. As a decoy it wakes nobody.
    Step(
        Kind.MERLIN_THUMBS,
        Hold.ACT,
        _with_percival,
        thumbs_up=lambda cast: cast.merlins,
        variant=_with_morgana,
        variants=("", "with_morgana"),
    ),
    Step(
        Kind.PERCIVAL_OPEN,
        Hold.LOOK,
        _with_percival,
        opens=lambda cast: cast.percival,
        decoy="opens",
        missed="avalon.say.night.percival_missed",
        variant=_with_morgana,
        variants=("", "with_morgana"),
    ),
    Step(Kind.MERLIN_THUMBS_DOWN, Hold.ACT, _with_percival, thumbs_down=lambda cast: cast.merlins),
    Step(Kind.PERCIVAL_CLOSE, Hold.ACT, _with_percival, closes=lambda cast: cast.percival, decoy="closes"),
    Step(Kind.CHECK_CLOSED, Hold.SETTLE, _with_percival, rests=True),
    # The Lancelots find each other.
    Step(Kind.LANCELOTS_OPEN, Hold.LOOK, _with_lancelots, opens=lambda cast: cast.lancelots),
    Step(Kind.LANCELOTS_CLOSE, Hold.ACT, _with_lancelots, closes=lambda cast: cast.lancelots),
    Step(EveryNight.ALL_OPEN, Hold.NONE, opens=lambda cast: cast.everyone),
)
STEPS: Final = Steps("avalon", line, _ROWS)
every_line = STEPS.every_line
fullest_night = STEPS.fullest


def _dawn(setup: Setup) -> Dawn:
    return Dawn("app.night.leads", setup.players[setup.leader], "app.night.to_quests")


NIGHT: Final = GameNight(
    game="avalon",
    setup_type=Setup,
    styles=STYLES,
    acts=EYES_AND_THUMBS,
    night=night,
    verify=verify,
    every_line=every_line,
    fullest_night=fullest_night,
    label=label,
    knows=lambda setup: {"knows": knowledge(setup)},
    dawn=_dawn,
)
