"""A campaign in real hands: three cities by taps alone, the app killed after every one of them; then the map
goes to other devices, is played on there, and comes back."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from kivy.tests.common import UnitTestTouch

from companion.core.game import error
from companion.games.duet.campaign import (
    START_CITY,
    Attempt,
    Campaign,
    City,
    add_city,
    get_city,
    is_city_won,
    record_attempt,
    toggle_route,
)
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import AGENTS, KEY_AGENTS, Setup, TrackingMode
from companion.games.duet.state import Agent, Assassin, Move, Stop
from companion.games.registry import get_game
from companion.i18n.translator import format_date as written_day
from companion.screens.duet import map_sheet
from companion.screens.duet.board import BoardPage
from companion.screens.duet.map import MapPage, TeamsSheet
from companion.screens.duet.map_cities import MapMode
from companion.screens.duet.setup import SetupPage
from companion.screens.files.your_data import FilesPage
from companion.screens.home import ContinueCard, GameTile
from companion.storage.database import StorageError
from companion.widgets.field import TextField
from tests.cases import sample
from tests.screens.conftest import Walker
from tests.screens.files_port import Given, Port

pytestmark = pytest.mark.window

PEOPLE = ("Ada", "Bob")
SETUP = Setup(PEOPLE)
OWN = "Perugia"


@dataclass
class Reckoner:
    """A mission as the rules of the sheet tell it, reckoned beside the app and not by it: T tokens, M of them
    bystander side up. `a` is an agent, `s` a stop, `b` a bystander; the fifteenth agent wins."""

    tokens: int
    bystanders: int
    checks: int = field(init=False)
    earned: int = 0
    agents: int = 0
    sudden: bool = False
    points: int | None = None

    def __post_init__(self) -> None:
        self.checks = self.tokens - self.bystanders

    @property
    def left(self) -> int:
        return self.bystanders + self.checks

    @property
    def over(self) -> bool:
        return self.agents == 15

    def take(self, tap: str) -> None:
        if tap == "a":
            self.agents += 1
            if self.over:
                self._win()
        elif tap == "s":
            self._spend_check()
            self.earned += 1
        elif self.bystanders:
            self.bystanders -= 1
        else:
            self.checks -= 2
        self.sudden = self.sudden or (self.left == 0 and not self.over)

    def _spend_check(self) -> None:
        if self.checks:
            self.checks -= 1
        else:
            self.bystanders -= 1

    def _win(self) -> None:
        if not self.sudden:
            # The winning turn uses a token too, and ended on a right guess.
            self._spend_check()
            self.earned += 1
        if self.tokens == 9:
            self.points = 3 * self.left + self.earned - (1 if self.sudden else 0)


class Device:
    """A phone with its data: what is tapped on it, and how it is found after a kill: after `every` tap,
    or in the middle of each mission and at its end. What it shows is read as often, or where another kind
    of tap follows."""

    def __init__(self, start: Callable[..., Walker], folder: Path, *, every: bool = False) -> None:
        self._start, self._folder, self._kills, self.every = start, folder, 0, every
        self.port = Port()
        self.walker = self._open(folder / "0")

    def _open(self, folder: Path) -> Walker:
        walker = self._start(folder=folder)
        walker.app.file_exchange = self.port
        return walker

    def again(self) -> None:
        """Taken up after another device."""
        self.walker = self._open(self.walker.folder)

    def kill(self) -> None:
        """What lies on the disk at this moment is all that is left; nothing is told that it ends."""
        self._kills += 1
        left = self._folder / str(self._kills)
        shutil.copytree(self.walker.folder, left)
        self.walker = self._open(left)

    @property
    def page(self) -> Any:
        return self.walker.page

    def sit_down(self) -> None:
        """From home to the set-up of two people."""
        walker = self.walker
        walker.tap(walker.reach(walker.one(GameTile, lambda tile: tile.game.id == "duet")))
        for name in PEOPLE if walker.page.players != PEOPLE else ():
            walker.type_into(walker.page.field, name)
            walker.tap(walker.page.add_button)
        walker.tap(walker.page.main)

    def go_on(self) -> None:
        """From home by what it offers."""
        self.walker.tap(self.walker.one(ContinueCard))

    def to_map(self) -> None:
        """From the set-up, or from the result of a mission on it."""
        if isinstance(self.page, SetupPage):
            self.walker.tap_on("duet.map.title")
        elif isinstance(self.page, BoardPage):
            self.walker.tap(self.page.main)
        assert isinstance(self.page, MapPage)

    def killed_at_map(self) -> None:
        self.kill()
        self.go_on()
        self.to_map()

    def choose(self, city: str) -> None:
        self.walker.tap_at(*self.page.map.city_position(city))

    def kept(self) -> Campaign:
        (campaign,) = map_sheet.load_maps(self.walker.app)
        return campaign


def played(device: Device, taps: str, mission: Reckoner) -> Reckoner:
    """The mission of the city that is chosen, tap by tap, to its end."""
    device.walker.tap(device.page.play_footer.main)
    for number, tap in enumerate(taps):
        if number == len(taps) // 2 or device.every:
            device.kill()
            device.go_on()
        if tap != taps[number - 1] or device.every:
            tells(device, mission)
        page = device.page
        device.walker.tap({"a": page.main, "s": page.stop_tile, "b": page.bystander_tile}[tap])
        mission.take(tap)
    device.kill()
    device.go_on()
    assert mission.over
    assert device.walker.says("duet.summary.won")
    if mission.points is not None:
        assert device.walker.app.tr.format_number(mission.points) in device.walker.words()
    return mission


def tells(device: Device, mission: Reckoner) -> None:
    """What the board shows of the bank and of the agents is what was reckoned."""
    walker, number = device.walker, device.walker.app.tr.format_number
    assert isinstance(walker.page, BoardPage)
    words = walker.words()
    assert number(mission.agents) in words
    assert walker.says("duet.learn.sudden.rule") == mission.sudden
    if mission.sudden:
        return
    assert words[words.index(walker.app.tr("duet.board.left", n=mission.left)) - 1] == number(mission.left)
    if mission.checks:
        assert walker.says("duet.board.for_stopping", count=mission.checks)
        assert walker.says("duet.board.for_bystanders", count=mission.bystanders)


def add_own_city(device: Device) -> str:
    """A city of the table's own, three tokens, all bystander side up, with a route from Cairo; its id."""
    device.walker.tap(device.page.add_button)
    if device.every:
        device.killed_at_map()
        device.walker.tap(device.page.add_button)
    device.walker.tap_on("duet.map.add_city")
    device.walker.type_into(device.walker.one(TextField), OWN[:4])
    device.killed_at_map()
    typed = device.walker.one(TextField)
    assert typed.text == OWN[:4]
    typed.insert_text(OWN[4:])
    typed.dispatch("on_text_validate")
    device.walker.frames(4)
    device.killed_at_map()
    own = next(city.id for city in device.kept().cities if city.name == OWN)
    # A tap tells that there are nine, then each takes one away.
    for left in ("?", *"987654"):
        device.choose(own)
        assert device.page.panel.token_stepper.value_label.content == left
        device.walker.tap(device.page.panel.token_stepper.minus)
        if left == "4" or device.every:
            device.killed_at_map()
    device.choose(own)
    device.walker.tap(device.page.panel.mistake_stepper.plus)
    if device.every:
        device.killed_at_map()
    device.walker.tap(device.page.add_button)
    device.walker.tap_on("duet.map.add_route")
    device.choose("cairo")
    device.choose(own)
    device.killed_at_map()
    return own


