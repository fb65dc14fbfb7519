"""What can be thought of somebody at Silver, beside what can be of anybody."""

from __future__ import annotations

MARKS = ("low", "high", "calls")
