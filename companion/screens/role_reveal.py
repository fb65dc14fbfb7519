"""Role reveal after a game: entering who had which role, the reveal of the role cards one by one (by tap or
automatically, read aloud if wanted), and the cards to deal before the game.

A game shows its own cards with `screens/<game>/deal.py`; the three functions at the end of this module are
the default for games without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, Protocol

from kivy.clock import Clock, ClockEvent
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.app_context import AnyController, AppContext
from companion.core.message import Message
from companion.core.resume_state import PREFERENCE_KEY, CardReveal, RevealPreference
from companion.games.registry import get_game
from companion.i18n.translator import Translator
from companion.screens.game_screens import DealCards
from companion.screens.rows import build_labelled_row
from companion.scripts.script import NightSetup
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.cards import Card, ToggleSwitch
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row, Spacer, Wrap
from companion.widgets.page import Page, Sheet, Stateful, TitleBar
from companion.widgets.seat_ring import SeatLook, SeatRing
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import DISPLAY, HEADING, LABEL, MUTED, NUMBER, STRONG, IconLabel, Text
from companion.widgets.theme import ACCENTS, look, sp, theme_colour

# Seconds per card in automatic mode; enough to finish its spoken line.
_PAUSE_SECONDS = 3.5


@dataclass(frozen=True, slots=True)
class RevealCard:
    """A player and their role card; `announcement` is the spoken line with both."""

    name: str
    role: str
    icon: Icon
    side: str
    tone: str
    announcement: Message


# Returns the cards in the order of the reveal; empty before the roles are known.
RevealCardSource = Callable[[AppContext, AnyController], tuple[RevealCard, ...]]


def build_role_reveal_button(
    context: AppContext, controller: AnyController, card_source: RevealCardSource
) -> SecondaryButton:
    """Return the button that opens the reveal, for the result of a game with known roles."""
    title = context.tr("roles.ceremony.title")
    return SecondaryButton(
        title, lambda: context.push(RoleRevealPage, controller, card_source), icon=Icon.EYE
    )


def build_sides_grid(cards: tuple[RevealCard, ...]) -> Grid:
    """Return the players grouped by side, with their roles."""
    grid = Grid(gap=8, min_column_width=150, max_columns=2)
    sides = sorted(cards, key=lambda card: (card.tone != "good", card.side))
    for (side, tone), group in groupby(sides, key=lambda card: (card.side, card.tone)):
        side_card = Card(Text(side, HEADING, tone=tone), gap=4, size_hint_y=1)
        for card in group:
            side_card.add_widget(
                Row(
                    IconLabel(card.icon, 22, tone=tone),
                    Text(card.name, STRONG, max_lines=1, min_size=12, pos_hint={"y": 0}),
                    Text(card.role, MUTED, align="end", max_lines=1, min_size=10, pos_hint={"y": 0}),
                    gap=6,
                )
            )
        # Align a smaller side at the top.
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

    # -- state --

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
        """Stop automatic mode; after a break it has to be switched on again."""
        if self._auto_event is not None:
            self.auto_toggle.on_release()

    # -- advancing --

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
        """Go to the next card and turn it at once."""
        self.advance()
        if not self.progress.is_over and not self.progress.is_turned:
            self.advance()

    def _stop_auto_advance(self) -> None:
        if self._auto_event is not None:
            self._auto_event.cancel()
            self._auto_event = None

    # -- content --

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
        Text(card.name, DISPLAY, size_sp=40, min_size=22, max_lines=2),
        IconLabel(card.icon if is_revealed else Icon.CARD, 120, tone=tone, pos_hint={"center_x": 0.5}),
        Text(card.role if is_revealed else "…", DISPLAY, size_sp=30, min_size=18, max_lines=2, tone=tone),
        Text(card.side if is_revealed else " ", MUTED, align="center", max_lines=2),
        Spacer(height=dp(12)),
        gap=16,
    )


class RoleDraft(Protocol):
    """The game's draft of who had which role."""

    @property
    def roles(self) -> tuple[str | None, ...]: ...

    @property
    def remaining(self) -> Counter[str]: ...

    @property
    def missing_count(self) -> int: ...

    @property
    def move(self) -> Any: ...

    def assign(self, seat: int, role: str | None) -> RoleDraft: ...


