"""Silver as it is entered: a round while it is typed, and the log as the table sees it."""
