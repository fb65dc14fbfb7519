"""Where the code names keys of the catalogues, and where a kv file holds words that belong there."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.i18n.folders import domains

_SEGMENTS = r"[a-z0-9_]+(?:\.[a-z0-9_]+)*"
KEY = re.compile(rf"[a-z0-9_]+\.{_SEGMENTS}")
_KEY_START = re.compile(r"([a-z0-9_]+)\.([a-z0-9_.]*)")
_FILE_NAME = re.compile(r".*\.(?:csv|db|ini|jpg|json|kv|log|md|mp3|ogg|otf|po|png|py|svg|toml|ttf|txt|wav)")
_KV_PROPERTY = re.compile(r"(\s*)((?!canvas\b)[a-z_]\w*)\s*:(.*)")
_SHOWN = frozenset({"text", "hint_text", "title", "content", "label"})


class Finding(NamedTuple):
    file: str
    line: int
    key: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.key} {self.message}"


class Use(NamedTuple):
    """A key in the code, or the pattern of the keys that an f-string can make."""

    file: str
    line: int
    key: str
    pattern: re.Pattern[str]


def uses_in_code(root: Path) -> tuple[list[Use], list[Finding]]:
    """Every use under `root`/companion, and what is wrong with the files themselves."""
    uses: list[Use] = []
    findings: list[Finding] = []
    for path in sorted((root / "companion").rglob("*")):
        file = path.relative_to(root).as_posix()
        try:
            if path.suffix == ".py":
                uses += _uses_in(ast.parse(path.read_text(encoding="utf-8")), file, 0)
            elif path.suffix == ".kv":
                for line, name, value in _kv_values(path.read_text(encoding="utf-8")):
                    uses += _uses_in(value, file, line)
                    if name in _SHOWN:
                        findings += [
                            Finding(
                                file, line + at, name, f"holds the text {words!r}: words go to the catalogues"
                            )
                            for at, words in _words_in(value)
                        ]
        except (SyntaxError, ValueError) as wrong:
            findings.append(
                Finding(file, getattr(wrong, "lineno", None) or 1, "-", f"cannot be read: {wrong}")
            )
    return uses, findings


def _after_domain(text: str) -> str | None:
    """What follows the domain in a key, or in the beginning of one; None if the text is neither."""
    found = _KEY_START.fullmatch(text)
    return found[2] if found and found[1] in domains() else None


def _uses_in(tree: ast.AST, file: str, before: int) -> Iterator[Use]:
    if isinstance(tree, ast.Constant):
        value = tree.value
        if isinstance(value, str) and _after_domain(value) and not _FILE_NAME.fullmatch(value):
            yield Use(file, before + tree.lineno, value, re.compile(re.escape(value)))
    elif isinstance(tree, ast.JoinedStr):
        parts = [str(part.value) if isinstance(part, ast.Constant) else None for part in tree.values]
        fixed = "".join(part or "" for part in parts)
        if parts and "." in (parts[0] or "") and _after_domain(fixed) is not None:
            shown = "".join("{…}" if part is None else part for part in parts)
            pattern = "".join(_SEGMENTS if part is None else re.escape(part) for part in parts)
            yield Use(file, before + tree.lineno, shown, re.compile(pattern))
    for child in ast.iter_child_nodes(tree):
        # The fixed parts of an f-string are no keys by themselves.
        if not (isinstance(tree, ast.JoinedStr) and isinstance(child, ast.Constant)):
            yield from _uses_in(child, file, before)


def _kv_values(source: str) -> Iterator[tuple[int, str, ast.AST]]:
    """Each property of a kv file: the number of lines before it, its name, its value as Python."""
    lines = source.splitlines()
    for at, line in enumerate(lines):
        match = _KV_PROPERTY.fullmatch(line)
        if match:
            below = []
            for more in lines[at + 1 :]:
                if more.strip() and len(more) - len(more.lstrip()) <= len(match[1]):
                    break
                below.append(more)
            yield at, match[2], _kv_python(match[3].strip(), below, at + 1)


def _kv_python(value: str, below: list[str], line: int) -> ast.AST:
    if value:
        try:  # a value may go on below its first line
            return ast.parse("\n".join([f"({value}", *below, ")"]))
        except SyntaxError:
            pass
    try:
        return ast.parse("\n".join([value, textwrap.dedent("\n".join(below))]))
    except SyntaxError as wrong:
        raise SyntaxError(f"{wrong.msg} in {value!r}", ("", line, 0, "")) from wrong


def _words_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """String literals that could be shown and are neither keys nor mere signs."""
    if isinstance(tree, ast.Constant):
        value = tree.value
        if isinstance(value, str) and any(map(str.isalnum, value)) and _after_domain(value) is None:
            yield tree.lineno, value
        return
    for name, field in ast.iter_fields(tree):
        # What is compared or looked up is not shown.
        if isinstance(tree, ast.Compare) or (isinstance(tree, ast.Subscript) and name == "slice"):
            continue
        for node in field if isinstance(field, list) else [field]:
            if isinstance(node, ast.AST):
                yield from _words_in(node)
