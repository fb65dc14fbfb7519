"""The briefing before the night of Among Cultists: goals, role tokens, and who learns what."""

from __future__ import annotations

from collections import Counter

from kivy.metrics import dp

from companion.games.cultists.setup import (
    CULTIST,
    ROLES,
    ROUNDS,
    Setup,
    ability_key,
    numbers,
    role_tokens,
    roles_seeing_automa,
    roles_seeing_dead,
    sights,
)
from companion.i18n.translator import Translator
from companion.screens.cultists.marks import (
    GOAL_MARKS,
    ROLE_ICONS,
    build_role_pips,
    heading,
    loyalty_text,
    role_hue,
    token_name,
)
from companion.screens.setup import BriefingCard
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row, Spacer
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import LABEL, MUTED, NUMBER, IconLabel, Text
from companion.widgets.theme import RADIUS_CARD, theme_colour


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
