"""Statistics, endings and notepad marks of each game (parts of its `GameDefinition`)."""
