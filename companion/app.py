"""Composition root: connects storage, translations, theme and pages, and handles the app's life cycle."""

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

from companion.background import run_in_background
from companion.core.definition import GameDefinition
from companion.core.game import Game, Problem, ProblemError, error, warning
from companion.core.resume_state import ResumeState
from companion.core.serialization import Json, decode, encode
from companion.core.session import AnySession, GameSession
from companion.device import display, loudspeaker, system
from companion.device.system import device_language, is_android, is_dark
from companion.games.registry import get_game, list_games
from companion.i18n.translator import Translator
from companion.screens.game_screens import GameScreens
from companion.screens.home import HomePage
from companion.scripts.script import NightStyle, find_night_definition
from companion.settings import (
    CoachMode,
    Theme,
    default_settings,
    diff_settings,
    parse_settings,
    update_settings,
)
from companion.storage.database import INBOX_FOLDER, find_data_folder
from companion.storage.games import start_session
from companion.storage.store import Store, open_store
from companion.widgets.backdrop import protect_smooth_textures, reload_if_context_lost
from companion.widgets.icons import Icon
from companion.widgets.idle_loop import IdleClock, IdleGarbageCollector
from companion.widgets.kivy_patches import IS_PATCHED
from companion.widgets.navigation import InsetsMonitor, Navigator, Route, Toaster
from companion.widgets.page import Page
from companion.widgets.palette import DARK, LIGHT, Palette
from companion.widgets.text_renderer import register_fonts
from companion.widgets.theme import Look, UiScale, look, set_look, theme_colour

if TYPE_CHECKING:
    from companion.app_context import AnyController
    from companion.device.system import FileExchange
    from companion.files.transfer import AppFileTransfer
    from companion.narrator.planner import PreparedNight
    from companion.narrator.speech import AppSpeechService
    from companion.scripts.script import NightSetup
    from companion.storage.importing import ImportFolder
    from companion.storage.notes import GameNights, Marks, Notes
    from companion.storage.people import People
    from companion.storage.rosters import Rosters
    from companion.storage.statistics import Statistics


class SystemTheme:
    """Light or dark theme of the device. `on_change` is called when it differs from the assumed one."""

    def __init__(self, on_change: Callable[[], object]) -> None:
        self._on_change = on_change
        # Default until the device answers: a bright page in poor light would be the worse mistake.
        self.is_dark = True

    def query(self) -> None:
        """Query the device's theme: at once on a phone, in a background thread on a desktop."""
        if is_android():
            self._set_dark(is_dark())
        else:
            run_in_background(_schedule, is_dark, self._set_dark)

    def _set_dark(self, dark: bool | Problem | None) -> None:
        was_dark, self.is_dark = self.is_dark, dark is not False
        if self.is_dark != was_dark:
            self._on_change()


T = TypeVar("T")

_BACK_KEY = 27
# Label heights propagate from the innermost widgets outwards, one level per pass. Kivy stops after ten
# passes, paints, and continues in the next frame: the page would visibly jump.
_MAX_LAYOUT_PASSES = 40
# Seconds after which the first page has been painted.
_FIRST_SCREEN_SECONDS = 0.2
# Seconds after which all objects that live until the end have been created.
_STARTUP_SECONDS = 1
# Settings that affect every widget: the page is rebuilt when one of them changes.
_APPEARANCE_SETTINGS = {"language", "theme", "text_size", "less_motion"}


def _schedule(action: Callable[[], object]) -> None:
    """Call the action in the next frame, on the main thread."""
    Clock.schedule_once(lambda _: action(), 0)


def _save_or_warn(save: Callable[[], object]) -> Problem | None:
    """Save a value, or return why it could not be saved: it then holds until the app ends."""
    try:
        save()
    except ProblemError as failure:
        if failure.problem.key == "app.problem.storage_full":
            return warning("app.problem.unkept_full")
        return warning("app.problem.unkept_failed", **failure.problem.args)
    return None


