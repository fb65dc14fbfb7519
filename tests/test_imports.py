"""Every import points inward: who may import whom, read from the source itself."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import companion

ROOT = Path(companion.__file__).parent

PURE_PARTS = (
    "core entry files.import_preview files.share_link games games.game_file games.replay games.text i18n"
    " narrator past scripts settings statistics"
)
# Each part of the package and the parts it may import. A part may always import from itself.
# `companion` alone stands for companion/__init__.py, which holds the version.
ARROWS = {
    # Pure: sessions, rules, scripts, words, what is being entered.
    "core": "",
    "games": "core",
    "i18n": "core games",  # for Problem, which it puts into words, and the list of games
    "games.game_file": "core games",
    "games.text": "core i18n",
    "games.replay": "core i18n",
    "scripts": "core games i18n",
    "statistics": "core games games.game_file games.text i18n",
    "past": "games games.text i18n statistics",
    "entry": "core games games.replay games.text i18n scripts",
    "narrator": "core i18n scripts",
    "settings": "core i18n scripts",
    "files.share_link": "core games.game_file",
    "files.import_preview": "i18n",
    # Adapters around the core.
    "files.safe_zip": "core",  # for Problem
    "files.outgoing": "core files.safe_zip",
    "storage": "core files.import_preview files.outgoing files.safe_zip files.share_link games"
    " games.game_file games.text i18n settings statistics",
    "files.incoming": "core files.safe_zip storage",
    "narrator.voices": "assets core device files.safe_zip i18n narrator settings",
    "assets": "",
    # For Problem, and for what a change of the audio focus is called.
    "device": "core files.safe_zip narrator",
    # What is seen. Screens know the app only by its context: not where games are stored, and not what device
    # this is.
    "widgets": "assets i18n",
    "app_context": "core files.outgoing i18n narrator narrator.narration scripts settings storage widgets",
    "screens": f"{PURE_PARTS} app_context companion narrator.narration widgets",
    # Where everything is wired together.
    "app": f"{PURE_PARTS} app_context device files narrator.speech screens storage widgets",
    "tour": "app core entry files.import_preview games games.game_file i18n narrator screens scripts settings"
    " statistics storage widgets",
    "launch": "app assets core device i18n narrator narrator.narration settings tour widgets",
    "doctor": "assets companion device i18n storage",
    "cli": "commands companion core device files.share_link i18n launch settings",
    # The files to detect what type a file is.
    "commands": f"{PURE_PARTS} doctor files files.incoming files.outgoing files.safe_zip narrator.narration"
    " narrator.voices storage",
    "narrator.narration": "core i18n narrator narrator.voices scripts settings",
    "narrator.speech": "app_context core games narrator narrator.narration narrator.voices scripts settings"
    " widgets",
    "files": "app_context core device files.import_preview files.incoming files.outgoing files.safe_zip"
    " files.share_link i18n narrator.voices screens scripts storage",
    "__main__": "cli device doctor narrator.voices",  # the latter two only where they are to work alone
    "companion": "",
}

PURE = tuple(PURE_PARTS.split())
# Time, chance and the world outside are handed to the pure parts, never fetched by them.
OUTSIDE = ("datetime", "random", "secrets", "socket", "subprocess", "threading", "time", "uuid")

# Packages that only some parts may import, and those of them that may do so when they are loaded; the rest
# import them inside the function that needs them.
KEPT_TO = {
    "kivy": {
        "app",
        "cli",
        "doctor",
        "files",
        "launch",
        "narrator.speech",
        "narrator.voices",
        "screens",
        "tour",
        "widgets",
    },
    "plyer": {"device"},
    "jnius": {"device", "narrator.voices"},
    "sqlite3": {"storage", "doctor"},
}
ON_LOADING = {
    "kivy": {"app", "files", "narrator.speech", "tour", "widgets", "screens"},
    "plyer": set(),
    "jnius": set(),
    "sqlite3": {"storage", "doctor"},
}


def module_of(path):
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part_of(module):
    """`companion.narrator.voices.android` -> `narrator.voices`: the longest name in the table."""
    names = module.split(".")[1:]
    for length in range(len(names), 0, -1):
        if ".".join(names[:length]) in ARROWS:
            return ".".join(names[:length])
    return "companion"


def imports_of(tree, package):
    """(module, whether it is imported on loading, line): those inside functions and for type checkers too."""
    found: list[tuple[str, bool, int]] = []

    def visit(node, loading):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            loading = False
        if isinstance(node, ast.expr):
            # No expression holds an import, and most of a module is expressions.
            return
        if isinstance(node, ast.Import):
            found.extend((alias.name, loading, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([base] if base else [])])
            # What is imported may be a module or a name in one: the table knows which names are parts.
            found.extend((f"{base}.{alias.name}", loading, node.lineno) for alias in node.names)
        inside = loading and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for child in ast.iter_child_nodes(node):
            visit(child, inside)

    visit(tree, True)
    return found


@cache
def modules():
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        module = module_of(path)
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found.append((module, imports_of(tree, package)))
    return tuple(found)


def wrong_in(module, imports):
    part = part_of(module)
    allowed = {part, *ARROWS.get(part, "").split()}
    for name, loading, line in imports:
        top = name.partition(".")[0]
        if top == "companion" and part_of(name) not in allowed:
            yield f"{module}:{line} imports {name}, but {part} may import only {sorted(allowed)}"
        elif part in PURE and top in OUTSIDE:
            yield f"{module}:{line} imports {top}, but {part} is pure"
        elif part not in KEPT_TO.get(top, {part}):
            yield f"{module}:{line} imports {top}, which is kept to {sorted(KEPT_TO[top])}"
        elif loading and part not in ON_LOADING.get(top, {part}):
            yield f"{module}:{line} imports {top} on loading; inside a function it may"


def test_every_part_of_the_package_is_in_the_table():
    assert [module for module, _ in modules() if part_of(module) == "companion"] == ["companion"]


def test_no_import_points_outward():
    wrong = [problem for module, imports in modules() for problem in wrong_in(module, imports)]
    assert wrong == []


def test_no_two_parts_need_each_other():
    def reaches(part, goal, seen):
        return any(
            step == goal or (step not in seen and reaches(step, goal, seen | {step}))
            for step in ARROWS[part].split()
        )

    assert [part for part in ARROWS if reaches(part, part, frozenset())] == []


def test_no_module_needs_one_that_needs_it():
    """Read from every import there is: a circle that is only lazy, or only for types, is one all the same."""
    known = dict(modules())
    needs = {
        module: {
            target for name, _, _ in imports if (target := _module_in(name, known)) not in (None, module)
        }
        for module, imports in known.items()
    }
    circles, done = [], set()

    def visit(module, path):
        if module in path:
            circles.append(" -> ".join((*path[path.index(module) :], module)))
        elif module not in done:
            for needed in sorted(needs[module]):
                visit(needed, (*path, module))
            done.add(module)

    for module in sorted(needs):
        visit(module, ())
    assert circles == []


def _module_in(name, known):
    """The module that an import is of: what is imported may be a module, or a name in one."""
    return name if name in known else name.rpartition(".")[0] if name.rpartition(".")[0] in known else None


def test_what_is_loaded_by_name_is_loaded_in_one_place():
    """A game's parts are found by their names; anywhere else that would hide an arrow."""
    by_name = [
        module
        for module, imports in modules()
        if any(name == "importlib.import_module" for name, _, _ in imports)
    ]
    assert by_name == ["companion.core.definition"]


