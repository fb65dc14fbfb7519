"""The mission: one tap a guess. The bank and the turn are kept here; clues, and where each word lies, as far
as the table likes to tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.duet.cities import city_name
from companion.entry.duet.draft import TurnDraft, refused_place, unread_cards
from companion.entry.duet.log import open_clues, turns
from companion.entry.whereabouts import Above
from companion.games.duet.manifest import MANIFEST
from companion.games.duet.moves import Agent, Assassin, Bystander, Move, SideDone, Stop, WordIs
from companion.games.duet.state import What
from companion.games.game import Problem
from companion.screens.duet.bank import AgentsRow, BankCard, BankStrip
from companion.screens.duet.clue_card import ClueCard, SuddenCard, hold
from companion.screens.duet.grid_card import GridCard
from companion.screens.duet.lesson import LessonCard
from companion.screens.duet.more import offers
from companion.screens.duet.result import ResultColumn
from companion.screens.duet.sitting import DuetSitting
from companion.screens.rules.links import lookup
from companion.screens.table_page import TablePage
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Panes, Row
from companion.widgets.tap import IconButton, MainButton
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS, TWO_PANES, paint
from companion.widgets.tiles import ActionTile

if TYPE_CHECKING:
    # What types is loaded when somebody wants to: no board needs a keyboard.
    from companion.screens.duet.card_sheet import CardSheet
    from companion.screens.duet.clue_sheet import ClueSheet

_DUET = ACCENTS[MANIFEST.accent]
# In dp: on a screen that is lower than this a grid leaves little room even beside it.
_LOW = 560
# How much of the table the glow of sudden death covers.
_GLOW = 0.7


class BoardPage(TablePage):
    def __init__(self, shell: Shell, sitting: DuetSitting) -> None:
        if sitting.table.setup.has_grid:
            # Five words beside each other need the width.
            self.margin = 12
        self.log = IconButton(Icon.HISTORY, self._open_log, tone="ink_2")
        super().__init__(shell, sitting, self.log)
        tr, table = shell.tr, sitting.table
        setup = table.setup
        if shell.learns(table):
            self.lesson = LessonCard(tr, lookup(shell, MANIFEST, table), begun=bool(table.moves))
        self.draft: TurnDraft = sitting.draft
        compact = setup.has_grid and (Window.width < dp(TWO_PANES) or Window.height < dp(_LOW))
        self.clue = ClueCard(tr, self.tell_clue, self.say_status, compact=compact)
        self._sudden = SuddenCard(tr, setup, self.say_status, compact=compact)
        self.grid = GridCard(tr, self.tap_place, self.type_card) if setup.has_grid else None
        self._agents = None if setup.has_grid else AgentsRow(tr, setup)
        self._bank = None if setup.has_grid else BankCard(tr, setup)
        self._strip = BankStrip(tr, setup) if setup.has_grid else None
        self._hint = Text(tr("duet.grid.hint") if setup.has_grid else "", tone="ink_2")
        self.bystander = ActionTile(
            tr("duet.board.bystander"), Icon.BYSTANDER, partial(self._guess, Bystander),
            edge="rim", tone="ink_2",
        )  # fmt: skip
        self.stop = ActionTile(
            tr("duet.board.stop"),
            Icon.HAND_STOP,
            partial(self.play, Stop()),
            edge="teal",
            tone="teal",
            # Refused, and the rule behind it told.
            why=partial(self.play, Stop()),
        )
        self.assassin = ActionTile(
            tr("duet.board.assassin"),
            Icon.SKULL,
            partial(self._guess, Assassin),
            edge="brick",
            tone="brick",
            ground="brick_deep",
        )
        self._told = Column(gap=12 if self.lesson is None else 10)
        self._kept = Column(gap=10)
        self._playing = _Spread(self._told, self._kept, self._fill)
        self._result = ResultColumn(shell, sitting)
        self.main = MainButton(tr("duet.board.agent"), self._main, accent=_DUET, icon=Icon.HAT)
        self._guesses = _Guesses((self.bystander, self.stop, self.assassin), self.main)
        self.with_footer(self._guesses)
        # In sudden death the whole table glows.
        self._glow, self._glowing = InstructionGroup(), Rectangle()
        self._glow.add(Color(rgba=paint("brick_deep", _GLOW)))
        self._glow.add(self._glowing)
        self.bind(pos=self._spread_glow, size=self._spread_glow)
        self._typing: ClueSheet | CardSheet | None = None
        # What was half typed when the app was ended, or when the screen was built anew, is open again.
        self._left_open = True
        self._shown_moves = table.moves
        self.show()

    def enter(self) -> None:
        super().enter()
        self.sitting.welcome()
        # The past may have been edited on the screen that was open meanwhile.
        if self._shown_moves != self.table.moves:
            self.show()
        if self._left_open and self._shell.stage.sheet is None:
            self._open_half_typed()
        self._left_open = False

    def suspend(self) -> None:
        """There may be no next frame to keep in what was typed in this one."""
        super().suspend()
        if self._typing is not None and not self._typing.gone:
            self._typing.keep()

    # -- what is being entered ------------------------------------------------------------------------------

    def change(self, draft: TurnDraft) -> bool:
        """Kept first, shown second."""
        done = self._keep(draft)
        if done:
            self._show_draft()
        return done

    def _keep(self, draft: TurnDraft) -> bool:
        """What is typed on a sheet is shown there; the board below waits until that is put away."""
        done = self._shell.attempt(lambda: self.sitting.enter(draft))
        if done:
            self.draft = draft
        return done

    def tap_place(self, place: int) -> None:
        """This word was touched, if those who guess may touch it."""
        refused = refused_place(self.table.state, place)
        if refused is None:
            self._shell.toaster.dismiss()
            self.change(self.draft.at(place))
        else:
            self._refuse(refused)

    def tell_clue(self) -> None:
        """The clue of this turn, to be written down."""
        if self._keep(self.draft.tell(True)):
            self._open_clue()

    def type_card(self, place: int) -> None:
        """What the card on this place reads, and then the next one that nobody has read."""
        if self._keep(self.draft.reading(place, self.table.state.word(place))):
            self._open_card(typing=True)

    def _open_half_typed(self) -> None:
        if self.draft.telling:
            self._open_clue()
        elif self.draft.card is not None:
            self._open_card(typing=False)

    def _open_clue(self) -> None:
        from companion.screens.duet.clue_sheet import ClueSheet

        stage, state = self._shell.stage, self.table.state

        def put_away(draft: TurnDraft) -> None:
            stage.close_sheet()
            self.change(draft.tell(False))

        sheet = ClueSheet(self._shell.tr, state, self.draft, self._keep, self._give_clue, put_away)
        self._typing = sheet
        stage.open_sheet(sheet)

    def _give_clue(self) -> None:
        if self.play(self.draft.clue):
            self._shell.stage.close_sheet()

    def _open_card(self, *, typing: bool) -> None:
        from companion.screens.duet.card_sheet import CardSheet

        stage = self._shell.stage

        def done(move: WordIs | None) -> None:
            place, goes_on = self.draft.card or 0, sheet.goes_on(self.table.state)
            if move is not None and not self.play(move):
                return
            following = unread_cards(self.table.state, place) if goes_on else ()
            if not following:
                put_away()
            elif self._keep(self.draft.reading(following[0])):
                sheet.show(self.table.state, self.draft)

        def put_away() -> None:
            stage.close_sheet()
            self.change(self.draft.reading(None))

        self._typing = sheet = CardSheet(self._shell.tr, self._keep, done, put_away)
        sheet.show(self.table.state, self.draft)
        stage.open_sheet(sheet)
        sheet.field.focus = typing

    # -- moves ----------------------------------------------------------------------------------------

    def play(self, move: Move) -> bool:
        ended = self.table.outcome is not None
        done = super().play(move)
        if done and self.table.outcome is not None and not ended:
            tr = self._shell.tr
            self._shell.toaster.show(tr("duet.board.ended"), action=tr("app.undo"), on_action=self._undo)
        return done

    def _make(self, move: Move) -> None:
        # What is half told of a turn goes with its end, and with a clue that passes to the other side because
        # the key of those who were to give it is covered.
        state = self.table.state
        passes = isinstance(move, SideDone) and move.side is state.giver and not state.right
        self.sitting.play(move, aside=not (passes or isinstance(move, Bystander | Assassin | Stop)))

    def _guess(self, kind: type[Agent | Bystander | Assassin]) -> None:
        self.play(kind(self.draft.place))

    def _refuse(self, problem: Problem) -> None:
        """Say why not; learners also see the rule written out."""
        self._shell.say(problem)
        if self.lesson is not None:
            self.lesson.explain(problem)

    def _main(self) -> None:
        if self.table.outcome is None:
            self._guess(Agent)
        elif self.table.setup.mission is None:
            self._shell.play_again(self.table)
        else:
            from companion.screens.duet.map import MapPage

            self._shell.visit(MapPage, self.table.setup)

    # -- showing --------------------------------------------------------------------------------------

    def show(self) -> None:
        super().show()
        self._shown_moves = self.table.moves
        self.draft = self.sitting.draft
        tr, state = self._shell.tr, self.table.state
        over = state.awaits.what is What.OVER
        shown = self._result if over else self._playing
        if shown.parent is None:
            self.body.clear_widgets()
            self.body.add_widget(shown)
        sudden = state.sudden_death and not over
        self.title.show(tr("app.game.duet"), tr("app.board.over") if over else self._turn())
        self.title.subtitle.set_tone("brick" if sudden else "ink_2")
        self._show_glow(sudden)
        if over:
            self._guesses.show(())
            self._result.show()
            if state.setup.mission is None:
                self.main.show(tr("app.board.again"), Icon.REPEAT)
            else:
                self.main.show(tr("duet.map.title"), Icon.MAP)
            return
        # In sudden death there is nothing to stop.
        tiles = (self.bystander, self.assassin) if sudden else (self.bystander, self.stop, self.assassin)
        self._guesses.show(tiles)
        self.main.show(tr("duet.board.agent"), Icon.HAT)
        if self.lesson is not None:
            self.lesson.show(state)
        self._fill()
        for part in (self._agents, self._bank, self._strip):
            if part is not None:
                part.show(state)
        self.stop.enabled = state.right > 0
        self._show_draft()

    def _turn(self) -> str:
        tr, state, mission = self._shell.tr, self.table.state, self.table.setup.mission
        if state.sudden_death:
            return tr("duet.sudden_death")
        if mission is None:
            return tr("duet.summary.turn", turn=state.turn)
        return tr("duet.board.city_turn", city=city_name(tr, mission.city, mission.name), turn=state.turn)

    def _fill(self) -> None:
        """The parts of the board in their places: the counts of a grid stand below it, or beside it where
        there is room; and in sudden death there is no bank."""
        sudden, beside = self.table.state.sudden_death, self._playing.beside
        untouched = not self.table.moves
        told = (self.lesson, self._sudden if sudden else self.clue, self._agents, beside and self._strip)
        kept = (
            None if sudden else self._bank,
            self.grid,
            untouched and self.grid and self._hint,
            not beside and self._strip,
        )
        hold(self._told, [part for part in told if part])
        hold(self._kept, [part for part in kept if part])

    def _show_draft(self) -> None:
        state = self.table.state
        if state.outcome is not None:
            return
        log = turns(self.table)
        if state.sudden_death:
            self._sudden.show(state, open_clues(log))
        else:
            self.clue.show(state, self.draft, open_clues(log, state.giver))
        if self.grid is not None:
            self.grid.show(state, self.draft)

    def _show_glow(self, glows: bool) -> None:
        """What is not seen is not painted."""
        behind = self.canvas.before
        if glows and self._glow not in behind.children:
            behind.add(self._glow)
        elif not glows:
            behind.remove(self._glow)

    def _spread_glow(self, *_: object) -> None:
        # Behind the bars of the system too.
        self._glowing.pos, self._glowing.size = (self.x, 0), (self.width, Window.height)

    # -- seldom needed ----------------------------------------------------------------------------------

    def say_status(self) -> None:
        """Where the mission stands, aloud and in words."""
        self._shell.toaster.show(" ".join(map(self._shell.tr, self.sitting.say_status())))

    def own_offers(self) -> Sequence[Widget]:
        return offers(self._shell, self.table.state, self.play, self.type_card)

    def _open_log(self) -> None:
        from companion.screens.duet.history import HistoryPage

        self._shell.visit(HistoryPage, self.sitting)

    def reopen(self, page: Above | None, doing: Mapping[str, Any]) -> None:
        if page in (Above.HISTORY, Above.EDIT):
            self._open_log()
        if page is Above.EDIT:
            from companion.entry.duet.amend import as_left
            from companion.screens.duet.edit import EditPage

            amendment = as_left(self.table, doing)
            if amendment is not None:
                self._shell.visit(EditPage, self.sitting, amendment)


class _Spread(Panes):
    """What is told and what is kept; `arranged` is called when they come to stand otherwise."""

    def __init__(self, told: Widget, kept: Widget, arranged: Any) -> None:
        self._arranged = arranged
        self._was = ""
        super().__init__(told, kept, gap=12)

    @property
    def beside(self) -> bool:
        return bool(self.orientation == "horizontal")

    def _arrange(self, *_: object) -> None:
        super()._arrange()
        if self._was and self._was != self.orientation:
            self._arranged()
        self._was = str(self.orientation)


class _Guesses(Panes):
    """Every way a guess can go, always within reach; side by side all are of one height."""

    def __init__(self, others: Sequence[Widget], main: MainButton) -> None:
        self._others, self._main, self._main_height = Row(*others, gap=12), main, main.height
        super().__init__(self._others, main, gap=12)
        self._others.bind(height=self._arrange)

    def show(self, others: Sequence[Widget]) -> None:
        """After the last guess only the main button is left."""
        hold(self._others, others)
        if others and self._others.parent is None:
            self.add_widget(self._others, index=1)
        elif not others:
            self.remove_widget(self._others)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        super()._arrange()
        level = self._others.parent is not None and self.orientation == "horizontal"
        self._main.height = self._others.height if level else self._main_height
