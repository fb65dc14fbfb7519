"""The screens of Codenames Duet. Home sums up a table without loading the screens that play it."""
