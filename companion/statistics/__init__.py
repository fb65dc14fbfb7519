"""Statistics of games and the cards that show them. Independent of the user interface and the database."""