class _BoardRoute:
    """Route of a board. When the page is rebuilt it uses the same controller."""

    def __init__(self, app: CompanionApp, controller: AnyController) -> None:
        self._app, self._controller = app, controller

    @property
    def game_id(self) -> int | None:
        return self._controller.session.game_id

    def __call__(self) -> Page:
        session: AnySession = self._controller.session
        screens = get_game(session.game.id).get_part(GameScreens)
        return screens.build_board_page(self._app, self._controller)


def _game_ids_of_route(route: Route) -> set[int | None]:
    """Return the game ids of a route, taken from the session or controller it is built with."""
    if isinstance(route, _BoardRoute):
        return {route.game_id}
    args = route.args if isinstance(route, partial) else ()
    sessions = (getattr(arg, "table", arg) for arg in args)
    return {session.game_id for session in sessions if isinstance(session, GameSession)}


class CompanionApp(App):
    title = "Table Companion"

    def __init__(self, store: Store, folder: Path, locale: str = "", font_scale: float | None = None) -> None:
        super().__init__()
        self.store = store
        self.games = store.games
        self.campaigns = store.campaigns
        self.data_folder = store.path.parent if store.path is not None else None
        self._folder = folder
        defaults = default_settings(locale, font_scale)
        self.settings, unreadable_settings = parse_settings(store.settings.load(), defaults)
        self.startup_problems: tuple[Problem, ...] = (*store.problems, *unreadable_settings)
        self.tr = self._translator(self.settings.language)
        # Values that could not be saved, as on a full disk: they hold until the app ends.
        self._unsaved_values: dict[str, Json] = {}
        # The route on which the latest warning about that was shown.
        self._unsaved_warning_route: Route | None = None
        self.resume_state = ResumeState(self, _schedule)
        # Players of the set-up in progress, so that they survive going back and rebuilding a page.
        bookmark = self.resume_state.bookmark
        self.setup_players: tuple[str, ...] = () if bookmark is None else bookmark.players
        # The night's set-up that was coached because of a first game, if any.
        self._coached_setup: NightSetup | None = None

    @cached_property
    def speech(self) -> AppSpeechService:
        """Speech service, loaded on first use: the home page does not need it."""
        from companion.narrator.speech import AppSpeechService

        return AppSpeechService(self, self._folder, loudspeaker.open_loudspeaker)

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
    def game_nights(self) -> GameNights:
        return self.store.game_nights

    @cached_property
    def import_folder(self) -> ImportFolder:
        """Folder in which the user puts files to be imported, loaded on first use."""
        from companion.storage.importing import ImportFolder

        return ImportFolder(self._folder, self.store)

    @cached_property
    def files(self) -> AppFileTransfer:
        """File import and export, loaded on first use."""
        from companion.files.transfer import AppFileTransfer

        return AppFileTransfer(self, self.store, self._folder, self.file_exchange, self._reload_settings)

    @cached_property
    def file_exchange(self) -> FileExchange:
        from companion.device.android_files import create_file_exchange

        return create_file_exchange(_schedule)

    @property
    def can_share(self) -> bool:
        return self.file_exchange.can_share

    @property
    def is_speech_loaded(self) -> bool:
        return "speech" in self.__dict__

    def _is_speaking(self) -> bool:
        return self.is_speech_loaded and not self.speech.audio.is_speaker_asleep

    # -- life cycle -----------------------------------------------------------------------------------

    def build(self) -> Navigator:
        missing = register_fonts()
        if missing:
            self.startup_problems += (warning("app.problem.font_missing", files=missing),)
        Clock.max_iteration = _MAX_LAYOUT_PASSES
        self._scale = UiScale()
        self._scale.fit_to_window()
        self._schedule_system_changes = Clock.create_trigger(self._apply_system_changes, 0)
        self.system_theme = SystemTheme(self._schedule_system_changes)
        self._query_system_theme()
        self._apply_appearance()
        self.navigator = Navigator()
        self.safe_area = InsetsMonitor(self.navigator, display.read_window_insets)
        self.toaster = Toaster(self.navigator)
        self.idle_gc = IdleGarbageCollector(self._is_speaking)
        self.navigator.push(partial(HomePage, self))
        return self.navigator

    def on_start(self) -> None:
        Window.bind(**self._window_handlers())
        self.navigator.bind(busy=self._schedule_system_changes, ground=self._update_system_bars)
        self._update_system_bars()
        self.safe_area.start_polling()
        Clock.schedule_once(lambda _: protect_smooth_textures(), 0)
        Clock.schedule_once(self._check_incoming_files, _FIRST_SCREEN_SECONDS)

    def on_pause(self) -> bool:
        """Save the state. Android may call this twice, and may end the app afterwards without notice."""
        Clock.unschedule(self._restore_after_resume)
        self.navigator.page.suspend()
        if self.is_speech_loaded:
            self.speech.pause()
        self.resume_state.flush()
        self.store.checkpoint()
        # Nobody sees the app now, and freed graphics need not be drawn again if Android takes the GL context.
        self.idle_gc.collect_now()
        return True

    def on_resume(self) -> None:
        # Android calls this before there is a surface to draw on.
        Clock.unschedule(self._restore_after_resume)
        Clock.schedule_once(self._restore_after_resume, 0)

    def _restore_after_resume(self, _: float) -> None:
        reload_if_context_lost()
        if self.is_speech_loaded:
            self.speech.resume()
        self.safe_area.start_polling()
        self._query_system_theme()

    def on_stop(self) -> None:
        Window.unbind(**self._window_handlers())
        self.safe_area.stop()
        self.idle_gc.stop()
        self._schedule_system_changes.cancel()
        # Save first: the rest calls the device, which may raise.
        self.resume_state.flush()
        self.store.close()
        if "files" in self.__dict__:
            self.files.close()
        if "file_exchange" in self.__dict__:
            self.file_exchange.close()
        if self.is_speech_loaded:
            self.speech.close()
        Window.rotation = 0
        self._scale.reset()

    def _window_handlers(self) -> dict[str, Callable[..., object]]:
        return {
            "on_keyboard": self._on_key,
            "on_resize": self._on_resize,
            "on_drop_file": self._on_drop,
            "focus": self._on_focus,
        }

    def _on_key(self, _window: Any, key: int, *_: Any) -> bool:
        if key != _BACK_KEY:
            return False
        if self.go_back():
            return True
        # On the home page: Android then moves the app to the background (Kivy does it if this returns False),
        # a desktop does nothing.
        return not is_android()

    def _check_incoming_files(self, _: float) -> None:
        """Finish interrupted imports and open the file or link that the app was started with."""
        # If the user was faster, the inbox belongs to a running import; the next start finishes the rest.
        if "files" not in self.__dict__ and os.path.isdir(self._folder / INBOX_FOLDER):
            self.files.finish_pending()
        if is_android():
            self.file_exchange.watch_incoming(lambda arrival: self.files.import_source(arrival))
        path_or_link = os.environ.pop("COMPANION_OPEN", "")
        if path_or_link:
            self.files.import_path_or_link(path_or_link)

    def _on_drop(self, _window: Any, name: bytes, *_: Any) -> None:
        self.files.import_path(Path(os.fsdecode(name)))

    def open_settings(self, *_: Any) -> bool:
        """Replace Kivy's own settings panel, which F1 would open in English; the app has its own page."""
        return False

    def _on_resize(self, *_: Any) -> None:
        # Rotating a phone moves its cut-out to another side.
        self.safe_area.start_polling()
        self._schedule_system_changes()

    def _on_focus(self, _window: Any, has_focus: bool) -> None:
        # The user changes the device's theme outside the app.
        if has_focus:
            self._query_system_theme()

    def _query_system_theme(self) -> None:
        if self.settings.theme is Theme.SYSTEM:
            self.system_theme.query()

    def _apply_system_changes(self, _: float) -> None:
        """Rebuild for a new window size or theme, but not while a sheet is open or the user is typing."""
        if self.navigator.busy:
            return
        if self._scale.fit_to_window() or look().palette is not self._palette():
            self.rebuild()

    # -- settings -------------------------------------------------------------------------------------

    def change_settings(self, **changes: Any) -> None:
        before = self.settings
        if "language" in changes and before.narration == before.language:
            # Unless chosen separately, the narrator speaks the language of the interface.
            changes.setdefault("narration", changes["language"])
        self.settings = update_settings(before, **changes)
        if self.settings.second_narration == self.settings.narration:
            self.settings = update_settings(self.settings, second_narration=None)
        changed_values = diff_settings(before, self.settings)
        if changed_values:
            problem = _save_or_warn(partial(self.store.settings.save_all, changed_values))
            if problem is not None:
                self.show_problem(problem)
        if "theme" in changed_values:
            self._query_system_theme()
        if _APPEARANCE_SETTINGS & changed_values.keys():
            self._schedule_rebuild()

    def _reload_settings(self) -> None:
        """Reload the settings after they changed in the database, as by a restored backup."""
        self.settings, _ = parse_settings(self.store.settings.load(), self.settings)
        self._unsaved_values.clear()
        self._schedule_rebuild()

    def _schedule_rebuild(self) -> None:
        # Deferred until the tap has ended: the touched widget is about to be replaced.
        Clock.unschedule(self.rebuild)
        Clock.schedule_once(self.rebuild, 0)

    def rebuild(self, *_: object) -> None:
        if self.tr.code != self.settings.language:
            self.tr = self._translator(self.settings.language)
        self._apply_appearance()
        self._update_system_bars()
        self.toaster.dismiss()
        self.navigator.rebuild()

    def _translator(self, language: str) -> Translator:
        tr = Translator(language)
        tr("app.title")  # loads the catalogue, so that a missing one is reported on the first page
        self.startup_problems += tuple(tr.problems)
        return tr

    def _palette(self) -> Palette:
        theme = self.settings.theme
        return DARK if theme is Theme.DARK or (theme is Theme.SYSTEM and self.system_theme.is_dark) else LIGHT

    def _apply_appearance(self) -> None:
        settings = self.settings
        set_look(
            Look(
                palette=self._palette(),
                rtl=self.tr.rtl,
                text_scale=settings.text_size / 100,
                less_motion=settings.less_motion,
                digits=self.tr.format_number,
            )
        )
        Window.clearcolor = theme_colour("table")

    def _update_system_bars(self, *_: object) -> None:
        display.set_bar_color(theme_colour(self.navigator.ground))

    def recall(self, kind: type[T], name: str) -> T | None:
        try:
            if name in self._unsaved_values:
                return decode(kind, self._unsaved_values[name])
            return decode(kind, self.store.settings.find(f"last.{name}"))
        except ProblemError:
            return None

    def remember(self, value: Any, name: str) -> None:
        """Remember a set-up for the next time. If it cannot be saved, it holds until the app ends."""
        record = encode(value)
        problem = _save_or_warn(partial(self.store.settings.save, f"last.{name}", record))
        if problem is None:
            self._unsaved_values.pop(name, None)
            return
        self._unsaved_values[name] = record
        # Warn once per page: repeated with every tap it would only be in the way.
        if self.navigator.route is not self._unsaved_warning_route:
            self._unsaved_warning_route = self.navigator.route
            self.show_problem(problem)

    def rotate_screen(self) -> None:
        Window.rotation = (Window.rotation + 90) % 360

    def vibrate(self, seconds: float) -> None:
        system.vibrate(seconds)

    def get_volume(self) -> int | None:
        return loudspeaker.get_media_volume()

    def set_volume(self, percent: int) -> None:
        loudspeaker.set_media_volume(percent)

    def set_keep_awake(self, awake: bool) -> None:
        display.set_keep_awake(Window, awake and self.settings.keep_awake)

    # -- navigation -------------------------------------------------------------------------------------

    def push(self, page: Callable[..., Page], *args: Any) -> None:
        self.toaster.dismiss()
        self.navigator.push(partial(page, self, *args))

    def go_back(self) -> bool:
        self.toaster.dismiss()
        return self.navigator.go_back()

    # -- problems -----------------------------------------------------------------------------------------

    def show_problem(self, problem: Problem) -> None:
        text, open_rule = self.tr.translate_problem(problem), self._find_rule_opener(problem)
        action: dict[str, Any] = {}
        if open_rule is not None:
            action = {"action_text": self.tr("app.rules.why"), "on_action": open_rule, "icon": Icon.BOOK}
        self.toaster.show(text, is_problem=True, **action)

    def _find_rule_opener(self, problem: Problem) -> Callable[[], object] | None:
        """Return a function that opens the rule behind this problem, if there is one."""
        from companion.screens.learn.rule_links import find_rule_link, open_rules

        session = self._current_session()
        session_game = None if session is None else get_game(session.game.id)
        domain = problem.key.partition(".")[0]
        game = next((game for game in list_games() if game.id == domain), session_game)
        link = None if game is None else find_rule_link(game, problem)
        if game is None or link is None:
            return None
        return partial(open_rules, self, game, link, session if game is session_game else None, problem)

    def _current_session(self) -> AnySession | None:
        from companion.screens.board_page import SessionPage

        return next((page.session for page in self.navigator.pages if isinstance(page, SessionPage)), None)

    def run_or_show_error(self, action: Callable[[], object]) -> bool:
        try:
            action()
        except ProblemError as failure:
            self.show_problem(failure.problem)
            return False
        return True

    # -- sessions ---------------------------------------------------------------------------------------

    def start_session(
        self, game: Game[Any, Any, Any], setup: Any, night_seconds: float | None = None
    ) -> None:
        from companion.scripts import coach

        def start() -> None:
            session, game_id = start_session(game, setup, self.store.games, night_seconds)
            definition = get_game(game.id)
            has_new_player = self.settings.coach is CoachMode.NEW and coach.confirm_new_players(
                self, definition, setup.players
            )
            if setup == self._coached_setup or has_new_player:
                coach.record_coached_session(self, game_id)
            self._coached_setup = None
            coach.mark_game_started(self, definition)
            self.resume_state.set_bookmark(None)
            self.navigator.reset_to(self._board_route(session))

        self.run_or_show_error(start)

    def open_session(self, session: AnySession) -> bool:
        self.resume_state.set_bookmark(None)
        self.toaster.dismiss()
        game_id = session.game_id
        if game_id is not None and self.navigator.pop_to(
            lambda route: isinstance(route, _BoardRoute) and route.game_id == game_id
        ):
            return False
        self.navigator.push(self._board_route(session))
        return True

    def close_session(self, game_id: int) -> None:
        self.navigator.remove(lambda route: game_id in _game_ids_of_route(route))

    def open_statistics(self, game: str) -> None:
        from companion.screens.statistics.statistics_page import StatisticsPage

        self.push(StatisticsPage, game)

    def _board_route(self, session: AnySession) -> _BoardRoute:
        return _BoardRoute(self, self.open_controller(session))

    def is_coached(self, session: AnySession) -> bool:
        from companion.scripts import coach

        choice = coach.coach_override(self, session.game_id)
        if choice is not None:
            return choice
        if self.settings.coach is not CoachMode.NEW:
            return self.settings.coach is CoachMode.ALWAYS
        if self.settings.style is NightStyle.LEARN or coach.is_coached_session(self, session.game_id):
            return True
        new_players = coach.players_marked_new(self, get_game(session.game.id), session.setup.players)
        return bool(new_players) and coach.has_new_player(
            new_players, self.games.experienced_players(session.game.id)
        )

    def set_coached(self, session: AnySession, coached: bool) -> None:
        from companion.scripts import coach

        if session.game_id is not None:
            coach.set_coach(self, session.game_id, coached)
        self.navigator.rebuild()

    def open_controller(self, session: AnySession) -> AnyController:
        from companion.core.drafts import DraftCodec
        from companion.core.session_controller import GameSpeech, SessionController

        find_part = get_game(session.game.id).find_part
        draft_codec, speech = find_part(DraftCodec), find_part(GameSpeech)
        return SessionController(session, self._speak_lines, draft_codec=draft_codec, speech=speech)

    def _speak_lines(self, lines: Sequence[str]) -> None:
        # Without this a silent game would load the speech service.
        if lines:
            self.speech.speak(lines)

    def open_setup(self, game: GameDefinition, players: Sequence[str]) -> None:
        self.navigator.push(self._setup_route(game, players))

    def _seats_route(self, game: GameDefinition) -> Callable[[], Page]:
        from companion.screens.seats import SeatsPage

        return partial(SeatsPage, self, game)

    def _setup_route(self, game: GameDefinition, players: Sequence[str]) -> Callable[[], Page]:
        self.setup_players = tuple(players)
        return lambda: game.get_part(GameScreens).build_setup_page(self, players)

    def open_night(
        self, setup: NightSetup, night: PreparedNight, interrupted_step: int | None = None
    ) -> None:
        from companion.narrator.player import NightPlayer
        from companion.screens.night.face import Dimmer
        from companion.screens.night.night_page import NightPage

        self.coach_like_night(setup)
        player = NightPlayer(night.timeline)
        if interrupted_step is not None:
            player.interrupt(time.monotonic(), interrupted_step)
        self.push(NightPage, setup, night, player, Dimmer(time.monotonic()))

    def coach_like_night(self, setup: NightSetup) -> None:
        from companion.scripts import coach

        game = get_game(find_night_definition(setup).game)
        self._coached_setup = setup if coach.is_coached(self, game, setup) else None

    def play_again(self, session: AnySession) -> None:
        game = get_game(session.game.id)
        self.navigator.reset_to(self._seats_route(game), self._setup_route(game, session.setup.players))

    def open_seats(self, game: GameDefinition) -> None:
        self.toaster.dismiss()
        self.navigator.reset_to(self._seats_route(game))


