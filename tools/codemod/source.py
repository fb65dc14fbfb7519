"""Source files, byte-exact edits and Python's scope rules: what both the moves and the renames need."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("companion", "tests", "tools")
# A package of its own inside the tests.
OUTSIDE = Path("tests/outside")

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def module_name(path: Path) -> str:
    """The dotted name of a file below the root."""
    relative = path.relative_to(ROOT)
    if relative.is_relative_to(OUTSIDE):
        relative = relative.relative_to(OUTSIDE)
    parts = relative.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def path_of(module: str, package: bool = False) -> Path:
    base = ROOT / OUTSIDE if module.startswith("pebble_house") else ROOT
    path = base / module.replace(".", "/")
    return path / "__init__.py" if package else path.with_suffix(".py")


@dataclass(eq=False)
class Scope:
    """A scope and the names bound in it. `kind` is module, class, function or comprehension."""

    kind: str
    node: ast.AST
    parent: Scope | None
    qual: str
    bound: set[str] = field(default_factory=set)
    declared: dict[str, str] = field(default_factory=dict)

    def resolve(self, name: str) -> Scope | None:
        """The scope that a use of this name means; None for a builtin."""
        scope: Scope | None = self
        first = True
        while scope is not None:
            how = scope.declared.get(name)
            if how == "global":
                while scope.parent is not None:
                    scope = scope.parent
                return scope
            visible = first or scope.kind != "class"
            if visible and how is None and name in scope.bound:
                return scope
            first = first and scope.kind == "comprehension"
            scope = scope.parent
        return None


@dataclass(frozen=True)
class Use:
    """One occurrence of a name: where it stands and the scope that binds it."""

    node: ast.AST
    name: str
    scope: Scope | None
    within: Scope
    start: tuple[int, int]


class Source:
    """One Python file: text, tree, scopes and every occurrence of every name."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.module = module_name(path)
        self.is_package = path.name == "__init__.py"
        self.data = path.read_bytes()
        self.tree = ast.parse(self.data)
        self.edits: list[tuple[int, int, bytes]] = []

    @cached_property
    def line_starts(self) -> list[int]:
        starts = [0]
        for line in self.data.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        return starts

    def offset(self, line: int, column: int) -> int:
        return self.line_starts[line - 1] + column

    def start(self, node: ast.AST) -> int:
        return self.offset(node.lineno, node.col_offset)  # type: ignore[attr-defined]

    def end(self, node: ast.AST) -> int:
        return self.offset(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]

    def text(self, node: ast.AST) -> str:
        return self.data[self.start(node) : self.end(node)].decode()

    def edit(self, start: int, end: int, new: str) -> None:
        self.edits.append((start, end, new.encode()))

    def edited(self) -> bytes:
        data = self.data
        before = None
        for start, end, new in sorted(set(self.edits), reverse=True):
            if before is not None and end > before:
                raise ValueError(f"{self.path}: edits overlap at byte {start}: {data[start:end]!r}")
            data = data[:start] + new + data[end:]
            before = start
        return data

    def save(self) -> bool:
        if not self.edits:
            return False
        self.path.write_bytes(self.edited())
        self.edits = []
        return True

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        return {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}

    @cached_property
    def uses(self) -> list[Use]:
        return list(_Walker(self).run())

    @property
    def module_scope(self) -> Scope:
        return self.uses[0].within if self.uses else Scope("module", self.tree, None, "")

    def name_after(self, node: ast.AST, keyword: bytes, name: str) -> int:
        """Where the name of a definition stands: after its `def` or `class`."""
        at = self.data.index(keyword, self.start(node)) + len(keyword)
        return self.data.index(name.encode(), at)


