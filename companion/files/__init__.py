"""Files in and out of the app: transfer, backup, share links, recordings."""
