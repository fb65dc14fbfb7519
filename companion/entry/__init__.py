"""Drafts, edits, history logs and text of the games, without a window."""
