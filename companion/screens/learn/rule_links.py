"""Links into the rulebook: from a refused tap, a role, a card, an event or an outcome, on any board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.app_context import AnySession, AppContext
from companion.core.definition import GameDefinition
from companion.core.game import Problem
from companion.games.registry import get_game
from companion.scripts.teaching import PROBLEM, Rulebook, RuleEntry, find_entry_by_link, make_links
from companion.widgets.buttons import SecondaryButton
from companion.widgets.icons import Icon


def has_rules(game: GameDefinition) -> bool:
    """True if the game has a rulebook."""
    return game.has_part(Rulebook)


def find_entry(game: GameDefinition, link: str) -> RuleEntry | None:
    """Return the rulebook entry that a link opens, or None."""
    rulebook = game.find_part(Rulebook)
    return None if rulebook is None else find_entry_by_link(rulebook.entries, link)


def find_rule_link(game: GameDefinition, problem: Problem) -> str | None:
    """Return the link to the rule behind a problem, or None if the rulebook has none."""
    (link,) = make_links(PROBLEM, problem.key)
    return link if find_entry(game, link) is not None else None


def open_rules(
    context: AppContext,
    game: GameDefinition,
    link: str | None = None,
    session: AnySession | None = None,
    refused: Problem | None = None,
) -> None:
    """Open the rulebook, at the entry of the link if given. The page is imported on demand, as it loads the
    search. It is pushed over open sheets, so that going back restores them."""
    from companion.screens.learn.rules import RulesPage

    context.toaster.dismiss()
    context.navigator.push_over_sheets(partial(RulesPage, context, game, link, session, refused))


def create_rules_opener(
    context: AppContext, game: GameDefinition, session: AnySession
) -> Callable[[Problem | None], None] | None:
    """Return a callback that opens the rules for the last refused tap, if any; None if the game has no
    rulebook."""
    if not has_rules(game):
        return None

    def open_rules_for(refused: Problem | None) -> None:
        link = None if refused is None else find_rule_link(game, refused)
        open_rules(context, game, link, session, None if link is None else refused)

    return open_rules_for


def create_rule_links(
    context: AppContext, game_id: str, link: str, session: AnySession | None = None
) -> list[Widget]:
    """Return a button for the rulebook entry of the link, or nothing if there is no such entry."""
    game = get_game(game_id)
    if find_entry(game, link) is None:
        return []
    read = partial(open_rules, context, game, link, session)
    return [SecondaryButton(context.tr("app.rules.link"), read, icon=Icon.BOOK, outlined=True)]
