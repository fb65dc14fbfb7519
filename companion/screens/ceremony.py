"""The ceremony: the cards of a game that is over, turned one by one by a tap or by themselves, each said
aloud where the table wants the voice; at last everybody on one page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from kivy.clock import Clock, ClockEvent
from kivy.metrics import dp

from companion.entry.ceremony import Turning
from companion.screens.labelled_rows import labelled
from companion.scripts.sentences import Sentence
from companion.shell import AnySitting, Shell
from companion.widgets.cards import Card, OnOff
from companion.widgets.icon_names import Icon
from companion.widgets.keeping import Keeps
from companion.widgets.layout import Column, Gap, Grid, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import MainButton, SideButton
from companion.widgets.text import Glyph, Text

# In seconds: how long a card lies before everybody where they turn by themselves. A line is heard by then.
_PAUSE = 3.5


@dataclass(frozen=True, slots=True)
class Face:
    """Whose card it is and what it shows; `said` names both aloud."""

    name: str
    role: str
    icon: Icon
    side: str
    tone: str
    said: Sentence


# The cards in the order in which they are turned; none before they were told.
FacesOf = Callable[[Shell, AnySitting], tuple[Face, ...]]


def ceremony_button(shell: Shell, sitting: AnySitting, faces: FacesOf) -> SideButton:
    """From how a game ended, once it was told who was who."""
    title = shell.tr("roles.ceremony.title")
    return SideButton(title, lambda: shell.visit(CeremonyPage, sitting, faces), icon=Icon.EYE)


def everybody(faces: tuple[Face, ...]) -> Grid:
    """Who was on which side, by card."""
    grid = Grid(gap=8, narrowest=150, most_columns=2)
    sides = sorted(faces, key=lambda face: (face.tone != "good", face.side))
    for (words, tone), group in groupby(sides, key=lambda face: (face.side, face.tone)):
        card = Card(Text(words, face="title", size_sp=20, tone=tone), gap=4, size_hint_y=1)
        for face in group:
            card.add_widget(
                Row(
                    Glyph(face.icon, 22, tone=tone, pos_hint={"center_y": 0.5}),
                    Text(face.name, weight=500, most=1, smallest=12),
                    Text(face.role, tone="ink_2", align="end", most=1, smallest=10),
                    gap=6,
                )
            )
        # The side with fewer people begins at the top as well.
        card.add_widget(Gap())
        grid.add_widget(card)
    return grid


class CeremonyPage(Keeps, Page):
    def __init__(self, shell: Shell, sitting: AnySitting, faces: FacesOf) -> None:
        self._shell = shell
        self.faces = faces(shell, sitting)
        self.turning = Turning(len(self.faces))
        self._going: ClockEvent | None = None
        tr = shell.tr
        self.title = TitleBar(tr("roles.ceremony.title"), " ", on_back=shell.back, most=2)
        super().__init__(self.title)
        self._shown = Column(gap=16)
        self.body.add_widget(self._shown)
        self.by_itself = OnOff(False, self._go_on_by_itself)
        self._alone = labelled(tr("roles.ceremony.by_itself"), self.by_itself)
        self.body.add_widget(self._alone)
        self.main = MainButton(" ", self.step, icon=Icon.EYE)
        self.with_footer(self.main)
        self._show()

    # -- as it was, when the page is built anew --

    def keep(self) -> Turning:
        return self.turning

    def take_up(self, kept: Turning) -> None:
        self.turning = kept
        self._show()

    def enter(self) -> None:
        self._shell.stay_awake(True)
        if self._shell.settings.speak_in_game:
            self._shell.speaking.get_ready([face.said for face in self.faces])

    def leave(self) -> None:
        self._shell.stay_awake(False)
        self._rest()
        if self._shell.speaks:
            self._shell.speaking.hush()

    def suspend(self) -> None:
        """Nothing turns while nobody looks; whoever comes back sees that it waits."""
        if self._going is not None:
            self.by_itself.on_release()

    # -- turning --

    def step(self) -> None:
        if self.turning.over:
            self._shell.back()
            return
        self.turning = self.turning.step()
        if self.turning.turned:
            self._say()
        self._show()
        if self.turning.over:
            self._rest()

    def _say(self) -> None:
        if self._shell.settings.speak_in_game:
            self._shell.speaking.read(self.faces[self.turning.at].said, lambda _: None)

    def _go_on_by_itself(self, on: bool) -> None:
        self._rest()
        if on and not self.turning.over:
            self.step()
            self._going = Clock.schedule_interval(lambda _: self._turn_next(), _PAUSE)

    def _turn_next(self) -> None:
        """The next card comes and is turned at once: nobody taps."""
        self.step()
        if not self.turning.over and not self.turning.turned:
            self.step()

    def _rest(self) -> None:
        if self._going is not None:
            self._going.cancel()
            self._going = None

    # -- showing --

    def _show(self) -> None:
        tr, turning = self._shell.tr, self.turning
        self._shown.clear_widgets()
        self._alone.opacity = 0 if turning.over else 1
        if turning.over:
            self.title.show(tr("roles.ceremony.title"), tr("roles.ceremony.all"))
            self._shown.add_widget(everybody(self.faces))
            self.main.show(tr("app.left.result"), Icon.CHECK)
            return
        place = tr("roles.ceremony.place", card=turning.at + 1, cards=turning.cards)
        self.title.show(tr("roles.ceremony.title"), place)
        self._shown.add_widget(_card(self.faces[turning.at], turned=turning.turned))
        last = turning.turned and turning.at + 1 == turning.cards
        words = "everyone" if last else "next" if turning.turned else "turn"
        self.main.show(tr(f"roles.ceremony.{words}"), Icon.PEOPLE if last else Icon.EYE)


def _card(face: Face, *, turned: bool) -> Card:
    tone = face.tone if turned else "ink_3"
    return Card(
        Gap(height=dp(12)),
        Text(face.name, face="title", size_sp=40, smallest=22, most=2, align="center"),
        Glyph(face.icon if turned else Icon.CARD, 120, tone=tone, pos_hint={"center_x": 0.5}),
        Text(
            face.role if turned else "…",
            face="title",
            size_sp=30,
            smallest=18,
            most=2,
            align="center",
            tone=tone,
        ),
        Text(face.side if turned else " ", align="center", tone="ink_2", most=2),
        Gap(height=dp(12)),
        gap=16,
    )
