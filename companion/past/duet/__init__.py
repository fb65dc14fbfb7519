"""What is counted of games of Codenames Duet, and what that comes to."""
