"""What a screen may ask of the app, and nothing else: screens name this, never the app itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from companion.entry.whereabouts import Whereabouts
from companion.games.game import Game, Problem
from companion.games.manifest import Manifest
from companion.i18n.translator import Translator
from companion.settings import Settings
from companion.sitting import Sitting
from companion.storage.archive import Archive
from companion.storage.campaigns import Campaigns, Kept
from companion.storage.games import Fate, StoredGame
from companion.storage.outbox import Parcel
from companion.storage.rosters import Group, Rosters
from companion.table import AnyTable
from companion.widgets.page import Page
from companion.widgets.stage import Stage
from companion.widgets.toast import Toaster

if TYPE_CHECKING:
    # Home speaks no word: what speaks is loaded when it is first needed.
    from companion.narration import Narration, SoundCheck
    from companion.narrator.night import Night, Spoken
    from companion.narrator.sound import Sound
    from companion.scripts.nights import Seated
    from companion.scripts.sentences import Sentence
    from companion.storage.evenings import Evenings, ListedEvening
    from companion.storage.marks import Marks
    from companion.storage.notes import Notes
    from companion.storage.people import People, Renamed
    from companion.storage.statistics import Statistics

__all__ = [
    "AnySitting",
    "AnyTable",
    "Carrier",
    "Fate",
    "Group",
    "Kept",
    "ListedEvening",
    "Parcel",
    "Renamed",
    "Shell",
    "Speaker",
    "StoredGame",
]

AnySitting = Sitting[Any, Any, Any, Any]
T = TypeVar("T")


class Speaker(Protocol):
    """The narrator, as far as screens let it speak."""

    narration: Narration
    sound: Sound

    def say(self, lines: Sequence[str]) -> None:
        """These lines of the game aloud, in place of what is being said, if the table wants the voice."""

    @property
    def lead_in(self) -> float:
        """So many seconds after `say` its first word comes: a loudspeaker that sleeps is woken first."""

    def call(self, line: str) -> None:
        """This line aloud in all the languages of the night, whatever the table wants to hear in the game."""

    def wake(self) -> None:
        """Let a loudspeaker that sleeps hear something, so that it swallows nothing of the next line."""

    def hush(self) -> None: ...

    def beep(self) -> None: ...

    def bell(self) -> None: ...

    def chime(self) -> None: ...

    def start_bed(self) -> None: ...

    def end_bed(self) -> None: ...

    def close_device_if_silent(self) -> None:
        """Until something is to be heard again, for whoever may wait for long."""

    def learn(self, lines: Sequence[str]) -> None:
        """Have these lines of the game ready for their moment, where an engine is to say them."""

    def read(self, sentence: Sentence, tell: Callable[[Spoken], object], *, brisk: bool = False) -> Spoken:
        """This sentence aloud, in place of what is being said, whatever the table wants to hear in the game.
        Returned is how it is said as far as that is known; where an engine has to be asked, `tell` is told
        once it speaks."""

    def get_ready(self, sentences: Sequence[Sentence], *, brisk: bool = False) -> None:
        """Have an engine prepare what is to be read next."""

    def foresee(self, setup: Seated, tell: Callable[[Night], object]) -> None:
        """Tell this night at once as far as it is known, and if an engine is to speak again once it is known
        for good; it is then ready to begin."""

    def begin(self, setup: Seated) -> None:
        """Walk on to the night; a speech engine first renders its lines in the background."""

    def take_up(self, setup: Seated, step: int, lines: Sequence[str]) -> bool:
        """Walk on to a night that was cut off in this step, where it waits. False, and no step is made, if by
        now it would say anything but these lines."""

    @property
    def has_device(self) -> bool:
        """Whether there is anything to hear a sound by."""

    def look(self, tell: Callable[[SoundCheck], object]) -> None:
        """Tell who will speak, without a sound; again if an engine has to be asked first."""

    def check(self, tell: Callable[[SoundCheck], object]) -> None:
        """Say a line at real volume and tell what was found."""

    def hear(self, voice: str, language: str, tell: Callable[[Problem | None], object]) -> None:
        """The line of the sound check in this voice. Told is what is wrong with it, once that is known, and
        nothing if something else is said meanwhile."""


class Carrier(Protocol):
    """Files in and out of the app. A parcel is made once it is known where it shall go."""

    def share(self, make: Callable[[], Parcel]) -> None:
        """Hand it to another app that somebody chooses."""

    def save(self, make: Callable[[], Parcel]) -> None:
        """Have it kept where people find it, and say where that is."""

    def tell(self, words: str) -> None:
        """Hand these words to another app that somebody chooses; where that cannot be, they are copied, and
        that is said."""

    def open(self) -> None:
        """Let somebody choose a file, and take it: a game, a map, a backup, recordings."""

    def take_path(self, path: Path) -> None:
        """Take this one."""

    def take_link(self, text: str) -> None:
        """Offer the game that a link brings; the link may stand among other words."""

    def campaign(self, id: str) -> Parcel:
        """A team's map. Raises `ProblemError`."""

    def backup(self) -> Parcel:
        """All that is kept. Raises `ProblemError`."""

    def games(self, kind: str) -> Parcel:
        """All games, as `json`, `csv` or `bgstats`. Raises `ProblemError`."""

    def play(self, number: int) -> Parcel:
        """One finished game for BG Stats. Raises `ProblemError`."""

    def recorded(self, language: str) -> tuple[int, int]:
        """How many lines of a language the table has recorded, of how many."""

    def recordings(self) -> Parcel: ...

    def lines_to_record(self, language: str) -> Parcel: ...

    def remove_recordings(self) -> None:
        """All of them, and say so; for as long as that is to be seen it can be undone."""


