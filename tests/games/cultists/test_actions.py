"""Actions and their requirements, encounters, rooms, shelves and hazards, and every way a game ends."""

from __future__ import annotations

import pytest

from companion.core.game import Outcome
from companion.games.cultists.actions import (
    ACTIONS,
    ActionKind,
    Encounter,
    Requirement,
    classify_encounter,
    known_shelves,
    unmet_requirements,
)
from companion.games.cultists.moves import (
    Assassinate,
    Book,
    BookBack,
    Confronted,
    Correct,
    Dead,
    Declare,
    Event,
    Explored,
    FishmanScared,
    Hazard,
    HazardCard,
    Kills,
    Next,
    Reached,
    Revealed,
    SeerGuess,
    ShelfCompleted,
    ShelfValue,
    Shelves,
    Vote,
)
from companion.games.cultists.state import Ending, Phase, Shelf
from companion.i18n.translator import Translator


@pytest.mark.parametrize(
    ("here", "power", "expected"),
    [
        (0, True, Encounter.ALONE),
        (1, True, Encounter.ALONE),
        (2, True, Encounter.TWO),
        (3, True, Encounter.CROWD),
        (8, True, Encounter.CROWD),
        (1, False, Encounter.ALONE),
        (2, False, Encounter.DARK),
        (3, False, Encounter.DARK),
    ],
)
def test_two_meet_in_the_light_and_more_in_the_dark(here, power, expected):
    assert classify_encounter(here, power) is expected
    assert expected.is_meeting == (here == 2 if power else here >= 2)


def test_ghosts_fill_and_inspect_rooms_and_nothing_else(playing):
    running = playing(5)
    running.play(Dead(4))
    able = [
        action for action in ACTIONS if Requirement.LIVING not in unmet_requirements(running.state, action, 4)
    ]
    assert able == ["fill", "inspect"]
    assert not [
        action for action in ACTIONS if Requirement.LIVING in unmet_requirements(running.state, action, 3)
    ]


def test_there_are_five_character_and_six_room_actions():
    kinds = [action.kind for action in ACTIONS.values()]
    assert (kinds.count(ActionKind.CHARACTER), kinds.count(ActionKind.ROOM)) == (5, 6)


def test_the_automa_does_four_things(playing):
    state = playing(4, automa=True).state
    able = [action for action in ACTIONS if Requirement.PLAYER not in unmet_requirements(state, action, 4)]
    assert able == ["secure_corridor", "confront", "fill", "inspect"]


def test_requirements_of_actions_depend_on_the_state(playing, go_to):
    running = playing(5)
    expected = {
        "confront": (Requirement.CULTIST_TOKEN,),
        "scare_fishman": (Requirement.FISHMAN,),
        "assassinate": (Requirement.ASSASSIN,),
        "inspect": (Requirement.EXPLORED_ROOM,),
        "restore_power": (Requirement.POWER_OFF,),
        "close_gate": (Requirement.GATE_OPEN,),
    }
    assert {
        action: missing for action in ACTIONS if (missing := unmet_requirements(running.state, action))
    } == expected
    running.play(Hazard(HazardCard.FAILURE, "pink"))
    running.play(Hazard(HazardCard.SABOTAGE))
    running.play(Explored("pink"))
    go_to(running, 1, "event")
    running.play(Event("gate_opens"))
    go_to(running, 2, "action", "lightning")
    running.play(Vote((None,) * 5, called_by=0))
    expected = {
        "assassinate": (Requirement.ASSASSIN,),
        "start_vote": (Requirement.VOTE_TOKEN,),
        "camera": (Requirement.POWER_ON,),
    }
    assert {
        action: missing for action in ACTIONS if (missing := unmet_requirements(running.state, action))
    } == expected
    assert unmet_requirements(running.state, "scare_fishman", running.state.knife) == ()
    assert unmet_requirements(running.state, "scare_fishman", 4) == (Requirement.KNIFE,)
    running.play(Dead(4))
    assert unmet_requirements(running.state, "scare_fishman", 4) == (Requirement.LIVING, Requirement.KNIFE)
    assert unmet_requirements(running.state, "fill", 4) == ()


