"""What is said and followed at the table, as data."""
