"""The screens of Silver. Home sums up a table without loading the screens that play it."""
