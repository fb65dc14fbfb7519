"""How tonight's narrator speaks: language, style, covering sound, pauses, and a sound check before eyes are
shut."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.entry.learning import choose_by_hand, is_first_game, learns, style_of
from companion.games.shelf import game_of
from companion.i18n.languages import LANGUAGES
from companion.narrator.night import Night
from companion.screens.labelled_rows import labelled
from companion.screens.night.check import SoundCheckPanel
from companion.scripts.cues import Style
from companion.scripts.nights import GameNight, Seated
from companion.settings import ACTS, LOOKS, Bed
from companion.shell import Shell
from companion.widgets.cards import Choice, OnOff, Stepper
from companion.widgets.layout import Column
from companion.widgets.sheet import Sheet
from companion.widgets.tap import MainButton
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS


def show_length(shell: Shell, begin: MainButton, setup: Seated) -> None:
    """Beside the words that begin the night its length in the voice that will speak. While an engine has not
    said its lines yet, it is only about as long as that."""
    value = begin.value
    if value is None:
        return

    def tell(night: Night) -> None:
        key = "app.night.seconds" if night.settled else "app.night.about_seconds"
        value.content = shell.tr(key, n=round(night.timeline.total))

    shell.speaking.foresee(setup, tell)


class StyleChoice(Column):
    """How much is said at this table. In a first game the cards choose, for this table alone, until somebody
    does; what is chosen by hand is also how the next tables are told."""

    def __init__(self, shell: Shell, night: GameNight, on_change: Callable[[], object] | None = None) -> None:
        super().__init__(gap=8)
        self._shell, self._night, self._on_change = shell, night, on_change
        self._game = game_of(night.game)
        # Of any game; none before the first is shown.
        self._setup: Any = None
        self._shown: object = None

    def show(self, setup: Seated) -> None:
        shell, tr = self._shell, self._shell.tr
        self._setup = setup
        style = self._night.style(style_of(shell, self._game, setup, shell.settings.style))
        by_cards = learns(shell, self._game, setup)
        if self._shown == (style, by_cards):
            return
        self._shown = style, by_cards
        self.clear_widgets()
        self.add_widget(Text(tr("app.night.style"), tone="ink_2"))
        styles = self._night.styles
        self.add_widget(
            Choice(
                [(offered, tr(f"app.night.style.{offered.value}")) for offered in styles],
                style,
                self._choose,
                # Four beside each other have no room for their words.
                most_columns=3 if len(styles) == 3 else 2,
                accent=ACCENTS[self._game.accent],
            )
        )
        if by_cards:
            self.add_widget(Text(tr("app.setup.reasons"), tone="ink_2"))

    def _choose(self, style: Style) -> None:
        # Where the cards do not choose, they are not overruled.
        if is_first_game(self._game, self._setup):
            choose_by_hand(self._shell, self._game)
        self._shell.change(style=style)
        self.show(self._setup)
        if self._on_change is not None:
            self._on_change()


class NarrationSheet(Sheet):
    """`night` is the game's: it knows its styles."""

    def __init__(
        self, shell: Shell, night: GameNight, setup: Seated, on_change: Callable[[], object]
    ) -> None:
        self._shell = shell
        self._changed = on_change
        self._check = SoundCheckPanel(shell)
        tr, settings = shell.tr, shell.settings
        style = StyleChoice(shell, night, self._tell)
        style.show(setup)
        super().__init__(
            tr("app.night.narration"),
            Text(tr("app.settings.narration"), tone="ink_2"),
            Choice(
                [(code, language.name) for code, language in LANGUAGES.items()],
                settings.narration,
                self._setter("narration"),
                narrowest=70,
            ),
            style,
            Text(tr("app.night.bed"), tone="ink_2"),
            Choice(
                [(bed, tr(f"app.night.bed.{bed.value}")) for bed in Bed],
                settings.bed,
                self._setter("bed"),
                narrowest=70,
            ),
            labelled(
                tr("app.night.look"),
                Stepper(settings.look_seconds, LOOKS[0], LOOKS[-1], self._setter("look_seconds")),
            ),
            labelled(
                tr("app.night.act"),
                Stepper(settings.act_seconds, ACTS[0], ACTS[-1], self._setter("act_seconds")),
            ),
            labelled(
                tr("app.night.equal"),
                OnOff(settings.equal_nights, self._setter("equal_nights")),
                tr("app.night.equal_why"),
            ),
            self._check,
            on_close=shell.stage.close_sheet,
        )

    def _tell(self) -> None:
        self._check.follow()
        self._changed()

    def _setter(self, name: str) -> Callable[[Any], None]:
        def set_it(value: Any) -> None:
            self._shell.change(**{name: value})
            self._tell()

        return set_it
