"""The icons and colours of Among Cultists: events, phases, rooms, roles, sides, cards and loyalty pips.

Points, Ghosts and hours in small, for the home card and the history.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.session_controller import SessionController
from companion.games.cultists.components import COMPONENTS_BY_ID, event_component_id, role_component_id
from companion.games.cultists.definition import DEFINITION
from companion.games.cultists.drafts import AnyDraft
from companion.games.cultists.moves import Colour, HazardCard, Move, colour_of
from companion.games.cultists.rules import POWER_ON
from companion.games.cultists.setup import CARD_KINDS as CARDS
from companion.games.cultists.setup import CULTIST, INVESTIGATOR, ROLES, ROUNDS, Setup, Side
from companion.games.cultists.state import EVENTS, Cause, DrawnEvent, RoundPhase, State
from companion.games.cultists.text import CultistsTable, player_name
from companion.i18n.translator import Translator
from companion.screens import rows
from companion.widgets.cards import Chip
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.page import Page
from companion.widgets.palette import rgba
from companion.widgets.progress import StepBar
from companion.widgets.shapes import Disc
from companion.widgets.text import NUMBER, IconLabel, Text
from companion.widgets.theme import ACCENTS, look, theme_colour

EVENT_ICONS: Final[Mapping[str, Icon]] = {
    event: Icon[COMPONENTS_BY_ID[event_component_id(event)].icon] for event in EVENTS
}
PHASE_ICONS: Final[Mapping[RoundPhase, Icon]] = {
    RoundPhase.MOVEMENT: Icon.MAP,
    RoundPhase.EVENT: Icon.BELL,
    RoundPhase.ACTION: Icon.FIST,
    RoundPhase.CLEAN_UP: Icon.BROOM,
}
CAUSE_ICONS: Final[Mapping[Cause, Icon]] = {
    Cause.FOUND_DEAD: Icon.SKULL,
    Cause.VOTED_OUT: Icon.FIST,
    Cause.ASSASSINATED: Icon.DAGGER,
}
HAZARD_ICONS: Final[Mapping[HazardCard, tuple[Icon, str]]] = {
    HazardCard.SUCCESS: (Icon.CHECK, "good"),
    HazardCard.FAILURE: (Icon.CROSS, "ember"),
    HazardCard.SABOTAGE: (Icon.FISHMAN, "evil"),
}
# The colours of the real board, the same in both themes.
_COLOURS: Final[Mapping[Colour, str]] = {
    Colour.LIGHT_BLUE: "#9AD4EE",
    Colour.RED: "#C8383E",
    Colour.GREEN: "#5BA65A",
    Colour.BLUE: "#3D6FC4",
    Colour.PINK: "#E58BB4",
    Colour.ORANGE: "#E88B35",
}


def event_icon(event: DrawnEvent) -> Icon:
    """Return the icon of an event; an event that turned the power on has lightning."""
    return Icon.LIGHTNING if event.effect == POWER_ON else EVENT_ICONS[event.event]


class ColourDot(Widget):
    """A dot in the colour of a room or shelf; its name is always beside it."""

    def __init__(self, place: str, diameter: float = 22, **options: Any) -> None:
        options.setdefault("pos_hint", {"center_y": 0.5})
        super().__init__(size_hint=(None, None), size=(dp(diameter), dp(diameter)), **options)
        colour = colour_of(place)
        ground = rgba(_COLOURS[colour]) if colour is not None else theme_colour("raised")
        Disc(self, background=ground, border=theme_colour("ink_2"), line_width=1.5)


SEA: Final = ACCENTS[DEFINITION.accent]

ROLE_ICONS: Final[Mapping[str, Icon]] = {
    role: Icon[COMPONENTS_BY_ID[role_component_id(role)].icon] for role in ROLES
}
SIDE_ICONS: Final[Mapping[Side, Icon]] = {Side.INVESTIGATORS: Icon.HAT, Side.CULTISTS: Icon.CULTIST}
SIDE_HUES: Final[Mapping[Side, str]] = {Side.INVESTIGATORS: "good", Side.CULTISTS: "evil"}
CARD_ICONS: Final[Mapping[str, Icon]] = {kind: Icon[COMPONENTS_BY_ID[kind].icon] for kind in CARDS}
CARD_TONES: Final[Mapping[str, str]] = {kind: COMPONENTS_BY_ID[kind].color for kind in CARDS}
# Icon and colour of each goal, in the colour of the side that needs it.
GOAL_MARKS: Final[Mapping[str, tuple[Icon, str]]] = {
    "points": (Icon.STAR, "good"),
    "kills": (Icon.SKULL, "evil"),
    "rounds": (Icon.HOURGLASS, "candle"),
}
_PIP_DP = 11


def role_hue(role: str) -> str:
    """Return the colour of the side that a role helps."""
    return COMPONENTS_BY_ID[role_component_id(role)].color


def token_name(tr: Translator, role: str, count: int) -> str:
    """Return the name of a role's tokens; Cultists and Investigators include the number."""
    if role in (CULTIST, INVESTIGATOR):
        return tr(f"cultists.role.{role}.tokens", n=count)
    return tr(f"cultists.role.{role}.name")


