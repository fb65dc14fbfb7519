"""One night in random hands, acted out to its dawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.narrator.events import Event, Mode, StartHold, StartLine
from companion.narrator.plan import Timeline
from companion.narrator.player import Player
from companion.narrator.rehearsal import Hand, Press, press
from companion.scripts.cues import Hold
from tools.hands.people import Rules, Table

_BEAT = 1.0
# Somebody who taps faster than they think.
_BURST = 0.25


def random_presses(timeline: Timeline, chance: Random) -> list[Press]:
    """A few touches or many, at any time or several within a moment."""
    presses = []
    hands = list(Hand)
    looks = [span for span in timeline.spans() if timeline.script.cues[span.cue].hold is Hold.LOOK]
    for _ in range(chance.choice((1, 1, 2, 3, 5, 8, 13))):
        at = chance.uniform(0.0, timeline.total * 1.2)
        if chance.random() < 0.5:
            # Where it hurts most.
            look = chance.choice(looks)
            at = chance.uniform(look.start, look.start + look.speech + look.hold)
        for _ in range(chance.choice((1, 1, 1, 2, 4))):
            presses.append(Press(at, chance.choice(hands)))
            at += chance.uniform(0.0, _BURST)
    return sorted(presses, key=lambda each: each.at)


@dataclass(slots=True)
class Ears:
    """What reaches the table of what the player lets be heard."""

    table: Table
    timeline: Timeline
    _line: StartLine | None = None
    _start: float = 0.0

    def take(self, now: float, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, StartHold):
                continue  # the silence after a line belongs to it
            self.end_line(now)
            if isinstance(event, StartLine):
                self._line, self._start = event, now

    def end_line(self, now: float) -> None:
        """Whatever happens next ends what was being said, or the silence after it."""
        line, self._line = self._line, None
        if line is None:
            return
        length = self.timeline.lengths[line.language][line.line]
        part = (now - self._start) / length
        whole = part > 1 - 1e-6
        languages = list(self.timeline.lengths)
        # Those who wait for the other language have not followed yet.
        if whole and line.language == languages[-1]:
            self.table.hear(line.said, 1.0)
        else:
            self.table.hear(line.said, min(part, 0.99) / (1 if len(languages) == 1 else 2))
        if whole:
            self.table.look(line.said, now - self._start - length)


def fumble(
    timeline: Timeline, rules: Rules, presses: list[Press], chance: Random, *, count: bool
) -> list[str]:
    """Play the night with these presses; whoever holds the phone then lets it go on to its end. What is wrong
    at dawn."""
    player, table = Player(timeline), Table(rules, chance)
    ears = Ears(table, timeline)
    now = 0.0
    died = False
    for now, events in _walk(player, presses, count=count):
        ears.take(now, events)
        if player.mode is Mode.CUT_OFF and not died:
            table.wonder()
        died = player.mode is Mode.CUT_OFF
    ears.end_line(now)
    return table.dawn()


def _walk(player: Player, presses: list[Press], *, count: bool) -> Iterator[tuple[float, tuple[Event, ...]]]:
    now = 0.0
    waiting = list(presses)
    yield now, player.begin(now, count=count)
    while player.mode is not Mode.ENDED:
        if not waiting:
            match player.mode:
                case Mode.PAUSED:
                    yield now, press(player, Hand.RESUME, now)
                case Mode.STOPPED | Mode.CUT_OFF if player.waits:
                    yield now, player.restart(now)
                case Mode.READY:
                    yield now, player.begin(now)
        elif player.mode is Mode.READY:
            # The count was taken back.
            yield now, player.begin(now, count=count)
        now = max(now, min(player.wakes_at, waiting[0].at if waiting else now + _BEAT, now + _BEAT))
        yield now, player.tick(now)
        while waiting and waiting[0].at <= now:
            yield now, press(player, waiting.pop(0).hand, now)
