"""Renames symbols, members, parameters and locals: `python -m tools.codemod.rename TABLE.tsv [--write]`.

A row is `module:Class.member`, `module:function#local` or `module:symbol`, a tab and the new name.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mypy import nodes

from tools.codemod.infer import Inference
from tools.codemod.source import ROOT, Project, Scope, Source
from tools.codemod.typed import Types, is_ours

Target = tuple[str, str, str]
_EXTERNAL = {
    name
    for kind in (str, bytes, list, dict, set, tuple, int, float, Path, type(re.compile("")), type(sys.stdout))
    for name in dir(kind)
} | set(
    "width height size pos x y text add clear set before after dispatch bind children parent start stop".split()
)
_BY_NAME = {"getattr", "setattr", "hasattr", "delattr"}


@dataclass
class Table:
    """What is to be renamed, by kind."""

    symbols: dict[tuple[str, str], str] = field(default_factory=dict)
    members: dict[tuple[str, str], str] = field(default_factory=dict)
    variables: dict[tuple[str, str, str], str] = field(default_factory=dict)


class Renamer:
    def __init__(self, project: Project, types: Types, rows: dict[str, str]) -> None:
        self.project = project
        self.types = types
        self.problems: list[str] = []
        self.table = self._sort(rows)
        self._inference = Inference(project, types)
        # Every member that the project defines, by its name.
        self._defined: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for name, info in types.classes.items():
            for member in info.names if not name.startswith("tools.codemod") else ():
                self._defined[member].add(types.group(name, member))
        self._groups: dict[tuple[str, str], str] = {}
        for (owner, member), new in self.table.members.items():
            if owner not in types.classes:
                self.problems.append(f"no class {owner} (for {member})")
                continue
            outside = types.outside(owner, member)
            if outside is not None:
                self.problems.append(f"{owner}.{member} also belongs to {outside}")
                continue
            group = types.group(owner, member)
            if self._groups.setdefault(group, new) != new:
                self.problems.append(f"{owner}.{member}: {new}, but {self._groups[group]} in {group[0]}")
        self._new_of_member: dict[str, set[str]] = defaultdict(set)
        for (_, member), new in self._groups.items():
            self._new_of_member[member].add(new)
        self._targets: dict[tuple[int, str], Target] = {}
        # Imported under another name, which stays as it is.
        self._aliased: set[tuple[int, str]] = set()
        for source in project.sources.values():
            self._find_imports(source)
        self._param_names = {name for _, _, name in self.table.variables}

    def _sort(self, rows: dict[str, str]) -> Table:
        table = Table()
        for old, new in rows.items():
            module, _, qual = old.partition(":")
            source = self.project.sources.get(module)
            if source is None:
                self.problems.append(f"no module {module}")
                continue
            if "#" in qual:
                function, _, name = qual.partition("#")
                table.variables[module, function, name] = new
            elif "." in qual:
                owner, _, member = qual.rpartition(".")
                if f"{module}.{owner}" in self.types.classes:
                    table.members[f"{module}.{owner}", member] = new
                else:
                    # A function inside a function.
                    table.variables[module, owner, member] = new
            else:
                table.symbols[module, qual] = new
        return table

    # -- names ------------------------------------------------------------------------------------------

    def _find_imports(self, source: Source) -> None:
        for use in source.uses:
            if not isinstance(use.node, ast.alias):
                continue
            statement = source.parents[use.node]
            if isinstance(statement, ast.ImportFrom):
                base = self.project.imported(source, statement)
                target: Target = ("symbol", base, use.node.name)
                if f"{base}.{use.node.name}" in self.project.sources:
                    target = ("module", f"{base}.{use.node.name}", "")
            else:
                whole = use.node.name if use.node.asname else use.node.name.partition(".")[0]
                target = ("module", whole, "")
            self._targets[id(use.scope or use.within), use.name] = target
            if use.node.asname:
                self._aliased.add((id(use.scope or use.within), use.name))

    def canonical(self, target: Target) -> Target:
        """Follows a name that one module imports from another to where it is defined."""
        for _ in range(20):
            kind, module, name = target
            source = self.project.sources.get(module)
            if kind == "module" or source is None:
                return target
            if f"{module}.{name}" in self.project.sources:
                return ("module", f"{module}.{name}", "")
            further = self._targets.get((id(_module_scope(source)), name))
            if further is None:
                return target
            target = further
        return target

    def target_of(self, source: Source, scope: Scope | None, name: str) -> Target | None:
        """What a binding stands for: a symbol or module; None for a local or a builtin."""
        if scope is None:
            return None
        imported = self._targets.get((id(scope), name))
        if imported is not None:
            return self.canonical(imported)
        if scope.kind == "module":
            return ("symbol", source.module, name)
        return None

    def _expression_target(
        self, source: Source, node: ast.AST, names: dict[ast.AST, Target | None]
    ) -> Target | None:
        if isinstance(node, ast.Name):
            return names.get(node)
        if isinstance(node, ast.Attribute):
            base = self._expression_target(source, node.value, names)
            if base is not None and base[0] == "module":
                return self.canonical(("symbol", base[1], node.attr))
        return None

    # -- one file ---------------------------------------------------------------------------------------

    def rename_in(self, source: Source) -> None:
        names: dict[ast.AST, Target | None] = {}
        for use in source.uses:
            target = self.target_of(source, use.scope, use.name)
            if isinstance(use.node, ast.Name):
                names[use.node] = target
            new = self._new_name(source, use.scope, use.name, target)
            if isinstance(use.node, ast.alias):
                self._rename_alias(source, use.node, target, new)
            if new is None or (id(use.scope or use.within), use.name) in self._aliased:
                continue
            self._check_free(source, use.within, use.scope, use.name, new)
            if not isinstance(use.node, ast.alias):
                source.edit(*use.start, new)
        handled: set[ast.AST] = set()
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Attribute):
                new = self._new_attribute(source, node, names)
                if new:
                    end = source.end(node)
                    source.edit(end - len(node.attr.encode()), end, new)
            elif isinstance(node, ast.Call):
                self._rename_keywords(source, node, names)
                self._rename_string(source, node, names, handled)
            elif isinstance(node, ast.MatchClass):
                self._rename_pattern(source, node, names)
            elif isinstance(node, ast.ClassDef):
                self._rename_slots(source, node)
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                self._rename_exports(source, node)
        self._rename_in_prose(source)

    def _new_name(self, source: Source, scope: Scope | None, name: str, target: Target | None) -> str | None:
        if target is not None:
            return self.table.symbols.get((target[1], target[2])) if target[0] == "symbol" else None
        if scope is None:
            return None
        if scope.kind == "class":
            owner = f"{source.module}.{scope.qual}"
            if owner in self.types.classes:
                return self._groups.get(self.types.group(owner, name))
            return None
        return self.table.variables.get((source.module, scope.qual, name))

    def _rename_alias(self, source: Source, alias: ast.alias, target: Target | None, new: str | None) -> None:
        if new is None or target is None:
            return
        statement = source.parents[alias]
        if not isinstance(statement, ast.ImportFrom):
            return
        start = source.start(alias)
        if alias.asname == new:
            source.edit(start, source.end(alias), new)
        else:
            source.edit(start, start + len(alias.name.encode()), new)

    def _check_free(self, source: Source, within: Scope, scope: Scope | None, old: str, new: str) -> None:
        if scope is not None and scope.kind == "class":
            return
        other = within.resolve(new)
        if other is not None:
            target = self.target_of(source, other, new)
            if self._new_name(source, other, new, target) not in (None, new):
                return
            if (id(other), new) in self._aliased and target is not None and target[2] == old:
                return
            self.problems.append(
                f"{source.module}:{within.qual}: {old} -> {new}, but {new} means another thing"
            )
        elif hasattr(builtins, new) and any(
            use.name == new and use.scope is None for use in source.uses if scope and use.within is within
        ):
            self.problems.append(
                f"{source.module}:{within.qual}: {old} -> {new} hides a builtin that is used"
            )

    def _receiver(self, source: Source, node: ast.expr) -> tuple[list[str], bool]:
        """The fullnames of classes that the expression may be of, and whether mypy knows it."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super":
            parent: ast.AST | None = node
            while parent is not None and not isinstance(parent, ast.ClassDef):
                parent = source.parents.get(parent)
            if parent is not None:
                found = [
                    name
                    for name, info in self.types.classes.items()
                    if info.module_name == source.module and info.defn.line == parent.lineno
                ]
                return found, True
        span = (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
        infos, known = self.types.infos(source.module, span)
        if not infos or not known:
            guessed = self._inference.infos(source, node)
            if guessed:
                infos, known = infos + guessed, True
        return [info.fullname for info in infos], known

    def _member(self, owners: list[str], known: bool, member: str, where: str) -> str | None:
        """The new name of a member of these classes."""
        results: set[str | None] = set()
        for owner in owners:
            info = self.types.classes.get(owner)
            if info is None:
                results.add(None)
                continue
            definer = self.types.definer(info, member)
            if definer is None:
                below = self._below(owner, member)
                if below:
                    results |= {self._groups.get(group) for group in below}
                else:
                    # Of a base class that mypy does not see.
                    known = False
            elif is_ours(definer):
                results.add(self._groups.get(self.types.group(definer.fullname, member)))
            else:
                results.add(None)
        if len(results) > 1:
            chosen = self._nearest(member, where)
            if chosen is not None:
                return chosen[0]
            self.problems.append(f"{where}: .{member} means different things: {sorted(owners)}")
            return None
        if results:
            return results.pop()
        if known or member not in self._new_of_member:
            return None
        news = self._new_of_member[member]
        groups = self._defined[member]
        untouched = [group for group in groups if group not in self._groups]
        if member in _EXTERNAL:
            return None
        if len(news) == 1 and not untouched:
            return next(iter(news))
        nearest = self._nearest(member, where)
        if nearest is not None:
            return nearest[0]
        self.problems.append(f"{where}: .{member} of something unknown: {sorted(news)}, or {untouched[:3]}")
        return None

    def _below(self, owner: str, member: str) -> set[tuple[str, str]]:
        """The members of this name that classes derived from the owner define."""
        return {
            self.types.group(name, member)
            for name, info in self.types.classes.items()
            if member in info.names and any(base.fullname == owner for base in info.mro[1:])
        }

    def _nearest(self, member: str, where: str) -> tuple[str | None] | None:
        """What the member is called in the classes closest to a file, if these agree."""
        module = where.partition(":")[0]
        source = self.project.sources[module]
        imported = {
            self.project.imported(source, node)
            for node in ast.walk(source.tree)
            if isinstance(node, ast.ImportFrom)
        }
        package = module.rpartition(".")[0]
        mirror = "companion" + package.removeprefix("tests")
        best: dict[int, set[str | None]] = defaultdict(set)
        for name, info in self.types.classes.items():
            if member not in info.names or name.startswith("tools.codemod"):
                continue
            own = info.module_name
            if own == module or (own.endswith(".conftest") and package.startswith(own.rpartition(".")[0])):
                score = 3
            elif own in imported:
                score = 2
            elif own.startswith(mirror + "."):
                score = 1
            else:
                score = 0
            best[score].add(self._groups.get(self.types.group(name, member)))
        score = max(best, default=0)
        news = best[score]
        return (next(iter(news)),) if score and len(news) == 1 else None

    def _new_attribute(
        self, source: Source, node: ast.Attribute, names: dict[ast.AST, Target | None]
    ) -> str | None:
        if node.attr not in self._interesting:
            return None
        target = self._expression_target(source, node, names)
        if target is not None:
            return self.table.symbols.get((target[1], target[2])) if target[0] == "symbol" else None
        base = self._expression_target(source, node.value, names)
        if base is not None and base[0] == "module":
            return None
        owners, known = self._receiver(source, node.value)
        return self._member(owners, known, node.attr, f"{source.module}:{node.lineno}")

    @property
    def _interesting(self) -> set[str]:
        if not hasattr(self, "_interesting_names"):
            self._interesting_names = {name for _, name in self.table.symbols} | set(self._new_of_member)
        return self._interesting_names

    def _parameter(self, function: str, name: str) -> str | None:
        """The new name of a parameter of a function by its full name."""
        parts = function.split(".")
        for length in range(len(parts) - 1, 0, -1):
            module = ".".join(parts[:length])
            if module in self.project.sources:
                return self.table.variables.get((module, ".".join(parts[length:]), name))
        return None

    def _keyword(
        self, source: Source, call: ast.Call, name: str, names: dict[ast.AST, Target | None]
    ) -> str | None:
        func = call.func
        span = (func.lineno, func.col_offset, func.end_lineno or 0, func.end_col_offset or 0)
        info = self.types.callee(source.module, span)
        if info is not None:
            return self._constructor_keyword(info, name)
        if isinstance(func, ast.Attribute) and func.attr == "__init__":
            owners, _ = self._receiver(source, func.value)
            for owner in owners:
                found_class = self.types.classes.get(owner)
                new = (
                    None if found_class is None else self._constructor_keyword(found_class, name, above=True)
                )
                if new:
                    return new
            return None
        target = self._expression_target(source, func, names)
        if target is not None and target[0] == "symbol":
            if target[2] in ("replace", "_replace") and call.args:
                owners, known = self._receiver(source, call.args[0])
                return self._member(owners, known, name, f"{source.module}:{call.lineno}")
            if target[2] == "partial" and call.args:
                inner = ast.Call(func=call.args[0], args=call.args[1:], keywords=call.keywords)
                ast.copy_location(inner, call)
                return self._keyword(source, inner, name, names)
            return self._parameter(f"{target[1]}.{target[2]}", name)
        if isinstance(func, ast.Attribute):
            owners, _ = self._receiver(source, func.value)
            for owner in owners:
                found = self.types.classes.get(owner)
                for base in found.mro if found is not None else ():
                    if func.attr in base.names:
                        new = self._parameter(f"{base.fullname}.{func.attr}", name)
                        if new:
                            return new
            if not owners and name in self._param_names:
                self.problems.append(
                    f"{source.module}:{call.lineno}: keyword {name} of an unknown .{func.attr}"
                )
        elif isinstance(func, ast.Name):
            for use in source.uses:
                if use.node is func and use.scope is not None:
                    return self._parameter(f"{source.module}.{_qual(use.scope, func.id)}", name)
        return None

    def _constructor_keyword(self, info: nodes.TypeInfo, name: str, above: bool = False) -> str | None:
        for base in info.mro[1 if above else 0 :]:
            if not is_ours(base):
                continue
            init = base.names.get("__init__")
            if init is not None and not init.plugin_generated:
                new = self._parameter(f"{base.fullname}.__init__", name)
                if new:
                    return new
            elif name in base.names and not info.fallback_to_any:
                return self._groups.get(self.types.group(base.fullname, name))
        if info.fallback_to_any:
            # A widget takes its properties as keywords.
            definer = self.types.definer(info, name)
            if definer is not None and is_ours(definer):
                return self._groups.get(self.types.group(definer.fullname, name))
        return None

    def _rename_keywords(self, source: Source, call: ast.Call, names: dict[ast.AST, Target | None]) -> None:
        for keyword in call.keywords:
            if keyword.arg is None or keyword.arg not in self._param_names | set(self._new_of_member):
                continue
            new = self._keyword(source, call, keyword.arg, names)
            if new:
                start = source.start(keyword)
                source.edit(start, start + len(keyword.arg.encode()), new)

    def _rename_string(
        self,
        source: Source,
        call: ast.Call,
        names: dict[ast.AST, Target | None],
        handled: set[ast.AST],
    ) -> None:
        """The name that `setattr` and its kind are given as a string."""
        by_name = isinstance(call.func, ast.Name) and call.func.id in _BY_NAME
        patch = isinstance(call.func, ast.Attribute) and call.func.attr in ("setattr", "delattr", "object")
        if not (by_name or patch) or len(call.args) < 2:
            return
        literal = call.args[1]
        if not (isinstance(literal, ast.Constant) and isinstance(literal.value, str)):
            return
        if literal.value not in self._interesting:
            return
        base = self._expression_target(source, call.args[0], names)
        if base is not None and base[0] == "module":
            target = self.canonical(("symbol", base[1], literal.value))
            new = self.table.symbols.get((target[1], target[2])) if target[0] == "symbol" else None
        else:
            owners, known = self._receiver(source, call.args[0])
            new = self._member(owners, known, literal.value, f"{source.module}:{call.lineno}")
        handled.add(literal)
        if new:
            start = source.start(literal) + 1
            source.edit(start, start + len(literal.value.encode()), new)

    def _rename_pattern(
        self, source: Source, pattern: ast.MatchClass, names: dict[ast.AST, Target | None]
    ) -> None:
        target = self._expression_target(source, pattern.cls, names)
        if target is None:
            return
        owner = f"{target[1]}.{target[2]}"
        for name, inner in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
            if name not in self._new_of_member:
                continue
            new = self._member([owner], True, name, f"{source.module}:{pattern.lineno}")
            if new:
                start = source.data.rindex(name.encode(), 0, source.start(inner))
                source.edit(start, start + len(name.encode()), new)

    def _rename_slots(self, source: Source, node: ast.ClassDef) -> None:
        for statement in node.body:
            if not (isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)):
                continue
            if statement.targets[0].id not in ("__slots__", "__match_args__"):
                continue
            for literal in ast.walk(statement.value):
                if isinstance(literal, ast.Constant) and isinstance(literal.value, str):
                    owners = [
                        name
                        for name, info in self.types.classes.items()
                        if info.module_name == source.module and info.defn.line == node.lineno
                    ]
                    new = self._member(owners, True, literal.value, f"{source.module}:{node.lineno}")
                    if new:
                        start = source.start(literal) + 1
                        source.edit(start, start + len(literal.value.encode()), new)

    def _rename_exports(self, source: Source, node: ast.Assign) -> None:
        scope = _module_scope(source)
        for literal in ast.walk(node.value):
            if isinstance(literal, ast.Constant) and isinstance(literal.value, str):
                target = self.target_of(source, scope, literal.value)
                new = self._new_name(source, scope, literal.value, target)
                if new:
                    start = source.start(literal) + 1
                    source.edit(start, start + len(literal.value.encode()), new)

    # -- comments and docstrings ------------------------------------------------------------------------

    def _rename_in_prose(self, source: Source) -> None:
        known: dict[str, str] = {}
        for member, news in self._new_of_member.items():
            if len(news) == 1 and all(group in self._groups for group in self._defined[member]):
                known[member] = next(iter(news))
        for (_, name), new in self.table.symbols.items():
            if name.startswith("_") or name[0].islower():
                continue
            known[name] = new
        for use in source.uses:
            if use.scope is not None and use.scope.kind == "module":
                new_name = self._new_name(
                    source, use.scope, use.name, self.target_of(source, use.scope, use.name)
                )
                if new_name:
                    known[use.name] = new_name
        edited = {start for start, _, _ in source.edits}
        local: dict[str, dict[str, str]] = defaultdict(dict)
        for (module, function, name), new in self.table.variables.items():
            if module == source.module:
                local[function][name] = new
        for (owner, member), new in self._groups.items():
            if owner.startswith(f"{source.module}."):
                local[owner.removeprefix(f"{source.module}.")][member] = new
        for start, text, qual in list(_docstrings_and_comments(source)):
            names = dict(known)
            parts = qual.split(".") if qual else []
            for length in range(1, len(parts) + 1):
                inner = ".".join(parts[:length])
                names.update(local.get(f"{inner}.__init__", {}))
                names.update(local.get(inner, {}))
            for match in re.finditer(rb"`([^`\n]+)`", text):
                if not re.fullmatch(rb"[\w.]+(\([^()]*\))?", match[1]):
                    continue
                for word in re.finditer(rb"[A-Za-z_]\w*", match[1]):
                    new_word = names.get(word[0].decode())
                    at = start + match.start(1) + word.start()
                    if new_word and at not in edited:
                        source.edit(at, at + len(word[0]), new_word)