def loyalty_text(tr: Translator, role: str) -> str:
    """Return whom a role helps and by how many points, in words."""
    data = ROLES[role]
    if data.loyalty_side is None:
        return tr("cultists.setup.loyalty.none")
    words = tr(f"cultists.setup.loyalty.{data.loyalty_side.value}", n=data.loyalty_points)
    if data.is_loyalty_printed:
        return words
    return tr("cultists.setup.loyalty.unsure", loyalty=words, source=tr("cultists.setup.loyalty.derived"))


def heading(icon: Icon, words: str, tone: str = "sea") -> Row:
    """Build a heading with an icon, by default in the game's own colour."""
    return rows.build_heading(icon, words, tone)


def build_seat_chips(
    tr: Translator, setup: Setup, seats: Iterable[int], on_tap: Callable[[int], object]
) -> dict[int, Chip]:
    """Build a chip with the name of each seat."""
    return {seat: Chip(player_name(tr, setup, seat), partial(on_tap, seat), accent=SEA) for seat in seats}


def show_children(layout: Widget, *children: Widget) -> None:
    """Show exactly these widgets, in this order; a layout that shows them already is left alone."""
    if layout.children != list(children[::-1]):
        layout.clear_widgets()
        for child in children:
            layout.add_widget(child)


def show_page_part(page: Page, part: Widget) -> None:
    """Show `part` as the only content of the page, from its top."""
    if part.parent is None:
        show_children(page.body, part)
        page.scroll.scroll_y = 1


class Pip(Widget):
    """A loyalty point: solid if printed on the token, a ring if derived, a small dot if empty."""

    def __init__(self, tone: str, *, printed: bool = True, empty: bool = False, **options: Any) -> None:
        options.setdefault("pos_hint", {"center_y": 0.5})
        super().__init__(size_hint=(None, None), size=(dp(_PIP_DP), dp(_PIP_DP)), **options)
        self.printed, self.empty = printed, empty
        if empty:
            Disc(self, diameter=dp(4), background=theme_colour("rim"))
        elif printed:
            Disc(self, background=theme_colour(tone))
        else:
            Disc(self, border=theme_colour(tone), line_width=2.5)


class Pips(Row):
    def __init__(self, *pips: Pip, **options: Any) -> None:
        super().__init__(*pips, gap=5, hug=True, **options)


def build_role_pips(role: str, **options: Any) -> Pips:
    data = ROLES[role]
    pips = [Pip(role_hue(role), printed=data.is_loyalty_printed) for _ in range(data.loyalty_points)]
    return Pips(*pips, **options)


CultistsController = SessionController[Setup, State, Move, AnyDraft]


def build_progress(session: CultistsTable) -> Widget:
    """Build points and Ghosts above a bar of the ten hours."""
    state = session.state
    digits = look().digits
    hours = StepBar(ROUNDS, current="sea", past="sea", upcoming="rim", size_hint_x=None, width=dp(112))
    hours.show(state.round)
    marks = Row(gap=6)
    for icon, tone, number in ((Icon.STAR, "sea", state.points), (Icon.GHOST, "ink_2", len(state.ghosts))):
        marks.add_widget(IconLabel(icon, 22, tone=tone))
        marks.add_widget(Text(digits(number), NUMBER, autosize="both"))
    return Column(marks, hours, gap=4, pos_hint={"center_y": 0.5})
