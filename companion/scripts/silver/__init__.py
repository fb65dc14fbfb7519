"""Scripts of Silver: guide, speech, lessons, rulebook."""