class _Walker:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.found: list[tuple[ast.AST, str, Scope, int]] = []

    def run(self) -> Iterator[Use]:
        module = Scope("module", self.source.tree, None, "")
        for statement in self.source.tree.body:
            self.visit(statement, module)
        for node, name, scope, start in self.found:
            yield Use(node, name, scope.resolve(name), scope, (start, start + len(name.encode())))

    def add(self, node: ast.AST, name: str, scope: Scope, start: int, binds: bool) -> None:
        if binds:
            scope.bound.add(name)
        self.found.append((node, name, scope, start))

    def visit(self, node: ast.AST, scope: Scope) -> None:
        source = self.source
        if isinstance(node, ast.Name):
            self.add(node, node.id, scope, source.start(node), not isinstance(node.ctx, ast.Load))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            self.add(node, node.name, scope, source.name_after(node, b"def ", node.name), True)
            inner = Scope("function", node, scope, _join(scope, node.name))
            for each in node.decorator_list:
                self.visit(each, scope)
            self.arguments(node.args, scope, inner)
            if node.returns:
                self.visit(node.returns, scope)
            for statement in node.body:
                self.visit(statement, inner)
        elif isinstance(node, ast.Lambda):
            inner = Scope("function", node, scope, scope.qual)
            self.arguments(node.args, scope, inner)
            self.visit(node.body, inner)
        elif isinstance(node, ast.ClassDef):
            self.add(node, node.name, scope, source.name_after(node, b"class ", node.name), True)
            for each in [*node.decorator_list, *node.bases, *(word.value for word in node.keywords)]:
                self.visit(each, scope)
            inner = Scope("class", node, scope, _join(scope, node.name))
            for statement in node.body:
                self.visit(statement, inner)
        elif isinstance(node, Comprehension):
            inner = Scope("comprehension", node, scope, scope.qual)
            for position, generator in enumerate(node.generators):
                self.visit(generator.iter, inner if position else scope)
                self.visit(generator.target, inner)
                for condition in generator.ifs:
                    self.visit(condition, inner)
            for part in [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]:
                self.visit(part, inner)
        elif isinstance(node, ast.NamedExpr):
            target = scope
            while target.kind == "comprehension" and target.parent is not None:
                target = target.parent
            target.bound.add(node.target.id)
            self.found.append((node.target, node.target.id, scope, source.start(node.target)))
            self.visit(node.value, scope)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                local = (alias.asname or alias.name).partition(".")[0]
                start = source.start(alias)
                if alias.asname:
                    start = source.end(alias) - len(alias.asname.encode())
                self.add(alias, local, scope, start, True)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            for name in node.names:
                scope.declared[name] = "global" if isinstance(node, ast.Global) else "nonlocal"
                self.found.append((node, name, scope, source.data.index(name.encode(), source.start(node))))
        elif isinstance(node, ast.ExceptHandler):
            if node.type:
                self.visit(node.type, scope)
            if node.name:
                after = source.end(node.type) if node.type else source.start(node)
                self.add(node, node.name, scope, source.data.index(node.name.encode(), after), True)
            for statement in node.body:
                self.visit(statement, scope)
        elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            inside = node.pattern if isinstance(node, ast.MatchAs) else None
            if inside is not None:
                self.visit(inside, scope)
            self.add(node, node.name, scope, source.end(node) - len(node.name.encode()), True)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            for child in ast.iter_child_nodes(node):
                self.visit(child, scope)
            self.add(
                node, node.rest, scope, source.data.rindex(node.rest.encode(), 0, source.end(node)), True
            )
        else:
            for child in ast.iter_child_nodes(node):
                self.visit(child, scope)

    def arguments(self, args: ast.arguments, outer: Scope, inner: Scope) -> None:
        for default in [*args.defaults, *(each for each in args.kw_defaults if each)]:
            self.visit(default, outer)
        for arg in [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg]:
            if arg is not None:
                self.add(arg, arg.arg, inner, self.source.start(arg), True)
                if arg.annotation:
                    self.visit(arg.annotation, outer)


def _join(scope: Scope, name: str) -> str:
    return f"{scope.qual}.{name}" if scope.qual else name


@dataclass
class Project:
    """All files by module name."""

    sources: dict[str, Source]

    @classmethod
    def load(cls, *folders: str) -> Project:
        paths = (path for folder in folders or FOLDERS for path in sorted((ROOT / folder).rglob("*.py")))
        sources = {}
        for path in paths:
            if "codemod" in path.parts or "__pycache__" in path.parts:
                continue
            source = Source(path)
            sources[source.module] = source
        return cls(sources)

    def imported(self, source: Source, node: ast.ImportFrom) -> str:
        """The module that an import statement names, whole."""
        if not node.level:
            return node.module or ""
        package = source.module if source.is_package else source.module.rpartition(".")[0]
        for _ in range(node.level - 1):
            package = package.rpartition(".")[0]
        return f"{package}.{node.module}" if node.module else package

    def save(self) -> int:
        return sum(source.save() for source in self.sources.values())
