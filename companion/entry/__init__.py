"""What is being entered before it is a move, and how the log is told: pure, without a window."""
