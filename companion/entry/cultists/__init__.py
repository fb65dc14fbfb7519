"""Drafts, edits and history of Among Cultists."""
