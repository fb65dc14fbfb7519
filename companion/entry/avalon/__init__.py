"""Avalon as it is entered: teams, votes and quests while they are tapped, and the log as it is seen."""
