"""Translation, number and date formats, and text layout. Independent of the user interface."""
