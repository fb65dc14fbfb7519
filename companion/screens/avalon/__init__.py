"""The screens of Avalon. Home sums up a table without loading the screens that play it."""
