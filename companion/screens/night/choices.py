"""How tonight's narrator speaks: language, style, covering sound, pauses, and a sound check before eyes are
shut."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.entry.learning import choose_style, is_coached, is_first_game, record_manual_style
from companion.games.shelf import get_game
from companion.i18n.languages import LANGUAGES
from companion.narrator.night import PreparedNight
from companion.screens.labelled_rows import build_labelled_row
from companion.screens.night.check import SoundCheckPanel
from companion.scripts.cues import NightStyle
from companion.scripts.nights import NightDefinition, NightSetup
from companion.settings import ACT_SECONDS, LOOK_SECONDS, BackgroundSound
from companion.shell import AppContext
from companion.widgets.cards import ChoiceChips, Stepper, ToggleSwitch
from companion.widgets.layout import Column
from companion.widgets.sheet import Sheet
from companion.widgets.tap import PrimaryButton
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS


def show_duration(context: AppContext, begin: PrimaryButton, setup: NightSetup) -> None:
    """Beside the words that begin the night its length in the voice that will speak. While an engine has not
    said its lines yet, it is only about as long as that."""
    value = begin.value
    if value is None:
        return

    def show_estimate(night: PreparedNight) -> None:
        key = "app.night.seconds" if night.is_final else "app.night.about_seconds"
        value.content = context.tr(key, n=round(night.timeline.total))

    context.speech.preview_night(setup, show_estimate)


class StyleChoice(Column):
    """How much is said at this table. In a first game the cards choose, for this table alone, until somebody
    does; what is chosen by hand is also how the next tables are told."""

    def __init__(
        self, context: AppContext, night: NightDefinition, on_change: Callable[[], object] | None = None
    ) -> None:
        super().__init__(gap=8)
        self._app_context, self._night, self._on_change = context, night, on_change
        self._game = get_game(night.game)
        # Of any game; none before the first is shown.
        self._setup: Any = None
        self._shown_state: object = None

    def show(self, setup: NightSetup) -> None:
        context, tr = self._app_context, self._app_context.tr
        self._setup = setup
        style = self._night.supported_style(choose_style(context, self._game, setup, context.settings.style))
        is_automatic = is_coached(context, self._game, setup)
        if self._shown_state == (style, is_automatic):
            return
        self._shown_state = style, is_automatic
        self.clear_widgets()
        self.add_widget(Text(tr("app.night.style"), tone="ink_2"))
        styles = self._night.styles
        self.add_widget(
            ChoiceChips(
                [(option, tr(f"app.night.style.{option.value}")) for option in styles],
                style,
                self._choose,
                # Four beside each other have no room for their words.
                max_columns=3 if len(styles) == 3 else 2,
                accent=ACCENTS[self._game.accent],
            )
        )
        if is_automatic:
            self.add_widget(Text(tr("app.setup.reasons"), tone="ink_2"))

    def _choose(self, style: NightStyle) -> None:
        # Where the cards do not choose, they are not overruled.
        if is_first_game(self._game, self._setup):
            record_manual_style(self._app_context, self._game)
        self._app_context.change_settings(style=style)
        self.show(self._setup)
        if self._on_change is not None:
            self._on_change()


class NarrationSheet(Sheet):
    """`night` is the game's: it knows its styles."""

    def __init__(
        self, context: AppContext, night: NightDefinition, setup: NightSetup, on_change: Callable[[], object]
    ) -> None:
        self._app_context = context
        self._on_change = on_change
        self._check = SoundCheckPanel(context)
        tr, settings = context.tr, context.settings
        style = StyleChoice(context, night, self._notify_change)
        style.show(setup)
        super().__init__(
            tr("app.night.narration"),
            Text(tr("app.settings.narration"), tone="ink_2"),
            ChoiceChips(
                [(code, language.name) for code, language in LANGUAGES.items()],
                settings.narration,
                self._create_setter("narration"),
                min_column_width=70,
            ),
            style,
            Text(tr("app.night.bed"), tone="ink_2"),
            ChoiceChips(
                [(background, tr(f"app.night.bed.{background.value}")) for background in BackgroundSound],
                settings.bed,
                self._create_setter("bed"),
                min_column_width=70,
            ),
            build_labelled_row(
                tr("app.night.look"),
                Stepper(
                    settings.look_seconds,
                    LOOK_SECONDS[0],
                    LOOK_SECONDS[-1],
                    self._create_setter("look_seconds"),
                ),
            ),
            build_labelled_row(
                tr("app.night.act"),
                Stepper(
                    settings.act_seconds, ACT_SECONDS[0], ACT_SECONDS[-1], self._create_setter("act_seconds")
                ),
            ),
            build_labelled_row(
                tr("app.night.equal"),
                ToggleSwitch(settings.equal_nights, self._create_setter("equal_nights")),
                tr("app.night.equal_why"),
            ),
            self._check,
            on_close=context.navigator.close_sheet,
        )

    def _notify_change(self) -> None:
        self._check.refresh()
        self._on_change()

    def _create_setter(self, name: str) -> Callable[[Any], None]:
        def set_and_notify(value: Any) -> None:
            self._app_context.change_settings(**{name: value})
            self._notify_change()

        return set_and_notify
