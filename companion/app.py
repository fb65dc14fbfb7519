"""The composition root: wires storage, languages, look and screens together, and minds the life cycle."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.logger import Logger

from companion.device import appearance, audio_focus, bars, loudness, screen, vibration
from companion.device.machine import device_language, is_android
from companion.entry.whereabouts import Whereabouts
from companion.games.game import Game, Problem, ProblemError, error, warning
from companion.games.manifest import Manifest
from companion.games.records import Json, decode, encode
from companion.games.shelf import game_of, games
from companion.i18n.translator import Translator
from companion.screens.home import HomePage
from companion.scripts.cues import Style
from companion.settings import Coach, Theme, changed, default_settings, differing, read_settings
from companion.storage.archive import Archive
from companion.storage.folder import INBOX, data_folder
from companion.storage.store import Store, open_store
from companion.storage.tables import new_table
from companion.system_theme import SystemTheme
from companion.table import AnyTable, Table
from companion.widgets.clearance import Clearance
from companion.widgets.graphics_memory import mind_smooth_lines, restore_if_lost
from companion.widgets.icon_names import Icon
from companion.widgets.page import Page
from companion.widgets.palette import DARK, LIGHT, Palette
from companion.widgets.scale import Scale
from companion.widgets.stage import Route, Stage
from companion.widgets.sweeping import Sweeping
from companion.widgets.theme import Look, look, paint, use_look
from companion.widgets.toast import Toaster
from companion.widgets.typeset import register_fonts

if TYPE_CHECKING:
    from companion.carrying import Carrying
    from companion.device.exchange import Exchange
    from companion.narrator.night import Night
    from companion.scripts.nights import Seated
    from companion.shell import AnySitting
    from companion.speaking import Speaking
    from companion.storage.evenings import Evenings
    from companion.storage.marks import Marks
    from companion.storage.notes import Notes
    from companion.storage.people import People
    from companion.storage.rosters import Rosters
    from companion.storage.statistics import Statistics

T = TypeVar("T")

_BACK_KEY = 27
# Heights pass from the innermost words outwards, a level at a time. Kivy gives up after ten of them, paints,
# and goes on in the next frame: a screen would be seen to jump.
_LEVELS = 40
# In seconds: by then the first screen has been seen.
_SEEN = 0.2
# In seconds: by then all has been made that stays to the end.
_ALL_STANDS = 1
# What a change of these settings alters is everywhere on the screen: it is built anew.
_LOOK_SETTINGS = {"language", "theme", "text_size", "less_motion"}


def _soon(act: Callable[[], object]) -> None:
    """In the next frame, on the app's own thread."""
    Clock.schedule_once(lambda _: act(), 0)


def _unsaved(save: Callable[[], object]) -> Problem | None:
    """Save it, or tell why not: it holds all the same, and is forgotten when the app ends."""
    try:
        save()
    except ProblemError as wrong:
        if wrong.problem.key == "app.problem.storage_full":
            return warning("app.problem.unkept_full")
        return warning("app.problem.unkept_failed", **wrong.problem.args)
    return None


class _Board:
    """The way to a board. Built anew, it finds the same sitting."""

    def __init__(self, app: CompanionApp, sitting: AnySitting) -> None:
        self._app, self._sitting = app, sitting

    @property
    def number(self) -> int | None:
        return self._sitting.table.number

    def __call__(self) -> Page:
        table: AnyTable = self._sitting.table
        page: Page = game_of(table.game.id).part("screens", "board").BoardPage(self._app, self._sitting)
        return page


def _tables_behind(route: Route) -> set[int | None]:
    """The numbers of the tables that a screen is about: it is built with one, or with what sits at one."""
    if isinstance(route, _Board):
        return {route.number}
    given = route.args if isinstance(route, partial) else ()
    tables = (getattr(one, "table", one) for one in given)
    return {table.number for table in tables if isinstance(table, Table)}


