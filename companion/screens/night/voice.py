"""What the night's player asks for, done: heard through the loudspeaker and felt through the table."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from kivy.clock import Clock

from companion.narrator.events import EndNight, Event, RingBell, StartHold, StartLeadIn, StartLine, StopSpeech
from companion.narrator.night import PreparedNight
from companion.scripts.asides import Interjection
from companion.shell import AppContext

# Seconds of a buzz, and from the first to the second of two.
_SHORT_VIBRATION_SECONDS, _LONG_VIBRATION_SECONDS, _VIBRATION_GAP_SECONDS = 0.08, 0.4, 0.25
# What was said is felt as well, by whoever holds the phone in the dark: how often.
_VIBRATION_COUNTS: Mapping[Enum, int] = {
    Interjection.PAUSED: 1,
    Interjection.GO_ON: 1,
    Interjection.STEP_BACK: 2,
}


class NightVoice:
    def __init__(self, context: AppContext, night: PreparedNight) -> None:
        self._app_context = context
        self._night = night

    def handle_events(self, events: tuple[Event, ...]) -> bool:
        """Whether the night is over with these."""
        sound = self._app_context.speech.audio
        for event in events:
            match event:
                case StartLine(cue, utterance, language):
                    sound.play_speech(self._night.rendered_line(language, utterance.line).clip)
                    self._vibrate(event)
                    self.prepare(cue if isinstance(utterance.kind, Interjection) else cue + 1)
                case StartHold():
                    sound.set_ducked(is_ducked=False)
                case StartLeadIn():
                    sound.stop_speech()
                    self._app_context.speech.wake_speaker()
                case StopSpeech():
                    sound.stop_speech()
                case RingBell():
                    self._app_context.speech.play_bell()
                    self.prepare(0)
                case EndNight():
                    self._app_context.vibrate(_LONG_VIBRATION_SECONDS)
                    self._app_context.speech.play_chime()
                    return True
        return False

    def prepare(self, cue: int) -> None:
        """Have the line of this step ready, so that it starts on the moment."""
        if cue < len(self._night.script.cues):
            line = self._night.script.cues[cue].line
            self._app_context.speech.audio.preload(
                self._night.rendered_line(language, line).clip for language in self._night.languages
            )

    def _vibrate(self, event: StartLine) -> None:
        if event.language != self._night.languages[0]:
            return
        if event.spoken_cue.kind is Interjection.STOPPED:
            self._app_context.vibrate(_LONG_VIBRATION_SECONDS)
        for index in range(_VIBRATION_COUNTS.get(event.spoken_cue.kind, 0)):
            Clock.schedule_once(
                lambda _: self._app_context.vibrate(_SHORT_VIBRATION_SECONDS), index * _VIBRATION_GAP_SECONDS
            )
