"""From a script to a timeline, and from a timeline to what is happening now."""
