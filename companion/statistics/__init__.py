"""Pure: what is counted of games, and the cards that show it."""
