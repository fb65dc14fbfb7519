"""A game leafed through is the game as it was played, and every move of it can be told."""

from random import Random
from typing import Any

import pytest

from companion.core.session import AnySession, GameSession, get_last_step, make_detached_copy, move_to
from companion.games.avalon.drafts import QuestDraft, TargetDraft, TeamDraft, VoteDraft, last_draft
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Setup
from companion.games.avalon.state import Assassinate, Correct, Propose, Quest, Vote
from companion.games.cultists.moves import Next
from companion.games.game_text import describe_move
from companion.games.registry import get_game
from companion.i18n.translator import Translator
from tools.random_games import random_game

KINDS = ("avalon", "cultists", "silver", "duet")


def played(kind: str, seed: int = 3) -> AnySession:
    made = random_game(Random(seed), kind, left=0)
    return GameSession(made.game, made.setup, made.moves)


@pytest.mark.parametrize("kind", KINDS)
def test_every_moment_is_what_the_rules_make_of_the_moves_up_to_it(kind: str) -> None:
    session = played(kind)
    leafed, whole = make_detached_copy(session), session.moves
    dice = Random(1)
    state, states = session.game.start(session.setup), []
    for move in (*whole, None):
        states.append(state)
        state = state if move is None else session.game.apply(state, move)
    for position in (0, len(whole), *(dice.randrange(len(whole) + 1) for _ in range(12))):
        move_to(leafed, position)
        assert (leafed.move_count, leafed.state, leafed.moves) == (
            *(position, states[position]),
            whole[:position],
        )
    assert session.moves == whole


def test_nobody_leafs_beyond_the_ends() -> None:
    leafed = make_detached_copy(played("silver"))
    last = leafed.move_count
    move_to(leafed, last + 5)
    assert leafed.move_count == last
    move_to(leafed, -3)
    assert leafed.move_count == 0
    assert get_last_step(leafed) is None


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_move_is_told_in_words(kind: str, language: str) -> None:
    tr, game = Translator(language), get_game(kind)
    for seed in range(4):
        leafed = make_detached_copy(played(kind, seed))
        while (step := get_last_step(leafed)) is not None:
            sentence, *more = describe_move(game, tr, step)
            assert sentence
            assert all(more)
            assert not any("{" in words for words in (sentence, *more))
            leafed.undo()
    assert not tr.missing


def test_the_end_of_a_phase_is_not_told_as_a_gate_that_expired() -> None:
    tr, game = Translator("en"), get_game("cultists")
    leafed = make_detached_copy(played("cultists"))
    while not isinstance(leafed.moves[-1], Next) or leafed.states[-2].gate != leafed.state.gate:
        leafed.undo()
    step = get_last_step(leafed)
    assert step is not None
    assert tuple(describe_move(game, tr, step)) == (
        tr(f"cultists.history.ended.{step.before.round_phase.value}"),
    )


# -- Avalon's ring ------------------------------------------------------------------------------------------

PEOPLE = ("Ada", "Bruno", "Chloe", "Dario", "Elena")


def ring(*moves: Any) -> Any:
    session = GameSession(AVALON, Setup(PEOPLE), moves)
    return last_draft(session.states, session.moves)


def test_the_ring_shows_the_team_then_the_votes_then_the_cards() -> None:
    team, vote, quest = Propose((0, 1)), Vote(approve=(0, 1, 2)), Quest(1)
    shown = ring(team)
    assert isinstance(shown, TeamDraft)
    assert shown.team == (0, 1)
    shown = ring(team, vote)
    assert isinstance(shown, VoteDraft)
    assert shown.refusing == {3, 4}
    shown = ring(team, vote, quest)
    assert isinstance(shown, QuestDraft)
    assert (shown.fails, shown.state.team) == (1, (0, 1))


def test_nobody_is_shown_to_have_voted_where_only_the_result_is_known() -> None:
    shown = ring(Propose((0, 1)), Vote(approved=True))
    assert isinstance(shown, TeamDraft)
    assert shown.team == (0, 1)


def test_at_the_beginning_and_after_a_correction_nothing_lies_on_the_table() -> None:
    for shown in (ring(), ring(Correct(leader=3))):
        assert isinstance(shown, TeamDraft)
        assert shown.team == ()
    assert ring(Correct(leader=3)).state.leader == 3


def test_whom_the_assassin_named_is_seen() -> None:
    won = (
        *(Propose((0, 1)), Vote(approved=True), Quest(0)),
        *(Propose((0, 1, 2)), Vote(approved=True), Quest(0)),
        *(Propose((0, 1)), Vote(approved=True), Quest(0)),
    )
    shown = ring(*won, Assassinate(4, hit=False))
    assert isinstance(shown, TargetDraft)
    assert (shown.target, shown.hit) == (4, False)
