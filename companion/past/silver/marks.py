"""Notepad marks of Silver, in addition to the general ones."""

from __future__ import annotations

MARKS = ("low", "high", "calls")
