"""The result of Among Cultists with its story, and the page to enter everyone's role after the game."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import Outcome
from companion.core.message import Message
from companion.core.players import is_unnamed
from companion.core.resume_state import reveal_order
from companion.games.cultists.drafts import RolesDraft
from companion.games.cultists.rules import side_of
from companion.games.cultists.setup import CULTIST, INVESTIGATOR, ROUNDS, SEER, Side
from companion.games.cultists.state import State
from companion.games.cultists.text import NUMERALS, CultistsTable, player_name, seat_number_text, story
from companion.i18n.translator import Translator
from companion.screens.cultists.marks import (
    CAUSE_ICONS,
    ROLE_ICONS,
    SIDE_HUES,
    SIDE_ICONS,
    CultistsController,
    heading,
)
from companion.screens.files.share import create_renderer
from companion.screens.result import BaseResultColumn, build_title
from companion.screens.role_reveal import BaseRolesPage, RevealCard, build_sides_grid
from companion.screens.rows import draw_card
from companion.widgets.cards import Card
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.text import MUTED, NUMBER, IconLabel, Text
from companion.widgets.theme import RADIUS_CHIP

# Order of the reveal: the Cultists come last, because everyone looked for them.
_REVEAL_RANKS = {INVESTIGATOR: 0, SEER: 2, CULTIST: 3}


def build_reveal_cards(context: AppContext, controller: CultistsController) -> tuple[RevealCard, ...]:
    tr, setup, roles = context.tr, controller.session.setup, controller.session.state.roles or ()
    return tuple(
        RevealCard(
            player_name(tr, setup, seat),
            tr(f"cultists.role.{roles[seat]}.name"),
            ROLE_ICONS[roles[seat]],
            tr(f"roles.side.{side_of(roles[seat]).value}"),
            SIDE_HUES[side_of(roles[seat])],
            Message(
                f"roles.said.cultists.{roles[seat]}",
                {"name": player_name(tr, setup, seat) if seat == setup.automa_seat else setup.players[seat]},
            ),
        )
        for seat in reveal_order(roles, lambda role: _REVEAL_RANKS.get(role, 1))
    )


class RolesPage(BaseRolesPage):
    role_icons = ROLE_ICONS
    draft_type = RolesDraft
    card_source = staticmethod(build_reveal_cards)

    def __init__(self, context: AppContext, controller: CultistsController) -> None:
        self._setup = controller.session.setup
        self.order = self._setup.clockwise
        super().__init__(context, controller)

    def get_text_key(self, part: str) -> str:
        return f"roles.tokens.{part}"

    def get_seat_name(self, seat: int) -> str:
        return player_name(self._app_context.tr, self._setup, seat)

    def get_letter(self, seat: int, *, is_revealed: bool) -> str:
        """Return the letter of a seat: its name's initial once its role is shown, otherwise its number."""
        is_automa = seat == self._setup.automa_seat
        is_named = is_automa or not is_unnamed(self._setup.players[seat])
        if is_automa or (is_revealed and is_named):
            return self.get_seat_name(seat)[:1]
        return seat_number_text(self._app_context.tr, self._setup, seat)


class ResultColumn(BaseResultColumn):
    panes_gap = 16

    def build_outcome(self, outcome: Outcome) -> Column:
        tr = self._app_context.tr
        side = Side(outcome.winner)
        hue = SIDE_HUES[side]
        return self.build_hero(
            SIDE_ICONS[side],
            hue,
            build_title(tr(f"cultists.outcome.{side.value}"), hue, min_size=28, max_lines=2),
            tr(f"cultists.reason.{outcome.reason}", rounds=ROUNDS),
            _build_facts(tr, self.session.state),
            icon_dp=92,
            top_dp=4,
            gap=10,
        )

    def build_details(self, outcome: Outcome) -> Iterator[Widget]:
        tr, session = self._app_context.tr, self.session
        reveal_cards = build_reveal_cards(self._app_context, self._controller)
        if reveal_cards:
            yield build_sides_grid(reveal_cards)
        yield self.build_buttons(RolesPage, build_reveal_cards)
        if session.state.deaths:
            yield _build_deaths(tr, session.state)
        yield _build_story(tr, session)


# Renders the result for sharing as an image.
build_result_image = create_renderer(ResultColumn)


def _build_facts(tr: Translator, state: State) -> Grid:
    """Build tiles for the final hour, points and Ghosts."""
    facts = (
        (Icon.HOURGLASS, NUMERALS[state.round - 1], tr("cultists.result.round")),
        (
            Icon.STAR,
            tr("cultists.result.of", count=state.points, target=state.target),
            tr("cultists.points"),
        ),
        (Icon.GHOST, tr.format_number(len(state.ghosts)), tr("cultists.result.ghosts")),
    )
    tiles = Grid(gap=8, min_column_width=96, max_columns=3)
    for icon, number, words in facts:
        tile = Column(
            Row(
                IconLabel(icon, 22, tone="sea"),
                Text(number, NUMBER, size_sp=22, max_lines=1, min_size=12),
                gap=8,
            ),
            Text(words, MUTED, max_lines=1, fallback_lines=2, min_size=10),
            gap=2,
            padding=(dp(12), dp(8)),
            size_hint_y=1,
        )
        draw_card(tile, RADIUS_CHIP)
        tiles.add_widget(tile)
    return tiles


def _build_deaths(tr: Translator, state: State) -> Card:
    card = Card(heading(Icon.GHOST, tr("cultists.result.dead")), gap=8)
    for death in state.deaths:
        words = tr(
            f"cultists.result.{death.cause.value}",
            name=player_name(tr, state.setup, death.seat),
            hour=NUMERALS[death.round - 1],
        )
        mark = IconLabel(CAUSE_ICONS[death.cause], 22, tone="ink_2")
        card.add_widget(Row(mark, Text(words), gap=10))
    return card


def _build_story(tr: Translator, session: CultistsTable) -> Card:
    # The last sentence is the reason for the end, which is shown above already.
    sentences = story(tr, session)[:-1]
    card = Card(heading(Icon.BOOK_OPEN, tr("cultists.result.story")), gap=8)
    for sentence in sentences or [tr("cultists.result.nothing")]:
        card.add_widget(Text(sentence))
    return card
