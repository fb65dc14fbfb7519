"""`companion doctor`: what works on this machine."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from companion.commands.command import BROKEN, OK, Command, as_json, help_line, one_line, say
from companion.doctor import Finding, Health, examine
from companion.i18n.translator import Translator

_MARKS = {Health.GOOD: "✓", Health.POOR: "!", Health.BROKEN: "✗"}


def _arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    group.add_argument("--json", action="store_true", help=help_line(tr, "app.cli.doctor_json"))


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    findings = examine()
    say(as_json(as_record(findings, tr)) if arguments.json else as_text(findings, tr))
    return OK if usable(findings) else BROKEN


def usable(findings: Sequence[Finding]) -> bool:
    return all(finding.health is not Health.BROKEN for finding in findings)


def as_text(findings: Sequence[Finding], tr: Translator) -> str:
    """A line for each finding, and the verdict."""
    lines = [one_line(f"{_MARKS[found.health]} {tr(found.key, **found.args)}") for found in findings]
    verdict = "app.doctor.usable" if usable(findings) else "app.doctor.unusable"
    return "\n".join([*lines, tr(verdict)])


def as_record(findings: Sequence[Finding], tr: Translator) -> dict[str, Any]:
    return {
        "usable": usable(findings),
        "findings": [
            {
                "topic": found.topic,
                "health": found.health.value,
                "code": found.key.rpartition(".")[2],
                "args": dict(found.args),
                "text": tr(found.key, **found.args),
            }
            for found in findings
        ],
    }


DOCTOR = Command("app.cli.doctor", _arguments, _run)
