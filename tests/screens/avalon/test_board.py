"""Whole games by taps alone."""

from __future__ import annotations

import pytest

from companion.games.avalon.drafts import TeamDraft
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Lancelot, Setup
from companion.games.avalon.state import Phase, Propose, Vote
from companion.screens.avalon.board import BoardPage
from companion.screens.avalon.history import HistoryPage
from companion.screens.avalon.setup import SetupPage

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hugo", "Irene", "Jonas")


@pytest.fixture
def start(walk):
    def open_board(players, **options):
        walker = walk()
        walker.app.start_session(AVALON, Setup(NAMES[:players], **options))
        walker.frames()
        return walker

    return open_board


def team(walker, *seats, quest=None, bearer=None):
    if quest is not None:
        walker.tap(walker.page.quest_row.quests[quest - 1])
    for seat in seats:
        walker.tap(walker.page.ring.seats[seat])
    if bearer is not None:
        walker.tap(walker.page.ring.seats[bearer])
    walker.tap(walker.page.main)


def vote(walker, *against):
    for seat in against:
        walker.tap(walker.page.ring.seats[seat])
    walker.tap(walker.page.main)


def quest(walker, fails):
    if fails:
        walker.tap(walker.button(walker.app.tr.format_number(fails)))
    walker.tap(walker.page.main)


def play_quest(walker, fails, **options):
    draft = walker.page.draft
    number = options.get("quest") or draft.quest
    leader = draft.state.leader
    seats = [
        (leader + i) % len(draft.state.setup.players) for i in range(draft.state.numbers.team_size(number))
    ]
    bearer = seats[1] if draft.state.setup.excalibur else None
    team(walker, *seats, quest=options.get("quest"), bearer=bearer)
    vote(walker)
    quest(walker, fails)


def test_a_seven_player_game_from_the_first_team_to_the_last_strike(start):
    board = start(7, roles=("percival", "morgana", "oberon"))
    team(board, 0, 3)
    vote(board, 1, 2, 4, 5)
    assert board.page.session.state.attempt == 2
    for fails in (0, 1, 0):
        play_quest(board, fails)
    play_quest(board, 1)
    assert board.page.session.state.successes == 3
    assert board.page.session.state.phase is Phase.ASSASSINATE
    board.tap(board.page.ring.seats[4])
    board.tap_on("avalon.board.missed")
    board.tap(board.page.main)
    assert board.page.session.outcome.winner == "good"
    assert board.says("avalon.board.wins.good")
    assert board.says("avalon.over.assassin_missed", name="Elena")


def test_ten_players_with_the_lady_and_excalibur_survive_a_kill_at_every_step(start, walk):
    board = start(10, roles=("percival", "mordred", "morgana", "oberon"), lady=True, excalibur=True, leader=2)
    steps = 0
    while board.page.session.outcome is None and steps < 40:
        steps += 1
        state = board.page.session.state
        if state.phase is Phase.PROPOSE:
            size = state.team_size
            seats = [(state.leader + i) % 10 for i in range(size)]
            team(board, *seats, bearer=seats[1])
        elif state.phase is Phase.VOTE:
            vote(board, 0)
        elif state.phase is Phase.QUEST:
            quest(board, 2 if state.quest == 4 else 0 if state.quest in (1, 3) else 1)
        elif state.phase is Phase.LADY:
            board.tap(board.page.ring.seats[state.lady_targets[0]])
            board.tap(board.page.main)
        if steps % 4 == 0:
            shown = board.page.session.state
            board = walk()
            board.tap_on("app.go_on")
            assert board.page.session.state == shown
    assert board.page.session.outcome.reason == "three_fails"
    assert board.says("avalon.board.wins.evil")


def test_lancelots_first_variant_turns_a_card_in_rounds_three_to_five(start):
    board = start(8, lancelot=Lancelot.V1)
    play_quest(board, 0)
    play_quest(board, 1)
    assert board.page.session.state.phase is Phase.LOYALTY
    board.tap_on("avalon.board.switch")
    board.tap(board.page.main)
    assert board.page.session.state.switch_count == 1
    play_quest(board, 0)
    assert board.page.session.state.phase is Phase.LOYALTY


def test_lancelots_second_variant_lays_its_row_before_the_first_round(start):
    board = start(8, lancelot=Lancelot.V2)
    state = board.page.session.state
    assert state.phase is Phase.LOYALTY_ROW
    board.tap(board.button(board.app.tr.format_number(2)))
    board.tap(board.page.main)
    state = board.page.session.state
    assert state.loyalty == (False, True, False, False, False)
    assert state.phase is Phase.PROPOSE


def test_with_targeting_the_leader_chooses_the_quest_by_its_shield(start):
    board = start(7, targeting=True)
    board.tap(board.page.quest_row.quests[4])
    assert isinstance(board.page.draft, TeamDraft)
    assert board.page.draft.quest is None
    for number in (4, 2, 1):
        play_quest(board, 0, quest=number)
    assert board.page.session.state.phase is Phase.ASSASSINATE
    assert [result.quest for result in board.page.session.state.results] == [4, 2, 1]


