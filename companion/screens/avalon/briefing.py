"""The briefing before the night of Avalon: who learns what, and the names of the cards."""

from __future__ import annotations

from collections import Counter

from companion.games.avalon.setup import ROLES, RoleUse, SeenAs, Setup, sights
from companion.i18n.translator import Translator
from companion.screens.avalon.role_cards import build_side_icon
from companion.screens.rows import build_heading
from companion.screens.setup import BriefingCard
from companion.widgets.icons import Icon
from companion.widgets.layout import Row
from companion.widgets.text import Text


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
