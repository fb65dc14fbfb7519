"""What is counted of games of Among Cultists, and what that comes to."""
