"""Proves that whatever hands do to the phone in the night, dawn is right."""
