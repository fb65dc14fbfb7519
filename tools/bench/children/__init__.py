"""Scripts that are measured, each run in a process of its own."""
