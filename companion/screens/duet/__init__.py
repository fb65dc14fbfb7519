"""The screens of Codenames Duet. `progress` does not load the screens that play it."""
