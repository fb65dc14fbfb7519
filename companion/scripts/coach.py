"""Coach and narration style per session, new players, and the stored check-lists of guide and box.

A first game is narrated with reasons (style LEARN) unless the user chose a style for the game; that choice
holds until a ready-made set is taken again. The coach during the game follows from that, or from a player who
is new to the game, unless it was switched on or off for the session. A player is new until they have finished
a game or the user says otherwise; unnamed players are asked about in every session. Check-lists are saved
with every tap.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from companion.core.definition import GameDefinition
from companion.core.game import BadSetup, ProblemError
from companion.core.players import is_unnamed, normalize_name
from companion.core.resume_state import Memory, SetupDefaults
from companion.core.serialization import decode_setup, encode
from companion.scripts.script import NightStyle
from companion.scripts.teaching import (
    GuideDefinition,
    GuideStep,
    IntroSpeed,
    find_changed_steps,
    keep_done_steps,
    list_parts,
)

T = TypeVar("T")
# Limit for the stored sessions that are coached; the oldest ones are dropped.
_MAX_SESSIONS: Final = 40
# Limit for the stored names of players; the oldest ones are dropped.
_MAX_NAMES: Final = 300
_COACHED_KEY, _OVERRIDES_KEY, _AUTO_ADVANCE_KEY, _INTRO_KEY = "learners", "coached", "hands_free", "intro"


@dataclass(frozen=True, slots=True)
class _StyleChoice:
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class _CoachedSessions:
    tables: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _CoachOverrides:
    """Sessions for which the user switched the coach on or off."""

    on: tuple[int, ...] = ()
    off: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _PlayerExperience:
    """Name keys of new players, and of those who are not new according to the user. `guest`: an unnamed
    player of the current set-up is new."""

    new: tuple[str, ...] = ()
    versed: tuple[str, ...] = ()
    guest: bool = False


@dataclass(frozen=True, slots=True)
class _AutoAdvance:
    by_itself: bool = True


@dataclass(frozen=True, slots=True)
class _BoxCheck:
    there: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _IntroSpeed:
    speed: IntroSpeed = IntroSpeed.CALM


def _recall(memory: Memory, kind: type[T], name: str) -> T:
    return memory.recall(kind, name) or kind()


# -- style and coach per session --------------------------------------------------------------------------


def has_first_game(game: GameDefinition) -> bool:
    """True if the rules of the game give a set-up for a first game."""
    defaults = game.find_part(SetupDefaults)
    return defaults is not None and defaults.is_first_game is not None


def is_first_game(game: GameDefinition, setup: Any) -> bool:
    """True if this set-up is a first game; False for games without that concept."""
    defaults = game.find_part(SetupDefaults)
    return defaults is not None and defaults.is_first_game is not None and defaults.is_first_game(setup)


def is_coached(memory: Memory, game: GameDefinition, setup: Any) -> bool:
    """True if the night of this set-up explains its reasons because it is a first game."""
    return is_first_game(game, setup) and not _recall(memory, _StyleChoice, f"{game.id}.style").by_hand


def choose_style(memory: Memory, game: GameDefinition, setup: Any, preferred: NightStyle) -> NightStyle:
    """Return the style of the night; `preferred` is the style in the settings."""
    return NightStyle.LEARN if is_coached(memory, game, setup) else preferred


def set_manual_style(memory: Memory, game: GameDefinition, *, is_manual: bool) -> None:
    """Record that the user chose a style, or took a ready-made set: then first games override the style."""
    memory.remember(_StyleChoice(is_manual), f"{game.id}.style")


def record_coached_session(memory: Memory, game_id: int) -> None:
    """Record that the night of this session was coached because of a first game."""
    game_ids = _recall(memory, _CoachedSessions, _COACHED_KEY).tables
    memory.remember(_CoachedSessions((*game_ids, game_id)[-_MAX_SESSIONS:]), _COACHED_KEY)


def is_coached_session(memory: Memory, game_id: int | None) -> bool:
    """True if the night of this session was coached. A session that is not stored has no id."""
    return game_id in _recall(memory, _CoachedSessions, _COACHED_KEY).tables


def set_coach(memory: Memory, game_id: int, on: bool) -> None:
    before = _recall(memory, _CoachOverrides, _OVERRIDES_KEY)
    with_coach, without_coach = (
        tuple(other for other in game_ids if other != game_id) for game_ids in (before.on, before.off)
    )
    if on:
        with_coach += (game_id,)
    else:
        without_coach += (game_id,)
    overrides = _CoachOverrides(with_coach[-_MAX_SESSIONS:], without_coach[-_MAX_SESSIONS:])
    memory.remember(overrides, _OVERRIDES_KEY)


def coach_override(memory: Memory, game_id: int | None) -> bool | None:
    """Return the user's choice for this session; None if there is none."""
    overrides = _recall(memory, _CoachOverrides, _OVERRIDES_KEY)
    return True if game_id in overrides.on else False if game_id in overrides.off else None


