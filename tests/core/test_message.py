import pytest

from companion.core.message import Message


def test_a_recording_is_called_by_the_key_of_a_whole_sentence():
    assert Message("silver_guide.step.shuffle").clip_name == "silver_guide.step.shuffle"


def test_what_is_put_in_belongs_to_the_name_whatever_its_order():
    told = Message("a.step.b", {"rooms": 9, "n": 5})
    assert told.clip_name == Message("a.step.b", {"n": 5, "rooms": 9}).clip_name == "a.step.b(n=5,rooms=9)"


@pytest.mark.parametrize("args", [{}, {"n": 5}, {"n": 10, "rooms": 9}])
def test_the_sentence_is_known_by_the_name_again(args):
    said = Message("a.step.b", args)
    again = Message.from_clip_name(said.clip_name)
    assert (again.key, again.args) == (said.key, said.args)


@pytest.mark.parametrize(
    ("args", "closed"),
    [({}, True), ({"n": 5}, True), ({"name": "Ada"}, False), ({"n": 2, "names": ("Ada", "Bo")}, False)],
)
def test_only_numbers_of_the_rules_leave_it_closed(args, closed):
    assert Message("a.step.b", args).is_recordable is closed
