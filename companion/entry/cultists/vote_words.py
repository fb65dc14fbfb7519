"""Text for a vote: its cause, result, reason and consequences. No Kivy here."""

from __future__ import annotations

from companion.entry.cultists.draft import is_knife_doubling
from companion.entry.cultists.words import player_name
from companion.games.cultists.setup import Knife, Setup
from companion.games.cultists.state import Phase, State
from companion.games.cultists.vote import KnifeEffect, VoteReason, VoteResult, is_knife_active
from companion.i18n.translator import Translator


def vote_cause_text(tr: Translator, setup: Setup, murder: int | None, called_by: int | None) -> str:
    """Return why this vote is held; empty if unknown."""
    if murder is not None:
        return seat_sentence(
            tr, setup, murder, "cultists.ballot.cause.murder", "cultists.ballot.cause.automa_murder"
        )
    if called_by is not None:
        return tr("cultists.ballot.cause.called", name=setup.players[called_by])
    return ""


def seat_sentence(tr: Translator, setup: Setup, seat: int, key: str, automa_key: str) -> str:
    """Return a sentence about a seat; the Automa has its own key."""
    return tr(automa_key) if seat == setup.automa_seat else tr(key, name=setup.players[seat])


def knife_rule_text(tr: Translator, state: State) -> str:
    """Return the effect of the Knife in the coming vote."""
    if is_knife_doubling(state):
        return seat_sentence(
            tr, state.setup, state.knife, "cultists.vote.knife.doubled", "cultists.vote.knife.automa_doubled"
        )
    if state.knife == state.setup.automa_seat:
        return ""
    if not is_knife_active(state.setup, state.knife not in state.ghosts):
        return tr("cultists.problem.knife_of_ghost", name=state.setup.players[state.knife])
    if state.numbers.knife is Knife.CHANGE:
        return tr("cultists.ballot.knife.change", name=state.setup.players[state.knife])
    return ""


def verdict_text(tr: Translator, setup: Setup, result: VoteResult) -> str:
    if result.eliminated is None:
        return tr("cultists.ballot.nobody")
    return seat_sentence(
        tr, setup, result.eliminated, "cultists.ballot.verdict.out", "cultists.ballot.verdict.automa_out"
    )


def reason_text(tr: Translator, setup: Setup, result: VoteResult) -> str:
    """Return what decided the vote, in a sentence."""
    if result.reason is VoteReason.MAJORITY and result.eliminated is not None:
        return seat_sentence(
            tr, setup, result.eliminated, "cultists.vote.why.majority", "cultists.vote.why.automa_majority"
        )
    return tr(f"cultists.vote.why.{result.reason.value}")


def numbers_text(tr: Translator, setup: Setup, result: VoteResult) -> str:
    """Return the numbers of a vote: the most votes and who has them, votes cast, and abstentions."""
    top = result.tally[0][1] if result.tally else 0
    counts = tr(
        "cultists.ballot.numbers",
        votes=tr("cultists.ballot.votes", n=result.votes_cast),
        abstentions=tr("cultists.ballot.abstentions", n=result.abstentions),
    )
    if not top:
        return counts
    names = tuple(player_name(tr, setup, seat) for seat in result.leaders)
    return tr("cultists.ballot.most", names=names, n=top, counts=counts)


def knife_effect_text(tr: Translator, state: State, result: VoteResult) -> str:
    """Return the effect of the Knife in a finished vote."""
    if result.knife is KnifeEffect.CHANGED:
        return tr("cultists.vote.knife.changed", name=player_name(tr, state.setup, state.knife))
    if result.knife is KnifeEffect.DOUBLED:
        return seat_sentence(
            tr, state.setup, state.knife, "cultists.vote.knife.doubled", "cultists.vote.knife.automa_doubled"
        )
    return ""


def consequence_texts(tr: Translator, state: State) -> tuple[str, ...]:
    """Return what the players must do after this vote, one short sentence each."""
    result, setup = state.vote, state.setup
    if result is None:
        return ()
    lines = []
    if result.eliminated is None:
        lines.append(tr("cultists.ballot.follows.nothing"))
    else:
        lines.append(
            seat_sentence(
                tr,
                setup,
                result.eliminated,
                "cultists.ballot.follows.ghost",
                "cultists.ballot.follows.automa_ghost",
            )
        )
    if state.phase is Phase.REVEALED:
        lines.append(tr("cultists.ballot.follows.reveal"))
    if result.called_by is not None:
        lines.append(tr("cultists.ballot.follows.token"))
    return tuple(lines)