class CompanionApp(App):
    title = "Table Companion"

    def __init__(self, store: Store, folder: Path, locale: str = "", font_scale: float | None = None) -> None:
        super().__init__()
        self.store = store
        self.archive = Archive(store.games, store.campaigns, folder)
        self.campaigns = store.campaigns
        self.folder_in_use = store.path.parent if store.path is not None else None
        self._folder = folder
        defaults = default_settings(locale, font_scale)
        self.settings, unreadable = read_settings(store.settings.load(), defaults)
        self.problems: tuple[Problem, ...] = (*store.problems, *unreadable)
        self.tr = self._translator(self.settings.language)
        # What could not be kept, as on a full disk: it holds until the app ends.
        self._unkept: dict[str, Json] = {}
        # The visit in which that was said last.
        self._said_unkept: Route | None = None
        self.whereabouts = Whereabouts(self, _soon)
        # Who sits at the table that is being set up: a step back, or a screen built anew, loses nobody.
        mark = self.whereabouts.mark
        self.seated: tuple[str, ...] = () if mark is None else mark.players
        # The table, if any, that was told the night with reasons for the sake of its first game.
        self._learns: Seated | None = None

    @cached_property
    def speaking(self) -> Speaking:
        """The narrator, loaded when it is first needed: home needs nothing of it."""
        from companion.speaking import Speaking

        return Speaking(self, self._folder, audio_focus.loudspeaker)

    @property
    def rosters(self) -> Rosters:
        return self.store.rosters

    @property
    def statistics(self) -> Statistics:
        return self.store.statistics

    @property
    def notes(self) -> Notes:
        return self.store.notes

    @property
    def marks(self) -> Marks:
        return self.store.marks

    @property
    def people(self) -> People:
        return self.store.people

    @property
    def evenings(self) -> Evenings:
        return self.store.evenings

    @cached_property
    def files(self) -> Carrying:
        """What carries files in and out, loaded when the first one is on its way."""
        from companion.carrying import Carrying

        return Carrying(self, self.store, self._folder, self.exchange, self._reread_settings)

    @cached_property
    def exchange(self) -> Exchange:
        """This device, as far as files are given to it and taken from it."""
        from companion.device.this_exchange import exchange_of_this_device

        return exchange_of_this_device(_soon)

    @property
    def shares(self) -> bool:
        return self.exchange.shares

    @property
    def speaks(self) -> bool:
        """Whether the narrator has been called for yet."""
        return "speaking" in self.__dict__

    def _talks(self) -> bool:
        return self.speaks and not self.speaking.sound.asleep

    # -- life cycle -----------------------------------------------------------------------------------

    def build(self) -> Stage:
        missing = register_fonts()
        if missing:
            self.problems += (warning("app.problem.font_missing", files=missing),)
        Clock.max_iteration = _LEVELS
        self._scale = Scale()
        self._scale.fit()
        self._follow_soon = Clock.create_trigger(self._follow, 0)
        self.system_theme = SystemTheme(self._follow_soon)
        self._ask_theme()
        self._apply_look()
        self.stage = Stage()
        self.clearance = Clearance(self.stage, screen.covered)
        self.toaster = Toaster(self.stage)
        self.sweeping = Sweeping(self._talks)
        self.stage.go(partial(HomePage, self))
        return self.stage

    def on_start(self) -> None:
        Window.bind(**self._window_tells())
        self.stage.bind(busy=self._follow_soon, ground=self._dress_bars)
        self._dress_bars()
        self.clearance.look()
        Clock.schedule_once(lambda _: mind_smooth_lines(), 0)
        Clock.schedule_once(self._look_for_files, _SEEN)

    def on_pause(self) -> bool:
        """A phone may ask twice, and may end the app afterwards without another word."""
        Clock.unschedule(self._come_back)
        self.stage.page.suspend()
        if self.speaks:
            self.speaking.pause()
        self.whereabouts.flush()
        self.store.settle()
        # Nobody sees it now; and what is freed need not be drawn anew if the phone takes all pictures back.
        self.sweeping.sweep()
        return True

    def on_resume(self) -> None:
        # Android tells of it before there is anything to draw on again.
        Clock.unschedule(self._come_back)
        Clock.schedule_once(self._come_back, 0)

    def _come_back(self, _: float) -> None:
        restore_if_lost()
        if self.speaks:
            self.speaking.resume()
        self.clearance.look()
        self._ask_theme()

    def on_stop(self) -> None:
        Window.unbind(**self._window_tells())
        self.clearance.rest()
        self.sweeping.end()
        self._follow_soon.cancel()
        # What is kept comes first: the rest asks the device, which may refuse.
        self.whereabouts.flush()
        self.store.close()
        if "files" in self.__dict__:
            self.files.close()
        if "exchange" in self.__dict__:
            self.exchange.close()
        if self.speaks:
            self.speaking.close()
        Window.rotation = 0
        self._scale.restore()

    def _window_tells(self) -> dict[str, Callable[..., object]]:
        return {
            "on_keyboard": self._on_key,
            "on_resize": self._on_resize,
            "on_drop_file": self._on_drop,
            "focus": self._on_front,
        }

    def _on_key(self, _window: Any, key: int, *_: Any) -> bool:
        if key != _BACK_KEY:
            return False
        if self.back():
            return True
        # At home: a phone puts the app away (Kivy does it if nobody answers), a desktop does nothing.
        return not is_android()

    def _look_for_files(self, _: float) -> None:
        """What a start may bring: something left half way, a file of another app, one that was named."""
        # Where somebody was quicker, what lies there now is theirs; the next start sees to the rest.
        if "files" not in self.__dict__ and os.path.isdir(self._folder / INBOX):
            self.files.finish()
        if is_android():
            self.exchange.watch(lambda arrival: self.files.take(arrival))
        named = os.environ.pop("COMPANION_OPEN", "")
        if named:
            self.files.take_named(named)

    def _on_drop(self, _window: Any, name: bytes, *_: Any) -> None:
        self.files.take_path(Path(os.fsdecode(name)))

    def open_settings(self, *_: Any) -> bool:
        """F1 would open Kivy's own panel, in English and about Kivy; ours is a screen."""
        return False

    def _on_resize(self, *_: Any) -> None:
        # A phone that is turned has its cut-out on another side.
        self.clearance.look()
        self._follow_soon()

    def _on_front(self, _window: Any, in_front: bool) -> None:
        # Whoever changes the device's theme leaves the app for a moment.
        if in_front:
            self._ask_theme()

    def _ask_theme(self) -> None:
        if self.settings.theme is Theme.SYSTEM:
            self.system_theme.ask()

    def _follow(self, _: float) -> None:
        """Follow what the device changes unasked, its size or its theme. Screens are built anew for it, so it
        waits as long as a sheet is open or somebody types: nothing half done is lost."""
        if self.stage.busy:
            return
        if self._scale.fit() or look().palette is not self._palette():
            self.rebuild()

    # -- settings -------------------------------------------------------------------------------------

    def change(self, **changes: Any) -> None:
        """Change settings: kept first, shown second. What cannot be kept still holds until the app ends."""
        before = self.settings
        if "language" in changes and before.narration == before.language:
            # Until the table chooses otherwise, the narrator speaks as the menus do.
            changes.setdefault("narration", changes["language"])
        self.settings = changed(before, **changes)
        if self.settings.second_narration == self.settings.narration:
            self.settings = changed(self.settings, second_narration=None)
        news = differing(before, self.settings)
        unsaved = _unsaved(partial(self.store.settings.save_all, news)) if news else None
        if unsaved is not None:
            self.say(unsaved)
        if "theme" in news:
            self._ask_theme()
        if _LOOK_SETTINGS & news.keys():
            self._rebuild_soon()

    def _reread_settings(self) -> None:
        """Others were stored than those that hold, as by a backup."""
        self.settings, _ = read_settings(self.store.settings.load(), self.settings)
        self._unkept.clear()
        self._rebuild_soon()

    def _rebuild_soon(self) -> None:
        # After the tap is over: the widget that was touched is about to be replaced.
        Clock.unschedule(self._rebuild)
        Clock.schedule_once(self._rebuild, 0)

    def _rebuild(self, _: float) -> None:
        self.rebuild()

    def rebuild(self) -> None:
        if self.tr.code != self.settings.language:
            self.tr = self._translator(self.settings.language)
        self._apply_look()
        self._dress_bars()
        self.toaster.dismiss()
        self.stage.rebuild()

    def _translator(self, language: str) -> Translator:
        tr = Translator(language)
        tr("app.title")  # reads the catalogue, so that one that is missing is told on the first screen
        self.problems += tuple(tr.problems)
        return tr

    def _palette(self) -> Palette:
        match self.settings.theme:
            case Theme.SYSTEM:
                return DARK if self.system_theme.dark else LIGHT
            case Theme.LIGHT:
                return LIGHT
            case Theme.DARK:
                return DARK

    def _apply_look(self) -> None:
        settings = self.settings
        use_look(
            Look(
                palette=self._palette(),
                rtl=self.tr.rtl,
                text_scale=settings.text_size / 100,
                less_motion=settings.less_motion,
                digits=self.tr.number,
            )
        )
        Window.clearcolor = paint("table")

    def _dress_bars(self, *_: object) -> None:
        bars.dress_bars(paint(self.stage.ground))

    def recall(self, kind: type[T], name: str) -> T | None:
        """The set-up that was chosen last under this name, if it can still be read."""
        try:
            kept = self._unkept[name] if name in self._unkept else self.store.settings.find(f"last.{name}")
            return decode(kind, kept)
        except ProblemError:
            return None

    def keep_in_mind(self, setup: Any, name: str) -> None:
        """Remember a set-up for the next time. What cannot be kept still holds until the app ends."""
        record = encode(setup)
        unsaved = _unsaved(partial(self.store.settings.save, f"last.{name}", record))
        if unsaved is None:
            self._unkept.pop(name, None)
            return
        self._unkept[name] = record
        # Once in a visit: with every tap it would only be in the way.
        if self.stage.route is not self._said_unkept:
            self._said_unkept = self.stage.route
            self.say(unsaved)

    def turn_screen(self) -> None:
        """A quarter turn, for those who sit at another side of the table."""
        Window.rotation = (Window.rotation + 90) % 360

    def buzz(self, seconds: float) -> None:
        vibration.vibrate(seconds)

    def volume(self) -> int | None:
        return loudness.media_volume()

    def set_volume(self, percent: int) -> None:
        loudness.set_media_volume(percent)

    def stay_awake(self, awake: bool) -> None:
        screen.keep_awake(Window, awake and self.settings.keep_awake)

    # -- walking ----------------------------------------------------------------------------------------

    def visit(self, page: Callable[..., Page], *args: Any) -> None:
        self.toaster.dismiss()
        self.stage.go(partial(page, self, *args))

    def back(self) -> bool:
        self.toaster.dismiss()
        return self.stage.back()

    # -- saying what is wrong -----------------------------------------------------------------------------

    def say(self, problem: Problem) -> None:
        words, read = self.tr.problem(problem), self._rule_behind(problem)
        if read is None:
            self.toaster.show(words, problem=True)
        else:
            why = self.tr("app.rules.why")
            self.toaster.show(words, problem=True, action=why, on_action=read, icon=Icon.BOOK)

    def _rule_behind(self, problem: Problem) -> Callable[[], object] | None:
        """What opens the rule that stands against it, if there is one: that of the game whose problem it is,
        or of the table that is sat at."""
        from companion.screens.rules.links import link_behind, open_rules

        table = self._table_at_hand()
        of_table = None if table is None else game_of(table.game.id)
        domain = problem.key.partition(".")[0]
        game = next((game for game in games() if game.id == domain), of_table)
        link = None if game is None else link_behind(game, problem)
        if game is None or link is None:
            return None
        return partial(open_rules, self, game, link, table if game is of_table else None, problem)

    def _table_at_hand(self) -> AnyTable | None:
        from companion.screens.table_page import LogPage

        return next((page.table for page in self.stage.pages if isinstance(page, LogPage)), None)

    def attempt(self, act: Callable[[], object]) -> bool:
        """Do it, or say in the user's language why not; True if it was done."""
        try:
            act()
        except ProblemError as wrong:
            self.say(wrong.problem)
            return False
        return True

    # -- tables -----------------------------------------------------------------------------------------

    def start_table(self, game: Game[Any, Any, Any], setup: Any, night: float | None = None) -> None:
        """Begin a new table: it is kept from its first moment, with how many seconds its night took."""
        from companion.entry import guide_ticks, learning, newcomers

        def start() -> None:
            table, number = new_table(game, setup, self.store.games, night)
            asked = self.settings.coach is Coach.NEW
            guest_is_new = asked and newcomers.table_begins(self, game_of(game.id), setup.players)
            if setup == self._learns or guest_is_new:
                learning.began_to_learn(self, number)
            self._learns = None
            guide_ticks.game_begins(self, game_of(game.id))
            self.whereabouts.put(None)
            self.stage.home_then(self._board(table))

        self.attempt(start)

    def open_table(self, table: AnyTable) -> bool:
        self.whereabouts.put(None)
        self.toaster.dismiss()
        number = table.number
        if number is not None and self.stage.back_to(
            lambda route: isinstance(route, _Board) and route.number == number
        ):
            return False
        self.stage.go(self._board(table))
        return True

    def close_table(self, number: int) -> None:
        self.stage.take_out(lambda route: number in _tables_behind(route))

    def open_numbers(self, game: str) -> None:
        from companion.screens.statistics.page import StatisticsPage

        self.visit(StatisticsPage, game)

    def _board(self, table: AnyTable) -> _Board:
        return _Board(self, self.sit_down(table))

    def learns(self, table: AnyTable) -> bool:
        from companion.entry import learning, newcomers

        chosen = learning.coach_chosen(self, table.number)
        if chosen is not None:
            return chosen
        if self.settings.coach is not Coach.NEW:
            return self.settings.coach is Coach.ALWAYS
        if self.settings.style is Style.LEARN or learning.is_learning(self, table.number):
            return True
        new = newcomers.called_new(self, game_of(table.game.id), table.setup.players)
        return bool(new) and newcomers.somebody_new(new, self.archive.finishers(table.game.id))

    def coach(self, table: AnyTable, on: bool) -> None:
        from companion.entry import learning

        if table.number is not None:
            learning.coach(self, table.number, on)
        self.stage.rebuild()

    def sit_down(self, table: AnyTable) -> AnySitting:
        """The table in use, with what its game brings: drafts, and what is said."""
        from companion.sitting import Sitting, Talk

        game = game_of(table.game.id)
        kept, said = game.find("entry", "draft_record"), game.find("scripts", "said")
        return Sitting(
            table,
            self._speak,
            drafts=None if kept is None else kept.DRAFTS,
            talk=None if said is None else Talk(said.opening, said.said, said.status),
        )

    def _speak(self, lines: Sequence[str]) -> None:
        # A game that says nothing does not load what speaks.
        if lines:
            self.speaking.say(lines)

    def set_up(self, game: Manifest, players: Sequence[str]) -> None:
        self.stage.go(self._set_up(game, players))

    def _seats(self, game: Manifest) -> Callable[[], Page]:
        from companion.screens.seats import SeatsPage

        return partial(SeatsPage, self, game)

    def _set_up(self, game: Manifest, players: Sequence[str]) -> Callable[[], Page]:
        self.seated = tuple(players)
        return lambda: game.part("screens", "setup").SetUpPage(self, players)

    def open_night(self, setup: Seated, night: Night, cut_off_at: int | None = None) -> None:
        from companion.narrator.player import Player
        from companion.screens.night.dimming import Dimmer
        from companion.screens.night.page import NightPage

        self.follow_night(setup)
        player = Player(night.timeline)
        if cut_off_at is not None:
            player.cut_off(time.monotonic(), cut_off_at)
        self.visit(NightPage, setup, night, player, Dimmer(time.monotonic()))

    def follow_night(self, setup: Seated) -> None:
        from companion.entry import learning
        from companion.scripts.nights import night_for

        game = game_of(night_for(setup).game)
        self._learns = setup if learning.learns(self, game, setup) else None

    def play_again(self, table: AnyTable) -> None:
        """The same people once more, with the set-up they had; they may change it first."""
        game = game_of(table.game.id)
        self.stage.home_then(self._seats(game), self._set_up(game, table.setup.players))

    def seat(self, game: Manifest) -> None:
        """The seats of a table that is being set up, wherever that was reached from."""
        self.toaster.dismiss()
        self.stage.home_then(self._seats(game))


