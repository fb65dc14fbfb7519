from __future__ import annotations

import pytest

from companion.games.cultists.setup import Setup
from companion.narrator.events import Mode
from companion.screens.cultists.guide import GuidePage
from companion.screens.cultists.guide_rows import STEP_ICONS, Stage
from companion.screens.cultists.role_marks import CountChip
from companion.screens.cultists.setup import SetUpPage
from companion.screens.night.page import NightPage
from companion.scripts.cultists.guide import BEFORE_NIGHT, Part, guide, steps_of
from companion.settings import Theme
from companion.widgets.text import Text

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hana")


@pytest.fixture
def guided(walk):
    """Opens the guide from the set-up screen, for so many people."""

    def open_guide(people=5, **options):
        walker = walk(**options)
        walker.open_game("cultists")
        walker.page.seat(NAMES[:people])
        walker.frames()
        walker.tap(walker.page.main)
        walker.tap(walker.page.guide)
        assert isinstance(walker.page, GuidePage)
        return walker

    return open_guide


def chips(row):
    return [
        part.content
        for chip in row.walk(restrict=True)
        if isinstance(chip, CountChip)
        for part in chip.walk(restrict=True)
        if isinstance(part, Text) and part.face == "text"
    ]


def finish_part(walker):
    while any(row.stage is not Stage.DONE for row in walker.page.rows.values()):
        walker.tap_on("cultists.guide.done_next")


def test_it_begins_with_the_decks_and_lights_the_first_step(guided):
    walker = guided()
    assert walker.page.part is Part.DECKS
    stages = [row.stage for row in walker.page.rows.values()]
    assert stages == [Stage.NOW] + [Stage.AHEAD] * (len(stages) - 1)


def test_done_ticks_the_lit_step_and_lights_the_next_one_in_sight(guided):
    walker = guided()
    for _ in range(4):
        walker.tap_on("cultists.guide.done_next")
    stages = [row.stage for row in walker.page.rows.values()]
    assert stages[:5] == [Stage.DONE] * 4 + [Stage.NOW]
    steps = steps_of(walker.page.setup, *BEFORE_NIGHT)
    assert walker.says("cultists.guide.progress", done=4, n=len(steps))
    lit = list(walker.page.rows.values())[4]
    low, high = walker.page.scroll.y, walker.page.scroll.y + walker.page.scroll.height
    _, bottom = lit.to_window(lit.x, lit.y)
    assert low - 1 <= bottom
    assert bottom + lit.height <= high + 1


def test_a_tap_on_a_step_ticks_it_and_another_takes_the_tick_away(guided):
    walker = guided()
    row = list(walker.page.rows.values())[2]
    stages = []
    for _ in range(2):
        walker.tap(walker.reach(row))
        stages.append(row.stage)
    assert stages == [Stage.DONE, Stage.AHEAD]


def test_the_numbers_of_a_step_are_shown_as_cards(guided):
    walker = guided(6)
    tr = walker.app.tr
    assert chips(walker.page.rows["investigator_decks"]) == [
        tr("app.setup.times", count=5),
        tr("cultists.card.alive", n=7),
        tr("cultists.card.success", n=8),
    ]
    assert chips(walker.page.rows["role_tokens"]) == [
        tr("cultists.role.cultist.tokens", n=1),
        tr("cultists.role.seer.name"),
        tr("cultists.role.investigator.tokens", n=4),
    ]
    assert chips(walker.page.rows["pulse_pool"]) == [
        tr("cultists.card.alive", n=5),
        tr("cultists.card.dead", n=2),
    ]


def test_a_whole_table_is_guided_from_the_box_to_the_night_by_taps_alone(guided):
    walker = guided()
    for following in BEFORE_NIGHT[1:]:
        finish_part(walker)
        title = walker.app.tr(f"cultists.guide.part.{following.value}")
        walker.tap_on("cultists.guide.onward", part=title)
        assert walker.page.part is following
        assert title in walker.words()
    assert walker.says("cultists.guide.talk")
    finish_part(walker)
    assert len(walker.page.done) == len(steps_of(walker.page.setup, *BEFORE_NIGHT))
    walker.tap_on("app.setup.deal")
    walker.tap(walker.page.main)
    assert isinstance(walker.page, NightPage)


