"""What a screen may ask of the app, and nothing else: screens name this, never the app itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from companion.core.definition import GameDefinition
from companion.core.game import Game, Problem
from companion.core.resume import ResumeState
from companion.core.session import AnySession
from companion.core.session_controller import SessionController
from companion.files.outgoing import OutgoingFile
from companion.i18n.translator import Translator
from companion.settings import Settings
from companion.storage.campaigns import CampaignRow, Campaigns
from companion.storage.game_repository import GameRepository
from companion.storage.games import ImportOutcome, StoredGame
from companion.storage.rosters import PlayerGroup, Rosters
from companion.widgets.navigation import Navigator
from companion.widgets.page import Page
from companion.widgets.toast import Toaster

if TYPE_CHECKING:
    # Home speaks no word: what speaks is loaded when it is first needed.
    from companion.narrator.audio import AudioPlayer
    from companion.narrator.narration import Narration, SoundCheck
    from companion.narrator.night import PreparedNight, RenderedLine
    from companion.scripts.script import NightSetup
    from companion.scripts.teaching import Message
    from companion.storage.notes import GameNights, GameNightSummary, Marks, Notes
    from companion.storage.people import People, RenameResult
    from companion.storage.statistics import Statistics

__all__ = [
    "AnyController",
    "AnySession",
    "AppContext",
    "CampaignRow",
    "FileTransfer",
    "GameNightSummary",
    "ImportOutcome",
    "OutgoingFile",
    "PlayerGroup",
    "RenameResult",
    "SpeechService",
    "StoredGame",
]

AnyController = SessionController[Any, Any, Any, Any]
T = TypeVar("T")


class SpeechService(Protocol):
    """The narrator, as far as screens let it speak."""

    narration: Narration
    audio: AudioPlayer

    def speak(self, lines: Sequence[str]) -> None:
        """These lines of the game aloud, in place of what is being said, if the table wants the voice."""

    @property
    def lead_in_seconds(self) -> float:
        """So many seconds after `speak` its first word comes: a loudspeaker that sleeps is woken first."""

    def announce(self, line: str) -> None:
        """This line aloud in all the languages of the night, whatever the table wants to hear in the game."""

    def wake_speaker(self) -> None:
        """Let a loudspeaker that sleeps hear something, so that it swallows nothing of the next line."""

    def stop_speech(self) -> None: ...

    def play_beep(self) -> None: ...

    def play_bell(self) -> None: ...

    def play_chime(self) -> None: ...

    def start_background(self) -> None: ...

    def stop_background(self) -> None: ...

    def close_device_if_silent(self) -> None:
        """Until something is to be heard again, for whoever may wait for long."""

    def prepare_lines(self, lines: Sequence[str]) -> None:
        """Have these lines of the game ready for their moment, where an engine is to say them."""

    def read_aloud(
        self, message: Message, callback: Callable[[RenderedLine], object], *, is_brisk: bool = False
    ) -> RenderedLine:
        """This sentence aloud, in place of what is being said, whatever the table wants to hear in the
        game. Returned is how it is said as far as that is known; where an engine has to be asked,
        `callback` is told once it speaks."""

    def prepare_messages(self, messages: Sequence[Message], *, is_brisk: bool = False) -> None:
        """Have an engine prepare what is to be read next."""

    def preview_night(self, setup: NightSetup, callback: Callable[[PreparedNight], object]) -> None:
        """Tell this night at once as far as it is known, and if an engine is to speak again once it is known
        for good; it is then ready to begin."""

    def start_night(self, setup: NightSetup) -> None:
        """Walk on to the night; a speech engine first renders its lines in the background."""

    def resume_night(self, setup: NightSetup, step: int, lines: Sequence[str]) -> bool:
        """Walk on to a night that was cut off in this step, where it waits. False, and no step is made, if by
        now it would say anything but these lines."""

    @property
    def has_audio_device(self) -> bool:
        """Whether there is anything to hear a sound by."""

    def preview_voices(self, callback: Callable[[SoundCheck], object]) -> None:
        """Tell who will speak, without a sound; again if an engine has to be asked first."""

    def run_sound_check(self, callback: Callable[[SoundCheck], object]) -> None:
        """Say a line at real volume and tell what was found."""

    def try_voice(self, voice: str, language: str, callback: Callable[[Problem | None], object]) -> None:
        """The line of the sound check in this voice. Told is what is wrong with it, once that is known, and
        nothing if something else is said meanwhile."""


class FileTransfer(Protocol):
    """Files in and out of the app. A parcel is made once it is known where it shall go."""

    def share(self, create_file: Callable[[], OutgoingFile]) -> None:
        """Hand it to another app that somebody chooses."""

    def save(self, create_file: Callable[[], OutgoingFile]) -> None:
        """Have it kept where people find it, and say where that is."""

    def share_text(self, text: str) -> None:
        """Hand these words to another app that somebody chooses; where that cannot be, they are copied, and
        that is said."""

    def choose_file(self) -> None:
        """Let somebody choose a file, and take it: a game, a map, a backup, recordings."""

    def import_path(self, path: Path) -> None:
        """Take this one."""

    def import_link(self, text: str) -> None:
        """Offer the game that a link brings; the link may stand among other words."""

    def export_campaign(self, campaign_id: str) -> OutgoingFile:
        """A team's map. Raises `ProblemError`."""

    def export_backup(self) -> OutgoingFile:
        """All that is kept. Raises `ProblemError`."""

    def export_games(self, export_format: str) -> OutgoingFile:
        """All games, as `json`, `csv` or `bgstats`. Raises `ProblemError`."""

    def export_game(self, game_id: int) -> OutgoingFile:
        """One finished game for BG Stats. Raises `ProblemError`."""

    def count_recorded(self, language: str) -> tuple[int, int]:
        """How many lines of a language the table has recorded, of how many."""

    def export_recordings(self) -> OutgoingFile: ...

    def export_recording_list(self, language: str) -> OutgoingFile: ...

    def remove_recordings(self) -> None:
        """All of them, and say so; for as long as that is to be seen it can be undone."""


