"""What is told of games that were played: counted, gathered into evenings, summed up, packed for others."""
