"""Seats page of the set-up: number of seats, names, order, groups and suggestions; with the sheets for one
seat and for groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from kivy.metrics import dp

from companion.app_context import AppContext, PlayerGroup
from companion.core.definition import GameDefinition
from companion.core.game import Problem, ProblemError, warning
from companion.core.players import (
    add_player,
    clean_name,
    is_unnamed,
    make_unnamed_seats,
    move_player,
    remove_seat,
    rename_seat,
    resize_seats,
    swap_players,
    validate_seats,
    validate_typed_name,
)
from companion.core.resume_state import (
    SetupBookmark,
    make_seats_bookmark,
    recall_seat_count,
    remember_seat_count,
)
from companion.screens.names import Avatars, NameEntry, to_field_text
from companion.screens.rows import PressableCard, SetupFlowPage, build_labelled_row, show_with_undo
from companion.widgets.buttons import IconButton, PrimaryButton, SecondaryButton
from companion.widgets.cards import Chip, RoundButton, Stepper
from companion.widgets.field import TextField
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Panes, Row, Wrap
from companion.widgets.page import Sheet, TitleBar
from companion.widgets.seat_marks import AvatarDisc
from companion.widgets.seat_ring import SeatLook, SeatRing
from companion.widgets.text import LABEL, MUTED, NUMBER, IconLabel, Text
from companion.widgets.text_renderer import has_glyphs_for
from companion.widgets.theme import ACCENTS, RADIUS_CELL, TWO_PANES_WIDTH, look, sp


class PendingText(NamedTuple):
    """Unsaved text of a sheet's field: `text` from before the app was closed, if any; `save` is called on
    every change, `discard` when the user closes the sheet."""

    text: str | None
    save: Callable[[str], object]
    discard: Callable[[], object]


class SeatSheet(Sheet):
    """Actions of one seat: rename, move, remove."""

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
        """`on_about` opens the person's page; None for an unnamed seat."""
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
    """Saved groups: use one, save the current players, delete one."""

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
        self._error_text = Text("", tone="evil")
        save_part = Column(
            Text(tr("app.groups.keep", names=self._players), MUTED),
            Row(self.field, RoundButton(Icon.GROUP_SAVE, lambda: self.save_group(self.field.text)), gap=8),
            self._error_text,
            gap=8,
        )
        # A group consists of names: unnamed seats alone cannot be saved.
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
            self._list.add_widget(Text(self._app_context.tr("app.groups.none"), MUTED))
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

        show_with_undo(self._app_context, tr("app.groups.deleted", group=group.name), restore)

    def _open_people(self) -> None:
        from companion.screens.people_pages import PeoplePage

        self._discard_text()
        self._app_context.push(PeoplePage)

    def _use_group(self, group: PlayerGroup) -> None:
        self._app_context.run_or_show_error(lambda: self._app_context.rosters.use_group(group.id))
        self._on_seat(group.players)


class _GroupRow(PressableCard):
    def __init__(
        self, name: str, members: str, discs: Sequence[AvatarDisc], on_tap: Callable[[], object]
    ) -> None:
        super().__init__(
            on_tap,
            is_raised=True,
            radius=RADIUS_CELL,
            orientation="vertical",
            padding=(dp(14), dp(10)),
            spacing=dp(2),
        )
        self.add_widget(Text(name, LABEL, max_lines=2))
        self.add_widget(Wrap(*discs, gap=4))
        self.add_widget(Text(members, MUTED, max_lines=2))


# Maximum number of suggested names: more would push the ring out of view.
_MAX_SUGGESTIONS = 12
# Field keys for unsaved text in the resume state; those of seats end in the seat number.
_NAME_FIELD, _GROUP_FIELD, _SEAT_FIELD_PREFIX = "name", "group", "seat."


