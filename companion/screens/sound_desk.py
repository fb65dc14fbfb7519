"""How loud: the device itself where it can be asked, the voice, what covers the rustling, and the signals.
Each is heard while it is changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from kivy.clock import Clock, ClockEvent
from kivy.metrics import dp

from companion.i18n.languages import LANGUAGES
from companion.narrator.check import LOW
from companion.settings import LEVELS, VOICE_LEVELS, Bed
from companion.shell import Shell
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Labelled, Row
from companion.widgets.level_bar import LevelBar
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import sp

# So long the covering sound goes on after the finger has left it.
_BED_SECONDS: Final = 2.5
_BAR_WIDTH: Final = 116
_BED_ICONS: Final[Mapping[Bed, Icon]] = {
    Bed.RAIN: Icon.RAIN,
    Bed.HEARTH: Icon.HEARTH,
    Bed.TAVERN: Icon.TAVERN,
}


class LevelRow(Labelled):
    """A mark, words, a bar and its percent; the bar goes below the words where they need the room."""

    def __init__(self, icon: Icon, words: str, bar: LevelBar, show: Callable[[int], str]) -> None:
        self.bar = bar
        self._show = show
        self._icon = Glyph(icon, 24, tone="ink_2", pos_hint={"center_y": 0.5})
        name = Text(words, size_sp=16, weight=500, pos_hint={"center_y": 0.5})
        self._percent = Text(
            show(bar.percent), size_sp=16, tone="ink_2", align="end", most=1, smallest=11,
            size_hint_x=None, width=sp(46), pos_hint={"center_y": 0.5},
        )  # fmt: skip
        named = Row(self._icon, name, gap=10)
        super().__init__(named, Row(bar, self._percent, gap=6, hug=True), needs=name.natural_width() + dp(36))
        # A bar brings the height of a target.
        self.padding = 0

    def show(self, percent: int, tone: str = "candle_fill") -> None:
        low = tone == "ember"
        self.bar.show(percent, tone)
        self._percent.content = self._show(percent)
        self._percent.set_tone("ember" if low else "ink_2")
        self._icon.set_tone("ember" if low else "ink_2")


class SoundDesk(Card):
    """`on_change` is told when something was made louder or softer here."""

    def __init__(self, shell: Shell, on_change: Callable[[], object] | None = None) -> None:
        super().__init__(gap=0, padding=(dp(12), dp(4)))
        self._shell = shell
        self._on_change = on_change
        self._bed_ends: ClockEvent | None = None
        self._laid_out: object = None
        self.rows: dict[str, LevelRow] = {}
        self.follow()

    def follow(self) -> None:
        """Show what holds now: another language, another sound, a key of the phone that was pressed."""
        shell = self._shell
        settings, volume = shell.settings, shell.volume()
        kinds = (settings.narration, settings.bed, volume is None)
        if kinds != self._laid_out:
            self._laid_out = kinds
            self._lay_out(settings.narration, settings.bed, volume)
        for name in ("voice", "bed", "sign"):
            if name in self.rows:
                self.rows[name].show(getattr(settings, f"{name}_level"))
        if volume is not None:
            self.rows["device"].show(volume, "ember" if volume < LOW else "candle_fill")

    def rest(self) -> None:
        """Nobody listens here any more."""
        if self._bed_ends is not None:
            self._bed_ends.cancel()
            self._end_bed()

    # -- rows -----------------------------------------------------------------------------------------------

    def _lay_out(self, language: str, bed: Bed, volume: int | None) -> None:
        tr = self._shell.tr
        self.clear_widgets()
        self.rows.clear()
        if volume is not None:
            bar = self._bar(volume, self._set_device, self._say)
            self._add("device", Icon.SPEAKER, tr("app.sound.device"), bar)
        settings = self._shell.settings
        words = tr("app.sound.voice", language=LANGUAGES[language].name)
        lowest = VOICE_LEVELS[0]
        bar = self._bar(settings.voice_level, partial(self._set, "voice"), self._say, lowest)
        self._add("voice", Icon.MICROPHONE, words, bar)
        if bed is not Bed.OFF:
            bar = self._bar(settings.bed_level, self._set_bed, self._let_bed_go)
            self._add("bed", _BED_ICONS[bed], tr(f"app.sound.bed.{bed.value}"), bar)
        bar = self._bar(settings.sign_level, self._set_signs, self._beep)
        self._add("sign", Icon.BELL, tr("app.sound.signs"), bar)

    def _bar(
        self,
        percent: int,
        on_move: Callable[[int], object],
        on_rest: Callable[[int], object],
        lowest: int = LEVELS[0],
    ) -> LevelBar:
        return LevelBar(
            percent, on_move, on_rest, lowest=lowest,
            size_hint_x=None, width=dp(_BAR_WIDTH), pos_hint={"center_y": 0.5},
        )  # fmt: skip

    def _add(self, name: str, icon: Icon, words: str, bar: LevelBar) -> None:
        self.rows[name] = LevelRow(icon, words, bar, self._percent)
        self.add_widget(self.rows[name])

    def _percent(self, value: int) -> str:
        return self._shell.tr("app.settings.percent", value=value)

    # -- heard while it moves -----------------------------------------------------------------------------

    def _set(self, name: str, percent: int) -> None:
        self._shell.change(**{f"{name}_level": percent})
        self.rows[name].show(percent)
        self._tell()

    def _say(self, _: int) -> None:
        """A line at the new level, once the finger is lifted: half a word at each step would be noise."""
        self._shell.speaking.check(_pay_no_heed)

    def _set_device(self, percent: int) -> None:
        self._shell.set_volume(percent)
        self.follow()
        self._tell()

    def _tell(self) -> None:
        if self._on_change is not None:
            self._on_change()

    def _set_signs(self, percent: int) -> None:
        self._set("sign", percent)
        self._shell.speaking.beep()

    def _beep(self, _: int) -> None:
        self._shell.speaking.beep()

    def _set_bed(self, percent: int) -> None:
        self._set("bed", percent)
        if self._bed_ends is None:
            self._begin_bed()
        else:
            self._bed_ends.cancel()

    def _let_bed_go(self, _: int) -> None:
        if self._bed_ends is None:
            self._begin_bed()
        if self._bed_ends is not None:
            self._bed_ends.cancel()
            self._bed_ends()

    def _begin_bed(self) -> None:
        speaking = self._shell.speaking
        speaking.start_bed()
        speaking.sound.hush(speech=False)
        self._bed_ends = Clock.create_trigger(self._end_bed, _BED_SECONDS)

    def _end_bed(self, *_: object) -> None:
        self._bed_ends = None
        self._shell.speaking.end_bed()


def _pay_no_heed(_: object) -> None:
    """What was found is told elsewhere."""
