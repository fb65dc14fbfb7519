"""The role cards of the set-up page, grouped by side, and the sheet that explains a role.

The briefing before the night of Among Cultists: goals, role tokens, and who learns what.

What goes into the envelopes of Among Cultists: role tokens by side, and the decks below them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import filter_blocking
from companion.games.cultists.definition import DEFINITION
from companion.games.cultists.drafts import SetupDraft
from companion.games.cultists.setup import (
    CULTIST,
    INVESTIGATOR,
    ROLES,
    ROUNDS,
    Role,
    Setup,
    Side,
    ability_key,
    numbers,
    problems,
    role_tokens,
    roles_seeing_automa,
    roles_seeing_dead,
    sights,
)
from companion.i18n.translator import Translator
from companion.screens.cultists.marks import (
    CARD_ICONS,
    CARD_TONES,
    GOAL_MARKS,
    ROLE_ICONS,
    SIDE_HUES,
    SIDE_ICONS,
    Pip,
    build_role_pips,
    heading,
    loyalty_text,
    role_hue,
    token_name,
)
from companion.screens.game_screens import DealCards
from companion.screens.learn.rule_links import create_rule_links
from companion.screens.role_reveal import CardFace, DealtSide
from companion.screens.rows import build_info_row
from companion.screens.setup import BriefingCard
from companion.scripts.teaching import ROLE
from companion.widgets.cards import Card, CardToggle, CountChip
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row, Spacer, Wrap
from companion.widgets.page import Sheet
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import LABEL, LEAD, MUTED, NUMBER, STRONG, TITLE, IconLabel, Text
from companion.widgets.theme import RADIUS_CARD, look, sp, theme_colour


class GoalTile(Column):
    """A goal's number and who needs it."""

    def __init__(self, icon: Icon, tone: str, number: str, words: str) -> None:
        super().__init__(
            Row(IconLabel(icon, 26, tone=tone), Text(number, NUMBER, size_sp=28), gap=8),
            Text(words, MUTED),
            # Fills the room if the tile is stretched by a longer neighbour.
            Spacer(),
            gap=2,
            padding=(dp(12), dp(10)),
            size_hint_y=1,
        )
        RoundedBox(
            self,
            radius=RADIUS_CARD,
            background=theme_colour("plank"),
            border=theme_colour("groove", 0.6),
            line_width=1,
        )


class GoalsPanel(Column):
    """The number of players per side, and what each side needs to win."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=8)
        self._tr = tr

    def show(self, setup: Setup) -> None:
        tr, targets = self._tr, numbers(setup)
        self.clear_widgets()
        title = tr("cultists.setup.against", n=targets.cultists, investigators=targets.investigators)
        self.add_widget(heading(Icon.TROPHY, title))
        goals = {"points": targets.points, "kills": targets.kills, "rounds": ROUNDS}
        tiles = [
            GoalTile(*GOAL_MARKS[name], tr.format_number(number), tr(f"cultists.setup.goal.{name}"))
            for name, number in goals.items()
        ]
        self.add_widget(Grid(*tiles, gap=8, min_column_width=104, max_columns=3))
        self.add_widget(Text(tr("cultists.guide.aims", **goals), MUTED))


class TokensCard(BriefingCard):
    """The role tokens in play with their abilities."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(tr, gap=12)

    def build_content(self, setup: Setup) -> None:
        self.add_widget(heading(Icon.PERSON, self._tr("cultists.setup.tokens", n=setup.seats)))
        for row in build_token_rows(self._tr, setup):
            self.add_widget(row)


def build_token_rows(tr: Translator, setup: Setup) -> list[Row]:
    """Build a row for each role in play."""
    rows = []
    for role, count in Counter(role_tokens(setup)).items():
        name = Row(Text(token_name(tr, role, count), LABEL), gap=8)
        words = Column(name, Text(tr(ability_key(role)), MUTED), gap=1)
        if ROLES[role].loyalty_points:
            name.add_widget(build_role_pips(role, pos_hint={"center_y": 0.5}))
            words.add_widget(Text(loyalty_text(tr, role), tone=role_hue(role)))
        mark = IconLabel(ROLE_ICONS[role], 30, tone=role_hue(role), pos_hint={"top": 1})
        rows.append(Row(mark, words, gap=12))
    return rows


class KnowledgeCard(BriefingCard):
    """What each role learns in the night; `title` is a catalogue key."""

    def __init__(self, tr: Translator, title: str = "app.setup.knowledge") -> None:
        super().__init__(tr)
        self._title = title

    def build_content(self, setup: Setup) -> None:
        self.add_widget(heading(Icon.EYE, self._tr(self._title)))
        for row in build_knowledge_rows(self._tr, setup):
            self.add_widget(row)


