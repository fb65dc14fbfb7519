"""What goes into the envelopes of Among Cultists: role tokens by side, and the decks below them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.entry.cultists.setup_draft import SetupDraft
from companion.games.cultists.manifest import DEFINITION
from companion.games.cultists.setup import CULTIST, Setup, Side, numbers, role_tokens
from companion.i18n.translator import Translator
from companion.screens.cultists.briefing import BRIEFING_CARDS
from companion.screens.cultists.marks import CARD_ICONS, CARD_TONES, ROLE_ICONS, SIDE_HUES, SIDE_ICONS
from companion.screens.game_screens import DealCards
from companion.screens.role_reveal import CardFace, DealtSide
from companion.widgets.cards import Card, CountChip
from companion.widgets.layout import Wrap
from companion.widgets.text import MUTED, STRONG, Text

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
