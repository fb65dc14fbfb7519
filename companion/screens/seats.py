"""Who sits where: how many seats there are, and names for those who want them, moved and remembered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.metrics import dp

from companion.entry.last_time import keep_count, last_count
from companion.entry.naming import renamed, typed_problem
from companion.entry.whereabouts import Bookmark, at_seats
from companion.games.game import Problem, warning
from companion.games.manifest import Manifest
from companion.games.seats import (
    clean_name,
    moved,
    resized,
    seating_problems,
    seats_without_names,
    swapped,
    taking_a_seat,
    unnamed,
    without_seat,
)
from companion.screens.faces import Faces
from companion.screens.groups import GroupsSheet, SeatSheet, Typing
from companion.screens.labelled_rows import labelled
from companion.screens.preparing import Preparing
from companion.shell import Shell
from companion.widgets.cards import Chip, RoundButton, Stepper
from companion.widgets.coverage import has_letters_for
from companion.widgets.face import FaceDisc
from companion.widgets.field import Field
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Panes, Row, Wrap
from companion.widgets.page import TitleBar
from companion.widgets.seat_ring import SeatLook, SeatRing
from companion.widgets.tap import IconButton, MainButton
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS, TWO_PANES, look, sp

# How many remembered names are offered at once: more would bury the ring.
_OFFERED = 12
# The fields, by the names under which what is typed there is kept: those of seats end in their number.
_NAME, _GROUP, _SEAT = "name", "group", "seat."


class SeatsPage(Preparing):
    widest = 1040

    def __init__(self, shell: Shell, game: Manifest) -> None:
        self._shell = shell
        self._game = game
        self._forgetting = False
        tr = shell.tr
        groups = IconButton(Icon.PEOPLE, self.open_groups, tone="ink_2")
        super().__init__(
            TitleBar(tr(f"app.game.{game.id}"), tr("app.seats.subtitle"), on_back=shell.back, tools=[groups])
        )
        self.players: tuple[str, ...] = self._last_players()
        self._ring = SeatRing(
            on_tap=self.open_seat, on_move=self._move, on_swap=self._swap, size_hint_y=None, height=dp(360)
        )
        self._middle = Text("", weight=700, size_sp=36, align="center", grow="none", smallest=10)
        self._middle_line = Text(
            "", size_sp=16, align="center", tone="ink_2", grow="none", smallest=11, most=2
        )
        self._ring.middle.add_widget(self._middle)
        self._ring.middle.add_widget(self._middle_line)
        self.count = Stepper(len(self.players), game.fewest, game.most, self._resize)
        self._counted = labelled(tr("app.seats.count"), self.count)
        self._counted.bind(height=self._fit_ring)
        self.field = Field(tr("app.seats.name_hint"), self.add, size_hint_y=None)
        self.field.text = shell.whereabouts.typed(game.id, _NAME) or ""
        self.field.bind(text=self._typed)
        self.plus = RoundButton(Icon.PLUS, lambda: self.add(self.field.text))
        self._trouble = Text("", tone="evil", size_sp=16)
        self._offered_title = Text("", size_sp=16, tone="ink_2", pos_hint={"center_y": 0.5})
        self._edit = IconButton(Icon.PENCIL, self._toggle_forgetting, tone="ink_2", size=22)
        self._offered_head = Row(self._offered_title, self._edit, gap=4)
        self._offered = Wrap(gap=8)
        entry = Column(Row(self.field, self.plus, gap=8), self._trouble, gap=8)
        self._controls = Column(self._counted, entry, gap=8)
        self.body.add_widget(Panes(self._ring, self._controls))
        self._why = Text("", size_sp=16, tone="ink_2", pos_hint={"center_y": 0.5})
        sign = Glyph(Icon.INFO, 22, tone="ink_2", pos_hint={"center_y": 0.5})
        self._reason = Row(sign, self._why, gap=8)
        self.main = MainButton(
            tr("app.seats.go_on"), self._go_on, accent=ACCENTS[game.accent], onward=True, why=self._say_why
        )
        self.with_footer(self.main)
        self.scroll.bind(height=self._fit_ring)
        self.scroll.spares = self._ring.seat_at
        self._show()

    # -- life ------------------------------------------------------------------------------------

    def bookmark(self) -> Bookmark:
        return at_seats(self._shell.whereabouts.mark, self._game.id, self.players)

    def enter(self) -> None:
        super().enter()
        self._keep(_NAME, self.field.text)
        self._open_half_typed()

    def _open_half_typed(self) -> None:
        """The sheet in which somebody was typing when the app was ended."""
        typed = self._shell.whereabouts.typed
        if typed(self._game.id, _GROUP) is not None:
            self.open_groups()
        for seat in range(len(self.players)):
            if typed(self._game.id, _seat_field(seat)) is not None:
                self.open_seat(seat)
                return

    def _typed(self, _field: object, text: str) -> None:
        self._tell(None)
        self._keep(_NAME, text)

    def _keep(self, field: str, text: str) -> None:
        """Where nothing is typed there is nothing to be found again."""
        self._shell.whereabouts.type(field, text or None)

    def _typing(self, field: str) -> Typing:
        """In the field of a sheet even no letters may be what somebody has typed."""
        whereabouts = self._shell.whereabouts
        return Typing(
            whereabouts.typed(self._game.id, field),
            partial(whereabouts.type, field),
            partial(self._close_sheet, field),
        )

    def _close_sheet(self, field: str) -> None:
        self._shell.whereabouts.type(field, None)
        self._shell.stage.close_sheet()

    # -- changing the seats ----------------------------------------------------------------------

    def add(self, typed: str) -> None:
        """A name takes the first seat that has none, else a new one."""
        name = clean_name(typed)
        seated = taking_a_seat(self.players, name)
        problem = typed_problem(typed, self.players, self._shell.tr.player)
        if problem is None and len(seated) > self._game.most:
            problem = seating_problems(seated, 0, self._game.most)[-1]
        if problem is not None:
            self._tell(problem)
            return
        self._shell.attempt(lambda: self._shell.rosters.remember([name]))
        self.field.text = ""
        self.seat(seated)
        self._warn_of(name)

    def seat(self, players: Sequence[str]) -> None:
        """These people; seats that the game needs beside theirs have no names."""
        self.players = self._shell.seated = resized(players, max(len(players), self._game.fewest))
        self.mark()
        self._tell(None)
        self._show()

    def _resize(self, count: int) -> None:
        before = self.players
        self.seat(resized(before, count))
        gone = [name for name in before if not unnamed(name) and name not in self.players]
        if gone:
            self._say_gone(gone[0], before)

    def _move(self, seat: int, to: int) -> None:
        self.seat(moved(self.players, seat, to))

    def _swap(self, one: int, other: int) -> None:
        self.seat(swapped(self.players, one, other))

    def _remove(self, seat: int) -> None:
        before = self.players
        self._close_sheet(_seat_field(seat))
        self.seat(without_seat(before, seat))
        self._say_gone(before[seat], before)

    def _say_gone(self, name: str, before: Sequence[str]) -> None:
        self._shell.toaster.show(
            self._shell.tr("app.seats.removed", name=name),
            action=self._shell.tr("app.undo"),
            on_action=lambda: self.seat(before),
        )

    def _rename(self, seat: int, typed: str) -> None:
        """Give the seat another name, or none; raises `ProblemError` if it cannot have this one."""
        players = renamed(self.players, seat, typed, self._shell.tr.player)
        self._shell.attempt(lambda: self._shell.rosters.remember([players[seat]]))
        self._close_sheet(_seat_field(seat))
        self.seat(players)
        self._warn_of(players[seat])

    def _warn_of(self, name: str) -> None:
        """Nobody is sent away for their name, but they should know what the others will see."""
        if not has_letters_for(name):
            self._tell(warning("app.problem.name_not_drawn"))

    def _take(self, name: str) -> None:
        if self._forgetting:
            self._forget(name)
        else:
            self.add(name)

    def _forget(self, name: str) -> None:
        shell = self._shell
        forgotten = None

        def forget() -> None:
            nonlocal forgotten
            forgotten = shell.rosters.forget(name)

        def restore() -> None:
            if forgotten is not None:
                shell.attempt(lambda: shell.rosters.restore_player(forgotten))
            self._show()

        if shell.attempt(forget):
            self._show()
            shell.toaster.show(
                shell.tr("app.seats.forgotten", name=name), action=shell.tr("app.undo"), on_action=restore
            )

    def _toggle_forgetting(self) -> None:
        self._forgetting = not self._forgetting
        self._show()

    # -- showing ------------------------------------------------------------------------------------

    def _show(self) -> None:
        tr = self._shell.tr
        self._fit_ring()
        names, faces = tr.players(self.players), Faces(self._shell)
        self._ring.show(
            [
                SeatLook(name, letter=look().digits(i + 1), worn=faces.chosen(self.players[i]))
                for i, name in enumerate(names)
            ]
        )
        self._middle.content = tr.number(len(names))
        self._middle_line.content = tr("app.seats.seated", n=len(names))
        self.count.set(len(names))
        known = [
            player.name
            for player in self._shell.rosters.players()
            if typed_problem(player.name, self.players, tr.player) is None
        ][:_OFFERED]
        self._forgetting = self._forgetting and bool(known)
        self._offered_title.content = tr("app.seats.forget_hint" if self._forgetting else "app.seats.known")
        self._edit.glyph.show(Icon.CHECK if self._forgetting else Icon.PENCIL)
        self._offered.clear_widgets()
        for part in (self._offered_head, self._offered):
            # Where nobody is offered, no gap is left for them.
            if known and part.parent is None:
                self._controls.add_widget(part)
            elif not known and part.parent is not None:
                self._controls.remove_widget(part)
        for name in known:
            mark, face = Icon.CROSS if self._forgetting else Icon.PLUS, faces.chosen(name)
            lead = None if face is None else FaceDisc(face, 28)
            self._offered.add_widget(
                Chip(name, partial(self._take, name), mark=mark, mark_tone="ink_3", hug=True, lead=lead)
            )
        self._show_footer()

    def _fit_ring(self, *_: object) -> None:
        """As high as its seats like it; lower where it, or the field below it, would be out of sight."""
        crowd = max(0, len(self.players) - 5)
        stacked = self.width < dp(TWO_PANES)
        room = self.scroll.height - (self._counted.height + self.field.height + dp(36) if stacked else 0)
        least = dp(230 + 10 * crowd) + sp(54)
        self._ring.height = max(least, min(dp(360 + 20 * crowd), room))

    def _show_footer(self) -> None:
        problem = self._problem()
        self.footer.remove_widget(self._reason)
        if problem is not None:
            self._why.content = self._shell.tr.problem(problem)
            self.footer.add_widget(self._reason, index=1)
        self.main.enabled = problem is None

    def _problem(self) -> Problem | None:
        return next(iter(seating_problems(self.players, self._game.fewest, self._game.most)), None)

    def _tell(self, problem: Problem | None) -> None:
        self._trouble.content = self._shell.tr.problem(problem) if problem is not None else ""

    def _say_why(self) -> None:
        problem = self._problem()
        if problem is not None:
            self._shell.say(problem)

    # -- walking on ---------------------------------------------------------------------------------

    def open_seat(self, seat: int) -> None:
        count, field = len(self.players), _seat_field(seat)

        def move(step: int) -> None:
            self._close_sheet(field)
            self._move(seat, (seat + step) % count)

        self._shell.stage.open_sheet(
            SeatSheet(
                self._shell,
                self.players[seat],
                partial(self._rename, seat),
                move,
                partial(self._remove, seat),
                self._typing(field),
                None if unnamed(self.players[seat]) else partial(self._open_person, seat),
            )
        )

    def _open_person(self, seat: int) -> None:
        from companion.screens.person import open_person

        self._close_sheet(_seat_field(seat))
        open_person(self._shell, self.players[seat])

    def open_groups(self) -> None:
        sheet = GroupsSheet(self._shell, self.players, self._seat_group, self._typing(_GROUP))
        self._shell.stage.open_sheet(sheet)

    def _seat_group(self, names: Sequence[str]) -> None:
        before = self.players
        self._close_sheet(_GROUP)
        self.seat(names)
        if before and before != self.players:
            self._shell.toaster.show(
                self._shell.tr("app.seats.seated_group"),
                action=self._shell.tr("app.undo"),
                on_action=lambda: self.seat(before),
            )

    def _go_on(self) -> None:
        shell, game, players = self._shell, self._game, self.players
        shell.attempt(lambda: shell.rosters.remember(players))
        shell.attempt(lambda: shell.rosters.keep_seats(players))
        keep_count(shell, game, len(players))
        shell.set_up(game, players)

    def _last_players(self) -> tuple[str, ...]:
        """Those who sat down just now, else those who played last: most evenings have one table."""
        shell, game = self._shell, self._game
        if 0 < len(shell.seated) <= game.most:
            return resized(shell.seated, max(len(shell.seated), game.fewest))
        for stored in shell.archive.recent(1).games:
            names = stored.setup.get("players", ())
            if names and not seating_problems(tuple(names), game.fewest, game.most):
                return tuple(names)
        return seats_without_names(last_count(shell, game))


def _seat_field(seat: int) -> str:
    return f"{_SEAT}{seat}"
