"""How other apps list Silver."""

from __future__ import annotations

from companion.past.listed import Listed

LISTED = Listed("Silver", points=True, highest_wins=False)
