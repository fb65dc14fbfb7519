"""Nights of all games: definitions, dawn texts and lazy loading."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

from companion.games.registry import list_games
from companion.scripts.script import (
    STYLES,
    NightStyle,
    find_night_definition,
    list_night_games,
    load_night_definition,
)


def test_a_setup_finds_the_night_of_its_game(table, cult_table):
    assert find_night_definition(table(5)) is load_night_definition("avalon")
    assert find_night_definition(cult_table(5)) is load_night_definition("cultists")
    with pytest.raises(TypeError):
        find_night_definition(SimpleNamespace(players=("Ada",)))


def test_a_game_without_a_night_has_none():
    assert set(list_night_games()) < {game.id for game in list_games()}
    with pytest.raises(KeyError):
        load_night_definition("duet")


def test_every_game_has_the_three_usual_styles_and_falls_back_to_the_normal_one():
    for game in list_night_games():
        night = load_night_definition(game)
        assert night.styles[:3] == STYLES
        for style in NightStyle:
            assert night.supported_style(style) is (style if style in night.styles else NightStyle.NORMAL)
    assert load_night_definition("avalon").supported_style(NightStyle.RITUAL) is NightStyle.NORMAL
    assert load_night_definition("cultists").supported_style(NightStyle.RITUAL) is NightStyle.RITUAL


def test_a_night_is_loaded_on_first_use():
    code = "import sys, companion.narrator.planner, companion.settings; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "companion.scripts.script" in loaded
    told = [name for name in loaded if "avalon" in name or "cultists" in name]
    # The shelf itself knows that there are such games.
    assert {name.rpartition(".")[2] for name in told} == {"avalon", "cultists", "definition"}


def test_the_dawn_text_names_the_first_player(table, cult_table):
    assert load_night_definition("avalon").dawn_text(table(5)).starter_name == "Player 1"
    assert load_night_definition("avalon").dawn_text(table(5)).card_tasks == ()
    assert load_night_definition("cultists").dawn_text(cult_table(5)).starter_name == "Player 1"


@pytest.mark.parametrize(
    ("players", "automa", "cards"),
    [
        (5, False, ["pulse_deck", "hand_order"]),
        (7, False, ["hand", "hand_order"]),
        (4, True, ["pulse_deck", "hand_order", "automa_pulse", "automa_piles", "automa_route"]),
        (6, True, ["hand", "hand_order", "automa_piles", "automa_route", "automa_partner"]),
    ],
)
def test_the_dawn_text_lists_card_tasks(cult_table, players, automa, cards):
    told = load_night_definition("cultists").dawn_text(cult_table(players, automa=automa)).card_tasks
    assert [key for key, _ in told] == [f"cultists.guide.{card}" for card in cards]


def test_the_dawn_text_names_the_holder_of_the_automa_deck(cult_table):
    dawn = load_night_definition("cultists").dawn_text(cult_table(4, automa=True, knife=2, automa_before=2))
    doing = {key.rpartition(".")[2]: name for key, name in dawn.card_tasks}
    assert doing["automa_pulse"] == doing["automa_piles"] == dawn.starter_name == "Player 3"
    assert doing["pulse_deck"] == ""


def test_the_dawn_text_repeats_permanent_rules(table, cult_table):
    dawn = load_night_definition("cultists").dawn_text(cult_table(5))
    assert dawn.rules == tuple(
        f"cultists.guide.{rule}" for rule in ("talk", "hide", "own_role", "move", "unseen")
    )
    assert dawn.rules_title == "cultists.guide.part.golden"
    assert load_night_definition("avalon").dawn_text(table(5)).rules == ()
