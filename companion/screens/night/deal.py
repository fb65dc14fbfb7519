"""Deal page: the cards to shuffle, the volume, and the button that starts the night after a countdown."""

from __future__ import annotations

from functools import partial
from typing import Final

from kivy.clock import Clock
from kivy.metrics import dp

from companion.app_context import AppContext
from companion.core.game import Problem
from companion.core.resume_state import SetupBookmark, SetupStep, make_prepared_bookmark
from companion.games.registry import get_game
from companion.narrator.audio import GOOD_VOLUME_PERCENT, find_volume_problem
from companion.narrator.narration import SoundCheck
from companion.screens.game_screens import DealCards, GameScreens
from companion.screens.night.options import NarrationSheet, VolumePanel, show_duration
from companion.screens.role_reveal import DEFAULT_DEAL_CARDS
from companion.screens.rows import SetupFlowPage
from companion.scripts import coach
from companion.scripts.coach import is_coached
from companion.scripts.script import NightDefinition, NightSetup, find_night_definition
from companion.widgets.buttons import IconButton, PrimaryButton, SecondaryButton
from companion.widgets.cards import Card, Notice
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Panes, Row
from companion.widgets.page import Sheet, TitleBar
from companion.widgets.pictures import TableDiagram
from companion.widgets.text import HEADING, MUTED, IconLabel, Text
from companion.widgets.theme import ACCENTS, SLIDE_SECONDS, look, motion_seconds, sp

# The device's volume keys can change the volume at any time.
_REFRESH_SECONDS: Final = 1.0
# Below this height in sp the text above the button is hidden, to leave room for the cards.
_LOW_HEIGHT_SP: Final = 560
_LARGE_TEXT_SCALE: Final = 1.2