class SeatsPage(SetupFlowPage):
    max_width_dp = 1040

    def __init__(self, context: AppContext, game: GameDefinition) -> None:
        self._app_context = context
        self._game = game
        self._is_forgetting = False
        tr = context.tr
        groups = IconButton(Icon.PEOPLE, self.open_groups, tone="ink_2")
        super().__init__(
            TitleBar(
                tr(f"app.game.{game.id}"), tr("app.seats.subtitle"), on_back=context.go_back, actions=[groups]
            )
        )
        self.players: tuple[str, ...] = self._load_last_players()
        self._ring = SeatRing(
            on_tap=self.open_seat, on_move=self._move, on_swap=self._swap, size_hint_y=None, height=dp(360)
        )
        self._middle = Text("", NUMBER, size_sp=36, align="center", autosize="none", min_size=10)
        self._middle_line = Text("", MUTED, align="center", autosize="none", min_size=11, max_lines=2)
        self._ring.center_box.add_widget(self._middle)
        self._ring.center_box.add_widget(self._middle_line)
        self.count = Stepper(len(self.players), game.min_players, game.max_players, self._resize)
        self._count_row = build_labelled_row(tr("app.seats.count"), self.count)
        self._count_row.bind(height=self._fit_ring)
        self.field = TextField(tr("app.seats.name_hint"), self.add, size_hint_y=None)
        self.field.text = context.resume_state.get_typed_text(game.id, _NAME_FIELD) or ""
        self.field.bind(text=self._on_text)
        self.add_button = RoundButton(Icon.PLUS, lambda: self.add(self.field.text))
        self._error_text = Text("", tone="evil")
        self._suggestions_title = Text("", MUTED)
        self._edit_button = IconButton(Icon.PENCIL, self._toggle_forgetting, tone="ink_2", size=22)
        self._suggestions_head = Row(self._suggestions_title, self._edit_button, gap=4)
        self._suggestions = Wrap(gap=8)
        entry = Column(Row(self.field, self.add_button, gap=8), self._error_text, gap=8)
        self._controls = Column(self._count_row, entry, gap=8)
        self.body.add_widget(Panes(self._ring, self._controls))
        self._reason_text = Text("", MUTED)
        sign = IconLabel(Icon.INFO, 22, tone="ink_2")
        self._reason_row = Row(sign, self._reason_text, gap=8)
        self.main = PrimaryButton(
            tr("app.seats.go_on"),
            self._continue,
            accent=ACCENTS[game.accent],
            forward=True,
            on_blocked=self._explain_disabled,
        )
        self.add_to_footer(self.main)
        self.scroll.bind(height=self._fit_ring)
        self.scroll.blocks_scroll = self._ring.is_on_seat
        self._show()

    # -- lifecycle -------------------------------------------------------------------------------

    def create_bookmark(self) -> SetupBookmark:
        return make_seats_bookmark(self._app_context.resume_state.bookmark, self._game.id, self.players)

    def enter(self) -> None:
        super().enter()
        self._remember_text(_NAME_FIELD, self.field.text)
        self._resume_typing()

    def _resume_typing(self) -> None:
        """Reopen the sheet whose field had unsaved text when the app was closed."""
        get_typed = self._app_context.resume_state.get_typed_text
        if get_typed(self._game.id, _GROUP_FIELD) is not None:
            self.open_groups()
        for seat in range(len(self.players)):
            if get_typed(self._game.id, _seat_field_key(seat)) is not None:
                self.open_seat(seat)
                return

    def _on_text(self, _field: object, text: str) -> None:
        self._show_problem(None)
        self._remember_text(_NAME_FIELD, text)

    def _remember_text(self, field: str, text: str) -> None:
        """Save the text; an empty field of the page is not remembered."""
        self._app_context.resume_state.set_typed_text(field, text or None)

    def _create_typing(self, field: str) -> PendingText:
        """Return the unsaved text of a sheet's field. There an empty text is remembered too: the user may
        have cleared it."""
        resume_state = self._app_context.resume_state
        return PendingText(
            resume_state.get_typed_text(self._game.id, field),
            partial(resume_state.set_typed_text, field),
            partial(self._close_sheet, field),
        )

    def _close_sheet(self, field: str) -> None:
        self._app_context.resume_state.set_typed_text(field, None)
        self._app_context.navigator.close_sheet()

    # -- changes of the seats --------------------------------------------------------------------

    def add(self, text: str) -> None:
        """Give the name to the first unnamed seat, else add a seat."""
        name = clean_name(text)
        players = add_player(self.players, name)
        problem = validate_typed_name(text, self.players, self._app_context.tr.player_name)
        if problem is None and len(players) > self._game.max_players:
            problem = validate_seats(players, 0, self._game.max_players)[-1]
        if problem is not None:
            self._show_problem(problem)
            return
        self._app_context.run_or_show_error(lambda: self._app_context.rosters.remember([name]))
        self.field.text = ""
        self.set_players(players)
        self._warn_if_undrawable(name)

    def set_players(self, players: Sequence[str]) -> None:
        """Seat these players, and add unnamed seats up to the game's minimum."""
        self.players = self._app_context.setup_players = resize_seats(
            players, max(len(players), self._game.min_players)
        )
        self.save_bookmark()
        self._show_problem(None)
        self._show()

    def _resize(self, count: int) -> None:
        before = self.players
        self.set_players(resize_seats(before, count))
        removed = [name for name in before if not is_unnamed(name) and name not in self.players]
        if removed:
            self._show_removed(removed[0], before)

    def _move(self, seat: int, to: int) -> None:
        self.set_players(move_player(self.players, seat, to))

    def _swap(self, one: int, other: int) -> None:
        self.set_players(swap_players(self.players, one, other))

    def _remove(self, seat: int) -> None:
        before = self.players
        self._close_sheet(_seat_field_key(seat))
        self.set_players(remove_seat(before, seat))
        self._show_removed(before[seat], before)

    def _show_removed(self, name: str, before: Sequence[str]) -> None:
        text = self._app_context.tr("app.seats.removed", name=name)
        show_with_undo(self._app_context, text, partial(self.set_players, before))

    def _rename(self, seat: int, text: str) -> None:
        """Rename the seat, or make it unnamed. Raises `ProblemError` if the name is not allowed."""
        players = rename_seat(self.players, seat, text, self._app_context.tr.player_name)
        self._app_context.run_or_show_error(lambda: self._app_context.rosters.remember([players[seat]]))
        self._close_sheet(_seat_field_key(seat))
        self.set_players(players)
        self._warn_if_undrawable(players[seat])

    def _warn_if_undrawable(self, name: str) -> None:
        """Warn if the fonts have no glyphs for the name; it is allowed all the same."""
        if not has_glyphs_for(name):
            self._show_problem(warning("app.problem.name_not_drawn"))

    def _tap_suggestion(self, name: str) -> None:
        if self._is_forgetting:
            self._forget(name)
        else:
            self.add(name)

    def _forget(self, name: str) -> None:
        context = self._app_context
        removed = None

        def forget() -> None:
            nonlocal removed
            removed = context.rosters.forget(name)

        def restore() -> None:
            if removed is not None:
                context.run_or_show_error(lambda: context.rosters.restore_player(removed))
            self._show()

        if context.run_or_show_error(forget):
            self._show()
            show_with_undo(context, context.tr("app.seats.forgotten", name=name), restore)

    def _toggle_forgetting(self) -> None:
        self._is_forgetting = not self._is_forgetting
        self._show()

    # -- content ------------------------------------------------------------------------------------

    def _show(self) -> None:
        tr = self._app_context.tr
        self._fit_ring()
        names, faces = tr.player_names(self.players), Avatars(self._app_context)
        self._ring.show(
            [
                SeatLook(name, letter=look().digits(i + 1), avatar=faces.get_custom(self.players[i]))
                for i, name in enumerate(names)
            ]
        )
        self._middle.content = tr.format_number(len(names))
        self._middle_line.content = tr("app.seats.seated", n=len(names))
        self.count.set_value(len(names))
        suggestions = [
            player.name
            for player in self._app_context.rosters.list_players()
            if validate_typed_name(player.name, self.players, tr.player_name) is None
        ][:_MAX_SUGGESTIONS]
        self._is_forgetting = self._is_forgetting and bool(suggestions)
        self._suggestions_title.content = tr(
            "app.seats.forget_hint" if self._is_forgetting else "app.seats.known"
        )
        self._edit_button.icon.show(Icon.CHECK if self._is_forgetting else Icon.PENCIL)
        self._suggestions.clear_widgets()
        for part in (self._suggestions_head, self._suggestions):
            # Removed if empty, so that no gap is left.
            if suggestions and part.parent is None:
                self._controls.add_widget(part)
            elif not suggestions and part.parent is not None:
                self._controls.remove_widget(part)
        for name in suggestions:
            mark, face = Icon.CROSS if self._is_forgetting else Icon.PLUS, faces.get_custom(name)
            lead = None if face is None else AvatarDisc(face, 28)
            self._suggestions.add_widget(
                Chip(
                    name,
                    partial(self._tap_suggestion, name),
                    trailing_icon=mark,
                    trailing_tone="ink_3",
                    hug=True,
                    leading=lead,
                )
            )
        self._show_footer()

    def _fit_ring(self, *_: object) -> None:
        """Fit the ring's height to its seats; lower if the ring or the field below would be out of view."""
        crowd = max(0, len(self.players) - 5)
        stacked = self.width < dp(TWO_PANES_WIDTH)
        room = self.scroll.height - (self._count_row.height + self.field.height + dp(36) if stacked else 0)
        min_height = dp(230 + 10 * crowd) + sp(54)
        self._ring.height = max(min_height, min(dp(360 + 20 * crowd), room))

    def _show_footer(self) -> None:
        problem_found = self._find_problem()
        self.footer.remove_widget(self._reason_row)
        if problem_found is not None:
            self._reason_text.content = self._app_context.tr.translate_problem(problem_found)
            self.footer.add_widget(self._reason_row, index=1)
        self.main.enabled = problem_found is None

    def _find_problem(self) -> Problem | None:
        return next(iter(validate_seats(self.players, self._game.min_players, self._game.max_players)), None)

    def _show_problem(self, problem: Problem | None) -> None:
        self._error_text.content = (
            self._app_context.tr.translate_problem(problem) if problem is not None else ""
        )

    def _explain_disabled(self) -> None:
        problem = self._find_problem()
        if problem is not None:
            self._app_context.show_problem(problem)

    # -- navigation ---------------------------------------------------------------------------------

    def open_seat(self, seat: int) -> None:
        count, field = len(self.players), _seat_field_key(seat)

        def move(step: int) -> None:
            self._close_sheet(field)
            self._move(seat, (seat + step) % count)

        self._app_context.navigator.open_sheet(
            SeatSheet(
                self._app_context,
                self.players[seat],
                partial(self._rename, seat),
                move,
                partial(self._remove, seat),
                self._create_typing(field),
                None if is_unnamed(self.players[seat]) else partial(self._open_person, seat),
            )
        )

    def _open_person(self, seat: int) -> None:
        from companion.screens.people_pages import open_person

        self._close_sheet(_seat_field_key(seat))
        open_person(self._app_context, self.players[seat])

    def open_groups(self) -> None:
        sheet = GroupsSheet(
            self._app_context, self.players, self._use_group, self._create_typing(_GROUP_FIELD)
        )
        self._app_context.navigator.open_sheet(sheet)

    def _use_group(self, names: Sequence[str]) -> None:
        before = self.players
        self._close_sheet(_GROUP_FIELD)
        self.set_players(names)
        if before and before != self.players:
            text = self._app_context.tr("app.seats.seated_group")
            show_with_undo(self._app_context, text, partial(self.set_players, before))

    def _continue(self) -> None:
        context, game, players = self._app_context, self._game, self.players
        context.run_or_show_error(lambda: context.rosters.remember(players))
        context.run_or_show_error(lambda: context.rosters.save_seat_order(players))
        remember_seat_count(context, game, len(players))
        context.open_setup(game, players)

    def _load_last_players(self) -> tuple[str, ...]:
        """Return the players of this run of the app, else of the last game that fits, else unnamed seats."""
        context, game = self._app_context, self._game
        if 0 < len(context.setup_players) <= game.max_players:
            return resize_seats(context.setup_players, max(len(context.setup_players), game.min_players))
        for stored in context.games.list_recent(1).games:
            names = stored.setup.get("players", ())
            if names and not validate_seats(tuple(names), game.min_players, game.max_players):
                return tuple(names)
        return make_unnamed_seats(recall_seat_count(context, game))


def _seat_field_key(seat: int) -> str:
    return f"{_SEAT_FIELD_PREFIX}{seat}"