class Shell(Protocol):
    tr: Translator
    settings: Settings
    stage: Stage
    toaster: Toaster
    archive: Archive
    rosters: Rosters
    campaigns: Campaigns
    # Where the data lie; None while they are in memory only.
    folder_in_use: Path | None
    # What went wrong at the start and has not been read yet.
    problems: tuple[Problem, ...]
    # Who sits at the table that is being set up: a step back, or a screen built anew, loses nobody.
    seated: tuple[str, ...]
    # Where one is among the screens that lead up to a table: not even the end of the app loses it.
    whereabouts: Whereabouts

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
    def evenings(self) -> Evenings:
        """Games that were played one after another. Loaded when it is first asked for."""

    @property
    def speaking(self) -> Speaker: ...

    @property
    def speaks(self) -> bool:
        """Whether the narrator has been called for yet: the first time it is loaded, which takes a while."""

    @property
    def shares(self) -> bool:
        """Whether files can be handed to other apps here; if not, they can be saved all the same."""

    @property
    def files(self) -> Carrier:
        """Loaded when it is first asked for, which takes a while."""

    # -- walking --

    def visit(self, page: Callable[..., Page], *args: Any) -> None:
        """Walk on to the page that is built with these arguments; built anew when the look changes."""

    def back(self) -> bool: ...

    def set_up(self, game: Manifest, players: Sequence[str]) -> None:
        """Walk on to a game's set-up, with these people at the table."""

    def seat(self, game: Manifest) -> None:
        """Walk to the seats of the table that is being set up, wherever that was reached from."""

    # -- saying --

    def say(self, problem: Problem) -> None:
        """What is wrong, in the user's language."""

    def attempt(self, act: Callable[[], object]) -> bool:
        """Do it, or say in the user's language why not; True if it was done."""

    # -- tables --

    def start_table(self, game: Game[Any, Any, Any], setup: Any, night: float | None = None) -> None:
        """Begin a new table: it is kept from its first moment, with how many seconds its night took."""

    def open_table(self, table: AnyTable) -> bool:
        """Walk on to its board. One that lies open already is walked back to, and False is returned: two of
        them would write over each other's moves."""

    def close_table(self, number: int) -> None:
        """The game of this number went on elsewhere, or is no more: nobody comes by its screens again."""

    def open_numbers(self, game: str) -> None:
        """Walk on to what the games of this one come to."""

    def learns(self, table: AnyTable) -> bool:
        """Whether this table is told what happens and why: by choice, because it plays a first game, or for
        somebody who is new to it."""

    def coach(self, table: AnyTable, on: bool) -> None:
        """Have this table told so from now on, or no more."""

    def open_night(self, setup: Seated, night: Night, cut_off_at: int | None = None) -> None:
        """Walk on to this night, from its beginning or, where it waits, from the step it was cut off in."""

    def follow_night(self, setup: Seated) -> None:
        """The game of this table follows its night: if that is told with reasons for the sake of the cards,
        so is the game."""

    def play_again(self, table: AnyTable) -> None:
        """The same people once more, with the set-up they had; they may change it first."""

    # -- the device and what is remembered --

    def change(self, **changes: Any) -> None:
        """Change settings: kept first, shown second."""

    def recall(self, kind: type[T], name: str) -> T | None:
        """What was kept last under this name, if it can still be read."""

    def keep_in_mind(self, value: Any, name: str) -> None:
        """Keep it for the next time."""

    def turn_screen(self) -> None:
        """A quarter turn, for those who sit at another side of the table."""

    def buzz(self, seconds: float) -> None: ...

    def volume(self) -> int | None:
        """How loud the device plays, in percent; None where it does not say."""

    def set_volume(self, percent: int) -> None: ...

    def stay_awake(self, awake: bool) -> None: ...
