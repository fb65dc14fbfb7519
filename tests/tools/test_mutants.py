from __future__ import annotations

from pathlib import Path

from tools.mutants import ROOT, choose_tests, find_mutants, sample_mutants

SOURCE = b"""def f(a, b):
    if not a and (b + 1) <= 2:
        return True
    return "1 < 2"
"""


def test_each_operator_number_truth_value_and_negation_is_changed_once() -> None:
    changed = {mutant.apply(SOURCE).decode() for mutant in find_mutants("f.py", SOURCE)}
    lines = {text.splitlines()[line].strip() for text in changed for line in (1, 2)}
    assert lines == {
        "if not a and (b + 1) <= 2:",
        "if not a or (b + 1) <= 2:",
        "if not a and (b - 1) <= 2:",
        "if not a and (b + 2) <= 2:",
        "if not a and (b + 1) < 2:",
        "if not a and (b + 1) <= 3:",
        "if a and (b + 1) <= 2:",
        "return True",
        "return False",
    }
    assert len(changed) == 7


def test_every_mutant_of_the_rules_can_be_compiled_and_the_same_seed_draws_the_same() -> None:
    drawn = sample_mutants(ROOT, 60, 1)
    for mutant in drawn:
        compile(mutant.apply(Path(ROOT, mutant.path).read_bytes()), mutant.path, "exec")
    assert drawn == sample_mutants(ROOT, 60, 1)


def test_a_mutant_meets_the_tests_of_its_game() -> None:
    assert choose_tests("companion/games/duet/rules.py", ROOT)[0] == "tests/games/duet"
    assert choose_tests("companion/core/serialization.py", ROOT) == ["tests/games", "tests/entry"]
