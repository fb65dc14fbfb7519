"""Every stand-in of tests/phone/java has the signatures of a real Android.

Exactly, by `javap`, where Android 6 had them (the last whose classes Debian has); what is newer, by
declarations of the newest, which have one word for all numbers. Classes of python-for-android by their
source. What nobody here knows is named."""

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


class Found(Enum):
    """How a member of a stand-in is known."""

    EXACT = "exactly as in Android 6"
    DECLARED = "newer, as declared for Android 17"
    NAMED = "of python-for-android, by their names"
    WRONG = "wrong"
    UNKNOWN = "unchecked"


Verdict = tuple[Found, str]


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
    # A class without a name is nobody's to call.
    ours = list(listed(classes, [name for name in names if not re.search(r"\$\d", name)]))
    jar = debian(work, "libandroid-23-java", "bullseye") / "usr/share/java/com.android.android-23.jar"
    old = with_parents(jar, [found.name for found in ours])
    types = npm(work, *_TYPES) / "lib" / "android"
    new = {
        **declarations.read((types / "android-platform-37.d.ts").read_text(encoding="utf-8")),
        **declarations.read((types / "androidx-32.d.ts").read_text(encoding="utf-8")),
    }
    verdicts: list[Verdict] = []
    for one in ours:
        source = _SOURCES / Path(*one.name.partition("$")[0].split(".")).with_suffix(".java")
        text = source.read_text(encoding="utf-8")
        if not one.public or one.name.rpartition("$")[2] in names_for_tests(text):
            continue
        if source.relative_to(_SOURCES).parts[0] == "org":
            verdicts += judge_by_source(one, text, _packed_source(work, source.name))
        else:
            verdicts += judge(one, text, old, new)
    labels = {found: [label for one, label in verdicts if one is found] for found in Found}
    if wrong := labels[Found.WRONG]:
        raise Failed("Android has no " + "; ".join(wrong))
    known = (Found.EXACT, Found.DECLARED, Found.NAMED)
    unknown = labels[Found.UNKNOWN]
    return [
        "members of the stand-ins: " + ", ".join(f"{len(labels[one])} {one.value}" for one in known),
        *([f"unchecked: {', '.join(unknown)}"] if unknown else []),
    ]


def judge(
    ours: JavaClass, source: str, old: Mapping[str, JavaClass], new: Mapping[str, Declared]
) -> Iterator[Verdict]:
    """A class of Android: each of its members against the jar, then against the declarations."""
    dotted = ours.name.replace("$", ".")
    if ours.name not in old and dotted not in new:
        yield Found.WRONG, f"class {ours.name}"
        return
    real = old[ours.name].interface if ours.name in old else new[dotted].interface
    if ours.interface != real:
        yield Found.WRONG, f"{'interface' if ours.interface else 'class'} {ours.name}"
    for member in _promised(ours, source):
        label = f"{ours.name}: {member}"
        old_ones = [m for one in _line(ours.name, old) for m in one.members if m.name == member.name]
        exact = next((m for m in old_ones if _same(m, member)), None)
        # A declaration that fits a member of the jar as well means that one, whatever kind of number we have.
        said = [
            line
            for one in _newer_line(dotted, new)
            for line in one.lines(member)
            if not any(line in one.lines(m) for m in old_ones)
        ]
        if exact and not _differs(exact.value, member.value):
            yield Found.EXACT, label
        elif not exact and said and not _differs(constant(said[0]), member.value):
            yield Found.DECLARED, label
        else:
            yield Found.WRONG, label


def judge_by_source(ours: JavaClass, source: str, packed: str | None) -> Iterator[Verdict]:
    """A class that python-for-android brings: its source declares something of that name."""
    for member in _promised(ours, source):
        label = f"{ours.name}: {member}"
        if packed is None:
            yield Found.UNKNOWN, label
        elif re.search(rf"\b[\w<>\[\].]+ {re.escape(member.name)}\s*[(=;]", packed):
            yield Found.NAMED, label
        else:
            yield Found.WRONG, label


def _promised(ours: JavaClass, source: str) -> Iterator[Member]:
    """What a stand-in says that Android has: all but what stands there for tests, and a plain constructor, by
    which a test makes what on a phone the system makes."""
    for_tests = set(names_for_tests(source))
    for member in ours.members:
        plain = (member.name, member.descriptor) == (CONSTRUCTOR, "()V")
        if member.name not in for_tests and not plain:
            yield member


def names_for_tests(source: str) -> list[str]:
    """What is declared below the line that says so."""
    begin = _FOR_TESTS.search(source)
    return [kind or name for kind, name in _DECLARED.findall(source, begin.end())] if begin else []


def _same(one: Member, other: Member) -> bool:
    return (one.name, one.descriptor, one.static) == (other.name, other.descriptor, other.static)


def _differs(real: str | None, ours: str | None) -> bool:
    """Whether both are constants, of different values."""
    return bool(real) and ours is not None and real != ours


def _line(name: str, known: Mapping[str, JavaClass]) -> Iterator[JavaClass]:
    """A class and all it inherits from."""
    if name in known:
        yield known[name]
        for parent in known[name].parents:
            yield from _line(parent, known)


def _newer_line(name: str, known: Mapping[str, Declared]) -> Iterator[Declared]:
    if name in known:
        yield known[name]
        for parent in known[name].parents:
            yield from _newer_line(parent, known)


def listed(path: Path, names: Iterable[str]) -> Iterator[JavaClass]:
    return read(_java("javap", "-public", "-s", "-constants", "-cp", path, *names))


def with_parents(jar: Path, names: Iterable[str]) -> dict[str, JavaClass]:
    """Those of these classes that the jar has, and all they inherit from."""
    known: dict[str, JavaClass] = {}
    wanted = set(names)
    while wanted:
        # javap complains of a class that is not there, and goes on with the next.
        found = {one.name: one for one in listed(jar, sorted(wanted))}
        known |= found
        wanted = {parent for one in found.values() for parent in one.parents} - set(known)
    return known


def _packed_source(work: Path, name: str) -> str | None:
    packages = next((python(work).parents[1] / "lib").glob("python*/site-packages"))
    folders = ("common", "_sdl_common", "sdl2")
    for folder in folders:
        build = packages / "pythonforandroid" / "bootstraps" / folder / "build" / "src"
        for found in build.rglob(name):
            return found.read_text(encoding="utf-8")
    return None


def _java(*command: object) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode and "class not found" not in done.stderr:
        raise Failed(f"{command[0]}: {done.stderr.strip()[-1000:]}")
    return done.stdout