class DealPage(SetupFlowPage):
    """`pages_back` is the number of pages down the stack to the set-up page, for changing the cards; 0 if it
    is not there."""

    max_width_dp = 1040

    def __init__(self, context: AppContext, setup: NightSetup, pages_back: int = 0) -> None:
        self._app_context = context
        self.setup = setup
        self._pages_back = pages_back
        tr, self._night = context.tr, find_night_definition(setup)
        self._game = get_game(self._night.game)
        self._deal_cards = self._game.find_part(DealCards) or DEFAULT_DEAL_CARDS
        people = IconButton(Icon.PEOPLE, self._open_seats, tone="ink_2")
        actions = [people, IconButton(Icon.SETTINGS, self.open_narrator, tone="ink_2")]
        title, seats = tr(f"app.game.{self._game.id}"), self._format_seats()
        super().__init__(TitleBar(title, seats, on_back=context.go_back, actions=actions))
        self.change_button = SecondaryButton(
            tr("app.deal.change"), self._open_setup, icon=Icon.PENCIL, outlined=True,
            size_hint_x=None, width=dp(64) + sp(70), height=max(dp(48), sp(18) * 2.4),
        )  # fmt: skip
        head_parts = (Text(self._deal_cards.title(tr, setup), HEADING), self.change_button)
        # Large text needs the full width.
        head = Column(*head_parts) if look().text_scale > _LARGE_TEXT_SCALE else Row(*head_parts, gap=12)
        self.volume_panel = VolumePanel(context, self._update_warning)
        self.warning = Column(gap=0)
        self._shown_problem: Problem | None = None
        self.test_button = SecondaryButton(tr("app.deal.hear"), self._test_sound, icon=Icon.PLAY)
        min_width = 150 * max(1.0, look().text_scale)
        buttons = Grid(self.test_button, gap=8, min_column_width=min_width, max_columns=2)
        if self._deal_cards.briefing_cards:
            knowledge = SecondaryButton(tr("app.setup.knowledge"), self.open_knowledge, icon=Icon.EYE)
            buttons.add_widget(knowledge)
        cards = (*self._deal_cards.build_cards(tr, setup), _create_table_card(context, self._night, setup))
        cards_column = Column(head, *cards, gap=10)
        self._reasons = Column()
        # Grouped without gap: parts that are empty take no space.
        sound_column = Column(self._reasons, self.volume_panel, gap=0)
        buttons_column = Column(self.warning, buttons, gap=0)
        self.body.add_widget(Panes(cards_column, Column(sound_column, buttons_column, gap=10), gap=10))
        self._reason_text = Text(tr("app.deal.five_why"), MUTED, align="center")
        self.main = PrimaryButton(
            tr("app.deal.five"), self._begin, icon=Icon.MOON, value=" ", accent=ACCENTS[self._game.accent]
        )
        self.add_to_footer(self._reason_text, self.main)
        self.bind(height=self._fit)
        self._refresh_event = Clock.create_trigger(self._refresh_volume, _REFRESH_SECONDS, interval=True)

    def _format_seats(self) -> str:
        players = self.setup.players
        unnamed = all(name == str(seat) for seat, name in enumerate(players, 1))
        return self._app_context.tr("app.deal.seats_unnamed" if unnamed else "app.deal.seats", n=len(players))

    def _fit(self, *_: object) -> None:
        is_low, is_visible = self.height < sp(_LOW_HEIGHT_SP), self._reason_text.parent is not None
        if is_low and is_visible:
            self.footer.remove_widget(self._reason_text)
        elif not is_low and not is_visible:
            self.footer.add_widget(self._reason_text, index=1)

    # -- lifecycle ------------------------------------------------------------------------------------------

    def create_bookmark(self) -> SetupBookmark:
        before, has_setup_page = self._app_context.resume_state.bookmark, bool(self._pages_back)
        return make_prepared_bookmark(
            before, self._game.id, self.setup, SetupStep.DEAL, keep_selection=has_setup_page
        )

    def enter(self) -> None:
        super().enter()
        # If speech is not loaded yet, wait for the page transition: loading would block it.
        if self._app_context.is_speech_loaded:
            self._start_refreshing()
        else:
            Clock.schedule_once(self._start_refreshing, motion_seconds(SLIDE_SECONDS))

    def _start_refreshing(self, *_: object) -> None:
        if self._app_context.navigator.page is self:
            self._on_narration_changed()
            self._refresh_event()

    def leave(self) -> None:
        self._refresh_event.cancel()
        self.volume_panel.stop_preview()

    def suspend(self) -> None:
        self.volume_panel.stop_preview()

    def _refresh_volume(self, _: float) -> None:
        self.volume_panel.refresh()
        self._update_warning()

    def _on_narration_changed(self) -> None:
        """Update volume, hints and duration after a change of the narration options."""
        self.volume_panel.refresh()
        self._update_warning()
        self._reasons.clear_widgets()
        if is_coached(self._app_context, self._game, self.setup):
            icon = IconLabel(Icon.BOOK_OPEN, 22, tone="ink_2")
            words = Text(self._app_context.tr("app.setup.reasons"), MUTED)
            self._reasons.add_widget(Row(icon, words, gap=10, padding=(0, 0, 0, dp(10))))
        show_duration(self._app_context, self.main, self.setup)

    # -- sound ----------------------------------------------------------------------------------------------

    def _update_warning(self) -> None:
        """Show a warning if the volume is too low. It never blocks: the lines can also be read."""
        context = self._app_context
        has_device, voice_level = context.speech.has_audio_device, context.settings.voice_level
        problem = find_volume_problem(context.get_volume(), voice_level, has_device=has_device)
        if problem == self._shown_problem:
            return
        self._shown_problem = problem
        self.warning.clear_widgets()
        self.warning.padding = (0, 0, 0, 0 if problem is None else dp(10))
        if problem is not None:
            fix, on_fix = (context.tr("app.sound.turn_up"), self._turn_up) if has_device else ("", None)
            text = context.tr.translate_problem(problem)
            self.warning.add_widget(Notice(text, fix_text=fix, on_fix=on_fix))

    def _turn_up(self) -> None:
        context = self._app_context
        if find_volume_problem(context.get_volume(), has_device=True) is not None:
            context.set_volume(GOOD_VOLUME_PERCENT)
        if find_volume_problem(None, context.settings.voice_level, has_device=True) is not None:
            context.change_settings(voice_level=GOOD_VOLUME_PERCENT)
        self._refresh_volume(0)
        self._test_sound()

    def _test_sound(self) -> None:
        self._app_context.speech.run_sound_check(self._on_sound_checked)

    def _on_sound_checked(self, check: SoundCheck) -> None:
        for problem in check.problems[:1]:
            self._app_context.show_problem(problem)

    # -- navigation -----------------------------------------------------------------------------------------

    def open_narrator(self) -> None:
        self._app_context.navigator.open_sheet(
            NarrationSheet(self._app_context, self._night, self.setup, self._on_narration_changed)
        )

    def open_knowledge(self) -> None:
        navigator, tr = self._app_context.navigator, self._app_context.tr
        cards = [create_card(tr) for create_card in self._deal_cards.briefing_cards]
        for card in cards:
            card.show(self.setup)
        navigator.open_sheet(Sheet("", *cards, on_close=navigator.close_sheet))

    def _open_setup(self) -> None:
        if self._pages_back:
            self._app_context.navigator.pop(self._pages_back)
            return
        self._deal_cards.remember(self._app_context, self.setup)
        build_page = self._game.get_part(GameScreens).build_setup_page
        self._app_context.navigator.replace(partial(build_page, self._app_context, self.setup.players))

    def _open_seats(self) -> None:
        self._app_context.setup_players = self.setup.players
        self._app_context.open_seats(self._game)

    def _begin(self) -> None:
        # Ignore a second tap at the same time: only one night may start.
        if self._app_context.navigator.page is not self:
            return
        self._deal_cards.remember(self._app_context, self.setup)
        # From now on a guide for this game starts with no ticks.
        coach.mark_game_started(self._app_context, self._game)
        self._app_context.speech.start_night(self.setup)


def _create_table_card(context: AppContext, night: NightDefinition, setup: NightSetup) -> Card:
    """Return the card with what everybody does before the phone is put in the middle."""
    tr = context.tr
    heading = Text(tr("app.deal.dealt"), HEADING, size_sp=18)
    labels = Column(heading, Text(tr(night.instruction_key or "app.deal.look"), MUTED), gap=2)
    return Card(Row(TableDiagram(len(setup.players)), labels, gap=14), padding=(dp(12), dp(8)))