@pytest.mark.parametrize(
    ("module", "source", "complaint"),
    [
        ("companion.games.duet.play", "import kivy", "imports kivy, which is kept to"),
        (
            "companion.games.duet.play",
            "def f():\n    from random import choice",
            "imports random, but games is pure",
        ),
        ("companion.i18n.languages", "import datetime", "imports datetime, but i18n is pure"),
        (
            "companion.core.session",
            "from companion.storage.games import Journal",
            "imports companion.storage.games",
        ),
        ("companion.core.players", "from ..i18n import digits", "imports companion.i18n"),
        ("companion.screens.home", "from companion import storage", "imports companion.storage"),
        (
            "companion.screens.night",
            "from companion.narrator import voices",
            "imports companion.narrator.voices",
        ),
        ("companion.storage.store", "def f():\n    import kivy", "imports kivy, which is kept to"),
        ("companion.app", "import plyer", "imports plyer, which is kept to"),
        ("companion.cli", "from kivy.app import App", "imports kivy on loading"),
        ("companion.widgets.text", "import companion.core.game", "imports companion.core.game"),
        ("companion.entry.silver.draft", "from companion.widgets import text", "imports companion.widgets"),
        ("companion.screens.home", "from companion.app import CompanionApp", "imports companion.app"),
        (
            "companion.screens.home",
            "if TYPE_CHECKING:\n    from companion.app import CompanionApp",
            "imports companion.app",
        ),
    ],
)
def test_an_import_that_points_outward_is_noticed(module, source, complaint):
    imports = imports_of(ast.parse(source), module.rpartition(".")[0])
    (problem,) = wrong_in(module, imports)
    assert complaint in problem


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("companion.cli", "def f():\n    from kivy.app import App"),
        ("companion.screens.home", "if TYPE_CHECKING:\n    from companion.app_context import AppContext"),
        ("companion.games.duet.play", "from companion.games.duet.setup import Setup"),
        ("companion.cli", "from companion import __version__"),
    ],
)
def test_an_import_that_points_inward_passes(module, source):
    imports = imports_of(ast.parse(source), module.rpartition(".")[0])
    assert imports
    assert list(wrong_in(module, imports)) == []


def test_loading_the_pure_parts_and_the_command_line_loads_no_kivy():
    names = [module for module, _ in modules() if part_of(module) in (*PURE, "storage", "cli", "doctor")]
    assert len(names) > 20
    code = f"import importlib, sys\nfor name in {names}: importlib.import_module(name)\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "companion" in loaded
    assert loaded & {"kivy", "plyer", "jnius"} == set()
