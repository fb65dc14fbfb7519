"""The result of Avalon with its story, and the page to enter everyone's role after the game."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import Outcome
from companion.core.message import Message
from companion.core.players import is_unnamed
from companion.core.resume_state import reveal_order
from companion.games.avalon.drafts import RolesDraft
from companion.games.avalon.rules import seat_sides
from companion.games.avalon.setup import MERLIN, MINION, ROLES, SERVANT, Side, short_name_key
from companion.games.avalon.text import AvalonTable, reason_text, story
from companion.i18n.translator import Translator
from companion.screens.avalon.quests import AvalonController, build_progress
from companion.screens.avalon.roles import ROLE_ICONS, SIDE_ICONS, build_side_icon
from companion.screens.files.share import create_renderer
from companion.screens.result import BaseResultColumn, build_title
from companion.screens.role_reveal import BaseRolesPage, RevealCard
from companion.widgets.cards import Card
from companion.widgets.layout import Column, Grid, Row, Spacer
from companion.widgets.text import HEADING, MUTED, STRONG, Text
from companion.widgets.theme import Accent, look


def _reveal_rank(role: str) -> int:
    """Return the role's rank in the reveal: Good first, plain before special, Merlin last."""
    if role == MERLIN:
        return 4
    if role in (SERVANT, MINION):
        return 0 if role == SERVANT else 2
    return 1 if ROLES[role].side is Side.GOOD else 3


def build_reveal_cards(context: AppContext, controller: AvalonController) -> tuple[RevealCard, ...]:
    """Build the cards as dealt; whether a Lancelot changed sides is part of the result."""
    tr, players, roles = context.tr, controller.session.setup.players, controller.session.state.roles or ()
    return tuple(
        RevealCard(
            tr.player_name(players[seat]),
            tr(f"avalon.role.{roles[seat]}.name"),
            ROLE_ICONS[roles[seat]],
            tr(f"avalon.side.{ROLES[roles[seat]].side.value}"),
            ROLES[roles[seat]].side.value,
            Message(f"roles.said.avalon.{roles[seat]}", {"name": players[seat]}),
        )
        for seat in reveal_order(roles, _reveal_rank)
    )


class RolesPage(BaseRolesPage):
    role_icons = ROLE_ICONS
    draft_type = RolesDraft
    card_source = staticmethod(build_reveal_cards)

    def get_text_key(self, part: str) -> str:
        return f"avalon.roles.{part}"

    def get_seat_name(self, seat: int) -> str:
        return self._app_context.tr.player_name(self._controller.session.setup.players[seat])

    def get_role_label(self, role: str) -> str:
        return self._app_context.tr(short_name_key(role))

    def get_letter(self, seat: int, *, is_revealed: bool) -> str:
        name = self._controller.session.setup.players[seat]
        return name[:1] if is_revealed and not is_unnamed(name) else look().digits(seat + 1)


class ResultColumn(BaseResultColumn):
    def build_outcome(self, outcome: Outcome) -> Column:
        tr, session = self._app_context.tr, self.session
        side = Side(outcome.winner)
        shields = AnchorLayout(size_hint_y=None, height=dp(40))
        row = build_progress(session)
        row.size_hint_x = None
        row.bind(minimum_width=row.setter("width"))
        shields.add_widget(row)
        title = build_title(tr(f"avalon.board.wins.{side.value}"), side.value, min_size=28)
        reason = reason_text(tr, session)
        return self.build_hero(SIDE_ICONS[side], side.value, title, reason, shields)

    def build_details(self, outcome: Outcome) -> Iterator[Widget]:
        tr, session = self._app_context.tr, self.session
        if session.state.roles is not None:
            yield _build_sides(tr, session)
        yield self.build_buttons(RolesPage, build_reveal_cards)
        if session.state.results:
            yield _build_story(tr, session)


# Renders the result for sharing as an image.
build_result_image = create_renderer(ResultColumn)


def _build_sides(tr: Translator, session: AvalonTable) -> Grid:
    """Build the players by their final side, which may have changed for a Lancelot."""
    grid = Grid(gap=8, min_column_width=150, max_columns=2)
    for side in Side:
        card = Card(
            accent=Accent(side.value, side.value, side.value, f"{side.value}_deep"), gap=4, size_hint_y=1
        )
        title = Text(tr(f"avalon.side.{side.value}"), HEADING, tone=side.value)
        card.add_widget(Row(build_side_icon(side), title, gap=8))
        for name, role, ends_on in zip(
            tr.player_names(session.setup.players),
            session.state.roles or (),
            seat_sides(session.state) or (),
            strict=False,
        ):
            if ends_on is side:
                card.add_widget(
                    Row(
                        Text(name, STRONG, max_lines=1, min_size=12, pos_hint={"y": 0}),
                        Text(tr(short_name_key(role)), MUTED, align="end", max_lines=1, min_size=12),
                        gap=6,
                    )
                )
        # Align the shorter list to the top.
        card.add_widget(Spacer())
        grid.add_widget(card)
    return grid


def _build_story(tr: Translator, session: AvalonTable) -> Card:
    """Build the story quest by quest."""
    card = Card(gap=10)
    for chapter in story(tr, session):
        words = Column(
            Text(tr("avalon.board.quest", quest=chapter.quest), MUTED),
            Text(chapter.text),
            *(Text(detail, MUTED) for detail in chapter.side_events),
            gap=0,
        )
        card.add_widget(Row(build_side_icon(chapter.side), words, gap=10))
    return card
