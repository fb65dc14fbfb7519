"""Pure, and knows no game: sessions, drafts, definitions, players, serialization."""
