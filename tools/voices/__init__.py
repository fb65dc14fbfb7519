"""The built-in voices: from words to sounds, from sounds to clips, and how well those are understood."""
