"""Scripts of Avalon: night, speech, guide, lessons, rulebook."""
