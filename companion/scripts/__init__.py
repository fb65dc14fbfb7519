"""Scripts as data: nights, speech, guides, lessons, rulebooks."""
