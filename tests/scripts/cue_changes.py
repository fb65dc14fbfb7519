"""Changed scripts, for tests that a simulation detects the change."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import Any

from companion.scripts.script import Script


def with_cue(script: Script, step: int, **changes: Any) -> Script:
    cues = list(script.cues)
    cues[step] = replace(cues[step], **changes)
    return replace(script, cues=tuple(cues))


def step_of(script: Script, kind: Enum) -> int:
    return next(step for step, cue in enumerate(script.cues) if cue.kind is kind)
