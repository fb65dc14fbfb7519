"""How other apps list Avalon."""

from __future__ import annotations

from companion.past.listed import Listed

LISTED = Listed("The Resistance: Avalon", 128882, 2012, teams=True)
