"""What is said and followed at a table of Silver: how to deal, and the game."""
