"""The five quests as shields, and the track of proposals."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.games.avalon.state import ATTEMPTS, QUESTS, Awaits, State
from companion.i18n.translator import Translator
from companion.widgets.cards import key_height
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.shapes import CLEAR, Disc, middle
from companion.widgets.stamps import Drawing, Stamps
from companion.widgets.tap import Tap
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import look, paint


class Shield(Widget):
    """A shield with a mark or a number on it: fill, rim, and an outer line for the one that is on now."""

    def __init__(self, size: float = 56, **options: Any) -> None:
        super().__init__(size_hint=(None, None), size=(dp(size), dp(size * 1.12)), **options)
        self._size = size
        self._drawing = Drawing(self)

    def won(self) -> None:
        self._draw("good_fill", "good", mark=Icon.SUN)

    def lost(self) -> None:
        self._draw("evil_fill", "evil", mark=Icon.DAGGER)

    def ahead(self, number: str, *, now: bool) -> None:
        self._draw("candle_fill" if now else None, "candle_fill" if now else "rim", number=number, now=now)

    def _draw(
        self, fill: str | None, rim: str, *, mark: Icon | None = None, number: str = "", now: bool = False
    ) -> None:
        stamps = Stamps()
        x, y = self.width / 2, self.height / 2
        if now:
            stamps.mark(Icon.SHIELD_LINE, self._size * 1.22, "candle", x, y)
        if fill is not None:
            stamps.mark(Icon.SHIELD, self._size * 1.08, fill, x, y)
        stamps.mark(Icon.SHIELD_LINE, self._size * 1.08, rim, x, y)
        y += self.height * 0.03
        if mark is not None:
            stamps.mark(mark, self._size * 0.5, "on_side", x, y)
        if number:
            # The shield does not grow with the text size, nor does what stands on it.
            size, tone = self._size * 0.42 / look().text_scale, "on_candle" if now else "ink_2"
            stamps.words(number, x, y, size=size, room=self.width, weight=700, tone=tone)
        self._drawing.show(stamps)


class QuestRow(Row):
    """Five quests: won, lost, now, to come; each with a word below. With Targeting a tap chooses one."""

    def __init__(self, tr: Translator, on_tap: Callable[[int], object]) -> None:
        super().__init__(gap=2)
        self._tr = tr
        self.quests: list[_Quest] = []
        self._seen: tuple[object, ...] = ()
        for number in range(1, QUESTS + 1):
            quest = _Quest(partial(on_tap, number))
            self.quests.append(quest)
            self.add_widget(quest)

    def show(self, state: State, chosen: int | None) -> None:
        seen = (state.results, None if state.awaits is Awaits.OVER else chosen)
        if seen == self._seen:
            return
        self._seen = seen
        tr, numbers = self._tr, state.numbers
        results = {result.quest: result for result in state.results}
        for number, quest in enumerate(self.quests, 1):
            result = results.get(number)
            if result is not None:
                if result.success:
                    quest.shield.won()
                    spared = "avalon.board.won_with_fails" if result.fails else "avalon.board.won"
                    quest.say(tr(spared, n=result.fails), "good")
                else:
                    quest.shield.lost()
                    quest.say(tr("avalon.board.fails", n=result.fails), "evil")
                continue
            now = number == chosen and state.awaits is not Awaits.OVER
            quest.shield.ahead(tr.number(numbers.team_size(number)), now=now)
            if now:
                quest.say(tr("avalon.board.now"), "candle")
            elif numbers.fails_needed(number) > 1:
                quest.say(tr("avalon.board.two_fails", fails=numbers.fails_needed(number)), "ink_2")
            else:
                quest.say("", "ink_2")


class _Quest(Tap):
    def __init__(self, on_tap: Callable[[], object]) -> None:
        super().__init__(on_tap, orientation="vertical", size_hint_y=None, height=dp(92), spacing=dp(2))
        holder = FloatLayout(size_hint_y=None, height=dp(66))
        self.shield = Shield(56, pos_hint={"center_x": 0.5, "center_y": 0.5})
        holder.add_widget(self.shield)
        # Larger letters may not cut the words off: there is no more room below a shield than before.
        least = 10 / look().text_scale
        self._words = Text("", size_sp=16, weight=500, align="center", grow="none", smallest=least, most=1)
        self.add_widget(holder)
        self.add_widget(self._words)

    def say(self, words: str, tone: str) -> None:
        self._words.content = words
        self._words.set_tone(tone)


class VoteTrack(Row):
    """Five proposals a round: refused ones crossed, the present one filled, the fifth with Evil's dagger."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=10, height=key_height())
        self._tr = tr
        self._label = Text(
            tr("avalon.board.proposal"),
            size_sp=18,
            tone="ink_2",
            most=1,
            smallest=12 / look().text_scale,
            pos_hint={"center_y": 0.5},
        )
        self.add_widget(self._label)
        self._attempt = 0
        self._discs = [_Proposal() for _ in range(ATTEMPTS)]
        for disc in self._discs:
            self.add_widget(disc)

    def show(self, state: State) -> None:
        last = state.attempt == ATTEMPTS and state.awaits in (Awaits.PROPOSE, Awaits.VOTE)
        self._label.content = self._tr("avalon.board.last_proposal" if last else "avalon.board.proposal")
        self._label.set_tone("evil" if last else "ink_2")
        if state.attempt != self._attempt:
            self._attempt = state.attempt
            for number, disc in enumerate(self._discs, 1):
                disc.show(number, state.attempt, self._tr.number(number))


