import subprocess
import sys
from types import SimpleNamespace

import pytest

from companion.games.shelf import games
from companion.scripts.cues import STYLES, Style
from companion.scripts.nights import games_with_a_night, night_for, night_of


def test_a_set_up_finds_the_night_of_its_game(table, cult_table):
    assert night_for(table(5)) is night_of("avalon")
    assert night_for(cult_table(5)) is night_of("cultists")
    with pytest.raises(TypeError):
        night_for(SimpleNamespace(players=("Ada",)))


def test_a_game_without_a_night_has_none():
    assert set(games_with_a_night()) < {game.id for game in games()}
    with pytest.raises(KeyError):
        night_of("duet")


def test_every_game_has_the_three_usual_styles_and_falls_back_to_the_normal_one():
    for game in games_with_a_night():
        night = night_of(game)
        assert night.styles[:3] == STYLES
        for style in Style:
            assert night.style(style) is (style if style in night.styles else Style.NORMAL)
    assert night_of("avalon").style(Style.RITUAL) is Style.NORMAL
    assert night_of("cultists").style(Style.RITUAL) is Style.RITUAL


def test_nothing_of_a_game_is_loaded_before_its_night_is_wanted():
    code = "import sys, companion.narrator.night, companion.settings; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "companion.scripts.nights" in loaded
    told = [name for name in loaded if "avalon" in name or "cultists" in name]
    # The shelf itself knows that there are such games.
    assert {name.rpartition(".")[2] for name in told} == {"avalon", "cultists", "manifest"}


def test_dawn_tells_who_begins(table, cult_table):
    assert night_of("avalon").dawn(table(5)).name == "Player 1"
    assert night_of("avalon").dawn(table(5)).cards == ()
    assert night_of("cultists").dawn(cult_table(5)).name == "Player 1"


@pytest.mark.parametrize(
    ("players", "automa", "cards"),
    [
        (5, False, ["pulse_deck", "hand_order"]),
        (7, False, ["hand", "hand_order"]),
        (4, True, ["pulse_deck", "hand_order", "automa_pulse", "automa_piles", "automa_route"]),
        (6, True, ["hand", "hand_order", "automa_piles", "automa_route", "automa_partner"]),
    ],
)
def test_dawn_tells_what_is_left_to_do_with_the_cards(cult_table, players, automa, cards):
    told = night_of("cultists").dawn(cult_table(players, automa=automa)).cards
    assert [key for key, _ in told] == [f"cultists.guide.{card}" for card in cards]


def test_dawn_names_whoever_holds_the_automas_deck(cult_table):
    dawn = night_of("cultists").dawn(cult_table(4, automa=True, knife=2, automa_before=2))
    doing = {key.rpartition(".")[2]: name for key, name in dawn.cards}
    assert doing["automa_pulse"] == doing["automa_piles"] == dawn.name == "Player 3"
    assert doing["pulse_deck"] == ""


def test_dawn_repeats_the_golden_rules_where_a_game_has_them(table, cult_table):
    dawn = night_of("cultists").dawn(cult_table(5))
    assert dawn.rules == tuple(
        f"cultists.guide.{rule}" for rule in ("talk", "hide", "own_role", "move", "unseen")
    )
    assert dawn.rules_title == "cultists.guide.part.golden"
    assert night_of("avalon").dawn(table(5)).rules == ()
