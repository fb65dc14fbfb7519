"""Screens: pages composed of shared widgets, imported and built on the first visit."""
