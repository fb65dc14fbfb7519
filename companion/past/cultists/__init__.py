"""Statistics of Among Cultists."""
