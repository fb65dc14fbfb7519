"""What can be thought of somebody among Cultists, beside what can be of anybody."""

from __future__ import annotations

MARKS = ("investigator", "cultist", "seer")
