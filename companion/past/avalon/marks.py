"""Notepad marks of Avalon, in addition to the general ones."""

from __future__ import annotations

MARKS = ("good", "evil", "merlin", "percival", "assassin")