class BaseRolesPage(Page):
    """Asks who had which role. `order` is the order of the seats in the ring."""

    role_icons: Mapping[str, Icon]
    draft_type: type[Any]
    card_source: RevealCardSource
    order: Sequence[int] | None = None

    def __init__(self, context: AppContext, controller: AnyController) -> None:
        draft = controller.draft
        if not isinstance(draft, self.draft_type):
            raise LookupError("who was who is told after the game")
        self._app_context, self._controller = context, controller
        self._game = get_game(controller.session.game.id)
        self.draft: RoleDraft = draft
        tr = context.tr
        super().__init__(
            TitleBar(tr("roles.title"), self._format("subtitle"), on_back=context.go_back, max_lines=2)
        )
        self._remaining_text = Text("", HEADING, align="center", autosize="none", min_size=12, max_lines=3)
        self.ring = SeatRing(on_tap=self._open_role_sheet, size_hint_y=None, height=dp(460))
        self.ring.center_box.add_widget(self._remaining_text)
        self.body.add_widget(self.ring)
        saved = context.recall(RevealPreference, PREFERENCE_KEY)
        self.ceremony_switch = ToggleSwitch(saved is not None and saved.wanted, self._set_ceremony)
        description = tr("roles.ceremony.why")
        self.body.add_widget(
            build_labelled_row(tr("roles.ceremony.title"), self.ceremony_switch, description)
        )
        accent = ACCENTS[self._game.accent]
        self.main = PrimaryButton(tr("roles.keep"), self._save_roles, icon=Icon.CHECK, accent=accent)
        self.add_to_footer(self.main)
        self._show()

    def get_text_key(self, part: str) -> str:
        """Return the key of one of the game's texts about the roles."""
        raise NotImplementedError

    def get_seat_name(self, seat: int) -> str:
        raise NotImplementedError

    def get_letter(self, seat: int, *, is_revealed: bool) -> str:
        """Return the letter on a seat's disc."""
        raise NotImplementedError

    def get_role_label(self, role: str) -> str:
        """Return the name of a role for the ring."""
        return self._app_context.tr(f"{self._game.id}.role.{role}.name")

    def _create_seat_looks(self) -> list[SeatLook]:
        return [
            SeatLook(
                self.get_seat_name(seat) if role is None else self.get_role_label(role),
                letter=self.get_letter(seat, is_revealed=role is not None),
                is_highlighted=role is None,
            )
            for seat, role in enumerate(self.draft.roles)
        ]

    def _format(self, part: str, **args: int) -> str:
        return self._app_context.tr(self.get_text_key(part), **args)

    def _set_ceremony(self, enabled: bool) -> None:
        self._app_context.remember(RevealPreference(enabled), PREFERENCE_KEY)

    def _open_role_sheet(self, seat: int) -> None:
        navigator = self._app_context.navigator
        buttons = []
        for role in self.draft.remaining:
            label = self._app_context.tr(f"{self._game.id}.role.{role}.name")
            assign = partial(self.assign_role, seat, role)
            buttons.append(SecondaryButton(label, assign, icon=self.role_icons[role]))
        if self.draft.roles[seat] is not None:
            clear = partial(self.assign_role, seat, None)
            buttons.append(SecondaryButton(self._format("clear"), clear, icon=Icon.CROSS))
        navigator.open_sheet(Sheet(self.get_seat_name(seat), *buttons, on_close=navigator.close_sheet))

    def assign_role(self, seat: int, role: str | None) -> None:
        self._app_context.navigator.close_sheet()
        draft = self.draft.assign(seat, role)
        if self._app_context.run_or_show_error(lambda: self._controller.save_draft(draft)):
            self.draft = draft
            self._show()

    def _show(self) -> None:
        self.ring.show(self._create_seat_looks(), self.order)
        missing = self.draft.missing_count
        self._remaining_text.content = (
            self._format("left", n=missing) if missing else self._format("complete")
        )
        self.main.enabled = not missing

    def _save_roles(self) -> None:
        if not self._app_context.run_or_show_error(lambda: self._controller.play(self.draft.move)):
            return
        setting = self._app_context.recall(RevealPreference, PREFERENCE_KEY)
        self._app_context.navigator.pop()
        if setting is not None and setting.wanted:
            self._app_context.push(RoleRevealPage, self._controller, type(self).card_source)


# In dp: size of a card, offset of the copy behind it, and how far the badge sticks out above both.
_CARD_SIZE_DP = (80, 90)
_COPY_OFFSET_DP = (7, 6)
_BADGE_HEIGHT_DP = 4


