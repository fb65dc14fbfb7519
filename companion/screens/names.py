"""Renaming the players of a session, and the avatars of people."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.app_context import AnyController, AnySession, AppContext
from companion.core.game import ProblemError
from companion.core.players import is_unnamed, normalize_name, rename_seat
from companion.core.resume_state import PendingRename
from companion.i18n.bidi import split_clusters
from companion.statistics.person import parse_colour, parse_icon
from companion.widgets.buttons import SecondaryButton
from companion.widgets.cards import RoundButton
from companion.widgets.field import TextField
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.page import Sheet
from companion.widgets.seat_marks import Avatar, AvatarDisc
from companion.widgets.text import MUTED, Text
from companion.widgets.theme import look


class Avatars:
    """Avatars of all people, loaded once; for pages that show many."""

    def __init__(self, context: AppContext) -> None:
        self._stored = context.people.load_looks()

    def get(self, name: str) -> Avatar:
        """Return the person's avatar; by default their initial, or the number of an unnamed seat."""
        icon_name, colour = (
            (None, None) if is_unnamed(name) else self._stored.get(normalize_name(name), (None, None))
        )
        return build_avatar(name, icon_name, colour)

    def get_custom(self, name: str) -> Avatar | None:
        """Return the avatar, or None if the person has no icon or colour of their own."""
        avatar = self.get(name)
        return None if avatar.icon is None and avatar.colour is None else avatar


def build_avatar(name: str, icon_name: str | None, colour: str | None) -> Avatar:
    valid_icon = parse_icon(icon_name)
    letter = look().digits(int(name)) if is_unnamed(name) else next(iter(split_clusters(name)), "").upper()
    return Avatar(letter, None if valid_icon is None else Icon[valid_icon.upper()], parse_colour(colour))


Names = tuple[str, ...]


class NameEntry(Column):
    """Text field for a name. `on_submit` gets the text and may raise `ProblemError`, which is shown;
    `on_change` is called on every change."""

    def __init__(
        self,
        context: AppContext,
        name: str,
        on_submit: Callable[[str], object],
        on_change: Callable[[str], object] = lambda _: None,
        *,
        hint: str = "app.seats.name_hint",
        max_length: int | None = None,
    ) -> None:
        self._tr = context.tr
        self._on_submit = on_submit
        self.field = TextField(self._tr(hint), self._submit, max_length=max_length)
        self.field.text = name
        self.field.bind(text=lambda _, text: on_change(text))
        self.done_button = RoundButton(Icon.CHECK, lambda: self._submit(self.field.text))
        self._error_text = Text("", tone="evil")
        super().__init__(Row(self.field, self.done_button, gap=8), self._error_text, gap=10)

    def _submit(self, text: str) -> None:
        try:
            self._on_submit(text)
        except ProblemError as error:
            self._error_text.content = self._tr.translate_problem(error.problem)


def open_name_sheet(
    context: AppContext,
    title: str,
    entry: NameEntry,
    *,
    on_change: Callable[[str], object] = lambda _: None,
    has_focus: bool = True,
) -> None:
    """Open a sheet with the entry. Closing it calls `on_change` with an empty text, so that nothing stays
    saved."""

    def close() -> None:
        on_change("")
        context.navigator.close_sheet()

    context.navigator.open_sheet(Sheet(title, entry, on_close=close))
    entry.field.focus = has_focus


def to_field_text(name: str) -> str:
    """Return the initial text of a seat's field: empty for an unnamed seat."""
    return "" if is_unnamed(name) else name


class NamesSheet(Sheet):
    """All players of a session; a tap renames one, then the list opens again.

    `rename` stores the names of all seats, `on_renamed` updates the pages. `game_id` is that of the stored
    game, if any; an unsaved name is restored by it after the app was closed.
    """

    def __init__(
        self,
        context: AppContext,
        game_id: int | None,
        names: Names,
        rename: Callable[[Names], object],
        on_renamed: Callable[[], object],
    ) -> None:
        tr = context.tr
        self._app_context, self._game_id, self._names = context, game_id, names
        self._rename, self._on_renamed = rename, on_renamed
        faces = Avatars(context)
        self.seats = [
            _create_seat_button(tr.player_name(name), faces.get_custom(name), partial(self.edit_name, seat))
            for seat, name in enumerate(names)
        ]
        super().__init__(
            tr("app.names.title"),
            Text(tr("app.names.hint"), MUTED),
            Grid(*self.seats, gap=8, min_column_width=140, max_columns=2),
            on_close=context.navigator.close_sheet,
        )

    def edit_name(self, seat: int) -> None:
        """Open the field for this seat's name, in place of this sheet if it is open."""
        navigator, name = self._app_context.navigator, self._names[seat]
        if navigator.sheet is self:
            navigator.close_sheet()
        pending = self._app_context.resume_state.pending_rename
        is_pending = pending is not None and (pending.table, pending.seat) == (self._game_id, seat)
        text = pending.typed if pending is not None and is_pending else to_field_text(name)
        entry = NameEntry(
            self._app_context, text, partial(self._submit_name, seat), partial(self._save_pending, seat)
        )
        navigator.open_sheet(Sheet(self._app_context.tr.player_name(name), entry, on_close=self._cancel))

    def _save_pending(self, seat: int, text: str) -> None:
        if self._game_id is not None:
            self._app_context.resume_state.set_pending_rename(PendingRename(self._game_id, seat, text))

    def _cancel(self) -> None:
        self._app_context.resume_state.set_pending_rename(None)
        self._app_context.navigator.close_sheet()

    def _submit_name(self, seat: int, text: str) -> None:
        context = self._app_context
        names = rename_seat(self._names, seat, text, context.tr.player_name)
        self._rename(names)
        context.resume_state.set_pending_rename(None)
        if context.setup_players == self._names:
            context.setup_players = names
        context.run_or_show_error(lambda: context.rosters.remember(names[seat : seat + 1]))
        context.navigator.close_sheet()
        self._on_renamed()
        context.navigator.open_sheet(
            NamesSheet(context, self._game_id, names, self._rename, self._on_renamed)
        )


def _create_seat_button(name: str, face: Avatar | None, on_tap: Callable[[], object]) -> SecondaryButton:
    if face is None:
        return SecondaryButton(name, on_tap, icon=Icon.PENCIL)
    return SecondaryButton(name, on_tap, leading=AvatarDisc(face, 32))


def open_names_sheet(context: AppContext, controller: AnyController) -> None:
    """Open the names of an open session; all pages are rebuilt with the new names."""
    context.navigator.open_sheet(_create_names_sheet(context, controller))


def resume_rename(context: AppContext, controller: AnyController) -> None:
    """Reopen the field with the unsaved name of this session from before the app was closed, if any."""
    pending, session = context.resume_state.pending_rename, controller.session
    if pending is None or pending.table != session.game_id:
        return
    if pending.seat in range(len(session.setup.players)):
        _create_names_sheet(context, controller).edit_name(pending.seat)


def _create_names_sheet(context: AppContext, controller: AnyController) -> NamesSheet:
    session, rebuild = controller.session, context.navigator.rebuild
    return NamesSheet(context, session.game_id, session.setup.players, controller.rename, rebuild)


def open_session_names_sheet(
    context: AppContext, session: AnySession, on_renamed: Callable[[], object]
) -> None:
    """Open the names of a session that is not on the screen."""
    context.navigator.open_sheet(
        NamesSheet(context, session.game_id, session.setup.players, session.rename, on_renamed)
    )
