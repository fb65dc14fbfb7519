"""The words on the table as the app remembers them: what lies on each place, and who may still touch it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.duet.setup import Side


# No slots: `replace` copies such a class several times faster.
@dataclass(frozen=True)
class GridPlace:
    """`found`: an agent lies on it, green on the key of side `key` (None where nobody told on whose, as in
    sudden death). `stopped` are the sides whose guess met a bystander here, in that order: each left a token
    that points at it. `killed`: it was the assassin."""

    found: bool = False
    key: Side | None = None
    stopped: tuple[Side, ...] = ()
    killed: bool = False

    @property
    def is_covered(self) -> bool:
        """Nobody can touch it any more."""
        return self.found or self.killed or len(self.stopped) == len(Side)

    def is_open_to(self, side: Side) -> bool:
        """Whether this side may still guess it."""
        return not self.is_covered and side not in self.stopped
