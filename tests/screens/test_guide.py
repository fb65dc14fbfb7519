"""From the box to the table, by taps and hands-free: left, killed, taken up, and followed when it changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from kivy.tests.common import UnitTestTouch

from companion.core.game import error
from companion.games.avalon.setup import Setup as Avalon
from companion.games.cultists.setup import Setup as Cultists
from companion.games.cultists.setup import recommended_roles
from companion.games.duet.setup import Setup as Duet
from companion.games.registry import game_for_setup, get_game
from companion.games.silver.setup import Setup as Silver
from companion.narrator.read_aloud import ReadingMode
from companion.narrator.voices.desktop import DesktopVoice
from companion.screens.learn.guide_page import BoxPage, GuidePage, PackingPage, StepStatus
from companion.screens.learn.learn_page import IntroPage, LearnPage
from companion.screens.learn.reader import GuideReadAloudPage
from companion.screens.night.deal import DealPage
from companion.screens.seats import SeatsPage
from companion.screens.silver.board import BoardPage
from companion.scripts import coach
from companion.scripts.teaching import IntroSpeed
from companion.settings import Theme
from companion.storage.database import StorageError
from tests.cases import sample

pytestmark = pytest.mark.window

PEOPLE = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")
FOUR = Silver(PEOPLE[:4])
TABLES = [
    Silver(PEOPLE[:3], start=1),
    Duet(PEOPLE[:4]),
    Cultists(PEOPLE[:6], roles=recommended_roles(6)),
    Avalon(PEOPLE, roles=("percival", "morgana"), lady=True),
]


@pytest.fixture(autouse=True)
def no_engine(monkeypatch):
    """What no clip says is only shown: the same on every machine."""
    monkeypatch.setattr(DesktopVoice, "supports_language", lambda *_: False)


@pytest.fixture
def guided(walk):
    """The guide of a table, over its set-up screen."""

    def start(setup: Any = FOUR, **options: Any) -> Any:
        walker = walk(**options)
        walker.app.open_setup(game_for_setup(setup), setup.players)
        walker.app.push(GuidePage, setup)
        walker.frames(6)
        return walker

    return start


def name_of(setup: Any) -> str:
    return game_for_setup(setup).id


def is_at_the_table(walker: Any, setup: Any) -> bool:
    """Where a guide leads: to the deal, or to the board."""
    if game_for_setup(setup).has_night:
        return isinstance(walker.page, DealPage) and walker.page.setup == setup
    return type(walker.page).__name__ == "BoardPage" and walker.page.session.setup == setup


# -- by taps ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", sample(TABLES), ids=name_of)
def test_guide_is_followed_to_its_end_with_one_button(guided, setup):
    walker = guided(setup)
    seen = []
    while walker.page.current_step is not None:
        page = walker.page
        seen.append(page.current_step)
        assert page.view.rows[page.current_step].status is StepStatus.NOW
        assert page.picture.highlights.current == page.current_step
        walker.tap(page.done_button)
    assert seen == [step.id for step in walker.page.steps]
    assert walker.page.part == walker.page.parts[-1]
    walker.tap(walker.page.begin)
    assert is_at_the_table(walker, setup)


def within_a_frame(walker: Any, widget: Any, taps: int = 2) -> None:
    """So many taps at the place of a widget before the next picture is seen."""
    x, y = widget.to_window(widget.center_x, widget.center_y)
    for _ in range(taps):
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        touch.touch_up()
    walker.frames()


def test_two_taps_within_a_frame_tick_the_one_step_that_was_seen(guided):
    walker = guided()
    within_a_frame(walker, walker.page.done_button)
    assert walker.page.done == {"shuffle"}
    walker.tap(walker.page.done_button)
    assert walker.page.done == {"shuffle", "rows"}


def test_a_tap_in_each_frame_ticks_a_step_each(guided):
    walker = guided()
    for _ in range(3):
        within_a_frame(walker, walker.page.done_button, taps=1)
    assert walker.page.done == {"shuffle", "rows", "deck"}


def test_two_fingers_on_the_button_tick_one_step(guided):
    walker = guided()
    button = walker.page.done_button
    fingers = [UnitTestTouch(*button.to_window(button.center_x, button.center_y)) for _ in range(2)]
    for finger in fingers:
        finger.touch_down()
    for finger in fingers:
        walker.frames()
        finger.touch_up()
    walker.frames()
    assert walker.page.done == {"shuffle"}


def test_a_second_tap_on_the_last_step_does_not_begin_the_game(guided):
    walker = guided()
    while walker.page.current_step is not None:
        walker.tap(walker.page.done_button)
    page, last = walker.page, walker.page.steps[-1].id
    # The way on has its place on the page by now.
    walker.tap(walker.reach(page.view.rows[last]))
    assert page.current_step == last
    within_a_frame(walker, page.done_button)
    assert walker.page is page
    assert page.current_step is None
    walker.tap(page.begin)
    assert is_at_the_table(walker, FOUR)


def test_step_is_ticked_in_row_and_picture_and_can_be_unticked(guided):
    walker = guided()
    row = walker.page.view.rows["rows"]
    walker.tap(walker.reach(row))
    assert row.status is StepStatus.DONE
    assert walker.page.picture.highlights.done == {"rows"}
    assert walker.page.current_step == "shuffle"
    walker.tap(walker.reach(row))
    assert walker.page.done == frozenset()


def test_tap_on_an_item_of_the_picture_highlights_its_row(guided):
    walker = guided()
    picture = walker.page.picture
    card = next(thing for thing in picture.scene if thing.step == "rows")
    x, y = picture.to_window(
        picture.x + picture._left + card.x * picture._unit,
        picture.y + picture.height - card.y * picture._unit,
    )
    walker.tap_at(x, y)
    assert walker.page.current_step == "rows"
    assert walker.page.done == frozenset()
    walker.tap(walker.page.done_button)
    assert walker.page.done == {"rows"}
    assert walker.page.current_step == "shuffle"


def test_reason_of_a_step_opens_without_ticking_it(guided):
    walker = guided()
    row = walker.page.view.rows["shuffle"]
    for shown in (True, False):
        walker.tap(row.reason_button)
        assert walker.says("silver_guide.why.shuffle") is shown
    assert walker.page.done == frozenset()


def test_row_shows_exact_counts(guided):
    walker = guided()
    assert walker.says("silver_guide.piece.card", n=20)


def test_ticking_is_optional(guided):
    walker = guided()
    for part in walker.page.parts[1:]:
        walker.tap(walker.reach(walker.page.next_button))
        assert walker.page.part == part
    walker.tap(walker.reach(walker.page.begin_now))
    assert isinstance(walker.page, BoardPage)


def test_next_guide_begins_without_ticks_after_a_game_was_started(guided):
    walker = guided()
    walker.tap(walker.page.done_button)
    walker.app.start_session(game_for_setup(FOUR).rules, FOUR)
    walker.app.push(GuidePage, FOUR)
    walker.frames()
    assert walker.page.done == frozenset()


# -- left and taken up --------------------------------------------------------------------------------------


def test_restart_leads_back_to_the_step_with_one_tap(guided, walk):
    walker = guided()
    for _ in range(4):
        walker.tap(walker.page.done_button)
    part, now = walker.page.part, walker.page.current_step
    again = walk()
    again.tap_on("app.go_on")
    assert isinstance(again.page, GuidePage)
    assert (again.page.part, again.page.current_step, len(again.page.done)) == (part, now, 4)


def test_rebuild_keeps_ticks_and_part(guided):
    walker = guided()
    for _ in range(4):
        walker.tap(walker.page.done_button)
    page, done = walker.page, walker.page.done
    walker.app.change_settings(theme=Theme.LIGHT)
    walker.frames()
    assert walker.page is not page
    assert (walker.page.part, walker.page.done) == (page.part, done)


def test_tick_that_could_not_be_saved_stays_until_the_app_ends(guided, monkeypatch):
    walker = guided()

    def full(*_: object) -> None:
        raise StorageError(error("app.problem.storage_full"))

    with monkeypatch.context() as patch:
        patch.setattr(type(walker.app.store.settings), "save", full)
        walker.tap(walker.page.done_button)
        assert walker.says("app.problem.unkept_full")
        # Once is enough: what was said is not said again with every tick.
        walker.app.toaster.dismiss()
        walker.tap(walker.page.done_button)
        assert walker.app.toaster.text == ""
        page = read(walker)
        assert page.reader.index == 2
        walker.let_pass(20)
        walker.press_back()
        assert walker.page.done == {"shuffle", "rows", "deck"}
    walker.tap(walker.page.done_button)
    assert coach.open_progress(walker.app, game_for_setup(FOUR), FOUR).done == (
        "shuffle", "rows", "deck", "discard",
    )  # fmt: skip


def test_failed_save_of_a_tick_is_reported_again_on_the_next_visit(guided, monkeypatch):
    walker = guided()

    def broken(*_: object) -> None:
        raise StorageError(error("app.problem.storage_failed", reason="SQLITE_IOERR"))

    monkeypatch.setattr(type(walker.app.store.settings), "save", broken)
    for _ in range(2):
        walker.press_back()
        walker.app.push(GuidePage, FOUR)
        walker.frames()
        assert walker.says("app.problem.unkept_failed", reason="SQLITE_IOERR")


def test_another_player_changes_the_steps_and_lists_the_changes(guided):
    three = Silver(PEOPLE[:3])
    walker = guided(three)
    for _ in range(4):
        walker.tap(walker.page.done_button)
    assert walker.page.done == {"shuffle", "rows", "put_away", "deck"}
    walker.press_back()
    walker.app.push(GuidePage, FOUR)
    walker.frames(6)
    # To each of four a row, and none is put away; a card more to explain.
    assert walker.page.done == {"shuffle", "deck"}
    told = walker.app.tr("guide.changed", n=len(walker.page._ticks.changed))
    assert any(words.startswith(told) for words in walker.words())
    walker.tap_on("app.home.understood")
    assert not any(words.startswith(told) for words in walker.words())
    walker.press_back()
    walker.app.push(GuidePage, FOUR)
    walker.frames()
    assert not any(words.startswith(told) for words in walker.words())


def test_another_name_changes_only_steps_that_use_it(guided):
    walker = guided()
    while walker.page.current_step is not None:
        walker.tap(walker.page.done_button)
    every = walker.page.done
    walker.press_back()
    walker.app.push(GuidePage, replace(FOUR, start=2))
    walker.frames()
    assert every - walker.page.done == {"amulet"}


# -- hands-free ---------------------------------------------------------------------------------------------


def read(walker: Any) -> Any:
    walker.tap(walker.reach(walker.page.read_button))
    assert isinstance(walker.page, GuideReadAloudPage)
    walker.let_pass(1)
    return walker.page


# To another place than the guide that is followed by taps: a deal comes before the board.
@pytest.mark.parametrize("setup", sample(reversed(TABLES)), ids=name_of)
def test_guide_is_read_to_its_end_without_a_tap(guided, setup):
    walker = guided(setup)
    page = read(walker)
    steps, heard = page._steps, []
    while not page.reader.reading.is_finished:
        step = steps[page.reader.index]
        heard.append(step.id)
        assert page.line.content == walker.app.tr(step.key, **step.args)
        assert page.picture.highlights.current == step.id
        walker.let_pass(60)
    assert heard == [step.id for step in steps]
    walker.tap(page.begin)
    assert is_at_the_table(walker, setup)


def test_countdown_runs_and_a_tap_anywhere_advances(guided):
    walker = guided()
    page = read(walker)
    walker.let_pass(20)
    assert page.reader.index == 1
    walker.let_pass(0.5)
    while page.reader.mode is ReadingMode.SPEAKING:
        walker.let_pass(0.5)
    assert page.reader.mode is ReadingMode.COUNTING_DOWN
    assert int(page.ring.count_label.content) <= 8
    walker.tap(page.line)
    assert page.reader.index == 2
    walker.tap(page.back_button)
    assert page.reader.index == 1


def test_manual_advance_waits_and_is_remembered(guided):
    walker = guided()
    page = read(walker)
    walker.tap(page._auto_advance_switch)
    walker.let_pass(600)
    assert page.reader.index == 0
    assert page.reader.mode is ReadingMode.WAITING
    walker.tap(page.line)
    assert page.reader.index == 1
    assert not coach.is_auto_advance(walker.app)


def test_call_pauses_reading_until_a_tap_repeats_the_sentence(guided):
    walker = guided()
    page = read(walker)
    page.suspend()
    walker.let_pass(600)
    assert (page.reader.mode, page.reader.index) == (ReadingMode.PAUSED, 0)
    assert walker.says("guide.reading.held")
    walker.tap(page.line)
    assert (page.reader.mode, page.reader.index) == (ReadingMode.SPEAKING, 0)


def test_rebuild_neither_resumes_nor_restarts_reading(guided):
    walker = guided()
    read(walker)
    walker.let_pass(20)
    walker.app.on_pause()
    walker.app.on_resume()
    walker.app.change_settings(theme=Theme.LIGHT)
    walker.let_pass(600)
    assert (walker.page.reader.mode, walker.page.reader.index) == (ReadingMode.PAUSED, 1)
    walker.tap(walker.page.line)
    while not walker.page.reader.reading.is_finished:
        walker.let_pass(60)
    walker.app.change_settings(theme=Theme.DARK)
    walker.let_pass(600)
    assert walker.page.reader.reading.is_finished
    walker.tap(walker.page.begin)
    assert is_at_the_table(walker, FOUR)


def test_closing_read_aloud_returns_to_the_guide_at_its_step(guided):
    walker = guided()
    page = read(walker)
    walker.let_pass(20)
    assert page.reader.index == 1
    walker.press_back()
    assert isinstance(walker.page, GuidePage)
    assert walker.page.done == {"shuffle"}
    assert walker.page.current_step == "rows"


def test_restart_while_reading_leads_back_to_the_guide_at_its_step(guided, walk):
    walker = guided()
    read(walker)
    for _ in range(4):
        walker.let_pass(60)
    again = walk()
    again.tap_on("app.go_on")
    assert isinstance(again.page, GuidePage)
    assert again.page.done == {"shuffle", "rows", "deck", "discard"}


def test_guide_is_read_in_the_language_of_the_narrator(guided):
    walker = guided(narration="it")
    page = read(walker)
    assert page.line.content == "Mescolate tutte le cinquantadue carte."


def test_screen_stays_awake_while_reading(guided, monkeypatch):
    walker = guided()
    awake: list[bool] = []
    monkeypatch.setattr(walker.app, "set_keep_awake", awake.append)
    read(walker)
    walker.press_back()
    assert awake == [True, False]


# -- learning -----------------------------------------------------------------------------------------------


def test_home_leads_to_the_learning_page(walk):
    walker = walk()
    walker.tap_on("app.home.learn")
    assert isinstance(walker.page, LearnPage)
    for name, page in (("intro", IntroPage), ("set_up", SeatsPage), ("box", BoxPage), ("pack", PackingPage)):
        walker.tap(walker.reach(walker.page.buttons["silver", name]))
        assert isinstance(walker.page, page)
        walker.press_back()


def test_intro_plays_chapter_by_chapter_and_leads_to_the_setup(walk):
    walker = walk()
    walker.app.push(IntroPage, get_game("silver"))
    walker.let_pass(1)
    page = walker.page
    assert walker.says("silver_guide.intro.goal.title")
    assert page.reader.text in walker.words()
    met = {page.chapter_index}
    while not page.reader.reading.is_finished:
        walker.let_pass(60)
        met.add(page.chapter_index)
    assert met == set(range(len(page.chapters)))
    walker.tap(page.main)
    assert isinstance(walker.page, SeatsPage)


def test_chapters_can_be_skipped_and_quick_speed_leaves_out_sentences(walk):
    walker = walk()
    walker.app.push(IntroPage, get_game("silver"))
    walker.let_pass(1)
    page = walker.page
    calm = len(page.reader.sentences)
    for _ in range(2):
        walker.tap(page.next_button)
    assert page.chapters[page.chapter_index].id == "turn"
    walker.tap(page.speed_chip)
    assert page.chapters[page.chapter_index].id == "turn"
    assert len(page.reader.sentences) < calm
    told = [sentence for chapter in page.chapters for sentence in chapter.messages_for(IntroSpeed.QUICK)]
    assert list(page.reader.sentences) == told
    walker.tap(page.previous_button)
    assert page.chapters[page.chapter_index].id == "village"
    walker.tap(page.main)
    walker.let_pass(600)
    assert page.reader.mode is ReadingMode.PAUSED


def test_intro_stays_at_its_sentence_after_a_rebuild(walk):
    walker = walk()
    walker.app.push(IntroPage, get_game("silver"))
    walker.let_pass(1)
    for _ in range(2):
        walker.tap(walker.page.next_button)
    at = walker.page.reader.index
    walker.app.on_pause()
    walker.app.change_settings(text_size=160)
    walker.let_pass(600)
    assert (walker.page.reader.mode, walker.page.reader.index) == (ReadingMode.PAUSED, at)
    assert walker.page.reader.text in walker.words()


def test_box_check_is_saved(walk):
    walker = walk()
    walker.app.push(BoxPage, get_game("silver"))
    walker.frames()
    assert walker.says("guide.box.unknown")
    for row in walker.page.rows.values():
        walker.tap(walker.reach(row))
    assert walker.says("guide.box.all")
    again = walk()
    again.app.push(BoxPage, get_game("silver"))
    again.frames()
    assert again.page.present == {"card", "reference", "amulet", "pad"}
    again.tap(again.page.recount_button)
    assert again.page.present == frozenset()


def test_two_taps_within_a_frame_pack_one_thing_up(walk):
    walker = walk()
    walker.app.push(PackingPage, FOUR)
    walker.frames()
    first = walker.page.current_step
    within_a_frame(walker, walker.page.done_button)
    assert walker.page.done == {first}


def test_packing_is_followed_to_its_end(walk):
    walker = walk()
    walker.app.push(PackingPage, FOUR)
    walker.frames()
    page = walker.page
    for _ in page.view.rows:
        walker.tap(page.done_button)
    walker.tap(page.finish_button)
    assert walker.page is not page


@pytest.mark.parametrize(
    ("size", "text_size"),
    sample(
        [
            *(((390, 844), 100), ((360, 640), 160), ((844, 390), 160)),
            *(
                ((1280, 800), 160),
                ((1280, 800), 100),
                ((390, 844), 160),
                ((360, 640), 100),
                ((844, 390), 100),
            ),
        ],
        keep=3,
    ),
)
def test_picture_title_and_rows_do_not_overlap(walk, size, text_size):
    walker = walk(size=size, text_size=text_size, language="fa")
    walker.app.push(GuidePage, FOUR)
    walker.frames(8)
    page = walker.page
    picture = page.picture
    assert picture.height > 80
    low, high = page.scroll.y, page.scroll.y + page.scroll.height
    if page.is_side_by_side:
        assert picture.x >= page.scroll.x + page.scroll.width - 1
    else:
        assert picture.y >= high - 1
    assert low >= page.footer.y + page.footer.height - 1
    if size == (390, 844) and text_size == 100:
        rows = [row for row in page.view.rows.values() if row.to_window(row.x, row.y)[1] >= low]
        assert len(rows) >= 2
