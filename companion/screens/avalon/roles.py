"""The characters as cards to choose and deal, what they learn, and the rarely used actions of the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.games.avalon.components import RULE_NUMBERS
from companion.games.avalon.definition import DEFINITION
from companion.games.avalon.setup import (
    MINION,
    ROLES,
    SERVANT,
    Role,
    RoleUse,
    SeenAs,
    Setup,
    Side,
    deck,
    plot_cards_per_round,
    short_name_key,
    sights,
)
from companion.games.avalon.state import MAX_ATTEMPTS, Cheat, Correct, Move, Phase, State, Vote
from companion.i18n.translator import Translator
from companion.screens.game_screens import DealCards
from companion.screens.role_reveal import CardFace, DealtSide
from companion.screens.rows import build_heading, create_sheet_button
from companion.screens.setup import BriefingCard
from companion.widgets.cards import CardToggle
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.page import Sheet
from companion.widgets.text import HEADING, LABEL, MUTED, IconLabel, Text

ROLE_ICONS: Final[Mapping[str, Icon]] = {
    "merlin": Icon.MERLIN,
    "percival": Icon.PERCIVAL,
    "servant": Icon.SERVANT,
    "lancelot_good": Icon.LANCELOT,
    "assassin": Icon.ASSASSIN,
    "morgana": Icon.MORGANA,
    "mordred": Icon.MORDRED,
    "oberon": Icon.OBERON,
    "lancelot_evil": Icon.LANCELOT,
    "minion": Icon.MINION,
}
SIDE_ICONS: Final[Mapping[Side, Icon]] = {Side.GOOD: Icon.SUN, Side.EVIL: Icon.DAGGER}


def build_side_icon(side: Side, size: float = 22) -> IconLabel:
    return IconLabel(SIDE_ICONS[side], size, tone=side.value)


class SideCards(Column):
    """The role cards of one side.

    A tap toggles an optional role and shows its ability and the side it helps; a long press, or a tap on any
    other role, explains it.
    """

    def __init__(
        self,
        tr: Translator,
        side: Side,
        on_tap: Callable[[Role], object],
        on_explain: Callable[[Role], object],
    ) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self._side = side
        self._on_tap = on_tap
        self._count = Text("", MUTED, pos_hint={"center_y": 0.45})
        heading = Text(tr(f"avalon.side.{side.value}"), HEADING, tone=side.value, autosize="both")
        self.add_widget(Row(build_side_icon(side, 26), heading, self._count, gap=10))
        self.cards: dict[str, CardToggle] = {}
        grid = Grid(gap=8, min_column_width=80, max_columns=5)
        for role in ROLES.values():
            if role.side is side:
                card = CardToggle(
                    tr(short_name_key(role.id)),
                    ROLE_ICONS[role.id],
                    partial(
                        self._on_card_tap if role.use in (RoleUse.OPTIONAL, RoleUse.PAIR) else on_explain,
                        role,
                    ),
                    partial(on_explain, role),
                    hue=side.value,
                    locked=role.use is RoleUse.REQUIRED,
                )
                self.cards[role.id] = card
                grid.add_widget(card)
        self.add_widget(grid)
        self._ability_text = Text("", MUTED)
        self._helps_text = Text("", MUTED)
        self.add_widget(Column(self._ability_text, self._helps_text, gap=0))

    def _on_card_tap(self, role: Role) -> None:
        name, does = self._tr(f"avalon.role.{role.id}.name"), self._tr(f"avalon.role.{role.id}.does")
        self._ability_text.content = self._tr("app.named", name=name, what=does)
        helped_side = role.helped_side
        self._helps_text.content = (
            "" if helped_side is None else self._tr(f"avalon.setup.helps.{helped_side.value}")
        )
        self._on_tap(role)

    def show(self, deck: Mapping[str, int], seats: int) -> None:
        """Show the deck, with the number of cards per role; fillers have a badge with their number."""
        card_count = sum(copies for role, copies in deck.items() if ROLES[role].side is self._side)
        too_many = card_count > seats
        self._count.content = (
            self._tr("avalon.board.of", count=card_count, size=seats)
            if too_many
            else self._tr("app.cards", n=seats)
        )
        self._count.set_tone("evil" if too_many else "ink_2")
        for name, card in self.cards.items():
            copies = deck.get(name, 0)
            if name in (SERVANT, MINION):
                card.set_badge(self._tr("app.setup.times", count=copies) if copies else "")
            card.set_selected(copies > 0)


class KnowledgeCard(BriefingCard):
    """What each role learns in the night; `title` is a catalogue key."""

    def __init__(self, tr: Translator, title: str = "app.setup.knowledge") -> None:
        super().__init__(tr)
        self._title = title

    def build_content(self, setup: Setup) -> None:
        self.add_widget(build_heading(Icon.EYE, self._tr(self._title)))
        for row in build_knowledge_rows(self._tr, setup):
            self.add_widget(row)


def build_knowledge_rows(tr: Translator, setup: Setup, about: str | None = None) -> list[Row]:
    """Build a row for each thing that a role learns.

    With `about`, build only the rows of that role and of those who see it.
    """
    rows = []
    for role, role_sights in sights(setup).items():
        by_kind: dict[SeenAs, list[str]] = {}
        for sight in role_sights:
            by_kind.setdefault(sight.seen_as, []).append(sight.role)
        learned = [
            tr(f"avalon.knows.{kind.value}", names=_card_names(tr, roles), n=len(roles))
            for kind, roles in by_kind.items()
            if about in (None, role, *roles)
        ]
        if not role_sights and about in (None, role):
            learned = [tr("avalon.knows.nobody")]
        name = tr(f"avalon.role.{role}.name")
        for text in learned:
            line = Text(tr("app.named", name=name, what=text))
            rows.append(Row(build_side_icon(ROLES[role].side), line, gap=10))
    return rows


# The cards of the briefing, in order.
BRIEFING_CARDS = (KnowledgeCard,)


def card_name(tr: Translator, role: str, count: int) -> str:
    """Return the name of a role's cards; fillers include their number."""
    if ROLES[role].use is RoleUse.FILLER:
        return tr(f"avalon.role.{role}.cards", n=count)
    return tr(f"avalon.role.{role}.name")


