"""Learning page: introduction, guided set-up, rules, box check and packing for each game; and the
introduction itself, chapters with a picture and a few spoken sentences, at two speeds."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import accumulate
from typing import Any

from kivy.metrics import dp

from companion.app_context import AppContext
from companion.core.definition import GameDefinition
from companion.core.game import ProblemError
from companion.core.players import make_unnamed_seats
from companion.core.resume_state import SetupDefaults
from companion.games.registry import list_games
from companion.narrator.read_aloud import ReadingMode
from companion.screens.learn.guide_page import PicturePage
from companion.screens.learn.reader import ReadAloudController, ReadAloudPage
from companion.screens.learn.rule_links import has_rules, open_rules
from companion.screens.scene import ScenePicture
from companion.screens.seats import SeatsPage
from companion.scripts.coach import load_speed, save_speed
from companion.scripts.teaching import GAP_SECONDS, GuideDefinition, Intro, IntroSpeed
from companion.widgets.backdrop import EmblemWidget
from companion.widgets.buttons import Pressable, PrimaryButton, SecondaryButton
from companion.widgets.cards import Card, Chip
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row, Spacer
from companion.widgets.page import Page, TitleBar
from companion.widgets.progress import StepBar
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.text import HEADING, TITLE, IconLabel, Text
from companion.widgets.theme import ACCENTS, PRIMARY_HEIGHT, RADIUS_CARD, TOUCH_TARGET, look, sp, theme_colour

# Pause after a chapter, as a multiple of the pause after a sentence.
_CHAPTER_PAUSE_FACTOR = 3.0


class IntroPage(ReadAloudPage, PicturePage):
    def __init__(self, context: AppContext, game: GameDefinition) -> None:
        self._app_context, self._game = context, game
        tr, accent = context.tr, ACCENTS[game.accent]
        self.chapters = game.get_part(Intro).chapters
        self._speed = load_speed(context)
        title = tr("guide.intro.title", game=tr(f"app.game.{game.id}"))
        # Sized for the longer label, so that the title does not move.
        widest_label = max((tr(f"guide.intro.speed.{speed.value}") for speed in IntroSpeed), key=len)
        self.speed_chip = Chip(widest_label, self._toggle_speed, icon=Icon.TIMER, hug=True)
        self._title_bar = TitleBar(
            title, " ", on_back=context.go_back, back_icon=Icon.CLOSE, actions=[self.speed_chip]
        )
        super().__init__(self._title_bar)
        self._step_bar = StepBar(len(self.chapters), current=accent.fill)
        self.set_picture(ScenePicture(tr, accent=accent), self._step_bar)
        self._chapter_title = Text("", HEADING, size_sp=26, min_size=18, max_lines=2)
        self._sentences = Column(gap=8)
        for part in (self._chapter_title, self._sentences):
            self.body.add_widget(part)
        height = max(dp(PRIMARY_HEIGHT), sp(20) * 2.6)
        self.previous_button = _ChapterButton(Icon.BACK, partial(self._skip_chapters, -1), height)
        self.next_button = _ChapterButton(Icon.FORWARD, partial(self._skip_chapters, 1), height)
        self.main = PrimaryButton(tr("app.pause"), self._on_main_button, icon=Icon.PAUSE, accent=accent)
        self.add_to_footer(Row(self.previous_button, self.main, self.next_button, gap=8))
        self._displayed: tuple[int, int] | None = None
        self._show_speed()
        self.reader = self._build_reader(0)

    def _build_reader(self, chapter: int) -> ReadAloudController:
        """Return a reader for all sentences at the current speed, starting at this chapter."""
        sentence_lists = [chapter.messages_for(self._speed) for chapter in self.chapters]
        # Index of each chapter's first sentence, and the total number.
        self._chapter_starts = (0, *accumulate(map(len, sentence_lists)))
        pause = GAP_SECONDS[self._speed]
        pauses = [
            pause * (_CHAPTER_PAUSE_FACTOR if index == len(sentences) - 1 else 1.0)
            for sentences in sentence_lists
            for index in range(len(sentences))
        ]
        return ReadAloudController(
            self._app_context,
            [sentence for sentences in sentence_lists for sentence in sentences],
            pauses,
            self._show,
            index=self._chapter_starts[chapter],
            brisk=self._speed is IntroSpeed.QUICK,
        )

    @property
    def chapter_index(self) -> int:
        """The current chapter; after the last sentence, the last one."""
        position = self.reader.index
        return max(index for index, start in enumerate(self._chapter_starts[:-1]) if start <= position)

    # -- commands -----------------------------------------------------------------------------------------

    def _on_main_button(self) -> None:
        if self.reader.reading.is_finished:
            self._app_context.navigator.replace(partial(SeatsPage, self._app_context, self._game))
        elif self.reader.mode is ReadingMode.PAUSED:
            self.reader.resume()
        else:
            self.reader.pause()

    def _skip_chapters(self, count: int) -> None:
        self.reader.go_to(self._chapter_starts[min(max(0, self.chapter_index + count), len(self.chapters))])

    def _toggle_speed(self) -> None:
        chapter_index = self.chapter_index
        self._speed = IntroSpeed.QUICK if self._speed is IntroSpeed.CALM else IntroSpeed.CALM
        save_speed(self._app_context, self._speed)
        self._show_speed()
        self.reader.close()
        self._displayed = None
        self.reader = self._build_reader(chapter_index)
        self.reader.open()

    def _show_speed(self) -> None:
        self.speed_chip.label.content = self._app_context.tr(f"guide.intro.speed.{self._speed.value}")

    # -- content ------------------------------------------------------------------------------------------

    def _show(self, is_new: bool) -> None:
        tr = self._app_context.tr
        if self.reader.reading.is_finished:
            self.main.show(tr("guide.intro.set_up"), Icon.CHECK)
        elif self.reader.mode is ReadingMode.PAUSED:
            self.main.show(tr("app.go_on"), Icon.PLAY)
        else:
            self.main.show(tr("app.pause"), Icon.PAUSE)
        if is_new or self._displayed is None:
            self._show_chapter()

    def _show_chapter(self) -> None:
        tr, chapter_index = self._app_context.tr, self.chapter_index
        displayed = (chapter_index, self.reader.index)
        if displayed == self._displayed:
            return
        self._displayed = displayed
        chapter = self.chapters[chapter_index]
        self._step_bar.show(chapter_index + 1)
        progress = tr("guide.intro.chapter", step=chapter_index + 1, steps=len(self.chapters))
        self._title_bar.show(self._title_bar.title.content, progress)
        self._chapter_title.content = tr(f"{self._game.id}_guide.intro.{chapter.id}.title")
        self.picture.show(chapter.scene)
        self.previous_button.enabled = chapter_index > 0
        self.next_button.enabled = not self.reader.reading.is_finished
        self._sentences.clear_widgets()
        first = self._chapter_starts[chapter_index]
        last = min(self.reader.index, self._chapter_starts[chapter_index + 1] - 1)
        for index in range(first, last + 1):
            is_current = index == self.reader.index
            text = Text(
                self.reader.texts[index], size_sp=24 if is_current else 17,
                weight=500 if is_current else 400, tone="ink" if is_current else "ink_2",
            )  # fmt: skip
            self._sentences.add_widget(_CurrentSentence(text, self.reader.advance) if is_current else text)
        self.scroll.keep_visible(self._sentences.children[0] if self._sentences.children else None)


class _ChapterButton(Pressable):
    """Skips to the previous or next chapter."""

    def __init__(self, icon: Icon, on_tap: Callable[[], object], height: float) -> None:
        super().__init__(on_tap, size_hint=(0.3, None), height=height, orientation="vertical")
        self._box = RoundedBox(self, radius=RADIUS_CARD, border=theme_colour("rim"), line_width=1.5)
        self._glyph = IconLabel(icon, 26, mirrored=True, pos_hint={"center_x": 0.5})
        for part in (Spacer(), self._glyph, Spacer()):
            self.add_widget(part)
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(background=theme_colour("raised") if pressed else TRANSPARENT)
        self._glyph.set_tone("ink" if self.enabled else "groove")


class _CurrentSentence(Pressable):
    """The spoken sentence; a tap skips to the next."""

    def __init__(self, label: Text, on_tap: Callable[[], object]) -> None:
        super().__init__(on_tap, size_hint_y=None)
        self.label = label
        self.add_widget(label)
        label.pos_hint = {"center_y": 0.5}
        label.bind(height=self._fit)
        self._fit(label, label.height)

    def _fit(self, _: Text, height: float) -> None:
        self.height = max(dp(TOUCH_TARGET), height)


_EMBLEM_DP = 44
# Number of recent games among which the latest of a kind is searched.
_MAX_RECENT_GAMES = 40


class LearnPage(Page):
    """One card per game, with buttons for the parts it has."""

    max_width_dp = 1040

    def __init__(self, context: AppContext) -> None:
        super().__init__(TitleBar(context.tr("guide.learn.title"), on_back=context.go_back))
        self._app_context = context
        self.buttons: dict[tuple[str, str], SecondaryButton] = {}
        cards = Grid(gap=12, min_column_width=340 * max(1.0, look().text_scale * 0.8), max_columns=2)
        for game in list_games():
            buttons = tuple(self._build_buttons(game))
            if buttons:
                cards.add_widget(self._build_card(game, buttons))
        self.body.add_widget(cards)

    def _build_card(self, game: GameDefinition, buttons: tuple[SecondaryButton, ...]) -> Card:
        tr = self._app_context.tr
        first, *others = buttons
        heading = Row(
            EmblemWidget(game.emblem, _EMBLEM_DP),
            Text(tr(f"app.game.{game.id}"), TITLE, max_lines=2, min_size=16),
            gap=12,
        )
        grid = Grid(*others, gap=8, min_column_width=140 * max(1.0, look().text_scale * 0.9), max_columns=2)
        return Card(heading, first, grid, gap=10, padding=(dp(14), dp(12)), size_hint_y=None)

    def _build_buttons(self, game: GameDefinition) -> list[SecondaryButton]:
        context, tr, line = self._app_context, self._app_context.tr, ACCENTS[game.accent].line
        buttons: list[SecondaryButton] = []

        def add_button(
            name: str, text: str, icon: Icon, action: Callable[[], object], **options: Any
        ) -> None:
            height = max(dp(52), sp(17) * 2.9)
            button = SecondaryButton(text, action, icon=icon, height=height, **options)
            self.buttons[game.id, name] = button
            buttons.append(button)

        if game.has_part(Intro):
            add_button(
                "intro", tr("guide.learn.intro"), Icon.SPEAKER, partial(context.push, IntroPage, game),
                mirrored=True, outlined=True, border=line,
            )  # fmt: skip
        has_guide = game.has_part(GuideDefinition)
        if has_guide:
            open_setup = partial(context.push, SeatsPage, game)
            add_button("set_up", tr("guide.learn.set_up"), Icon.MENU_LIST, open_setup, mirrored=True)
        if has_rules(game):
            add_button("rules", tr("app.rules.title"), Icon.BOOK_OPEN, partial(open_rules, context, game))
        if has_guide:
            add_button("box", tr("guide.box.title"), Icon.SEARCH, partial(self._open_box, game))
            add_button("pack", tr("guide.learn.pack"), Icon.BROOM, partial(self._open_packing, game))
        return buttons

    def _open_box(self, game: GameDefinition) -> None:
        # Pages are imported on demand.
        from companion.screens.learn.guide_page import BoxPage

        self._app_context.push(BoxPage, game)

    def _open_packing(self, game: GameDefinition) -> None:
        """Open the page that tells how to pack the box, for the latest game's set-up or the default one."""
        from companion.screens.learn.guide_page import PackingPage

        self._app_context.push(PackingPage, _last_or_default_setup(self._app_context, game))


class _ReadOnlyMemory:
    """Settings that can be read but not written: preparing a default set-up must not change them."""

    def __init__(self, context: AppContext) -> None:
        self.recall = context.recall

    def remember(self, value: Any, name: str) -> None:
        pass


def _last_or_default_setup(context: AppContext, game: GameDefinition) -> Any:
    for stored in context.games.list_recent(_MAX_RECENT_GAMES).games:
        if stored.game == game.id:
            with suppress(ProblemError):
                return context.games.open_session(stored).setup
    players = make_unnamed_seats(game.default_players)
    defaults = game.find_part(SetupDefaults)
    if defaults is None:
        return game.rules.setup_type(players)
    return defaults.prepare_setup(players, _ReadOnlyMemory(context), lambda _: 0)
