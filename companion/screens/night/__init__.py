"""The night, spoken: its choices before, the dark screen during, and what follows at dawn."""
