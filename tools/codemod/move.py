"""Moves and merges modules: `python -m tools.codemod.move TABLE.tsv [--write]`.

A row is `old.module`, a tab and `new.module`; several old ones with one new name are merged, those that others
import first. Without `--write` it says what stands in the way: circles and names that would meet.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass

from tools.codemod.rename import _module_scope, read_rows
from tools.codemod.source import ROOT, Project, Scope, Source, path_of

_TEXT_FILES = ("*.md", "*.toml", "*.yml", "*.yaml", "*.spec", "*.in", "*.txt", "*.cfg", "Makefile", ".ci/run")


@dataclass
class Header:
    """The imports at the top of a module, as text; what follows; and its docstring."""

    docstring: str
    imports: list[str]
    body: str


class Mover:
    def __init__(self, project: Project, rows: dict[str, str]) -> None:
        self.project = project
        self.rows = rows
        self.problems: list[str] = []
        for old in rows:
            if old not in project.sources:
                self.problems.append(f"no module {old}")
        self.members: dict[str, list[str]] = defaultdict(list)
        for old, new in rows.items():
            if old in project.sources:
                self.members[new].append(old)
        for module in project.sources:
            new = rows.get(module, module)
            if new == module and new in self.members and module not in self.members[new]:
                self.members[new].insert(0, module)
        self.needs = {name: self._needs(source) for name, source in project.sources.items()}

    def new_of(self, module: str) -> str:
        return self.rows.get(module, module)

    # -- what stands in the way -------------------------------------------------------------------------

    def _needs(self, source: Source) -> dict[str, str]:
        """The modules that one imports, and how: "load" when it is loaded, "lazy" otherwise."""
        needs: dict[str, str] = {}
        for node in ast.walk(source.tree):
            if not isinstance(node, ast.ImportFrom | ast.Import):
                continue
            how = "load"
            parent: ast.AST | None = source.parents.get(node)
            while parent is not None:
                if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef):
                    how = "lazy"
                if isinstance(parent, ast.If) and "TYPE_CHECKING" in ast.unparse(parent.test):
                    how = "lazy"
                parent = source.parents.get(parent)
            for name in node.names:
                if isinstance(node, ast.ImportFrom):
                    base = self.project.imported(source, node)
                    target = f"{base}.{name.name}"
                    target = target if target in self.project.sources else base
                else:
                    target = name.name
                if target in self.project.sources and target != source.module and needs.get(target) != "load":
                    needs[target] = how
        return needs

    def circles(self) -> list[str]:
        """Modules of the new tree that would need each other, with the imports that make it so."""
        graph: dict[str, dict[str, str]] = defaultdict(dict)
        for module, needs in self.needs.items():
            for needed, how in needs.items():
                one, other = self.new_of(module), self.new_of(needed)
                if one != other:
                    graph[one].setdefault(other, f"{module} -> {needed} ({how})")
        index: dict[str, int] = {}
        low: dict[str, int] = {}
        stack: list[str] = []
        circles: list[str] = []
        sys.setrecursionlimit(10000)

        def visit(node: str) -> None:
            index[node] = low[node] = len(index)
            stack.append(node)
            for other in graph[node]:
                if other not in index:
                    visit(other)
                    low[node] = min(low[node], low[other])
                elif other in stack:
                    low[node] = min(low[node], index[other])
            if low[node] == index[node]:
                group = []
                while True:
                    group.append(stack.pop())
                    if group[-1] == node:
                        break
                if len(group) > 1:
                    lines = [f"circle of {', '.join(sorted(group))}:"]
                    for one in sorted(group):
                        lines += [f"    {one}: {graph[one][other]}" for other in graph[one] if other in group]
                    circles.append("\n".join(lines))

        for node in sorted(graph):
            if node not in index and node.startswith("companion"):
                visit(node)
        return circles

    def _order(self, target: str) -> list[str]:
        """The modules of a merge, those that others need when they are loaded first."""
        members = self.members[target]
        done: list[str] = []

        def visit(module: str, path: tuple[str, ...]) -> None:
            if module in done or module in path:
                return
            for needed in sorted(
                self.needs[module], key=lambda name: members.index(name) if name in members else 0
            ):
                if needed in members:
                    visit(needed, (*path, module))
            done.append(module)

        for module in members:
            visit(module, ())
        return done

    def collisions(self, target: str) -> list[str]:
        """Names that would mean two things in a merged module."""
        meanings: dict[str, dict[str, set[tuple[str, str]]]] = defaultdict(lambda: defaultdict(set))
        for module in self.members[target]:
            source = self.project.sources[module]
            scope = _module_scope(source)
            for use in source.uses:
                if use.scope is not scope or use.within is not scope:
                    continue
                binds = not isinstance(use.node, ast.Name) or not isinstance(use.node.ctx, ast.Load)
                if binds and not self._is_internal(source, use.node, target):
                    meanings[use.name][module].add(self._meaning(source, use.node, use.name))
        wrong = []
        for name, by in meanings.items():
            if len({frozenset(each) for each in by.values()}) > 1 and name not in (
                "annotations",
                "pytestmark",
            ):
                what = ", ".join(
                    f"{module} ({'|'.join(sorted('.'.join(one)[:60] for one in each))})"
                    for module, each in by.items()
                )
                wrong.append(f"{target}: {name} means {len(by)} things: {what}")
        return wrong

    def _is_internal(self, source: Source, node: ast.AST, target: str) -> bool:
        """An import from another part of the same merge, which goes."""
        if not isinstance(node, ast.alias) or node.asname is not None:
            return False
        statement = source.parents[node]
        if not isinstance(statement, ast.ImportFrom):
            return False
        base = self.project.imported(source, statement)
        whole = f"{base}.{node.name}"
        module = whole if whole in self.project.sources else base
        return self.new_of(module) == target

    def _meaning(self, source: Source, node: ast.AST, name: str) -> tuple[str, str]:
        if isinstance(node, ast.alias):
            statement = source.parents[node]
            if isinstance(statement, ast.ImportFrom):
                base = self.project.imported(source, statement)
                if base in self.project.sources and f"{base}.{node.name}" not in self.project.sources:
                    return (self.new_of(base), node.name)
                if f"{base}.{node.name}" in self.project.sources:
                    return ("module", self.new_of(f"{base}.{node.name}"))
                return (base, node.name)
            return ("module", node.name)
        parent = source.parents.get(node)
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            return (self.new_of(source.module), f"{name}:{ast.dump(node)}")
        if isinstance(parent, ast.Assign | ast.AnnAssign) and parent.value is not None:
            return (self.new_of(source.module), f"{name}={ast.dump(parent.value)}")
        return (source.module, name)

    # -- doing it ---------------------------------------------------------------------------------------

    def rewrite_imports(self, source: Source) -> None:
        """Point every import of a moved module to where it will be; drop those of the module itself."""
        home = self.new_of(source.module)
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ImportFrom):
                self._rewrite_from(source, node, home)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name in self.rows:
                        source.edit(
                            source.start(alias),
                            source.start(alias) + len(alias.name.encode()),
                            self.rows[alias.name],
                        )
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                self._rewrite_string(source, node)

    def _rewrite_from(self, source: Source, node: ast.ImportFrom, home: str) -> None:
        base = self.project.imported(source, node)
        kept: dict[str, list[str]] = defaultdict(list)
        changed = False
        for alias in node.names:
            whole = f"{base}.{alias.name}"
            local = alias.asname or alias.name
            if whole in self.project.sources:
                new = self.new_of(whole)
                package, _, last = new.rpartition(".")
                if new == home:
                    changed = True
                    self._unqualify(source, alias, local)
                    continue
                if new == whole and not node.level:
                    kept[package].append(_alias(last, alias.asname))
                    continue
                changed = True
                wanted = last if alias.asname is None else local
                if alias.asname is None and last != local:
                    wanted = self._free_name(source, alias, local, new)
                    self._rename_binding(source, alias, local, wanted)
                kept[package].append(_alias(last, None if wanted == last else wanted))
            elif base in self.project.sources:
                new = self.new_of(base)
                if new == home:
                    changed = True
                    if local != alias.name:
                        self._rename_binding(source, alias, local, alias.name)
                    continue
                changed = changed or new != base or bool(node.level)
                kept[new].append(_alias(alias.name, alias.asname))
            else:
                kept[base].append(_alias(alias.name, alias.asname))
        if not changed:
            return
        indent = " " * node.col_offset
        lines = [f"from {module} import {', '.join(names)}" for module, names in kept.items()]
        if lines:
            lines = [line if len(line) < 100 else _wrapped(line, indent) for line in lines]
            source.edit(source.start(node), source.end(node), f"\n{indent}".join(lines))
            return
        parent = source.parents[node]
        body = next(
            (value for _, value in ast.iter_fields(parent) if isinstance(value, list) and node in value), []
        )
        if len([each for each in body if not isinstance(each, ast.ImportFrom)]) == 0 and body[0] is node:
            source.edit(source.start(node), source.end(node), "pass")
        else:
            end = source.end(node)
            if source.data[end : end + 1] == b"\n":
                end += 1
            source.edit(source.offset(node.lineno, 0), end, "")

    def _binding(self, source: Source, alias: ast.alias) -> Scope | None:
        return next((use.scope for use in source.uses if use.node is alias), None)

    def _rename_binding(self, source: Source, alias: ast.alias, old: str, new: str) -> None:
        scope = self._binding(source, alias)
        for use in source.uses:
            if use.scope is scope and use.name == old and not isinstance(use.node, ast.alias):
                source.edit(*use.start, new)

    def _unqualify(self, source: Source, alias: ast.alias, local: str) -> None:
        """`which.Which` becomes `Which` where both stand in one module now."""
        scope = self._binding(source, alias)
        for use in source.uses:
            if use.scope is scope and use.name == local and isinstance(use.node, ast.Name):
                parent = source.parents[use.node]
                if isinstance(parent, ast.Attribute):
                    source.edit(use.start[0], source.end(parent) - len(parent.attr.encode()), "")
                else:
                    self.problems.append(f"{source.module}:{use.node.lineno}: the module {local} as a value")

    def _free_name(self, source: Source, alias: ast.alias, local: str, new: str) -> str:
        """How a module is called in one that imports it: its last name, or more of it if that is in use."""
        scope = self._binding(source, alias)
        parts = new.split(".")
        uses = [use for use in source.uses if use.scope is scope and use.name == local]
        names = {use.name for use in source.uses} if isinstance(scope, Scope) else set()
        for wanted in (parts[-1], f"{parts[-2]}_{parts[-1]}", f"{parts[-1]}_module"):
            if uses and wanted not in names:
                return wanted
        self.problems.append(f"{source.module}: no free name for {new} in the place of {local}")
        return local

    def _rewrite_string(self, source: Source, node: ast.Constant) -> None:
        text = source.text(node)
        new = self._in_text(text)
        if new != text:
            source.edit(source.start(node), source.end(node), new)

    def _in_text(self, text: str) -> str:
        """The same with the new names of modules, dotted or as paths."""
        if "companion" not in text and "tests" not in text and "pebble_house" not in text:
            return text

        def dotted(match: re.Match[str]) -> str:
            parts = match[0].split(".")
            for length in range(len(parts), 1, -1):
                new = self.rows.get(".".join(parts[:length]))
                if new is not None:
                    return ".".join([new, *parts[length:]])
            return match[0]

        def path(match: re.Match[str]) -> str:
            new = self.rows.get(match[1].replace("/", "."))
            return match[0] if new is None else new.replace(".", "/") + (match[2] or "")

        text = re.sub(r"\b(?:companion|tests|pebble_house)(?:\.\w+)+", dotted, text)
        return re.sub(r"\b((?:companion|tests|pebble_house)(?:/\w+)+)(\.py)?\b", path, text)

    def split(self, source: Source) -> Header:
        """Take a module apart, after its imports were rewritten."""
        data = source.edited()
        tree = ast.parse(data)
        lines = data.decode().splitlines(keepends=True)
        docstring = ast.get_docstring(tree, clean=False) or ""
        imports: list[str] = []
        taken: set[int] = set()
        body = list(tree.body)
        if docstring:
            first = body.pop(0)
            taken.update(range(first.lineno - 1, first.end_lineno or 0))
        for node in body:
            guard = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            if guard and not all(isinstance(each, ast.ImportFrom) for each in node.body):  # type: ignore[attr-defined]
                guard = False
            if not (isinstance(node, ast.Import | ast.ImportFrom) or guard):
                continue
            start = node.lineno - 1
            while start > 0 and lines[start - 1].startswith("#") and start - 1 not in taken:
                start -= 1
            text = "".join(lines[start : node.end_lineno])
            taken.update(range(start, node.end_lineno or 0))
            if isinstance(node, ast.ImportFrom) and node.module == "__future__":
                continue
            imports.append(text)
        rest = "".join(line for number, line in enumerate(lines) if number not in taken)
        return Header(docstring, imports, rest.strip("\n") + "\n")

    def merge(self, target: str) -> str:
        headers = [self.split(self.project.sources[module]) for module in self._order(target)]
        lead = self.project.sources[self.members[target][0]]
        docstring = ast.get_docstring(lead.tree, clean=False) or ""
        others = [
            header.docstring for header in headers if header.docstring and header.docstring != docstring
        ]
        whole = "\n\n".join(each.strip() for each in [docstring, *others])
        if len(whole.splitlines()) > 1:
            whole += "\n"
        guards = [
            text for header in headers for text in header.imports if text.startswith("if TYPE_CHECKING")
        ]
        plain = [
            text for header in headers for text in header.imports if not text.startswith("if TYPE_CHECKING")
        ]
        guarded = "".join("".join(text.splitlines(keepends=True)[1:]) for text in guards)
        text = f'"""{whole}"""\n\nfrom __future__ import annotations\n\n{"".join(dict.fromkeys(plain))}\n'
        if guarded:
            text += f"if TYPE_CHECKING:\n{guarded}\n"
        return text + "\n\n" + _without_repeats([header.body for header in headers])

    def write(self) -> None:
        for source in self.project.sources.values():
            self.rewrite_imports(source)
        texts = {target: self.merge(target) for target in self.members if len(self.members[target]) > 1}
        for target, members in self.members.items():
            if target not in texts:
                texts[target] = self.project.sources[members[0]].edited().decode()
        for target, members in self.members.items():
            package = len(members) == 1 and self.project.sources[members[0]].is_package
            path = path_of(target, package)
            for folder in reversed(path.relative_to(ROOT).parents[:-1]):
                init = ROOT / folder / "__init__.py"
                if folder.parts[0] == "companion" and not init.exists() and not package:
                    init.parent.mkdir(parents=True, exist_ok=True)
                    init.write_text(f'"""{folder.name}"""\n')
            lead = max(members, key=lambda name: len(self.project.sources[name].data))
            if self.project.sources[lead].path != path:
                path.parent.mkdir(parents=True, exist_ok=True)
                subprocess.run(
                    ["git", "mv", "-f", self.project.sources[lead].path, path], check=True, cwd=ROOT
                )
            for module in members:
                old = self.project.sources[module].path
                if old != path and old.exists():
                    subprocess.run(["git", "rm", "-qf", old], check=True, cwd=ROOT)
            path.write_text(texts[target])
            for module in members:
                self.project.sources[module].edits = []
        self.project.save()
        self._rewrite_texts()

    def _rewrite_texts(self) -> None:
        listed = subprocess.run(
            ["git", "ls-files", *_TEXT_FILES], capture_output=True, text=True, check=True, cwd=ROOT
        )
        for name in listed.stdout.split():
            path = ROOT / name
            if path.exists() and "codemod" not in path.parts:
                text = path.read_text("utf-8")
                new = self._in_text(text)
                if new != text:
                    path.write_text(new)


def _alias(name: str, asname: str | None) -> str:
    return name if asname is None or asname == name else f"{name} as {asname}"


def _wrapped(line: str, indent: str) -> str:
    head, _, names = line.partition(" import ")
    inner = "".join(f"{indent}    {name},\n" for name in names.split(", "))
    return f"{head} import (\n{inner}{indent})"


def _without_repeats(bodies: list[str]) -> str:
    """The bodies one after the other; what stands in more than one to the letter stands once."""
    seen: set[str] = set()
    parts: list[str] = []
    for body in bodies:
        tree = ast.parse(body)
        lines = body.splitlines(keepends=True)
        drop: set[int] = set()
        for node in tree.body:
            name = _defined_name(node)
            if name is None:
                continue
            dump = f"{name}:{ast.dump(node)}"
            if dump in seen:
                drop.update(range(_first_line(node) - 1, node.end_lineno or 0))
            seen.add(dump)
        parts.append("".join(line for number, line in enumerate(lines) if number not in drop).strip("\n"))
    return "\n\n\n".join(part for part in parts if part.strip()) + "\n"


def _first_line(node: ast.stmt) -> int:
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])


def _defined_name(node: ast.stmt) -> str | None:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    return None


def main(arguments: list[str]) -> int:
    rows = read_rows(*(each for each in arguments if not each.startswith("--")))
    project = Project.load()
    mover = Mover(project, rows)
    wrong = list(mover.problems)
    wrong += mover.circles()
    for target in mover.members:
        wrong += mover.collisions(target)
    for line in wrong:
        print(line)
    modules = {mover.new_of(name) for name in project.sources if name.startswith("companion")}
    print(f"{len(rows)} rows; {len(modules)} modules under companion; {len(wrong)} problems")
    if "--write" in arguments and (not wrong or "--anyway" in arguments):
        mover.write()
        for line in mover.problems:
            print(line)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
