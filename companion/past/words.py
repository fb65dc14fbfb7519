"""What a figure is called: a key of the catalogues with what fills its places, put into words later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.i18n.translator import Translator


@dataclass(frozen=True, slots=True)
class Words:
    """`plain` is what no language changes: a name, a city that a table invented."""

    key: str = ""
    args: tuple[tuple[str, Any], ...] = ()
    plain: str = ""

    @classmethod
    def of(cls, key: str, /, **args: Any) -> Words:
        """What fills a place may be words again, or several of them."""
        return cls(key, tuple(args.items()))

    @classmethod
    def name(cls, name: str) -> Words:
        return cls(plain=name)


def told(tr: Translator, words: Words) -> str:
    if not words.key:
        return tr.player(words.plain)
    return tr(words.key, **{name: _filling(tr, value) for name, value in words.args})


def _filling(tr: Translator, value: Any) -> Any:
    if isinstance(value, Words):
        return told(tr, value)
    if isinstance(value, tuple):
        return tuple(_filling(tr, item) for item in value)
    return value
