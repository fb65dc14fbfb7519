"""Among Cultists: before the night, at the table, votes and questions, and looking back."""

from companion.tour.cultists import before, past, table, votes

VIEWS = (*before.VIEWS, *table.VIEWS, *votes.VIEWS, *past.VIEWS)
