"""Subcommands of `companion`, one module each."""
