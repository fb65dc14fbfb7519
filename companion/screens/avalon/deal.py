"""The character cards to shuffle and deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.games.avalon.manifest import DEFINITION
from companion.games.avalon.setup import ROLES, Setup, Side, deck
from companion.i18n.translator import Translator
from companion.screens.avalon.briefing import BRIEFING_CARDS
from companion.screens.avalon.role_cards import ROLE_ICONS, SIDE_ICONS
from companion.screens.game_screens import DealCards
from companion.screens.role_reveal import CardFace, DealtSide
from companion.scripts.avalon.intro import short_name_key


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
