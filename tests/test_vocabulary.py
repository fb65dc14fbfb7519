"""Names are the standard terms: no word of the old dialect, no name for two things, no module too small.

`tests/vocabulary_exceptions.txt` lists what is still to be renamed or merged. It may only shrink: an entry
that is no longer needed fails too.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

import companion

ROOT: Final = Path(companion.__file__).parent
TOOLS: Final = ROOT.parent / "tools"
# Removed after the restructuring.
UNCHECKED: Final = TOOLS / "codemod"
EXCEPTIONS: Final = Path(__file__).with_name("vocabulary_exceptions.txt")
MIN_LINES: Final = 40


def _word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Anywhere in an identifier.
BANNED_WORDS: Final = _word_set(
    "told tells telling kept keeps came gone soon shortly anew begun hush foresee foreseen whereabouts "
    "whoever somebody everybody anybody fewest longest theirs ours beside aside kin fate dress dressed "
    "torn parcel lain lay lies laid stood thing things deeds newcomer amend amendment forgotten leafing "
    "regulars finishers usual said asked whom heard lacks supposed meant "
)
# As a whole identifier: participles and adverbs that do not say what they stand for.
BANNED_NAMES: Final = _word_set(
    "found made given taken shown known drawn seen chosen met held lost written put named called worth "
    "due own rest whole fresh dealt spoken lit shut cut built fitted settled counted touched placed "
    "offered wanted what which where how who whose many again away once alike apart going coming doing "
    "way ways "
)
# Every game has these, under the same name in each.
GAME_PARTS: Final = re.compile(
    r"companion/(games|scripts|screens|entry|past)/(avalon|cultists|duet|silver)\b"
)


def words_of(name: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]


def is_banned(name: str) -> bool:
    words = words_of(name)
    return any(word in BANNED_WORDS for word in words) or (len(words) == 1 and words[0] in BANNED_NAMES)


def defined_names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name
            case ast.arg():
                yield node.arg
            case ast.Name(ctx=ast.Store()):
                yield node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.attr
            case ast.MatchAs(name=str(name)) | ast.ExceptHandler(name=str(name)):
                yield name


@cache
def modules(root: Path = ROOT) -> tuple[tuple[str, ast.Module, int], ...]:
    """The path of each module below the project's folder, its syntax tree and its number of lines."""
    found = []
    for path in sorted(root.rglob("*.py")):
        if UNCHECKED in path.parents:
            continue
        source = path.read_text(encoding="utf-8")
        found.append((path.relative_to(ROOT.parent).as_posix(), ast.parse(source), len(source.splitlines())))
    return tuple(found)


def banned_identifiers() -> set[str]:
    return {
        f"identifier {path} {name}"
        for path, tree, _ in (*modules(), *modules(TOOLS))
        for name in defined_names(tree)
        if is_banned(name.strip("_"))
    }


def repeated_classes() -> set[str]:
    shared: Counter[str] = Counter()
    in_games: dict[str, set[str]] = {}
    for path, tree, _ in modules():
        part = GAME_PARTS.match(path)
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                if part:
                    in_games.setdefault(node.name, set()).add(part[1])
                else:
                    shared[node.name] += 1
    twice = {name for name, count in shared.items() if count > 1}
    return {f"class {name}" for name in twice | (shared.keys() & in_games.keys())}


def repeated_modules() -> set[str]:
    names = Counter(Path(path).stem for path, _, _ in modules() if not GAME_PARTS.match(path))
    return {f"module {name}" for name, count in names.items() if count > 1 and not name.startswith("__")}


def small_modules() -> set[str]:
    return {
        f"small {path}"
        for path, _, lines in modules()
        if lines < MIN_LINES and not Path(path).stem.startswith("__")
    }


CHECKS: Final = {
    "identifier": banned_identifiers,
    "class": repeated_classes,
    "module": repeated_modules,
    "small": small_modules,
}


def exceptions(kind: str) -> set[str]:
    lines = EXCEPTIONS.read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line.startswith(f"{kind} ")}


@pytest.mark.parametrize("kind", CHECKS)
def test_names_keep_to_the_vocabulary(kind: str) -> None:
    found = CHECKS[kind]()
    assert found - exceptions(kind) == set(), "see docs/glossary.md"
    assert exceptions(kind) - found == set(), "no longer needed: take it off the list"


def test_the_check_notices_words_of_the_dialect() -> None:
    tree = ast.parse("def tell_anew(kept, *, names): told = kept; self.heard_line = 1")
    assert sorted(filter(is_banned, defined_names(tree))) == ["heard_line", "kept", "tell_anew", "told"]
    assert not any(map(is_banned, ("drawn_card", "keep_draft", "find_match", "soonest")))


if __name__ == "__main__":
    EXCEPTIONS.write_text(
        "\n".join(sorted(set().union(*(check() for check in CHECKS.values())))) + "\n", "utf-8"
    )
