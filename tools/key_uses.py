"""Find uses of catalogue keys in the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.games.registry import list_games
from companion.i18n.translator import TEACHING_SUFFIXES, catalogue_domains

_SEGMENTS = r"[a-z0-9_]+(?:\.[a-z0-9_]+)*"
KEY = re.compile(rf"[a-z0-9_]+\.{_SEGMENTS}")
_KEY_START = re.compile(r"([a-z0-9_]+)\.([a-z0-9_.]*)")
# What follows the id of a game in its keys, as in `f"{game.id}.history.title"`.
_GAME_KEY = re.compile(r"\.[a-z_]+\.")
_FILE_NAME = re.compile(r".*\.(?:csv|db|ini|jpg|json|log|md|mp3|ogg|otf|po|png|py|svg|toml|ttf|txt|wav)")


class Finding(NamedTuple):
    file: str
    line: int
    key: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.key} {self.message}"


class Use(NamedTuple):
    """A key in the code, or the pattern of the keys that an f-string can produce."""

    file: str
    line: int
    key: str
    pattern: re.Pattern[str] | None = None


def uses_in_code(root: Path) -> tuple[list[Use], list[Finding]]:
    """Return every use in the app and the tour, and findings for files that cannot be parsed."""
    uses: list[Use] = []
    findings: list[Finding] = []
    folders = (root / "companion", root / "tools" / "tour")
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        file = path.relative_to(root).as_posix()
        try:
            uses += _uses_in(_texts(path, path.stat().st_mtime_ns), file)
        except (SyntaxError, ValueError) as wrong:
            findings.append(
                Finding(file, getattr(wrong, "lineno", None) or 1, "-", f"cannot be read: {wrong}")
            )
    return uses, findings


def _after_domain(text: str) -> str | None:
    """Return what follows the domain in a key or key prefix, or None if the text is neither."""
    match = _KEY_START.fullmatch(text)
    return match[2] if match and match[1] in catalogue_domains() else None


def _pattern(parts: Iterable[str | None]) -> str:
    return "".join(_SEGMENTS if part is None else re.escape(part) for part in parts)


def _of_any_game(parts: Sequence[str | None]) -> str | None:
    """Return a pattern of the domains of a key such as `f"{game}_rules.chapter.{chapter}"`.

    Returns None if the key does not begin with the id of a game.
    """
    for kind in TEACHING_SUFFIXES:
        if len(parts) > 1 and parts[0] is None and (parts[1] or "").startswith(f"{kind}."):
            taught = sorted(
                domain.removesuffix(kind) for domain in catalogue_domains() if domain.endswith(kind)
            )
            return f"(?:{'|'.join(taught)})"
    if len(parts) > 1 and parts[0] is None and _GAME_KEY.match(parts[1] or ""):
        return f"(?:{'|'.join(game.id for game in list_games())})"
    return None


class _Text(NamedTuple):
    """A string with a dot in the code: its line and its parts, None for each expression of an f-string."""

    line: int
    parts: tuple[str | None, ...]
    formatted: bool


@cache
def _texts(path: Path, _changed_at: int) -> tuple[_Text, ...]:
    """Return the strings of a file; cached by path and modification time."""
    texts: list[_Text] = []
    # The constant parts of an f-string are no keys; `ast.walk` visits the f-string before its parts.
    parts_of_others: set[ast.AST] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and "." in node.value and node not in parts_of_others:
                texts.append(_Text(node.lineno, (node.value,), formatted=False))
        elif isinstance(node, ast.JoinedStr):
            parts_of_others.update(node.values)
            parts = (str(part.value) if isinstance(part, ast.Constant) else None for part in node.values)
            texts.append(_Text(node.lineno, tuple(parts), formatted=True))
    return tuple(texts)


def _uses_in(texts: Iterable[_Text], file: str) -> Iterator[Use]:
    for line, parts, formatted in texts:
        fixed = "".join(part or "" for part in parts)
        if not formatted:
            if _after_domain(fixed) and not _FILE_NAME.fullmatch(fixed):
                yield Use(file, line, fixed)
            continue
        pattern_text = "".join("{…}" if part is None else part for part in parts)
        taught = _of_any_game(parts)
        if taught is not None:
            yield Use(file, line, pattern_text, re.compile(taught + _pattern(parts[1:])))
        elif parts and "." in (parts[0] or "") and _after_domain(fixed) is not None:
            yield Use(file, line, pattern_text, re.compile(_pattern(parts)))