def test_a_first_game_secures_no_corridor(playing):
    assert unmet_requirements(playing(7, first_game=True).state, "secure_corridor") == (
        Requirement.HAZARD_DECK,
    )


@pytest.mark.parametrize("need", Requirement)
def test_every_requirement_has_a_sentence(need):
    english = Translator("en")
    assert english(f"cultists.problem.need_{need.value}")
    assert not english.missing


PLACES = [f"{colour}_{number}" for colour in ("blue", "pink", "orange", "green") for number in (1, 2, 3)]


@pytest.mark.parametrize(("players", "rooms"), [(5, 9), (6, 9), (7, 10), (8, 11)])
def test_a_room_is_explored_once_and_no_more_rooms_than_the_map_has(playing, refused, players, rooms):
    running = playing(players)
    for room in PLACES[:rooms]:
        running.play(Explored(room))
    assert refused(running, Explored(PLACES[0])) == ("explored_before", {})
    assert refused(running, Explored(PLACES[rooms])) == ("all_explored", {"n": rooms})
    assert refused(running, Explored("attic")) == ("no_such_room", {"room": "attic"})


def test_rooms_are_complete_once_their_shelf_is_full(playing):
    running = playing(6)
    for room in ("orange_1", "orange_2", "blue_1", "blue_2", "red"):
        running.play(Explored(room))
    running.play(ShelfCompleted("blue_2", 2))
    assert running.state.completed_rooms == ("blue_2",)
    for _ in range(4):
        running.play(Book("orange"))
    assert running.state.completed_rooms == ("orange_1", "orange_2", "blue_2")


def shelf(running, name):
    return next(shelf for shelf in running.state.library if shelf.shelf == name)


def test_only_the_orange_shelf_is_known(playing):
    running = playing(5)
    assert running.state.library == (Shelf("orange", books=4, points=4),)
    for stored in range(1, 4):
        assert running.play(Book("orange")).points == 0
        assert shelf(running, "orange").stored == stored
    running.play(BookBack("orange"))
    running.play(Book("orange"))
    state = running.play(Book("orange"))
    assert (state.points, shelf(running, "orange").complete) == (4, True)


def test_a_full_shelf_takes_and_gives_no_book(playing, refused):
    running = playing(5)
    running.play(ShelfCompleted("orange"))
    assert (running.state.points, shelf(running, "orange").stored) == (4, 4)
    for move in (Book("orange"), BookBack("orange"), ShelfCompleted("orange")):
        assert refused(running, move) == ("shelf_complete", {})
    assert refused(running, Shelves((ShelfValue("orange", 5, 4),))) == ("shelf_complete", {})


def test_shelf_values_can_be_entered_at_any_time(playing, refused):
    running = playing(5)
    running.play(Book("pink"))
    running.play(Book("pink"))
    assert refused(running, ShelfCompleted("pink")) == ("shelf_points_missing", {})
    small = Shelves((ShelfValue("pink", 1, 3),))
    assert refused(running, small) == ("shelf_overfull", {"books": 1, "stored": 2})
    state = running.play(Shelves((ShelfValue("pink", 2, 3), ShelfValue("blue_1", 3, 2))))
    assert (state.points, shelf(running, "pink").complete) == (3, True)
    assert shelf(running, "blue_1") == Shelf("blue_1", books=3, points=2)
    assert refused(running, ShelfCompleted("blue_1", 4)) == ("shelf_points_other", {"points": 2})
    assert running.play(ShelfCompleted("blue_1", 2)).points == 5


def test_known_shelf_values_apply_to_the_next_game(playing):
    running = playing(5)
    running.play(Shelves((ShelfValue("pink", 2, 3),)))
    running.play(Book("blue_2"))
    entered = known_shelves(running.state)
    assert entered == Shelves((ShelfValue("orange", 4, 4), ShelfValue("pink", 2, 3)))
    assert known_shelves(playing(5).play(entered)) == entered


