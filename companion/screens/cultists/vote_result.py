"""What a vote came to: who is out or that nobody is, why, by which numbers, and what follows."""

from __future__ import annotations

from kivy.graphics import Color, RoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.cultists.vote_words import cause, follows, knife_did, numbers, verdict, why
from companion.entry.cultists.words import name_of
from companion.entry.whereabouts import Above
from companion.games.cultists.state import State
from companion.games.cultists.vote import Result
from companion.i18n.translator import Translator
from companion.screens.cultists.board_protocol import Board
from companion.screens.cultists.role_marks import SEA
from companion.shell import Shell
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import IconButton, MainButton
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import look, paint


class VoteResultPage(Page):
    """The last vote of the table. Undo takes it back."""

    def __init__(self, shell: Shell, board: Board) -> None:
        self._shell, self.board = shell, board
        tr, state = shell.tr, board.table.state
        self.undo_button = IconButton(Icon.UNDO, self.undo, mirrored=True, tone="ink_2")
        result = state.vote
        told = "" if result is None else cause(tr, state.setup, result.murder, result.called_by)
        super().__init__(
            TitleBar(
                tr("cultists.ballot.result"),
                told or tr("cultists.ballot.cause.round", round=state.round),
                on_back=shell.back,
                tools=[self.undo_button],
            )
        )
        if result is not None:
            self._tell(tr, state, result)
        self.main = MainButton(tr("app.board.back"), shell.back, accent=SEA, onward=True)
        self.with_footer(self.main)

    def enter(self) -> None:
        self._shell.whereabouts.sit(self.board.table.number, Above.VOTE_RESULT)

    def undo(self) -> None:
        if self._shell.attempt(self.board.table.undo):
            self._shell.back()
            self.board.show()

    def _tell(self, tr: Translator, state: State, result: Result) -> None:
        out = result.eliminated is not None
        rule = state.setup.options.vote_rule.value
        reason = Card(
            Row(
                Glyph(
                    Icon.GHOST if out else Icon.HAND_STOP, 48, tone="evil" if out else "sea",
                    pos_hint={"center_y": 0.5},
                ),
                Text(verdict(tr, state.setup, result), face="title", size_sp=30, pos_hint={"center_y": 0.5}),
                gap=14,
            ),
            Text(why(tr, state.setup, result), size_sp=20, weight=700),
            Text(numbers(tr, state.setup, result), size_sp=18),
            Text(tr("cultists.ballot.rule", rule=tr(f"cultists.option.vote_rule.{rule}")), tone="ink_2"),
            accent=SEA,
            gap=10,
        )  # fmt: skip
        knife = knife_did(tr, state, result)
        if knife:
            reason.add_widget(_line(Icon.KNIFE, "candle", knife))
        self.body.add_widget(reason)
        self.body.add_widget(TallyBars(tr, state, result))
        after = Card(Text(tr("cultists.ballot.next"), face="title", size_sp=20), gap=10)
        for sentence in follows(tr, state):
            after.add_widget(_line(Icon.FORWARD, "sea", sentence, mirrored=True))
        self.body.add_widget(after)


class TallyBars(Column):
    """A bar for everyone with votes, and for the fists; who voted for whom where that is known."""

    def __init__(self, tr: Translator, state: State, result: Result) -> None:
        super().__init__(gap=8)
        most = max([*(votes for _, votes in result.tally), result.abstentions, 1])
        for seat, votes in result.tally:
            voters = _voters(tr, state, result, seat)
            tone = "evil" if seat == result.eliminated else "ink_2"
            self.add_widget(_bar(tr, name_of(tr, state.setup, seat), votes, votes / most, tone, voters))
        if result.abstentions:
            part = result.abstentions / most
            voters = _voters(tr, state, result, None)
            self.add_widget(_bar(tr, tr("cultists.ballot.fists"), result.abstentions, part, "sea", voters))


def _voters(tr: Translator, state: State, result: Result, target: int | None) -> str:
    if result.ballots is None:
        return ""
    seats = [seat for seat, vote in enumerate(result.ballots) if vote == target]
    return tr.join(name_of(tr, state.setup, seat) for seat in seats)


def _bar(tr: Translator, name: str, votes: int, part: float, tone: str, voters: str) -> Column:
    head = Row(
        Text(name, size_sp=20, weight=700, pos_hint={"center_y": 0.5}),
        Text(tr.number(votes), size_sp=28, weight=700, grow="both", pos_hint={"center_y": 0.5}),
        gap=8,
    )
    return Column(head, _Bar(part, tone), Text(voters, tone="ink_2"), gap=2)


class _Bar(Widget):
    """A part of the width, from the reading start."""

    def __init__(self, part: float, tone: str) -> None:
        super().__init__(size_hint_y=None, height=dp(10))
        self._part = part
        with self.canvas:
            Color(rgba=paint("groove"))
            self._groove = RoundedRectangle(radius=[dp(5)])
            Color(rgba=paint(tone))
            self._fill = RoundedRectangle(radius=[dp(5)])
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        wide = max(self.height, self.width * self._part)
        self._groove.pos, self._groove.size = self.pos, self.size
        self._fill.pos = (self.x + self.width - wide if look().rtl else self.x, self.y)
        self._fill.size = (wide, self.height)


def _line(icon: Icon, tone: str, words: str, *, mirrored: bool = False) -> Row:
    mark = Glyph(icon, 24, tone=tone, mirrored=mirrored, pos_hint={"top": 1})
    return Row(mark, Text(words, size_sp=18, pos_hint={"center_y": 0.5}), gap=12)
