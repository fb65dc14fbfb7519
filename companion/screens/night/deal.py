"""The deal: the exact cards to shuffle, a glance at the sound, and the night in five seconds."""

from __future__ import annotations

from functools import partial
from typing import Final

from kivy.clock import Clock
from kivy.metrics import dp

from companion.entry import guide_ticks
from companion.entry.learning import learns
from companion.entry.whereabouts import Bookmark, Place, with_setup
from companion.games.game import Problem
from companion.games.shelf import game_of
from companion.narration import SoundCheck
from companion.narrator.check import ENOUGH, glance
from companion.screens import dealt_cards
from companion.screens.night.choices import NarrationSheet, show_length
from companion.screens.preparing import Preparing
from companion.screens.sound_desk import SoundDesk
from companion.scripts.nights import GameNight, Seated, night_for
from companion.shell import Shell
from companion.widgets.cards import Card, Notice
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Panes, Row
from companion.widgets.page import TitleBar
from companion.widgets.sheet import Sheet
from companion.widgets.table_picture import TablePicture
from companion.widgets.tap import IconButton, MainButton, SideButton
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS, SLIDE_SECONDS, look, seconds, sp

# A phone's keys change its volume at any time.
_LOOK_AGAIN: Final = 1.0
# Below this height in sp the words above the button would take the cards' room.
_LOW: Final = 560
_LARGE: Final = 1.2


