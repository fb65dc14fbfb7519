"""Table Companion: narrator and score keeper for board games."""

__version__ = "0.1.0"