# -- new players ------------------------------------------------------------------------------------------


def players_to_ask(
    memory: Memory, game: GameDefinition, players: Sequence[str], finished: Collection[str]
) -> tuple[str, ...]:
    """Return the players who have not finished a game and were not said to be experienced. Those marked as
    new are among them, because that may be changed."""
    known_names = {*_normalize_names(finished), *_load(memory, game).versed}
    return tuple(name for name in players if not is_unnamed(name) and normalize_name(name) not in known_names)


def is_marked_new(memory: Memory, game: GameDefinition, name: str) -> bool:
    return normalize_name(name) in _load(memory, game).new


def mark_new(memory: Memory, game: GameDefinition, name: str, new: bool) -> None:
    experience, normalized = _load(memory, game), normalize_name(name)
    others = tuple(other for other in experience.new if other != normalized)
    _save(memory, game, replace(experience, new=(*others, normalized) if new else others))


def has_new_guest(memory: Memory, game: GameDefinition) -> bool:
    return _load(memory, game).guest


def mark_guest_new(memory: Memory, game: GameDefinition, new: bool) -> None:
    _save(memory, game, replace(_load(memory, game), guest=new))


def confirm_new_players(memory: Memory, game: GameDefinition, players: Sequence[str]) -> bool:
    """Record that all players not marked as new are experienced; return True if an unnamed one is new."""
    experience = _load(memory, game)
    normalized_names = [normalize_name(name) for name in players if not is_unnamed(name)]
    versed = (
        *experience.versed,
        *(name for name in normalized_names if name not in (*experience.new, *experience.versed)),
    )
    guest = experience.guest and any(map(is_unnamed, players))
    after = replace(experience, versed=versed, guest=False)
    if after != experience:
        _save(memory, game, after)
    return guest


def players_marked_new(memory: Memory, game: GameDefinition, players: Sequence[str]) -> tuple[str, ...]:
    """Return the players marked as new, whatever they have finished since."""
    new = _load(memory, game).new
    return (
        tuple(name for name in players if not is_unnamed(name) and normalize_name(name) in new) if new else ()
    )


def has_new_player(new: Sequence[str], finished: Collection[str]) -> bool:
    """True if a player who was marked as new has not finished a game since."""
    return bool({*_normalize_names(new)} - {*_normalize_names(finished)})


def _normalize_names(names: Collection[str]) -> tuple[str, ...]:
    return tuple(map(normalize_name, names))


def _load(memory: Memory, game: GameDefinition) -> _PlayerExperience:
    return _recall(memory, _PlayerExperience, f"{game.id}.people")


def _save(memory: Memory, game: GameDefinition, experience: _PlayerExperience) -> None:
    trimmed = replace(experience, new=experience.new[-_MAX_NAMES:], versed=experience.versed[-_MAX_NAMES:])
    memory.remember(trimmed, f"{game.id}.people")


