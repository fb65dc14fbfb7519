"""The board by taps alone: whole games, half-entered moves, the lesson, and loyalty cards."""

from __future__ import annotations

import pytest

from companion.games.avalon.drafts import TeamDraft
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Lancelot, Options, PlotCards, Setup
from companion.games.avalon.state import (
    Correct,
    Loyalty,
    LoyaltyRow,
    Phase,
    Plot,
    Propose,
    Quest,
    Roles,
    Vote,
)
from companion.screens.avalon.board import BoardPage
from companion.screens.avalon.history import HistoryPage
from companion.screens.avalon.quests import LoyaltyTrack
from companion.screens.avalon.setup import SetupPage
from companion.scripts.script import NightStyle
from companion.settings import update_settings
from companion.widgets.cards import Card, ToggleSwitch
from companion.widgets.text import Text
from tests.cases import sample
from tests.games.avalon.builders import NAMES

pytestmark = pytest.mark.window


@pytest.fixture
def start(walk):
    def open_board(*moves, players=7, settings=None, **options):
        walker = walk(**(settings or {}))
        walker.app.start_session(AVALON, Setup(NAMES[:players], **options))
        walker.frames()
        for move in moves:
            walker.page.play_move(move)
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


def test_a_seven_player_game_from_the_first_team_to_the_assassination(start):
    board = start(players=7, roles=("percival", "morgana", "oberon"))
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
    board = start(
        players=10, roles=("percival", "mordred", "morgana", "oberon"), lady=True, excalibur=True, leader=2
    )
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
    board = start(players=8, lancelot=Lancelot.V1)
    play_quest(board, 0)
    play_quest(board, 1)
    assert board.page.session.state.phase is Phase.LOYALTY
    board.tap_on("avalon.board.switch")
    board.tap(board.page.main)
    assert board.page.session.state.switch_count == 1
    play_quest(board, 0)
    assert board.page.session.state.phase is Phase.LOYALTY


def test_lancelots_second_variant_lays_its_row_before_the_first_round(start):
    board = start(players=8, lancelot=Lancelot.V2)
    state = board.page.session.state
    assert state.phase is Phase.LOYALTY_ROW
    board.tap(board.button(board.app.tr.format_number(2)))
    board.tap(board.page.main)
    state = board.page.session.state
    assert state.loyalty == (False, True, False, False, False)
    assert state.phase is Phase.PROPOSE


def test_with_targeting_the_leader_chooses_the_quest_by_its_shield(start):
    board = start(players=7, targeting=True)
    board.tap(board.page.quest_row.quests[4])
    assert isinstance(board.page.draft, TeamDraft)
    assert board.page.draft.quest is None
    for number in (4, 2, 1):
        play_quest(board, 0, quest=number)
    assert board.page.session.state.phase is Phase.ASSASSINATE
    assert [result.quest for result in board.page.session.state.results] == [4, 2, 1]


def test_everything_can_be_undone_to_the_first_proposal(start):
    board = start(players=5)
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

    board = start(players=5)
    team(board, 0, 1)
    board.tap(board.page.more)
    board.tap_on("avalon.more.refused")
    assert board.page.session.state.attempt == 2
    assert board.page.session.moves[-1].approve is None
    board.tap(board.page.more)
    board.tap_on("app.more.turn")
    assert Window.rotation == 90


def test_the_fifth_proposal_is_announced_and_its_refusal_ends_the_game(start):
    board = start(players=5)
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
    board = start(players=5, roles=("percival", "morgana"))
    board.app.remember(board.page.session.setup, "avalon")
    refuse_five_teams(board)
    board.tap(board.page.main)
    assert isinstance(board.page, SetupPage)
    assert board.page.setup.players == NAMES[:5]
    assert set(board.page.setup.roles) == {"percival", "morgana"}


def test_roles_can_be_entered_after_the_game(start):
    board = start(players=5, roles=("percival", "morgana"))
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
    board = start(players=7)
    play_quest(board, 0)
    page, table = board.page, board.page.session
    board.app.push(HistoryPage, board.page.controller)
    board.frames(4)
    table.commit_edit(table.preview_edit({2: ()}))
    board.tap(board.page.main)
    assert board.page is page
    assert page.draft.state.phase is Phase.QUEST


def test_the_voice_speaks_moves_and_the_status(start):
    """Real clips go to the loudspeaker; the tests' driver plays them to nobody."""
    board = start(players=5)
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


def test_ten_votes_take_ten_taps_and_the_ring_keeps_its_size(start):
    walker = start(players=10)
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
    walker = start(players=7)
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


def tap_seats(walker, *seats):
    for seat in seats:
        walker.tap(walker.page.ring.seats[seat])


def test_a_half_entered_team_and_vote_survive_closing_the_app(start, walk):
    board = start(Propose((0, 1)), Vote(approved=True), Quest(0))
    tap_seats(board, 4, 1)
    board = walk()
    board.tap_on("app.go_on")
    assert board.page.draft.team == (4, 1)
    tap_seats(board, 6)
    board.tap(board.page.main)
    tap_seats(board, 0, 5)
    board = walk()
    board.tap_on("app.go_on")
    assert board.page.draft.refusing == {0, 5}
    board.tap(board.page.main)
    assert board.page.session.moves[-1] == Vote(approve=(1, 2, 3, 4, 6))


