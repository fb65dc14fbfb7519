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
        tr = self._tr
        self.add_widget(heading(Icon.PERSON, tr("cultists.setup.tokens", n=setup.seats)))
        for role, count in Counter(tokens(setup)).items():
            name = Row(Text(token_name(tr, role, count), size_sp=18, weight=500), gap=8)
            words = Column(name, Text(tr(does_key(role)), tone="ink_2"), gap=1, pos_hint={"center_y": 0.5})
            if ROLES[role].points:
                name.add_widget(role_pips(role, pos_hint={"center_y": 0.5}))
                words.add_widget(Text(loyalty(tr, role), tone=hue_of(role)))
            mark = Glyph(ROLE_ICONS[role], 30, tone=hue_of(role), pos_hint={"top": 1})
            self.add_widget(Row(mark, words, gap=12))


class KnowledgeCard(ToldCard):
    """Who will learn what in the night, by role."""

    def tell(self, setup: Setup) -> None:
        tr = self._tr
        self.add_widget(heading(Icon.EYE, tr("app.setup.knowledge")))
        ignorant = []
        for role, seen in sights(setup).items():
            learned = self._learned(setup, role, len(seen))
            if not learned:
                ignorant.append(role)
                continue
            name = tr(f"cultists.role.{role}.name")
            self._add_line(ROLE_ICONS[role], hue_of(role), name, *learned)
        if ignorant:
            self._add_line(
                Icon.EYE_CLOSED, "ink_2", tr("cultists.setup.knows.others"), tr("cultists.setup.knows.nobody")
            )

    def _learned(self, setup: Setup, role: str, seen: int) -> list[str]:
        tr = self._tr
        told = []
        if seen:
            told.append(tr(f"cultists.setup.knows.{'partner' if role == CULTIST else 'cultists'}", n=seen))
        if role in sees_dead(setup):
            told.append(tr("cultists.setup.knows.dead"))
        if role in see_through_automa(setup):
            # A sentence of its own, unlike the others, which go on from the name.
            told[-1:] = [" ".join((*told[-1:], tr("cultists.setup.knows.automa")))]
        return told

    def _add_line(self, icon: Icon, tone: str, name: str, *learned: str) -> None:
        lines = (self._tr("app.named", name=name, what=what) for what in learned)
        words = Column(*(Text(line) for line in lines), gap=2, pos_hint={"center_y": 0.5})
        self.add_widget(Row(Glyph(icon, 22, tone=tone, pos_hint={"center_y": 0.5}), words, gap=10))
