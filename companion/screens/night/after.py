"""What follows a night: one that was stopped, and dawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.shelf import engine_of
from companion.screens.night.page import NightPage, night_title
from companion.screens.rows import heading
from companion.scripts.nights import Seated, night_for
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Gap
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import MainButton, SideButton
from companion.widgets.text import Glyph, Text

if TYPE_CHECKING:
    from companion.app import CompanionApp


class StoppedPage(Page):
    """Stop: everybody may look up, once no card shows. The same cards can go on from the right step."""

    def __init__(self, app: CompanionApp, night: NightPage) -> None:
        tr = app.tr
        super().__init__(TitleBar(night_title(tr, night.night)))
        self._app = app
        self._night = night
        # Decks may be turned just now, and their cards are not for every eye.
        turned = any(cue.turns for cue in night.night.script.cues)
        stop = tr("app.night.stopped_decks" if turned else "app.night.stopped")
        for part in (
            Gap(height=24),
            Glyph(Icon.EYE, 112, tone="candle", pos_hint={"center_x": 0.5}),
            Text(stop, face="title", size_sp=36, align="center"),
            Text(tr("app.night.stopped_why"), size_sp=18, align="center", tone="ink_2"),
        ):
            self.body.add_widget(part)
        self.restart = MainButton(tr("app.night.restart"), self._restart, icon=Icon.AGAIN)
        self.end = SideButton(tr("app.night.leave"), self._leave, icon=Icon.CLOSE)
        self.with_footer(self.end, self.restart)

    def _restart(self) -> None:
        self._app.stage.leave()
        self._night.restart()

    def _leave(self) -> None:
        self._app.stage.leave(2)

    def go_back(self) -> bool:
        self._leave()
        return True


class DawnPage(Page):
    """The night is over; the game waits."""

    def __init__(self, app: CompanionApp, setup: Seated) -> None:
        tr, night = app.tr, night_for(setup)
        super().__init__(TitleBar(tr(f"app.game.{night.game}"), on_back=app.back))
        self._app = app
        self._setup = setup
        self._game = night.game
        dawn = night.dawn(setup)
        for part in (
            Gap(height=12 if dawn.cards else 24),
            Glyph(Icon.SUN, 88 if dawn.cards else 120, tone="candle", pos_hint={"center_x": 0.5}),
            Text(tr("app.night.dawn"), face="title", size_sp=48, smallest=30, align="center"),
            Text(tr(dawn.begins, name=dawn.name), size_sp=20, align="center"),
        ):
            self.body.add_widget(part)
        if dawn.cards:
            steps = (Text(tr(key), size_sp=18) for key in dawn.cards)
            self.body.add_widget(Card(*steps, gap=12))
        if dawn.rules:
            rules = (Text(tr(key), tone="ink_2") for key in dawn.rules)
            self.body.add_widget(Card(heading(Icon.INFO, tr(dawn.rules_title)), *rules, gap=10))
        self.again = SideButton(tr("app.night.replay"), self._replay, icon=Icon.AGAIN)
        self.main = MainButton(tr(dawn.onward), self._go_on, onward=True)
        self.with_footer(self.again, self.main)

    def _go_on(self) -> None:
        self._app.start_table(engine_of(self._game), self._setup)

    def _replay(self) -> None:
        self._app.stage.leave()
        self._app.speaking.begin(self._setup)
