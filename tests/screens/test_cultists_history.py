"""A game of Among Cultists round by round: read, changed, added to, and told as a story."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from kivy.metrics import dp

from companion.entry.cultists import accounts
from companion.entry.cultists import shelves as kept_shelves
from companion.entry.cultists.amend import fields
from companion.entry.cultists.forgotten import forgettable
from companion.entry.cultists.log import forgotten, rounds
from companion.games.cultists.moves import (
    Assassinate,
    Book,
    BookBack,
    Card,
    Confronted,
    Correct,
    Dead,
    Declare,
    Entrances,
    Event,
    Explored,
    FishmanScared,
    GateClosed,
    Hazard,
    Kills,
    Next,
    PowerRestored,
    Reached,
    Revealed,
    SeerGuess,
    ShelfCompleted,
    ShelfValue,
    Shelves,
    Vote,
)
from companion.games.cultists.places import Colour
from companion.games.cultists.play import GAME as CULTISTS
from companion.games.cultists.setup import Setup
from companion.games.cultists.state import Phase
from companion.i18n.translator import Translator
from companion.screens.cultists.history import HistoryPage, StepRow
from companion.storage.tables import new_table, open_table
from companion.table import Table
from companion.widgets.cards import Chip
from companion.widgets.text import Text

pytestmark = pytest.mark.window

ENGLISH = Translator("en")
NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hana")
SIX = Setup(NAMES[:6], knife=2, roles=("seer", "firestarter", "assassin"))
CLEAN_UP = (Next(), Next())
PLAYED = (
    *(Next(), Event("secret_entrances", Colour.BLUE), Next()),
    *(Explored("orange_1"), Hazard(Card.FAILURE, "orange_1"), Book("orange"), *CLEAN_UP),
    *(Next(), Event("gate_opens"), Next(), Dead(4, by=0)),
    *(Vote((1, 5, 1, 1, 5, None), knife_changes_to=5), Revealed(5, False), Book("orange"), *CLEAN_UP),
    *(Next(), Event("lightning"), Next()),
    *(PowerRestored(3), Book("orange"), Book("orange"), Hazard(Card.SABOTAGE), *CLEAN_UP),
    *(Next(), Event("evil_eyes"), Next(), GateClosed((0, 2))),
)
OVER = (*(Vote((3, 3, 3, None, 3, None), called_by=1), Revealed(3, True), SeerGuess(1, False)),)
FOUR = Setup(NAMES[:4], automa=True)
# Every kind of move, each legal where it stands.
EVERYTHING = [
    (SIX, (*PLAYED, *OVER)),
    (
        SIX,
        (
            *(Next(), Event("gate_opens"), Next(), GateClosed(), Shelves((ShelfValue("pink", 3, 3),))),
            *(Book("pink"), BookBack("pink"), ShelfCompleted("blue_2", 4), Hazard(Card.SUCCESS)),
            *(Hazard(Card.FAILURE, "red"), Confronted("red", by=1), Hazard(Card.FAILURE, "red")),
            *(Confronted("red"), Hazard(Card.SABOTAGE), FishmanScared()),
            *(Assassinate(4, by=1), Revealed(4, False), Next(), Next(), Next()),
            *(Event("secret_entrances"), Entrances(Colour.PINK), Next()),
            Correct(points=5, target=13, knife=3, round=4, power=False),
            *(Next(), Declare(3, False)),
        ),
    ),
    (
        FOUR,
        (
            *(Next(), Event("lightning"), Next(), PowerRestored(), Dead(2), Correct(knife=4)),
            *(Vote((4, 4, None, None)), *CLEAN_UP, Next(), Event("gate_opens"), Next()),
            *(Correct(closes_in=1), Next(), Next(), Next(), Event("no_connection"), Next()),
            *(Vote(counts={"4": 4}, abstentions=1), Revealed(4, True), Kills(Reached.NO)),
        ),
    ),
]


def game(setup=SIX, moves=PLAYED):
    return Table(CULTISTS, setup, moves)


@pytest.fixture
def opened(walk):
    """The page of a table with these moves, its table stored like any other."""

    def open_page(setup=SIX, moves=PLAYED, **options):
        walker = walk(**options)
        table, walker.number = new_table(CULTISTS, setup, walker.app.store.games)
        for move in moves:
            table.play(move)
        walker.app.visit(HistoryPage, walker.app.sit_down(table))
        walker.frames(6)
        return walker

    return open_page


def stored(walker):
    """The moves as they would be read after a restart."""
    games = walker.app.store.games
    return open_table(CULTISTS, games.load(walker.number), games).moves


def row(walker, kind):
    return walker.one(StepRow, lambda found: isinstance(found.step.move, kind))


def edit(walker, kind):
    walker.tap(walker.reach(row(walker, kind)))
    return walker.app.stage.sheet


# Rounds -----------------------------------------------------------------------------------------------


def test_the_log_is_cut_into_rounds_and_phases():
    found = rounds(game().states, game().moves)
    assert [each.number for each in found] == [1, 2, 3, 4]
    assert [part.phase for part in found[0].parts] == list(Phase)
    assert [part.phase for part in found[3].parts] == list(Phase)[:3]
    assert [step.number for each in found for step in each.steps] == list(range(len(PLAYED)))
    assert [each.event.event for each in found if each.event is not None] == [
        "secret_entrances",
        "gate_opens",
        "lightning",
        "evil_eyes",
    ]
    assert [each.points for each in found] == [0, 0, 4, 0]
    assert [each.ghosts for each in found] == [(), (4, 5), (), ()]


def test_a_new_game_has_one_empty_round():
    (only,) = rounds(game(moves=()).states, ())
    assert (only.number, only.told, only.event) == (1, (), None)


def test_a_corrected_round_begins_where_it_was_corrected():
    moves = (Explored("red"), Correct(round=3), Next(), Event("evil_eyes"))
    found = rounds(game(moves=moves).states, moves)
    assert [each.number for each in found] == [1, 3]
    assert [len(each.steps) for each in found] == [2, 2]


def test_the_end_of_a_phase_is_told_only_if_the_gate_expired_by_it():
    setup, moves = EVERYTHING[2]
    told = [step for each in rounds(game(setup, moves).states, moves) for step in each.told]
    (end,) = [step for step in told if isinstance(step.move, Next)]
    assert accounts.words(ENGLISH, end.before, end.move) == "The Gate was not closed in time."
    assert accounts.details(ENGLISH, end) == ["Points to win: 11."]


# Words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("setup", "moves"), EVERYTHING)
def test_every_move_is_told_in_a_whole_sentence(setup, moves):
    table = game(setup, moves)
    tr = Translator("en")
    for each in rounds(table.states, moves):
        for step in each.told:
            words = accounts.words(tr, step.before, step.move)
            for sentence in (words, *accounts.details(tr, step)):
                assert "{" not in sentence
            assert words.endswith("."), words
    assert not tr.missing


def test_a_vote_tells_who_voted_for_whom():
    (vote,) = [s for r in rounds(game().states, PLAYED) for s in r.told if isinstance(s.move, Vote)]
    assert accounts.words(ENGLISH, vote.before, vote.move) == "Farid was voted out."
    assert accounts.details(ENGLISH, vote) == [
        "Vote on the murder of Elena",
        "3 for Farid: Bruno, Dario and Elena",
        "2 for Bruno: Ada and Chloe",
        "Abstained: Farid",
        "Dario changed the vote with the Knife.",
    ]


def test_a_vote_that_was_only_counted_tells_its_sums():
    setup, moves = EVERYTHING[2]
    votes = [s for r in rounds(game(setup, moves).states, moves) for s in r.told if isinstance(s.move, Vote)]
    assert accounts.details(ENGLISH, votes[1])[:2] == ["4 votes for Automa", "1 abstention"]
    # The Automa holds the Knife in the first one.
    assert accounts.details(ENGLISH, votes[0])[-1] == "The Automa has the Knife: it abstains twice."


def test_the_story_tells_each_round_and_at_last_the_reason():
    told = accounts.story(ENGLISH, game(moves=(*PLAYED, *OVER)))
    assert told == [
        "Round 1. Event: Secret Entrances Revealed.",
        "Round 2. Event: Gate Opens. It can be closed until round 4. Ada found Elena dead. "
        "Farid was voted out.",
        "Round 3. Event: Lightning Strike. The power went out. Dario restored the power. "
        "The Fishman came into the building. 4 points for the Investigators, 4 in all.",
        "Round 4. Event: Evil Eyes Watch You. Ada and Chloe closed the Gate. Points to win: 11. "
        "Dario was voted out. The Cultists named Bruno, who was not the Seer.",
        "No Cultist is left.",
    ]


def test_a_running_game_has_a_story_without_an_end():
    assert accounts.story(ENGLISH, game(moves=())) == []
    assert len(accounts.story(ENGLISH, game())) == 4


# What can be changed ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("setup", "moves"), EVERYTHING)
def test_every_choice_makes_a_move_of_the_same_kind_and_the_chosen_one_the_same_move(setup, moves):
    table = game(setup, moves)
    for move, before in zip(moves, table.states, strict=False):
        for field in fields(ENGLISH, before, move):
            made = {value: field.put(value) for value, _ in field.options}
            assert all(isinstance(other, type(move)) for other in made.values())
            # Events lose the colour that older records gave them.
            assert made.get(field.chosen) in (move, None) or move == Event("secret_entrances", Colour.BLUE)
    assert not ENGLISH.missing


def test_every_part_of_a_correction_and_of_a_shelf_can_be_changed():
    before = game().state
    whole = Correct(points=5, target=13, knife=3, round=4, power=False)
    offered = fields(ENGLISH, before, whole)
    assert [field.chosen for field in offered] == [5, 13, 3, 4, False]
    assert offered[0].put(7) == replace(whole, points=7)
    assert offered[4].put(True) == replace(whole, power=True)
    # What a correction left alone stays so.
    assert len(fields(ENGLISH, before, Correct(closes_in=2))) == 1
    two = Shelves((ShelfValue("pink", 3, 3), ShelfValue("blue_1", 12, 2)))
    offered = fields(ENGLISH, before, two)
    assert [field.chosen for field in offered] == [3, 3, 12, 2]
    assert all(field.chosen in dict(field.options) for field in offered)
    assert offered[2].put(4) == Shelves((two.shelves[0], ShelfValue("blue_1", 4, 2)))


def test_what_is_offered_as_forgotten_fits_the_moment():
    states = game().states
    for state in states:
        for kind, moves in forgettable(state).items():
            table = Table(CULTISTS, SIX)
            after = state
            for move in moves:
                after = table.game.apply(after, move)
            assert ENGLISH(f"cultists.happened.{kind}")
    assert "power_restored" not in forgettable(states[-1])
    assert not ENGLISH.missing


@pytest.mark.parametrize(("at", "phase"), list(itertools.product((0, 2, 3), range(3))))
def test_what_was_forgotten_goes_to_the_end_of_its_phase(at, phase):
    table = game()
    part = rounds(table.states, table.moves)[at].parts[phase]
    revision = table.revise(forgotten(part, table.moves, Explored("red")))
    table.accept(revision)
    found = rounds(table.states, table.moves)[at].parts[phase]
    assert [step.move for step in found.steps if not isinstance(step.move, Next)][-1] == Explored("red")
    assert not revision.dropped


# The page ---------------------------------------------------------------------------------------------


def test_the_page_begins_with_the_round_under_way_and_unfolds_the_one_that_is_tapped(opened):
    walker = opened()
    assert walker.says("cultists.history.gate_closed_by", names=("Ada", "Chloe"))
    assert not walker.says("cultists.history.dead_by", name="Ada", target="Elena")
    walker.tap(walker.reach(walker.button(walker.app.tr("cultists.event.gate_opens.name"))))
    assert walker.says("cultists.history.dead_by", name="Ada", target="Elena")
    assert walker.says("cultists.history.voted_out", name="Farid")
    assert not walker.says("cultists.history.gate_closed_by", names=("Ada", "Chloe"))
    assert walker.says("cultists.history.summary", points=4, target=11, n=2)


def test_the_round_that_is_open_can_be_folded(opened):
    walker = opened()
    walker.page.tap(3)
    walker.frames()
    assert walker.all(StepRow) == []


def test_another_event_recomputes_what_came_after(opened):
    walker = opened()
    walker.page.tap(1)
    walker.frames()
    sheet = edit(walker, Event)
    assert walker.says("app.edit.nothing")
    walker.tap_on("cultists.event.no_connection.name")
    assert [lost.move for lost in sheet.weighing.revision.dropped] == [GateClosed((0, 2))]
    assert walker.says("cultists.problem.need_gate_open")
    assert walker.page.table.moves == PLAYED
    walker.tap_on("app.edit.keep_and_drop", n=1)
    assert walker.app.stage.sheet is None
    assert walker.page.table.state.gate is None
    assert walker.page.table.state.target == 12
    assert stored(walker) == walker.page.table.moves
    walker.tap(walker.page.undo)
    assert walker.page.table.moves == PLAYED == stored(walker)
    walker.tap(walker.page.redo)
    assert walker.page.table.state.gate is None


def test_a_ballot_is_changed_in_the_form(opened):
    walker = opened()
    walker.page.tap(1)
    walker.frames()
    edit(walker, Vote)
    tr = walker.app.tr
    walker.tap(walker.reach(walker.button(tr("app.named", name="Elena", what="Farid"))))
    assert walker.says("cultists.edit.voted_for", name="Elena")
    choices = [chip for chip in walker.all(Chip) if chip.words.content == "Chloe"]
    walker.tap(walker.reach(choices[0]))
    assert walker.says("app.named", name="Elena", what="Chloe")
    # Two to two, with Dario's Knife: nobody is out, so nobody can be asked.
    assert walker.says("cultists.vote.why.tie")
    walker.tap_on("app.edit.keep_and_drop", n=1)
    vote = next(move for move in walker.page.table.moves if isinstance(move, Vote))
    assert vote.ballots == (1, 5, 1, 1, 2, None)
    assert walker.page.table.state.ghosts == (4,)


def test_a_counted_vote_is_changed_by_its_numbers(opened):
    setup, moves = EVERYTHING[2]
    walker = opened(setup, moves[:-2])
    sheet = edit(walker, Vote)
    assert walker.says("app.edit.nothing")
    sheet.put(0, Vote(counts={"4": 1}, abstentions=4))
    walker.frames()
    assert walker.says("cultists.vote.why.abstentions")
    sheet.put(0, Vote(counts={"4": 1}, abstentions=1))
    walker.frames()
    assert walker.says("cultists.problem.count_total", total=2, expected=5)
    assert not sheet.keep.enabled


def test_a_shelf_read_wrongly_is_put_right_also_for_the_next_game(opened):
    read = Shelves((ShelfValue("pink", 2, 4),))
    walker = opened(moves=(*PLAYED, read, Book("pink"), Book("pink")))
    kept_shelves.keep(walker.app, walker.page.table.state)
    edit(walker, Shelves)
    walker.tap(walker.reach(walker.button("3")))
    walker.tap_on("app.edit.keep")
    assert stored(walker)[len(PLAYED)].shelves == (ShelfValue("pink", 2, 3),)
    new = game(moves=()).state
    assert ShelfValue("pink", 2, 3) in kept_shelves.remembered(walker.app, new)


def test_an_entry_can_be_taken_out_and_put_back(opened):
    walker = opened()
    sheet = edit(walker, GateClosed)
    walker.tap_on("app.edit.remove")
    assert sheet.weighing.revision.kept == PLAYED[:-1]
    walker.tap_on("app.edit.put_back")
    assert sheet.weighing.revision is None
    walker.tap_on("app.edit.remove")
    walker.tap_on("app.edit.keep")
    assert stored(walker) == PLAYED[:-1]
    assert walker.says("app.edit.changed")


def test_a_forgotten_death_comes_with_its_vote(opened):
    walker = opened()
    walker.page.tap(2)
    walker.frames()
    walker.tap_on("cultists.phase.action")
    walker.tap_on("cultists.happened.dead")
    assert walker.says("cultists.edit.found")
    assert walker.says("cultists.edit.votes")
    # Ada closes the Gate later, so it was somebody else.
    assert walker.says("app.edit.keep_and_drop", n=1)
    names = [chip for chip in walker.all(Chip) if chip.words.content == "Bruno"]
    walker.tap(walker.reach(names[0]))
    walker.tap_on("app.edit.keep")
    table = walker.page.table
    assert table.state.ghosts == (4, 5, 1)
    at = table.moves.index(Dead(1))
    assert isinstance(table.moves[at + 1], Vote)
    assert table.moves[at + 2] == Next()
    assert table.states[at].round == 3
    assert stored(walker) == table.moves


def test_nothing_can_be_added_before_the_first_move_nor_after_the_end(opened):
    walker = opened(moves=())
    assert walker.says("cultists.history.nothing")
    assert not walker.says("cultists.history.add")
    walker = opened(moves=(*PLAYED, *OVER))
    assert not walker.says("cultists.phase.action")
    assert walker.says("cultists.phase.movement")


# -- sealing ----------------------------------------------------------------------------------------------


def test_a_sealed_history_shows_nothing_until_the_host_opens_it(opened):
    walker = opened()
    walker.tap(walker.reach(walker.page.seal))
    assert walker.says("cultists.history.sealed")
    assert not walker.all(StepRow)
    walker.tap_on("app.history.unseal")
    assert walker.all(StepRow)


def test_the_seal_holds_for_the_next_game_and_ends_with_it(opened):
    walker = opened()
    walker.tap(walker.reach(walker.page.seal))
    assert opened(moves=PLAYED[:3]).page.sealed
    over = opened(moves=(*PLAYED, *OVER)).page
    assert not over.sealed
    assert over.seal.parent is None


@pytest.mark.parametrize(
    ("size", "language", "text_size"),
    [((390, 844), "fa", 100), ((360, 640), "it", 160), ((1280, 800), "el", 100)],
)
def test_all_words_can_be_read_and_rows_can_be_hit(opened, size, language, text_size):
    walker = opened(size=size, language=language, narration=language, text_size=text_size)
    for number in range(4):
        walker.page.open_round(number)
        walker.frames(6)
        for found in walker.all(StepRow):
            assert found.height >= dp(48)
        for text in walker.all(Text):
            assert text.drawn[0] <= text.width + 2, text.content
            assert text.drawn[1] <= text.height + 2, text.content
            assert not text.cut, text.content
