"""A game from outside the package."""
