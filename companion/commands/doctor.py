"""`companion doctor`: check what works on this machine."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from companion.commands.command import (
    EXIT_BROKEN,
    EXIT_OK,
    Command,
    escape_control_characters,
    format_help,
    print_line,
    to_json,
)
from companion.doctor import CheckResult, Health, run_checks
from companion.i18n.translator import Translator

_SYMBOLS = {Health.GOOD: "✓", Health.POOR: "!", Health.BROKEN: "✗"}


def _add_arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    group.add_argument("--json", action="store_true", help=format_help(tr, "app.cli.doctor_json"))


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    findings = run_checks()
    print_line(to_json(findings_to_json(findings, tr)) if arguments.json else format_findings(findings, tr))
    return EXIT_OK if is_usable(findings) else EXIT_BROKEN


def is_usable(findings: Sequence[CheckResult]) -> bool:
    return all(check_result.health is not Health.BROKEN for check_result in findings)


def format_findings(findings: Sequence[CheckResult], tr: Translator) -> str:
    """Format a line for each finding, and the verdict."""
    lines = [
        escape_control_characters(
            f"{_SYMBOLS[check_result.health]} {tr(check_result.key, **check_result.args)}"
        )
        for check_result in findings
    ]
    verdict = "app.doctor.usable" if is_usable(findings) else "app.doctor.unusable"
    return "\n".join([*lines, tr(verdict)])


def findings_to_json(findings: Sequence[CheckResult], tr: Translator) -> dict[str, Any]:
    return {
        "usable": is_usable(findings),
        "findings": [
            {
                "topic": check_result.topic,
                "health": check_result.health.value,
                "code": check_result.key.rpartition(".")[2],
                "args": dict(check_result.args),
                "text": tr(check_result.key, **check_result.args),
            }
            for check_result in findings
        ],
    }


DOCTOR = Command("app.cli.doctor", _add_arguments, _run)
