"""Among Cultists in the tour: before the night, at the table, votes and questions, and history."""

from companion.games.cultists.setup import Setup
from companion.scripts.script import NightStyle
from companion.tour.cultists import before, past, table, votes

_PLAYERS = tuple(str(seat) for seat in range(1, 7))
NIGHTS = (("ritual", Setup(_PLAYERS, roles=("seer",)), NightStyle.RITUAL),)
VIEWS = (*before.VIEWS, *table.VIEWS, *votes.VIEWS, *past.VIEWS)
