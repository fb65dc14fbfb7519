"""Interface of the app for its pages: they depend on this module, never on the app itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from companion.core.definition import GameDefinition
from companion.core.game import Game, Problem
from companion.core.resume_state import ResumeState
from companion.core.session import AnySession
from companion.core.session_controller import SessionController
from companion.files.outgoing import EXPORT_FORMATS, OutgoingFile
from companion.i18n.translator import Translator
from companion.settings import Settings
from companion.storage.campaigns import CampaignRow, Campaigns
from companion.storage.games import GameRepository, MatchKind
from companion.storage.journal import StoredGame
from companion.storage.rosters import PlayerGroup, Rosters
from companion.widgets.navigation import Navigator, Toaster
from companion.widgets.page import Page

if TYPE_CHECKING:
    # Loaded on first use: the home page needs no speech.
    from companion.core.message import Message
    from companion.narrator.audio import AudioPlayer
    from companion.narrator.narration import Narration, SoundCheck
    from companion.narrator.planner import PreparedNight, RenderedLine
    from companion.scripts.script import NightSetup
    from companion.storage.backup import ImportPreview, PreviewLine
    from companion.storage.importing import ImportFolder
    from companion.storage.notes import GameNights, GameNightSummary, Marks, Notes
    from companion.storage.people import People, RenameResult
    from companion.storage.statistics import Statistics

__all__ = [
    "EXPORT_FORMATS",
    "AnyController",
    "AnySession",
    "AppContext",
    "CampaignRow",
    "FileTransfer",
    "GameNightSummary",
    "ImportPreview",
    "MatchKind",
    "OutgoingFile",
    "PlayerGroup",
    "PreviewLine",
    "RenameResult",
    "SpeechService",
    "StoredGame",
]

AnyController = SessionController[Any, Any, Any, Any]
T = TypeVar("T")


class SpeechService(Protocol):
    """Speech service, as far as pages use it."""

    narration: Narration
    audio: AudioPlayer
    has_audio_device: bool
    # Seconds between `speak` and its first word: a sleeping speaker is woken first.
    lead_in_seconds: float

    def speak(self, lines: Sequence[str]) -> None:
        """Say these lines of the game instead of the current ones, if speech in the game is switched on."""

    def announce(self, line: str) -> None:
        """Say this line in all languages of the night, even if speech during the game is switched off."""

    def wake_speaker(self) -> None:
        """Wake a sleeping speaker, so that it does not swallow the start of the next line."""

    def stop_speech(self) -> None: ...

    def play_beep(self) -> None: ...

    def play_bell(self) -> None: ...

    def play_chime(self) -> None: ...

    def start_background(self) -> None: ...

    def stop_background(self) -> None: ...

    def close_device_if_silent(self) -> None:
        """Close the audio device before a long silence; the next sound opens it again."""

    def prepare_lines(self, lines: Sequence[str]) -> None:
        """Render these lines of the game in advance, if the engine is needed for them."""

    def read_aloud(
        self, message: Message, callback: Callable[[RenderedLine], object], *, is_brisk: bool = False
    ) -> RenderedLine:
        """Say this message, replacing the current lines, even if speech during the game is switched off.
        Return the message as rendered without the engine. If the engine is needed, `callback` gets the final
        rendering once it begins to speak."""

    def prepare_messages(self, messages: Sequence[Message], *, is_brisk: bool = False) -> None:
        """Let the engine render these messages in advance."""

    def preview_night(self, setup: NightSetup, callback: Callable[[PreparedNight], object]) -> None:
        """Pass the night to `callback` at once, and again once a slow engine has rendered it."""

    def start_night(self, setup: NightSetup) -> None:
        """Open the night page; a speech engine first renders its lines in the background."""

    def resume_night(self, setup: NightSetup, step: int, lines: Sequence[str]) -> bool:
        """Open the page of a night that was interrupted in this step, waiting there. Return False and open
        nothing if the night would now say other lines than these."""

    def preview_voices(self, callback: Callable[[SoundCheck], object]) -> None:
        """Pass the chosen voices to `callback` at once, and again if the engine must answer first."""

    def run_sound_check(self, callback: Callable[[SoundCheck], object]) -> None:
        """Play a line at real volume and pass the result to `callback`."""

    def try_voice(self, voice: str, language: str, callback: Callable[[Problem | None], object]) -> None:
        """Say the sample line in this voice. `callback` gets the problem, or None when playback starts; it is
        not called if something else is said meanwhile."""


class FileTransfer(Protocol):
    """File import and export. An `OutgoingFile` is created once its destination is known."""

    def share(self, create_file: Callable[[], OutgoingFile]) -> None:
        """Share a file with another app that the user chooses."""

    def save(self, create_file: Callable[[], OutgoingFile]) -> None:
        """Save a file where the user can find it, and show where that is."""

    def share_text(self, text: str) -> None:
        """Share text with another app that the user chooses; where that is impossible, copy it and say so."""

    def choose_file(self) -> None:
        """Let the user choose a file and import it: a game, a map, a backup, recordings."""

    def import_path(self, path: Path) -> None:
        """Import the file at this path."""

    def import_link(self, text: str) -> None:
        """Offer to import the game of a share link, which may be part of a longer text."""

    def export_campaign(self, campaign_id: str) -> OutgoingFile:
        """Export the mission map of a campaign. Raises `ProblemError`."""

    def export_backup(self) -> OutgoingFile:
        """Export a backup of all data. Raises `ProblemError`."""

    def export_games(self, export_format: str) -> OutgoingFile:
        """Export all games in one of `EXPORT_FORMATS`. Raises `ProblemError`."""

    def export_game(self, game_id: int) -> OutgoingFile:
        """Export one finished game for BG Stats. Raises `ProblemError`."""

    def count_recorded(self, language: str) -> tuple[int, int]:
        """Return how many lines of a language are recorded, and how many there are."""

    def export_recordings(self) -> OutgoingFile: ...

    def export_recording_list(self, language: str) -> OutgoingFile: ...

    def remove_recordings(self) -> None:
        """Remove all recordings and show that, with an undo button for a while."""


class AppContext(Protocol):
    tr: Translator
    settings: Settings
    navigator: Navigator
    toaster: Toaster
    games: GameRepository
    rosters: Rosters
    campaigns: Campaigns
    # The folder of the database; None if the data is in memory only.
    data_folder: Path | None
    # Problems at startup that the user has not seen yet.
    startup_problems: tuple[Problem, ...]
    # Players of the set-up in progress, so that they survive going back and rebuilding a page.
    setup_players: tuple[str, ...]
    # Position in the set-up pages; it survives even the end of the app.
    resume_state: ResumeState

    # The following are loaded on first use.
    statistics: Statistics
    # Notes pinned to moments of games, and marks of the device's owner about other players.
    notes: Notes
    marks: Marks
    people: People
    game_nights: GameNights
    # Folder in which the user puts files to be imported.
    import_folder: ImportFolder
    speech: SpeechService
    is_speech_loaded: bool
    # File import and export, and whether files can be shared with other apps or only saved.
    files: FileTransfer
    can_share: bool

    # -- walking --

    def push(self, page: Callable[..., Page], *args: Any) -> None:
        """Push the page that is built with these arguments; it is built again when the appearance changes."""

    def go_back(self) -> bool: ...

    def open_setup(self, game: GameDefinition, players: Sequence[str]) -> None:
        """Push the set-up page of a game with these players."""

    def open_seats(self, game: GameDefinition) -> None:
        """Open the seats page of a game that is being set up."""

    # -- saying --

    def show_problem(self, problem: Problem) -> None:
        """Show a problem in the user's language."""

    def run_or_show_error(self, action: Callable[[], object]) -> bool:
        """Run the action. Return True, or show its error in the user's language and return False."""

    # -- tables --

    def start_session(
        self, game: Game[Any, Any, Any], setup: Any, night_seconds: float | None = None
    ) -> None:
        """Start a session; it is stored from the first moment, with the duration of its night."""

    def open_session(self, session: AnySession) -> bool:
        """Open the board of a session, or go back to it if it is open, and then return False."""

    def close_session(self, game_id: int) -> None:
        """Remove all pages of a game that was changed or deleted elsewhere."""

    def open_statistics(self, game: str) -> None:
        """Open the statistics of a game."""

    def is_coached(self, session: AnySession) -> bool:
        """True if this session is coached: by choice, as a first game, or because a player is new."""

    def set_coached(self, session: AnySession, coached: bool) -> None:
        """Switch the coach of this session on or off."""

    def open_night(
        self, setup: NightSetup, night: PreparedNight, interrupted_step: int | None = None
    ) -> None:
        """Open the page of a night, at its beginning or, waiting, at the step in which it was interrupted."""

    def coach_like_night(self, setup: NightSetup) -> None:
        """Coach the session after this night if the night was coached because of a first game."""

    def play_again(self, session: AnySession) -> None:
        """Set up the same game again with the same players and set-up, which can still be changed."""

    # -- the device and what is remembered --

    def change_settings(self, **changes: Any) -> None:
        """Change settings: save first, then update the page."""

    def recall(self, kind: type[T], name: str) -> T | None:
        """Return the value that was last remembered under this name, or None if it cannot be read."""

    def remember(self, value: Any, name: str) -> None:
        """Remember a value for the next time."""

    def rotate_screen(self) -> None:
        """Rotate the screen by 90 degrees, for players at another side of the table."""

    def vibrate(self, seconds: float) -> None: ...

    def get_volume(self) -> int | None:
        """Return the device's volume in percent; None if it is unknown."""

    def set_volume(self, percent: int) -> None: ...

    def set_keep_awake(self, awake: bool) -> None: ...
