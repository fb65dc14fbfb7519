"""Simulate one night with random presses, up to its dawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.cli.night import PhoneEvent, Press, apply_phone_event
from companion.narrator.planner import Timeline
from companion.narrator.player import Event, NightMode, NightPlayer, StartHold, StartLine
from companion.scripts.script import Hold
from tools.hands.people import Rules, Table

_BEAT = 1.0
# Maximum seconds between the presses of hasty tapping.
_BURST = 0.25


def random_presses(timeline: Timeline, chance: Random) -> list[Press]:
    """Return a few presses, spread over the timeline or within a moment of each other."""
    presses = []
    hands = list(PhoneEvent)
    looks = [span for span in timeline.step_spans() if timeline.script.cues[span.cue_index].hold is Hold.LOOK]
    for _ in range(chance.choice((1, 1, 2, 3, 5, 8, 13))):
        at = chance.uniform(0.0, timeline.total * 1.2)
        if chance.random() < 0.5:
            # Presses during a look are the most harmful.
            look = chance.choice(looks)
            at = chance.uniform(look.start, look.start + look.speech + look.hold)
        for _ in range(chance.choice((1, 1, 1, 2, 4))):
            presses.append(Press(at, chance.choice(hands)))
            at += chance.uniform(0.0, _BURST)
    return sorted(presses, key=lambda each: each.seconds)


@dataclass(slots=True)
class Ears:
    """What the players at the table hear of the audio."""

    table: Table
    timeline: Timeline
    _line: StartLine | None = None
    _start: float = 0.0

    def take(self, now: float, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, StartHold):
                continue  # the silence after a line belongs to that line
            self.end_line(now)
            if isinstance(event, StartLine):
                self._line, self._start = event, now

    def end_line(self, now: float) -> None:
        """End the current line, or the silence after it, at `now`."""
        line, self._line = self._line, None
        if line is None:
            return
        length = self.timeline.line_seconds[line.language][line.line]
        part = (now - self._start) / length
        is_complete = part > 1 - 1e-6
        languages = list(self.timeline.line_seconds)
        # Players who wait for the other language have not acted yet.
        if is_complete and line.language == languages[-1]:
            self.table.hear(line.spoken_cue, 1.0)
        else:
            self.table.hear(line.spoken_cue, min(part, 0.99) / (1 if len(languages) == 1 else 2))
        if is_complete:
            self.table.look(line.spoken_cue, now - self._start - length)


def fumble(
    timeline: Timeline, rules: Rules, presses: list[Press], chance: Random, *, count: bool
) -> list[str]:
    """Play a night with these presses, then let it run to its end; return the faults at dawn."""
    player, table = NightPlayer(timeline), Table(rules, chance)
    ears = Ears(table, timeline)
    now = 0.0
    died = False
    for now, events in _walk(player, presses, count=count):
        ears.take(now, events)
        if player.mode is NightMode.INTERRUPTED and not died:
            table.wonder()
        died = player.mode is NightMode.INTERRUPTED
    ears.end_line(now)
    return table.dawn()


def _walk(
    player: NightPlayer, presses: list[Press], *, count: bool
) -> Iterator[tuple[float, tuple[Event, ...]]]:
    now = 0.0
    waiting = list(presses)
    yield now, player.start(now, with_countdown=count)
    while player.mode is not NightMode.ENDED:
        if not waiting:
            match player.mode:
                case NightMode.PAUSED:
                    yield now, apply_phone_event(player, PhoneEvent.RESUME, now)
                case NightMode.STOPPED | NightMode.INTERRUPTED if player.is_waiting:
                    yield now, player.restart(now)
                case NightMode.READY:
                    yield now, player.start(now)
        elif player.mode is NightMode.READY:
            # The countdown was cancelled.
            yield now, player.start(now, with_countdown=count)
        now = max(now, min(player.next_event_at, waiting[0].seconds if waiting else now + _BEAT, now + _BEAT))
        yield now, player.tick(now)
        while waiting and waiting[0].seconds <= now:
            yield now, apply_phone_event(player, waiting.pop(0).event, now)
