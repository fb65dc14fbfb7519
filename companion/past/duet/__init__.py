"""Statistics of Codenames Duet."""
