"""Statistics pages: overview, one game, one person."""
