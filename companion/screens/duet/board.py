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

from companion.app_context import AppContext
from companion.core.game import Problem
from companion.core.resume import BoardOverlay
from companion.entry.duet.cities import city_name
from companion.entry.duet.draft import TurnDraft, untyped_cards, validate_place
from companion.entry.duet.log import make_turns, turns_with_open_clues
from companion.games.duet.manifest import DEFINITION
from companion.games.duet.moves import Agent, Assassin, Bystander, CardWord, Move, SideDone, Stop
from companion.games.duet.state import PhaseKind
from companion.screens.board_page import BaseBoardPage
from companion.screens.duet.bank import AgentsRow, BankCard, BankStrip
from companion.screens.duet.clue_card import ClueCard, SuddenDeathCard, set_children
from companion.screens.duet.grid_card import GridCard
from companion.screens.duet.lesson import LessonCard
from companion.screens.duet.more import build_more_buttons
from companion.screens.duet.result import ResultColumn
from companion.screens.duet.sitting import DuetController
from companion.screens.learn.rule_links import create_rules_opener
from companion.widgets.buttons import ActionTile, IconButton, PrimaryButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Panes, Row
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS, TWO_PANES_WIDTH, theme_colour

if TYPE_CHECKING:
    # What types is loaded when somebody wants to: no board needs a keyboard.
    from companion.screens.duet.card_sheet import CardSheet
    from companion.screens.duet.clue_sheet import ClueSheet

_DUET = ACCENTS[DEFINITION.accent]
# In dp: on a screen that is lower than this a grid leaves little room even beside it.
_LOW_HEIGHT_DP = 560
# How much of the table the glow of sudden death covers.
_GLOW_ALPHA = 0.7


