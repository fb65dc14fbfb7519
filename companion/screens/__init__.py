"""The screens: each composed of shared widgets, built on its first visit."""
