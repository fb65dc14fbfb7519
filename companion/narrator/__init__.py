"""Narrator: plans a script as a timeline and plays it."""