def test_a_shelf_without_known_size_can_be_completed_by_its_points(playing, refused):
    running = playing(5)
    assert refused(running, ShelfCompleted("pink", 5))[0] == "shelf_points"
    assert running.play(ShelfCompleted("pink", 3)).points == 3
    assert shelf(running, "pink") == Shelf("pink", points=3, complete=True)


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        (Shelves(()), ("shelves_none", {})),
        (Shelves((ShelfValue("pink", 3, 2), ShelfValue("pink", 3, 2))), ("shelf_twice", {})),
        (Shelves((ShelfValue("orange_1", 2, 2),)), ("no_such_shelf", {"shelf": "orange_1"})),
        (
            Shelves((ShelfValue("blue_1", 3, 2), ShelfValue("blue", 3, 2))),
            ("no_such_shelf", {"shelf": "blue"}),
        ),
        (Book("orange_2"), ("no_such_shelf", {"shelf": "orange_2"})),
        (Shelves((ShelfValue("pink", 3, 1),)), ("shelf_points", {"points": 1, "fewest": 2, "most": 4})),
        (Shelves((ShelfValue("pink", 3, 5),)), ("shelf_points", {"points": 5, "fewest": 2, "most": 4})),
        (Shelves((ShelfValue("pink", 0, 2),)), ("shelf_size", {"books": 0, "most": 25})),
        (Shelves((ShelfValue("pink", 22, 2),)), ("too_many_books", {"books": 25})),
        (Shelves((ShelfValue("attic", 2, 2),)), ("no_such_shelf", {"shelf": "attic"})),
        (Book("attic"), ("no_such_shelf", {"shelf": "attic"})),
        (BookBack("pink"), ("shelf_empty", {})),
    ],
)
def test_shelves_that_no_board_has_are_refused(playing, refused, move, problem):
    assert refused(playing(5), move) == problem


def test_all_books_of_the_box_fit_on_the_shelves(playing):
    running = playing(5)
    running.play(Shelves((ShelfValue("pink", 21, 2),)))
    with_one = sum(shelf.books or shelf.stored for shelf in running.state.library)
    running.play(Shelves((ShelfValue("pink", 21 + 25 - with_one, 2),)))
    assert sum(shelf.books or shelf.stored for shelf in running.state.library) == 25


def test_no_more_books_than_the_box_holds(playing, refused):
    running = playing(5)
    for number in range(25):
        running.play(Book(f"blue_{number % 9 + 1}"))
    assert refused(running, Book("blue_1")) == ("too_many_books", {"books": 25})


def test_the_shelf_that_reaches_the_target_wins_at_once(playing):
    running = playing(5)
    running.play(Correct(points=6))
    assert running.play(ShelfCompleted("orange")).outcome == Outcome("investigators", "points_reached")


# Hazards ----------------------------------------------------------------------------------------------


def test_failures_bring_cultist_tokens_and_then_the_fishman(playing, refused):
    running = playing(5)
    assert running.play(Hazard(HazardCard.SUCCESS)).tokens_left == 3
    assert refused(running, Hazard(HazardCard.FAILURE)) == ("hazard_room", {})
    for left in (2, 1, 0):
        assert running.play(Hazard(HazardCard.FAILURE, "pink")).tokens_left == left
        assert running.state.is_fishman_inside is False
    assert running.state.cultist_tokens == ("pink",) * 3
    assert running.play(Hazard(HazardCard.FAILURE)).is_fishman_inside is True
    assert running.play(Hazard(HazardCard.SABOTAGE)).is_fishman_inside is True
    assert running.state.cultist_tokens == ("pink",) * 3


def test_a_confronted_token_is_out_of_the_game(playing, go_to, refused):
    running = playing(4, automa=True)
    running.play(Hazard(HazardCard.FAILURE, "pink"))
    assert refused(running, Confronted("pink")) == ("action_phase", {})
    go_to(running, 1, "action")
    assert refused(running, Confronted("green")) == ("no_token_here", {})
    state = running.play(Confronted("pink", by=4))
    assert (state.cultist_tokens, state.tokens_left, state.removed_tokens) == ((), 2, 1)
    assert refused(running, Confronted("pink")) == ("need_cultist_token", {})


