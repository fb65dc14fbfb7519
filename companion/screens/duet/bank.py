"""What is counted on the mission screen: agents found, by key where that is known, and the bank of tokens."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.duet.setup import AGENTS, BYSTANDER_CHECKS, KEY_AGENTS, Setup, Side
from companion.games.duet.state import State
from companion.i18n.translator import Translator
from companion.screens.duet.words import side_number
from companion.widgets.cards import Card
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row, Wrap
from companion.widgets.shapes import TRANSPARENT, Disc, center_of
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import theme_colour

_GROUP_SIZE = 5
# In dp: on a smaller token an inner line would only blur its mark.
_MIN_LINED_DP = 30


def key_text(tr: Translator, state: State, side: Side) -> str:
    """How many agents of this side's key are found; that all are, where they are."""
    count = KEY_AGENTS if state.done_side is side else state.key_counts[side]
    key = "duet.board.key_done" if count == KEY_AGENTS else "duet.board.key_count"
    return tr(key, side=side_number(side), count=count, most=KEY_AGENTS)


class AgentsRow(Column):
    """How many of the fifteen are found: a number, hats in groups of five, and how many of each key."""

    def __init__(self, tr: Translator, setup: Setup) -> None:
        super().__init__(gap=6)
        self._number = Text("", weight=700, size_sp=40, tone="teal", autosize="both")
        self._words = Text(
            tr("duet.board.agents", n=AGENTS), size_sp=20, tone="ink_2", pos_hint={"center_y": 0.4}
        )
        self.add_widget(Row(self._number, self._words, gap=12))
        self.hats = [IconLabel(Icon.HAT_LINE, 20, tone="rim") for _ in range(AGENTS)]
        groups = (self.hats[first : first + _GROUP_SIZE] for first in range(0, AGENTS, _GROUP_SIZE))
        # On a small phone the last group goes to a line of its own, whole.
        row = Wrap(*(Row(*group, gap=2, hug=True) for group in groups))
        row.spacing = (dp(12), dp(4))
        self.add_widget(row)
        self._tr = tr
        self._keys = [KeyCount(tr, side) for side in Side] if setup.has_key_counts else []
        if self._keys:
            self.add_widget(Row(*self._keys, gap=12))

    def show(self, state: State) -> None:
        self._number.content = self._tr.format_number(state.agents)
        for key in self._keys:
            key.show(state)
        for i, hat in enumerate(self.hats):
            is_found = i < state.agents
            hat.show(Icon.HAT if is_found else Icon.HAT_LINE)
            hat.set_tone("teal" if is_found else "rim")


class KeyCount(Row):
    """The agents of one key, beside a key; a check once nothing is left on it to find."""

    def __init__(self, tr: Translator, side: Side) -> None:
        self._tr, self._side = tr, side
        self._mark = IconLabel(Icon.KEY_CARD, 20, tone="ink_2", pos_hint={"center_y": 0.5})
        self._words = Text(
            "", tone="ink_2", min_size=12, max_lines=1, fallback_lines=2, pos_hint={"center_y": 0.5}
        )
        super().__init__(self._mark, self._words, gap=6)

    def show(self, state: State) -> None:
        is_done = state.done_side is self._side
        self._mark.show(Icon.CHECK_TOKEN if is_done else Icon.KEY_CARD)
        tone = "teal" if is_done else "ink_2"
        self._mark.set_tone(tone)
        self._words.set_tone(tone)
        self._words.content = key_text(self._tr, state, self._side)


class TokenDisc(Widget):
    """A timer token: filled while it lies in the bank, an empty outline once it is spent."""

    def __init__(self, icon: Icon, fill: str, on: str, diameter: float = 44) -> None:
        super().__init__(size_hint=(None, None), size=(dp(diameter), dp(diameter)))
        self._fill, self._on = fill, on
        self._disc = Disc(self, background=theme_colour(fill), border=theme_colour(fill), line_width=2)
        self._has_inner_line = diameter >= _MIN_LINED_DP
        self._inner = Disc(
            self,
            diameter=dp(diameter - 8),
            border=theme_colour(on) if self._has_inner_line else TRANSPARENT,
            line_width=1,
        )
        self._mark = IconLabel(icon, diameter * 0.6, tone=on)
        self.add_widget(self._mark)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        self._mark.center = center_of(self)

    def set_in_bank(self, in_bank: bool) -> None:
        self._disc.set_style(
            background=theme_colour(self._fill) if in_bank else TRANSPARENT,
            border=theme_colour(self._fill if in_bank else "groove"),
        )
        self._inner.set_style(
            border=theme_colour(self._on) if in_bank and self._has_inner_line else TRANSPARENT
        )
        self._mark.set_tone(self._on if in_bank else "groove")


