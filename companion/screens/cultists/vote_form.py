"""The form in which a vote of the past is changed: who voted for whom, or how many did."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.entry.cultists.amend import NAME, WORDS
from companion.entry.cultists.draft import sure_fists, totals
from companion.entry.cultists.words import name_of
from companion.games.cultists.decks import Knife
from companion.games.cultists.manifest import MANIFEST
from companion.games.cultists.moves import Keep, Vote
from companion.games.cultists.state import Phase, State
from companion.games.cultists.vote import knife_counts
from companion.i18n.translator import Translator
from companion.screens.labelled_rows import labelled
from companion.widgets.cards import Choice, Stepper
from companion.widgets.layout import Column
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS


class VoteForm(Column):
    """`voter` is whose vote the lower row changes; it is handed in and told, for the form is built anew."""

    def __init__(
        self,
        tr: Translator,
        before: State,
        vote: Vote,
        voter: int,
        *,
        on_voter: Callable[[int], object],
        on_change: Callable[[Vote], object],
    ) -> None:
        super().__init__(gap=10)
        self._tr, self._before, self._vote, self._change = tr, before, vote, on_change
        self.accent = ACCENTS[MANIFEST.accent]
        if vote.ballots is not None:
            self._by_voter(voter, on_voter)
        else:
            self._by_target()
        if before.murder is None and before.phase is Phase.ACTION:
            self._called_by()

    def _name(self, seat: int) -> str:
        return name_of(self._tr, self._before.setup, seat)

    def _targets(self) -> list[tuple[int | None, str]]:
        nobody: list[tuple[int | None, str]] = [(None, self._tr("cultists.edit.nobody"))]
        return nobody + [(seat, self._name(seat)) for seat in self._before.living]

    # -- by ballot ----------------------------------------------------------------------------------------

    def _by_voter(self, voter: int, on_voter: Callable[[int], object]) -> None:
        tr, setup = self._tr, self._before.setup
        # The Automa's abstention may be written down; it is never changed.
        ballots = (self._vote.ballots or ())[: len(setup.players)]
        names = dict(self._targets())
        voters = [
            (seat, tr("app.named", name=name, what=names.get(ballots[seat], "")))
            for seat, name in enumerate(setup.players)
        ]
        self._add(
            tr("cultists.edit.votes"),
            Choice(voters, voter, on_voter, narrowest=WORDS, most_columns=3, accent=self.accent),
        )

        def point(target: int | None) -> None:
            changed = tuple(target if seat == voter else kept for seat, kept in enumerate(ballots))
            self._change(replace(self._vote, ballots=changed))

        self._add(
            tr("cultists.edit.voted_for", name=self._name(voter)),
            Choice(self._targets(), ballots[voter], point, narrowest=NAME, accent=self.accent),
        )
        self._knife()

    def _knife(self) -> None:
        before, tr = self._before, self._tr
        usable = knife_counts(before.setup, before.knife not in before.ghosts)
        human = before.knife != before.setup.automa_seat
        if before.numbers.knife is not Knife.CHANGE or not usable or not human:
            return
        options: list[tuple[int | Keep | None, str]] = [(Keep.KEEP, tr("cultists.edit.no_change"))]
        abstains = before.setup.options.knife_may_abstain
        options += [option for option in self._targets() if abstains or option[0] is not None]
        words = tr("cultists.edit.knife", name=self._name(before.knife))
        chosen = self._vote.knife_changes_to
        self._add(
            words,
            Choice(
                options,
                chosen,
                lambda change: self._change(replace(self._vote, knife_changes_to=change)),
                narrowest=NAME,
                accent=self.accent,
            ),
        )

    # -- by count -----------------------------------------------------------------------------------------

    def _by_target(self) -> None:
        before, vote = self._before, self._vote
        most, fists = totals(before)[-1], sure_fists(before)
        counts = dict(vote.counts or {})
        for seat in before.living:
            stepper = Stepper(counts.get(str(seat), 0), 0, most, partial(self._count, seat))
            self.add_widget(labelled(self._name(seat), stepper))
        abstentions = Stepper(
            max(vote.abstentions or 0, fists),
            fists,
            most,
            lambda n: self._change(replace(vote, abstentions=n)),
        )
        self.add_widget(labelled(self._tr("cultists.ballot.fists"), abstentions))

    def _count(self, seat: int, votes: int) -> None:
        counts = {**(self._vote.counts or {}), str(seat): votes}
        kept = {name: number for name, number in counts.items() if number}
        self._change(replace(self._vote, counts=kept))

    # -- why it was held ----------------------------------------------------------------------------------

    def _called_by(self) -> None:
        options: list[tuple[int | None, str]] = [(None, self._tr("cultists.edit.unknown"))]
        options += [(seat, self._name(seat)) for seat in self._before.living_players]
        self._add(
            self._tr("cultists.edit.called_by"),
            Choice(
                options,
                self._vote.called_by,
                lambda seat: self._change(replace(self._vote, called_by=seat)),
                narrowest=NAME,
                accent=self.accent,
            ),
        )

    def _add(self, words: str, choice: Column) -> None:
        self.add_widget(Column(Text(words, tone="ink_2"), choice, gap=4))
