"""A walk through the app with nobody watching: every screen, with a table in play, as a picture.

It is the same app with real storage in a folder of its own that is gone afterwards.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

from kivy.base import EventLoop
from kivy.core.window import Window

from companion.app import CompanionApp, open_app
from companion.games.avalon.moves import Lady, Propose, Quest, Vote
from companion.games.avalon.play import AVALON
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.duet import DUET
from companion.games.duet.moves import Agent, Assassin, Bystander, Stop
from companion.games.duet.setup import Setup
from companion.games.shelf import SHELF
from companion.scripts.cues import Style
from companion.settings import changed
from companion.storage.tables import new_table

# People at the sample table, as they would write themselves.
NAMES = {
    "en": ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta"),
    "it": ("Ada", "Bruno", "Chiara", "Dario", "Elena", "Farid", "Greta"),
    "el": ("Άννα", "Βασίλης", "Γιώργος", "Δανάη", "Ελένη", "Φώτης", "Μαρία"),
    "fa": ("آرش", "بهار", "Chloe", "داریوش", "الناز", "فرید", "نیلوفر"),
}


# A game of Avalon that the pictures show at several moments.
_QUESTS = (
    *(Propose((0, 3)), Vote(approve=(0, 3, 4, 5)), Quest(0)),
    *(Propose((1, 4, 5)), Vote(approve=(1, 2, 4, 5)), Quest(1), Lady(6)),
    *(
        Propose((0, 2, 5)),
        Vote(approve=(0, 2)),
        Propose((3, 5, 6)),
        Vote(approve=(1, 2, 3, 5)),
        Quest(1),
        Lady(0),
    ),
    *(Propose((0, 2, 3, 6)), Vote(approve=(0, 2, 3, 6)), Quest(2)),
)


@dataclass(frozen=True, slots=True)
class View:
    """One picture of the walk: its name and the way there from home."""

    name: str
    go: Callable[[Tour], object]


class Tour:
    """Opens the app off-screen; use as a context manager."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self._folder = tempfile.TemporaryDirectory(prefix="companion-tour-")
        self.app: CompanionApp = open_app(Path(self._folder.name))
        self.names: tuple[str, ...] = NAMES["en"]

    def __enter__(self) -> Tour:
        EventLoop.ensure_window()
        Window.size = self._size
        self.app._run_prepare()
        EventLoop.start()
        self.frames(4)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.app.stop()
        for child in list(Window.children):
            Window.remove_widget(child)
        self._folder.cleanup()

    def frames(self, count: int) -> None:
        for _ in range(count):
            EventLoop.idle()

    def photograph(self, folder: Path, *, language: str, **settings: Any) -> list[Path]:
        """Walk through every screen in this language and look; returns the pictures."""
        folder.mkdir(parents=True, exist_ok=True)
        self.settle(language=language, **settings)
        pictures = []
        for view in VIEWS:
            self.show(view)
            pictures.append(self._shoot(folder / f"{language}-{view.name}.png"))
        return pictures

    def settle(self, *, language: str, **settings: Any) -> None:
        """Everything in this language and look, with a sample table's past."""
        self.app.change(language=language, narration=language, less_motion=True, **settings)
        self.names = NAMES[language]
        self.app.rebuild()
        self._seat_everybody()

    def show(self, view: View) -> None:
        """Walk from home to a view and let it come to rest."""
        while self.app.stage.sheet is not None:
            self.app.stage.close_sheet()
        self.app.toaster.dismiss()
        self.app.stage.home()
        view.go(self)
        self.frames(8)

    def _shoot(self, path: Path) -> Path:
        written = Path(Window.screenshot(name=str(path)))
        return written.replace(path)

    def _seat_everybody(self) -> None:
        """A little past: people who played, a group, a won mission, and one under way."""
        store, names = self.app.store, self.names
        for player in store.rosters.players():
            store.rosters.forget(player.name)
        for group in store.rosters.groups():
            store.rosters.delete_group(group.id)
        for stored in store.games.recent(50).games:
            store.games.delete(stored.id)
        store.rosters.remember(names)
        store.rosters.save_group(self.app.tr("app.tour.group"), names[:4])
        won, _ = new_table(DUET, Setup(names[:2]), store.games)
        for _ in range(5):
            for move in (Agent(), Agent(), Stop()):
                won.play(move)
        for _ in range(5):
            won.play(Agent())
        lost, _ = new_table(DUET, Setup(names[2:4]), store.games)
        lost.play(Assassin())
        self.running = self.mission()

    def mission(self) -> Any:
        table, _ = new_table(DUET, Setup(self.names[:2], tokens=9, mistakes=5), self.app.store.games)
        for move in (
            Agent(),
            Agent(),
            Agent(),
            Stop(),
            Agent(),
            Bystander(),
            Agent(),
            Agent(),
            Stop(),
            Bystander(),
            Agent(),
        ):
            table.play(move)
        return table

    # -- the ways ---------------------------------------------------------------------------------------

    def home(self) -> None:
        self.app.stage.page.enter()

    def languages(self) -> None:
        self.app.stage.page.choose_language()

    def visit(self, route: str) -> None:
        self.app.visit(getattr(self.app.routes, route))

    def seats(self, game: str) -> None:
        self.app.visit(self.app.routes.seats, next(shelved for shelved in SHELF if shelved.id == game))

    def seats_of(self, game: str, count: int) -> None:
        self.seats(game)
        page = self.app.stage.page
        page.seat(self.names[:count])

    def one_seat(self) -> None:
        self.seats_of("duet", 4)
        self.app.stage.page.open_seat(1)

    def groups(self) -> None:
        self.seats_of("duet", 4)
        self.app.stage.page.open_groups()

    def mission_set_up(self) -> None:
        duet = next(shelved for shelved in SHELF if shelved.id == "duet")
        self.app.visit(self.app.routes.set_up, duet, self.names[:4])

    def avalon_set_up(self) -> None:
        avalon = next(shelved for shelved in SHELF if shelved.id == "avalon")
        self.app.visit(self.app.routes.set_up, avalon, self.names)

    def night(self) -> None:
        setup = AvalonSetup(self.names, roles=("percival", "morgana", "oberon"))
        self.app.visit(self.app.routes.night, setup, self.app.speaking.night_at_once(setup))
        page = self.app.stage.page
        for _ in range(5):
            page.player.next(page._now())
        page._show()

    def quest_board(self, moves: int, taps: tuple[int, ...] = ()) -> None:
        setup = AvalonSetup(self.names, leader=3, roles=("percival", "morgana", "oberon"), lady=True)
        table, _ = new_table(AVALON, setup, self.app.store.games)
        for move in _QUESTS[:moves]:
            table.play(move)
        self.app.open_table(table)
        for seat in taps:
            self.app.stage.page.tap_seat(seat)
        self.app.store.games.delete(self.app.store.games.recent(1).games[0].id)

    def votes(self, *, edit: bool = False) -> None:
        self.quest_board(moves=13)
        self.app.visit(self.app.routes.votes, self.app.stage.page.table)
        if edit:
            self.app.stage.page.edit()

    def learn(self) -> None:
        self.app.settings = changed(self.app.settings, style=Style.LEARN)
        self.quest_board(moves=7, taps=(0, 2))
        self.app.settings = changed(self.app.settings, style=Style.NORMAL)

    def dawn(self) -> None:
        self.app.visit(self.app.routes.dawn, AvalonSetup(self.names))

    def board(self) -> None:
        self.app.open_table(self.running)

    def won(self) -> None:
        stored = [game for game in self.app.store.games.recent(10).games if game.ended is not None]
        self.app.open_table(self.app.load_table(stored[-1]))