class DealPage(Preparing):
    """`behind` is how many screens back the set-up lies, where a change of the cards leads."""

    widest = 1040

    def __init__(self, shell: Shell, setup: Seated, behind: int = 0) -> None:
        self._shell = shell
        self.setup = setup
        self._behind = behind
        tr, self._night = shell.tr, night_for(setup)
        self._game = game_of(self._night.game)
        self._part = self._game.find("screens", "deal") or dealt_cards
        people = IconButton(Icon.PEOPLE, self._open_seats, tone="ink_2")
        narrator = IconButton(Icon.SETTINGS, self.open_narrator, tone="ink_2")
        super().__init__(
            TitleBar(
                tr(f"app.game.{self._game.id}"), self._seated(), on_back=shell.back, tools=[people, narrator]
            )
        )
        self.change = SideButton(
            tr("app.deal.change"), self._change, icon=Icon.PENCIL, outlined=True,
            size_hint_x=None, width=dp(64) + sp(70), height=max(dp(48), sp(18) * 2.4),
            pos_hint={"center_y": 0.5},
        )  # fmt: skip
        title = Text(self._part.title(tr, setup), face="title", size_sp=20, pos_hint={"center_y": 0.5})
        # Large letters need the whole line.
        head = Column(title, self.change) if look().text_scale > _LARGE else Row(title, self.change, gap=12)
        self.desk = SoundDesk(shell, self._warn)
        self.warning = Column(gap=0)
        self._warned: Problem | None = None
        self.hear = SideButton(tr("app.deal.hear"), self._hear, icon=Icon.PLAY)
        ways = Grid(self.hear, gap=8, narrowest=150 * max(1.0, look().text_scale), most_columns=2)
        self._briefing = self._game.find("screens", "briefing")
        if self._briefing is not None:
            knowledge = SideButton(tr("app.setup.knowledge"), self.open_knowledge, icon=Icon.EYE)
            ways.add_widget(knowledge)
        dealt = Column(head, *self._part.cards(tr, setup), _middle_card(shell, self._night, setup), gap=10)
        self._reasons = Column()
        # What is not there leaves no gap.
        heard = Column(self._reasons, self.desk, gap=0)
        below = Column(self.warning, ways, gap=0)
        self.body.add_widget(Panes(dealt, Column(heard, below, gap=10), gap=10))
        self._why = Text(tr("app.deal.five_why"), size_sp=16, tone="ink_2", align="center")
        self.main = MainButton(
            tr("app.deal.five"), self._begin, icon=Icon.MOON, value=" ", accent=ACCENTS[self._game.accent]
        )
        self.with_footer(self._why, self.main)
        self.bind(height=self._fit)
        self._again = Clock.create_trigger(self._look_again, _LOOK_AGAIN, interval=True)

    def _seated(self) -> str:
        players = self.setup.players
        unnamed = all(name == str(seat) for seat, name in enumerate(players, 1))
        return self._shell.tr("app.deal.seats_unnamed" if unnamed else "app.deal.seats", n=len(players))

    def _fit(self, *_: object) -> None:
        low = self.height < sp(_LOW)
        if low == (self._why.parent is not None):
            if low:
                self.footer.remove_widget(self._why)
            else:
                self.footer.add_widget(self._why, index=1)

    # -- life -----------------------------------------------------------------------------------------------

    def bookmark(self) -> Bookmark:
        before = self._shell.whereabouts.mark
        return with_setup(before, self._game.id, self.setup, Place.DEAL, chosen=bool(self._behind))

    def enter(self) -> None:
        super().enter()
        # No tap waits for the narrator to be loaded: the first time, the page comes to rest before.
        if self._shell.speaks:
            self._listen()
        else:
            Clock.schedule_once(self._listen, seconds(SLIDE_SECONDS))

    def _listen(self, *_: object) -> None:
        if self._shell.stage.page is self:
            self._follow()
            self._again()

    def leave(self) -> None:
        self._again.cancel()
        self.desk.rest()

    def suspend(self) -> None:
        self.desk.rest()

    def _look_again(self, _: float) -> None:
        self.desk.follow()
        self._warn()

    def _follow(self) -> None:
        """What was chosen for the narrator may sound otherwise, and last otherwise."""
        self.desk.follow()
        self._warn()
        self._reasons.clear_widgets()
        if learns(self._shell, self._game, self.setup):
            self._reasons.add_widget(_note(Icon.BOOK_OPEN, self._shell.tr("app.setup.reasons")))
        show_length(self._shell, self.main, self.setup)

    # -- the sound ------------------------------------------------------------------------------------------

    def _warn(self) -> None:
        """It never blocks: the lines can be read."""
        shell = self._shell
        device = shell.speaking.has_device
        found = glance(shell.volume(), shell.settings.voice_level, device=device)
        if found == self._warned:
            return
        self._warned = found
        self.warning.clear_widgets()
        self.warning.padding = (0, 0, 0, 0 if found is None else dp(10))
        if found is not None:
            fix, on_fix = (shell.tr("app.sound.turn_up"), self._turn_up) if device else ("", None)
            self.warning.add_widget(Notice(shell.tr.problem(found), fix=fix, on_fix=on_fix))

    def _turn_up(self) -> None:
        shell = self._shell
        if glance(shell.volume(), device=True) is not None:
            shell.set_volume(ENOUGH)
        if glance(None, shell.settings.voice_level, device=True) is not None:
            shell.change(voice_level=ENOUGH)
        self._look_again(0)
        self._hear()

    def _hear(self) -> None:
        self._shell.speaking.check(self._found)

    def _found(self, check: SoundCheck) -> None:
        for problem in check.problems[:1]:
            self._shell.say(problem)

    # -- further --------------------------------------------------------------------------------------------

    def open_narrator(self) -> None:
        self._shell.stage.open_sheet(NarrationSheet(self._shell, self._night, self.setup, self._follow))

    def open_knowledge(self) -> None:
        if self._briefing is None:
            return
        stage, told = self._shell.stage, [card(self._shell.tr) for card in self._briefing.TOLD]
        for card in told:
            card.show(self.setup)
        stage.open_sheet(Sheet("", *told, on_close=stage.close_sheet))

    def _change(self) -> None:
        if self._behind:
            self._shell.stage.leave(self._behind)
            return
        self._part.keep(self._shell, self.setup)
        page = self._game.part("screens", "setup").SetUpPage
        self._shell.stage.swap(partial(page, self._shell, self.setup.players))

    def _open_seats(self) -> None:
        self._shell.seated = self.setup.players
        self._shell.seat(self._game)

    def _begin(self) -> None:
        # Two fingers at once begin one night.
        if self._shell.stage.page is not self:
            return
        self._part.keep(self._shell, self.setup)
        # The next set-up with a guide is a new one.
        guide_ticks.game_begins(self._shell, self._game)
        self._shell.speaking.begin(self.setup)


def _note(icon: Icon, words: str) -> Row:
    middle = {"center_y": 0.5}
    return Row(
        Glyph(icon, 22, tone="ink_2", pos_hint=middle),
        Text(words, tone="ink_2", pos_hint=middle),
        gap=10,
        padding=(0, 0, 0, dp(10)),
    )


def _middle_card(shell: Shell, night: GameNight, setup: Seated) -> Card:
    """What everybody does before the phone lies in the middle."""
    tr = shell.tr
    words = Column(
        Text(tr("app.deal.dealt"), face="title", size_sp=18),
        Text(tr(night.before or "app.deal.look"), size_sp=16, tone="ink_2"),
        gap=2,
        pos_hint={"center_y": 0.5},
    )
    picture = TablePicture(len(setup.players), pos_hint={"center_y": 0.5})
    return Card(Row(picture, words, gap=14), padding=(dp(12), dp(8)))
