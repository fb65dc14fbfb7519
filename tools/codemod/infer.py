"""Guesses the classes of expressions that mypy calls Any: fixtures, functions and attributes without annotations."""

from __future__ import annotations

import ast
from typing import Any

from mypy import nodes, types

from tools.codemod.source import Project, Scope, Source, Use
from tools.codemod.typed import Types, is_ours

_MAX_DEPTH = 12


class Inference:
    """Follows assignments, returned values and fixtures as far as they lead."""

    def __init__(self, project: Project, known: Types) -> None:
        self._project = project
        self._types = known
        self._uses: dict[str, dict[ast.AST, Use]] = {}
        self._busy: set[tuple[str, int]] = set()
        self._memo: dict[tuple[str, int], list[types.Type]] = {}
        self._fixtures: dict[str, list[tuple[Source, ast.FunctionDef]]] = {}
        self._functions: dict[tuple[str, str], tuple[Source, ast.FunctionDef]] = {}
        self._classes: dict[str, tuple[Source, ast.ClassDef]] = {}
        for source in project.sources.values():
            self._collect(source, source.tree, "")

    def _collect(self, source: Source, node: ast.AST, qual: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                inner = f"{qual}.{child.name}" if qual else child.name
                if isinstance(child, ast.ClassDef):
                    self._classes[f"{source.module}.{inner}"] = (source, child)
                else:
                    self._functions[source.module, inner] = (source, child)
                    if any("fixture" in ast.unparse(each) for each in child.decorator_list):
                        self._fixtures.setdefault(child.name, []).append((source, child))
                self._collect(source, child, inner)

    def infos(self, source: Source, node: ast.expr) -> list[nodes.TypeInfo]:
        found: list[nodes.TypeInfo] = []
        for each in self.types_of(source, node):
            proper = types.get_proper_type(each)
            if isinstance(proper, types.Instance):
                found.append(proper.type)
            elif isinstance(proper, types.TypeType) and isinstance(proper.item, types.Instance):
                found.append(proper.item.type)
            elif isinstance(proper, types.CallableType) and proper.is_type_obj():
                found.append(proper.type_object())
            elif isinstance(proper, types.TupleType):
                found.append(proper.partial_fallback.type)
        return found

    def types_of(self, source: Source, node: ast.expr, depth: int = 0) -> list[types.Type]:
        key = (source.module, id(node))
        if key in self._memo:
            return self._memo[key]
        if depth > _MAX_DEPTH or key in self._busy:
            return []
        self._busy.add(key)
        try:
            result = self._known(source, node) or self._guess(source, node, depth + 1)
        finally:
            self._busy.discard(key)
        if result or depth == 0:
            self._memo[key] = result
        return result

    def _known(self, source: Source, node: ast.expr) -> list[types.Type]:
        span = (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
        result: list[types.Type] = []
        for each in self._types.raw(source.module, span):
            result += _flat(each)
        return result

    def _guess(self, source: Source, node: ast.expr, depth: int) -> list[types.Type]:
        if isinstance(node, ast.Name):
            return self._of_name(source, node, depth)
        if isinstance(node, ast.Call):
            return self._of_call(source, node, depth)
        if isinstance(node, ast.Attribute):
            result: list[types.Type] = []
            for owner in self.types_of(source, node.value, depth):
                result += self._of_member(owner, node.attr, depth)
            return result
        if isinstance(node, ast.IfExp):
            return self.types_of(source, node.body, depth) + self.types_of(source, node.orelse, depth)
        if isinstance(node, ast.BoolOp):
            return [each for value in node.values for each in self.types_of(source, value, depth)]
        if isinstance(node, ast.Subscript):
            return self._items(self.types_of(source, node.value, depth), node.slice)
        if isinstance(node, ast.NamedExpr | ast.Await | ast.Starred):
            return self.types_of(source, node.value, depth)
        return []

    def _items(self, containers: list[types.Type], index: ast.expr | None = None) -> list[types.Type]:
        result: list[types.Type] = []
        for each in containers:
            proper = types.get_proper_type(each)
            if isinstance(proper, types.TupleType):
                number = index.value if isinstance(index, ast.Constant) else None
                items = proper.items
                if isinstance(number, int) and -len(items) <= number < len(items):
                    items = [items[number]]
                for item in items:
                    result += _flat(item)
            elif isinstance(proper, types.Instance) and proper.args:
                result += _flat(proper.args[-1])
        return result

    def _use(self, source: Source, node: ast.AST) -> Use | None:
        uses = self._uses.get(source.module)
        if uses is None:
            uses = self._uses[source.module] = {use.node: use for use in source.uses}
        return uses.get(node)

    def _of_name(self, source: Source, node: ast.Name, depth: int) -> list[types.Type]:
        use = self._use(source, node)
        if use is None or use.scope is None:
            return []
        return self._of_binding(source, use.scope, node.id, depth)

    def _of_binding(self, source: Source, scope: Scope, name: str, depth: int) -> list[types.Type]:
        result: list[types.Type] = []
        for use in source.uses:
            if use.scope is not scope or use.name != name:
                continue
            binder = use.node
            if isinstance(binder, ast.arg):
                result += self._of_parameter(source, binder, depth)
            elif isinstance(binder, ast.Name) and not isinstance(binder.ctx, ast.Load):
                result += self._of_target(source, binder, depth)
            elif isinstance(binder, ast.FunctionDef):
                return []
            elif isinstance(binder, ast.alias):
                statement = source.parents[binder]
                if isinstance(statement, ast.ImportFrom):
                    module = self._project.imported(source, statement)
                    other = self._project.sources.get(module)
                    if other is not None and other.uses:
                        outer = other.uses[0].within
                        while outer.parent is not None:
                            outer = outer.parent
                        result += self._of_binding(other, outer, binder.name, depth)
        return result

    def _of_parameter(self, source: Source, binder: ast.arg, depth: int) -> list[types.Type]:
        if binder.annotation is not None:
            return []
        result: list[types.Type] = []
        for owner, function in self._fixtures_for(source, binder.arg):
            result += self._of_function(owner, function, depth)
        if not result:
            function_node = source.parents.get(source.parents.get(binder, binder), binder)
            if isinstance(function_node, ast.FunctionDef):
                result += self._from_callers(source, function_node, binder, depth)
        return result

    def _from_callers(
        self, source: Source, function: ast.FunctionDef, binder: ast.arg, depth: int
    ) -> list[types.Type]:
        """What the same file hands to a helper of its own."""
        names = [arg.arg for arg in function.args.posonlyargs + function.args.args]
        result: list[types.Type] = []
        calls = 0
        for node in ast.walk(source.tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id != function.name or calls > 3:
                continue
            calls += 1
            if binder.arg in names and names.index(binder.arg) < len(node.args):
                result += self.types_of(source, node.args[names.index(binder.arg)], depth)
            for keyword in node.keywords:
                if keyword.arg == binder.arg:
                    result += self.types_of(source, keyword.value, depth)
            if result:
                break
        return result

    def _of_target(self, source: Source, binder: ast.Name, depth: int) -> list[types.Type]:
        parent = source.parents.get(binder)
        if isinstance(parent, ast.Assign):
            return self.types_of(source, parent.value, depth)
        if isinstance(parent, ast.NamedExpr):
            return self.types_of(source, parent.value, depth)
        if isinstance(parent, ast.withitem):
            return self.types_of(source, parent.context_expr, depth)
        if isinstance(parent, ast.For | ast.comprehension):
            return self._items(self.types_of(source, parent.iter, depth))
        if isinstance(parent, ast.Tuple):
            above = source.parents.get(parent)
            index = parent.elts.index(binder)
            if isinstance(above, ast.Assign):
                if isinstance(above.value, ast.Tuple) and len(above.value.elts) == len(parent.elts):
                    return self.types_of(source, above.value.elts[index], depth)
                return self._items(self.types_of(source, above.value, depth), ast.Constant(index))
            if isinstance(above, ast.For | ast.comprehension):
                items = self._items(self.types_of(source, above.iter, depth))
                return self._items(items, ast.Constant(index))
        return []

    def _of_call(self, source: Source, node: ast.Call, depth: int) -> list[types.Type]:
        func = node.func
        for each in self.types_of(source, func, depth):
            proper = types.get_proper_type(each)
            if isinstance(proper, types.CallableType):
                known = _flat(proper.ret_type)
                if known:
                    return known
        result: list[types.Type] = []
        for owner, function in self._callees(source, func, depth):
            if isinstance(function, ast.Lambda):
                result += self.types_of(owner, function.body, depth)
            else:
                result += self._of_function(owner, function, depth)
        if not result and isinstance(func, ast.Attribute):
            for receiver in self.types_of(source, func.value, depth):
                for each in self._of_member(receiver, func.attr, depth):
                    proper = types.get_proper_type(each)
                    result += _flat(proper.ret_type) if isinstance(proper, types.CallableType) else []
                if not result:
                    result += self._of_method(receiver, func.attr, depth)
        return result

    def _callees(
        self, source: Source, func: ast.expr, depth: int
    ) -> list[tuple[Source, ast.FunctionDef | ast.Lambda]]:
        """The functions that an expression may be: itself, one from a fixture, one in a variable."""
        if depth > _MAX_DEPTH:
            return []
        if isinstance(func, ast.Lambda):
            return [(source, func)]
        if isinstance(func, ast.Call) and ast.unparse(func.func).endswith("partial") and func.args:
            return self._callees(source, func.args[0], depth + 1)
        if not isinstance(func, ast.Name):
            return []
        use = self._use(source, func)
        return [] if use is None or use.scope is None else self._bound(source, use.scope, func.id, depth + 1)

    def _bound(
        self, source: Source, scope: Scope, name: str, depth: int
    ) -> list[tuple[Source, ast.FunctionDef | ast.Lambda]]:
        result: list[tuple[Source, ast.FunctionDef | ast.Lambda]] = []
        for use in source.uses:
            if use.scope is not scope or use.name != name:
                continue
            binder = use.node
            if isinstance(binder, ast.FunctionDef):
                result.append((source, binder))
            elif isinstance(binder, ast.alias):
                statement = source.parents[binder]
                if isinstance(statement, ast.ImportFrom):
                    module = self._project.imported(source, statement)
                    found = self._functions.get((module, binder.name))
                    result += [found] if found is not None else []
            elif isinstance(binder, ast.arg):
                for owner, function in self._fixtures_for(source, binder.arg):
                    for node in _own_nodes(function):
                        if isinstance(node, ast.Return | ast.Yield) and node.value is not None:
                            result += self._callees(owner, node.value, depth)
            elif isinstance(binder, ast.Name) and isinstance(binder.ctx, ast.Store):
                parent = source.parents.get(binder)
                if isinstance(parent, ast.Assign):
                    result += self._callees(source, parent.value, depth)
        return result

    def _fixtures_for(self, source: Source, name: str) -> list[tuple[Source, ast.FunctionDef]]:
        fixtures = self._fixtures.get(name, [])
        here = [each for each in fixtures if each[0] is source]
        near = [
            each for each in fixtures if source.module.startswith(each[0].module.rpartition(".")[0] + ".")
        ]
        longest = max((len(each[0].module) for each in near), default=0)
        return here or [each for each in near if len(each[0].module) == longest] or fixtures

    def _of_function(self, source: Source, function: ast.FunctionDef, depth: int) -> list[types.Type]:
        if function.returns is not None:
            for each in self._types.returned(source.module, function.lineno):
                return _flat(each)
        result: list[types.Type] = []
        for node in _own_nodes(function):
            if isinstance(node, ast.Return | ast.Yield) and node.value is not None:
                result += self.types_of(source, node.value, depth)
            if result:
                break
        return result

    def _of_member(self, owner: types.Type, name: str, depth: int) -> list[types.Type]:
        proper = types.get_proper_type(owner)
        info: nodes.TypeInfo | None = None
        if isinstance(proper, types.Instance):
            info = proper.type
        elif isinstance(proper, types.CallableType) and proper.is_type_obj():
            info = proper.type_object()
        elif isinstance(proper, types.TupleType):
            info = proper.partial_fallback.type
        if info is None:
            return []
        definer = self._types.definer(info, name)
        if definer is None:
            return []
        node = definer.names[name].node
        known: Any = node.func.type if isinstance(node, nodes.Decorator) else getattr(node, "type", None)
        result: list[types.Type] = []
        if known is not None:
            proper_known = types.get_proper_type(known)
            is_property = isinstance(node, nodes.Decorator) and node.func.is_property
            if is_property and isinstance(proper_known, types.CallableType):
                result = _flat(proper_known.ret_type)
            else:
                result = _flat(known)
        if result or not is_ours(definer):
            return result
        found = self._classes.get(definer.fullname)
        if found is None:
            return []
        source, class_node = found
        for each in ast.walk(class_node):
            if isinstance(each, ast.Assign):
                for target in each.targets:
                    named = isinstance(target, ast.Attribute) and target.attr == name
                    if named and isinstance(target.value, ast.Name) and target.value.id == "self":  # type: ignore[attr-defined]
                        result += self.types_of(source, each.value, depth)
            elif isinstance(each, ast.FunctionDef) and each.name == name:
                if any("property" in ast.unparse(decorator) for decorator in each.decorator_list):
                    result += self._of_function(source, each, depth)
        return result

    def _of_method(self, owner: types.Type, name: str, depth: int) -> list[types.Type]:
        proper = types.get_proper_type(owner)
        if not isinstance(proper, types.Instance):
            return []
        definer = self._types.definer(proper.type, name)
        found = None if definer is None else self._classes.get(definer.fullname)
        if found is None:
            return []
        source, class_node = found
        for each in class_node.body:
            if isinstance(each, ast.FunctionDef) and each.name == name:
                return self._of_function(source, each, depth)
        return []


def _own_nodes(function: ast.FunctionDef) -> list[ast.AST]:
    result: list[ast.AST] = []
    stack: list[ast.AST] = list(function.body)
    while stack:
        node = stack.pop(0)
        result.append(node)
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            stack.extend(ast.iter_child_nodes(node))
    return result


def _flat(of_type: types.Type) -> list[types.Type]:
    """The parts of a type that say something: no Any, no None."""
    proper = types.get_proper_type(of_type)
    if isinstance(proper, types.UnionType):
        return [each for item in proper.items for each in _flat(item)]
    if isinstance(proper, types.AnyType | types.NoneType | types.UninhabitedType):
        return []
    if isinstance(proper, types.TypeVarType):
        return _flat(proper.upper_bound)
    if isinstance(proper, types.Overloaded):
        return _flat(proper.items[0])
    if isinstance(proper, types.LiteralType):
        return [proper.fallback]
    if isinstance(proper, types.Instance) and proper.type.fullname == "builtins.object":
        return []
    return [proper]
