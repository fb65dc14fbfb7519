"""The page with the result of a vote: who is out, why, the counts, and what follows."""

from __future__ import annotations

from kivy.graphics import Color, RoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.resume_state import BoardOverlay
from companion.games.cultists.state import State
from companion.games.cultists.text import (
    consequence_texts,
    knife_effect_text,
    numbers_text,
    player_name,
    reason_text,
    verdict_text,
    vote_cause_text,
    voter_names,
)
from companion.games.cultists.voting import VoteResult
from companion.i18n.translator import Translator
from companion.screens.cultists.actions import Board
from companion.screens.cultists.marks import SEA
from companion.widgets.buttons import IconButton, PrimaryButton
from companion.widgets.cards import Card
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.text import HEADING, LEAD, MUTED, NUMBER, IconLabel, Text
from companion.widgets.theme import look, theme_colour


class VoteResultPage(Page):
    """The result of the table's last vote, with undo."""

    def __init__(self, context: AppContext, board: Board) -> None:
        self._app_context, self.board = context, board
        tr, state = context.tr, board.session.state
        self.undo_button = IconButton(Icon.UNDO, self.undo_vote, mirrored=True, tone="ink_2")
        result = state.vote
        cause_text = (
            "" if result is None else vote_cause_text(tr, state.setup, result.murder, result.called_by)
        )
        super().__init__(
            TitleBar(
                tr("cultists.ballot.result"),
                cause_text or tr("cultists.ballot.cause.round", round=state.round),
                on_back=context.go_back,
                actions=[self.undo_button],
            )
        )
        if result is not None:
            self._show_result(tr, state, result)
        self.main = PrimaryButton(tr("app.board.back"), context.go_back, accent=SEA, forward=True)
        self.add_to_footer(self.main)

    def enter(self) -> None:
        self._app_context.resume_state.set_open_table(self.board.session.game_id, BoardOverlay.VOTE_RESULT)

    def undo_vote(self) -> None:
        if self._app_context.run_or_show_error(self.board.session.undo):
            self._app_context.go_back()
            self.board.show()

    def _show_result(self, tr: Translator, state: State, result: VoteResult) -> None:
        is_eliminated = result.eliminated is not None
        rule = state.setup.options.vote_rule.value
        reason = Card(
            Row(
                IconLabel(
                    Icon.GHOST if is_eliminated else Icon.HAND_STOP,
                    48,
                    tone="evil" if is_eliminated else "sea",
                ),
                Text(verdict_text(tr, state.setup, result), HEADING, size_sp=30),
                gap=14,
            ),
            Text(reason_text(tr, state.setup, result), NUMBER),
            Text(numbers_text(tr, state.setup, result), LEAD),
            Text(tr("cultists.ballot.rule", rule=tr(f"cultists.option.vote_rule.{rule}")), MUTED),
            accent=SEA,
            gap=10,
        )
        knife = knife_effect_text(tr, state, result)
        if knife:
            reason.add_widget(_build_line(Icon.KNIFE, "candle", knife))
        self.body.add_widget(reason)
        self.body.add_widget(TallyBars(tr, state, result))
        after = Card(Text(tr("cultists.ballot.next"), HEADING), gap=10)
        for sentence in consequence_texts(tr, state):
            after.add_widget(_build_line(Icon.FORWARD, "sea", sentence, mirrored=True))
        self.body.add_widget(after)


class TallyBars(Column):
    """A bar for each character with votes and one for the fists, with the voters if known."""

    def __init__(self, tr: Translator, state: State, result: VoteResult) -> None:
        super().__init__(gap=8)
        max_votes = max([*(votes for _, votes in result.tally), result.abstentions, 1])
        for seat, votes in result.tally:
            voters = tr.join_items(voter_names(tr, state.setup, result, seat))
            tone = "evil" if seat == result.eliminated else "ink_2"
            self.add_widget(
                _build_bar(tr, player_name(tr, state.setup, seat), votes, votes / max_votes, tone, voters)
            )
        if result.abstentions:
            ratio = result.abstentions / max_votes
            voters = tr.join_items(voter_names(tr, state.setup, result, None))
            self.add_widget(
                _build_bar(tr, tr("cultists.ballot.fists"), result.abstentions, ratio, "sea", voters)
            )


def _build_bar(tr: Translator, name: str, votes: int, ratio: float, tone: str, voters: str) -> Column:
    head = Row(Text(name, NUMBER), Text(tr.format_number(votes), NUMBER, size_sp=28, autosize="both"), gap=8)
    return Column(head, _Bar(ratio, tone), Text(voters, MUTED), gap=2)


class _Bar(Widget):
    """A bar filled by `ratio` from the reading start."""

    def __init__(self, ratio: float, tone: str) -> None:
        super().__init__(size_hint_y=None, height=dp(10))
        self._ratio = ratio
        with self.canvas:
            Color(rgba=theme_colour("groove"))
            self._groove = RoundedRectangle(radius=[dp(5)])
            Color(rgba=theme_colour(tone))
            self._fill = RoundedRectangle(radius=[dp(5)])
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        bar_width = max(self.height, self.width * self._ratio)
        self._groove.pos, self._groove.size = self.pos, self.size
        self._fill.pos = (self.x + self.width - bar_width if look().rtl else self.x, self.y)
        self._fill.size = (bar_width, self.height)


def _build_line(icon: Icon, tone: str, words: str, *, mirrored: bool = False) -> Row:
    mark = IconLabel(icon, 24, tone=tone, mirrored=mirrored, pos_hint={"top": 1})
    return Row(mark, Text(words, LEAD), gap=12)
