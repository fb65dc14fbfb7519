"""Shared, game-blind widgets: theme, text, buttons, seat ring and the rest."""