class BoardPage(BaseBoardPage):
    def __init__(self, context: AppContext, controller: DuetController) -> None:
        if controller.session.setup.has_grid:
            # Five words beside each other need the width.
            self.margin = 12
        self.history_button = IconButton(Icon.HISTORY, self._open_history, tone="ink_2")
        super().__init__(context, controller, self.history_button)
        tr, session = context.tr, controller.session
        setup = session.setup
        if context.is_coached(session):
            self.lesson = LessonCard(
                tr, create_rules_opener(context, DEFINITION, session), is_started=bool(session.moves)
            )
        self.draft: TurnDraft = controller.draft
        compact = setup.has_grid and (
            Window.width < dp(TWO_PANES_WIDTH) or Window.height < dp(_LOW_HEIGHT_DP)
        )
        self.clue = ClueCard(tr, self.edit_clue, self.say_status, compact=compact)
        self._sudden_card = SuddenDeathCard(tr, setup, self.say_status, compact=compact)
        self.grid = GridCard(tr, self.tap_place, self.type_card) if setup.has_grid else None
        self._agents = None if setup.has_grid else AgentsRow(tr, setup)
        self._bank = None if setup.has_grid else BankCard(tr, setup)
        self._strip = BankStrip(tr, setup) if setup.has_grid else None
        self._hint = Text(tr("duet.grid.hint") if setup.has_grid else "", tone="ink_2")
        self.bystander_tile = ActionTile(
            tr("duet.board.bystander"), Icon.BYSTANDER, partial(self._guess, Bystander),
            border="rim", tone="ink_2",
        )  # fmt: skip
        self.stop_tile = ActionTile(
            tr("duet.board.stop"),
            Icon.HAND_STOP,
            partial(self.play_move, Stop()),
            border="teal",
            tone="teal",
            # Refused, and the rule behind it told.
            on_blocked=partial(self.play_move, Stop()),
        )
        self.assassin_tile = ActionTile(
            tr("duet.board.assassin"),
            Icon.SKULL,
            partial(self._guess, Assassin),
            border="brick",
            tone="brick",
            background="brick_deep",
        )
        self._info_column = Column(gap=12 if self.lesson is None else 10)
        self._board_column = Column(gap=10)
        self._board_panes = _BoardPanes(self._info_column, self._board_column, self._arrange_parts)
        self._result = ResultColumn(context, controller)
        self.main = PrimaryButton(tr("duet.board.agent"), self._on_main, accent=_DUET, icon=Icon.HAT)
        self._guess_buttons = _GuessButtons(
            (self.bystander_tile, self.stop_tile, self.assassin_tile), self.main
        )
        self.add_to_footer(self._guess_buttons)
        # In sudden death the whole table glows.
        self._glow, self._glow_rectangle = InstructionGroup(), Rectangle()
        self._glow.add(Color(rgba=theme_colour("brick_deep", _GLOW_ALPHA)))
        self._glow.add(self._glow_rectangle)
        self.bind(pos=self._resize_glow, size=self._resize_glow)
        self._entry_sheet: ClueSheet | CardSheet | None = None
        # What was half typed when the app was ended, or when the screen was built anew, is open again.
        self._should_resume_entry = True
        self._shown_moves = session.moves
        self.show()

    def enter(self) -> None:
        super().enter()
        self.controller.speak_opening()
        # The past may have been edited on the screen that was open meanwhile.
        if self._shown_moves != self.session.moves:
            self.show()
        if self._should_resume_entry and self._app_context.navigator.sheet is None:
            self._resume_entry()
        self._should_resume_entry = False

    def suspend(self) -> None:
        """There may be no next frame to keep in what was typed in this one."""
        super().suspend()
        if self._entry_sheet is not None and not self._entry_sheet.is_inactive:
            self._entry_sheet.save_text()

    # -- what is being entered ------------------------------------------------------------------------------

    def update_draft(self, draft: TurnDraft) -> bool:
        """Kept first, shown second."""
        is_saved = self._save_draft(draft)
        if is_saved:
            self._show_draft()
        return is_saved

    def _save_draft(self, draft: TurnDraft) -> bool:
        """What is typed on a sheet is shown there; the board below waits until that is put away."""
        is_saved = self._app_context.run_or_show_error(lambda: self.controller.save_draft(draft))
        if is_saved:
            self.draft = draft
        return is_saved

    def tap_place(self, place: int) -> None:
        """This word was touched, if those who guess may touch it."""
        problem = validate_place(self.session.state, place)
        if problem is None:
            self._app_context.toaster.dismiss()
            self.update_draft(self.draft.toggle_place(place))
        else:
            self._show_refusal(problem)

    def edit_clue(self) -> None:
        """The clue of this turn, to be written down."""
        if self._save_draft(self.draft.set_clue_entry(True)):
            self._open_clue_sheet()

    def type_card(self, place: int) -> None:
        """What the card on this place reads, and then the next one that nobody has read."""
        if self._save_draft(self.draft.with_card(place, self.session.state.word(place))):
            self._open_card_sheet(should_focus=True)

    def _resume_entry(self) -> None:
        if self.draft.telling:
            self._open_clue_sheet()
        elif self.draft.card is not None:
            self._open_card_sheet(should_focus=False)

    def _open_clue_sheet(self) -> None:
        from companion.screens.duet.clue_sheet import ClueSheet

        navigator, state = self._app_context.navigator, self.session.state

        def close(draft: TurnDraft) -> None:
            navigator.close_sheet()
            self.update_draft(draft.set_clue_entry(False))

        sheet = ClueSheet(self._app_context.tr, state, self.draft, self._save_draft, self._give_clue, close)
        self._entry_sheet = sheet
        navigator.open_sheet(sheet)

    def _give_clue(self) -> None:
        if self.play_move(self.draft.clue):
            self._app_context.navigator.close_sheet()

    def _open_card_sheet(self, *, should_focus: bool) -> None:
        from companion.screens.duet.card_sheet import CardSheet

        navigator = self._app_context.navigator

        def on_done(move: CardWord | None) -> None:
            place, has_next = self.draft.card or 0, sheet.has_next_card(self.session.state)
            if move is not None and not self.play_move(move):
                return
            unread = untyped_cards(self.session.state, place) if has_next else ()
            if not unread:
                close()
            elif self._save_draft(self.draft.with_card(unread[0])):
                sheet.show(self.session.state, self.draft)

        def close() -> None:
            navigator.close_sheet()
            self.update_draft(self.draft.with_card(None))

        self._entry_sheet = sheet = CardSheet(self._app_context.tr, self._save_draft, on_done, close)
        sheet.show(self.session.state, self.draft)
        navigator.open_sheet(sheet)
        sheet.field.focus = should_focus

    # -- moves ----------------------------------------------------------------------------------------

    def play_move(self, move: Move) -> bool:
        was_over = self.session.outcome is not None
        is_played = super().play_move(move)
        if is_played and self.session.outcome is not None and not was_over:
            tr = self._app_context.tr
            self._app_context.toaster.show(
                tr("duet.board.ended"), action_text=tr("app.undo"), on_action=self._undo
            )
        return is_played

    def _apply_move(self, move: Move) -> None:
        # What is half told of a turn goes with its end, and with a clue that passes to the other side because
        # the key of those who were to give it is covered.
        state = self.session.state
        passes_clue = isinstance(move, SideDone) and move.side is state.giver and not state.correct_guesses
        self.controller.play(
            move, keep_draft=not (passes_clue or isinstance(move, Bystander | Assassin | Stop))
        )

    def _guess(self, kind: type[Agent | Bystander | Assassin]) -> None:
        self.play_move(kind(self.draft.place))

    def _show_refusal(self, problem: Problem) -> None:
        """Say why not; learners also see the rule written out."""
        self._app_context.show_problem(problem)
        if self.lesson is not None:
            self.lesson.explain_refusal(problem)

    def _on_main(self) -> None:
        if self.session.outcome is None:
            self._guess(Agent)
        elif self.session.setup.mission is None:
            self._app_context.play_again(self.session)
        else:
            from companion.screens.duet.map import MapPage

            self._app_context.push(MapPage, self.session.setup)

    # -- showing --------------------------------------------------------------------------------------

    def show(self) -> None:
        super().show()
        self._shown_moves = self.session.moves
        self.draft = self.controller.draft
        tr, state = self._app_context.tr, self.session.state
        is_over = state.phase.what is PhaseKind.OVER
        view = self._result if is_over else self._board_panes
        if view.parent is None:
            self.body.clear_widgets()
            self.body.add_widget(view)
        is_sudden_death = state.is_sudden_death and not is_over
        self.title.show(tr("app.game.duet"), tr("app.board.over") if is_over else self._turn_text())
        self.title.subtitle.set_tone("brick" if is_sudden_death else "ink_2")
        self._show_glow(is_sudden_death)
        if is_over:
            self._guess_buttons.show(())
            self._result.show()
            if state.setup.mission is None:
                self.main.show(tr("app.board.again"), Icon.REPEAT)
            else:
                self.main.show(tr("duet.map.title"), Icon.MAP)
            return
        # In sudden death there is nothing to stop.
        tiles = (
            (self.bystander_tile, self.assassin_tile)
            if is_sudden_death
            else (self.bystander_tile, self.stop_tile, self.assassin_tile)
        )
        self._guess_buttons.show(tiles)
        self.main.show(tr("duet.board.agent"), Icon.HAT)
        if self.lesson is not None:
            self.lesson.show(state)
        self._arrange_parts()
        for part in (self._agents, self._bank, self._strip):
            if part is not None:
                part.show(state)
        self.stop_tile.enabled = state.correct_guesses > 0
        self._show_draft()

    def _turn_text(self) -> str:
        tr, state, mission = self._app_context.tr, self.session.state, self.session.setup.mission
        if state.is_sudden_death:
            return tr("duet.sudden_death")
        if mission is None:
            return tr("duet.summary.turn", turn=state.turn)
        return tr("duet.board.city_turn", city=city_name(tr, mission.city, mission.name), turn=state.turn)

    def _arrange_parts(self) -> None:
        """The parts of the board in their places: the counts of a grid stand below it, or beside it where
        there is room; and in sudden death there is no bank."""
        is_sudden_death, is_wide = self.session.state.is_sudden_death, self._board_panes.is_wide
        is_new = not self.session.moves
        info_parts = (
            self.lesson,
            self._sudden_card if is_sudden_death else self.clue,
            self._agents,
            is_wide and self._strip,
        )
        board_parts = (
            None if is_sudden_death else self._bank,
            self.grid,
            is_new and self.grid and self._hint,
            not is_wide and self._strip,
        )
        set_children(self._info_column, [part for part in info_parts if part])
        set_children(self._board_column, [part for part in board_parts if part])

    def _show_draft(self) -> None:
        state = self.session.state
        if state.outcome is not None:
            return
        log = make_turns(self.session)
        if state.is_sudden_death:
            self._sudden_card.show(state, turns_with_open_clues(log))
        else:
            self.clue.show(state, self.draft, turns_with_open_clues(log, state.giver))
        if self.grid is not None:
            self.grid.show(state, self.draft)

    def _show_glow(self, visible: bool) -> None:
        """What is not seen is not painted."""
        behind = self.canvas.before
        if visible and self._glow not in behind.children:
            behind.add(self._glow)
        elif not visible:
            behind.remove(self._glow)

    def _resize_glow(self, *_: object) -> None:
        # Behind the bars of the system too.
        self._glow_rectangle.pos, self._glow_rectangle.size = (self.x, 0), (self.width, Window.height)

    # -- seldom needed ----------------------------------------------------------------------------------

    def say_status(self) -> None:
        """Where the mission stands, aloud and in words."""
        self._app_context.toaster.show(" ".join(map(self._app_context.tr, self.controller.speak_status())))

    def create_menu_items(self) -> Sequence[Widget]:
        return build_more_buttons(self._app_context, self.session.state, self.play_move, self.type_card)

    def _open_history(self) -> None:
        from companion.screens.duet.history import HistoryPage

        self._app_context.push(HistoryPage, self.controller)

    def restore_overlay(self, page: BoardOverlay | None, unsaved_state: Mapping[str, Any]) -> None:
        if page in (BoardOverlay.HISTORY, BoardOverlay.EDIT):
            self._open_history()
        if page is BoardOverlay.EDIT:
            from companion.entry.duet.amend import restore_saved
            from companion.screens.duet.edit import EditPage

            entry_edit = restore_saved(self.session, unsaved_state)
            if entry_edit is not None:
                self._app_context.push(EditPage, self.controller, entry_edit)


