"""Stored games: the list, its filter, replay and game nights."""
