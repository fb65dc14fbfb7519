"""What mypy knows of the project: the classes an expression may be of, and which members belong together."""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import Any

from mypy import build, nodes, patterns, types
from mypy.config_parser import parse_config_file
from mypy.find_sources import create_source_list
from mypy.options import Options
from mypy.subtypes import is_protocol_implementation
from mypy.typevars import fill_typevars

from tools.codemod.source import FOLDERS, ROOT

Span = tuple[int, int, int, int]
OURS = ("companion.", "tests.", "tools.", "pebble_house.")


# Where mypy's nodes hold the nodes below them. Its visitors are compiled and cannot be extended.
_CHILDREN = (
    "defs",
    "body",
    "expr",
    "callee",
    "args",
    "index",
    "base",
    "left",
    "right",
    "operands",
    "items",
    "lvalues",
    "rvalue",
    "func",
    "decorators",
    "else_body",
    "if_expr",
    "else_expr",
    "cond",
    "sequences",
    "condlists",
    "indices",
    "left_expr",
    "generator",
    "key",
    "value",
    "arguments",
    "initializer",
    "msg",
    "handlers",
    "types",
    "vars",
    "finally_body",
    "subject",
    "patterns",
    "guards",
    "bodies",
    "target",
    "class_ref",
    "keyword_values",
    "values",
    "keys",
    "begin_index",
    "end_index",
    "stride",
    "from_expr",
    "exprs",
    "impl",
    "base_type_exprs",
    "metaclass",
    "keywords",
    "dict",
    "pattern",
    "or_pattern",
    "unanalyzed_items",
    "call",
    "defn",
    "ret_expr",
)


class _Collector:
    """Every expression of a file by its span, and every class."""

    def __init__(self, tree: nodes.MypyFile) -> None:
        self.spans: dict[Span, list[nodes.Expression]] = defaultdict(list)
        self.classes: list[nodes.TypeInfo] = []
        self.functions: list[tuple[int, types.Type]] = []
        self._seen: set[int] = set()
        self._visit(tree)

    def _visit(self, value: Any) -> None:
        if isinstance(value, list | tuple):
            for each in value:
                self._visit(each)
        elif isinstance(value, dict):
            self._visit(list(value.values()))
        elif isinstance(value, nodes.Node | patterns.Pattern) and id(value) not in self._seen:
            self._seen.add(id(value))
            self._record(value)
            for name in _CHILDREN:
                self._visit(getattr(value, name, None))

    def _record(self, node: nodes.Node) -> None:
        if isinstance(node, nodes.Expression) and node.end_line is not None and node.end_column is not None:
            self.spans[node.line, node.column, node.end_line, node.end_column].append(node)
        if isinstance(node, nodes.FuncDef) and isinstance(node.type, types.CallableType):
            self.functions.append((node.line, node.type.ret_type))
        if isinstance(node, nodes.ClassDef) and isinstance(node.info, nodes.TypeInfo):
            self.classes.append(node.info)


def is_ours(info: nodes.TypeInfo) -> bool:
    return info.fullname.startswith(OURS)


