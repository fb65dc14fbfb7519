"""The shelf is light: it names the games and loads no rules until a game is taken down."""

import subprocess
import sys

import pytest

from companion.games.game import Game
from companion.games.shelf import ENGINES, SHELF, engine_of, game_named
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator


def test_the_shelf_holds_the_four_games_with_their_numbers_of_players():
    assert {game.id: (game.fewest, game.most) for game in SHELF} == {
        "avalon": (5, 10),
        "cultists": (4, 8),
        "silver": (2, 4),
        "duet": (2, 12),
    }


def test_every_engine_on_the_shelf_is_that_games():
    assert "duet" in ENGINES
    for game in ENGINES:
        engine = engine_of(game)
        assert isinstance(engine, Game)
        assert engine.id == game


@pytest.mark.parametrize("game", ["chess", *(game.id for game in SHELF if game.engine is None)])
def test_a_game_without_rules_has_no_engine(game):
    with pytest.raises(KeyError, match=game):
        engine_of(game)


def test_reading_the_shelf_loads_no_engine():
    code = "import sys, companion.games.shelf; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "companion.games.shelf" in loaded
    assert [game.id for game in SHELF if f"companion.games.{game.id}" in loaded] == []


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
    assert game_named(name) == game


@pytest.mark.parametrize("name", ["", "  ", "chess", "aval", "avalon2", "؟"])
def test_no_other_name_is_a_games(name):
    assert game_named(name) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_known_by_the_name_the_menus_have_for_it(language):
    tr = Translator(language)
    assert {game.id: game_named(tr(f"app.game.{game.id}")) for game in SHELF} == {
        game.id: game.id for game in SHELF
    }