def test_the_living_holder_of_the_knife_scares_the_fishman(playing, go_to, refused):
    running = playing(5)
    assert refused(running, FishmanScared()) == ("need_fishman", {})
    running.play(Hazard(HazardCard.SABOTAGE))
    assert running.play(FishmanScared()).is_fishman_inside is False
    running.undo()
    running.play(Dead(0))
    assert refused(running, FishmanScared()) == ("need_living", {})
    running.undo()
    go_to(running, 1, "clean_up")
    assert refused(running, FishmanScared()) == ("scare_phase", {})

    running = playing(4, automa=True)
    running.play(Hazard(HazardCard.SABOTAGE))
    running.play(Correct(knife=4))
    assert refused(running, FishmanScared()) == ("need_player", {})


def test_a_first_game_has_no_hazards(playing, refused):
    running = playing(5, "seer", first_game=True)
    assert running.state.tokens_left == 0
    for move in (Hazard(HazardCard.SUCCESS), Confronted("pink"), FishmanScared()):
        assert refused(running, move) == ("need_hazard_deck", {})


def investigators(reason):
    return Outcome("investigators", reason)


def cultists(reason):
    return Outcome("cultists", reason)


def out(running, seat):
    """Everybody votes for that seat."""
    return running.play(Vote((seat,) * len(running.setup.players)))


# Points -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "automa", "target"),
    [(4, True, 10), (5, False, 10), (6, False, 12), (6, True, 12), (7, False, 12), (8, False, 13)],
)
def test_the_investigators_win_with_their_points(playing, players, automa, target):
    running = playing(players, automa=automa)
    assert running.play(Correct(points=target - 1)).outcome is None
    assert running.play(Correct(points=target)).outcome == investigators("points_reached")


@pytest.mark.parametrize(
    ("reached", "outcome"),
    [
        (Reached.NO, investigators("points_reached")),
        (Reached.THIS_ROUND, cultists("kills_beat_points")),
        (Reached.EARLIER, cultists("kills_beat_points")),
    ],
)
def test_with_two_cultists_a_table_may_let_kills_beat_points(playing, refused, reached, outcome):
    running = playing(7, options={"points_beat_kills": False})
    state = running.play(Correct(points=12))
    assert (state.phase, state.ending) == (Phase.KILLS, Ending.POINTS)
    assert refused(running, Correct(points=3)) == ("awaits_kills", {})
    assert running.play(Kills(reached)).outcome == outcome


def test_with_one_cultist_points_always_win(playing):
    running = playing(6, options={"points_beat_kills": False})
    assert running.play(Correct(points=12)).outcome == investigators("points_reached")


def test_points_end_the_game_even_while_a_murder_waits_for_its_vote(playing):
    running = playing(5)
    running.play(Dead(1))
    assert running.play(Correct(points=10)).phase is Phase.OVER


# The lone Cultist -------------------------------------------------------------------------------------


def test_the_lone_cultist_voted_out_has_lost_whatever_the_count(playing):
    for players in (5, 6):
        running = playing(players)
        out(running, 2)
        state = running.play(Revealed(2, True))
        assert (state.outcome, state.exposed_cultist) == (investigators("cultists_eliminated"), 2)


@pytest.mark.parametrize(
    ("right", "outcome"), [(True, cultists("declared_rightly")), (False, investigators("declared_wrongly"))]
)
def test_the_lone_cultist_declares_in_a_clean_up(playing, go_to, refused, right, outcome):
    running = playing(4, automa=True)
    assert not running.state.can_declare
    assert refused(running, Declare(1, right)) == ("declare_phase", {})
    assert go_to(running, 3, "clean_up").can_declare
    assert refused(running, Declare(4, right)) == ("need_player", {})
    assert refused(running, Declare(5, right))[0] == "no_such_seat"
    state = running.play(Declare(1, right))
    assert (state.outcome, state.exposed_cultist) == (outcome, 1)


