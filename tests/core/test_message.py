"""Messages and the names of their audio clips."""

import pytest

from companion.core.message import Message


def test_a_clip_name_is_the_key_of_the_message():
    assert Message("silver_guide.step.shuffle").clip_name == "silver_guide.step.shuffle"


def test_a_clip_name_contains_the_arguments_in_a_fixed_order():
    told = Message("a.step.b", {"rooms": 9, "n": 5})
    assert told.clip_name == Message("a.step.b", {"n": 5, "rooms": 9}).clip_name == "a.step.b(n=5,rooms=9)"


@pytest.mark.parametrize("args", [{}, {"n": 5}, {"n": 10, "rooms": 9}])
def test_a_clip_name_is_parsed_to_its_message(args):
    said = Message("a.step.b", args)
    again = Message.from_clip_name(said.clip_name)
    assert (again.key, again.args) == (said.key, said.args)


@pytest.mark.parametrize(
    ("args", "closed"),
    [({}, True), ({"n": 5}, True), ({"name": "Ada"}, False), ({"n": 2, "names": ("Ada", "Bo")}, False)],
)
def test_only_whole_numbers_make_a_message_recordable(args, closed):
    assert Message("a.step.b", args).is_recordable is closed
