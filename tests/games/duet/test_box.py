"""What lies in the box, and what a key card makes of the words."""

from companion.games.duet.setup import (
    AGENTS,
    BOX_TOKENS,
    COLUMNS,
    COMPONENTS,
    KEY_AGENTS,
    ROWS,
    WORDS,
    WORDS_BY_BOTH_FACES,
    WORDS_PER_FACE,
    WordKind,
)

COUNTS = {kind.id: kind.count for kind in COMPONENTS}


def test_the_box_holds_what_the_rules_list() -> None:
    assert (COUNTS["agent"], COUNTS["assassin"], COUNTS["stand"]) == (15, 1, 1)
    assert (COUNTS["token"], COUNTS["blue_token"]) == (9, 2)
    assert COUNTS["agent"] == AGENTS
    assert BOX_TOKENS == 9 + 2


def test_how_many_words_and_keys_there_are_nobody_could_tell() -> None:
    assert COUNTS["word_card"] is None
    assert COUNTS["key_card"] is None


def test_a_face_of_the_key_has_nine_agents_three_assassins_and_thirteen_bystanders() -> None:
    assert WORDS_PER_FACE == {WordKind.AGENT: 9, WordKind.ASSASSIN: 3, WordKind.BYSTANDER: 13}
    assert WORDS_PER_FACE[WordKind.AGENT] == KEY_AGENTS
    assert sum(WORDS_BY_BOTH_FACES.values()) == WORDS == ROWS * COLUMNS == 25


def test_both_faces_are_made_alike_and_have_fifteen_agents_together() -> None:
    assert all(
        WORDS_BY_BOTH_FACES[other, one] == count for (one, other), count in WORDS_BY_BOTH_FACES.items()
    )
    assert sum(count for faces, count in WORDS_BY_BOTH_FACES.items() if WordKind.AGENT in faces) == AGENTS
