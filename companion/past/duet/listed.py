"""How other apps list Codenames Duet."""

from __future__ import annotations

from companion.past.listed import Listed

LISTED = Listed("Codenames: Duet", 224037, 2017, points=True, cooperative=True)
