"""What the games are: rules as pure functions over plain data."""
