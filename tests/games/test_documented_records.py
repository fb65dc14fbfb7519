"""What docs/records.md shows is what the app does."""

import json
import re
from itertools import pairwise
from pathlib import Path

import polib
import pytest

import companion
from companion.core.serialization import encode
from companion.games.avalon.setup import Options
from companion.games.avalon.state import MOVE_TYPES as AVALON_MOVES
from companion.games.avalon.state import Phase
from companion.games.cultists.actions import OUTCOMES, Requirement
from companion.games.cultists.moves import MOVE_TYPES as CULTISTS_MOVES
from companion.games.cultists.setup import Options as CultistsOptions
from companion.games.cultists.state import EVENTS
from companion.games.duet.state import MOVE_TYPES as DUET_MOVES
from companion.games.duet.state import Score
from companion.games.game_file import parse_record, replay
from companion.games.registry import list_games
from companion.games.silver.setup import Options as SilverOptions
from companion.games.silver.state import MOVE_TYPES as SILVER_MOVES
from companion.games.silver.state import AmuletReason, ScoreReason, WinReason
from companion.i18n.translator import CATALOGUES

PACKAGE = Path(companion.__file__).parent
DOCUMENT = (PACKAGE.parent / "docs" / "records.md").read_text(encoding="utf-8")
BLOCKS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL)]
# A file of many games holds records, but is none.
RECORDS = [block for block in BLOCKS if "format" in block and "game" in block]
# A record with its state after it.
SHOWN = [pair for pair in pairwise(BLOCKS) if "format" in pair[0] and "format" not in pair[1]]
CULTISTS = DOCUMENT.split("\n## Among Cultists\n")[1].split("\n## ")[0]
DUET = DOCUMENT.split("\n## Codenames Duet\n")[1]
SILVER = DOCUMENT.split("\n## Silver\n")[1].split("\n## ")[0]
NAMED = set(re.findall(r"`([a-z0-9_]+)`", DOCUMENT))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["game"])
def test_a_documented_record_can_be_replayed(record):
    states = list(replay(parse_record(json.dumps(record))))
    assert len(states) == len(record["moves"]) + 1


@pytest.mark.parametrize(("record", "shown"), SHOWN, ids=[record["game"] for record, _ in SHOWN])
def test_the_documented_state_is_that_of_the_documented_game(record, shown):
    game = parse_record(json.dumps(record))
    *_, state = replay(game)
    assert game.game.public_state(state) == shown


def test_every_game_with_rules_is_shown_with_a_state():
    assert {record["game"] for record, _ in SHOWN} == {game.id for game in list_games()}


def codes_of(domain, *files):
    """The codes that these files can name; what an f-string leaves open is looked up in the catalogue."""
    sources = [(PACKAGE / f"{name}.py").read_text(encoding="utf-8") for name in files]
    found = re.findall(rf'"{domain}\.problem\.([\w.{{}}]+)"', "".join(sources))
    named = re.compile("|".join(re.sub(r"\{.*?\}", r"\\w+", code) for code in found))
    catalogue = polib.pofile(str(Path(CATALOGUES, "en", f"{domain}.po")))
    codes = {entry.msgid.removeprefix(f"{domain}.problem.") for entry in catalogue}
    return {code for code in codes if named.fullmatch(code)}


