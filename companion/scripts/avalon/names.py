"""What characters are called where there is room for one word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# Names too long for a small card or a seat; the others stand there as they are.
_SHORT_NAME_KEYS: Final[Mapping[str, str]] = {
    "servant": "avalon.role.servant.short",
    "minion": "avalon.role.minion.short",
    "lancelot_good": "avalon.role.lancelot",
    "lancelot_evil": "avalon.role.lancelot",
}


def short_name_key(role: str) -> str:
    """The catalogue key of a character's name where there is room for a word."""
    return _SHORT_NAME_KEYS.get(role, f"avalon.role.{role}.name")
