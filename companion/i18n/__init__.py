"""Words, numbers and lines in every language of the app. Pure: nothing here knows of widgets."""