class _Proposal(Widget):
    def __init__(self) -> None:
        super().__init__(size_hint=(None, None), size=(dp(38), dp(38)), pos_hint={"center_y": 0.5})
        self._disc = Disc(self, diameter=dp(34), line=2)
        self._mark = Glyph(Icon.CROSS, 18, tone="ink_2")
        self._number = Text("", weight=700, size_sp=16, grow="both", scaled=False)
        for part in (self._mark, self._number):
            self.add_widget(part)
            part.bind(size=self._place)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        self._mark.center = self._number.center = middle(self)

    def show(self, number: int, attempt: int, digits: str) -> None:
        now, past, fifth = number == attempt, number < attempt, number == ATTEMPTS
        ground = paint("candle_fill") if now and not fifth else paint("evil_deep") if fifth else CLEAR
        edge = "evil" if fifth else "candle" if now else "rim"
        self._disc.paint(ground=ground, edge=paint(edge), line=3 if now and fifth else 2)
        self._mark.content = Icon.CROSS.value if past else Icon.DAGGER.value if fifth else ""
        self._mark.set_tone("evil" if fifth else "ink_2")
        self._number.content = "" if past or fifth else digits
        self._number.set_tone("on_candle" if now else "ink_2")


class LoyaltyTrack(Row):
    """The loyalty cards of the Lancelots that lie open, by rounds. Where there are none it takes no room."""

    _MARK = 24

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=10, height=0)
        self._label = Text(
            tr("avalon.board.loyalty_row"), size_sp=16, tone="ink_2", most=1, pos_hint={"center_y": 0.5}
        )
        self._marks = Widget(size_hint_x=None, width=dp(self._MARK * 1.3 * QUESTS))
        self._drawing = Drawing(self._marks)
        self._seen: tuple[object, ...] = ()

    def show(self, state: State) -> None:
        cards = state.loyalty
        if (cards, state.round) == self._seen:
            return
        self._seen = (cards, state.round)
        self.clear_widgets()
        self.height = dp(self._MARK + 8) if cards else 0
        if not cards:
            return
        self.add_widget(self._label)
        self.add_widget(self._marks)
        stamps = Stamps()
        step = self._marks.width / QUESTS
        for place, switch in enumerate(cards):
            # In the order of reading, the last one at the end of the row.
            at = QUESTS - len(cards) + place
            x = step * ((QUESTS - 1 - at if look().rtl else at) + 0.5)
            acted = len(cards) < QUESTS or place < state.round
            icon, tone = (Icon.LANCELOT, "candle" if acted else "ink_3") if switch else (Icon.RING, "rim")
            stamps.mark(icon, self._MARK, tone, x, self.height / 2)
        self._drawing.show(stamps)
