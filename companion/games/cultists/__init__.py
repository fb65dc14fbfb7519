"""Among Cultists, for four to eight players."""
