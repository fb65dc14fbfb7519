"""Options as people write them."""

import pytest

from companion.games.avalon import setup as avalon
from companion.games.cultists import setup as cultists
from companion.games.duet import setup as duet
from companion.games.options import counted_from_one, options_from_text, spelled
from companion.games.records import BadRecord
from companion.games.silver import setup as silver

FIVE = {"players": ["Ada", "Bruno", "Chloe", "Dario", "Elena"]}


def test_options_of_avalon_can_be_typed():
    typed = options_from_text(["oberonSeenByMerlin=false", "merlin = true", "plot_cards=one_to_three"])
    assert avalon.read_setup({**FIVE, "options": typed}).options == avalon.Options(
        oberon_seen_by_merlin=False, plot_cards=avalon.PlotCards.ONE_TO_THREE
    )
    with pytest.raises(BadRecord):
        avalon.read_setup({**FIVE, "options": options_from_text(["merlin"])})


def test_options_of_among_cultists_can_be_typed():
    typed = options_from_text(["voteRule=beatAbstentions", "ghost_uses_knife=true"])
    assert cultists.read_setup({**FIVE, "options": typed}).options == cultists.Options(
        vote_rule=cultists.VoteRule.BEAT_ABSTENTIONS, ghost_uses_knife=True
    )


@pytest.mark.parametrize("record", [None, [], {}, {"options": None}, {"options": ["merlin"]}])
def test_what_has_no_options_is_left_to_be_refused_by_its_place(record):
    assert spelled(record) is record


def test_an_option_that_is_named_twice_is_refused_by_its_place():
    with pytest.raises(BadRecord) as refused:
        spelled({"options": {"ghost_uses_knife": True, "ghostUsesKnife": False}})
    assert refused.value.problem.code == "record_field_twice"
    assert dict(refused.value.problem.args) == {"place": "setup.options.ghostUsesKnife"}


def test_people_count_seats_and_sides_from_one_and_nothing_else():
    assert counted_from_one(avalon.Setup, 7) == {"leader": 7}
    assert counted_from_one(cultists.Setup, 6) == {"knife": 6, "automa_before": 6}
    assert counted_from_one(silver.Setup, 4) == {"start": 4, "amulet": 4}
    assert counted_from_one(duet.Setup, 4) == {"first": 2}


def test_records_count_from_nought_as_ever():
    assert avalon.read_setup({**FIVE, "leader": 3}).leader == 3
    assert cultists.read_setup({**FIVE, "knife": 3, "automa_before": 0}).automa_before == 0
