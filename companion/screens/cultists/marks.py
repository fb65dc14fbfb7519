"""How events, phases, rooms and hours are drawn: a mark or a colour for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.cultists.box import COMPONENTS_BY_ID, event_component_id
from companion.games.cultists.events import EVENTS
from companion.games.cultists.moves import HazardCard
from companion.games.cultists.pieces import Cause, DrawnEvent
from companion.games.cultists.places import Colour, colour_of
from companion.games.cultists.rounds import POWER_ON
from companion.games.cultists.state import RoundPhase
from companion.widgets.icons import Icon
from companion.widgets.palette import rgba
from companion.widgets.shapes import Disc
from companion.widgets.theme import theme_colour

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
# The colours of the board itself: the same in both themes.
_COLOURS: Final[Mapping[Colour, str]] = {
    Colour.LIGHT_BLUE: "#9AD4EE",
    Colour.RED: "#C8383E",
    Colour.GREEN: "#5BA65A",
    Colour.BLUE: "#3D6FC4",
    Colour.PINK: "#E58BB4",
    Colour.ORANGE: "#E88B35",
}


def event_icon(event: DrawnEvent) -> Icon:
    """Lightning shows what it did: the light went out, or it came back."""
    return Icon.LIGHTNING if event.effect == POWER_ON else EVENT_ICONS[event.event]


class ColourDot(Widget):
    """The colour of a room or a shelf; its name always stands beside it."""

    def __init__(self, place: str, diameter: float = 22, **options: Any) -> None:
        options.setdefault("pos_hint", {"center_y": 0.5})
        super().__init__(size_hint=(None, None), size=(dp(diameter), dp(diameter)), **options)
        colour = colour_of(place)
        ground = rgba(_COLOURS[colour]) if colour is not None else theme_colour("raised")
        Disc(self, background=ground, border=theme_colour("ink_2"), line_width=1.5)
