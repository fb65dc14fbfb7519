"""A sentence by the key of its words in the catalogues, and what is put into them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Arg = int | str | tuple[str, ...] | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    key: str
    args: Mapping[str, Arg] = field(default_factory=dict, hash=False)

    @property
    def closed(self) -> bool:
        """Whether nothing but numbers of the rules is put into it: there are so few like it that each can be
        recorded. Of names there is no end."""
        return all(isinstance(value, int) for value in self.args.values())

    @property
    def line(self) -> str:
        """What a recording of it is called: `key`, or `key(n=5,rooms=9)`."""
        told = ",".join(f"{name}={value}" for name, value in sorted(self.args.items()))
        return f"{self.key}({told})" if told else self.key


def sentence_of(line: str) -> Sentence:
    """The closed sentence that a recording of this name says."""
    key, _, told = line.removesuffix(")").partition("(")
    args = (arg.partition("=") for arg in told.split(",") if arg)
    return Sentence(key, {name: int(value) for name, _, value in args})
