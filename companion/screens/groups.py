"""Two small sheets of the seats screen: one seat, and the groups that are remembered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from kivy.metrics import dp

from companion.games.game import ProblemError
from companion.games.seats import is_unnamed
from companion.screens.faces import Avatars
from companion.screens.names import NameEntry, to_field_text
from companion.shell import AppContext, PlayerGroup
from companion.widgets.cards import RoundButton
from companion.widgets.face import AvatarDisc
from companion.widgets.field import TextField
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row, Wrap
from companion.widgets.shapes import RoundedBox
from companion.widgets.sheet import Sheet
from companion.widgets.tap import IconButton, Pressable, SecondaryButton, shade
from companion.widgets.text import Text
from companion.widgets.theme import RADIUS_CELL, TOUCH_TARGET, theme_colour


class PendingText(NamedTuple):
    """What was left half typed in the field of a sheet, if anything, and what becomes of it: `save` it with
    every key, or `discard`, where somebody puts the sheet away."""

    text: str | None
    save: Callable[[str], object]
    discard: Callable[[], object]


class SeatSheet(Sheet):
    """One player: another name, another seat, or away."""

    def __init__(
        self,
        context: AppContext,
        name: str,
        on_rename: Callable[[str], object],
        on_move: Callable[[int], object],
        on_remove: Callable[[], object],
        pending: PendingText,
        on_about: Callable[[], object] | None,
    ) -> None:
        """`on_about` leads to all that is known of them; None for a seat without a name."""
        tr = context.tr
        text = to_field_text(name) if pending.text is None else pending.text
        entry = NameEntry(context, text, on_rename, pending.save)
        self.field = entry.field
        about_buttons = (
            ()
            if on_about is None
            else (SecondaryButton(tr("people.about", name=name), on_about, icon=Icon.PERSON),)
        )
        super().__init__(
            tr.player_name(name),
            entry,
            Row(
                SecondaryButton(tr("app.seats.earlier"), lambda: on_move(-1), icon=Icon.ARROW_UP),
                SecondaryButton(tr("app.seats.later"), lambda: on_move(1), icon=Icon.ARROW_DOWN),
                gap=8,
            ),
            *about_buttons,
            SecondaryButton(tr("app.seats.remove"), on_remove, icon=Icon.TRASH, tone="evil"),
            on_close=pending.discard,
        )


class GroupsSheet(Sheet):
    """Whole tables by name: seat one, keep this one, let one go."""

    def __init__(
        self,
        context: AppContext,
        players: Sequence[str],
        on_seat: Callable[[Sequence[str]], object],
        pending: PendingText,
    ) -> None:
        self._app_context = context
        self._players = tuple(players)
        self._on_seat = on_seat
        tr = context.tr
        self._list = Column(gap=8)
        self.field = TextField(tr("app.groups.name_hint"), self.save_group)
        self.field.text = pending.text or ""
        self.field.bind(text=lambda _, text: pending.save(text))
        self._error_text = Text("", tone="evil", size_sp=16)
        save_part = Column(
            Text(tr("app.groups.keep", names=self._players), tone="ink_2"),
            Row(self.field, RoundButton(Icon.GROUP_SAVE, lambda: self.save_group(self.field.text)), gap=8),
            self._error_text,
            gap=8,
        )
        # A group is known by its people: seats alone are none.
        parts = [self._list] + ([] if all(map(is_unnamed, self._players)) else [save_part])
        self._discard_text = pending.discard
        people_button = SecondaryButton(
            tr("people.title"), self._open_people, icon=Icon.PEOPLE, outlined=True
        )
        super().__init__(tr("app.groups.title"), *parts, people_button, on_close=pending.discard)
        self._show()

    def save_group(self, name: str) -> None:
        try:
            self._app_context.rosters.save_group(name, self._players)
        except ProblemError as error:
            self._error_text.content = self._app_context.tr.translate_problem(error.problem)
            return
        self.field.text = ""
        self._error_text.content = ""
        self._show()

    def _show(self) -> None:
        self._list.clear_widgets()
        groups, faces = self._app_context.rosters.list_groups(), Avatars(self._app_context)
        if not groups:
            self._list.add_widget(Text(self._app_context.tr("app.groups.none"), tone="ink_2"))
        for group in groups:
            discs = [AvatarDisc(faces.get(name), 30) for name in group.players]
            members = self._app_context.tr.join_items(group.players)
            row = _GroupRow(group.name, members, discs, partial(self._use_group, group))
            delete_button = IconButton(Icon.TRASH, partial(self._delete_group, group), tone="ink_2", size=22)
            self._list.add_widget(Row(row, delete_button, gap=4))

    def _delete_group(self, group: PlayerGroup) -> None:
        rosters, tr = self._app_context.rosters, self._app_context.tr
        if not self._app_context.run_or_show_error(lambda: rosters.delete_group(group.id)):
            return
        self._show()

        def restore() -> None:
            self._app_context.run_or_show_error(lambda: rosters.restore_group(group))
            self._show()

        self._app_context.toaster.show(
            tr("app.groups.deleted", group=group.name), action_text=tr("app.undo"), on_action=restore
        )

    def _open_people(self) -> None:
        from companion.screens.people import PeoplePage

        self._discard_text()
        self._app_context.push(PeoplePage)

    def _use_group(self, group: PlayerGroup) -> None:
        self._app_context.run_or_show_error(lambda: self._app_context.rosters.use_group(group.id))
        self._on_seat(group.players)


class _GroupRow(Pressable):
    def __init__(
        self, name: str, members: str, discs: Sequence[AvatarDisc], on_tap: Callable[[], object]
    ) -> None:
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, padding=(dp(14), dp(10)), spacing=dp(2),
        )  # fmt: skip
        self._box = RoundedBox(self, radius=RADIUS_CELL, background=theme_colour("raised"))
        self.add_widget(Text(name, weight=500, size_sp=18, max_lines=2))
        self.add_widget(Wrap(*discs, gap=4))
        self.add_widget(Text(members, tone="ink_2", max_lines=2))
        self.bind(minimum_height=lambda _, height: setattr(self, "height", max(height, dp(TOUCH_TARGET))))

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(
            background=shade(theme_colour("raised"), 0.08) if pressed else theme_colour("raised")
        )