def test_a_ghost_does_not_declare_and_nor_does_one_of_two_cultists(playing, go_to, refused):
    running = playing(5)
    running.play(Dead(1))
    running.play(Vote((None,) * 5))
    go_to(running, 1, "clean_up")
    assert refused(running, Declare(1, True)) == ("is_ghost", {"seat": 1, "name": "Player 2"})
    running.play(Dead(2))
    assert not running.state.can_declare
    assert refused(running, Declare(3, True)) == ("awaits_vote", {})
    for players, automa in ((6, True), (7, False), (8, False)):
        running = playing(players, automa=automa)
        assert not go_to(running, 1, "clean_up").can_declare
        assert refused(running, Declare(1, True)) == ("declare_lone", {"cultists": 2})


# The Automa -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reached", "outcome"),
    [
        (Reached.NO, investigators("cultists_eliminated")),
        (Reached.THIS_ROUND, cultists("automa_kills")),
        (Reached.EARLIER, cultists("automa_kills")),
    ],
)
def test_the_kills_of_an_automa_that_was_the_cultist_beat_the_investigators(playing, reached, outcome):
    running = playing(4, automa=True)
    assert out(running, 4).phase is Phase.REVEALED
    state = running.play(Revealed(4, True))
    assert (state.phase, state.ending, state.exposed_cultist) == (Phase.KILLS, Ending.AUTOMA, 4)
    assert running.play(Kills(reached)).outcome == outcome


def test_the_game_goes_on_when_the_automa_was_no_cultist(playing):
    running = playing(4, automa=True)
    out(running, 4)
    state = running.play(Revealed(4, False))
    assert (state.phase, state.ghosts) == (Phase.MOVEMENT, (4,))


# Two Cultists -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reached", "outcome"),
    [
        (Reached.NO, investigators("cultists_eliminated")),
        (Reached.THIS_ROUND, investigators("kills_too_late")),
        (Reached.EARLIER, cultists("kills_before")),
    ],
)
@pytest.mark.parametrize(("players", "automa"), [(6, True), (7, False), (8, False)])
def test_kills_of_an_earlier_round_win_although_the_last_cultist_is_out(
    playing, players, automa, reached, outcome
):
    running = playing(players, automa=automa)
    out(running, 1)
    out(running, 2)
    state = running.play(Revealed(2, True))
    assert (state.phase, state.ending) == (Phase.KILLS, Ending.LAST_CULTIST)
    assert running.play(Kills(reached)).outcome == outcome


def test_the_last_cultist_may_be_assassinated(playing, go_to):
    running = playing(7, "assassin")
    out(running, 1)
    go_to(running, 2, "action")
    running.play(Assassinate(2, by=3))
    running.play(Revealed(2, True))
    assert running.play(Kills(Reached.NO)).outcome == investigators("cultists_eliminated")


def test_a_table_may_say_that_a_ghost_was_the_last_cultist(playing, refused):
    running = playing(7)
    out(running, 1)
    running.play(Dead(2))
    name = {"seat": 3, "name": "Player 4"}
    assert refused(running, Revealed(3, True)) == ("not_a_ghost", name)
    assert running.play(Revealed(2, True)).phase is Phase.KILLS
    running = playing(6, automa=True)
    out(running, 1)
    assert refused(running, Revealed(1, True)) == ("cultists_left", {})
    assert refused(running, Revealed(6, True)) == ("automa_not_a_ghost", {})


# The Seer ---------------------------------------------------------------------------------------------


