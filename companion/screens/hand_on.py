"""Hand on: a running game as a code that another phone photographs, and what comes so from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.core.clipboard import Clipboard
from kivy.core.window import Window

from companion.games.game import ProblemError
from companion.games.shelf import game_of
from companion.past.packing import CODE, HandedGame, code_figures, pack, text_link
from companion.screens.labelled_rows import heading, note
from companion.screens.send_sheet import send
from companion.screens.sheet_buttons import closed_first
from companion.shell import AnySitting, Fate, Shell
from companion.widgets.cards import Card
from companion.widgets.code_picture import CodePicture
from companion.widgets.icon_names import Icon
from companion.widgets.page import Page, TitleBar
from companion.widgets.sheet import Sheet
from companion.widgets.tap import MainButton, SideButton
from companion.widgets.text import Text

# The densest code that is shown: 117 squares a side, each some half a millimetre on a phone.
DENSEST: Final = 25
# Of the height of the window: the code is seen whole.
_TALLEST: Final = 0.62


def code_of(data: bytes) -> list[list[bool]] | None:
    """The squares of the code for a packed game; None if they would be too many to be read."""
    import segno
    from segno.encoder import DataOverflowError

    # Its types know of one part alone; of two, each is written in the way that takes the least room.
    parts: Any = [CODE, code_figures(data)]
    try:
        made = segno.make_qr(parts, error="l")
    except DataOverflowError:
        return None
    if int(made.version) > DENSEST:
        return None
    return [[bool(square) for square in row] for row in made.matrix]


class HandOnPage(Page):
    def __init__(self, shell: Shell, sitting: AnySitting) -> None:
        self._shell = shell
        self._number = sitting.table.number
        tr = shell.tr
        self._name = tr(f"app.game.{sitting.table.game.id}")
        super().__init__(TitleBar(tr("hand_on.title"), self._name, on_back=shell.back))

    def enter(self) -> None:
        """The table may have been played on since."""
        tr = self._shell.tr
        self.body.clear_widgets()
        try:
            data = pack(self._shell.archive.handed(self._number or 0))
        except ProblemError as wrong:
            self.body.add_widget(Text(tr.problem(wrong.problem), tone="ember"))
            return
        squares = code_of(data)
        if squares is None:
            self.body.add_widget(Card(note(Icon.INFO, tr("hand_on.long"))))
        else:
            self.body.add_widget(Text(tr("hand_on.why"), size_sp=18))
            self.body.add_widget(CodePicture(squares, Window.height * _TALLEST))
            self.body.add_widget(Text(tr("hand_on.bright"), tone="ink_2"))
        self.body.add_widget(note(Icon.INFO, tr("hand_on.within")))
        copy = partial(self._copy, text_link(data))
        self.body.add_widget(SideButton(tr("hand_on.copy"), copy, icon=Icon.SHARE))
        self.body.add_widget(SideButton(tr("hand_on.file"), self._send, icon=Icon.ARROW_UP))

    def _copy(self, link: str) -> None:
        Clipboard.copy(link)
        self._shell.toaster.show(self._shell.tr("hand_on.copied"))

    def _send(self) -> None:
        archive = self._shell.archive
        send(self._shell, lambda: archive.parcel(archive.kept(self._number or 0)))


def paste(shell: Shell) -> None:
    """The link that somebody has copied."""
    shell.files.take_link(str(Clipboard.paste() or ""))


def open_handed(shell: Shell, handed: HandedGame, fate: Fate, take: Callable[[], object]) -> None:
    """What somebody hands on to here, before it is taken."""
    tr, stage = shell.tr, shell.stage
    here = fate is Fate.HERE
    game = game_of(handed.game)
    players = tuple(str(name) for name in handed.setup["players"])
    words = tr("hand_on.open_ours" if here else "hand_on.take")
    stage.open_sheet(
        Sheet(
            tr("hand_on.offered"),
            heading(Icon.CARD, handed.title or tr(f"app.game.{game.id}")),
            Text(tr.join([tr.player(name) for name in players]), size_sp=18),
            Text(tr("hand_on.moves", n=len(handed.moves)), tone="ink_2"),
            Text(tr(f"hand_on.fate.{fate.value}"), tone="ink_2"),
            on_close=stage.close_sheet,
            footer=MainButton(words, closed_first(stage, take), icon=Icon.PLAY),
        )
    )
