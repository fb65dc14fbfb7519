"""Tour: walks through every page of the app and takes screenshots, with sample games in progress."""
