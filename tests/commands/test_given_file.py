"""`companion FILE` without a display: one line that says what the file is."""

import json

import pytest

from companion.cli.data import describe_file
from companion.core.serialization import encode
from companion.games.duet.campaign import new_campaign
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator

RECORD = {"format": 1, "game": "duet", "setup": {"players": ["Ada", "آرش"]}, "moves": [{"move": "agent"}]}
MAP = {
    "format": "table-companion-map",
    "version": 1,
    "game": "duet",
    "campaign": encode(new_campaign("a1", "Ada & Bruno")),
}


@pytest.fixture
def told(tmp_path, capsys):
    def tell_of(data, tr):
        path = tmp_path / "given.json"
        path.write_text(json.dumps(data), encoding="utf-8")
        return describe_file(path, tr), *capsys.readouterr()

    return tell_of


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_map_is_told_by_its_team_and_its_game(told, language):
    tr = Translator(language)
    code, out, err = told(MAP, tr)
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    for words in ("given.json", "Ada & Bruno", tr("app.game.duet")):
        assert words in out


def test_a_game_is_told_as_it_always_was(told):
    tr = Translator("en")
    code, out, _ = told(RECORD, tr)
    assert code == 0
    assert tr("app.game.duet") in out
    assert "map" not in out


@pytest.mark.parametrize(
    "changed",
    [{"version": 2}, {"game": "chess"}, {"campaign": {}}, {"campaign": {**MAP["campaign"], "id": ""}}],
)
def test_a_map_that_cannot_be_taken_is_refused_in_one_line(told, changed):
    code, out, err = told({**MAP, **changed}, Translator("en"))
    assert code != 0
    assert out == ""
    assert err.startswith("companion: ")
    assert err.count("\n") == 1
    assert "given.json" in err
