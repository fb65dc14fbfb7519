"""Codenames Duet: one mission of two sides against the clock of their timer tokens."""