def _docstrings_and_comments(source: Source) -> Iterator[tuple[int, bytes, str]]:
    """Each with its place and the function or class around it."""
    spans: list[tuple[int, int, str]] = []

    def visit(node: ast.AST, qual: str) -> Iterator[tuple[int, bytes, str]]:
        body = getattr(node, "body", None)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and body:
            first = body[0]
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                start = source.start(first)
                yield start, source.data[start : source.end(first)], qual
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef | ast.FunctionDef):
                inner = f"{qual}.{child.name}" if qual else child.name
                spans.append((child.lineno, child.end_lineno or 0, inner))
                yield from visit(child, inner)
            elif isinstance(child, ast.stmt):
                yield from visit(child, qual)

    yield from visit(source.tree, "")
    at = 0
    for number, line in enumerate(source.data.splitlines(keepends=True), 1):
        if line.lstrip().startswith(b"#"):
            around = [qual for first, last, qual in spans if first <= number <= last]
            yield at, line, max(around, key=len, default="")
        at += len(line)


def _module_scope(source: Source) -> Scope | None:
    if not hasattr(source, "_codemod_scope"):
        scope: Scope | None = source.uses[0].within if source.uses else None
        while scope is not None and scope.parent is not None:
            scope = scope.parent
        source._codemod_scope = scope  # type: ignore[attr-defined]
    return source._codemod_scope  # type: ignore[attr-defined]


def _qual(scope: Scope, name: str) -> str:
    return f"{scope.qual}.{name}" if scope.qual else name


def read_rows(*paths: str) -> dict[str, str]:
    rows: dict[str, str] = {}
    for path in paths:
        for line in Path(path).read_text("utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                old, new, *_ = line.split("\t")
                rows[old.strip()] = new.strip()
    return rows


def main(arguments: list[str]) -> int:
    write = "--write" in arguments
    rows = read_rows(*(each for each in arguments if not each.startswith("--")))
    project = Project.load()
    renamer = Renamer(project, Types(), rows)
    for source in project.sources.values():
        renamer.rename_in(source)
    for problem in renamer.problems:
        print(problem)
    changed = sum(bool(source.edits) for source in project.sources.values())
    edits = sum(len(set(source.edits)) for source in project.sources.values())
    print(f"{len(rows)} rows, {edits} edits in {changed} files, {len(renamer.problems)} problems")
    for source in project.sources.values():
        source.edited()
    if write:
        project.save()
    return 0


if __name__ == "__main__":
    if not (ROOT / "companion").is_dir():
        raise SystemExit("run it in the project")
    sys.exit(main(sys.argv[1:]))
