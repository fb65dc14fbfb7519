"""Ways to the rules: from what was refused, from a role, a card, an event or an end, from any board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.games.game import Problem
from companion.games.manifest import Manifest
from companion.games.shelf import game_of
from companion.scripts.rulebooks import PROBLEM, Entry, about, entry_about
from companion.shell import AnyTable, Shell
from companion.widgets.icon_names import Icon
from companion.widgets.tap import SideButton


def has_rules(game: Manifest) -> bool:
    """Not every game brings rules to look things up in."""
    return game.find("scripts", "rulebook") is not None


def entry_for(game: Manifest, link: str) -> Entry | None:
    """The entry that a link of this game opens, if there is one."""
    rulebook = game.find("scripts", "rulebook")
    return None if rulebook is None else entry_about(rulebook.ENTRIES, link)


def link_behind(game: Manifest, problem: Problem) -> str | None:
    """The link that tells of the rule behind a refusal, if this game's rules do."""
    (link,) = about(PROBLEM, problem.key)
    return link if entry_for(game, link) is not None else None


def open_rules(
    shell: Shell,
    game: Manifest,
    link: str | None = None,
    table: AnyTable | None = None,
    refused: Problem | None = None,
) -> None:
    """Read the rules of this game, from the entry that this link opens. Only who reads loads what searches.
    Going back finds everything as it was, an open sheet included."""
    from companion.screens.rules.page import RulesPage

    shell.toaster.dismiss()
    shell.stage.look_up(partial(RulesPage, shell, game, link, table, refused))


def lookup(shell: Shell, game: Manifest, table: AnyTable) -> Callable[[Problem | None], None] | None:
    """What opens the rules at a table, from what was refused last if anything was; None if it has none."""
    if not has_rules(game):
        return None

    def look_up(refused: Problem | None) -> None:
        link = None if refused is None else link_behind(game, refused)
        open_rules(shell, game, link, table, None if link is None else refused)

    return look_up


def rule_links(shell: Shell, game_id: str, link: str, table: AnyTable | None = None) -> list[Widget]:
    """The button that leads to the rule behind what is shown; none where the rules have no such entry."""
    game = game_of(game_id)
    if entry_for(game, link) is None:
        return []
    read = partial(open_rules, shell, game, link, table)
    return [SideButton(shell.tr("app.rules.link"), read, icon=Icon.BOOK, outlined=True)]
