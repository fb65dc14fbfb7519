import pytest

from companion.games.avalon.setup import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUMBERS,
    ROLES,
    Lancelot,
    RoleUse,
    Side,
    deck,
    list_presets,
    problems,
)

EVERY_SIZE = range(MIN_PLAYERS, MAX_PLAYERS + 1)


@pytest.mark.parametrize("players", EVERY_SIZE)
def test_both_sides_together_fill_the_table(players):
    assert NUMBERS[players].players == players
    assert NUMBERS[players].seats(Side.GOOD) > NUMBERS[players].seats(Side.EVIL)


def test_the_numbers_are_those_of_the_score_boards():
    assert [NUMBERS[n].evil for n in EVERY_SIZE] == [2, 2, 3, 3, 3, 4]
    teams = {n: [NUMBERS[n].team_size(quest) for quest in range(1, 6)] for n in EVERY_SIZE}
    assert teams == {
        5: [2, 3, 2, 3, 3],
        6: [2, 3, 4, 3, 4],
        7: [2, 3, 3, 4, 4],
        8: [3, 4, 4, 5, 5],
        9: [3, 4, 4, 5, 5],
        10: [3, 4, 4, 5, 5],
    }
    assert [NUMBERS[n].approvals_needed for n in EVERY_SIZE] == [3, 4, 4, 5, 5, 6]


def test_only_the_fourth_quest_of_a_large_table_stands_one_fail():
    two_fails = {(n, q) for n in EVERY_SIZE for q in range(1, 6) if NUMBERS[n].fails_needed(q) == 2}
    assert two_fails == {(7, 4), (8, 4), (9, 4), (10, 4)}
    assert all(NUMBERS[n].fails_needed(q) in (1, 2) for n in EVERY_SIZE for q in range(1, 6))


def test_the_box_holds_fourteen_characters_and_the_promo_two():
    assert sum(role.card_count for role in ROLES.values() if role.use is not RoleUse.PAIR) == 14
    assert sum(role.card_count for role in ROLES.values() if role.use is RoleUse.PAIR) == 2


def test_each_special_character_strengthens_a_side_and_no_other_does():
    helped = {role.id: role.helped_side for role in ROLES.values() if role.helped_side is not None}
    assert helped == {
        "percival": Side.GOOD,
        "oberon": Side.GOOD,
        "morgana": Side.EVIL,
        "mordred": Side.EVIL,
    }
    assert set(helped) == {role.id for role in ROLES.values() if role.use is RoleUse.OPTIONAL}


def test_the_lancelots_strengthen_a_side_by_their_variant():
    assert {way: way.helped_side for way in Lancelot} == {
        Lancelot.V1: Side.EVIL,
        Lancelot.V2: Side.GOOD,
        Lancelot.V3: None,
    }


@pytest.mark.parametrize("players", EVERY_SIZE)
def test_every_preset_can_be_played_without_a_warning(table, players):
    offered = list_presets(players)
    assert [preset.id for preset in offered][:2] == ["first_game", "usual"]
    for preset in offered:
        setup = table(players, *preset.roles)
        assert problems(setup) == ()
        assert len(deck(setup)) == players
    assert len({preset.roles for preset in offered}) == len(offered)
