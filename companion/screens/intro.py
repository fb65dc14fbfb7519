"""A game told in five minutes: a picture and a few spoken sentences a chapter, at two speeds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import accumulate

from kivy.metrics import dp

from companion.entry.intro_speed import choose_speed, speed_of
from companion.games.manifest import Manifest
from companion.narrator.reading import Mode
from companion.screens.guide.pictured import Pictured
from companion.screens.guide.reader import Reader
from companion.screens.scene_picture import ScenePicture
from companion.screens.seats import SeatsPage
from companion.scripts.intros import BREATHS, Chapter, Speed
from companion.shell import Shell
from companion.widgets.cards import Chip
from companion.widgets.icon_names import Icon
from companion.widgets.keeping import Keeps
from companion.widgets.layout import Column, Gap, Row
from companion.widgets.page import TitleBar
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.step_bar import StepBar
from companion.widgets.tap import MainButton, Tap
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS, MAIN_HEIGHT, RADIUS_CARD, TARGET, paint, sp

# Between two chapters there is so much more time than between two sentences.
_CHAPTER = 3.0


class IntroPage(Keeps, Pictured):
    def __init__(self, shell: Shell, game: Manifest) -> None:
        self._shell, self._game = shell, game
        tr, accent = shell.tr, ACCENTS[game.accent]
        self.chapters: tuple[Chapter, ...] = game.part("scripts", "intro").CHAPTERS
        self._speed = speed_of(shell)
        title = tr("guide.intro.title", game=tr(f"app.game.{game.id}"))
        # As wide as the longer of its words, so that the title beside it stays where it is.
        longest = max((tr(f"guide.intro.speed.{speed.value}") for speed in Speed), key=len)
        self.speed = Chip(longest, self._change_speed, icon=Icon.TIMER, hug=True, pos_hint={"center_y": 0.5})
        self._head = TitleBar(title, " ", on_back=shell.back, back_icon=Icon.CLOSE, tools=[self.speed])
        super().__init__(self._head)
        self._bar = StepBar(len(self.chapters), now=accent.fill)
        self.picture_with(ScenePicture(tr, accent=accent), self._bar)
        self._title = Text("", face="title", size_sp=26, smallest=18, most=2)
        self._said = Column(gap=8)
        for part in (self._title, self._said):
            self.body.add_widget(part)
        high = max(dp(MAIN_HEIGHT), sp(20) * 2.6)
        self.earlier = _Turn(Icon.BACK, partial(self._leaf, -1), high)
        self.later = _Turn(Icon.FORWARD, partial(self._leaf, 1), high)
        self.main = MainButton(tr("app.pause"), self._press, icon=Icon.PAUSE, accent=accent)
        self.with_footer(Row(self.earlier, self.main, self.later, gap=8))
        self._shown: tuple[int, int] | None = None
        self._show_speed()
        self.reader = self._told(0)

    def _told(self, chapter: int) -> Reader:
        """All that is said at this speed, from this chapter on."""
        told = [chapter.told(self._speed) for chapter in self.chapters]
        # The number of the first sentence of each chapter, and the end.
        self._firsts = (0, *accumulate(map(len, told)))
        breath = BREATHS[self._speed]
        pauses = [
            breath * (_CHAPTER if place == len(sentences) - 1 else 1.0)
            for sentences in told
            for place in range(len(sentences))
        ]
        return Reader(
            self._shell,
            [sentence for sentences in told for sentence in sentences],
            pauses,
            self._show,
            at=self._firsts[chapter],
            brisk=self._speed is Speed.QUICK,
        )

    @property
    def chapter(self) -> int:
        """The chapter that is being told; after the last sentence the last one."""
        at = self.reader.at
        return max(place for place, first in enumerate(self._firsts[:-1]) if first <= at)

    # -- life ---------------------------------------------------------------------------------------------

    def keep(self) -> tuple[int, bool]:
        return self.reader.where()

    def take_up(self, kept: tuple[int, bool]) -> None:
        self.reader.take_up(*kept)

    def enter(self) -> None:
        self.reader.open()

    def leave(self) -> None:
        self.reader.close()

    def suspend(self) -> None:
        if not self.reader.reading.over:
            self.reader.hold()

    # -- commands -----------------------------------------------------------------------------------------

    def _press(self) -> None:
        if self.reader.reading.over:
            self._shell.stage.swap(partial(SeatsPage, self._shell, self._game))
        elif self.reader.mode is Mode.HELD:
            self.reader.go_on()
        else:
            self.reader.hold()

    def _leaf(self, chapters: int) -> None:
        self.reader.go_to(self._firsts[min(max(0, self.chapter + chapters), len(self.chapters))])

    def _change_speed(self) -> None:
        chapter = self.chapter
        self._speed = Speed.QUICK if self._speed is Speed.CALM else Speed.CALM
        choose_speed(self._shell, self._speed)
        self._show_speed()
        self.reader.close()
        self._shown = None
        self.reader = self._told(chapter)
        self.reader.open()

    def _show_speed(self) -> None:
        self.speed.words.content = self._shell.tr(f"guide.intro.speed.{self._speed.value}")

    # -- showing ------------------------------------------------------------------------------------------

    def _show(self, new: bool) -> None:
        tr, over, held = self._shell.tr, self.reader.reading.over, self.reader.mode is Mode.HELD
        if over:
            self.main.show(tr("guide.intro.set_up"), Icon.CHECK)
        else:
            self.main.show(tr("app.go_on" if held else "app.pause"), Icon.PLAY if held else Icon.PAUSE)
        if new or self._shown is None:
            self._show_chapter()

    def _show_chapter(self) -> None:
        tr, place = self._shell.tr, self.chapter
        shown = (place, self.reader.at)
        if shown == self._shown:
            return
        self._shown = shown
        chapter = self.chapters[place]
        self._bar.show(place + 1)
        self._head.show(
            self._head.title.content, tr("guide.intro.chapter", step=place + 1, steps=len(self.chapters))
        )
        self._title.content = tr(f"{self._game.id}_guide.intro.{chapter.id}.title")
        self.picture.show(chapter.scene)
        self.earlier.enabled = place > 0
        self.later.enabled = not self.reader.reading.over
        self._said.clear_widgets()
        first = self._firsts[place]
        last = min(self.reader.at, self._firsts[place + 1] - 1)
        for number in range(first, last + 1):
            now = number == self.reader.at
            said = Text(
                self.reader.texts[number], size_sp=24 if now else 17, weight=500 if now else 400,
                tone="ink" if now else "ink_2",
            )  # fmt: skip
            self._said.add_widget(_Sentence(said, self.reader.tap) if now else said)
        self.scroll.hold(self._said.children[0] if self._said.children else None)


class _Turn(Tap):
    """To the chapter before or after."""

    def __init__(self, icon: Icon, on_tap: Callable[[], object], high: float) -> None:
        super().__init__(on_tap, size_hint=(0.3, None), height=high, orientation="vertical")
        self._box = Box(self, radius=RADIUS_CARD, edge=paint("rim"), line=1.5)
        self._mark = Glyph(icon, 26, mirrored=True, pos_hint={"center_x": 0.5})
        for part in (Gap(), self._mark, Gap()):
            self.add_widget(part)
        self._answer()

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=paint("raised") if pressed else CLEAR)
        self._mark.set_tone("ink" if self.enabled else "groove")


class _Sentence(Tap):
    """What is being said: a tap goes on to the next."""

    def __init__(self, words: Text, on_tap: Callable[[], object]) -> None:
        super().__init__(on_tap, size_hint_y=None)
        self.words = words
        self.add_widget(words)
        words.pos_hint = {"center_y": 0.5}
        words.bind(height=self._fit)
        self._fit(words, words.height)

    def _fit(self, _: Text, height: float) -> None:
        self.height = max(dp(TARGET), height)