def build_knowledge_rows(tr: Translator, setup: Setup, about: str | None = None) -> list[Row]:
    """Build a row for each role that learns something and one row for all others.

    With `about`, build only the row of that role.
    """
    rows, uninformed = [], []
    for role, visible in sights(setup).items():
        if about not in (None, role):
            continue
        sentences = _knowledge_sentences(tr, setup, role, len(visible))
        if sentences:
            rows.append(
                _build_line(
                    tr, ROLE_ICONS[role], role_hue(role), tr(f"cultists.role.{role}.name"), *sentences
                )
            )
        else:
            uninformed.append(role)
    if uninformed and about is None:
        others, nothing = tr("cultists.setup.knows.others"), tr("cultists.setup.knows.nobody")
        rows.append(_build_line(tr, Icon.EYE_CLOSED, "ink_2", others, nothing))
    return rows


def _knowledge_sentences(tr: Translator, setup: Setup, role: str, sight_count: int) -> list[str]:
    sentences = []
    if sight_count:
        sentences.append(
            tr(f"cultists.setup.knows.{'partner' if role == CULTIST else 'cultists'}", n=sight_count)
        )
    if role in roles_seeing_dead(setup):
        sentences.append(tr("cultists.setup.knows.dead"))
    if role in roles_seeing_automa(setup):
        # This is a complete sentence, while the others continue the name.
        sentences[-1:] = [" ".join((*sentences[-1:], tr("cultists.setup.knows.automa")))]
    return sentences


def _build_line(tr: Translator, icon: Icon, tone: str, name: str, *sentences: str) -> Row:
    lines = (tr("app.named", name=name, what=sentence) for sentence in sentences)
    words = Column(*(Text(line) for line in lines), gap=2)
    return Row(IconLabel(icon, 22, tone=tone), words, gap=10)


# The cards of the briefing, in order.
BRIEFING_CARDS = (KnowledgeCard, TokensCard)


RoleCallback = Callable[[str], object]
_GROUPS = (None, Side.INVESTIGATORS, Side.CULTISTS)


class RoleCard(CardToggle):
    """A toggle for a role, with its loyalty as pips."""

    def __init__(
        self, tr: Translator, role: Role, on_tap: Callable[[], object], on_hold: Callable[[], object]
    ) -> None:
        super().__init__(
            tr(f"cultists.role.{role.id}.name"),
            ROLE_ICONS[role.id],
            on_tap,
            on_hold,
            hue=role_hue(role.id),
            locked=role.id == CULTIST,
            height=dp(82) + sp(16) * 2.2,
        )
        self.pips = build_role_pips(role.id, pos_hint={"center_x": 0.5})
        if not role.loyalty_points:
            # An invisible pip for the same height, so that the names of a row are aligned.
            self.pips.add_widget(Pip(role_hue(role.id), empty=True))
        self.add_widget(self.pips)


class RoleGroup(Column):
    """The roles of one side, or of neither.

    A tap toggles a role and shows its ability; a long press, or a tap on a role that cannot be chosen,
    explains it.
    """

    def __init__(
        self, tr: Translator, side: Side | None, on_tap: RoleCallback, on_explain: RoleCallback
    ) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self._on_tap = on_tap
        name = side.value if side is not None else "none"
        icon = SIDE_ICONS[side] if side is not None else Icon.PEOPLE
        self.add_widget(
            heading(icon, tr(f"cultists.setup.lean.{name}"), SIDE_HUES[side] if side is not None else "sea")
        )
        self.cards: dict[str, RoleCard] = {}
        grid = Grid(gap=8, min_column_width=80 * max(1.0, look().text_scale), max_columns=4)
        for role in ROLES.values():
            if role.loyalty_side is side:
                explain = partial(on_explain, role.id)
                act = partial(self._on_card_tap, role) if role.is_special else explain
                self.cards[role.id] = RoleCard(tr, role, act, explain)
                grid.add_widget(self.cards[role.id])
        self.add_widget(grid)
        self._ability_text = Text("")
        self._loyalty_text = Text("", MUTED)

    def _on_card_tap(self, role: Role) -> None:
        tr = self._tr
        self._ability_text.content = tr(
            "app.named", name=tr(f"cultists.role.{role.id}.name"), what=tr(ability_key(role.id))
        )
        self._loyalty_text.content = loyalty_text(tr, role.id)
        if self._ability_text.parent is None:
            self.add_widget(self._ability_text)
            self.add_widget(self._loyalty_text)
        self._on_tap(role.id)


