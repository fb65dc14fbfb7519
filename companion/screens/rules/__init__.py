"""The rules of any game, to look things up in."""
