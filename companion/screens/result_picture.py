"""How a game ended, as a picture to be sent: whole, in the language of the app, without its buttons."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.game import ProblemError
from companion.games.shelf import get_game
from companion.i18n.dates import format_date
from companion.shell import AnyController, AnySession, AppContext, OutgoingFile
from companion.sitting import SessionController
from companion.widgets.emblem import EmblemWidget
from companion.widgets.layout import Column, Row
from companion.widgets.png import encode_png
from companion.widgets.poster import ImageExport
from companion.widgets.tap import SecondaryButton
from companion.widgets.text import Text

# In dp: on a wide screen the picture is no wider than a board.
_MAX_WIDTH_DP = 1040

# What a game shows of its end: the same parts as on its screen, made once more. It stands as `RESULT_IMAGE`
# in `screens/<game>/result.py`.
ResultRenderer = Callable[[AppContext, AnyController], Widget]


def create_renderer(create_column: Callable[[AppContext, AnyController], Any]) -> ResultRenderer:
    """What a game shows of its end in a column that `show` fills."""

    def render(context: AppContext, controller: AnyController) -> Widget:
        widget = create_column(context, controller)
        widget.show()
        return widget

    return render


def render_result(
    context: AppContext, session: AnySession, on_done: Callable[[OutgoingFile], object]
) -> None:
    """Draw it, and go on with it a moment later."""
    controller: AnyController = SessionController(session, lambda _: None)
    result_widget = _find_result_module(session).RESULT_IMAGE(context, controller)
    remove_buttons(result_widget)
    title = context.tr("app.title")
    poster = ImageExport(
        _create_heading(context, controller),
        result_widget,
        Text(title, tone="ink_3", size_sp=14, align="center"),
        width=min(context.navigator.page.width, dp(_MAX_WIDTH_DP)),
    )
    # Its heights pass outwards in the next frame, and its words are set in the one after.
    Clock.schedule_once(lambda _: Clock.schedule_once(partial(_export_image, session, poster, on_done), 0), 0)


def has_result_image(session: AnySession) -> bool:
    """Whether its game draws how it ended, and it has."""
    return session.outcome is not None and hasattr(_find_result_module(session), "RESULT_IMAGE")


def _find_result_module(session: AnySession) -> Any:
    return get_game(session.game.id).find_part("screens", "result")


def _export_image(
    session: AnySession, poster: ImageExport, on_done: Callable[[OutgoingFile], object], _: float
) -> None:
    pixels = poster.export_pixels()
    name = session.game.id if session.game_id is None else f"{session.game.id}-{session.game_id}"
    on_done(OutgoingFile(f"{name}.png", "image/png", lambda path: path.write_bytes(encode_png(*pixels))))


def remove_buttons(root: Widget) -> None:
    """And whatever holds nothing else."""
    for button in [part for part in root.walk(restrict=True) if isinstance(part, SecondaryButton)]:
        parent = button.parent
        parent.remove_widget(button)
        while not parent.children and parent is not root:
            empty, parent = parent, parent.parent
            parent.remove_widget(empty)


def _create_heading(context: AppContext, controller: AnyController) -> Row:
    """Which game it was, when, and who played."""
    tr, session = context.tr, controller.session
    labels = Column(
        Text(tr(f"app.game.{session.game.id}"), face="title", size_sp=22), gap=0, pos_hint={"center_y": 0.5}
    )
    line = _format_date_and_players(context, controller)
    if line:
        labels.add_widget(Text(line, tone="ink_2"))
    return Row(EmblemWidget(get_game(session.game.id).emblem, 52, pos_hint={"center_y": 0.5}), labels, gap=12)


def _format_date_and_players(context: AppContext, controller: AnyController) -> str:
    game_id = controller.session.game_id
    if game_id is None:
        return ""
    try:
        day = datetime.fromtimestamp(context.games.load(game_id).started)
    except ProblemError:
        return ""
    when = format_date(context.tr, day.year, day.month, day.day)
    return context.tr("app.history.line", when=when, names=tuple(controller.session.setup.players))
