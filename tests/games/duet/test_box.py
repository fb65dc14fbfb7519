"""What lies in the box, and what a key card makes of the words."""

from companion.games.duet.box import BOX
from companion.games.duet.key import BOTH_FACES, COLUMNS, ON_A_FACE, ROWS, WORDS, Word
from companion.games.duet.setup import AGENTS, BOX_TOKENS, KEY_AGENTS

COUNTS = {kind.id: kind.count for kind in BOX}


def test_the_box_holds_what_the_rules_list() -> None:
    assert (COUNTS["agent"], COUNTS["assassin"], COUNTS["stand"]) == (15, 1, 1)
    assert (COUNTS["token"], COUNTS["blue_token"]) == (9, 2)
    assert COUNTS["agent"] == AGENTS
    assert BOX_TOKENS == 9 + 2


def test_how_many_words_and_keys_there_are_nobody_could_tell() -> None:
    assert COUNTS["word_card"] is None
    assert COUNTS["key_card"] is None


def test_a_face_of_the_key_has_nine_agents_three_assassins_and_thirteen_bystanders() -> None:
    assert ON_A_FACE == {Word.AGENT: 9, Word.ASSASSIN: 3, Word.BYSTANDER: 13}
    assert ON_A_FACE[Word.AGENT] == KEY_AGENTS
    assert sum(BOTH_FACES.values()) == WORDS == ROWS * COLUMNS == 25


def test_both_faces_are_made_alike_and_have_fifteen_agents_together() -> None:
    assert all(BOTH_FACES[other, one] == count for (one, other), count in BOTH_FACES.items())
    assert sum(count for faces, count in BOTH_FACES.items() if Word.AGENT in faces) == AGENTS
