"""Codenames Duet as the table sees it."""
