"""Scripts of Among Cultists: guide, night, speech, lessons, Automa."""