def test_everything_can_be_undone_to_the_first_proposal(start):
    board = start(5)
    # The main button waits for a whole team and says what is missing.
    board.tap(board.page.ring.seats[0])
    assert not board.page.main.enabled
    board.tap(board.page.main)
    assert board.page.session.moves == ()
    assert board.app.toaster.text
    board.app.toaster.dismiss()
    board.tap(board.page.ring.seats[0])
    play_quest(board, 0)
    while board.page.undo_button.enabled:
        board.tap(board.page.undo_button)
    assert board.page.session.moves == ()
    for _ in range(3):
        board.tap(board.page.redo_button)
    assert board.page.session.state.successes == 1


def test_only_the_result_of_a_vote_can_be_entered_and_the_screen_turned(start):
    from kivy.core.window import Window

    board = start(5)
    team(board, 0, 1)
    board.tap(board.page.more)
    board.tap_on("avalon.more.refused")
    assert board.page.session.state.attempt == 2
    assert board.page.session.moves[-1].approve is None
    board.tap(board.page.more)
    board.tap_on("app.more.turn")
    assert Window.rotation == 90


def test_the_fifth_proposal_is_announced_and_its_refusal_ends_the_game(start):
    board = start(5)
    for _ in range(4):
        team(board, 0, 1)
        vote(board, *range(5))
    assert board.says("avalon.board.last_proposal")
    team(board, 0, 1)
    vote(board, *range(5))
    assert board.says("avalon.over.five_rejections", attempts=5)


def refuse_five_teams(board):
    for _ in range(5):
        board.page.play_move(Propose((0, 1)))
        board.page.play_move(Vote(approved=False))
    board.frames()


def test_playing_again_offers_the_same_people_and_characters_for_one_change(start):
    board = start(5, roles=("percival", "morgana"))
    board.app.remember(board.page.session.setup, "avalon")
    refuse_five_teams(board)
    board.tap(board.page.main)
    assert isinstance(board.page, SetupPage)
    assert board.page.setup.players == NAMES[:5]
    assert set(board.page.setup.roles) == {"percival", "morgana"}


def test_who_was_who_can_be_told_after_the_game(start):
    board = start(5, roles=("percival", "morgana"))
    refuse_five_teams(board)
    board.tap_on("roles.title")
    page = board.page
    for seat, role in enumerate(("merlin", "assassin", "percival", "morgana")):
        if seat == 2:
            # Going back to look at something takes nothing away.
            board.press_back()
            board.tap_on("roles.title")
            page = board.page
            assert page.draft.roles == ("merlin", "assassin", None, None, None)
        board.tap(page.ring.seats[seat])
        board.tap_on(f"avalon.role.{role}.name")
    assert page.draft.roles[4] == "servant"
    board.tap(page.main)
    assert isinstance(board.page, BoardPage)
    assert board.page.session.state.roles == ("merlin", "assassin", "percival", "morgana", "servant")
    assert board.says("avalon.role.percival.name")


def test_the_board_shows_a_past_that_was_changed(start):
    board = start(7)
    play_quest(board, 0)
    page, table = board.page, board.page.session
    board.app.push(HistoryPage, board.page.controller)
    board.frames(4)
    table.commit_edit(table.preview_edit({2: ()}))
    board.tap(board.page.main)
    assert board.page is page
    assert page.draft.state.phase is Phase.QUEST


def test_the_voice_says_what_happened_and_where_the_game_stands(start):
    """Real clips go to the loudspeaker; the tests' driver plays them to nobody."""
    board = start(5)
    speaking = board.app.speech
    team(board, 0, 1)
    vote(board)
    board.let_pass(1.0)
    assert speaking.audio.is_speaking
    # By then a loudspeaker that slept is awake.
    board.let_pass(1.0)
    speaking.stop_speech()
    assert not speaking.audio.is_speaking
    middle = board.page.ring.center_box
    board.tap(middle)
    board.let_pass(0.1)
    assert speaking.audio.is_speaking
    board.app.change_settings(speak_in_game=False)
    speaking.stop_speech()
    board.tap(middle)
    assert not speaking.audio.is_speaking


def test_ten_votes_take_ten_taps_and_the_table_keeps_its_size_while_cards_are_counted(start):
    walker = start(10)
    page = walker.page
    team(walker, *range(3))
    before = len(page.session.moves)
    for seat in range(10):
        walker.tap(page.ring.seats[seat])
    assert len(page.session.moves) == before
    walker.tap(page.main)
    assert len(page.session.moves) == before + 1
    assert page.session.moves[-1].approve == ()
    walker.page.play_move(Propose((0, 1, 2)))
    walker.frames()
    place = (page.ring.pos, page.ring.size)
    laid_out = []
    for shown in page.quest_row.quests:
        shown.bind(pos=lambda *_: laid_out.append("a quest moved"))
    vote(walker)
    assert page.draft.state.phase is Phase.QUEST
    assert walker.button(walker.app.tr.format_number(1)).get_root_window() is not None
    assert (page.ring.pos, page.ring.size) == place
    quest(walker, 0)
    assert (page.ring.pos, page.ring.size) == place
    assert not laid_out


def test_where_cards_are_counted_the_proposals_make_room_for_the_keys_and_come_back(start):
    walker = start(7)
    track, keys = walker.page.step_controls.track, walker.page.step_controls
    assert track.parent is keys
    team(walker, 0, 1)
    vote(walker)
    assert track.parent is None
    walker.tap(walker.page.undo_button)
    assert track.parent is keys
    walker.tap(walker.page.redo_button)
    quest(walker, 1)
    assert track.parent is keys