def tells_wins(device: Device, wins: dict[str, int | None]) -> None:
    """The map says of each of these cities when it was won and for how many points."""
    walker, tr, today = device.walker, device.walker.app.tr, datetime.now()
    day = written_day(tr, today.year, today.month, today.day)
    for city, points in wins.items():
        device.choose(city)
        told = tr("duet.map.won_on", day=day)
        if points is not None:
            told = tr("app.list.more", list=told, item=tr("duet.summary.points", n=points))
        told = tr("app.list.more", list=told, item=tr("duet.map.tried", n=1))
        assert device.page.panel.status.content == told
    assert any(tr("duet.map.count_won", n=len(wins)) in words for words in walker.words())


def sent(device: Device, *keys: str) -> Given:
    """The file that these buttons hand to another app."""
    for key in keys:
        device.walker.tap_on(key)
    device.walker.wait_for(lambda: bool(device.port.shared))
    (path, _), *_ = device.port.shared
    device.port.shared.clear()
    return Given(path.name, path.read_bytes())


def sent_map(device: Device) -> Given:
    device.walker.tap(device.page.more_button)
    return sent(device, "duet.map.share_file", "app.files.share")


def opened(device: Device, file: Given) -> None:
    """From the page that offers to open one."""
    device.port.gives = file
    device.walker.tap_on("app.files.open")
    device.walker.wait_for_file()


