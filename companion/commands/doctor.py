"""`companion doctor`: what works on this machine."""

from __future__ import annotations

import argparse

from companion import doctor
from companion.commands.command import BROKEN, OK, Command, as_json, help_line
from companion.i18n.translator import Translator


def _arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    group.add_argument("--json", action="store_true", help=help_line(tr, "app.cli.doctor_json"))


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    findings = doctor.examine()
    print(as_json(doctor.as_json(findings, tr)) if arguments.json else doctor.as_text(findings, tr))
    return OK if doctor.usable(findings) else BROKEN


DOCTOR = Command("app.cli.doctor", _arguments, _run)
