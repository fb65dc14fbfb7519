"""Command line of the app: `companion`, and its subcommands."""
