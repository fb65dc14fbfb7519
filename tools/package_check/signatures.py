"""Check that the Java stubs in tests/phone/java have the signatures of a real Android.

Exactly, by `javap`, for members of Android 6 (the last version in Debian); newer members by declarations of
the newest version, which have one type for all numbers; classes of python-for-android by their source.
Members that cannot be checked are listed.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path

from tools.package_check import declarations
from tools.package_check.classes import CONSTRUCTOR, JavaClass, Member, read
from tools.package_check.declarations import Declared, constant
from tools.package_check.downloads import debian, npm
from tools.package_check.outcome import Failed, Skipped
from tools.package_check.packers import ROOT, python

_SOURCES = ROOT / "tests" / "phone" / "java"
_FOR_TESTS = re.compile(r"^\s*// For tests\b", re.MULTILINE)
_DECLARED = re.compile(
    r"^ *(?:public |static |final |volatile )+"
    r"(?:[^;={(]*?\b(?:class|interface) (\w+)|[^;={(]*?(\w+)\s*[;=(])",
    re.MULTILINE,
)
_TYPES = (
    "@nativescript/types-android@9.1.1",
    "16193ea9c70286d5b0d3e2dc559abb483ad61fb599219c59d1a4146fe370b25a",
)


class Match(Enum):
    """How a member of a stub was verified."""

    EXACT = "exactly as in Android 6"
    DECLARED = "newer, as declared for Android 17"
    BY_NAME = "of python-for-android, by their names"
    WRONG = "wrong"
    UNKNOWN = "unchecked"


Verdict = tuple[Match, str]


def check(work: Path) -> list[str]:
    if shutil.which("javac") is None or shutil.which("javap") is None:
        raise Skipped("needs a JDK: apt-get install default-jdk-headless")
    classes = work / "stand-ins"
    shutil.rmtree(classes, ignore_errors=True)
    sources = sorted(_SOURCES.rglob("*.java"))
    _java("javac", "-nowarn", "-encoding", "UTF-8", "-d", classes, *sources)
    names = sorted(
        ".".join(path.relative_to(classes).with_suffix("").parts) for path in classes.rglob("*.class")
    )
    # Anonymous classes cannot be called from outside.
    stand_ins = list(list_classes(classes, [name for name in names if not re.search(r"\$\d", name)]))
    jar = debian(work, "libandroid-23-java", "bullseye") / "usr/share/java/com.android.android-23.jar"
    old = with_parents(jar, [stand_in.name for stand_in in stand_ins])
    types = npm(work, *_TYPES) / "lib" / "android"
    new = {
        **declarations.read((types / "android-platform-37.d.ts").read_text(encoding="utf-8")),
        **declarations.read((types / "androidx-32.d.ts").read_text(encoding="utf-8")),
    }
    verdicts: list[Verdict] = []
    for one in stand_ins:
        source = _SOURCES / Path(*one.name.partition("$")[0].split(".")).with_suffix(".java")
        text = source.read_text(encoding="utf-8")
        if not one.public or one.name.rpartition("$")[2] in names_for_tests(text):
            continue
        if source.relative_to(_SOURCES).parts[0] == "org":
            verdicts += judge_by_source(one, text, _packed_source(work, source.name))
        else:
            verdicts += judge(one, text, old, new)
    labels = {match: [label for one, label in verdicts if one is match] for match in Match}
    if wrong := labels[Match.WRONG]:
        raise Failed("Android has no " + "; ".join(wrong))
    confirmed = (Match.EXACT, Match.DECLARED, Match.BY_NAME)
    unknown = labels[Match.UNKNOWN]
    return [
        "members of the stand-ins: " + ", ".join(f"{len(labels[one])} {one.value}" for one in confirmed),
        *([f"unchecked: {', '.join(unknown)}"] if unknown else []),
    ]


def judge(
    stand_in: JavaClass, source: str, old: Mapping[str, JavaClass], new: Mapping[str, Declared]
) -> Iterator[Verdict]:
    """Check each member of an Android class against the jar, then against the declarations."""
    dotted = stand_in.name.replace("$", ".")
    if stand_in.name not in old and dotted not in new:
        yield Match.WRONG, f"class {stand_in.name}"
        return
    real = old[stand_in.name].interface if stand_in.name in old else new[dotted].interface
    if stand_in.interface != real:
        yield Match.WRONG, f"{'interface' if stand_in.interface else 'class'} {stand_in.name}"
    for member in _promised(stand_in, source):
        label = f"{stand_in.name}: {member}"
        old_ones = [
            m for one in _with_ancestors(stand_in.name, old) for m in one.members if m.name == member.name
        ]
        exact = next((m for m in old_ones if _same(m, member)), None)
        # Skip declarations that also match a member of the jar: they mean that one, with another number type.
        declared_lines = [
            line
            for one in _with_declared_ancestors(dotted, new)
            for line in one.lines(member)
            if not any(line in one.lines(m) for m in old_ones)
        ]
        if exact and not _differs(exact.value, member.value):
            yield Match.EXACT, label
        elif not exact and declared_lines and not _differs(constant(declared_lines[0]), member.value):
            yield Match.DECLARED, label
        else:
            yield Match.WRONG, label


def judge_by_source(stand_in: JavaClass, source: str, packed: str | None) -> Iterator[Verdict]:
    """Check that the source of a python-for-android class declares a member of each name."""
    for member in _promised(stand_in, source):
        label = f"{stand_in.name}: {member}"
        if packed is None:
            yield Match.UNKNOWN, label
        elif re.search(rf"\b[\w<>\[\].]+ {re.escape(member.name)}\s*[(=;]", packed):
            yield Match.BY_NAME, label
        else:
            yield Match.WRONG, label


def _promised(stand_in: JavaClass, source: str) -> Iterator[Member]:
    """Yield the members of a stub that Android must have.

    Excluded are test helpers and a default constructor, with which tests create what the system creates on a
    phone.
    """
    for_tests = set(names_for_tests(source))
    for member in stand_in.members:
        plain = (member.name, member.descriptor) == (CONSTRUCTOR, "()V")
        if member.name not in for_tests and not plain:
            yield member


def names_for_tests(source: str) -> list[str]:
    """Return the names declared below the marker line for test helpers."""
    begin = _FOR_TESTS.search(source)
    return [kind or name for kind, name in _DECLARED.findall(source, begin.end())] if begin else []


def _same(one: Member, other: Member) -> bool:
    return (one.name, one.descriptor, one.static) == (other.name, other.descriptor, other.static)


def _differs(real: str | None, expected: str | None) -> bool:
    """Return True if both are constants with different values."""
    return bool(real) and expected is not None and real != expected


def _with_ancestors(name: str, ancestors: Mapping[str, JavaClass]) -> Iterator[JavaClass]:
    """Yield a class and all its ancestors."""
    if name in ancestors:
        yield ancestors[name]
        for parent in ancestors[name].parents:
            yield from _with_ancestors(parent, ancestors)


def _with_declared_ancestors(name: str, ancestors: Mapping[str, Declared]) -> Iterator[Declared]:
    if name in ancestors:
        yield ancestors[name]
        for parent in ancestors[name].parents:
            yield from _with_declared_ancestors(parent, ancestors)


def list_classes(path: Path, names: Iterable[str]) -> Iterator[JavaClass]:
    return read(_java("javap", "-public", "-s", "-constants", "-cp", path, *names))


def with_parents(jar: Path, names: Iterable[str]) -> dict[str, JavaClass]:
    """Return those of these classes that the jar contains, with all their ancestors."""
    ancestors: dict[str, JavaClass] = {}
    names_to_read = set(names)
    while names_to_read:
        # javap reports a missing class and continues with the next.
        classes_found = {one.name: one for one in list_classes(jar, sorted(names_to_read))}
        ancestors |= classes_found
        names_to_read = {parent for one in classes_found.values() for parent in one.parents} - set(ancestors)
    return ancestors


def _packed_source(work: Path, name: str) -> str | None:
    packages = next((python(work).parents[1] / "lib").glob("python*/site-packages"))
    folders = ("common", "_sdl_common", "sdl2")
    for folder in folders:
        build = packages / "pythonforandroid" / "bootstraps" / folder / "build" / "src"
        for path in build.rglob(name):
            return path.read_text(encoding="utf-8")
    return None


def _java(*command: object) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode and "class not found" not in done.stderr:
        raise Failed(f"{command[0]}: {done.stderr.strip()[-1000:]}")
    return done.stdout
