"""The five quests as shields, large and small; the vote track, loyalty cards, and the controller's type."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.core.session_controller import SessionController
from companion.games.avalon.drafts import AnyDraft
from companion.games.avalon.setup import Setup
from companion.games.avalon.state import MAX_ATTEMPTS, QUESTS, Move, Phase, QuestResult, State
from companion.games.avalon.text import AvalonTable
from companion.i18n.translator import Translator
from companion.widgets.buttons import Pressable
from companion.widgets.cards import chip_height
from companion.widgets.icons import Icon
from companion.widgets.layout import Row
from companion.widgets.mesh_batch import MeshBatch, WidgetDrawing
from companion.widgets.shapes import TRANSPARENT, Disc, center_of
from companion.widgets.text import LEAD, MUTED, NUMBER, STRONG, IconLabel, Text
from companion.widgets.theme import look, theme_colour


class Shield(Widget):
    """A shield with an icon or a number; the current one has an outer line."""

    def __init__(self, size: float = 56, **options: Any) -> None:
        super().__init__(size_hint=(None, None), size=(dp(size), dp(size * 1.12)), **options)
        self._size = size
        self._drawing = WidgetDrawing(self)

    def show(self, result: QuestResult | None, number: str, *, is_current: bool) -> None:
        """Show the result of a quest, or of one that was not played yet the number of its players."""
        stamps = MeshBatch()
        x, y = self.width / 2, self.height / 2
        if result is not None:
            rim = "good" if result.success else "evil"
            fill = f"{rim}_fill"
        else:
            rim = "candle_fill" if is_current else "rim"
            fill = rim if is_current else ""
            if is_current:
                stamps.add_icon(Icon.SHIELD_LINE, self._size * 1.22, "candle", x, y)
        if fill:
            stamps.add_icon(Icon.SHIELD, self._size * 1.08, fill, x, y)
        stamps.add_icon(Icon.SHIELD_LINE, self._size * 1.08, rim, x, y)
        y += self.height * 0.03
        if result is not None:
            icon = Icon.SUN if result.success else Icon.DAGGER
            stamps.add_icon(icon, self._size * 0.5, "on_side", x, y)
        else:
            # The shield does not scale with the user's text size, so neither does its number.
            size, tone = self._size * 0.42 / look().text_scale, "on_candle" if is_current else "ink_2"
            stamps.add_text(number, x, y, size=size, max_width=self.width, weight=700, tone=tone)
        self._drawing.show(stamps)


class QuestRow(Row):
    """The five quests with their state and a label; with Targeting a tap selects one."""

    def __init__(self, tr: Translator, on_tap: Callable[[int], object]) -> None:
        super().__init__(gap=2)
        self._tr = tr
        self.quests: list[_QuestTile] = []
        self._cache_key: tuple[object, ...] = ()
        for number in range(1, QUESTS + 1):
            quest = _QuestTile(partial(on_tap, number))
            self.quests.append(quest)
            self.add_widget(quest)

    def show(self, state: State, selected: int | None) -> None:
        cache_key = (state.results, None if state.phase is Phase.OVER else selected)
        if cache_key == self._cache_key:
            return
        self._cache_key = cache_key
        tr, numbers = self._tr, state.numbers
        results = {result.quest: result for result in state.results}
        for number, quest in enumerate(self.quests, 1):
            result = results.get(number)
            is_current = number == selected and state.phase is not Phase.OVER
            quest.shield.show(result, tr.format_number(numbers.team_size(number)), is_current=is_current)
            if result is not None and result.success:
                key = "avalon.board.won_with_fails" if result.fails else "avalon.board.won"
                quest.set_label(tr(key, n=result.fails), "good")
            elif result is not None:
                quest.set_label(tr("avalon.board.fails", n=result.fails), "evil")
            elif is_current:
                quest.set_label(tr("avalon.board.now"), "candle")
            elif numbers.fails_needed(number) > 1:
                quest.set_label(tr("avalon.board.two_fails", fails=numbers.fails_needed(number)), "ink_2")
            else:
                quest.set_label("", "ink_2")


class _QuestTile(Pressable):
    def __init__(self, on_tap: Callable[[], object]) -> None:
        super().__init__(on_tap, orientation="vertical", size_hint_y=None, height=dp(92), spacing=dp(2))
        holder = FloatLayout(size_hint_y=None, height=dp(66))
        self.shield = Shield(56, pos_hint={"center_x": 0.5, "center_y": 0.5})
        holder.add_widget(self.shield)
        # The room below a shield is fixed: large text must shrink, not be cut off.
        min_size = 10 / look().text_scale
        self._label = Text("", STRONG, align="center", autosize="none", min_size=min_size, max_lines=1)
        self.add_widget(holder)
        self.add_widget(self._label)

    def set_label(self, words: str, tone: str) -> None:
        self._label.content = words
        self._label.set_tone(tone)


class VoteTrack(Row):
    """The five proposals of a round.

    Refused ones are crossed, the current one is filled, and the fifth has Evil's dagger.
    """

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=10, height=chip_height())
        self._tr = tr
        self._label = Text(
            tr("avalon.board.proposal"), LEAD, tone="ink_2", max_lines=1, min_size=12 / look().text_scale
        )
        self.add_widget(self._label)
        self._attempt = 0
        self._discs = [_ProposalDisc() for _ in range(MAX_ATTEMPTS)]
        for disc in self._discs:
            self.add_widget(disc)

    def show(self, state: State) -> None:
        is_last = state.attempt == MAX_ATTEMPTS and state.phase in (Phase.PROPOSE, Phase.VOTE)
        self._label.content = self._tr("avalon.board.last_proposal" if is_last else "avalon.board.proposal")
        self._label.set_tone("evil" if is_last else "ink_2")
        if state.attempt != self._attempt:
            self._attempt = state.attempt
            for number, disc in enumerate(self._discs, 1):
                disc.show(number, state.attempt, self._tr.format_number(number))


class _ProposalDisc(Widget):
    def __init__(self) -> None:
        super().__init__(size_hint=(None, None), size=(dp(38), dp(38)))
        self._disc = Disc(self, diameter=dp(34), line_width=2)
        self._mark = IconLabel(Icon.CROSS, 18, tone="ink_2")
        self._number = Text("", NUMBER, size_sp=16, autosize="both", scaled=False)
        for part in (self._mark, self._number):
            self.add_widget(part)
            part.bind(size=self._place)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        self._mark.center = self._number.center = center_of(self)

    def show(self, number: int, attempt: int, digits: str) -> None:
        is_current, is_past, is_last = number == attempt, number < attempt, number == MAX_ATTEMPTS
        ground = (
            theme_colour("candle_fill")
            if is_current and not is_last
            else theme_colour("evil_deep")
            if is_last
            else TRANSPARENT
        )
        edge = "evil" if is_last else "candle" if is_current else "rim"
        self._disc.set_style(
            background=ground, border=theme_colour(edge), line_width=3 if is_current and is_last else 2
        )
        self._mark.content = Icon.CROSS.value if is_past else Icon.DAGGER.value if is_last else ""
        self._mark.set_tone("evil" if is_last else "ink_2")
        self._number.content = "" if is_past or is_last else digits
        self._number.set_tone("on_candle" if is_current else "ink_2")


class LoyaltyTrack(Row):
    """The open loyalty cards of the Lancelots by round; it takes no room if there are none."""

    _MARK_DP = 24

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=10, height=0)
        self._label = Text(tr("avalon.board.loyalty_row"), MUTED, max_lines=1, pos_hint={"center_y": 0.5})
        self._marks = Widget(size_hint_x=None, width=dp(self._MARK_DP * 1.3 * QUESTS))
        self._drawing = WidgetDrawing(self._marks)
        self._cache_key: tuple[object, ...] = ()

    def show(self, state: State) -> None:
        cards = state.loyalty
        if (cards, state.round) == self._cache_key:
            return
        self._cache_key = (cards, state.round)
        self.clear_widgets()
        self.height = dp(self._MARK_DP + 8) if cards else 0
        if not cards:
            return
        self.add_widget(self._label)
        self.add_widget(self._marks)
        stamps = MeshBatch()
        step = self._marks.width / QUESTS
        for card_index, switch in enumerate(cards):
            # In reading order, with the last card at the end of the row.
            column = QUESTS - len(cards) + card_index
            x = step * ((QUESTS - 1 - column if look().rtl else column) + 0.5)
            is_active = len(cards) < QUESTS or card_index < state.round
            icon, tone = (Icon.LANCELOT, "candle" if is_active else "ink_3") if switch else (Icon.RING, "rim")
            stamps.add_icon(icon, self._MARK_DP, tone, x, self.height / 2)
        self._drawing.show(stamps)


AvalonController = SessionController[Setup, State, Move, AnyDraft]


def build_progress(session: AvalonTable) -> Widget:
    """Build the five shields in small."""
    state = session.state
    results = {result.quest: result for result in state.results}
    row = Row(gap=3, pos_hint={"center_y": 0.5})
    for number in range(1, QUESTS + 1):
        shield = Shield(31)
        digits = look().digits(state.numbers.team_size(number))
        shield.show(results.get(number), digits, is_current=number == state.quest)
        row.add_widget(shield)
    return row
