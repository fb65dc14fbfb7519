"""`companion guide`."""

from __future__ import annotations

import json

import pytest

from companion.cli.main import main
from companion.games.registry import list_games
from companion.i18n.bidi import BIDI_MARKS

ENGLISH = ("--language", "en")


@pytest.fixture(autouse=True)
def temporary_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("COMPANION_LANGUAGE", raising=False)


def read_guide(capsys, *words):
    assert main(["guide", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def steps(record):
    return {step["id"]: step for part in record["parts"] for step in part["steps"]}


def test_guide_of_silver_as_json(capsys):
    record = read_guide(capsys, "silver", "--players", "3", *ENGLISH)
    assert (record["game"], record["players"]) == ("silver", 3)
    assert [part["id"] for part in record["parts"]] == ["villages", "middle", "ready"]
    rows = steps(record)["rows"]
    assert rows["pieces"] == [{"id": "card", "count": 20, "text": "20 villager cards"}]
    assert rows["why"].startswith("The row in front of you")
    assert rows["seconds"] == 8.0
    assert steps(record)["amulet"]["args"] == {"name": "1"}
    assert steps(record)["amulet"]["text"].startswith("Seat 1 starts.")


def test_guide_as_text_numbers_steps_and_lists_counts(capsys):
    assert main(["guide", "silver", "--players", "4", *ENGLISH]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Four rows of cards"
    assert lines[1].split() == ["1.", "Shuffle", "all", "fifty-two", "cards."]
    assert "   3. " in "\n".join(lines)
    assert any(line.endswith("[32 villager cards]") for line in lines)


@pytest.mark.parametrize("game", [game.id for game in list_games()])
@pytest.mark.parametrize("language", ["en", "fa"])
def test_guide_packing_and_box_of_every_game_for_every_player_count(capsys, game, language):
    [manifest] = [other for other in list_games() if other.id == game]
    for players in range(manifest.min_players, manifest.max_players + 1):
        if (game, players) == ("cultists", 4):
            continue  # only with an Automa
        for more in ((), ("--pack",)):
            words = ["guide", game, "--players", str(players), "--language", language, *more]
            assert main(words) == 0, words
    out = capsys.readouterr().out
    assert "{" not in out
    assert not BIDI_MARKS & set(out)
    assert main(["guide", game, "--box", "--language", language]) == 0


def test_options_are_given_by_name_and_value(capsys):
    plain = steps(read_guide(capsys, "avalon", "--players", "7"))
    lady = steps(read_guide(capsys, "avalon", "--players", "7", "--option", "lady=true"))
    assert lady.keys() > plain.keys()
    fewer = read_guide(capsys, "duet", "--players", "2", "--option", "tokens=8", "--option", "mistakes=5")
    counts = {name: step["pieces"][0]["count"] for name, step in steps(fewer).items() if step["pieces"]}
    assert (counts["bystanders"], counts["checks"]) == (5, 3)


@pytest.mark.parametrize(
    ("game", "players", "option", "step", "args"),
    [
        ("avalon", "7", "leader=3", "leader", {"name": "3"}),
        ("avalon", "7", "leader=۳", "leader", {"name": "3"}),
        ("avalon", "7", "leader=1", "leader", {"name": "1"}),
        ("cultists", "6", "knife=6", "knife", {"name": "6"}),
        ("silver", "4", "start=2", "amulet", {"name": "2"}),
        ("duet", "4", "first=2", "first", {"names": ["3", "4"]}),
    ],
)
def test_seats_and_sides_are_counted_from_one(capsys, game, players, option, step, args):
    record = read_guide(capsys, game, "--players", players, "--option", option)
    assert steps(record)[step]["args"] == args


def test_neighbour_of_the_automa_is_counted_from_one(capsys):
    table = ("cultists", "--players", "6", "--automa", "--option", "automaBefore=4")
    assert {"name": "4"} in [step["args"] for step in steps(read_guide(capsys, *table)).values()]


def test_first_game_option_equals_the_option_of_the_game(capsys):
    first = steps(read_guide(capsys, "cultists", "--players", "6", "--first"))
    assert first == steps(read_guide(capsys, "cultists", "--players", "6", "--first-game"))
    assert "first_game" in first


def test_first_game_of_cultists_with_other_roles_prints_a_warning(capsys):
    words = ["guide", "cultists", "--players", "6", "--first", "--roles", "engineer", *ENGLISH, "--json"]
    assert main(words) == 0
    output = capsys.readouterr()
    assert "first_game" in steps(json.loads(output.out))
    assert "A first game here has the Seer and no other special role." in output.err


def test_first_game_of_avalon_has_no_special_roles(capsys):
    first = read_guide(capsys, "avalon", "--players", "7", "--first", "--option", "leader=2")
    assert steps(first) == steps(read_guide(capsys, "avalon", "--players", "7", "--option", "leader=2"))


def test_box_as_json_marks_unknown_counts(capsys):
    box = {kind["id"]: kind for kind in read_guide(capsys, "silver", "--box")["box"]}
    assert box["card"] == {"id": "card", "count": 52, "extra": False}
    assert box["reference"]["count"] is None


def test_game_is_found_by_its_names(capsys):
    assert read_guide(capsys, "آوالون", "--players", "5")["game"] == "avalon"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["chess"], "name a game: companion guide avalon|cultists|silver|duet"),
        (["silver"], "say how many play, 2 to 4: --players 4"),
        (["silver", "--players", "lots"], "say how many play, 2 to 4: --players 4"),
        (["silver", "--players", "3", "--roles", "merlin"], "--roles is not for silver"),
        (["silver", "--players", "3", "--first"], "--first is not for silver"),
        (["duet", "--players", "3", "--lancelot", "v1"], "--lancelot is not for duet"),
        (["silver", "--players", "3", "--json", "--text"], "choose either --json or --text"),
        (["silver", "--players", "3", "--pack", "--box"], "choose either --pack or --box"),
        (["duet", "--players", "3", "--option", "tokens=99"], "token"),
        *(
            (
                [game.id, "--players", str(game.max_players), "--option", "cellar=1"],
                "--option cellar=1 cannot be used",
            )
            for game in list_games()
        ),
        (
            ["avalon", "--players", "7", "--option", "leader=8"],
            "--option leader: 8 is none of 1, 2, 3, 4, 5, 6, 7",
        ),
        (["avalon", "--players", "7", "--option", "leader=0"], "--option leader: 0 is none of 1, 2,"),
        (["avalon", "--players", "7", "--option", "leader=true"], "--option leader=true cannot be used"),
        (["avalon", "--players", "7", "--option", "leader=" + "9" * 5000], "--option leader=999"),
        (["avalon", "--players", "0", "--option", "leader=1"], "5 players"),
        (["duet", "--players", "4", "--option", "first=3"], "--option first: 3 is none of 1, 2"),
        (
            ["avalon", "--players", "7", "--first", "--roles", "percival"],
            "choose either --first or --roles",
        ),
        (
            ["avalon", "--players", "7", "--first", "--lancelot", "v1"],
            "choose either --first or --lancelot",
        ),
        (
            ["avalon", "--players", "7", "--first", "--option", "lancelot=v1"],
            "choose either --first or --option",
        ),
        (
            ["cultists", "--players", "6", "--seer", "--first", "--option", "first_game=false"],
            "choose either --first or --option",
        ),
        (["avalon", "--players", "7", "--option", "lady=maybe"], "--option lady=maybe cannot be used"),
        (["cultists", "--players", "6", "--option", "voteRule=loud"], "--option voteRule=loud cannot"),
    ],
)
def test_invalid_guide_arguments_are_rejected_in_one_sentence(capsys, words, why):
    assert main(["guide", *words, *ENGLISH]) == 2
    output = capsys.readouterr()
    assert why in output.err
    assert "record" not in output.err
    assert output.out == "" or "--json" in words


def test_rejection_has_a_code_in_json(capsys):
    assert main(["guide", "silver", "--players", "9", "--json"]) == 2
    assert json.loads(capsys.readouterr().out) == {"problems": ["seats_many"]}
