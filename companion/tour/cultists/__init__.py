"""Among Cultists: before the night, at the table, votes and questions, and looking back."""

from companion.games.cultists.setup import Setup
from companion.scripts.cues import Style
from companion.tour.cultists import before, past, table, votes

_PEOPLE = tuple(str(seat) for seat in range(1, 7))
NIGHTS = (("ritual", Setup(_PEOPLE, roles=("seer",)), Style.RITUAL),)
VIEWS = (*before.VIEWS, *table.VIEWS, *votes.VIEWS, *past.VIEWS)
