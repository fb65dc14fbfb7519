"""Pages and widgets that a game provides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from kivy.uix.widget import Widget

from companion.core.session import AnySession
from companion.i18n.translator import Translator
from companion.widgets.page import Page

if TYPE_CHECKING:
    # Home loads this module, but no session.
    from companion.app_context import AnyController, AppContext

# Builds the content of a result page for an image.
ResultRenderer: TypeAlias = "Callable[[AppContext, AnyController], Widget]"


@dataclass(frozen=True, slots=True)
class GameScreens:
    """Builders of a game's pages and widgets; `load_lazily` imports each on first use.

    - `build_progress` returns the progress of a session in small, for cards.
    - `build_snapshot` returns a read-only board with a method `show(session)`.
    - `build_result_image` returns the result for sharing as an image.
    - `hidden_history_key` is the settings key of a history that may be hidden until the game is over.
    """

    build_setup_page: Callable[[AppContext, Sequence[str]], Page]
    build_board_page: Callable[[AppContext, AnyController], Page]
    build_progress: Callable[[Any], Widget]
    build_snapshot: Callable[[Translator, AnySession], Widget] | None = None
    build_result_image: ResultRenderer | None = None
    hidden_history_key: str | None = None


@dataclass(frozen=True, slots=True)
class DealCards:
    """The cards of a game's deal page: instruction, cards to deal, and the cards of its briefing.

    `remember` stores the set-up for the next game.
    """

    title: Callable[[Translator, Any], str]
    build_cards: Callable[[Translator, Any], Iterable[Widget]]
    remember: Callable[[AppContext, Any], None]
    briefing_cards: tuple[Callable[[Translator], Any], ...] = ()
