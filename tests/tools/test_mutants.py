from __future__ import annotations

from pathlib import Path

from tools.mutants import ROOT, choose_tests, find_mutants, sample_mutants

SOURCE = b"""def f(a, b):
    if not a and (b + 1) <= 2:
        return True
    return "1 < 2"
"""


def test_each_mutation_is_made_once() -> None:
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


def test_mutants_compile_and_are_reproducible() -> None:
    sampled = sample_mutants(ROOT, 60, 1)
    for mutant in sampled:
        compile(mutant.apply(Path(ROOT, mutant.path).read_bytes()), mutant.path, "exec")
    assert sampled == sample_mutants(ROOT, 60, 1)


def test_mutant_is_run_against_the_tests_of_its_game() -> None:
    assert choose_tests("companion/games/duet/rules.py", ROOT)[0] == "tests/games/duet"
    assert choose_tests("companion/core/serialization.py", ROOT) == ["tests/games", "tests/scripts"]
