"""The built-in voices: phonemes, rendering, encoding, and tests of intelligibility."""
