"""Base of the set-up pages: problems, footer buttons, saved selections, the question for new players, and
cards for options and briefings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.definition import GameDefinition
from companion.core.game import Problem, ProblemError, RuleNumbers, filter_blocking
from companion.core.players import is_unnamed
from companion.core.resume_state import SetupBookmark, make_setup_bookmark
from companion.core.serialization import decode
from companion.i18n.translator import Translator
from companion.screens.first_player import FirstPlayerChooser, FirstPlayerQuestion
from companion.screens.rows import SetupFlowPage, build_heading, build_labelled_row
from companion.scripts.coach import has_new_guest, is_marked_new, mark_guest_new, mark_new, players_to_ask
from companion.scripts.teaching import GuideDefinition
from companion.settings import CoachMode
from companion.widgets.buttons import IconButton, PrimaryButton, SecondaryButton
from companion.widgets.cards import Card, Chip, ChoiceChips, Notice, ToggleSwitch
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid
from companion.widgets.page import Stateful, TitleBar
from companion.widgets.text import LABEL, MUTED, Text
from companion.widgets.theme import ACCENTS, look

if TYPE_CHECKING:
    # Only games with a night load this.
    from companion.screens.night.options import StyleChoice


class NewPlayersCard(Card):
    """Asks who is new to the game, by name, with one chip for all unnamed seats. `is_needed` is False if
    there is nobody to ask about."""

    def __init__(self, context: AppContext, game: GameDefinition, players: Sequence[str]) -> None:
        super().__init__(gap=6, padding=(dp(14), dp(10)))
        self._app_context, self._game = context, game
        tr, accent = context.tr, ACCENTS[game.accent]
        names = players_to_ask(context, game, players, context.games.experienced_players(game.id))
        self.chips = {
            name: Chip(
                name,
                partial(self._toggle_player, name),
                selected=is_marked_new(context, game, name),
                accent=accent,
            )
            for name in names
        }
        self.guest_chip: Chip | None = None
        if any(map(is_unnamed, players)):
            label = tr("app.new.guest" if names else "app.new.yes")
            is_selected = has_new_guest(context, game)
            self.guest_chip = Chip(label, self._toggle_guest, selected=is_selected, accent=accent)
        self.is_needed = bool(self.chips) or self.guest_chip is not None
        if not self.is_needed:
            return
        chips = [*self.chips.values(), *([self.guest_chip] if self.guest_chip is not None else [])]
        self.add_widget(
            build_heading(Icon.BOOK_OPEN, tr("app.new.title", game=tr(f"app.game.{game.id}")), accent.line)
        )
        self.add_widget(Text(tr("app.new.why"), MUTED))
        self.add_widget(
            Grid(*chips, gap=8, min_column_width=72 * max(1.0, look().text_scale * 0.9), max_columns=4)
        )

    def _toggle_player(self, name: str) -> None:
        chip = self.chips[name]
        chip.set_selected(not chip.is_selected)
        mark_new(self._app_context, self._game, name, chip.is_selected)

    def _toggle_guest(self) -> None:
        if self.guest_chip is not None:
            self.guest_chip.set_selected(not self.guest_chip.is_selected)
            mark_guest_new(self._app_context, self._game, self.guest_chip.is_selected)


T = TypeVar("T")
Fix = tuple[str, Callable[[], object]]


class BaseSetupPage(SetupFlowPage):
    """Base of the set-up pages. Subclasses call `begin_setup`, add their parts to the body and call
    `refresh`; they implement `show_selection` and `set_first_player`.

    `selection` is what is saved and restored; by default it is the set-up itself.
    """

    max_width_dp = 1040
    # Text and icon of the main button, which deals the cards of a night or starts the game.
    main_key = "app.setup.deal"
    main_icon: Icon | None = None
    selection: Any
    new_players_card: NewPlayersCard | None = None
    # Opens the guide; None if the game has none.
    guide_button: SecondaryButton | None = None
    # The style of the night; None if the game has no night.
    style: StyleChoice | None = None

    def __init__(self, context: AppContext, game: GameDefinition, players: Sequence[str]) -> None:
        self._app_context = context
        self._game = game
        self.players = tuple(players)
        tr, accent = context.tr, ACCENTS[game.accent]
        seats = IconButton(Icon.PEOPLE, partial(context.open_seats, game), tone="ink_2")
        title, subtitle = tr(f"app.game.{game.id}"), tr(f"{game.id}.setup.subtitle")
        super().__init__(TitleBar(title, subtitle, on_back=context.go_back, actions=[seats]))
        # Only asked if the coach depends on it.
        if context.settings.coach is CoachMode.NEW:
            self.new_players_card = NewPlayersCard(context, game, self.players)
            if self.new_players_card.is_needed:
                self.body.add_widget(self.new_players_card)
        self.problem_list = Column(gap=8)
        self.main = PrimaryButton(
            tr(self.main_key),
            self._continue,
            accent=accent,
            icon=self.main_icon,
            forward=self.main_icon is None,
            on_blocked=self._explain_disabled,
        )
        if not game.has_part(GuideDefinition):
            self.add_to_footer(self.main)
            return
        self.guide_button = SecondaryButton(
            tr("app.setup.guide"),
            self._open_guide,
            icon=Icon.MENU_LIST,
            outlined=True,
            height=self.main.height,
            border=accent.line,
            mirrored=True,
            on_blocked=self._explain_disabled,
        )
        self.add_to_footer(Grid(self.guide_button, self.main, gap=8, min_column_width=300, max_columns=2))

    # -- selection ------------------------------------------------------------------------------------------

    @property
    def setup(self) -> Any:
        """The selected set-up."""
        return self.selection

    def restore_saved(self, type_: type[T]) -> T | None:
        """Return the saved selection for the same game and players, complete or not; None if there is
        none."""
        mark = self._app_context.resume_state.bookmark
        if mark is None or (mark.game, mark.players) != (self._game.id, self.players):
            return None
        try:
            return decode(type_, mark.chosen)
        except ProblemError:
            return None

    def create_bookmark(self) -> SetupBookmark:
        return make_setup_bookmark(self._game.id, self.players, self.selection)

    def select(self, selection: Any) -> None:
        """Save the selection, then show it."""
        self.selection = selection
        self.save_bookmark()
        self.refresh()

    def change_setup(self, **changes: Any) -> None:
        self.select(replace(self.selection, **changes))

    def set_first_player(self, seat: int) -> None:
        """Select the first player."""
        raise NotImplementedError

    def remember_selection(self) -> None:
        """Remember the selection as the default for next time."""

    # -- content --------------------------------------------------------------------------------------------

    def create_first_player_chooser(self, text_key: str, icon: Icon, **options: Any) -> FirstPlayerChooser:
        names = self._app_context.tr.player_names(self.players)
        question = FirstPlayerQuestion(self._game, names, text_key, icon)
        on_choose = options.pop("on_choose", self.set_first_player)
        self.first_player_chooser = FirstPlayerChooser(self._app_context, question, on_choose, **options)
        return self.first_player_chooser

    def show_first_player(self, seat: int) -> None:
        self.first_player_chooser.show(self._app_context.tr.player_names(self.players), seat)

    def enter(self) -> None:
        """Refresh the style too: it may have been changed on the page of the deal."""
        super().enter()
        if self.style is not None:
            self.style.show(self.setup)

    def refresh(self) -> None:
        problems = self.find_problems()
        self.problem_list.clear_widgets()
        for problem in problems:
            label, callback = self.find_fix(problem) or ("", None)
            text = self._app_context.tr.translate_problem(problem)
            self.problem_list.add_widget(
                Notice(text, is_error=problem.is_blocking, fix_text=label, on_fix=callback)
            )
        if self.style is not None:
            self.style.show(self.setup)
        self.show_selection()
        self.main.enabled = not filter_blocking(problems)
        if self.guide_button is not None:
            self.guide_button.enabled = self.main.enabled
        self.remember_selection()

    def show_selection(self) -> None:
        raise NotImplementedError

    def find_problems(self) -> tuple[Problem, ...]:
        return self._game.rules.problems(self.setup)

    @property
    def is_valid(self) -> bool:
        return not filter_blocking(self.find_problems())

    def find_fix(self, problem: Problem) -> Fix | None:
        """Return the label and callback that fix a problem, or None if there is no obvious fix."""
        return None

    def _explain_disabled(self) -> None:
        for problem in filter_blocking(self.find_problems())[:1]:
            self._app_context.show_problem(problem)

    # -- next page ------------------------------------------------------------------------------------------

    def _open_guide(self) -> None:
        from companion.screens.learn.guide_page import GuidePage

        self._app_context.push(GuidePage, self.setup)

    def _continue(self) -> None:
        if self._game.has_night:
            from companion.screens.night.deal import DealPage

            self._app_context.push(DealPage, self.setup, 1)
        else:
            self.start_game()

    def start_game(self) -> None:
        self._app_context.start_session(self._game.rules, self.setup)


class OptionsDrawer(Stateful, Column):
    """Collapsible list of a game's options: a switch or choice per field. `numbers` are the numbers of the
    rules in their texts, `title_keys` are those of its title, without and with changed options."""

    def __init__(
        self,
        tr: Translator,
        game: GameDefinition,
        on_change: Callable[[Any], object],
        *,
        title_keys: tuple[str, str] = ("app.setup.options", "app.setup.options_changed"),
        numbers: RuleNumbers | None = None,
        min_column_width: float = 140,
    ) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self._game, self._title_keys, self._numbers = game, title_keys, numbers or {}
        self._min_column_width = min_column_width
        self._on_change = on_change
        self._options: Any = None
        self._visible_names: Sequence[str] = ()
        self.is_open = False
        self.toggle_button = SecondaryButton("", self.toggle, icon=Icon.SETTINGS, outlined=True)
        self.add_widget(self.toggle_button)
        self._drawer = Card(gap=10)

    def create_choice(
        self, options: Sequence[tuple[Enum, str]], selected: Enum, on_pick: Callable[[Any], object]
    ) -> Widget:
        return ChoiceChips(
            options,
            selected,
            on_pick,
            min_column_width=self._min_column_width,
            max_columns=2,
            accent=ACCENTS[self._game.accent],
        )

    def toggle(self) -> None:
        self.is_open = not self.is_open
        self._draw()

    def save_state(self) -> bool:
        return self.is_open

    def restore_state(self, state: bool) -> None:
        if state != self.is_open:
            self.toggle()

    def show(self, options: Any, option_names: Sequence[str] | None = None) -> None:
        """Show all options, or only those in `option_names`."""
        names = tuple(field.name for field in fields(options)) if option_names is None else option_names
        # Do not redraw on changes elsewhere on the page.
        if (options, tuple(names)) != (self._options, self._visible_names):
            self._options, self._visible_names = options, tuple(names)
            self._draw()

    def _draw(self) -> None:
        defaults = {field.name: field.default for field in fields(self._options)}
        changed_count = sum(getattr(self._options, name) != defaults[name] for name in self._visible_names)
        self.toggle_button.label.content = self._tr(self._title_keys[changed_count > 0], n=changed_count)
        self._drawer.clear_widgets()
        if not self.is_open:
            self.remove_widget(self._drawer)
            return
        if self._drawer.parent is None:
            self.add_widget(self._drawer)
        for name in self._visible_names:
            self._drawer.add_widget(self._create_row(name, getattr(self._options, name)))

    def _create_row(self, name: str, value: bool | Enum) -> Column:
        label, description = self._format_option(name, "name"), self._format_option(name, "why")
        if isinstance(value, bool):
            return build_labelled_row(label, ToggleSwitch(value, self._create_setter(name)), description)
        options = [(member, self._format_option(name, member.value)) for member in type(value)]
        choice = self.create_choice(options, value, self._create_setter(name))
        return Column(Text(label, LABEL), Text(description, MUTED), choice, gap=4)

    def _format_option(self, name: str, part: str) -> str:
        return self._tr(f"{self._game.id}.option.{name}.{part}", **self._numbers)

    def _create_setter(self, name: str) -> Callable[[Any], object]:
        return lambda value: self._on_change(replace(self._options, **{name: value}))


class BriefingCard(Card):
    """A card about a set-up; subclasses fill it in `build_content`."""

    def __init__(self, tr: Translator, gap: float = 8) -> None:
        super().__init__(gap=gap)
        self._tr = tr

    def show(self, setup: Any | None) -> None:
        """Show the card for this set-up; None hides it, as there is no valid set-up."""
        self.clear_widgets()
        self.opacity = 0 if setup is None else 1
        if setup is not None:
            self.build_content(setup)

    def build_content(self, setup: Any) -> None:
        raise NotImplementedError
