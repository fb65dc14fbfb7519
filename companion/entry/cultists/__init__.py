"""Among Cultists as it is entered: a vote while it is told, and the log as the table sees it."""