class RoleGroups:
    """All role groups and the legend of the pips, as parts for a page to lay out."""

    def __init__(self, tr: Translator, on_tap: RoleCallback, on_explain: RoleCallback) -> None:
        self._tr = tr
        groups = [RoleGroup(tr, side, on_tap, on_explain) for side in _GROUPS]
        self.cards = {role: card for group in groups for role, card in group.cards.items()}
        legend = Column(gap=4)
        for printed, words in ((True, "printed"), (False, "derived")):
            line = Text(tr(f"cultists.setup.loyalty.{words}"), MUTED)
            legend.add_widget(Row(Pip("ink_2", printed=printed), line, gap=10))
        self.parts = (build_info_row(Icon.INFO, tr("app.setup.hold")), *groups, legend)

    def show(self, tokens: Mapping[str, int]) -> None:
        """Show how many tokens of each role are in play.

        Cultists and Investigators have a badge with their number.
        """
        for name, card in self.cards.items():
            copies = tokens.get(name, 0)
            if name == INVESTIGATOR or (name == CULTIST and copies > 1):
                card.set_badge(self._tr("app.setup.times", count=copies) if copies else "")
            elif name == CULTIST:
                card.set_badge("")
            card.set_selected(copies > 0)


class RoleSheet(Sheet):
    def __init__(self, context: AppContext, setup: Setup, role: str) -> None:
        tr, hue = context.tr, role_hue(role)
        head = Column(Text(tr(f"cultists.role.{role}.name"), TITLE), gap=4)
        if ROLES[role].loyalty_points:
            head.add_widget(build_role_pips(role))
        mark = IconLabel(ROLE_ICONS[role], 48, tone=hue)
        description = Column(Text(tr(ability_key(role)), LEAD), gap=2)
        if ROLES[role].is_special:
            description.add_widget(Text(loyalty_text(tr, role), tone=hue))
        super().__init__(Row(mark, head, gap=16), description, on_close=context.navigator.close_sheet)
        self.role = role
        if not filter_blocking(problems(setup)) and role in role_tokens(setup):
            # Every role that sees anything in the night sees the Cultists, so their sheet shows all rows.
            rows = build_knowledge_rows(tr, setup, about=None if role == CULTIST else role)
            for row in (heading(Icon.EYE, tr("app.knowledge")), *rows) if rows else ():
                self.content.add_widget(row)
        for link in create_rule_links(context, "cultists", f"{ROLE}:{role}"):
            self.content.add_widget(link)


def open_role_sheet(context: AppContext, setup: Setup, role: str) -> None:
    context.navigator.open_sheet(RoleSheet(context, setup, role))


_DECKS: Final = {Side.CULTISTS: "cultist", Side.INVESTIGATORS: "investigator"}


def title(tr: Translator, setup: Setup) -> str:
    return tr("cultists.setup.tokens", n=setup.seats)


def cards(tr: Translator, setup: Setup) -> Iterator[Widget]:
    counts = Counter(role_tokens(setup))
    for side in (Side.CULTISTS, Side.INVESTIGATORS):
        kinds = {
            CardFace(tr(f"cultists.role.{role}.name"), ROLE_ICONS[role]): copies
            for role, copies in counts.items()
            if (role == CULTIST) == (side is Side.CULTISTS)
        }
        yield DealtSide(tr, SIDE_ICONS[side], SIDE_HUES[side], kinds)
    yield _build_decks(tr, setup)


def _build_decks(tr: Translator, setup: Setup) -> Card:
    seat_numbers = numbers(setup)
    decks = {
        Side.CULTISTS: (seat_numbers.cultists, seat_numbers.cultist_deck),
        Side.INVESTIGATORS: (seat_numbers.investigators, seat_numbers.investigator_deck),
    }
    card = Card(gap=8)
    for side, (count, deck) in decks.items():
        card.add_widget(Text(tr(f"cultists.deal.{_DECKS[side]}_decks", n=count), STRONG))
        chips = (
            CountChip(CARD_ICONS[kind], tr(f"cultists.card.{kind}", n=copies), CARD_TONES[kind])
            for kind, copies in deck.counts().items()
        )
        card.add_widget(Wrap(*chips, gap=6))
    if seat_numbers.pulse_pool is not None:
        card.add_widget(Text(tr("cultists.guide.pulse_pool", **seat_numbers.pulse_pool.counts()), MUTED))
    return card


def remember_cards(context: AppContext, setup: Setup) -> None:
    """Remember the set-up; a custom role set stays custom."""
    previous = context.recall(SetupDraft, DEFINITION.id)
    is_custom = previous is not None and previous.own and set(previous.setup.roles) == set(setup.roles)
    context.remember(SetupDraft(setup, is_custom), DEFINITION.id)


DEAL_CARDS = DealCards(title, cards, remember_cards, BRIEFING_CARDS)