def test_a_change_of_the_roles_leads_from_the_deal_past_the_guide_to_the_set_up(guided):
    walker = guided()
    for _ in range(3):
        walker.tap(walker.page.later)
    walker.tap_on("app.setup.deal")
    walker.tap(walker.page.change)
    assert isinstance(walker.page, SetUpPage)


def test_nobody_is_made_to_tick(guided):
    walker = guided()
    for _ in range(3):
        walker.tap(walker.page.later)
    assert walker.page.part is Part.READY
    assert not walker.page.later.enabled
    walker.tap_on("app.setup.deal")
    walker.tap(walker.page.main)
    assert isinstance(walker.page, NightPage)


def test_leafing_back_and_forth_keeps_the_ticks(guided):
    walker = guided()
    walker.tap_on("cultists.guide.done_next")
    walker.tap(walker.page.later)
    walker.tap_on("cultists.guide.done_next")
    walker.tap(walker.page.earlier)
    assert next(iter(walker.page.rows.values())).stage is Stage.DONE
    assert len(walker.page.done) == 2


def test_a_new_look_keeps_the_ticks_and_the_part(guided):
    walker = guided()
    walker.tap(walker.page.later)
    walker.tap_on("cultists.guide.done_next")
    page, done = walker.page, walker.page.done
    walker.app.change(theme=Theme.LIGHT)
    walker.frames()
    assert walker.page is not page
    assert walker.page.part is Part.PEOPLE
    assert walker.page.done == done


def test_a_killed_app_goes_on_where_the_guide_was(guided):
    walker = guided()
    for _ in range(3):
        walker.tap_on("cultists.guide.done_next")
    done = walker.page.done
    assert len(done) == 3
    again = guided()
    assert again.page.done == done


def test_a_step_that_has_changed_is_to_be_done_again(guided):
    walker = guided()
    finish_part(walker)
    walker.press_back()
    walker.tap_on("cultists.setup.recommended")
    walker.tap(walker.page.guide)
    assert "routes" in walker.page.done
    assert "role_tokens" not in walker.page.done


def test_after_a_night_the_next_set_up_starts_anew(guided):
    walker = guided()
    walker.tap_on("cultists.guide.done_next")
    for _ in range(3):
        walker.tap(walker.page.later)
    walker.tap_on("app.setup.deal")
    walker.tap(walker.page.main)
    assert isinstance(walker.page, NightPage)
    again = guided()
    assert again.page.done == frozenset()
    assert again.page.part is Part.DECKS


def test_a_stopped_night_leads_back_to_the_ticked_guide(guided):
    walker = guided()
    walker.tap_on("cultists.guide.done_next")
    for _ in range(3):
        walker.tap(walker.page.later)
    walker.tap_on("app.setup.deal")
    walker.tap(walker.page.main)
    walker.hurry(lambda: walker.page.player.mode is Mode.PLAYING)
    walker.page.stop()
    walker.frames()
    walker.tap_on("app.night.leave")
    walker.press_back()
    assert isinstance(walker.page, GuidePage)
    assert walker.page.done == {"first_game"}


@pytest.mark.parametrize(
    "setup",
    [
        *(Setup(NAMES[:people], first_game=first) for people in (5, 6, 7, 8) for first in (True, False)),
        *(Setup(NAMES[:people], automa=True) for people in (4, 6)),
    ],
)
def test_every_step_before_the_night_has_its_mark(setup):
    assert {step.id for step in guide(setup) if step.part in BEFORE_NIGHT} <= STEP_ICONS.keys()


def test_in_persian_it_is_leafed_the_other_way(guided):
    walker = guided(language="fa")
    assert walker.page.later.x < walker.page.earlier.x
    walker.tap(walker.page.later)
    assert walker.page.part is Part.PEOPLE
