"""Figures about the size and the names of the code: `make figures`.

`tests/test_vocabulary.py` uses the same checks.
"""

from __future__ import annotations

import ast
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Final

import companion
from companion.files.backup_service import BackupService
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.avalon.state import Propose
from companion.games.registry import list_games
from companion.storage.games import start_session
from companion.storage.importing import run_to_completion
from companion.storage.store import open_store

_PLAYERS: Final = ("Ada", "Bruno", "Chloe", "Dario", "Elena")
_TIME: Final = 1_700_000_000.0
ROOT: Final = Path(companion.__file__).parent
TOOLS: Final = ROOT.parent / "tools"
MIN_LINES: Final = 40
MAX_LINES: Final = 700


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
# Fields of dataclasses that are written as JSON, and an icon, which are named on disk.
NAMES_ON_DISK: Final = {
    ("companion/core/resume_state.py", "chosen"),
    ("companion/core/resume_state.py", "doing"),
    ("companion/core/resume_state.py", "wanted"),
    ("companion/games/cultists/drafts.py", "own"),
    ("companion/games/duet/drafts.py", "telling"),
    ("companion/games/duet/setup.py", "keeps"),
    ("companion/games/duet/state.py", "found"),
    ("companion/games/duet/state.py", "what"),
    ("companion/games/silver/drafts.py", "asked"),
    ("companion/scripts/coach.py", "begun"),
    ("companion/widgets/icons.py", "AGAIN"),
}
# Every game has these, under the same name in each.
GAME_PARTS: Final = re.compile(r"companion/(games|scripts|screens)/(avalon|cultists|duet|silver)\b")


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
    result = []
    for path in sorted(root.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        result.append((path.relative_to(ROOT.parent).as_posix(), ast.parse(source), len(source.splitlines())))
    return tuple(result)


def banned_identifiers() -> set[str]:
    return {
        f"identifier {path} {name}"
        for path, tree, _ in (*modules(), *modules(TOOLS))
        for name in defined_names(tree)
        if is_banned(name.strip("_")) and (path, name) not in NAMES_ON_DISK
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


def large_modules() -> set[str]:
    """Modules that are too long to hold one subject; those that are mostly data do not count."""
    return {f"large {path}" for path, tree, lines in modules() if lines > MAX_LINES and not _is_data(tree)}


def _is_data(tree: ast.Module) -> bool:
    """True if the assignments of a module are longer than its functions and classes."""
    lengths: Counter[bool] = Counter()
    for node in tree.body:
        is_assignment = isinstance(node, ast.Assign | ast.AnnAssign)
        lengths[is_assignment] += (node.end_lineno or node.lineno) - node.lineno + 1
    return lengths[True] > lengths[False]


def folders_of_games() -> dict[str, int]:
    """The number of folders with code of each game."""
    folders = [path for path in ROOT.rglob("*") if path.is_dir() and list(path.glob("*.py"))]
    return {game.id: sum(folder.name == game.id for folder in folders) for game in list_games()}


def modules_of_a_restore() -> set[str]:
    """The modules that run while a backup is read and restored, besides core, games and i18n."""
    ran: set[str] = set()

    def record(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            ran.add(frame.f_code.co_filename)

    with tempfile.TemporaryDirectory() as folder:
        backup = Path(folder, "backup.zip")
        with closing(open_store(Path(folder, "old"), lambda: _TIME)) as store:
            session, _ = start_session(AVALON, AvalonSetup(_PLAYERS), store.games)
            session.play(Propose((0, 1)))
            BackupService(store, Path(folder, "old")).prepare_backup(_TIME)(backup)
        with closing(open_store(Path(folder, "new"), lambda: _TIME)) as store:
            service = BackupService(store, Path(folder, "new"))
            sys.setprofile(record)
            try:
                contents = service.read_backup(backup, Path(folder), backup.name)
                run_to_completion(service.plan_restore(contents))
                run_to_completion(service.apply_restore(contents))
            finally:
                sys.setprofile(None)
    restored = {Path(path).relative_to(ROOT).as_posix() for path in ran if path.startswith(f"{ROOT}/")}
    return {path for path in restored if path.partition("/")[0] not in ("core", "games", "i18n")}


def main() -> int:
    lengths = [lines for _, _, lines in modules()]
    restore = modules_of_a_restore()
    rows = {
        "modules": len(lengths),
        "lines": sum(lengths),
        f"modules below {MIN_LINES} lines": len(small_modules()),
        f"modules above {MAX_LINES} lines": len(large_modules()),
        "identifiers with a banned word": len(banned_identifiers()),
        "class names defined twice": len(repeated_classes()),
        "module names used twice": len(repeated_modules()),
        "folders of a game": max(folders_of_games().values()),
        "modules that restore a backup": len(restore),
    }
    for name, number in rows.items():
        print(f"{name:34}{number:>8,}")
    print(f"\nrestoring a backup: {', '.join(sorted(restore))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
