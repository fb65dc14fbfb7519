"""`companion doctor`: its findings in words and as data, and the verdict."""

import json

import pytest

from companion.cli.doctor import CheckResult, Health, format_results, is_usable, results_to_json
from companion.i18n.translator import Translator


@pytest.mark.parametrize(
    ("healths", "verdict"),
    [
        ([Health.GOOD, Health.GOOD], True),
        ([Health.GOOD, Health.POOR], True),
        ([Health.POOR, Health.BROKEN], False),
    ],
)
def test_only_what_is_broken_makes_the_app_unusable(healths, verdict):
    found = [CheckResult("fonts", health, "app.doctor.fonts", {"families": ("A", "B")}) for health in healths]
    tr = Translator("en")
    assert is_usable(found) is verdict
    assert len(format_results(found, tr).splitlines()) == 3
    data = json.loads(json.dumps(results_to_json(found, tr)))
    assert data["usable"] is verdict
    assert [one["health"] for one in data["findings"]] == [health.value for health in healths]
    assert data["findings"][0]["args"] == {"families": ["A", "B"]}


@pytest.mark.parametrize("code", ["en", "fa"])
def test_a_finding_stays_on_its_line_whatever_its_folder_is_called(code):
    found = [CheckResult("data", Health.GOOD, "app.doctor.data", {"folder": "/a\nb\x1b[31m\u2028c"})]
    text = format_results(found, Translator(code))
    assert len(text.splitlines()) == 2
    assert "/a\\nb\\x1b[31m\\u2028c" in text