class AppContext(Protocol):
    tr: Translator
    settings: Settings
    navigator: Navigator
    toaster: Toaster
    games: GameRepository
    rosters: Rosters
    campaigns: Campaigns
    # Where the data lie; None while they are in memory only.
    data_folder: Path | None
    # What went wrong at the start and has not been read yet.
    startup_problems: tuple[Problem, ...]
    # Who sits at the table that is being set up: a step back, or a screen built anew, loses nobody.
    setup_players: tuple[str, ...]
    # Where one is among the screens that lead up to a table: not even the end of the app loses it.
    resume_state: ResumeState

    @property
    def statistics(self) -> Statistics:
        """What many games come to. Loaded when it is first asked for."""

    @property
    def notes(self) -> Notes:
        """Notes pinned to moments of games. Loaded when it is first asked for."""

    @property
    def marks(self) -> Marks:
        """What the owner of this device thinks of others at a table. Loaded when first asked for."""

    @property
    def people(self) -> People:
        """Everybody who plays here. Loaded when it is first asked for."""

    @property
    def game_nights(self) -> GameNights:
        """Games that were played one after another. Loaded when it is first asked for."""

    @property
    def speech(self) -> SpeechService: ...

    @property
    def is_speech_loaded(self) -> bool:
        """Whether the narrator has been called for yet: the first time it is loaded, which takes a while."""

    @property
    def can_share(self) -> bool:
        """Whether files can be handed to other apps here; if not, they can be saved all the same."""

    @property
    def files(self) -> FileTransfer:
        """Loaded when it is first asked for, which takes a while."""

    # -- walking --

    def push(self, page: Callable[..., Page], *args: Any) -> None:
        """Walk on to the page that is built with these arguments; built anew when the look changes."""

    def go_back(self) -> bool: ...

    def open_setup(self, game: GameDefinition, players: Sequence[str]) -> None:
        """Walk on to a game's set-up, with these people at the table."""

    def open_seats(self, game: GameDefinition) -> None:
        """Walk to the seats of the table that is being set up, wherever that was reached from."""

    # -- saying --

    def show_problem(self, problem: Problem) -> None:
        """What is wrong, in the user's language."""

    def run_or_show_error(self, action: Callable[[], object]) -> bool:
        """Do it, or say in the user's language why not; True if it was done."""

    # -- tables --

    def start_session(
        self, game: Game[Any, Any, Any], setup: Any, night_seconds: float | None = None
    ) -> None:
        """Begin a new table: it is kept from its first moment, with how many seconds its night took."""

    def open_session(self, session: AnySession) -> bool:
        """Walk on to its board. One that lies open already is walked back to, and False is returned: two of
        them would write over each other's moves."""

    def close_session(self, game_id: int) -> None:
        """The game of this number went on elsewhere, or is no more: nobody comes by its screens again."""

    def open_statistics(self, game: str) -> None:
        """Walk on to what the games of this one come to."""

    def is_coached(self, session: AnySession) -> bool:
        """Whether this table is told what happens and why: by choice, because it plays a first game, or for
        somebody who is new to it."""

    def set_coached(self, session: AnySession, coached: bool) -> None:
        """Have this table told so from now on, or no more."""

    def open_night(
        self, setup: NightSetup, night: PreparedNight, interrupted_step: int | None = None
    ) -> None:
        """Walk on to this night, from its beginning or, where it waits, from the step it was cut off in."""

    def coach_like_night(self, setup: NightSetup) -> None:
        """The game of this table follows its night: if that is told with reasons for the sake of the cards,
        so is the game."""

    def play_again(self, session: AnySession) -> None:
        """The same people once more, with the set-up they had; they may change it first."""

    # -- the device and what is remembered --

    def change_settings(self, **changes: Any) -> None:
        """Change settings: kept first, shown second."""

    def recall(self, kind: type[T], name: str) -> T | None:
        """What was kept last under this name, if it can still be read."""

    def remember(self, value: Any, name: str) -> None:
        """Keep it for the next time."""

    def rotate_screen(self) -> None:
        """A quarter turn, for those who sit at another side of the table."""

    def vibrate(self, seconds: float) -> None: ...

    def get_volume(self) -> int | None:
        """How loud the device plays, in percent; None where it does not say."""

    def set_volume(self, percent: int) -> None: ...

    def set_keep_awake(self, awake: bool) -> None: ...
