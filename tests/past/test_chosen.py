"""What somebody looks at, when people in it are called otherwise or are forgotten."""

from __future__ import annotations

from companion.past.chosen import Chosen, following
from companion.past.new_names import NewNames
from companion.past.which import Having, SeatedAs, Which

ASKED = Which(
    text="ada spring",
    people=("ada", "bob"),
    group=("Ada", "Bob", "Cy"),
    seated=(SeatedAs("ada", side="good"), SeatedAs("bob")),
    having=(Having("trust", person="bob", other="ada"), Having("five")),
)


def test_whoever_is_called_otherwise_is_asked_for_by_the_new_name():
    asked = following(ASKED, NewNames({"ada": "Zoe"}))
    assert asked.people == ("zoe", "bob")
    assert asked.group == ("Zoe", "Bob", "Cy")
    assert asked.seated == (SeatedAs("zoe", side="good"), SeatedAs("bob"))
    assert asked.having == (Having("trust", person="bob", other="zoe"), Having("five"))
    # What was typed is nobody's to change.
    assert asked.text == "ada spring"


def test_whoever_is_forgotten_is_not_asked_for_any_more():
    asked = following(ASKED, NewNames({"ada": None, "cy": None}))
    assert asked.people == ("bob",)
    assert asked.group == ()
    assert asked.seated == (SeatedAs("bob"),)
    assert asked.having == (Having("five"),)
    assert asked.text == "spring"


def test_what_is_of_one_person_ends_with_them_and_words_follow():
    page = Chosen(Which(people=("ada",)), about="Ada won", of_one=True)
    assert page.following(NewNames({"ada": None})) is None
    renamed = page.following(NewNames({"ada": "Zoe"}))
    assert renamed is not None
    assert (renamed.which.people, renamed.about) == (("zoe",), "Zoe won")
    assert Chosen(ASKED).following(NewNames({"di": "Eve"})) == Chosen(ASKED)
