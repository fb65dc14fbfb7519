"""Options as people write them."""

import pytest

from companion.core.definition import find_one_based_fields, normalize_options, parse_options
from companion.core.serialization import BadRecord
from companion.games.avalon import setup as avalon
from companion.games.cultists import setup as cultists
from companion.games.duet import setup as duet
from companion.games.silver import setup as silver

FIVE = {"players": ["Ada", "Bruno", "Chloe", "Dario", "Elena"]}


def test_options_of_avalon_can_be_typed():
    typed = parse_options(["oberonSeenByMerlin=false", "merlin = true", "plot_cards=one_to_three"])
    assert avalon.read_setup({**FIVE, "options": typed}).options == avalon.Options(
        oberon_seen_by_merlin=False, plot_cards=avalon.PlotCards.ONE_TO_THREE
    )
    with pytest.raises(BadRecord):
        avalon.read_setup({**FIVE, "options": parse_options(["merlin"])})


def test_options_of_among_cultists_can_be_typed():
    typed = parse_options(["voteRule=beatAbstentions", "ghost_uses_knife=true"])
    assert cultists.read_setup({**FIVE, "options": typed}).options == cultists.Options(
        vote_rule=cultists.VoteRule.BEAT_ABSTENTIONS, ghost_uses_knife=True
    )


@pytest.mark.parametrize("record", [None, [], {}, {"options": None}, {"options": ["merlin"]}])
def test_what_has_no_options_is_left_to_be_refused_by_its_place(record):
    assert normalize_options(record) is record


def test_an_option_that_is_named_twice_is_refused_by_its_place():
    with pytest.raises(BadRecord) as refused:
        normalize_options({"options": {"ghost_uses_knife": True, "ghostUsesKnife": False}})
    assert refused.value.problem.code == "record_field_twice"
    assert dict(refused.value.problem.args) == {"place": "setup.options.ghostUsesKnife"}


def test_people_count_seats_and_sides_from_one_and_nothing_else():
    assert find_one_based_fields(avalon.Setup, 7) == {"leader": 7}
    assert find_one_based_fields(cultists.Setup, 6) == {"knife": 6, "automa_before": 6}
    assert find_one_based_fields(silver.Setup, 4) == {"start": 4, "amulet": 4}
    assert find_one_based_fields(duet.Setup, 4) == {"first": 2}


def test_records_count_from_nought_as_ever():
    assert avalon.read_setup({**FIVE, "leader": 3}).leader == 3
    assert cultists.read_setup({**FIVE, "knife": 3, "automa_before": 0}).automa_before == 0