VIEWS = (
    View("home", Tour.home),
    View("languages", Tour.languages),
    View("seats", partial(Tour.seats_of, game="duet", count=4)),
    View("seats-avalon", partial(Tour.seats_of, game="avalon", count=7)),
    View("seat", Tour.one_seat),
    View("groups", Tour.groups),
    View("avalon-setup", Tour.avalon_set_up),
    View("avalon-night", Tour.night),
    View("avalon-dawn", Tour.dawn),
    View("avalon-team", partial(Tour.quest_board, moves=7, taps=(0, 2))),
    View("avalon-vote", partial(Tour.quest_board, moves=10, taps=(0, 4, 6))),
    View("avalon-quest", partial(Tour.quest_board, moves=11)),
    View("avalon-lady", partial(Tour.quest_board, moves=6, taps=(5,))),
    View("avalon-learn", Tour.learn),
    View("avalon-history", Tour.votes),
    View("avalon-edit", partial(Tour.votes, edit=True)),
    View("avalon-result", partial(Tour.quest_board, moves=99)),
    View("duet-setup", Tour.mission_set_up),
    View("duet-board", Tour.board),
    View("duet-won", Tour.won),
    View("history", partial(Tour.visit, route="history")),
    View("settings", partial(Tour.visit, route="settings")),
    View("about", partial(Tour.visit, route="about")),
)