class _KeepGoing(ExceptionHandler):
    """The last net: an unforeseen mistake is logged and said, and the table goes on from what was kept."""

    def __init__(self, app: CompanionApp) -> None:
        self._app = app

    def handle_exception(self, exception: BaseException) -> int:
        if isinstance(exception, KeyboardInterrupt | SystemExit):
            return int(ExceptionManager.RAISE)
        Logger.exception("Companion: unforeseen", exc_info=exception)
        self._app.say(error("app.problem.unforeseen"))
        return int(ExceptionManager.PASS)


def open_app(folder: Path) -> CompanionApp:
    """The app with its data in this folder; the command line may have chosen another menu language."""
    app = CompanionApp(open_store(folder, time.time), folder, device_language(), appearance.font_scale())
    chosen = os.environ.get("COMPANION_LANGUAGE")
    if chosen:
        app.settings = changed(app.settings, language=chosen)
        app.tr = app._translator(chosen)
    return app


def rest_between_frames() -> None:
    """Let Kivy's loop rest while nothing is to be done, where a touch ends the rest at once."""
    from companion.device.sdl import open_input_wait
    from companion.widgets.idle_clock import IdleClock

    wait = open_input_wait()
    if wait is not None:
        IdleClock(wait)


def main() -> int:
    app = open_app(data_folder(os.environ, sys.platform))
    ExceptionManager.add_handler(_KeepGoing(app))
    Clock.schedule_once(lambda _: app.sweeping.begin(), _ALL_STANDS)
    Clock.schedule_once(lambda _: rest_between_frames(), _ALL_STANDS)
    app.run()
    return 0
