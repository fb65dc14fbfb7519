"""A sentence by the key of its words in the catalogues, and what is put into them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Arg = int | str | tuple[str, ...] | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    key: str
    args: Mapping[str, Arg] = field(default_factory=dict, hash=False)
