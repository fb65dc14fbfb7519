"""What is counted of games of Silver, and what that comes to."""
