"""The words after `companion`, a module each."""
