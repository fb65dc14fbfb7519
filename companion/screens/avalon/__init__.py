"""The screens of Avalon. `progress` does not load the screens that play it."""
