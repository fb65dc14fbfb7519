"""Table Companion: the narrator and score keeper beside the box."""

__version__ = "0.1.0"
