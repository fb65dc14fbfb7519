"""Rules of the games as pure functions over plain data."""
