"""After the game, if the table likes: who was who. Tap a seat, then its card; what can only be one thing is
filled in. If it likes that too, the cards are turned one by one before everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

from kivy.metrics import dp

from companion.entry.ceremony import WISH, Wish
from companion.screens.ceremony import CeremonyPage, FacesOf
from companion.screens.labelled_rows import labelled
from companion.shell import AnySitting, Shell
from companion.widgets.cards import OnOff
from companion.widgets.icon_names import Icon
from companion.widgets.page import Page, TitleBar
from companion.widgets.seat_ring import SeatLook, SeatRing
from companion.widgets.sheet import Sheet
from companion.widgets.tap import MainButton, SideButton
from companion.widgets.text import Text
from companion.widgets.theme import Accent


class Telling(Protocol):
    """What is being told: a draft of the game's."""

    @property
    def roles(self) -> tuple[str | None, ...]: ...

    @property
    def remaining(self) -> Counter[str]: ...

    @property
    def missing(self) -> int: ...

    @property
    def move(self) -> Any: ...

    def give(self, seat: int, role: str | None) -> Telling: ...


class TellPage(Page):
    """A game says what its seats, cards and words are: `name_of` a seat, `offer_of` a card in full and
    `card_looks` of all seats, in the `order` in which they sit."""

    order: Sequence[int] | None = None

    def __init__(
        self,
        shell: Shell,
        sitting: AnySitting,
        draft: Telling,
        faces: FacesOf,
        *,
        words: Callable[[str], str],
        accent: Accent | None = None,
    ) -> None:
        self._shell, self._sitting, self._faces = shell, sitting, faces
        self._words = words
        self.draft = draft
        tr = shell.tr
        super().__init__(TitleBar(tr("roles.title"), tr(words("subtitle")), on_back=shell.back, most=2))
        self._left = Text("", size_sp=20, face="title", align="center", grow="none", smallest=12, most=3)
        self.ring = SeatRing(on_tap=self._choose, size_hint_y=None, height=dp(460))
        self.ring.middle.add_widget(self._left)
        self.body.add_widget(self.ring)
        kept = shell.recall(Wish, WISH)
        self.ceremony = OnOff(kept is not None and kept.wanted, self._wish)
        why = tr("roles.ceremony.why")
        self.body.add_widget(labelled(tr("roles.ceremony.title"), self.ceremony, why))
        keep = tr("roles.keep")
        self.main = (
            MainButton(keep, self._keep, icon=Icon.CHECK)
            if accent is None
            else MainButton(keep, self._keep, icon=Icon.CHECK, accent=accent)
        )
        self.with_footer(self.main)
        self._show()

    def name_of(self, seat: int) -> str:
        raise NotImplementedError

    def offer_of(self, role: str) -> tuple[str, Icon]:
        raise NotImplementedError

    def card_looks(self) -> list[SeatLook]:
        raise NotImplementedError

    def _wish(self, wanted: bool) -> None:
        self._shell.keep_in_mind(Wish(wanted), WISH)

    def _choose(self, seat: int) -> None:
        stage = self._shell.stage
        offers = []
        for role in self.draft.remaining:
            words, icon = self.offer_of(role)
            offers.append(SideButton(words, partial(self.give, seat, role), icon=icon))
        if self.draft.roles[seat] is not None:
            clear = self._shell.tr(self._words("clear"))
            offers.append(SideButton(clear, partial(self.give, seat, None), icon=Icon.CROSS))
        stage.open_sheet(Sheet(self.name_of(seat), *offers, on_close=stage.close_sheet))

    def give(self, seat: int, role: str | None) -> None:
        self._shell.stage.close_sheet()
        given = self.draft.give(seat, role)
        if self._shell.attempt(lambda: self._sitting.enter(given)):
            self.draft = given
            self._show()

    def _show(self) -> None:
        self.ring.show(self.card_looks(), self.order)
        tr, missing = self._shell.tr, self.draft.missing
        self._left.content = tr(self._words("left"), n=missing) if missing else tr(self._words("complete"))
        self.main.enabled = not missing

    def _keep(self) -> None:
        if not self._shell.attempt(lambda: self._sitting.play(self.draft.move)):
            return
        wish = self._shell.recall(Wish, WISH)
        self._shell.stage.leave()
        if wish is not None and wish.wanted:
            self._shell.visit(CeremonyPage, self._sitting, self._faces)
