"""Parse the public members of Java classes from the output of `javap`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

CONSTRUCTOR = "<init>"

_HEAD = re.compile(
    r"^(?P<modifiers>(?:[a-z]+ )*)(?P<kind>class|interface) (?P<name>[\w.$]+)"
    r"(?: extends (?P<extends>[^{]*?))?(?: implements (?P<implements>[^{]*?))? \{$"
)
_CONSTANT = re.compile(r" = (?P<value>.*);$")


@dataclass(frozen=True, slots=True)
class Member:
    """A field, method or constructor with its descriptor, such as `(I)V` or `I`, and a constant's value."""

    name: str
    descriptor: str
    static: bool = False
    value: str | None = None

    def __str__(self) -> str:
        value = "" if self.value is None else f" = {self.value}"
        return f"{'static ' if self.static else ''}{self.name} {self.descriptor}{value}"


@dataclass(frozen=True, slots=True)
class JavaClass:
    name: str
    interface: bool
    parents: tuple[str, ...]
    members: tuple[Member, ...]
    public: bool = True


def read(listing: str) -> Iterator[JavaClass]:
    """Parse the classes of a listing by `javap -public -s -constants`."""
    head: re.Match[str] | None = None
    members: list[Member] = []
    declared = ""
    for line in listing.splitlines():
        if line.startswith("    descriptor: ") and head:
            members.append(_member(declared, line.removeprefix("    descriptor: "), head["name"]))
        elif line.startswith("  "):
            declared = line.strip()
        elif line == "}" and head:
            parents = f"{head['extends'] or ''},{head['implements'] or ''}".split(",")
            names = tuple(name.strip() for name in parents if name.strip())
            public = "public" in head["modifiers"]
            yield JavaClass(head["name"], head["kind"] == "interface", names, tuple(members), public)
            head = None
        elif new_head := _HEAD.match(plain(line)):
            head, members = new_head, []


def _member(declared: str, descriptor: str, owner: str) -> Member:
    constant = _CONSTANT.search(declared)
    words = plain(declared[: constant.start()] if constant else declared).partition("(")[0]
    *modifiers, name = words.rstrip(";").split()
    return Member(
        CONSTRUCTOR if name == owner else name,
        descriptor,
        "static" in modifiers,
        constant["value"] if constant else None,
    )


def plain(text: str) -> str:
    """Remove type arguments in angle brackets."""
    while (less := re.sub(r"<[^<>]*>", "", text)) != text:
        text = less
    return text
