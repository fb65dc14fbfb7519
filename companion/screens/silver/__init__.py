"""The screens of Silver. `progress` does not load the screens that play it."""
