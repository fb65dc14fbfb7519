"""Shared widgets that know nothing of the games: theme, text, buttons, seat ring and others."""
