"""Drafts, edits and history of Avalon."""
