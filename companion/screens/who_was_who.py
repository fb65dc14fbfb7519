"""After the game, if the table likes: who was who. Tap a seat, then its card; what can only be one thing is
filled in. If it likes that too, the cards are turned one by one before everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

from kivy.metrics import dp

from companion.entry.ceremony import PREFERENCE_KEY, RevealPreference
from companion.screens.ceremony import RevealCardSource, RoleRevealPage
from companion.screens.labelled_rows import build_labelled_row
from companion.shell import AnyController, AppContext
from companion.widgets.cards import ToggleSwitch
from companion.widgets.icon_names import Icon
from companion.widgets.page import Page, TitleBar
from companion.widgets.seat_ring import SeatLook, SeatRing
from companion.widgets.sheet import Sheet
from companion.widgets.tap import PrimaryButton, SecondaryButton
from companion.widgets.text import Text
from companion.widgets.theme import Accent


class RoleDraft(Protocol):
    """What is being told: a draft of the game's."""

    @property
    def roles(self) -> tuple[str | None, ...]: ...

    @property
    def remaining(self) -> Counter[str]: ...

    @property
    def missing_count(self) -> int: ...

    @property
    def move(self) -> Any: ...

    def assign(self, seat: int, role: str | None) -> RoleDraft: ...


class BaseRolesPage(Page):
    """A game says what its seats, cards and words are: `get_seat_name` a seat, `describe_role` a card in
    full and `create_seat_looks` of all seats, in the `order` in which they sit."""

    order: Sequence[int] | None = None

    def __init__(
        self,
        context: AppContext,
        controller: AnyController,
        draft: RoleDraft,
        faces: RevealCardSource,
        *,
        words: Callable[[str], str],
        accent: Accent | None = None,
    ) -> None:
        self._app_context, self._controller, self._faces = context, controller, faces
        self._words = words
        self.draft = draft
        tr = context.tr
        super().__init__(
            TitleBar(tr("roles.title"), tr(words("subtitle")), on_back=context.go_back, max_lines=2)
        )
        self._remaining_text = Text(
            "", size_sp=20, face="title", align="center", autosize="none", min_size=12, max_lines=3
        )
        self.ring = SeatRing(on_tap=self._open_role_sheet, size_hint_y=None, height=dp(460))
        self.ring.center_box.add_widget(self._remaining_text)
        self.body.add_widget(self.ring)
        saved = context.recall(RevealPreference, PREFERENCE_KEY)
        self.ceremony_switch = ToggleSwitch(saved is not None and saved.wanted, self._set_ceremony)
        description = tr("roles.ceremony.why")
        self.body.add_widget(
            build_labelled_row(tr("roles.ceremony.title"), self.ceremony_switch, description)
        )
        label = tr("roles.keep")
        self.main = (
            PrimaryButton(label, self._save_roles, icon=Icon.CHECK)
            if accent is None
            else PrimaryButton(label, self._save_roles, icon=Icon.CHECK, accent=accent)
        )
        self.add_to_footer(self.main)
        self._show()

    def get_seat_name(self, seat: int) -> str:
        raise NotImplementedError

    def describe_role(self, role: str) -> tuple[str, Icon]:
        raise NotImplementedError

    def create_seat_looks(self) -> list[SeatLook]:
        raise NotImplementedError

    def _set_ceremony(self, enabled: bool) -> None:
        self._app_context.remember(RevealPreference(enabled), PREFERENCE_KEY)

    def _open_role_sheet(self, seat: int) -> None:
        navigator = self._app_context.navigator
        buttons = []
        for role in self.draft.remaining:
            label, icon = self.describe_role(role)
            buttons.append(SecondaryButton(label, partial(self.assign_role, seat, role), icon=icon))
        if self.draft.roles[seat] is not None:
            clear = self._app_context.tr(self._words("clear"))
            buttons.append(SecondaryButton(clear, partial(self.assign_role, seat, None), icon=Icon.CROSS))
        navigator.open_sheet(Sheet(self.get_seat_name(seat), *buttons, on_close=navigator.close_sheet))

    def assign_role(self, seat: int, role: str | None) -> None:
        self._app_context.navigator.close_sheet()
        draft = self.draft.assign(seat, role)
        if self._app_context.run_or_show_error(lambda: self._controller.save_draft(draft)):
            self.draft = draft
            self._show()

    def _show(self) -> None:
        self.ring.show(self.create_seat_looks(), self.order)
        tr, missing = self._app_context.tr, self.draft.missing_count
        self._remaining_text.content = (
            tr(self._words("left"), n=missing) if missing else tr(self._words("complete"))
        )
        self.main.enabled = not missing

    def _save_roles(self) -> None:
        if not self._app_context.run_or_show_error(lambda: self._controller.play(self.draft.move)):
            return
        setting = self._app_context.recall(RevealPreference, PREFERENCE_KEY)
        self._app_context.navigator.pop()
        if setting is not None and setting.wanted:
            self._app_context.push(RoleRevealPage, self._controller, self._faces)