def test_undo_brings_the_team_back_for_one_seat_to_be_changed(start):
    board = start(excalibur=True)
    tap_seats(board, 0, 3, 3)
    board.tap(board.page.main)
    tap_seats(board, 5)
    board.tap(board.page.undo_button)
    assert board.page.draft.team == (0, 3)
    assert board.page.draft.excalibur == 3
    assert board.page.main.enabled


def test_plot_cards_can_be_recorded_without_losing_the_team(start):
    board = start(options=Options(plot_cards=PlotCards.TWO_OR_THREE), excalibur=True)
    tap_seats(board, 2)
    board.tap_on("avalon.board.plot", n=2)
    assert board.page.session.moves == (Plot(2),)
    assert board.page.draft.team == (2,)
    assert not board.says("avalon.board.plot", n=2)
    tap_seats(board, 3, 3)
    board.page.play_move(Correct(leader=3))
    assert board.page.draft.team == (2, 3)
    assert board.page.draft.excalibur is None


def test_the_title_names_a_quest_only_when_one_is_chosen(start):
    board = start(Propose((0, 1), 1), Vote(approved=True), Quest(0), targeting=True)
    assert board.says("avalon.board.round", round=2)
    board.tap(board.page.quest_row.quests[3])
    assert board.says("avalon.board.quest", quest=4)


def test_a_meaningless_tap_shows_the_hint(start):
    board = start(Propose((0, 1)), Vote(approved=True))
    tap_seats(board, 4)
    assert board.app.toaster.text == board.app.tr("avalon.board.hint.quest")
    board.app.toaster.dismiss()
    board.tap(board.page.quest_row.quests[2])
    assert board.app.toaster.text == board.app.tr("avalon.board.hint.quest")


def test_the_status_is_also_shown_with_the_leader(start):
    board = start(settings={"speak_in_game": False})
    board.tap(board.page.ring.center_box)
    assert board.app.tr("avalon.board.leads", name="Ada") in board.app.toaster.text
    assert board.app.tr("avalon.say.score.0.0") in board.app.toaster.text


def test_speech_can_be_turned_off_on_the_board(start):
    board = start()
    board.tap(board.page.more)
    # The first on the sheet; the other one is the coach's.
    board.tap(max(board.all(ToggleSwitch), key=lambda switch: switch.to_window(*switch.pos)[1]))
    assert not board.app.settings.speak_in_game
    assert not board.app.speech.audio.is_speaking


def test_any_player_can_be_made_leader(start):
    board = start()
    board.tap(board.page.more)
    board.tap_on("avalon.more.leaders")
    board.tap(board.button("Farid"))
    assert board.page.session.moves == (Correct(leader=5),)


def test_a_new_game_starts_with_an_empty_draft(start):
    board = start()
    tap_seats(board, 2)
    assert board.page.draft.team == (2,)
    board.app.play_again(board.page.session)
    board.frames()
    board.tap(board.page.main)
    board.app.start_session(AVALON, Setup(NAMES[:7]))
    board.frames()
    assert board.page.draft.team == ()


def test_each_open_game_has_its_own_draft(start, walk):
    board = start()
    first = board.page.session
    tap_seats(board, 2)
    board.app.start_session(AVALON, Setup(NAMES[6::-1]))
    board.frames()
    tap_seats(board, 5, 0)
    board.app.open_session(first)
    board.frames()
    assert board.page.draft.team == (2,)
    board = walk()
    for stored, team in zip(board.app.games.list_recent(2).games, ((5, 0), (2,)), strict=True):
        board.app.open_session(board.app.games.open_session(stored))
        board.frames()
        assert board.page.draft.team == team


def test_a_tap_that_cannot_be_saved_shows_the_error_and_changes_nothing(start):
    board = start()
    tap_seats(board, 2)
    connection = board.app.store.database.connection
    connection.execute("PRAGMA query_only=ON")
    tap_seats(board, 4)
    assert board.page.draft.team == (2,)
    assert board.app.toaster.text == board.app.tr("app.problem.storage_failed", reason="SQLITE_READONLY")
    connection.execute("PRAGMA query_only=OFF")
    tap_seats(board, 4)
    assert board.page.draft.team == (2, 4)


def test_the_lesson_follows_what_is_being_entered(walk):
    walker = walk()
    walker.app.settings = update_settings(walker.app.settings, style=NightStyle.LEARN)
    plot = Options(plot_cards=PlotCards.TWO_OR_THREE)
    walker.app.start_session(AVALON, Setup(NAMES[:7], targeting=True, excalibur=True, options=plot))
    walker.frames()
    assert walker.says("avalon.learn.plot.now", round=1)
    walker.tap(walker.page.quest_row.quests[2])
    assert walker.says("avalon.learn.propose.now", quest=3)
    for seat in (0, 4, 2):
        walker.tap(walker.reach(walker.page.ring.seats[seat]))
    assert walker.says("avalon.learn.excalibur.now")
    assert walker.says("avalon.board.hint.excalibur", name="Ada")


