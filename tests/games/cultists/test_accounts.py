"""A game of Among Cultists in words: its moves, its votes, its story."""

from __future__ import annotations

from companion.games.cultists import text
from companion.games.cultists.moves import Next, Roles, Vote
from companion.games.cultists.setup import CULTIST, SEER, role_tokens
from companion.games.cultists.text import make_rounds
from companion.i18n.translator import Translator

ENGLISH = Translator("en")


def told(session, kind):
    """The moves of one kind that the history tells of."""
    found = make_rounds(session.states, session.moves)
    return [step for each in found for step in each.notable_steps if isinstance(step.move, kind)]


def test_every_move_is_told_in_a_whole_sentence(any_game):
    tr = Translator("en")
    for each in make_rounds(any_game.states, any_game.moves):
        for step in each.notable_steps:
            words = text.move_text(tr, step.before, step.move)
            for sentence in (words, *text.step_details(tr, step)):
                assert "{" not in sentence
            assert words.endswith("."), words
    assert not tr.missing


def test_a_vote_tells_who_voted_for_whom(game):
    (vote,) = told(game(), Vote)
    assert text.move_text(ENGLISH, vote.before, vote.move) == "Farid was voted out."
    assert text.step_details(ENGLISH, vote) == [
        "Vote on the murder of Elena",
        "3 for Farid: Bruno, Dario and Elena",
        "2 for Bruno: Ada and Chloe",
        "Abstained: Farid",
        "Dario changed the vote with the Knife.",
    ]


def test_a_vote_that_was_only_counted_tells_its_sums(with_automa):
    votes = told(with_automa, Vote)
    assert text.step_details(ENGLISH, votes[1])[:2] == ["4 votes for Automa", "1 abstention"]
    # The Automa holds the Knife in the first one.
    assert text.step_details(ENGLISH, votes[0])[-1] == "The Automa has the Knife: it abstains twice."


def test_the_story_tells_each_round_and_at_last_the_reason(over):
    assert text.story(ENGLISH, over) == [
        "Round 1. Event: Secret Entrances Revealed.",
        "Round 2. Event: Gate Opens. It can be closed until round 4. Ada found Elena dead. "
        "Farid was voted out.",
        "Round 3. Event: Lightning Strike. The power went out. Dario restored the power. "
        "The Fishman came into the building. 4 points for the Investigators, 4 in all.",
        "Round 4. Event: Evil Eyes Watch You. Ada and Chloe closed the Gate. Points to win: 11. "
        "Dario was voted out. The Cultists named Bruno, who was not the Seer.",
        "No Cultist is left.",
    ]


def test_a_running_game_has_a_story_without_an_end(game):
    assert text.story(ENGLISH, game(moves=())) == []
    assert len(text.story(ENGLISH, game())) == 4


def test_the_end_of_a_phase_is_told_only_if_the_gate_expired_by_it(with_automa):
    (end,) = told(with_automa, Next)
    assert text.move_text(ENGLISH, end.before, end.move) == "The Gate was not closed in time."
    assert text.step_details(ENGLISH, end) == ["Points to win: 11."]


def test_who_was_who_is_told_seat_by_seat_and_is_no_part_of_the_story(over):
    before = text.story(ENGLISH, over)
    roles = list(role_tokens(over.setup))
    # The one who was out at last was a Cultist, as all have seen.
    roles.remove(CULTIST)
    roles.insert(over.state.exposed_cultist, CULTIST)
    if roles[over.state.seer_guess_target] == SEER:
        roles.append(roles.pop(over.state.seer_guess_target))
    over.play(Roles(tuple(roles)))
    (step,) = told(over, Roles)
    assert text.move_text(ENGLISH, step.before, step.move) == "It was told who was who."
    assert text.step_details(ENGLISH, step)[over.state.exposed_cultist].endswith(": Cultist")
    assert text.story(ENGLISH, over) == before
