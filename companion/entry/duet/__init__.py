"""Drafts, edits, history and campaign map of Codenames Duet."""