def at_own_data(device: Device) -> None:
    device.walker.app.push(FilesPage)
    device.walker.frames(4)


@pytest.mark.parametrize("every", sample([False, True]))
def test_three_cities_are_won_through_kills_and_the_map_travels_and_grows(
    walk: Callable[..., Walker], tmp_path: Path, every: bool
) -> None:
    first = Device(walk, tmp_path / "first", every=every)
    first.sit_down()
    first.to_map()
    wins: dict[str, int | None] = {}
    wins["prague"] = played(first, "aasbaaaaaaasaaaaaa", Reckoner(9, 9)).points
    first.to_map()
    first.killed_at_map()
    first.choose("cairo")
    wins["cairo"] = played(first, "bbbbbbaaaaaaaaasaaaaaa", Reckoner(9, 5)).points
    first.to_map()
    own = add_own_city(first)
    first.choose(own)
    wins[own] = played(first, "bbb" + "a" * 15, Reckoner(3, 3)).points
    assert wins == {"prague": 18, "cairo": 2, own: None}
    first.to_map()
    tells_wins(first, wins)
    campaign, file = first.kept(), sent_map(first)
    at_own_data(first)
    backup = sent(first, "app.files.back_up", "app.files.share")

    restored = Device(walk, tmp_path / "restored")
    at_own_data(restored)
    opened(restored, backup)
    restored.walker.tap_on("app.files.restore_do")
    assert restored.kept() == campaign
    # The games that came with it are on the map already.
    restored.walker.walk_home()
    restored.sit_down()
    restored.to_map()
    tells_wins(restored, wins)
    assert restored.kept() == campaign

    second = Device(walk, tmp_path / "second")
    at_own_data(second)
    opened(second, file)
    assert second.kept() == campaign
    second.walker.walk_home()
    second.sit_down()
    second.to_map()
    second.choose("moscow")
    wins["moscow"] = played(second, "aaaaaaaaasaaaaaa", Reckoner(8, 8)).points
    second.to_map()
    tells_wins(second, wins)
    there, grown = second.kept(), sent_map(second)

    first.again()
    first.go_on()
    first.to_map()
    first.walker.tap(first.page.more_button)
    opened(first, grown)
    assert first.walker.says(
        "app.files.joined_map", team=campaign.team, game=first.walker.app.tr("app.game.duet")
    )
    tells_wins(first, wins)
    assert first.kept() == there


# -- what befalls a map besides ---------------------------------------------------------------------------

WIN: tuple[Move, ...] = (*(Agent(),) * KEY_AGENTS, Stop(), *(Agent(),) * (AGENTS - KEY_AGENTS))


def at_map(walk: Callable[..., Walker], setup: Setup = SETUP, **options: Any) -> Walker:
    walker = walk(**options)
    open_map(walker, setup)
    return walker


def open_map(walker: Walker, setup: Setup = SETUP) -> None:
    walker.app.push(MapPage, setup)
    walker.frames(4)


def win(walker: Walker, moves: tuple[Move, ...] = WIN) -> None:
    """The mission of the city that the map looks at."""
    walker.tap(walker.page.play_footer.main)
    for move in moves:
        assert walker.page.play_move(move)


def teams(walker: Walker) -> TeamsSheet:
    walker.page.open_teams()
    walker.frames()
    return walker.one(TeamsSheet)


def full(*_: object) -> None:
    raise StorageError(error("app.problem.storage_full"))


def test_standard_mission_wins_prague_until_its_end_is_undone(walk: Callable[..., Walker]) -> None:
    walker = walk()
    walker.play_now(DUET, SETUP, *WIN)
    open_map(walker)
    assert is_city_won(walker.page.campaign, START_CITY)
    walker.app.go_back()
    walker.tap(walker.board.undo_button)
    open_map(walker)
    assert walker.page.campaign.attempts == ()
    walker.app.go_back()
    walker.tap(walker.board.main)
    open_map(walker)
    assert len(walker.page.campaign.attempts) == 1


