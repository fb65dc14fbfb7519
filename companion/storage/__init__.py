"""Persistence: games, rosters and settings in one SQLite file, committed at every step."""
