"""Mutation testing of the game rules: change single operators or values and count the killed mutants.

A sample of all mutants of companion/games is drawn by a seed, so trees with the same rules get the same
mutants. Each mutant runs in a copy of the tree against the tests of its game. Surviving mutants are printed:
each is a line that no test covers, or a change without effect.
"""

from __future__ import annotations

import argparse
import ast
import itertools
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RULES = Path("companion/games")
COPIED = ("companion", "tests", "tools", "assets", "pyproject.toml", "docs")
# A mutated loop may never end.
TIMEOUT_SECONDS = 90

SWAPPED_OPERATORS: dict[type[ast.AST], str] = {
    **{ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="},
    **{ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is"},
    **{ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Mod: "*"},
    **{ast.And: "or", ast.Or: "and"},
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mutation: the bytes `start` to `end` of a file are replaced."""

    path: str
    line: int
    start: int
    end: int
    replacement: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} [{self.start}-{self.end}] → {self.replacement}"

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.replacement.encode() + source[self.end :]


def find_mutants(path: str, source: bytes) -> Iterator[Mutant]:
    """Yield every mutation of an operator, number, boolean or negation in this module."""
    offsets = [0, *itertools.accumulate(len(line) for line in source.splitlines(keepends=True))]

    def span(node: ast.expr) -> tuple[int, int]:
        end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or 0
        return offsets[node.lineno - 1] + node.col_offset, offsets[end_line - 1] + end_column

    def swap(operator: ast.AST, left: ast.expr, right: ast.expr) -> Iterator[Mutant]:
        if type(operator) not in SWAPPED_OPERATORS:
            return
        # The text between the operands, without brackets, is the operator.
        start, end = span(left)[1], span(right)[0]
        between = source[start:end]
        stripped = between.strip(b" ()\n\\")
        if b"#" in between or not stripped:
            return
        start += between.index(stripped)
        yield Mutant(path, left.lineno, start, start + len(stripped), SWAPPED_OPERATORS[type(operator)])

    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            for operator, left, right in zip(
                node.ops, [node.left, *node.comparators], node.comparators, strict=False
            ):
                yield from swap(operator, left, right)
        elif isinstance(node, ast.BinOp):
            yield from swap(node.op, node.left, node.right)
        elif isinstance(node, ast.BoolOp):
            for left, right in itertools.pairwise(node.values):
                yield from swap(node.op, left, right)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield Mutant(path, node.lineno, span(node)[0], span(node.operand)[0], "")
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield Mutant(path, node.lineno, *span(node), str(not node.value))
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield Mutant(path, node.lineno, *span(node), str(node.value + 1))


def sample_mutants(root: Path, count: int, seed: int) -> list[Mutant]:
    """Draw a sample of mutants; the same rules and seed give the same sample."""
    mutants = {
        mutant
        for path in sorted((root / RULES).rglob("*.py"))
        for mutant in find_mutants(path.relative_to(root).as_posix(), path.read_bytes())
    }
    ordered = sorted(mutants, key=lambda mutant: (mutant.path, mutant.start, mutant.end, mutant.replacement))
    return random.Random(seed).sample(ordered, min(count, len(ordered)))


def choose_tests(path: str, root: Path) -> list[str]:
    """Return the test folders of a module's game, or all game tests for shared modules."""
    parts = Path(path).parts
    folders = [f"tests/{kind}/{parts[2]}" for kind in ("games", "scripts")]
    own_folders = [folder for folder in folders if (root / folder).is_dir()]
    return own_folders or ["tests/games", "tests/scripts"]


class Nursery:
    """A pool of tree copies, one for each mutant that is tested in parallel."""

    def __init__(self, root: Path, folder: Path, size: int) -> None:
        self._free = [self._copy(root, folder / str(number)) for number in range(size)]
        self._ticks = itertools.count(1_000_000_000)

    @staticmethod
    def _copy(root: Path, copy: Path) -> Path:
        for name in COPIED:
            if (root / name).is_dir():
                shutil.copytree(root / name, copy / name, ignore=shutil.ignore_patterns("voice", "pictures"))
            else:
                shutil.copy(root / name, copy / name)
        return copy

    def is_killed(self, mutant: Mutant) -> bool:
        copy = self._free.pop()
        path = copy / mutant.path
        source = path.read_bytes()
        try:
            self._write(path, mutant.apply(source))
            return self._fails(copy, choose_tests(mutant.path, copy))
        finally:
            self._write(path, source)
            self._free.append(copy)

    def _write(self, path: Path, source: bytes) -> None:
        path.write_bytes(source)
        # Python validates compiled modules by time and size, so each version needs a time of its own.
        tick = next(self._ticks)
        os.utime(path, (tick, tick))

    def _fails(self, copy: Path, tests: Sequence[str]) -> bool:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        environment = os.environ | {"PYTHONPATH": str(copy)}
        try:
            done = subprocess.run(
                command, cwd=copy, env=environment, capture_output=True, timeout=TIMEOUT_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return True
        return done.returncode != 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="how many mutants (default: 300)")
    parser.add_argument("--seed", type=int, default=0, help="another sample (default: 0)")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree to test (default: this one)")
    parser.add_argument("--only", type=Path, help="a file of lines of an earlier run: try these alone")
    arguments = parser.parse_args()
    mutants = sample_mutants(arguments.root, arguments.count, arguments.seed)
    if arguments.only is not None:
        selected = arguments.only.read_text(encoding="utf-8")
        mutants = [mutant for mutant in mutants if str(mutant) in selected]
    workers = max(1, os.cpu_count() or 1)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(workers) as pool:
        nursery = Nursery(arguments.root, Path(folder), workers)
        killed = 0
        results = zip(mutants, pool.map(nursery.is_killed, mutants), strict=True)
        for number, (mutant, is_killed) in enumerate(results, 1):
            killed += is_killed
            print(f"\r{number} of {len(mutants)} ", end="", file=sys.stderr, flush=True)
            if not is_killed:
                print(f"survived: {mutant}", flush=True)
    print(f"{killed} of {len(mutants)} mutants killed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