@pytest.fixture
def start_at_loyalty(start):
    """Open a board at its loyalty step."""

    def open_board(variant, **options):
        walker = start(players=8, settings=options, lancelot=variant)
        page = walker.page
        while page.session.state.phase not in (Phase.LOYALTY, Phase.LOYALTY_ROW):
            page.play_move(_move(page))
        walker.frames()
        return walker

    def _move(page):
        draft = page.draft
        for seat in range(draft.team_size if isinstance(draft, TeamDraft) else 0):
            draft = draft.tap(seat)
        return draft.move

    return open_board


def test_the_app_can_draw_a_loyalty_card(start_at_loyalty):
    board = start_at_loyalty(Lancelot.V1)
    before = board.page.session.moves
    asked: list[int] = []

    def first(cards):
        asked.append(cards)
        return 0

    board.page.pick_random = first
    board.tap_on("avalon.board.draw")
    assert asked == [5]
    assert board.page.session.moves[-1] == Loyalty(True)
    assert board.app.toaster.text == board.app.tr("avalon.board.drawn.switch")
    assert board.page.session.state.phase is Phase.PROPOSE
    # A drawn card can be taken back.
    board.tap_on("app.undo")
    assert board.page.session.moves == before
    assert board.says("avalon.board.draw")
    # One without a switch is told too.
    board.page.pick_random = lambda cards: cards - 1
    board.tap_on("avalon.board.draw")
    assert board.page.session.moves[-1] == Loyalty(False)
    assert board.app.toaster.text == board.app.tr("avalon.board.drawn.same")
    board.tap_on("app.undo")
    # Cards of the table are recorded as before.
    board.tap_on("avalon.board.switch")
    board.tap(board.page.main)
    assert board.page.session.moves == (*before, Loyalty(True))


def test_the_app_lays_out_the_row_of_five_which_can_be_seen_all_the_while(start_at_loyalty):
    board = start_at_loyalty(Lancelot.V2)
    track = board.one(LoyaltyTrack)
    assert track.height == 0
    picks = iter((6, 0, 4, 3, 0))
    board.page.pick_random = lambda cards: next(picks)
    board.tap_on("avalon.board.draw")
    assert board.page.session.moves == (LoyaltyRow((False, True, False, False, True)),)
    assert board.app.toaster.text == board.app.tr("avalon.board.drawn.row", rounds=(2, 5), n=2)
    assert track.height > 0
    assert board.says("avalon.board.loyalty_row")
    board.tap(board.page.undo_button)
    assert track.height == 0
    # A row without a switch says so.
    board.page.pick_random = lambda cards: cards - 1
    board.tap_on("avalon.board.draw")
    assert board.page.session.state.loyalty == (False,) * 5
    assert board.app.toaster.text == board.app.tr("avalon.board.drawn.no_switch")


def test_left_to_itself_the_app_draws_what_the_deck_can_hold(start_at_loyalty):
    board = start_at_loyalty(Lancelot.V2)
    rows = set()
    for _ in range(40):
        board.page.draw_loyalty_cards()
        rows.add(board.page.session.state.loyalty)
        board.page.session.undo()
        board.page.show()
    assert len(rows) > 5
    assert all(sum(row) <= 2 for row in rows)


def test_a_lancelot_who_switched_is_listed_with_his_final_side(start_at_loyalty):
    board = start_at_loyalty(Lancelot.V1)
    cards = (
        "merlin",
        "lancelot_good",
        "servant",
        "servant",
        "servant",
        "assassin",
        "lancelot_evil",
        "minion",
    )
    page = board.page
    page.play_move(Loyalty(True))
    for _ in range(5):
        page.play_move(Propose((0, 1, 2, 3)))
        page.play_move(Vote(approved=False))
    page.play_move(Roles(cards))
    board.frames()
    good, evil = (
        {part.content for part in card.walk() if isinstance(part, Text)}
        for card in board.all(Card)
        if any(isinstance(part, Text) and part.content in NAMES for part in card.walk())
    )
    assert {"Ada", "Greta"} <= good
    assert {"Bruno", "Farid", "Hugo"} <= evil


@pytest.mark.parametrize(
    ("variant", "language"),
    sample(
        [
            (variant, language)
            for language in ("el", "fa", "it", "en")
            for variant in (Lancelot.V2, Lancelot.V1)
        ]
    ),
)
def test_the_offer_to_draw_fits_a_small_phone_with_large_text(start_at_loyalty, variant, language):
    board = start_at_loyalty(variant, language=language, narration=language, text_size=160, size=(360, 640))
    offer = board.reach(board.button(board.app.tr("avalon.board.draw")))
    assert offer.label.rendered_lines <= 2
    before = len(board.page.session.moves)
    board.tap(offer)
    assert len(board.page.session.moves) == before + 1
