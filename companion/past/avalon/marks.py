"""What can be thought of somebody at Avalon, beside what can be of anybody."""

from __future__ import annotations

MARKS = ("good", "evil", "merlin", "percival", "assassin")
