"""Tables of Avalon, one at a time and all there are."""

from itertools import combinations, product

import pytest

from companion.games.avalon.setup import Lancelot, Options, Setup, problems
from companion.games.game import blocking

OPTIONAL = ("percival", "morgana", "mordred", "oberon")
# The options that change what is said or seen in the night.
SWITCHES = ("oberon_seen_by_merlin", "evil_lancelot_seen_by_merlin", "percival_decoy", "merlin")


def seat(players, *roles, lancelot=None, **options):
    names = tuple(f"Player {number}" for number in range(1, players + 1))
    return Setup(
        names,
        roles=roles,
        lancelot=Lancelot(lancelot) if lancelot else None,
        options=Options(**options),
    )


@pytest.fixture(scope="session")
def table():
    return seat


@pytest.fixture(scope="session")
def every_setup():
    """Every legal role set at every size, in every Lancelot variant, with all options of the night."""
    sets = [roles for size in range(5) for roles in combinations(OPTIONAL, size)]
    legal = []
    for players, roles, variant in product(range(5, 11), sets, (None, *Lancelot)):
        for values in product((True, False), repeat=len(SWITCHES)):
            setup = seat(players, *roles, lancelot=variant, **dict(zip(SWITCHES, values, strict=True)))
            if not blocking(problems(setup)):
                legal.append(setup)
    return legal
