"""`Message`: a translatable sentence, as a catalogue key with arguments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Union

# Messages in an argument are translated first.
MessageArg = Union[int, float, str, "Message", tuple["int | float | str | Message", ...]]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence that is translated when it is shown."""

    key: str
    args: Mapping[str, MessageArg] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, key: str, /, **args: MessageArg) -> Message:
        return cls(key, args)

    @classmethod
    def from_name(cls, name: str) -> Message:
        """Create a message that is only the name of a player, or another text that is not translated."""
        return cls("", {"name": name})

    @property
    def is_recordable(self) -> bool:
        """True if all arguments are whole numbers: such messages are few enough to be recorded."""
        return all(isinstance(value, int) for value in self.args.values())

    @property
    def clip_name(self) -> str:
        """The name of the audio clip of this message: `key`, or `key(n=5,rooms=9)`."""
        formatted_args = ",".join(f"{name}={value}" for name, value in sorted(self.args.items()))
        return f"{self.key}({formatted_args})" if formatted_args else self.key

    @classmethod
    def from_clip_name(cls, clip_name: str) -> Message:
        key, _, formatted_args = clip_name.removesuffix(")").partition("(")
        args = (arg.partition("=") for arg in formatted_args.split(",") if arg)
        return cls(key, {name: int(value) for name, _, value in args})
