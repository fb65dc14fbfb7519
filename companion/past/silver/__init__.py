"""Statistics of Silver."""
