"""Notepad marks of Among Cultists, in addition to the general ones."""

from __future__ import annotations

MARKS = ("investigator", "cultist", "seer")
