"""What the table is told before anything is spoken: who needs what, which tokens to use, who learns what."""

from __future__ import annotations

from collections import Counter

from kivy.metrics import dp

from companion.games.cultists.decks import ROUNDS, numbers
from companion.games.cultists.knowledge import see_through_automa, sees_dead, sights
from companion.games.cultists.roles import CULTIST, ROLES, does_key
from companion.games.cultists.setup import Setup, tokens
from companion.i18n.translator import Translator
from companion.screens.briefing_card import ToldCard
from companion.screens.cultists.role_marks import (
    GOAL_MARKS,
    ROLE_ICONS,
    heading,
    hue_of,
    loyalty,
    role_pips,
    token_name,
)
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Gap, Grid, Row
from companion.widgets.shapes import Box
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, paint


class GoalTile(Column):
    """A number to be reached, with who needs it."""

    def __init__(self, icon: Icon, tone: str, number: str, words: str) -> None:
        super().__init__(
            Row(
                Glyph(icon, 26, tone=tone, pos_hint={"center_y": 0.5}),
                Text(number, weight=700, size_sp=28, pos_hint={"center_y": 0.5}),
                gap=8,
            ),
            Text(words, size_sp=16, tone="ink_2"),
            # What is left over beside a tile with more words goes below.
            Gap(),
            gap=2,
            padding=(dp(12), dp(10)),
            size_hint_y=1,
        )
        Box(self, radius=RADIUS_CARD, ground=paint("plank"), edge=paint("groove", 0.6), line=1)


class Goals(Column):
    """How many stand against how many, and what each side needs to win."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=8)
        self._tr = tr

    def show(self, setup: Setup) -> None:
        tr, table = self._tr, numbers(setup)
        self.clear_widgets()
        against = tr("cultists.setup.against", n=table.cultists, investigators=table.investigators)
        self.add_widget(heading(Icon.TROPHY, against))
        goals = {"points": table.points, "kills": table.kills, "rounds": ROUNDS}
        tiles = [
            GoalTile(*GOAL_MARKS[name], tr.number(number), tr(f"cultists.setup.goal.{name}"))
            for name, number in goals.items()
        ]
        self.add_widget(Grid(*tiles, gap=8, narrowest=104, most_columns=3))
        self.add_widget(Text(tr("cultists.guide.aims", **goals), tone="ink_2"))


class TokensCard(ToldCard):
    """Exactly these role tokens, each with what is known of it."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(tr, gap=12)

    def tell(self, setup: Setup) -> None:
        self.add_widget(heading(Icon.PERSON, self._tr("cultists.setup.tokens", n=setup.seats)))
        for row in token_rows(self._tr, setup):
            self.add_widget(row)


def token_rows(tr: Translator, setup: Setup) -> list[Row]:
    """Each role in play with what is known of it."""
    rows = []
    for role, count in Counter(tokens(setup)).items():
        name = Row(Text(token_name(tr, role, count), size_sp=18, weight=500), gap=8)
        words = Column(name, Text(tr(does_key(role)), tone="ink_2"), gap=1, pos_hint={"center_y": 0.5})
        if ROLES[role].points:
            name.add_widget(role_pips(role, pos_hint={"center_y": 0.5}))
            words.add_widget(Text(loyalty(tr, role), tone=hue_of(role)))
        mark = Glyph(ROLE_ICONS[role], 30, tone=hue_of(role), pos_hint={"top": 1})
        rows.append(Row(mark, words, gap=12))
    return rows


class KnowledgeCard(ToldCard):
    """Who learns what in the night, by role; `title` is a catalogue key."""

    def __init__(self, tr: Translator, title: str = "app.setup.knowledge") -> None:
        super().__init__(tr)
        self._title = title

    def tell(self, setup: Setup) -> None:
        self.add_widget(heading(Icon.EYE, self._tr(self._title)))
        for row in knowledge_rows(self._tr, setup):
            self.add_widget(row)


def knowledge_rows(tr: Translator, setup: Setup, about: str | None = None) -> list[Row]:
    """What each role learns, and in one line all that learn nothing; `about` a role only its line."""
    rows, ignorant = [], []
    for role, seen in sights(setup).items():
        if about not in (None, role):
            continue
        learned = _learned(tr, setup, role, len(seen))
        if learned:
            rows.append(_line(tr, ROLE_ICONS[role], hue_of(role), tr(f"cultists.role.{role}.name"), *learned))
        else:
            ignorant.append(role)
    if ignorant and about is None:
        others, nothing = tr("cultists.setup.knows.others"), tr("cultists.setup.knows.nobody")
        rows.append(_line(tr, Icon.EYE_CLOSED, "ink_2", others, nothing))
    return rows


def _learned(tr: Translator, setup: Setup, role: str, seen: int) -> list[str]:
    told = []
    if seen:
        told.append(tr(f"cultists.setup.knows.{'partner' if role == CULTIST else 'cultists'}", n=seen))
    if role in sees_dead(setup):
        told.append(tr("cultists.setup.knows.dead"))
    if role in see_through_automa(setup):
        # A sentence of its own, unlike the others, which go on from the name.
        told[-1:] = [" ".join((*told[-1:], tr("cultists.setup.knows.automa")))]
    return told


def _line(tr: Translator, icon: Icon, tone: str, name: str, *learned: str) -> Row:
    lines = (tr("app.named", name=name, what=what) for what in learned)
    words = Column(*(Text(line) for line in lines), gap=2, pos_hint={"center_y": 0.5})
    return Row(Glyph(icon, 22, tone=tone, pos_hint={"center_y": 0.5}), words, gap=10)


# What a sheet tells of it, part by part.
TOLD = (KnowledgeCard, TokensCard)
