"""Run all checks, or the named ones, and print a line for each: `python -m tools.package_check manifest`."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tools.package_check.outcome import Failed, Skipped

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "package-check"


def main() -> int:
    parser = argparse.ArgumentParser(description="Prove of the phone's package what can be proven here.")
    checks = [name for name, module in modules().items() if hasattr(module, "check")]
    parser.add_argument("checks", nargs="*", metavar="CHECK", help=f"only these: {', '.join(checks)}")
    selected_checks = parser.parse_args().checks or checks
    if unknown := set(selected_checks) - set(checks):
        parser.error(f"no such check: {', '.join(sorted(unknown))}")
    WORK.mkdir(parents=True, exist_ok=True)
    # A list, so that all checks run even if the first one fails.
    return int("failed" in [run(name) for name in selected_checks])


def modules() -> dict[str, ModuleType]:
    """Return all modules of this folder by name; those with a `check` function are checks."""
    names = (path.stem for path in Path(__file__).parent.glob("*.py"))
    return {name: import_module(f"tools.package_check.{name}") for name in sorted(names) if name[0] != "_"}


def run(name: str) -> str:
    try:
        lines, outcome = modules()[name].check(WORK), "ok"
    except Skipped as skipped:
        lines, outcome = [str(skipped)], "skipped"
    except Failed as failed:
        lines, outcome = [str(failed)], "failed"
    print(f"{outcome:8}{name}: {'; '.join(lines)}", flush=True)
    return outcome


if __name__ == "__main__":
    sys.exit(main())
