"""Exceptions that end a check early.

Each check is a module with `check(work)`, which works below that folder and returns its report lines.
"""

from __future__ import annotations


class Failed(Exception):
    """The package is wrong; the message says how."""


class Skipped(Exception):
    """The check cannot run here; the message says in one line what it needs."""
