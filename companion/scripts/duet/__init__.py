"""Codenames Duet: what is said during a mission."""
