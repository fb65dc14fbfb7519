"""Files on screen: backup and data, importing with progress, sharing."""
