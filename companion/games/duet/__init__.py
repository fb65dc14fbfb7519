"""Codenames Duet: one cooperative mission of two sides with a limited number of timer tokens."""