def seer_asked(running, go_to, way):
    if way == "points":
        return running.play(Correct(points=running.state.target))
    if way == "vote":
        out(running, 2)
        return running.play(Revealed(2, True))
    go_to(running, 1, "clean_up")
    return running.play(Declare(2, False))


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("points", "points_reached"),
        ("vote", "cultists_eliminated"),
        ("declaration", "declared_wrongly"),
    ],
)
def test_naming_the_seer_beats_every_other_result(playing, go_to, refused, way, reason):
    running = playing(5, "seer", options={"guess_after_wrong_declaration": True})
    state = seer_asked(running, go_to, way)
    assert (state.phase, state.pending_outcome, state.outcome) == (
        Phase.SEER_GUESS,
        investigators(reason),
        None,
    )
    assert refused(running, Next()) == ("awaits_seer_guess", {})
    state = running.play(SeerGuess(4, hit=True))
    assert (state.outcome, state.seer_guess_target) == (cultists("seer_named"), 4)
    assert refused(running, SeerGuess(3, hit=True)) == ("over", {})
    running.undo()
    state = running.play(SeerGuess(4, hit=False))
    assert (state.outcome, state.pending_outcome) == (investigators(reason), None)


def test_a_wrong_declaration_ends_the_game_at_once_seer_or_not(playing, go_to, refused):
    for roles in ((), ("seer",)):
        running = playing(6, *roles)
        go_to(running, 2, "clean_up")
        state = running.play(Declare(2, False))
        assert (state.outcome, state.pending_outcome) == (investigators("declared_wrongly"), None)
        assert refused(running, SeerGuess(1, hit=True)) == ("over", {})


def test_a_cultist_who_was_shown_is_not_the_seer(playing, go_to, refused):
    running = playing(5, "seer")
    seer_asked(running, go_to, "vote")
    assert refused(running, SeerGuess(2, True)) == ("not_the_seer", {"seat": 2, "name": "Player 3"})
    assert refused(running, SeerGuess(5, True))[0] == "no_such_seat"
    running = playing(6, "seer", automa=True)
    out(running, 1)
    out(running, 6)
    running.play(Revealed(6, True))
    running.play(Kills(Reached.NO))
    assert refused(running, SeerGuess(6, True)) == ("automa_not_the_seer", {})


def test_the_seer_is_named_once_the_investigators_have_won_and_if_there_is_one(playing, go_to, refused):
    assert refused(playing(5, "seer"), SeerGuess(1, True)) == ("seer_guess_early", {})
    assert refused(playing(5), SeerGuess(1, True)) == ("no_seer", {})
    running = playing(8, "seer", options={"points_beat_kills": False})
    running.play(Correct(points=13))
    running.play(Kills(Reached.NO))
    assert running.state.phase is Phase.SEER_GUESS
    running = playing(5, "seer")
    go_to(running, 10, "clean_up")
    assert running.play(Next()).outcome == cultists("time_up")


# Counting the dead ------------------------------------------------------------------------------------


def test_only_a_dead_card_counts_unless_the_table_wants_it_otherwise(playing, go_to):
    """A vote and an assassination put no card into anybody's pulse deck."""
    for options, counted in (({}, (3,)), ({"voted_out_count_as_dead": True}, (3, 1, 5))):
        running = playing(8, "assassin", options=options)
        running.play(Dead(3))
        out(running, 1)
        running.play(Revealed(1, False))
        go_to(running, 1, "action")
        running.play(Assassinate(5, by=2))
        assert running.state.counted_dead == counted


def test_those_voted_out_count_as_dead_if_the_table_wants_it(playing):
    for counted in (True, False):
        running = playing(8, options={"voted_out_count_as_dead": counted})
        running.play(Dead(3))
        out(running, 1)
        running.play(Revealed(1, False))
        assert running.state.counted_dead == ((3, 1) if counted else (3,))
        out(running, 2)
        assert running.play(Revealed(2, True)).counted_dead == ((3, 1) if counted else (3,))


def test_after_the_end_nothing_more_happens(playing, refused):
    running = playing(5)
    running.play(Correct(points=10))
    for move in (Next(), Dead(1), Vote((None,) * 5), Correct(points=1), Kills(Reached.NO)):
        assert refused(running, move) == ("over", {})


def test_pulse_decks_are_checked_when_asked_for(playing, refused):
    assert refused(playing(7), Kills(Reached.EARLIER)) == ("kills_not_asked", {})