def test_imported_mission_is_not_counted_again(walk: Callable[..., Walker], tmp_path: Path) -> None:
    walker = at_map(walk)
    win(walker)
    (stored,) = walker.app.games.list_recent(2).games
    mission = walker.page.session.setup.mission
    walker.app.games.export_game(stored).write(tmp_path / "game.json")
    walker.app.files.export_campaign(mission.campaign).write(tmp_path / "map.json")
    other = walk(folder=tmp_path / "other")
    for name in ("map.json", "game.json"):
        other.app.files.import_path(tmp_path / name)
        other.wait_for_file()
        other.app.toaster.dismiss()
    (taken,) = other.app.games.list_recent(2).games
    # Its result is read, and the map is looked at.
    other.app.open_session(other.app.games.open_session(taken))
    other.frames()
    open_map(other)
    (attempt,) = other.page.campaign.attempts
    assert attempt.started == stored.started


def bring_back(walker: Walker, backup: Path) -> None:
    walker.app.files.import_path(backup)
    walker.wait_for_file()
    walker.tap_on("app.files.restore_do")


def opened_twice(walker: Walker) -> list[Campaign]:
    seen = []
    for _ in range(2):
        open_map(walker)
        seen.append(walker.page.campaign)
    return seen


def test_undone_end_stays_undone_after_restoring_a_backup(
    walk: Callable[..., Walker], tmp_path: Path
) -> None:
    walker = at_map(walk)
    win(walker)
    backup = tmp_path / "backup.zip"
    walker.app.files.export_backup().write(backup)
    walker.tap(walker.page.undo_button)
    open_map(walker)
    bring_back(walker, backup)
    assert [campaign.attempts for campaign in opened_twice(walker)] == [()] * 2
    assert walker.app.games.count() == 1


def test_backup_with_another_end_is_merged_into_one_map(walk: Callable[..., Walker], tmp_path: Path) -> None:
    walker = at_map(walk)
    win(walker)
    backup = tmp_path / "backup.zip"
    walker.app.files.export_backup().write(backup)
    walker.tap(walker.page.undo_button)
    assert walker.page.play_move(Assassin())
    bring_back(walker, backup)
    seen = opened_twice(walker)
    assert len(seen[0].attempts) == 1
    assert seen == [seen[0]] * 2
    assert walker.app.games.count() == 2


def test_team_named_during_a_game_finds_its_map(walk: Callable[..., Walker]) -> None:
    walker = at_map(walk, Setup(("1", "2")))
    win(walker)
    walker.page.controller.rename(PEOPLE)
    open_map(walker, Setup(PEOPLE[::-1]))
    assert is_city_won(walker.page.campaign, START_CITY)
    assert walker.page.campaign.players == PEOPLE


def test_lost_city_is_replayed_with_the_current_numbers(walk: Callable[..., Walker]) -> None:
    walker = at_map(walk)
    win(walker, (Assassin(),))
    walker.tap(walker.page.main)
    walker.tap(walker.page.panel.token_stepper.minus)
    walker.press_back()
    walker.tap_on("duet.map.replay", city=walker.app.tr("duet.city.prague"))
    assert walker.page.session.setup.tokens == 8


def test_removed_city_is_not_offered_again(walk: Callable[..., Walker]) -> None:
    walker = at_map(walk)
    page = walker.page
    page.apply_change(lambda campaign: add_city(campaign, City("own", 300, 300, 9, 9, OWN)))
    page.apply_change(lambda campaign: toggle_route(campaign, START_CITY, "own"))
    page.apply_change(lambda campaign: record_attempt(campaign, 1.0, Attempt(START_CITY, 1.0, 2.0, won=True)))
    page.select_city("own")
    win(walker, (Assassin(),))
    board = walker.page
    assert walker.says("duet.map.replay", city=OWN)
    walker.tap(walker.page.main)
    walker.page.select_city("own")
    walker.tap(walker.page.panel.remove_button)
    walker.press_back()
    walker.tap_on("duet.map.replay", city=OWN)
    assert isinstance(walker.page, MapPage)
    walker.press_back()
    walker.app.rebuild()
    walker.frames(4)
    assert isinstance(walker.page, BoardPage)
    assert walker.page is not board
    assert not walker.says("duet.map.replay", city=OWN)


def test_undo_reverts_the_offered_change_and_never_a_team_name(
    walk: Callable[..., Walker],
) -> None:
    walker = at_map(walk)
    page = walker.page
    page.apply_change(lambda campaign: add_city(campaign, City("own", 300, 300, name=OWN)))
    page.select_city("own")
    walker.frames()
    walker.tap(page.panel.remove_button)
    assert walker.says("duet.map.removed", city=OWN)
    walker.tap(page.panel.token_stepper.minus)
    # The button above takes back one after the other; the word below is gone, as it would take back another.
    assert not walker.says("duet.map.removed", city=OWN)
    teams(walker)._rename(page.campaign)
    walker.type_into(walker.one(TextField), "Spies")
    walker.one(TextField).dispatch("on_text_validate")
    walker.frames()
    assert page.undo_button.opacity == 0
    walker.tap(page.panel.token_stepper.plus)
    walker.tap(page.undo_button)
    (kept,) = map_sheet.load_maps(walker.app)
    assert kept.team == page.campaign.team == "Spies"


