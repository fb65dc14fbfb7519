"""What an entry holds beside the team and the votes, each with the control that changes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from kivy.uix.widget import Widget

from companion.entry.avalon import accounts
from companion.entry.avalon.amend import Amendment
from companion.entry.avalon.draft import LoyaltyDraft
from companion.entry.avalon.log import Step
from companion.games.avalon.moves import Assassinate, Lady, Loyalty, LoyaltyRow, Move
from companion.i18n.translator import Translator
from companion.screens.labelled_rows import labelled
from companion.widgets.cards import Chip, Choice, OnOff
from companion.widgets.layout import Column, Row
from companion.widgets.text import Text

T = TypeVar("T")

# Narrowest columns in dp: numbers, names, and words of which two stand side by side.
_NUMBER, _NAME, _WORD = 48, 96, 120


class EditParts(Column):
    """The quest slot, fails, Excalibur, and every other move."""

    def __init__(self, tr: Translator, change: Callable[[Amendment], object]) -> None:
        super().__init__(gap=10)
        self._tr = tr
        self._change = change
        self._amendment: Amendment | None = None
        self._shown: object = None

    def show(self, amendment: Amendment) -> None:
        self._amendment = amendment
        quest = amendment.quest
        # A vote that turns nothing around leaves all of this as it is.
        shown = (
            amendment.removed, amendment.team.quest, amendment.has_quest,
            quest.state.team, quest.state.excalibur, quest.move, amendment.shown_others,
        )  # fmt: skip
        if shown == self._shown:
            return
        self._shown = shown
        self.clear_widgets()
        if not amendment.removed:
            for part in (*self._main(amendment), *(self._other(*other) for other in amendment.shown_others)):
                self.add_widget(part)

    def _put(self, changed: Callable[[Amendment], Amendment]) -> None:
        if self._amendment is not None:
            self._change(changed(self._amendment))

    def _main(self, amendment: Amendment) -> list[Widget]:
        tr = self._tr
        players = tr.players(amendment.entry.proposal.before.setup.players)
        found: list[Widget] = []
        if amendment.entry.proposal.before.setup.targeting:
            slots = [(slot, tr.number(slot)) for slot in amendment.team.state.open_quests]
            aim = _choice(slots, amendment.team.quest, lambda slot: self._put(lambda now: now.aim(slot)))
            found.append(_named(tr("avalon.edit.slot"), aim))
        if amendment.has_quest:
            quest = amendment.quest
            counts = [(fails, tr.number(fails)) for fails in range(len(quest.state.team) + 1)]
            shown = _choice(counts, quest.fails, lambda fails: self._put(lambda now: now.count(fails)))
            found.append(_named(tr("avalon.edit.fails"), shown))
            bearer = quest.state.excalibur
            if bearer is not None:
                names: list[tuple[int | None, str]] = [(None, tr("app.nobody"))]
                names += [(seat, players[seat]) for seat in quest.state.team if seat != bearer]
                struck = _choice(
                    names, quest.excalibur_on, lambda seat: self._put(lambda now: now.strike(seat)), _NAME
                )
                found.append(_named(tr("avalon.edit.struck"), struck))
        return found

    def _other(self, place: int, step: Step, move: Move | None) -> Widget:
        tr, players = self._tr, self._tr.players(step.before.setup.players)

        def put(other: Move | None) -> None:
            self._put(lambda now: now.other(place, other))

        match move:
            case Lady():
                names = [(seat, players[seat]) for seat in step.before.lady_targets]
                words = tr("avalon.edit.lady", name=players[step.before.ladies[-1]])
                return _named(words, _choice(names, move.target, lambda seat: put(Lady(seat)), _NAME))
            case Assassinate():
                verdicts = [(True, tr("avalon.board.hit")), (False, tr("avalon.board.missed"))]
                return _named(
                    tr("avalon.edit.assassin"),
                    _choice(
                        list(enumerate(players)),
                        move.target,
                        lambda seat: put(replace(move, target=seat)),
                        _NAME,
                    ),
                    _choice(verdicts, move.hit, lambda hit: put(replace(move, hit=hit)), _WORD),
                )
            case Loyalty():
                cards = [(False, tr("avalon.board.no_change")), (True, tr("avalon.board.switch"))]
                choice = _choice(cards, move.switch, lambda switch: put(Loyalty(switch)), _WORD)
                return _named(tr("avalon.board.loyalty"), choice)
            case LoyaltyRow():
                draft = LoyaltyDraft(step.before, move.switches)
                row = Row(gap=6)
                for at, switch in enumerate(move.switches):
                    turned = partial(put, draft.turn(at).move)
                    row.add_widget(Chip(tr.number(at + 1), turned, chosen=switch))
                return _named(tr("avalon.edit.row"), row)
            case _:
                words = accounts.step_words(tr, step.before, step.move)
                return labelled(words, OnOff(move is not None, lambda on: put(step.move if on else None)))


class BareResult(Column):
    """A vote of which only the result is known."""

    def __init__(self, tr: Translator, say: Callable[[bool], object]) -> None:
        super().__init__(Text(tr("avalon.edit.only_result"), tone="ink_2"), gap=4)
        self.approved = Chip(tr("avalon.board.approved"), partial(say, True))
        self.refused = Chip(tr("avalon.board.refused"), partial(say, False))
        self.add_widget(Row(self.approved, self.refused, gap=8))

    def show(self, outright: bool | None) -> None:
        self.approved.choose(outright is True)
        self.refused.choose(outright is False)


def _named(words: str, *controls: Widget) -> Column:
    return Column(Text(words, tone="ink_2"), *controls, gap=4)


def _choice(
    offered: Sequence[tuple[T, str]],
    chosen: T | None,
    choose: Callable[[T], object],
    narrowest: float = _NUMBER,
) -> Widget:
    return Choice(offered, chosen, choose, narrowest=narrowest, most_columns=len(offered))
