"""How tonight's narrator speaks: style, covering sound, pauses, and a sound check before eyes are shut."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.i18n.languages import LANGUAGES
from companion.narrator.night import Night
from companion.screens.labelled_rows import heading, labelled
from companion.screens.night.check import SoundCheckPanel
from companion.scripts.nights import GameNight, Seated
from companion.settings import ACTS, LOOKS, Bed
from companion.shell import Shell
from companion.widgets.cards import Card, Choice, OnOff, Stepper
from companion.widgets.icon_names import Icon
from companion.widgets.tap import MainButton
from companion.widgets.text import Text


def show_length(shell: Shell, begin: MainButton, setup: Seated | None) -> None:
    """Beside the words that begin the night its length in the voice that will speak; None where it cannot
    begin. While an engine has not said its lines yet, it is only about as long as that."""
    value = begin.value
    if value is None:
        return
    if setup is None:
        value.content = ""
        return

    def tell(night: Night) -> None:
        # What came out of a set-up that can no longer begin is not to be shown.
        if begin.enabled:
            key = "app.night.seconds" if night.settled else "app.night.about_seconds"
            value.content = shell.tr(key, n=round(night.timeline.total))

    shell.speaking.foresee(setup, tell)


class NarrationCard(Card):
    """`night` is the game's: it knows its styles, and what is to be done before it."""

    def __init__(self, shell: Shell, night: GameNight, on_change: Callable[[], object]) -> None:
        super().__init__(gap=10)
        self._shell = shell
        self._on_change = on_change
        self._check = SoundCheckPanel(shell)
        tr, settings = shell.tr, shell.settings
        for part in (
            heading(Icon.SPEAKER, tr("app.night.narration")),
            *((Text(tr(night.before)),) if night.before is not None else ()),
            Text(tr("app.settings.narration"), tone="ink_2"),
            Choice(
                [(code, language.name) for code, language in LANGUAGES.items()],
                settings.narration,
                self._setter("narration"),
                narrowest=70,
            ),
            Text(tr("app.night.style"), tone="ink_2"),
            Choice(
                [(style, tr(f"app.night.style.{style.value}")) for style in night.styles],
                night.style(settings.style),
                self._setter("style"),
                # Four beside each other have no room for their words.
                most_columns=3 if len(night.styles) == 3 else 2,
            ),
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
        ):
            self.add_widget(part)

    def _setter(self, name: str) -> Callable[[Any], None]:
        def set_it(value: Any) -> None:
            self._shell.change(**{name: value})
            self._check.follow()
            self._on_change()

        return set_it
