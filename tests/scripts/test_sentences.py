import pytest

from companion.scripts.sentences import Sentence, sentence_of


def test_a_recording_is_called_by_the_key_of_a_whole_sentence():
    assert Sentence("silver_guide.step.shuffle").line == "silver_guide.step.shuffle"


def test_what_is_put_in_belongs_to_the_name_whatever_its_order():
    told = Sentence("a.step.b", {"rooms": 9, "n": 5})
    assert told.line == Sentence("a.step.b", {"n": 5, "rooms": 9}).line == "a.step.b(n=5,rooms=9)"


@pytest.mark.parametrize("args", [{}, {"n": 5}, {"n": 10, "rooms": 9}])
def test_the_sentence_is_known_by_the_name_again(args):
    said = Sentence("a.step.b", args)
    again = sentence_of(said.line)
    assert (again.key, again.args) == (said.key, said.args)


@pytest.mark.parametrize(
    ("args", "closed"),
    [({}, True), ({"n": 5}, True), ({"name": "Ada"}, False), ({"n": 2, "names": ("Ada", "Bo")}, False)],
)
def test_only_numbers_of_the_rules_leave_it_closed(args, closed):
    assert Sentence("a.step.b", args).closed is closed
