"""What is counted of games of Avalon, and what that comes to."""
