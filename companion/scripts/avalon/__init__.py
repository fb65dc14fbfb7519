"""What is said at a table of Avalon: the night, the game, and for learners the rule behind a step."""
