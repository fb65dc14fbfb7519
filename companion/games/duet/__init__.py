"""Codenames Duet: one mission of two sides against the clock of their timer tokens."""

from companion.games.duet.play import DUET

__all__ = ["DUET"]
