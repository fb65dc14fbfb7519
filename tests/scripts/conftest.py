"""Set-ups of Avalon and Among Cultists, single and all."""

from itertools import combinations, product

import pytest

from companion.core.game import filter_blocking
from companion.games.avalon.setup import Lancelot, Options, Setup, problems
from companion.games.cultists import setup as cultists
from companion.games.cultists.setup import SPECIALS
from companion.scripts.avalon.night import build_script

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
            if not filter_blocking(problems(setup)):
                legal.append(setup)
    return legal


@pytest.fixture(scope="session")
def each_night(every_setup):
    """Each different night of Avalon once, with a set-up: most options and seats make no difference to it."""
    return list({build_script(setup): setup for setup in every_setup}.items())


def cult(players, *roles, **extras):
    names = tuple(f"Player {number}" for number in range(1, players + 1))
    return cultists.Setup(names, roles=roles, **extras)


@pytest.fixture(scope="session")
def cult_table():
    return cult


@pytest.fixture(scope="session")
def every_cult():
    """Every legal table of Among Cultists, with up to three special roles and with all that find a seat."""
    sets = [roles for size in range(4) for roles in combinations(SPECIALS, size)]
    sets += [roles for size in (4, 5, 6) for roles in combinations(SPECIALS, size) if "seer" in roles]
    tables = product(range(4, 9), sets, (False, True))
    setups = [cult(players, *roles, automa=automa) for players, roles, automa in tables]
    return [setup for setup in setups if not filter_blocking(cultists.problems(setup))]
