"""How other apps list Among Cultists."""

from __future__ import annotations

from companion.past.listed import Listed

LISTED = Listed("Among Cultists", teams=True)
