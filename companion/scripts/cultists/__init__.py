"""What is said and followed at a table of Among Cultists: set-up, night, game, lessons, the Automa."""
