"""Scripts of Codenames Duet: speech, guide, lessons, rulebook."""
