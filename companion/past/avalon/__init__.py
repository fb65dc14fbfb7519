"""Statistics of Avalon."""
