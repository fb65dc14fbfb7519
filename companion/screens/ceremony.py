"""The ceremony: the cards of a game that is over, turned one by one by a tap or by themselves, each said
aloud where the table wants the voice; at last everybody on one page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from kivy.clock import Clock, ClockEvent
from kivy.metrics import dp

from companion.entry.ceremony import CardReveal
from companion.screens.labelled_rows import build_labelled_row
from companion.scripts.sentences import Message
from companion.shell import AnyController, AppContext
from companion.widgets.cards import Card, ToggleSwitch
from companion.widgets.icon_names import Icon
from companion.widgets.keeping import Stateful
from companion.widgets.layout import Column, Grid, Row, Spacer
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import PrimaryButton, SecondaryButton
from companion.widgets.text import IconLabel, Text

# In seconds: how long a card lies before everybody where they turn by themselves. A line is heard by then.
_PAUSE_SECONDS = 3.5


@dataclass(frozen=True, slots=True)
class RevealCard:
    """Whose card it is and what it shows; `announcement` names both aloud."""

    name: str
    role: str
    icon: Icon
    side: str
    tone: str
    announcement: Message


# The cards in the order in which they are turned; none before they were told.
RevealCardSource = Callable[[AppContext, AnyController], tuple[RevealCard, ...]]


def build_role_reveal_button(
    context: AppContext, controller: AnyController, card_source: RevealCardSource
) -> SecondaryButton:
    """From how a game ended, once it was told who was who."""
    title = context.tr("roles.ceremony.title")
    return SecondaryButton(
        title, lambda: context.push(RoleRevealPage, controller, card_source), icon=Icon.EYE
    )


def build_sides_grid(cards: tuple[RevealCard, ...]) -> Grid:
    """Who was on which side, by card."""
    grid = Grid(gap=8, min_column_width=150, max_columns=2)
    sides = sorted(cards, key=lambda card: (card.tone != "good", card.side))
    for (side, tone), group in groupby(sides, key=lambda card: (card.side, card.tone)):
        side_card = Card(Text(side, face="title", size_sp=20, tone=tone), gap=4, size_hint_y=1)
        for card in group:
            side_card.add_widget(
                Row(
                    IconLabel(card.icon, 22, tone=tone, pos_hint={"center_y": 0.5}),
                    Text(card.name, weight=500, max_lines=1, min_size=12),
                    Text(card.role, tone="ink_2", align="end", max_lines=1, min_size=10),
                    gap=6,
                )
            )
        # The side with fewer people begins at the top as well.
        side_card.add_widget(Spacer())
        grid.add_widget(side_card)
    return grid


class RoleRevealPage(Stateful, Page):
    def __init__(self, context: AppContext, controller: AnyController, card_source: RevealCardSource) -> None:
        self._app_context = context
        self.cards = card_source(context, controller)
        self.progress = CardReveal(len(self.cards))
        self._auto_event: ClockEvent | None = None
        tr = context.tr
        self.title_bar = TitleBar(tr("roles.ceremony.title"), " ", on_back=context.go_back, max_lines=2)
        super().__init__(self.title_bar)
        self._content = Column(gap=16)
        self.body.add_widget(self._content)
        self.auto_toggle = ToggleSwitch(False, self._set_auto_advance)
        self._auto_row = build_labelled_row(tr("roles.ceremony.by_itself"), self.auto_toggle)
        self.body.add_widget(self._auto_row)
        self.main = PrimaryButton(" ", self.advance, icon=Icon.EYE)
        self.add_to_footer(self.main)
        self._show()

    # -- as it was, when the page is built anew --

    def save_state(self) -> CardReveal:
        return self.progress

    def restore_state(self, state: CardReveal) -> None:
        self.progress = state
        self._show()

    def enter(self) -> None:
        self._app_context.set_keep_awake(True)
        if self._app_context.settings.speak_in_game:
            self._app_context.speech.prepare_messages([face.announcement for face in self.cards])

    def leave(self) -> None:
        self._app_context.set_keep_awake(False)
        self._stop_auto_advance()
        if self._app_context.is_speech_loaded:
            self._app_context.speech.stop_speech()

    def suspend(self) -> None:
        """Nothing turns while nobody looks; whoever comes back sees that it waits."""
        if self._auto_event is not None:
            self.auto_toggle.on_release()

    # -- turning --

    def advance(self) -> None:
        if self.progress.is_over:
            self._app_context.go_back()
            return
        self.progress = self.progress.advance()
        if self.progress.is_turned:
            self._speak()
        self._show()
        if self.progress.is_over:
            self._stop_auto_advance()

    def _speak(self) -> None:
        if self._app_context.settings.speak_in_game:
            self._app_context.speech.read_aloud(self.cards[self.progress.index].announcement, lambda _: None)

    def _set_auto_advance(self, on: bool) -> None:
        self._stop_auto_advance()
        if on and not self.progress.is_over:
            self.advance()
            self._auto_event = Clock.schedule_interval(lambda _: self._auto_advance(), _PAUSE_SECONDS)

    def _auto_advance(self) -> None:
        """The next card comes and is turned at once: nobody taps."""
        self.advance()
        if not self.progress.is_over and not self.progress.is_turned:
            self.advance()

    def _stop_auto_advance(self) -> None:
        if self._auto_event is not None:
            self._auto_event.cancel()
            self._auto_event = None

    # -- showing --

    def _show(self) -> None:
        tr, progress = self._app_context.tr, self.progress
        self._content.clear_widgets()
        self._auto_row.opacity = 0 if progress.is_over else 1
        if progress.is_over:
            self.title_bar.show(tr("roles.ceremony.title"), tr("roles.ceremony.all"))
            self._content.add_widget(build_sides_grid(self.cards))
            self.main.show(tr("app.left.result"), Icon.CHECK)
            return
        subtitle = tr("roles.ceremony.place", card=progress.index + 1, cards=progress.card_count)
        self.title_bar.show(tr("roles.ceremony.title"), subtitle)
        self._content.add_widget(_build_card(self.cards[progress.index], is_revealed=progress.is_turned))
        last = progress.is_turned and progress.index + 1 == progress.card_count
        key = "everyone" if last else "next" if progress.is_turned else "turn"
        self.main.show(tr(f"roles.ceremony.{key}"), Icon.PEOPLE if last else Icon.EYE)


def _build_card(card: RevealCard, *, is_revealed: bool) -> Card:
    tone = card.tone if is_revealed else "ink_3"
    return Card(
        Spacer(height=dp(12)),
        Text(card.name, face="title", size_sp=40, min_size=22, max_lines=2, align="center"),
        IconLabel(card.icon if is_revealed else Icon.CARD, 120, tone=tone, pos_hint={"center_x": 0.5}),
        Text(
            card.role if is_revealed else "…",
            face="title",
            size_sp=30,
            min_size=18,
            max_lines=2,
            align="center",
            tone=tone,
        ),
        Text(card.side if is_revealed else " ", align="center", tone="ink_2", max_lines=2),
        Spacer(height=dp(12)),
        gap=16,
    )
