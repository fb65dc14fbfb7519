"""Drafts, edits and history of Silver."""
