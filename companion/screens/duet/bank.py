"""The parts of the mission screen: who clues whom, agents found, and the bank of tokens."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.duet.accounts import side_name
from companion.games.duet.manifest import MANIFEST
from companion.games.duet.setup import AGENTS, BYSTANDER_CHECKS, Setup, Side
from companion.games.duet.state import State
from companion.i18n.translator import Translator
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Gap, Row, Wrap, fill
from companion.widgets.shapes import CLEAR, Disc, middle
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS, paint

_GROUP = 5


class ClueCard(Card):
    """Clue from … to …, and whether these are the last guesses; in sudden death, who may still guess."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(accent=ACCENTS[MANIFEST.accent])
        self._tr = tr
        self._from_label = Text("", tone="ink_2")
        self._from = Text("", face="title", size_sp=36, smallest=20, most=2)
        self._to_label = Text("", tone="ink_2")
        self._to = Text("", face="title", size_sp=36, smallest=20, most=2)
        self._row = Row(
            Column(self._from_label, self._from, gap=2, pos_hint={"top": 1}),
            Glyph(Icon.ARROW_RIGHT, 40, tone="teal", mirrored=True, pos_hint={"center_y": 0.4}),
            Column(self._to_label, self._to, gap=2, pos_hint={"top": 1}),
            gap=12,
        )
        self._sudden = _Running(36)
        self._last = _Running(26)
        self._last.words.content = tr("duet.board.last_guesses")
        self.add_widget(self._row)

    def show(self, state: State) -> None:
        awaits = state.awaits
        playing = [self._row, self._last] if state.last_guesses else [self._row]
        wanted = playing if awaits.clues is not None else [self._sudden]
        if [*reversed(self.children)] != wanted:
            self.clear_widgets()
            fill(self, wanted)
        if awaits.clues is not None:
            tr, clues, guesses = self._tr, awaits.clues, awaits.clues.other
            # People are seen, the side is what the voice calls them.
            self._from_label.content = tr("duet.board.clue_from", n=clues + 1)
            self._from.content = side_name(tr, state.setup, clues)
            self._to_label.content = tr("duet.board.guess_by", n=guesses + 1)
            self._to.content = side_name(tr, state.setup, guesses)
        else:
            names = tuple(name for side in awaits.guesses for name in state.setup.members(Side(side)))
            self._sudden.words.content = self._tr("duet.board.sudden_words", names=names)


class _Running(Row):
    """That time is running out, beside an hourglass."""

    def __init__(self, size: float) -> None:
        super().__init__(Glyph(Icon.HOURGLASS, size, tone="ember", pos_hint={"center_y": 0.5}), gap=12)
        self.words = Text("", weight=500, size_sp=18, pos_hint={"center_y": 0.5})
        self.add_widget(self.words)


class AgentsRow(Column):
    """How many of the fifteen are found: a number, and hats in groups of five."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=6)
        self._number = Text("", weight=700, size_sp=48, tone="teal", grow="both")
        self._words = Text(
            tr("duet.board.agents", n=AGENTS), size_sp=20, tone="ink_2", pos_hint={"center_y": 0.4}
        )
        self.add_widget(Row(self._number, self._words, gap=12))
        self._hats = [Glyph(Icon.HAT_LINE, 20, tone="rim") for _ in range(AGENTS)]
        row = Wrap(gap=2)
        for i, hat in enumerate(self._hats):
            row.add_widget(hat)
            if i % _GROUP == _GROUP - 1 and i + 1 < AGENTS:
                row.add_widget(Gap(width=8, height=20))
        self.add_widget(row)
        self._tr = tr

    def show(self, state: State) -> None:
        self._number.content = self._tr.number(state.agents)
        for i, hat in enumerate(self._hats):
            found = i < state.agents
            hat.show(Icon.HAT if found else Icon.HAT_LINE)
            hat.set_tone("teal" if found else "rim")


class Token(Widget):
    """A timer token: filled while it lies in the bank, an empty outline once it is spent."""

    def __init__(self, icon: Icon, fill: str, on: str, diameter: float = 50) -> None:
        super().__init__(size_hint=(None, None), size=(dp(diameter), dp(diameter)))
        self._fill, self._on = fill, on
        self._disc = Disc(self, ground=paint(fill), edge=paint(fill), line=2)
        self._inner = Disc(self, diameter=dp(diameter - 8), edge=paint(on), line=1)
        self._mark = Glyph(icon, diameter * 0.6, tone=on)
        self.add_widget(self._mark)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        self._mark.center = middle(self)

    def lie(self, in_bank: bool) -> None:
        self._disc.paint(
            ground=paint(self._fill) if in_bank else CLEAR, edge=paint(self._fill if in_bank else "groove")
        )
        self._inner.paint(edge=paint(self._on) if in_bank else CLEAR)
        self._mark.set_tone(self._on if in_bank else "groove")


class BankCard(Card):
    """The tokens left, by the face that lies up."""

    def __init__(self, tr: Translator, setup: Setup) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self._number = Text("", weight=700, size_sp=66, grow="both")
        self._words = Text("", weight=500, size_sp=20, pos_hint={"center_y": 0.45})
        self.add_widget(Row(self._number, self._words, gap=14))
        self._checks = [
            Token(Icon.CHECK, "teal", "on_accent") for _ in range(setup.tokens - setup.bystander_tokens)
        ]
        self._bystanders = [Token(Icon.BYSTANDER, "sand", "on_sand") for _ in range(setup.bystander_tokens)]
        self._check_words = Text("", tone="ink_2")
        self._bystander_words = Text("", tone="ink_2")
        for words, tokens in ((self._check_words, self._checks), (self._bystander_words, self._bystanders)):
            if tokens:
                self.add_widget(words)
                self.add_widget(Wrap(*tokens, gap=6))
        if self._checks:
            self.add_widget(Text(tr("duet.board.none_left", bystander_checks=BYSTANDER_CHECKS), tone="ink_2"))

    def show(self, state: State) -> None:
        tr, bank = self._tr, state.bank
        self._number.content = tr.number(bank.left)
        self._words.content = tr("duet.board.left", n=bank.left)
        self._check_words.content = tr("duet.board.for_stopping", count=bank.checks)
        both = bool(self._checks)
        key = "duet.board.for_bystanders" if both else "duet.board.for_either"
        self._bystander_words.content = tr(key, count=bank.bystanders)
        for tokens, left in ((self._checks, bank.checks), (self._bystanders, bank.bystanders)):
            for i, token in enumerate(tokens):
                token.lie(i < left)
