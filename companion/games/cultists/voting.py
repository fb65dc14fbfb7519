"""Counting of votes: who is eliminated, and why, or why nobody is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.core.game import replace
from companion.games.cultists.moves import Keep
from companion.games.cultists.setup import Knife, Setup, VoteRule, numbers

# Weight of the vote of the Knife's holder where the Knife doubles it.
KNIFE_VOTES: Final = 2

Ballots = tuple[int | None, ...]


class VoteReason(Enum):
    """Why a vote ended as it did."""

    MAJORITY = "majority"  # one character has the most votes, and enough were cast
    ALL_ABSTAINED = "all_abstained"
    ABSTENTIONS = "abstentions"  # no more votes were cast than abstentions
    TIE = "tie"
    ABSTENTIONS_NOT_BEATEN = "abstentions_not_beaten"  # by the stricter rule, for the leader alone


class KnifeEffect(Enum):
    CHANGED = "changed"
    DOUBLED = "doubled"


@dataclass(frozen=True, slots=True)
class VoteResult:
    """Result of a vote.

    `tally` holds (seat, votes), most votes first. `ballots` are those of all seats after the Knife; None if
    only counts were recorded. `knife` is the effect of the Knife. `changed_from` is the holder's ballot
    before a change. The rest says why the vote was held: `called_by` in the Dining Hall, or `murder` found.
    """

    tally: tuple[tuple[int, int], ...]
    abstentions: int
    eliminated: int | None
    reason: VoteReason
    ballots: Ballots | None = None
    knife: KnifeEffect | None = None
    changed_from: int | None = None
    round: int = 1
    called_by: int | None = None
    murder: int | None = None

    @property
    def votes_cast(self) -> int:
        return sum(votes for _, votes in self.tally)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the most votes."""
        top_votes = max((votes for _, votes in self.tally), default=0)
        return tuple(seat for seat, votes in self.tally if votes == top_votes)


def decide_vote(tally: Mapping[int, int], abstentions: int, rule: VoteRule) -> VoteResult:
    """Return the result of a vote from its counts."""
    sorted_tally = tuple(
        sorted(((s, v) for s, v in tally.items() if v), key=lambda pair: (-pair[1], pair[0]))
    )
    undecided = VoteResult(sorted_tally, abstentions, None, VoteReason.ALL_ABSTAINED)
    if not sorted_tally:
        return undecided
    leader, top_votes = sorted_tally[0]
    if undecided.votes_cast <= abstentions:
        return replace(undecided, reason=VoteReason.ABSTENTIONS)
    if len(undecided.leaders) > 1:
        return replace(undecided, reason=VoteReason.TIE)
    if rule is VoteRule.BEAT_ABSTENTIONS and top_votes <= abstentions:
        return replace(undecided, reason=VoteReason.ABSTENTIONS_NOT_BEATEN)
    return replace(undecided, eliminated=leader, reason=VoteReason.MAJORITY)


def is_knife_active(setup: Setup, knife_living: bool) -> bool:
    """True if the Knife has an effect in a vote: with a Ghost only if the option allows it."""
    return knife_living or setup.options.ghost_uses_knife


def count_votes(
    setup: Setup,
    ballots: Sequence[int | None],
    knife: int,
    *,
    knife_living: bool = True,
    change: int | Keep | None = Keep.KEEP,
) -> VoteResult:
    """Count the ballots of all seats, the Automa's being an abstention; `change` is the Knife's new vote.

    The caller must have validated the ballots and the change.
    """
    final = list(ballots)
    if not isinstance(change, Keep):
        final[knife] = change
    weights = [1] * len(final)
    if _has_double_vote(setup, knife, final[knife], knife_living):
        weights[knife] = KNIFE_VOTES
    tally: Counter[int] = Counter()
    abstentions = 0
    for target, weight in zip(final, weights, strict=True):
        if target is None:
            abstentions += weight
        else:
            tally[target] += weight
    result = replace(decide_vote(tally, abstentions, setup.options.vote_rule), ballots=tuple(final))
    if not isinstance(change, Keep):
        return replace(result, knife=KnifeEffect.CHANGED, changed_from=ballots[knife])
    return replace(result, knife=KnifeEffect.DOUBLED) if weights[knife] == KNIFE_VOTES else result


def possible_totals(setup: Setup, knife: int, knife_living: bool) -> range:
    """Return the possible totals of votes and abstentions of a count."""
    always = _has_double_vote(setup, knife, None, knife_living)
    sometimes = knife != setup.automa_seat and _has_double_vote(setup, knife, 0, knife_living)
    more = KNIFE_VOTES - 1
    return range(setup.seats + always * more, setup.seats + (always or sometimes) * more + 1)


def automa_abstentions(setup: Setup, knife: int, knife_living: bool) -> int:
    """Return the abstentions that the Automa adds to a count."""
    if setup.automa_seat is None:
        return 0
    return KNIFE_VOTES if knife == setup.automa_seat and is_knife_active(setup, knife_living) else 1


def is_possible_count(
    setup: Setup, tally: Mapping[int, int], abstentions: int, knife: int, knife_living: bool
) -> bool:
    """True if some ballots lead to this count.

    Without the Automa's and the Knife's votes, with their weights, one vote must be left for each other
    player.
    """
    people = abstentions - automa_abstentions(setup, knife, knife_living)
    if min((people, *tally.values())) < 0:
        return False
    cast, voters = people + sum(tally.values()), len(setup.players)
    if knife == setup.automa_seat:
        return cast == voters
    return any(
        votes >= weight and cast - weight == voters - 1
        for target, votes in ((None, people), *tally.items())
        for weight in (KNIFE_VOTES if _has_double_vote(setup, knife, target, knife_living) else 1,)
    )


def _has_double_vote(setup: Setup, knife: int, target: int | None, knife_living: bool) -> bool:
    if not is_knife_active(setup, knife_living):
        return False
    if knife == setup.automa_seat:
        return True  # the Automa's abstention counts two with the Knife, at any number of seats
    if numbers(setup).knife is not Knife.DOUBLE:
        return False
    return target is not None or setup.options.knife_doubles_abstention