def in_table(text):
    """Those of a table: the names in its second column."""
    rows = re.findall(r"^\|[^|]*\|(.*)\|$", text, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([a-z0-9_]+)`", row)}


def test_every_code_of_any_game_is_documented():
    table = DOCUMENT.split("These codes belong to every game:")[1].split("\n## ")[0]
    codes = codes_of("app", "games/game_file", "core/serialization", "core/definition", "core/players")
    # A name that is typed may not be a number; in a record a number stands for a seat without a name.
    assert in_table(table) == codes - {"name_number"}


@pytest.mark.parametrize(
    ("game", "title"),
    [("avalon", "Avalon"), ("cultists", "Among Cultists"), ("silver", "Silver"), ("duet", "Codenames Duet")],
)
def test_every_code_of_a_set_up_is_documented(game, title):
    section = DOCUMENT.split(f"\n## {title}\n")[1].split("\n## ")[0]
    table = section.split("| set-ups | codes |")[1].split("\n\n")[0]
    # Numbers are only asked for a set-up that is valid, so no record meets a table without any.
    assert in_table(table) == codes_of(game, f"games/{game}/setup") - {"no_numbers"}


def test_every_refusal_and_rank_of_duet_is_documented():
    rows = DUET.split("### Refusals")[1].split("### Example")[0]
    assert in_table(rows) == codes_of("duet", "games/duet/rules")
    ranks = {Score(points, 0, 0).rank for points in range(28)}
    assert ranks <= set(re.findall(r"`([a-z]+)`", DUET))


@pytest.mark.parametrize("moves", [AVALON_MOVES, CULTISTS_MOVES, SILVER_MOVES, DUET_MOVES])
def test_every_move_and_its_fields_are_documented(moves):
    assert set(moves) <= NAMED
    assert {field for move in moves.values() for field in move.__slots__} <= NAMED


@pytest.mark.parametrize(
    "options", [Options(), CultistsOptions(), SilverOptions()], ids=["avalon", "cultists", "silver"]
)
def test_every_option_is_documented_with_its_default(options):
    for name, value in encode(options).items():
        assert re.search(rf"\| `{name}` \| `{re.escape(json.dumps(value))}` \|", DOCUMENT), name


def test_every_refusal_of_avalon_is_documented():
    modules = ("state", "rules")
    sources = [(PACKAGE / "games" / "avalon" / f"{name}.py").read_text(encoding="utf-8") for name in modules]
    raised = set(re.findall(r'"(?:avalon|app)\.problem\.(\w+)"', "".join(sources)))
    awaited = {f"awaits_{awaits.value}" for awaits in Phase if awaits is not Phase.OVER}
    codes = set(re.findall(r"`([a-z0-9_]+)`", DOCUMENT.split("### Refusals")[1].split("### Example")[0]))
    assert codes == raised | awaited


def test_every_refusal_of_a_round_of_silver_is_documented():
    source = (PACKAGE / "games" / "silver" / "rules.py").read_text(encoding="utf-8")
    raised = set(re.findall(r'"silver\.problem\.(\w+)"', source))
    rows = SILVER.split("### Refusals")[1].split("### Example")[0]
    assert set(re.findall(r"`([a-z0-9_]+)`", rows)) == raised


@pytest.mark.parametrize("reasons", [ScoreReason, AmuletReason, WinReason])
def test_every_reason_in_silver_is_documented(reasons):
    assert {reason.value for reason in reasons} <= set(re.findall(r"`([a-z0-9_]+)`", SILVER))


def test_every_refusal_at_a_table_of_cultists_is_documented():
    modules = ("state", "actions", "rules")
    sources = [
        (PACKAGE / "games" / "cultists" / f"{name}.py").read_text(encoding="utf-8") for name in modules
    ]
    raised = set(re.findall(r'"(?:cultists|app)\.problem\.(\w+)"', "".join(sources)))
    awaited = {f"awaits_{what}" for what in ("event", "vote", "revealed", "kills", "seer_guess")}
    needed = {f"need_{need.value}" for need in Requirement}
    rows = CULTISTS.split("### Refusals")[1].split("### Example")[0]
    # What the game can have shown of a seat, or of the Automa.
    told = {f"roles_{role}{whose}" for role in ("cultist", "assassin", "seer") for whose in ("", "_automa")}
    assert set(re.findall(r"`([a-z0-9_]+)`", rows)) == raised | awaited | needed | told


def test_every_event_and_end_of_a_table_of_cultists_is_documented():
    named = set(re.findall(r"`([a-z0-9_]+)`", CULTISTS))
    assert {*EVENTS, *(outcome.reason for outcome in OUTCOMES)} <= named
