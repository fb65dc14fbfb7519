"""Pages and widgets that a game provides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.core.definition import import_object
from companion.core.session import AnySession
from companion.i18n.translator import Translator
from companion.widgets.page import Page

if TYPE_CHECKING:
    # Home loads this module, but no session.
    from companion.app_context import AnyController, AppContext


@dataclass(frozen=True, slots=True)
class GameScreens:
    """Pages and widgets of a game as "module:name", imported on first use.

    - `progress` builds the progress of a session in small, for cards.
    - `snapshot` builds a read-only board with a method `show(session)`.
    - `result_image` builds the result for sharing as an image.
    - `hidden_history_key` is the settings key of a history that may be hidden until the game is over.
    """

    setup_page: str
    board_page: str
    progress: str
    snapshot: str = ""
    result_image: str = ""
    hidden_history_key: str | None = None

    def build_setup_page(self, context: AppContext, players: Sequence[str]) -> Page:
        page: Page = import_object(self.setup_page)(context, players)
        return page

    def build_board_page(self, context: AppContext, controller: AnyController) -> Page:
        page: Page = import_object(self.board_page)(context, controller)
        return page

    def build_progress(self, session: AnySession) -> Widget:
        return import_object(self.progress)(session)

    def build_snapshot(self, tr: Translator, session: AnySession) -> Widget:
        return import_object(self.snapshot)(tr, session)

    def build_result_image(self, context: AppContext, controller: AnyController) -> Widget:
        return import_object(self.result_image)(context, controller)


@dataclass(frozen=True, slots=True)
class DealCards:
    """The cards of a game's deal page: instruction, cards to deal, and the cards of its briefing.

    `remember` stores the set-up for the next game.
    """

    title: Callable[[Translator, Any], str]
    build_cards: Callable[[Translator, Any], Iterable[Widget]]
    remember: Callable[[AppContext, Any], None]
    briefing_cards: tuple[Callable[[Translator], Any], ...] = ()
