"""Where games, rosters and settings outlive the process: one SQLite file, durable at every step."""
