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
from typing import Any, Final

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

_STYLE_KEY, _LEARNERS_KEY, _COACHED_KEY = "style", "learners", "coached"
# Limit for the stored sessions that are coached; the oldest ones are dropped.
_MAX_SESSIONS: Final = 40


@dataclass(frozen=True, slots=True)
class _StyleChoice:
    by_hand: bool


@dataclass(frozen=True, slots=True)
class _CoachedSessions:
    tables: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _CoachOverrides:
    """Sessions for which the user switched the coach on or off."""

    on: tuple[int, ...] = ()
    off: tuple[int, ...] = ()


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
    if not is_first_game(game, setup):
        return False
    saved = memory.recall(_StyleChoice, _style_key(game))
    return saved is None or not saved.by_hand


def choose_style(memory: Memory, game: GameDefinition, setup: Any, preferred: NightStyle) -> NightStyle:
    """Return the style of the night; `preferred` is the style in the settings."""
    return NightStyle.LEARN if is_coached(memory, game, setup) else preferred


def record_manual_style(memory: Memory, game: GameDefinition) -> None:
    """Record that the user chose a style: first games no longer override it."""
    memory.remember(_StyleChoice(True), _style_key(game))


def reset_manual_style(memory: Memory, game: GameDefinition) -> None:
    """Record that a ready-made set was taken: first games override the style again."""
    memory.remember(_StyleChoice(False), _style_key(game))


def record_coached_session(memory: Memory, game_id: int) -> None:
    """Record that the night of this session was coached because of a first game."""
    game_ids = _coached_game_ids(memory)
    memory.remember(_CoachedSessions((*game_ids, game_id)[-_MAX_SESSIONS:]), _LEARNERS_KEY)


def is_coached_session(memory: Memory, game_id: int | None) -> bool:
    """True if the night of this session was coached. A session that is not stored has no id."""
    return game_id is not None and game_id in _coached_game_ids(memory)


def set_coach(memory: Memory, game_id: int, on: bool) -> None:
    """Switch the coach on or off for this session."""
    before = memory.recall(_CoachOverrides, _COACHED_KEY) or _CoachOverrides()
    overrides = [
        tuple(other for other in game_ids if other != game_id) for game_ids in (before.on, before.off)
    ]
    overrides[0 if on else 1] += (game_id,)
    memory.remember(
        _CoachOverrides(overrides[0][-_MAX_SESSIONS:], overrides[1][-_MAX_SESSIONS:]), _COACHED_KEY
    )


def coach_override(memory: Memory, game_id: int | None) -> bool | None:
    """Return the user's choice for this session; None if there is none."""
    overrides = memory.recall(_CoachOverrides, _COACHED_KEY)
    if overrides is None or game_id is None:
        return None
    return True if game_id in overrides.on else False if game_id in overrides.off else None


def _coached_game_ids(memory: Memory) -> tuple[int, ...]:
    saved = memory.recall(_CoachedSessions, _LEARNERS_KEY)
    return () if saved is None else saved.tables


def _style_key(game: GameDefinition) -> str:
    return f"{game.id}.{_STYLE_KEY}"


# Limit for the stored names; the oldest ones are dropped.
_MAX_NAMES: Final = 300


@dataclass(frozen=True, slots=True)
class _PlayerExperience:
    """Normalised names of new players, and of those who are not new according to the user. `guest`: an
    unnamed player of the current set-up is new."""

    new: tuple[str, ...] = ()
    versed: tuple[str, ...] = ()
    guest: bool = False


def players_to_ask(
    memory: Memory, game: GameDefinition, players: Sequence[str], finished: Collection[str]
) -> tuple[str, ...]:
    """Return the players to ask about: those without information, and those marked as new, because that may
    be changed. `finished` are the players with a finished game."""
    known_names = {*_normalize_names(finished), *_load(memory, game).versed}
    return tuple(name for name in players if not is_unnamed(name) and normalize_name(name) not in known_names)


def is_marked_new(memory: Memory, game: GameDefinition, name: str) -> bool:
    """True if the user marked this player as new."""
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
    """Record the answer: all players who are not marked as new are experienced. Return True if an unnamed
    player is new, which holds for this session only."""
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
    return memory.recall(_PlayerExperience, _new_players_key(game)) or _PlayerExperience()


def _save(memory: Memory, game: GameDefinition, experience: _PlayerExperience) -> None:
    trimmed = replace(experience, new=experience.new[-_MAX_NAMES:], versed=experience.versed[-_MAX_NAMES:])
    memory.remember(trimmed, _new_players_key(game))


def _new_players_key(game: GameDefinition) -> str:
    return f"{game.id}.people"


_HANDS_FREE: Final = "hands_free"


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
    """Return the stored progress for this set-up and save it: the previous progress, unless a game has
    started since."""
    saved, parts = (
        memory.recall(GuideProgress, _guide_ticks_key(game)),
        list_parts(make_guide_steps(game, setup)),
    )
    progress = _migrate_progress(saved, game, setup)
    if progress.part not in parts:
        progress = set_part(progress, parts[0])
    if progress != saved:
        save_progress(memory, game, progress)
    return progress


def save_progress(memory: Memory, game: GameDefinition, progress: GuideProgress) -> None:
    memory.remember(progress, _guide_ticks_key(game))


def mark_done(progress: GuideProgress, steps: Iterable[GuideStep], step: str) -> GuideProgress:
    done = {*progress.done, step}
    return replace(progress, done=tuple(one.id for one in steps if one.id in done))


def set_part(progress: GuideProgress, part: str) -> GuideProgress:
    return replace(progress, part=part)


def mark_game_started(memory: Memory, game: GameDefinition) -> None:
    saved = memory.recall(GuideProgress, _guide_ticks_key(game))
    if saved is not None and not saved.begun:
        save_progress(memory, game, replace(saved, begun=True))


@dataclass(frozen=True, slots=True)
class _HandsFree:
    by_itself: bool


def is_auto_advance(memory: Memory) -> bool:
    """True if reading aloud advances automatically, as chosen last."""
    saved = memory.recall(_HandsFree, _HANDS_FREE)
    return saved is None or saved.by_itself


def set_auto_advance(memory: Memory, by_itself: bool) -> None:
    memory.remember(_HandsFree(by_itself), _HANDS_FREE)


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


def _guide_ticks_key(game: GameDefinition) -> str:
    return f"{game.id}.guide"


@dataclass(frozen=True, slots=True)
class _BoxCheck:
    there: tuple[str, ...] = ()


def load_box_check(memory: Memory, game: GameDefinition) -> frozenset[str]:
    """Return the kinds of components that are complete."""
    saved = memory.recall(_BoxCheck, _box_ticks_key(game))
    return frozenset(() if saved is None else saved.there)


def save_box_check(memory: Memory, game: GameDefinition, complete_ids: frozenset[str]) -> None:
    memory.remember(_BoxCheck(tuple(sorted(complete_ids))), _box_ticks_key(game))


def _box_ticks_key(game: GameDefinition) -> str:
    return f"{game.id}.box"


_MEMORY_KEY: Final = "intro"


@dataclass(frozen=True, slots=True)
class _IntroSpeed:
    speed: IntroSpeed


def load_speed(memory: Memory) -> IntroSpeed:
    saved = memory.recall(_IntroSpeed, _MEMORY_KEY)
    return IntroSpeed.CALM if saved is None else saved.speed


def save_speed(memory: Memory, speed: IntroSpeed) -> None:
    memory.remember(_IntroSpeed(speed), _MEMORY_KEY)