class Types:
    """The result of one mypy run over everything."""

    def __init__(self) -> None:
        options = Options()
        parse_config_file(options, lambda: None, str(ROOT / "pyproject.toml"), sys.stdout, sys.stderr)
        options.check_untyped_defs = True
        options.export_types = True
        options.preserve_asts = True
        options.incremental = False
        options.cache_dir = "/dev/null"
        result = build.build(create_source_list([str(ROOT / each) for each in FOLDERS], options), options)
        self.errors = result.errors
        self._types = result.types
        self._spans: dict[str, dict[Span, list[nodes.Expression]]] = {}
        self.classes: dict[str, nodes.TypeInfo] = {}
        self._functions: dict[tuple[str, int], types.Type] = {}
        for name, tree in result.files.items():
            if name.partition(".")[0] + "." not in OURS and name not in ("companion", "tests", "tools"):
                continue
            collector = _Collector(tree)
            self._spans[name] = collector.spans
            for line, returned in collector.functions:
                self._functions[name, line] = returned
            for info in collector.classes:
                self.classes[info.fullname] = info
        self._group: dict[tuple[str, str], tuple[str, str]] = {}
        self._join_families()

    def infos(self, module: str, span: Span) -> tuple[list[nodes.TypeInfo], bool]:
        """The classes that the expression may be of, and whether that is all that is known of it."""
        found: list[nodes.TypeInfo] = []
        known = False
        for expression in self._spans.get(module, {}).get(span, ()):
            of_type = self._types.get(expression)
            if of_type is None:
                continue
            known = True
            if not _collect(of_type, found):
                known = False
        return found, known

    def raw(self, module: str, span: Span) -> list[types.Type]:
        """The types of the expression as mypy has them."""
        found = (self._types.get(each) for each in self._spans.get(module, {}).get(span, ()))
        return [each for each in found if each is not None]

    def returned(self, module: str, line: int) -> list[types.Type]:
        """What the function that begins in this line is annotated to return."""
        found = self._functions.get((module, line))
        return [found] if found is not None else []

    def callee(self, module: str, span: Span) -> nodes.TypeInfo | None:
        """The class that a call of this expression makes an instance of."""
        for expression in self._spans.get(module, {}).get(span, ()):
            of_type = self._types.get(expression)
            if of_type is None:
                continue
            proper = types.get_proper_type(of_type)
            if isinstance(proper, types.Overloaded):
                proper = proper.items[0]
            if isinstance(proper, types.CallableType) and proper.is_type_obj():
                return proper.type_object()
            if isinstance(proper, types.TypeType):
                item = types.get_proper_type(proper.item)
                if isinstance(item, types.Instance):
                    return item.type
        return None

    def group(self, owner: str, member: str) -> tuple[str, str]:
        key = (owner, member)
        while self._group.get(key, key) != key:
            key = self._group[key]
        return key

    def _join(self, one: tuple[str, str], other: tuple[str, str]) -> None:
        first, second = self.group(*one), self.group(*other)
        if first != second:
            self._group[max(first, second)] = min(first, second)

    def _join_families(self) -> None:
        protocols = [info for info in self.classes.values() if info.is_protocol]
        for info in self.classes.values():
            for member in info.names:
                for base in info.mro[1:]:
                    if member in base.names and is_ours(base) and not member.startswith("__"):
                        self._join((info.fullname, member), (base.fullname, member))
        for protocol in protocols:
            members = [name for name in protocol.protocol_members if not name.startswith("__")]
            if not members:
                continue
            for info in self.classes.values():
                if info.is_protocol or not all(self.definer(info, name) for name in members):
                    continue
                if not _implements(info, protocol):
                    continue
                if info.fallback_to_any and len(members) == 1 and members != ["begin_with"]:
                    # A widget that happens to have something of this name.
                    continue
                for name in members:
                    owner, defined = self.definer(info, name), self.definer(protocol, name)
                    if owner is not None and defined is not None and is_ours(owner):
                        self._join((owner.fullname, name), (defined.fullname, name))

    @staticmethod
    def definer(info: nodes.TypeInfo, member: str) -> nodes.TypeInfo | None:
        return next((base for base in info.mro if member in base.names), None)

    def outside(self, owner: str, member: str) -> str | None:
        """A base class outside the project that has this member too."""
        info = self.classes[owner]
        return next((base.fullname for base in info.mro if member in base.names and not is_ours(base)), None)


def _implements(info: nodes.TypeInfo, protocol: nodes.TypeInfo) -> bool:
    try:
        left: Any = _any_args(info)
        right: Any = _any_args(protocol)
        return is_protocol_implementation(left, right)
    except (AssertionError, AttributeError, KeyError):
        return len(protocol.protocol_members) > 3


def _any_args(info: nodes.TypeInfo) -> types.Instance:
    filled = fill_typevars(info)
    anything = types.AnyType(types.TypeOfAny.special_form)
    instance = filled if isinstance(filled, types.Instance) else filled.partial_fallback
    return types.Instance(info, [anything] * len(instance.args))


def _collect(of_type: types.Type, found: list[nodes.TypeInfo]) -> bool:
    proper = types.get_proper_type(of_type)
    if isinstance(proper, types.Instance):
        if proper.type.fullname == "types.ModuleType":
            return True
        found.append(proper.type)
        return True
    if isinstance(proper, types.UnionType):
        return min([_collect(item, found) for item in proper.items])
    if isinstance(proper, types.CallableType):
        if proper.is_type_obj():
            found.append(proper.type_object())
        return True
    if isinstance(proper, types.Overloaded):
        return _collect(proper.items[0], found)
    if isinstance(proper, types.TypeVarType):
        return min([_collect(item, found) for item in proper.values or [proper.upper_bound]])
    if isinstance(proper, types.TupleType):
        found.append(proper.partial_fallback.type)
        return True
    if isinstance(proper, types.LiteralType | types.TypedDictType):
        found.append(proper.fallback.type)
        return True
    if isinstance(proper, types.TypeType):
        return _collect(proper.item, found)
    return isinstance(proper, types.NoneType)
