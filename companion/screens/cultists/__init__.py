"""The screens of Among Cultists, loaded on first use."""