class _BoardPanes(Panes):
    """What is told and what is kept; `on_arrange` is called when they come to stand otherwise."""

    def __init__(self, info: Widget, board: Widget, on_arrange: Any) -> None:
        self._on_arrange = on_arrange
        self._last_orientation = ""
        super().__init__(info, board, gap=12)

    @property
    def is_wide(self) -> bool:
        return bool(self.orientation == "horizontal")

    def _arrange(self, *_: object) -> None:
        super()._arrange()
        if self._last_orientation and self._last_orientation != self.orientation:
            self._on_arrange()
        self._last_orientation = str(self.orientation)


class _GuessButtons(Panes):
    """Every way a guess can go, always within reach; side by side all are of one height."""

    def __init__(self, others: Sequence[Widget], main: PrimaryButton) -> None:
        self._others, self._main, self._main_height = Row(*others, gap=12), main, main.height
        super().__init__(self._others, main, gap=12)
        self._others.bind(height=self._arrange)

    def show(self, others: Sequence[Widget]) -> None:
        """After the last guess only the main button is left."""
        set_children(self._others, others)
        if others and self._others.parent is None:
            self.add_widget(self._others, index=1)
        elif not others:
            self.remove_widget(self._others)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        super()._arrange()
        is_wide = self._others.parent is not None and self.orientation == "horizontal"
        self._main.height = self._others.height if is_wide else self._main_height
