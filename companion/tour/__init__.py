"""A walk through the app with nobody watching: every screen, with tables in play, as a picture."""

from companion.tour.views import VIEWS
from companion.tour.walk import Tour

__all__ = ["VIEWS", "Tour"]
