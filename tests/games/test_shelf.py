"""The shelf is light: it names the games and loads no rules until a game is taken down."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import companion
from companion.core.game import Game
from companion.games.avalon.manifest import DEFINITION as AVALON
from companion.games.registry import find_game_by_name, get_game, list_games, register_game
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator


def test_the_shelf_holds_the_four_games_with_their_numbers_of_players():
    assert {game.id: (game.min_players, game.max_players) for game in list_games()} == {
        "avalon": (5, 10),
        "cultists": (4, 8),
        "silver": (2, 4),
        "duet": (2, 12),
    }


def test_the_rules_of_every_game_on_the_shelf_are_that_games():
    for game in list_games():
        assert isinstance(game.rules, Game)
        assert game.rules.id == game.id
        assert get_game(game.id) is game


def test_a_game_that_is_not_on_the_shelf_is_not_found():
    with pytest.raises(KeyError, match="chess"):
        get_game("chess")


def test_no_two_games_have_the_same_name():
    with pytest.raises(ValueError, match="avalon"):
        register_game(AVALON)


PARTS = {
    "games": ("manifest", "setup", "state", "play"),
    "entry": ("accounts", "summary"),
    "screens": ("setup", "board", "result", "more", "progress"),
}


@pytest.mark.parametrize("game", list_games(), ids=lambda game: game.id)
def test_every_game_has_the_same_parts_under_the_same_names(game):
    root = Path(companion.__file__).parent
    missing = [
        f"{folder}/{game.id}/{name}.py"
        for folder, names in PARTS.items()
        for name in names
        if not (root / folder / game.id / f"{name}.py").is_file()
    ]
    assert missing == []


def test_nothing_but_the_shelf_names_the_games():
    """Beside a game's own folders and the options of its night on the command line; and what was stored under
    its name once is still found there."""
    root = Path(companion.__file__).parent
    names = "|".join(game.id for game in list_games())
    own = re.compile(
        rf"\w+/(?:{names})(?:/.*|\.py)|cli/night\.py|games/registry\.py|storage/schema\.py|widgets/icons\.py"
    )
    told = [
        file
        for path in sorted(root.rglob("*.py"))
        if not own.fullmatch(file := path.relative_to(root).as_posix())
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Constant) and re.match(rf"(?:{names})\b", str(node.value)))
        or (isinstance(node, ast.ImportFrom) and re.search(rf"\.(?:{names})\b", node.module or ""))
    ]
    assert told == []


def test_a_part_that_a_game_does_not_have_is_none():
    assert get_game("duet").find_part("scripts", "night") is None
    assert get_game("duet").find_part("cellars", "wine") is None
    with pytest.raises(ImportError):
        get_game("duet").load_part("scripts", "night")


def test_reading_the_shelf_loads_no_rules():
    code = "import sys, companion.games.registry; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "companion.games.registry" in loaded
    assert [game.id for game in list_games() if f"companion.games.{game.id}.play" in loaded] == []


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("avalon", "avalon"),
        ("  The Resistance: AVALON ", "avalon"),
        ("آوالون", "avalon"),
        ("اولون", "avalon"),
        ("ميان فرقه گراها", "cultists"),
        ("silver-amulet", "silver"),
        ("Codenames: Duet", "duet"),
    ],
)
def test_a_game_is_known_by_every_name_people_write(name, game):
    found = find_game_by_name(name)
    assert found is not None
    assert found.id == game


@pytest.mark.parametrize("name", ["", "  ", "chess", "aval", "avalon2", "؟"])
def test_no_other_name_is_a_games(name):
    assert find_game_by_name(name) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_known_by_the_name_the_menus_have_for_it(language):
    tr = Translator(language)
    assert [find_game_by_name(tr(f"app.game.{game.id}")) for game in list_games()] == list(list_games())
