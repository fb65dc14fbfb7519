"""What the night's player asks for, done: heard through the loudspeaker and felt through the table."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from kivy.clock import Clock

from companion.narrator.events import EndNight, Event, RingBell, Silence, StartHold, StartLeadIn, StartLine
from companion.narrator.night import Night
from companion.scripts.asides import Aside
from companion.shell import Shell

# Seconds of a buzz, and from the first to the second of two.
_SHORT, _LONG, _APART = 0.08, 0.4, 0.25
# What was said is felt as well, by whoever holds the phone in the dark: how often.
_BUZZES: Mapping[Enum, int] = {Aside.PAUSED: 1, Aside.GO_ON: 1, Aside.STEP_BACK: 2}


class NightVoice:
    def __init__(self, shell: Shell, night: Night) -> None:
        self._shell = shell
        self._night = night

    def do(self, events: tuple[Event, ...]) -> bool:
        """Whether the night is over with these."""
        sound = self._shell.speaking.sound
        for event in events:
            match event:
                case StartLine(cue, said, language):
                    sound.speak(self._night.said(language, said.line).clip)
                    self._buzz(event)
                    self.prepare(cue if isinstance(said.kind, Aside) else cue + 1)
                case StartHold():
                    sound.hush(speech=False)
                case StartLeadIn():
                    sound.silence()
                    self._shell.speaking.wake()
                case Silence():
                    sound.silence()
                case RingBell():
                    self._shell.speaking.bell()
                    self.prepare(0)
                case EndNight():
                    self._shell.buzz(_LONG)
                    self._shell.speaking.chime()
                    return True
        return False

    def prepare(self, cue: int) -> None:
        """Have the line of this step ready, so that it starts on the moment."""
        if cue < len(self._night.script.cues):
            line = self._night.script.cues[cue].line
            self._shell.speaking.sound.prepare(
                self._night.said(language, line).clip for language in self._night.languages
            )

    def _buzz(self, event: StartLine) -> None:
        if event.language != self._night.languages[0]:
            return
        if event.said.kind is Aside.STOPPED:
            self._shell.buzz(_LONG)
        for number in range(_BUZZES.get(event.said.kind, 0)):
            Clock.schedule_once(lambda _: self._shell.buzz(_SHORT), number * _APART)
