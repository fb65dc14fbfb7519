"""Learning a game: told in five minutes, set up step by step, its rules, its box, and packing up."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from kivy.metrics import dp

from companion.games.game import ProblemError
from companion.games.manifest import Manifest
from companion.games.seats import seats_without_names
from companion.games.shelf import games
from companion.screens.rules.links import has_rules, open_rules
from companion.shell import Shell
from companion.widgets.cards import Card
from companion.widgets.emblem import Emblem
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Grid, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import SideButton
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS, look, sp

_EMBLEM = 44
# Among so many tables, the latest, the last one of a game is looked for.
_LOOKED_AT = 40


class LearnPage(Page):
    """Only what a game has is offered for it."""

    widest = 1040

    def __init__(self, shell: Shell) -> None:
        super().__init__(TitleBar(shell.tr("guide.learn.title"), on_back=shell.back))
        self._shell = shell
        self.offers: dict[tuple[str, str], SideButton] = {}
        cards = Grid(gap=12, narrowest=340 * max(1.0, look().text_scale * 0.8), most_columns=2)
        for game in games():
            buttons = tuple(self._offers(game))
            if buttons:
                cards.add_widget(self._card(game, buttons))
        self.body.add_widget(cards)

    def _card(self, game: Manifest, buttons: tuple[SideButton, ...]) -> Card:
        tr = self._shell.tr
        middle = {"center_y": 0.5}
        first, *others = buttons
        head = Row(
            Emblem(game.emblem, _EMBLEM, pos_hint=middle),
            Text(tr(f"app.game.{game.id}"), face="title", size_sp=22, most=2, smallest=16, pos_hint=middle),
            gap=12,
        )
        rest = Grid(*others, gap=8, narrowest=140 * max(1.0, look().text_scale * 0.9), most_columns=2)
        return Card(head, first, rest, gap=10, padding=(dp(14), dp(12)), size_hint_y=None)

    def _offers(self, game: Manifest) -> list[SideButton]:
        tr, line = self._shell.tr, ACCENTS[game.accent].line
        found: list[SideButton] = []

        def offer(name: str, words: str, icon: Icon, act: Callable[[], object], **options: Any) -> None:
            high = max(dp(52), sp(17) * 2.9)
            button = SideButton(words, act, icon=icon, height=high, **options)
            self.offers[game.id, name] = button
            found.append(button)

        if game.find("scripts", "intro") is not None:
            offer(
                "intro", tr("guide.learn.intro"), Icon.SPEAKER, partial(self._intro, game),
                mirrored=True, outlined=True, edge=line,
            )  # fmt: skip
        guide = game.find("scripts", "guide") is not None
        if guide:
            act = partial(self._seats, game)
            offer("set_up", tr("guide.learn.set_up"), Icon.MENU_LIST, act, mirrored=True)
        if has_rules(game):
            offer("rules", tr("app.rules.title"), Icon.BOOK_OPEN, partial(open_rules, self._shell, game))
        if game.find("games", "box") is not None:
            offer("box", tr("guide.box.title"), Icon.SEARCH, partial(self._box, game))
        if guide:
            offer("pack", tr("guide.learn.pack"), Icon.BROOM, partial(self._pack, game))
        return found

    # What is behind each button is loaded when somebody walks there.

    def _intro(self, game: Manifest) -> None:
        from companion.screens.intro import IntroPage

        self._shell.visit(IntroPage, game)

    def _seats(self, game: Manifest) -> None:
        from companion.screens.seats import SeatsPage

        self._shell.visit(SeatsPage, game)

    def _box(self, game: Manifest) -> None:
        from companion.screens.guide.box import BoxPage

        self._shell.visit(BoxPage, game)

    def _pack(self, game: Manifest) -> None:
        """As after the table that was played last, or a usual one."""
        from companion.screens.guide.packing import PackingPage

        self._shell.visit(PackingPage, _last_or_usual(self._shell, game))


class _Glance:
    """The memory as it is: what is worked out here is not to be remembered."""

    def __init__(self, shell: Shell) -> None:
        self.recall = shell.recall

    def keep_in_mind(self, value: Any, name: str) -> None:
        pass


def _last_or_usual(shell: Shell, game: Manifest) -> Any:
    for stored in shell.archive.recent(_LOOKED_AT).games:
        if stored.game == game.id:
            with suppress(ProblemError):
                return shell.archive.open(stored).setup
    players = seats_without_names(game.usual)
    usual = game.find("entry", "usual")
    if usual is None:
        return game.rules.setup_type(players)
    return usual.prepared(players, _Glance(shell), lambda _: 0)
