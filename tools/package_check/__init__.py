"""Checks of the Android package that need no phone; run by `make package-check`."""
