"""Game-independent core without Kivy: sessions, drafts, definitions, players, serialization."""
