"""The Resistance: Avalon, for five to ten players."""
