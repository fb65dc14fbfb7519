"""The form in which a vote of the past is changed: who voted for whom, or how many did."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.entry.cultists.amend import NAME_WIDTH_DP, WORDS_WIDTH_DP
from companion.entry.cultists.draft import automa_abstention_count, possible_vote_totals
from companion.entry.cultists.words import player_name
from companion.games.cultists.decks import Knife
from companion.games.cultists.manifest import DEFINITION
from companion.games.cultists.moves import Keep, Vote
from companion.games.cultists.state import RoundPhase, State
from companion.games.cultists.vote import is_knife_active
from companion.i18n.translator import Translator
from companion.screens.rows import build_labelled_row
from companion.widgets.cards import ChoiceChips, Stepper
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
        self._tr, self._before, self._vote, self._on_change = tr, before, vote, on_change
        self.accent = ACCENTS[DEFINITION.accent]
        if vote.ballots is not None:
            self._add_ballots(voter, on_voter)
        else:
            self._add_counts()
        if before.pending_murder is None and before.round_phase is RoundPhase.ACTION:
            self._add_caller()

    def _seat_name(self, seat: int) -> str:
        return player_name(self._tr, self._before.setup, seat)

    def _target_options(self) -> list[tuple[int | None, str]]:
        nobody: list[tuple[int | None, str]] = [(None, self._tr("cultists.edit.nobody"))]
        return nobody + [(seat, self._seat_name(seat)) for seat in self._before.living]

    # -- by ballot ----------------------------------------------------------------------------------------

    def _add_ballots(self, voter: int, on_voter: Callable[[int], object]) -> None:
        tr, setup = self._tr, self._before.setup
        # The Automa's abstention may be written down; it is never changed.
        ballots = (self._vote.ballots or ())[: len(setup.players)]
        names = dict(self._target_options())
        voters = [
            (seat, tr("app.named", name=name, what=names.get(ballots[seat], "")))
            for seat, name in enumerate(setup.players)
        ]
        self._add_field(
            tr("cultists.edit.votes"),
            ChoiceChips(
                voters, voter, on_voter, min_column_width=WORDS_WIDTH_DP, max_columns=3, accent=self.accent
            ),
        )

        def set_ballot(target: int | None) -> None:
            new_ballots = tuple(target if seat == voter else ballot for seat, ballot in enumerate(ballots))
            self._on_change(replace(self._vote, ballots=new_ballots))

        self._add_field(
            tr("cultists.edit.voted_for", name=self._seat_name(voter)),
            ChoiceChips(
                self._target_options(),
                ballots[voter],
                set_ballot,
                min_column_width=NAME_WIDTH_DP,
                accent=self.accent,
            ),
        )
        self._add_knife()

    def _add_knife(self) -> None:
        before, tr = self._before, self._tr
        is_usable = is_knife_active(before.setup, before.knife not in before.ghosts)
        is_human = before.knife != before.setup.automa_seat
        if before.numbers.knife is not Knife.CHANGE or not is_usable or not is_human:
            return
        options: list[tuple[int | Keep | None, str]] = [(Keep.KEEP, tr("cultists.edit.no_change"))]
        may_abstain = before.setup.options.knife_may_abstain
        options += [option for option in self._target_options() if may_abstain or option[0] is not None]
        words = tr("cultists.edit.knife", name=self._seat_name(before.knife))
        selected = self._vote.knife_changes_to
        self._add_field(
            words,
            ChoiceChips(
                options,
                selected,
                lambda change: self._on_change(replace(self._vote, knife_changes_to=change)),
                min_column_width=NAME_WIDTH_DP,
                accent=self.accent,
            ),
        )

    # -- by count -----------------------------------------------------------------------------------------

    def _add_counts(self) -> None:
        before, vote = self._before, self._vote
        max_votes, fists = possible_vote_totals(before)[-1], automa_abstention_count(before)
        counts = dict(vote.counts or {})
        for seat in before.living:
            stepper = Stepper(counts.get(str(seat), 0), 0, max_votes, partial(self._set_count, seat))
            self.add_widget(build_labelled_row(self._seat_name(seat), stepper))
        abstentions = Stepper(
            max(vote.abstentions or 0, fists),
            fists,
            max_votes,
            lambda n: self._on_change(replace(vote, abstentions=n)),
        )
        self.add_widget(build_labelled_row(self._tr("cultists.ballot.fists"), abstentions))

    def _set_count(self, seat: int, votes: int) -> None:
        counts = {**(self._vote.counts or {}), str(seat): votes}
        nonzero = {name: number for name, number in counts.items() if number}
        self._on_change(replace(self._vote, counts=nonzero))

    # -- why it was held ----------------------------------------------------------------------------------

    def _add_caller(self) -> None:
        options: list[tuple[int | None, str]] = [(None, self._tr("cultists.edit.unknown"))]
        options += [(seat, self._seat_name(seat)) for seat in self._before.living_players]
        self._add_field(
            self._tr("cultists.edit.called_by"),
            ChoiceChips(
                options,
                self._vote.called_by,
                lambda seat: self._on_change(replace(self._vote, called_by=seat)),
                min_column_width=NAME_WIDTH_DP,
                accent=self.accent,
            ),
        )

    def _add_field(self, words: str, choice: Column) -> None:
        self.add_widget(Column(Text(words, tone="ink_2"), choice, gap=4))
