"""Parse Android's classes from TypeScript declarations, which are newer than any Android in Debian.

They have one type for all numbers. `android.media.AudioManager` is a class within modules; its nested classes
are in a module of its name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tools.package_check.classes import CONSTRUCTOR, Member, plain

_MODULE = re.compile(r"^(?P<depth>\t*)(?:declare|export) module (?P<name>[\w.]+) \{$")
_CLASS = re.compile(
    r"^(?P<depth>\t*)export (?:abstract )?(?:class|interface) (?P<name>\w+)(?P<parents>[^{]*)\{$"
)
_METHOD = re.compile(
    r"^public (?P<static>static )?(?P<name>\w+)(?:<.*?>)?\((?P<parameters>.*)\)(?:: (?P<gives>.*))?;$"
)
_FIELD = re.compile(r"^public (?P<static>static )?(?P<name>\w+): (?P<type>.*);$")
_BOXES = ("Byte", "Short", "Integer", "Long", "Float", "Double")
_NUMBERS = {*"BSIJFD", *(f"Ljava/lang/{name};" for name in _BOXES)}
_WORDS = {
    "V": "void",
    "Z": "boolean",
    "Ljava/lang/Boolean;": "boolean",
    "C": "string",
    "Ljava/lang/String;": "string",
    "Ljava/lang/CharSequence;": "string",
    "Ljava/lang/Object;": "any",
}
_TYPE = re.compile(r"\[*(?:[BSIJFDZCV]|L[^;]+;)")


@dataclass(frozen=True, slots=True)
class Declared:
    """A class with the unparsed lines of its body; most are never needed."""

    parents: tuple[str, ...]
    body: tuple[str, ...]

    @property
    def interface(self) -> bool:
        return any(line.startswith("public constructor(implementation: {") for line in self.body)

    def lines(self, member: Member) -> list[str]:
        """Return the lines that declare this member."""
        if member.descriptor.startswith("("):
            return [
                line for line in self.body if (match := _METHOD.match(line)) and _is_method(match, member)
            ]
        return [line for line in self.body if (match := _FIELD.match(line)) and _is_field(match, member)]


def constant(line: str) -> str | None:
    """Return the value of a field declaration, or None."""
    match = re.search(r": (-?[\d.]+|\".*\");$", line)
    return match[1] if match else None


def read(text: str) -> Mapping[str, Declared]:
    """Parse all classes by full name, such as `android.media.AudioManager.OnAudioFocusChangeListener`."""
    match: dict[str, Declared] = {}
    modules: list[str] = []
    lines = text.replace("globalAndroid.", "android.").splitlines()
    open_class: tuple[int, str, str, int] | None = None
    for number, line in enumerate(lines):
        if open_class:
            depth, name, parents, start = open_class
            if line == "\t" * depth + "}":
                body = tuple(
                    inner.strip()
                    for inner in lines[start:number]
                    if inner[: depth + 2].count("\t") == depth + 1
                )
                match[name] = Declared(_parents(parents), body)
                open_class = None
        elif (module := _MODULE.match(line)) is not None:
            modules[len(module["depth"]) :] = [module["name"]]
        elif (opened := _CLASS.match(line)) is not None:
            depth = len(opened["depth"])
            name = ".".join([*modules[:depth], opened["name"]])
            open_class = (depth, name, opened["parents"], number + 1)
    return match


def _parents(text: str) -> tuple[str, ...]:
    names = re.sub(r"\b(?:extends|implements)\b", ",", plain(text)).split(",")
    return tuple(name.strip() for name in names if name.strip())


def _is_field(match: re.Match[str], member: Member) -> bool:
    return (
        match["name"] == member.name
        and bool(match["static"]) == member.static
        and _fits(member.descriptor, match["type"])
    )


def _is_method(match: re.Match[str], member: Member) -> bool:
    constructor = member.name == CONSTRUCTOR
    if match["name"] != ("constructor" if constructor else member.name):
        return False
    inside, _, gives = member.descriptor[1:].partition(")")
    expected = _TYPE.findall(inside)
    actual = [part.partition(":")[2] for part in _split(match["parameters"])]
    return (
        bool(match["static"]) == member.static
        and len(expected) == len(actual)
        and all(_fits(one, other) for one, other in zip(expected, actual, strict=True))
        and (constructor or _fits(gives, match["gives"] or "void"))
    )


def _split(parameters: str) -> list[str]:
    """Split at commas outside brackets."""
    parts, depth = [""], 0
    for letter in parameters:
        depth += letter in "<({"
        depth -= letter in ">)}"
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in parts if part.strip()]


def _fits(descriptor: str, declared: str) -> bool:
    declared = declared.strip().removesuffix(" | null")
    if re.fullmatch(r"-?[\d.]+", declared):
        declared = "number"
    elif declared.startswith('"'):
        declared = "string"
    if descriptor.startswith("["):
        inner = re.fullmatch(r"(?:androidNative\.)?Array<(.*)>", declared)
        return inner is not None and _fits(descriptor[1:], inner[1])
    # Types that are hidden from apps, or arbitrary, are declared as `any`.
    return declared == "any" or plain(declared) == _word(descriptor)


def _word(descriptor: str) -> str:
    if descriptor in _NUMBERS:
        return "number"
    return _WORDS.get(descriptor) or descriptor[1:-1].replace("/", ".").replace("$", ".")
