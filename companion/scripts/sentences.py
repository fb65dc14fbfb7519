"""A sentence by the key of its words in the catalogues, and what is put into them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Arg = int | str | tuple[str, ...] | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Message:
    key: str
    args: Mapping[str, Arg] = field(default_factory=dict, hash=False)

    @property
    def is_recordable(self) -> bool:
        """Whether nothing but numbers of the rules is put into it: there are so few like it that each can be
        recorded. Of names there is no end."""
        return all(isinstance(value, int) for value in self.args.values())

    @property
    def clip_name(self) -> str:
        """What a recording of it is called: `key`, or `key(n=5,rooms=9)`."""
        formatted_args = ",".join(f"{name}={value}" for name, value in sorted(self.args.items()))
        return f"{self.key}({formatted_args})" if formatted_args else self.key


def parse_clip_name(clip_name: str) -> Message:
    """The closed sentence that a recording of this name says."""
    key, _, formatted_args = clip_name.removesuffix(")").partition("(")
    args = (arg.partition("=") for arg in formatted_args.split(",") if arg)
    return Message(key, {name: int(value) for name, _, value in args})