def _card_names(tr: Translator, roles: list[str]) -> tuple[str, ...]:
    return tuple(card_name(tr, role, count) for role, count in Counter(roles).items())


def title(tr: Translator, setup: Setup) -> str:
    return tr("avalon.setup.shuffle", n=len(setup.players))


def cards(tr: Translator, setup: Setup) -> Iterator[Widget]:
    counts = Counter(deck(setup))
    for side in Side:
        kinds = {
            CardFace(tr(short_name_key(role)), ROLE_ICONS[role]): copies
            for role, copies in counts.items()
            if ROLES[role].side is side
        }
        yield DealtSide(tr, SIDE_ICONS[side], side.value, kinds)


def remember_cards(context: AppContext, setup: Setup) -> None:
    context.remember(setup, DEFINITION.id)


DEAL_CARDS = DealCards(title, cards, remember_cards, BRIEFING_CARDS)


class InPlaySheet(Sheet):
    """The sheet with the characters in play and who knows what.

    It shows only the set-up, so nothing is secret.
    """

    def __init__(self, context: AppContext, setup: Setup) -> None:
        tr = context.tr
        cards = Counter(deck(setup))
        rows = []
        # Sorted by side, then in the order of the lists.
        for role in sorted(cards, key=list(ROLES).index):
            hue = ROLES[role].side.value
            words = Column(
                Text(card_name(tr, role, cards[role]), LABEL),
                Text(tr(f"avalon.role.{role}.does"), MUTED),
                gap=1,
            )
            rows.append(Row(IconLabel(ROLE_ICONS[role], 30, tone=hue, pos_hint={"top": 1}), words, gap=12))
        if setup.lancelot is not None:
            variant = setup.lancelot.value
            words = Column(
                Text(tr(f"avalon.lancelot.{variant}.name"), LABEL),
                Text(tr(f"avalon.lancelot.{variant}.does", **RULE_NUMBERS), MUTED),
                gap=1,
            )
            rows.append(words)
        knowledge = KnowledgeCard(tr, "app.knowledge")
        knowledge.show(setup)
        super().__init__(tr("avalon.in_play.title"), *rows, knowledge, on_close=context.navigator.close_sheet)


def open_in_play(context: AppContext, setup: Setup) -> None:
    context.navigator.open_sheet(InPlaySheet(context, setup))


PlayCallback = Callable[[Move], object]


def build_more_buttons(context: AppContext, state: State, play: PlayCallback) -> list[Widget]:
    tr, setup = context.tr, state.setup
    offer = partial(create_sheet_button, context.navigator)
    in_play = partial(open_in_play, context, setup)
    buttons: list[Widget] = [offer(tr("avalon.in_play.title"), Icon.EYE, in_play)]
    if state.phase is Phase.VOTE:
        for approved, key in ((True, "avalon.more.approved"), (False, "avalon.more.refused")):
            icon = Icon.CHECK if approved else Icon.CROSS
            buttons.append(offer(tr(key), icon, partial(play, Vote(approved=approved))))
    if state.phase is Phase.PROPOSE:
        leaders = partial(_open_leader_choice, context, state, play)
        buttons.append(offer(tr("avalon.more.leaders"), Icon.CROWN, leaders))
        for attempt in (state.attempt - 1, state.attempt + 1):
            if 1 <= attempt <= MAX_ATTEMPTS:
                words = tr("avalon.more.attempt", attempt=attempt)
                buttons.append(offer(words, Icon.PENCIL, partial(play, Correct(attempt=attempt))))
    if state.phase is not Phase.OVER and (setup.lady or plot_cards_per_round(setup)):
        for side in Side:
            words = tr("avalon.more.cheat", side=tr(f"avalon.side.{side.value}"))
            buttons.append(offer(words, Icon.LOYALTY, partial(play, Cheat(side))))
    return buttons


def _open_leader_choice(context: AppContext, state: State, play: PlayCallback) -> None:
    """Open the sheet to change the leader, which a house rule or a plot card allows."""
    navigator = context.navigator
    names = [
        create_sheet_button(navigator, name, Icon.CROWN, partial(play, Correct(leader=seat)))
        for seat, name in enumerate(context.tr.player_names(state.setup.players))
        if seat != state.leader
    ]
    navigator.open_sheet(Sheet(context.tr("avalon.more.leaders"), *names, on_close=navigator.close_sheet))