class _CrashHandler(ExceptionHandler):
    """Last-resort exception handler: logs and shows an unexpected error; the session goes on."""

    def __init__(self, app: CompanionApp) -> None:
        self._app = app

    def handle_exception(self, exception: BaseException) -> int:
        if isinstance(exception, KeyboardInterrupt | SystemExit):
            return int(ExceptionManager.RAISE)
        Logger.exception("Companion: unforeseen", exc_info=exception)
        self._app.show_problem(error("app.problem.unforeseen"))
        return int(ExceptionManager.PASS)


def open_app(folder: Path) -> CompanionApp:
    """Open the app with the data in this folder. `COMPANION_LANGUAGE` overrides the interface language."""
    app = CompanionApp(open_store(folder, time.time), folder, device_language(), system.font_scale())
    language = os.environ.get("COMPANION_LANGUAGE")
    if language:
        app.settings = update_settings(app.settings, language=language)
        app.tr = app._translator(language)
    return app


def enable_idle_clock() -> None:
    """Let Kivy's main loop sleep while idle, if a touch can wake it."""
    from companion.device.sdl import open_input_wait

    wait = open_input_wait() if IS_PATCHED else None
    if wait is not None:
        IdleClock(wait)


def main() -> int:
    app = open_app(find_data_folder(os.environ, sys.platform))
    ExceptionManager.add_handler(_CrashHandler(app))
    Clock.schedule_once(lambda _: app.idle_gc.start(), _STARTUP_SECONDS)
    Clock.schedule_once(lambda _: enable_idle_clock(), _STARTUP_SECONDS)
    app.run()
    return 0
