"""Words, numbers and lines in four languages. Pure: nothing here knows of widgets."""