class BankCard(Card):
    """The tokens left, by the face that lies up."""

    def __init__(self, tr: Translator, setup: Setup) -> None:
        super().__init__(gap=4)
        self._tr = tr
        self._number = Text("", weight=700, size_sp=54, autosize="both", pos_hint={"center_y": 0.5})
        self._words = Text("", weight=500, size_sp=20)
        text_column = Column(self._words, gap=0, pos_hint={"center_y": 0.5})
        self.add_widget(Row(self._number, text_column, gap=14))
        self._checks = [
            TokenDisc(Icon.CHECK, "teal", "on_accent") for _ in range(setup.tokens - setup.bystander_tokens)
        ]
        self._bystanders = [
            TokenDisc(Icon.BYSTANDER, "sand", "on_sand") for _ in range(setup.bystander_tokens)
        ]
        self._check_words = Text("", tone="ink_2")
        self._bystander_words = Text("", tone="ink_2")
        piles = ((self._check_words, self._checks), (self._bystander_words, self._bystanders))
        visible_piles = [(words, tokens) for words, tokens in piles if tokens]
        for words, tokens in visible_piles:
            # What tokens of one face are for stands beside their number.
            (self if len(visible_piles) > 1 else text_column).add_widget(words)
            self.add_widget(Wrap(*tokens, gap=6))
        if self._checks:
            self.add_widget(Text(tr("duet.board.none_left", bystander_checks=BYSTANDER_CHECKS), tone="ink_2"))

    def show(self, state: State) -> None:
        tr, bank = self._tr, state.bank
        self._number.content = tr.format_number(bank.tokens_left)
        self._words.content = tr("duet.board.left", n=bank.tokens_left)
        self._check_words.content = tr("duet.board.for_stopping", count=bank.checks)
        has_checks = bool(self._checks)
        key = "duet.board.for_bystanders" if has_checks else "duet.board.for_either"
        self._bystander_words.content = tr(key, count=bank.bystanders)
        for tokens, left in ((self._checks, bank.checks), (self._bystanders, bank.bystanders)):
            for i, token in enumerate(tokens):
                token.set_in_bank(i < left)


class BankStrip(Row):
    """Agents and tokens in one line, above or below a grid; in sudden death no token is left to show."""

    def __init__(self, tr: Translator, setup: Setup) -> None:
        super().__init__(gap=10)
        self._tr = tr
        self._agents = Text(
            "", weight=700, size_sp=24, tone="teal", autosize="both", pos_hint={"center_y": 0.5}
        )
        self._of = Text(tr("duet.board.agents", n=AGENTS), tone="ink_2", pos_hint={"center_y": 0.5})
        self.add_widget(IconLabel(Icon.HAT, 26, tone="teal", pos_hint={"center_y": 0.5}))
        self.add_widget(self._agents)
        self.add_widget(self._of)
        self._checks = _TokenPile(Icon.CHECK, "teal", "on_accent")
        self._bystanders = _TokenPile(Icon.BYSTANDER, "sand", "on_sand")
        if setup.bystander_tokens < setup.tokens:
            self.add_widget(self._checks)
        if setup.bystander_tokens:
            self.add_widget(self._bystanders)

    def show(self, state: State) -> None:
        self._agents.content = self._tr.format_number(state.agents)
        for pile, left in ((self._checks, state.bank.checks), (self._bystanders, state.bank.bystanders)):
            pile.show(self._tr.format_number(left), empty=not left)
            pile.opacity = 0 if state.is_sudden_death else 1


class _TokenPile(Row):
    """So many tokens of one face."""

    def __init__(self, icon: Icon, ground: str, on: str) -> None:
        super().__init__(gap=6, hug=True, pos_hint={"center_y": 0.5})
        self._token = TokenDisc(icon, ground, on, 30)
        self._token.pos_hint = {"center_y": 0.5}
        self._count = Text("", weight=700, size_sp=24, autosize="both", pos_hint={"center_y": 0.5})
        self.add_widget(self._token)
        self.add_widget(self._count)

    def show(self, count: str, *, empty: bool) -> None:
        self._count.content = count
        self._token.set_in_bank(not empty)
