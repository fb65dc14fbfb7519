"""What is seldom needed at a board: what every game has, and between it what only this one does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.uix.widget import Widget

from companion.games.shelf import game_of
from companion.screens.labelled_rows import labelled
from companion.screens.leaf_link import open_leaf
from companion.screens.rules.links import has_rules, open_rules
from companion.screens.sheet_buttons import offer_on
from companion.screens.timer import TimerDesk
from companion.shell import AnySitting, Shell
from companion.widgets.cards import OnOff
from companion.widgets.icon_names import Icon
from companion.widgets.sheet import Sheet


class MoreSheet(Sheet):
    """`own` is what the game adds. While the game is not over its timer is handed in."""

    def __init__(
        self,
        shell: Shell,
        sitting: AnySitting,
        own: Sequence[Widget],
        timer: TimerDesk | None,
        say_status: Callable[[], object],
    ) -> None:
        tr, stage, game = shell.tr, shell.stage, game_of(sitting.table.game.id)
        offer = partial(offer_on, stage)
        offers: list[Widget] = []
        if sitting.speaks:
            switch = OnOff(shell.settings.speak_in_game, partial(_speak, shell))
            offers.append(labelled(tr("app.settings.speak_in_game"), switch))
            offers.append(offer(tr("app.more.status"), Icon.SPEAKER, say_status))
        if timer is not None and game.find("scripts", "lessons") is not None:
            # Whoever turns it on wants to read: the sheet is gone and the board shows it.
            switch = OnOff(shell.learns(sitting.table), partial(shell.coach, sitting.table))
            offers.append(labelled(tr("app.more.coach"), switch, tr("app.more.coach_why")))
        if timer is not None:
            offers.append(offer(tr("app.more.timer"), Icon.TIMER, timer.open))
        if has_rules(game):
            read = partial(open_rules, shell, game, None, sitting.table)
            offers.append(offer(tr("app.rules.title"), Icon.BOOK, read))
        offers += own
        if sitting.table.outcome is not None and game.find("scripts", "guide") is not None:
            pack = partial(_pack, shell, sitting)
            offers.append(offer(tr("guide.learn.pack"), Icon.BROOM, pack))
        if sitting.table.outcome is not None:
            numbers = partial(shell.open_numbers, game.id)
            offers.append(offer(tr("statistics.home.title"), Icon.TROPHY, numbers))
        if timer is not None and game.find("entry", "what_if") is not None:
            ask = partial(_open_what_if, shell, sitting)
            offers.append(offer(tr("app.more.what_if"), Icon.INFO, ask))
        offers.append(offer(tr("app.names.title"), Icon.PEOPLE, partial(_open_names, shell, sitting)))
        if sitting.table.number is not None:
            offers += _moments(shell, sitting)
        if timer is not None and sitting.table.number is not None:
            offers.append(offer(tr("hand_on.title"), Icon.SHARE, partial(_hand_on, shell, sitting)))
        offers.append(offer(tr("app.more.turn"), Icon.ROTATE_SCREEN, shell.turn_screen))
        offers.append(offer(tr("app.more.home"), Icon.BACK, stage.home))
        super().__init__(tr("app.more.title"), *offers, on_close=stage.close_sheet)


def _moments(shell: Shell, sitting: AnySitting) -> list[Widget]:
    """The present moment noted, the ones before leafed through, and for those who keep one, a notepad."""
    tr, offer = shell.tr, partial(offer_on, shell.stage)
    found = [offer(tr("moments.note.title"), Icon.PENCIL, partial(_note, shell, sitting))]
    if sitting.table.moves:
        found.append(offer(tr("moments.leaf.title"), Icon.BOOK_OPEN, partial(open_leaf, shell, sitting)))
    if shell.settings.notepad:
        found.append(offer(tr("moments.pad.title"), Icon.EYE_CLOSED, partial(_open_pad, shell, sitting)))
    return list(found)


def _note(shell: Shell, sitting: AnySitting) -> None:
    from companion.screens.moment_notes import note_moment

    note_moment(shell, sitting.table)


def _open_pad(shell: Shell, sitting: AnySitting) -> None:
    from companion.screens.notepad import NotepadPage

    shell.visit(NotepadPage, sitting.table.number)


def _open_what_if(shell: Shell, sitting: AnySitting) -> None:
    from companion.screens.what_if import WhatIfPage

    shell.visit(WhatIfPage, sitting)


def _open_names(shell: Shell, sitting: AnySitting) -> None:
    # What types is loaded when somebody wants to: no board needs a keyboard.
    from companion.screens.names import open_names

    open_names(shell, sitting)


def _hand_on(shell: Shell, sitting: AnySitting) -> None:
    from companion.screens.hand_on import HandOnPage

    shell.visit(HandOnPage, sitting)


def _pack(shell: Shell, sitting: AnySitting) -> None:
    from companion.screens.guide.packing import PackingPage

    shell.visit(PackingPage, sitting.table.setup)


def _speak(shell: Shell, on: bool) -> None:
    shell.change(speak_in_game=on)
    if not on:
        shell.speaking.hush()
