"""What is seldom needed at a board: what every game has, and between it what only this one does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.uix.widget import Widget

from companion.games.shelf import get_game
from companion.screens.labelled_rows import build_labelled_row
from companion.screens.leaf_link import open_replay
from companion.screens.rules.links import has_rules, open_rules
from companion.screens.sheet_buttons import create_sheet_button
from companion.screens.timer import TimerController
from companion.shell import AnyController, AppContext
from companion.widgets.cards import ToggleSwitch
from companion.widgets.icon_names import Icon
from companion.widgets.sheet import Sheet


class MoreSheet(Sheet):
    """`game_buttons` is what the game adds. While the game is not over its timer is handed in."""

    def __init__(
        self,
        context: AppContext,
        controller: AnyController,
        game_buttons: Sequence[Widget],
        timer: TimerController | None,
        speak_status: Callable[[], object],
    ) -> None:
        tr, navigator, game = context.tr, context.navigator, get_game(controller.session.game.id)
        build_button = partial(create_sheet_button, navigator)
        buttons: list[Widget] = []
        if controller.has_speech:
            switch = ToggleSwitch(context.settings.speak_in_game, partial(_set_speech, context))
            buttons.append(build_labelled_row(tr("app.settings.speak_in_game"), switch))
            buttons.append(build_button(tr("app.more.status"), Icon.SPEAKER, speak_status))
        if timer is not None and game.find_part("scripts", "lessons") is not None:
            # Whoever turns it on wants to read: the sheet is gone and the board shows it.
            switch = ToggleSwitch(
                context.is_coached(controller.session), partial(context.set_coached, controller.session)
            )
            buttons.append(build_labelled_row(tr("app.more.coach"), switch, tr("app.more.coach_why")))
        if timer is not None:
            buttons.append(build_button(tr("app.more.timer"), Icon.TIMER, timer.open))
        if has_rules(game):
            open_rulebook = partial(open_rules, context, game, None, controller.session)
            buttons.append(build_button(tr("app.rules.title"), Icon.BOOK, open_rulebook))
        buttons += game_buttons
        if controller.session.outcome is not None and game.find_part("scripts", "guide") is not None:
            open_packing = partial(_open_packing, context, controller)
            buttons.append(build_button(tr("guide.learn.pack"), Icon.BROOM, open_packing))
        if controller.session.outcome is not None:
            open_statistics = partial(context.open_statistics, game.id)
            buttons.append(build_button(tr("statistics.home.title"), Icon.TROPHY, open_statistics))
        if timer is not None and game.find_part("entry", "what_if") is not None:
            open_what_if = partial(_open_what_if, context, controller)
            buttons.append(build_button(tr("app.more.what_if"), Icon.INFO, open_what_if))
        buttons.append(
            build_button(tr("app.names.title"), Icon.PEOPLE, partial(_open_names, context, controller))
        )
        if controller.session.game_id is not None:
            buttons += _build_note_buttons(context, controller)
        if timer is not None and controller.session.game_id is not None:
            buttons.append(
                build_button(tr("hand_on.title"), Icon.SHARE, partial(_open_share_page, context, controller))
            )
        buttons.append(build_button(tr("app.more.turn"), Icon.ROTATE_SCREEN, context.rotate_screen))
        buttons.append(build_button(tr("app.more.home"), Icon.BACK, navigator.go_home))
        super().__init__(tr("app.more.title"), *buttons, on_close=navigator.close_sheet)


def _build_note_buttons(context: AppContext, controller: AnyController) -> list[Widget]:
    """The present moment noted, the ones before leafed through, and for those who keep one, a notepad."""
    tr, build_button = context.tr, partial(create_sheet_button, context.navigator)
    buttons = [build_button(tr("moments.note.title"), Icon.PENCIL, partial(_add_note, context, controller))]
    if controller.session.moves:
        buttons.append(
            build_button(tr("moments.leaf.title"), Icon.BOOK_OPEN, partial(open_replay, context, controller))
        )
    if context.settings.notepad:
        buttons.append(
            build_button(
                tr("moments.pad.title"), Icon.EYE_CLOSED, partial(_open_notepad, context, controller)
            )
        )
    return list(buttons)


def _add_note(context: AppContext, controller: AnyController) -> None:
    from companion.screens.moment_notes import open_new_note

    open_new_note(context, controller.session)


def _open_notepad(context: AppContext, controller: AnyController) -> None:
    from companion.screens.notepad import NotepadPage

    context.push(NotepadPage, controller.session.game_id)


def _open_what_if(context: AppContext, controller: AnyController) -> None:
    from companion.screens.what_if import WhatIfPage

    context.push(WhatIfPage, controller)


def _open_names(context: AppContext, controller: AnyController) -> None:
    # What types is loaded when somebody wants to: no board needs a keyboard.
    from companion.screens.names import open_names_sheet

    open_names_sheet(context, controller)


def _open_share_page(context: AppContext, controller: AnyController) -> None:
    from companion.screens.hand_on import ShareGamePage

    context.push(ShareGamePage, controller)


def _open_packing(context: AppContext, controller: AnyController) -> None:
    from companion.screens.guide.packing import PackingPage

    context.push(PackingPage, controller.session.setup)


def _set_speech(context: AppContext, on: bool) -> None:
    context.change_settings(speak_in_game=on)
    if not on:
        context.speech.stop_speech()