@dataclass(frozen=True, slots=True)
class CardFace:
    """Content of a role card."""

    name: str
    icon: Icon


class DealtCard(FloatLayout):
    """One kind of card, with a badge if there are several `copies`."""

    def __init__(self, tr: Translator, face: CardFace, hue: str, copies: int = 1) -> None:
        # With large text two cards still have to fit side by side on a phone.
        text_scale = max(1.0, look().text_scale)
        width, height = (
            round(dp(_CARD_SIZE_DP[0]) * min(1.4, text_scale)),
            round(dp(_CARD_SIZE_DP[1]) + sp(40) - dp(40)),
        )
        super().__init__(
            size_hint=(None, None),
            size=(width + dp(_COPY_OFFSET_DP[0]), height + dp(_COPY_OFFSET_DP[1] + _BADGE_HEIGHT_DP)),
        )
        self.copies = copies
        if copies > 1:
            self.add_widget(
                _build_card_back(
                    hue,
                    (width, height),
                    pos_hint=self._to_pos_hint(dp(_COPY_OFFSET_DP[0]), dp(_COPY_OFFSET_DP[1])),
                )
            )
        card = BoxLayout(
            orientation="vertical", spacing=dp(2), size_hint=(None, None), size=(width, height),
            padding=(dp(4), dp(8), dp(4), dp(4)), pos_hint=self._to_pos_hint(0, 0),
        )  # fmt: skip
        card.add_widget(IconLabel(face.icon, 35, tone=hue, pos_hint={"center_x": 0.5}))
        card.add_widget(
            Text(face.name, LABEL, size_sp=14, min_size=10, max_lines=2, autosize="none", align="center")
        )
        RoundedBox(
            card, radius=8, background=theme_colour(f"{hue}_deep"), border=theme_colour(hue), line_width=2
        )
        self.add_widget(card)
        if copies > 1:
            count_text = Text(
                tr("app.setup.times", count=copies), NUMBER, size_sp=14, tone=f"{hue}_deep", autosize="both"
            )
            badge = Row(count_text, hug=True, padding=(dp(7), dp(1)))
            badge.pos_hint = {"right": 1, "top": 1}
            RoundedBox(badge, radius=10, background=theme_colour(hue))
            self.add_widget(badge)

    def _to_pos_hint(self, x_offset: float, y_offset: float) -> dict[str, float]:
        """Return a position relative to the lower left, not mirrored: cards look the same in every
        language."""
        return {"x": x_offset / self.width, "y": y_offset / self.height}


def _build_card_back(hue: str, size: tuple[float, float], **options: Any) -> Widget:
    card = Widget(size_hint=(None, None), size=size, **options)
    RoundedBox(
        card, radius=8, background=theme_colour(f"{hue}_deep"), border=theme_colour(hue, 0.8), line_width=1.5
    )
    return card


class DealtSide(Row):
    """The cards of one side in `copies_by_face`, with the icon of the side and their total."""

    def __init__(self, tr: Translator, icon: Icon, hue: str, copies_by_face: Mapping[CardFace, int]) -> None:
        self.total = sum(copies_by_face.values())
        summary = Column(
            IconLabel(icon, 28, tone=hue, pos_hint={"center_x": 0.5}),
            Text(tr.format_number(self.total), NUMBER, size_sp=22, tone=hue, align="center"),
            gap=2, size_hint_x=None, width=dp(40),
        )  # fmt: skip
        self.cards = tuple(DealtCard(tr, face, hue, copies) for face, copies in copies_by_face.items())
        super().__init__(summary, Wrap(*self.cards, gap=4), gap=6)


# -- default for games without their own --------------------------------------------------------------------


def _title(tr: Translator, setup: NightSetup) -> str:
    """Return the instruction for the cards."""
    return tr("app.deal.cards", n=len(setup.players))


def _cards(tr: Translator, setup: NightSetup) -> Iterator[Widget]:
    """Yield the cards to deal."""
    seats = len(setup.players)
    yield DealtCard(tr, CardFace(tr("app.cards", n=seats), Icon.CARD), "candle", seats)


def _remember(context: AppContext, setup: NightSetup) -> None:
    """Store the cards for this set-up and the next; nothing to store by default."""


DEFAULT_DEAL_CARDS = DealCards(_title, _cards, _remember)
