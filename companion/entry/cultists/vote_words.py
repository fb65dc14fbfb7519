"""A vote in words: what it is held for, what it came to and why, what follows. No Kivy here."""

from __future__ import annotations

from companion.entry.cultists.draft import knife_doubles
from companion.entry.cultists.words import name_of
from companion.games.cultists.decks import Knife
from companion.games.cultists.setup import Setup
from companion.games.cultists.state import Awaits, State
from companion.games.cultists.vote import KnifeEffect, Result, Why, knife_counts
from companion.i18n.translator import Translator


def cause(tr: Translator, setup: Setup, murder: int | None, called_by: int | None) -> str:
    """Why this vote is held; nothing where the app does not know."""
    if murder is not None:
        return about(tr, setup, murder, "cultists.ballot.cause.murder", "cultists.ballot.cause.automa_murder")
    if called_by is not None:
        return tr("cultists.ballot.cause.called", name=setup.players[called_by])
    return ""


def about(tr: Translator, setup: Setup, seat: int, key: str, automa_key: str) -> str:
    """A sentence about somebody; the Automa has one of its own."""
    return tr(automa_key) if seat == setup.automa_seat else tr(key, name=setup.players[seat])


def knife_rule(tr: Translator, state: State) -> str:
    """What the Knife can do in the vote that is coming."""
    if knife_doubles(state):
        return about(
            tr, state.setup, state.knife, "cultists.vote.knife.doubled", "cultists.vote.knife.automa_doubled"
        )
    if state.knife == state.setup.automa_seat:
        return ""
    if not knife_counts(state.setup, state.knife not in state.ghosts):
        return tr("cultists.problem.knife_of_ghost", name=state.setup.players[state.knife])
    if state.numbers.knife is Knife.CHANGE:
        return tr("cultists.ballot.knife.change", name=state.setup.players[state.knife])
    return ""


def verdict(tr: Translator, setup: Setup, result: Result) -> str:
    if result.eliminated is None:
        return tr("cultists.ballot.nobody")
    return about(
        tr, setup, result.eliminated, "cultists.ballot.verdict.out", "cultists.ballot.verdict.automa_out"
    )


def why(tr: Translator, setup: Setup, result: Result) -> str:
    """What decided it, in a sentence."""
    if result.why is Why.MAJORITY and result.eliminated is not None:
        return about(
            tr, setup, result.eliminated, "cultists.vote.why.majority", "cultists.vote.why.automa_majority"
        )
    return tr(f"cultists.vote.why.{result.why.value}")


def numbers(tr: Translator, setup: Setup, result: Result) -> str:
    """The numbers behind it: who has how many, and what was cast against what was not."""
    top = result.tally[0][1] if result.tally else 0
    counts = tr(
        "cultists.ballot.numbers",
        votes=tr("cultists.ballot.votes", n=result.cast),
        abstentions=tr("cultists.ballot.abstentions", n=result.abstentions),
    )
    if not top:
        return counts
    names = tuple(name_of(tr, setup, seat) for seat in result.leaders)
    return tr("cultists.ballot.most", names=names, n=top, counts=counts)


def knife_did(tr: Translator, state: State, result: Result) -> str:
    """What the Knife did in a vote that is over."""
    if result.knife is KnifeEffect.CHANGED:
        return tr("cultists.vote.knife.changed", name=name_of(tr, state.setup, state.knife))
    if result.knife is KnifeEffect.DOUBLED:
        return about(
            tr, state.setup, state.knife, "cultists.vote.knife.doubled", "cultists.vote.knife.automa_doubled"
        )
    return ""


def follows(tr: Translator, state: State) -> tuple[str, ...]:
    """What the table does now that this vote is over, one short sentence each."""
    result, setup = state.vote, state.setup
    if result is None:
        return ()
    told = []
    if result.eliminated is None:
        told.append(tr("cultists.ballot.follows.nothing"))
    else:
        told.append(
            about(
                tr,
                setup,
                result.eliminated,
                "cultists.ballot.follows.ghost",
                "cultists.ballot.follows.automa_ghost",
            )
        )
    if state.awaits is Awaits.REVEALED:
        told.append(tr("cultists.ballot.follows.reveal"))
    if result.called_by is not None:
        told.append(tr("cultists.ballot.follows.token"))
    return tuple(told)