# -- guide, box and intro ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GuideProgress:
    """Progress of a guide. `setup` is the set-up in its stored form, `part` the part that was shown last.
    `changed` are steps that are new or different since the set-up changed, `dropped` is True if steps were
    removed. `begun`: the game has started, so the next set-up is a new one."""

    setup: Mapping[str, Any]
    done: tuple[str, ...] = ()
    part: str = ""
    changed: tuple[str, ...] = ()
    dropped: bool = False
    begun: bool = False


def make_guide_steps(game: GameDefinition, setup: Any) -> tuple[GuideStep, ...]:
    """Return the steps of the guide. Raises BadSetup for an invalid set-up."""
    return game.get_part(GuideDefinition).list_steps(setup)


def open_progress(memory: Memory, game: GameDefinition, setup: Any) -> GuideProgress:
    """Return the progress for this set-up and save it: the previous one, unless a game has started since."""
    saved, parts = _recall_progress(memory, game), list_parts(make_guide_steps(game, setup))
    progress = _migrate_progress(saved, game, setup)
    if progress.part not in parts:
        progress = set_part(progress, parts[0])
    if progress != saved:
        save_progress(memory, game, progress)
    return progress


def save_progress(memory: Memory, game: GameDefinition, progress: GuideProgress) -> None:
    memory.remember(progress, f"{game.id}.guide")


def _recall_progress(memory: Memory, game: GameDefinition) -> GuideProgress | None:
    return memory.recall(GuideProgress, f"{game.id}.guide")


def mark_done(progress: GuideProgress, steps: Iterable[GuideStep], step: str) -> GuideProgress:
    done = {*progress.done, step}
    return replace(progress, done=tuple(one.id for one in steps if one.id in done))


def set_part(progress: GuideProgress, part: str) -> GuideProgress:
    return replace(progress, part=part)


def mark_game_started(memory: Memory, game: GameDefinition) -> None:
    saved = _recall_progress(memory, game)
    if saved is not None and not saved.begun:
        save_progress(memory, game, replace(saved, begun=True))


def is_auto_advance(memory: Memory) -> bool:
    """True if reading aloud advances automatically, as chosen last."""
    return _recall(memory, _AutoAdvance, _AUTO_ADVANCE_KEY).by_itself


def set_auto_advance(memory: Memory, by_itself: bool) -> None:
    memory.remember(_AutoAdvance(by_itself), _AUTO_ADVANCE_KEY)


def _migrate_progress(saved: GuideProgress | None, game: GameDefinition, setup: Any) -> GuideProgress:
    setup_json = encode(setup)
    if saved is None or saved.begun:
        return GuideProgress(setup_json)
    if saved.setup == setup_json:
        return saved
    try:
        before = make_guide_steps(game, decode_setup(game.rules, saved.setup))
    except (BadSetup, ProblemError):
        return GuideProgress(setup_json)
    after = make_guide_steps(game, setup)
    done = keep_done_steps(before, after, frozenset(saved.done))
    ids = tuple(step.id for step in after)
    undone = set(saved.done) - done
    changed_ids = {*saved.changed, *find_changed_steps(before, after), *undone} if saved.done else set()
    return replace(
        saved,
        setup=setup_json,
        done=tuple(step for step in ids if step in done),
        changed=tuple(step for step in ids if step in changed_ids and step not in done),
        dropped=saved.dropped or bool(set(saved.done).difference(ids)),
    )


def load_box_check(memory: Memory, game: GameDefinition) -> frozenset[str]:
    """Return the kinds of components that are complete."""
    return frozenset(_recall(memory, _BoxCheck, f"{game.id}.box").there)


def save_box_check(memory: Memory, game: GameDefinition, complete_ids: frozenset[str]) -> None:
    memory.remember(_BoxCheck(tuple(sorted(complete_ids))), f"{game.id}.box")


def load_speed(memory: Memory) -> IntroSpeed:
    return _recall(memory, _IntroSpeed, _INTRO_KEY).speed


def save_speed(memory: Memory, speed: IntroSpeed) -> None:
    memory.remember(_IntroSpeed(speed), _INTRO_KEY)
