"""Learning a game: introduction, guided set-up, box check and rules."""
