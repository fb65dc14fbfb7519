"""Names that are changed everywhere: what is kept changes in one step, and what is open follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.past.chosen import Chosen
from companion.past.new_names import NewNames
from companion.screens.table_page import LogPage
from companion.shell import AnyTable, Shell

if TYPE_CHECKING:
    from companion.shell import Renamed


@dataclass(frozen=True, slots=True)
class Changed:
    """What became of the names, and how all of it is taken back."""

    names: NewNames
    take_back: Callable[[], None]


def changing_names(shell: Shell, act: Callable[[], Renamed]) -> Changed:
    """Do it, and have tables that are open, the one that is being prepared, where one was and what one looked
    at follow. Screens are then to be built anew. Raises `ProblemError`, and nothing is changed."""
    # What is half typed comes to the rest of what is kept, where the names are.
    shell.whereabouts.flush()
    renamed = act()
    seated, tables = shell.seated, _open_tables(shell)
    sat = [(table, tuple(table.setup.players)) for table in tables]
    shell.seated = renamed.names.seats(seated)
    for table, players in sat:
        table.rename(renamed.names.seats(players))
    shell.whereabouts.read_again()
    look_as_before = looking_at(shell, renamed.names)

    def take_back() -> None:
        shell.whereabouts.flush()
        shell.people.take_back(renamed)
        shell.seated = seated
        for table, players in sat:
            table.rename(players)
        shell.whereabouts.read_again()
        look_as_before()

    return Changed(renamed.names, take_back)


def looking_at(shell: Shell, names: NewNames) -> Callable[[], None]:
    """Have screens that look at games of these people go on to do so; returned is what takes it back."""

    def follow(kept: object) -> object:
        return kept.following(names) if isinstance(kept, Chosen) else kept

    return shell.stage.change_kept(follow)


def _open_tables(shell: Shell) -> list[AnyTable]:
    """Each once, however many screens are about it."""
    tables = {id(page.table): page.table for page in shell.stage.pages if isinstance(page, LogPage)}
    return list(tables.values())