def test_restored_team_is_shown_again(walk: Callable[..., Walker]) -> None:
    walker = at_map(walk)
    walker.tap(walker.page.panel.token_stepper.minus)
    before = walker.page.campaign
    teams(walker)._delete(before)
    walker.frames()
    assert walker.page.campaign.id != before.id
    walker.tap_on("app.undo")
    assert walker.page.campaign == before
    assert map_sheet.load_maps(walker.app) == (before,)


def test_undone_end_does_not_return_with_a_copy_of_the_map(
    walk: Callable[..., Walker], tmp_path: Path
) -> None:
    walker = at_map(walk)
    win(walker)
    walker.app.files.export_campaign(walker.page.session.setup.mission.campaign).write(tmp_path / "map.json")
    walker.tap(walker.page.undo_button)
    open_map(walker)
    walker.app.files.import_path(tmp_path / "map.json")
    walker.wait_for_file()
    assert walker.page.campaign.attempts == ()
    assert map_sheet.load_maps(walker.app) == (walker.page.campaign,)


def test_city_cannot_be_dragged_off_the_map(walk: Callable[..., Walker]) -> None:
    walker = at_map(walk)
    page = walker.page
    page.set_mode(MapMode.MOVE)
    finger = UnitTestTouch(*page.map.city_position("cairo"))
    finger.touch_down()
    finger.touch_move(finger.x + 2000, finger.y - 2000)
    finger.touch_up()
    walker.frames()
    moved = get_city(page.campaign, "cairo")
    assert 900 < moved.x < 1000
    assert 900 < moved.y < 1000


def test_setup_of_a_city_is_remembered_for_the_next_game(walk: Callable[..., Walker]) -> None:
    walker = at_map(walk, Setup(PEOPLE, tokens=11, keeps=TrackingMode.GRID))
    walker.tap(walker.page.play_footer.main)
    assert walker.page.session.setup.tokens == 9
    walker.walk_home()
    walker.app.open_setup(get_game("duet"), PEOPLE)
    walker.frames(4)
    assert walker.page.setup == Setup(PEOPLE, tokens=11, keeps=TrackingMode.GRID)


def test_imported_map_replaces_the_new_map_on_the_page(walk: Callable[..., Walker], tmp_path: Path) -> None:
    walker = at_map(walk)
    win(walker)
    walker.app.files.export_campaign(walker.page.session.setup.mission.campaign).write(tmp_path / "map.json")
    (campaign,) = map_sheet.load_maps(walker.app)
    other = at_map(walk, folder=tmp_path / "other")
    other.app.files.import_path(tmp_path / "map.json")
    other.wait_for_file()
    assert other.page.campaign == campaign
    other.tap_on("app.undo")
    assert other.page.campaign.attempts == ()
    assert map_sheet.load_maps(other.app) == ()


def test_full_disk_is_reported_and_the_typed_name_stays(
    walk: Callable[..., Walker], monkeypatch: pytest.MonkeyPatch
) -> None:
    walker = at_map(walk)
    page = walker.page
    walker.tap(page.panel.token_stepper.minus)
    before = page.campaign
    walker.tap(page.add_button)
    walker.tap_on("duet.map.add_city")
    walker.type_into(walker.one(TextField), OWN)
    with monkeypatch.context() as disk:
        disk.setattr(type(walker.app.campaigns), "save", full)
        walker.one(TextField).dispatch("on_text_validate")
        walker.frames()
        assert walker.says("app.problem.storage_full")
        assert walker.one(TextField).text == OWN
        assert page.campaign == before
    walker.one(TextField).dispatch("on_text_validate")
    walker.frames()
    assert [city.name for city in page.campaign.cities if city.name] == [OWN]
    with monkeypatch.context() as disk:
        disk.setattr(type(walker.app.campaigns), "save", full)
        after = page.campaign
        for button in (
            page.panel.token_stepper.plus,
            page.undo_button,
            page.panel.remove_button,
            page.play_footer.main,
        ):
            walker.tap(button)
            assert page.campaign == after
    assert map_sheet.load_maps(walker.app) == (after,)
