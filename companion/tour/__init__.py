"""A walk through the app with nobody watching: every screen, with tables in play, as a picture."""
