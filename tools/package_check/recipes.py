"""Check that every packed dependency is pinned.

Recipes are resolved by python-for-android's own graph and modules by the query it sends to pip, which must
not find another one. All modules must be pure Python, since nothing else is compiled for a phone.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tempfile
from pathlib import Path

from tools.package_check.outcome import Failed
from tools.package_check.packers import ROOT, python, run, run_script

# Import names that differ from the package name.
PACKAGE_OF = {"bidi": "python_bidi", "jnius": "pyjnius"}
# Imported only on desktops.
DESKTOP_ONLY = {"pyttsx3", "espeakng_loader"}
# Imported only in a checkout.
CHECKOUT_ONLY = {"tools"}
_WHEELS = "needs the package index, to ask it what the requirements need"


def check(work: Path) -> list[str]:
    graph = run_script(work, "recipe_graph")
    pins, recipes, modules = graph["pins"], graph["recipes"], graph["modules"]
    for name in ("python3", "kivy", "sdl2", "sqlite3", "pyjnius", "android"):
        if name not in recipes:
            raise Failed(f"no recipe contains {name}")
    if loose := [name for name in modules if name not in pins]:
        raise Failed(f"without a version in buildozer.spec: {', '.join(loose)}")
    there = {*modules, *recipes}
    if missing := {PACKAGE_OF.get(name, name) for name in imported() - DESKTOP_ONLY} - there:
        raise Failed(f"imported and not in the package: {', '.join(sorted(missing))}")
    if wrong := {name for name, version in pins.items() if recipes.get(name, version) != version}:
        raise Failed(f"pinned to another version than the recipe has: {', '.join(sorted(wrong))}")
    phone = recipes["python3"]
    wheels = _resolved(work, phone, [f"{name}=={pins[name]}" for name in modules])
    if compiled := [name for name, wheel in wheels.items() if not wheel.endswith("-none-any.whl")]:
        raise Failed(f"not in pure Python: {', '.join(compiled)}")
    # The query of python-for-android, without versions.
    newest = _resolved(work, phone, modules)
    if more := {name for name in {*wheels, *newest} if name not in modules}:
        raise Failed(f"needed, and not in buildozer.spec: {', '.join(sorted(more))}")
    return [
        f"Python {phone}, Kivy {recipes['kivy']}, {len(recipes)} recipes, "
        f"{len(modules)} pinned modules in pure Python that need no other"
    ]


def imported() -> set[str]:
    """Return the third-party modules that the app imports."""
    names: set[str] = set()
    for path in (ROOT / "companion").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module)
    return (
        {name.partition(".")[0] for name in names}
        - set(sys.stdlib_module_names)
        - {"companion", *CHECKOUT_ONLY}
    )


def _resolved(work: Path, version: str, modules: list[str]) -> dict[str, str]:
    """Return the packages that pip would install for a phone's Python, with their download addresses."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = [str(python(work)), "-m", "pip", "install", *modules, "--dry-run", "--ignore-installed"]
        command += ["--only-binary=:all:", "--platform=android_24_arm64_v8a", f"--python-version={version}"]
        run([*command, "--target", folder, "--quiet", "--report", str(report)], _WHEELS)
        items = json.loads(report.read_text(encoding="utf-8"))["install"]
    return {
        re.sub(r"[-_.]+", "_", item["metadata"]["name"]).lower(): item["download_info"]["url"]
        for item in items
    }
