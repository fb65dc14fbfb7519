"""What a figure is called: a key of the catalogues with what fills its places, put into words later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.i18n.translator import Translator


@dataclass(frozen=True, slots=True)
class Message:
    """`plain` is what no language changes: a name, a city that a table invented."""

    key: str = ""
    args: tuple[tuple[str, Any], ...] = ()
    plain: str = ""

    @classmethod
    def of(cls, key: str, /, **args: Any) -> Message:
        """What fills a place may be words again, or several of them."""
        return cls(key, tuple(args.items()))

    @classmethod
    def from_name(cls, name: str) -> Message:
        return cls(plain=name)


def translate(tr: Translator, message: Message) -> str:
    if not message.key:
        return tr.player_name(message.plain)
    return tr(message.key, **{name: _translate_arg(tr, value) for name, value in message.args})


def _translate_arg(tr: Translator, value: Any) -> Any:
    if isinstance(value, Message):
        return translate(tr, value)
    if isinstance(value, tuple):
        return tuple(_translate_arg(tr, item) for item in value)
    return value
