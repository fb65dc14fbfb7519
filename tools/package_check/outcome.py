"""How a check ends other than well. Each check is a module with `check(work)`: it does its work below that
folder and returns the lines that tell what it found."""

from __future__ import annotations


class Failed(Exception):
    """The package is wrong; the message says how."""


class Skipped(Exception):
    """Could not be tried here; the message says in one line what it needs."""
