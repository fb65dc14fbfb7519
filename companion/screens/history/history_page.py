"""History: all stored games, newest first, with search and filters. A game can be opened, replayed, starred,
renamed, copied, shared or deleted (with undo)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AnySession, AppContext, StoredGame
from companion.core.game import Problem, ProblemError
from companion.core.players import clean_name
from companion.games.game_file import clean_title
from companion.screens.files.share import send_game
from companion.screens.history.filter import (
    FilterSheet,
    find_common_game_night,
    find_day_starts,
    format_day,
    format_period,
)
from companion.screens.names import NameEntry, open_name_sheet, open_session_names_sheet
from companion.screens.rows import (
    DayHeading,
    GameRow,
    GameRowActions,
    GameRowContent,
    build_empty_card,
    close_sheet_then,
    compute_heading_height,
    compute_row_height,
    create_sheet_button,
    load_row_content,
    run_when_indexed,
    show_with_undo,
)
from companion.statistics.formatting import FilterLabels, FilterTerm, describe_filter
from companion.statistics.query import ALL_GAMES, GameFilter, GameSelection, ListedGame
from companion.widgets.buttons import SecondaryButton
from companion.widgets.cards import Chip, Notice, RoundButton
from companion.widgets.field import TextField
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row, Wrap
from companion.widgets.page import Page, Sheet, Stateful, TitleBar
from companion.widgets.text import CAPTION, MUTED, Text
from companion.widgets.virtual_list import ROW_GAP_DP, RowLayout, VirtualList, WidgetPool

# Titles have to fit on one line; a title from an imported file may be longer.
_MAX_TITLE_LENGTH: Final = 60


_MAX_QUERY_LENGTH: Final = 80
# Row contents to cache, so that scrolling back needs no queries.
_MAX_CACHED_ROWS: Final = 200


class HistoryListPage(Stateful, Page):
    """List of stored games that match `game_filter`. `filter_title` describes the initial filter if a
    statistic led here; `build_links` builds the links above the list."""

    shows_stored_data = True

    def __init__(
        self,
        context: AppContext,
        game_filter: GameFilter = ALL_GAMES,
        filter_title: str = "",
        build_links: Callable[[AppContext], Widget] | None = None,
    ) -> None:
        self._app_context = context
        self.game_filter = self._initial_filter = game_filter
        self._filter_title = filter_title
        self._games: tuple[ListedGame, ...] = ()
        self._row_places = RowLayout(0, (), 1.0, 1.0)
        self._row_cache: dict[int, GameRowContent] = {}
        self._person_names: dict[str, str] = {}
        # Actions that wait for the statistics index, by key: a later action with the same key replaces the
        # earlier one.
        self._pending_actions: dict[str, Callable[[], object]] = {}
        tr = context.tr
        super().__init__(TitleBar(tr("app.history.title"), filter_title or " ", on_back=context.go_back))
        self.field = TextField(tr("history.search"), self._unfocus_field, max_length=_MAX_QUERY_LENGTH)
        self.field.text = game_filter.text
        self._schedule_search = Clock.create_trigger(self._search, -1)
        self.field.bind(text=self._schedule_search)
        self.search_button = RoundButton(Icon.SEARCH, self._clear_search)
        self.filter_button = RoundButton(Icon.MENU_LIST, self.open_filter)
        self._chips = _Chips(gap=8)
        self._file_buttons = Column(gap=8)
        self._notices = Column(gap=8)
        self._import_button = SecondaryButton("", self._import_waiting, icon=Icon.PLUS, outlined=True)
        self._open_file_button = SecondaryButton(tr("app.files.open"), self._open_file, icon=Icon.PLUS)
        self._empty_state = Column(gap=8)
        self._row_height = compute_row_height(tr("app.history.title"))
        actions = GameRowActions(self._open_game, self._toggle_star, self._open_game_sheet)
        self._list = VirtualList(
            self.scroll,
            self.body,
            WidgetPool(partial(GameRow, actions), self._fill_row),
            WidgetPool(partial(DayHeading, self._open_game_night), self._fill_heading),
        )
        self._parts: tuple[Widget, ...] = (
            self._chips,
            self._file_buttons,
            self._notices,
            self._empty_state,
            self._list,
        )
        if build_links is not None:
            self.body.add_widget(build_links(context))
        self.body.add_widget(Row(self.field, self.search_button, self.filter_button, gap=8))

    # -- content ------------------------------------------------------------------------------------------

    def enter(self) -> None:
        self._person_names = {}
        self._row_cache.clear()
        self._notices.clear_widgets()
        self._refresh(self._scroll_offset())

    def leave(self) -> None:
        self._pending_actions.clear()

    def apply_filter(self, game_filter: GameFilter) -> int:
        """Show the games that match the filter and return their number."""
        self.game_filter = game_filter
        if self.field.text.strip() != game_filter.text:
            self.field.text = game_filter.text
        self.scroll.scroll_y = 1.0
        self._refresh(0.0)
        return len(self._games)

    def _refresh(self, offset: float) -> None:
        """Reload the list and keep the scroll offset in pixels. Any filter needs the statistics index."""
        if self.game_filter == ALL_GAMES:
            self._show(offset)
        else:
            self._run_when_indexed("list", partial(self._show, offset))

    def _run_when_indexed(self, key: str, action: Callable[[], object]) -> None:
        is_indexing, self._pending_actions[key] = bool(self._pending_actions), action
        if not is_indexing:
            run_when_indexed(self._app_context, self, self._run_pending_actions, self._show_index_progress)

    def _run_pending_actions(self) -> None:
        actions = list(self._pending_actions.values())
        self._pending_actions.clear()
        for action in actions:
            action()

    def _show_index_progress(self, remaining: int) -> None:
        self._show_subtitle(self._app_context.tr("history.counting", n=remaining))

    def _show(self, offset: float) -> None:
        self._games = ()
        self._app_context.run_or_show_error(self._load_games)
        tr, game_count, is_unfiltered = self._app_context.tr, len(self._games), self.game_filter == ALL_GAMES
        count_text = tr("app.history.count", n=game_count)
        filter_title = self._filter_title if self.game_filter == self._initial_filter else ""
        self._show_subtitle(
            tr("history.told", title=filter_title, line=count_text) if filter_title else count_text
        )
        self.search_button.icon.show(Icon.CLOSE if self.field.text else Icon.SEARCH)
        self._show_chips()
        self._show_file_buttons(is_unfiltered)
        self._show_empty_state(is_unfiltered)
        self._row_places = self._build_row_places()
        self._list.show(self._row_places)
        for part in self._parts:
            self._set_part_visible(part, part is self._list or bool(part.children))
        if offset:
            # In the next frame: the height of the list is only known after layout.
            Clock.schedule_once(lambda _: self._scroll_to(offset), 0)

    def _load_games(self) -> None:
        self._games = self._app_context.games.list_games(self.game_filter)

    def _show_subtitle(self, subtitle: str) -> None:
        if self.bar is not None:
            self.bar.show(self._app_context.tr("app.history.title"), subtitle)

    def _build_row_places(self) -> RowLayout:
        gap = dp(ROW_GAP_DP)
        day_starts = tuple(find_day_starts(self._games))
        return RowLayout(len(self._games), day_starts, self._row_height + gap, compute_heading_height() + gap)

    def _fill_row(self, row: GameRow, index: int) -> None:
        game_id = self._games[index].game_id
        content = self._row_cache.get(game_id)
        if content is None:
            if len(self._row_cache) >= _MAX_CACHED_ROWS:
                self._row_cache.clear()
            content = self._row_cache[game_id] = load_row_content(self._app_context, game_id)
        row.show(content)

    def _fill_heading(self, heading: DayHeading, index: int) -> None:
        _, started, game_night_start = self._games[index]
        day_text = format_day(
            self._app_context.tr, game_night_start if isinstance(game_night_start, float) else started
        )
        heading.show(
            day_text, find_common_game_night(self._games[index : self._row_places.section_end(index)])
        )

    def _show_chips(self) -> None:
        self._chips.clear_widgets()
        for condition in self._describe_filter():
            remove = partial(self.apply_filter, condition.remaining_filter)
            self._chips.add_widget(
                Chip(condition.text, remove, trailing_icon=Icon.CLOSE, hug=True, selected=True)
            )
        self._chips.fit_chips()

    def _describe_filter(self) -> Sequence[FilterTerm]:
        if replace(self.game_filter, text="") == ALL_GAMES:
            return ()
        tr, game_filter = self._app_context.tr, self.game_filter
        names, groups = self._load_names()
        return describe_filter(
            tr,
            game_filter,
            FilterLabels(names, groups, format_period(tr, game_filter, date.today()), self._filter_title),
        )

    def _load_names(self) -> tuple[dict[str, str], dict[tuple[str, ...], str]]:
        """Return the names of all people and of the groups; names are loaded once per visit."""
        context = self._app_context
        try:
            if self.game_filter.people and not self._person_names:
                self._person_names = context.statistics.load_names()
            groups = context.rosters.list_groups() if self.game_filter.group else ()
        except ProblemError as error:
            context.show_problem(error.problem)
            groups = ()
        return self._person_names, {group.players: group.name for group in groups}

    def _show_file_buttons(self, is_unfiltered: bool) -> None:
        """Show the file buttons in the unfiltered list only. Waiting backups are not imported automatically:
        they are previewed first."""
        self._file_buttons.clear_widgets()
        if not is_unfiltered:
            return
        context = self._app_context
        self._file_buttons.add_widget(self._open_file_button)
        waiting_count = len(context.import_folder.list_files())
        if waiting_count:
            self._import_button.label.content = context.tr("app.history.import", n=waiting_count)
            self._file_buttons.add_widget(self._import_button)
        for name, path in context.import_folder.list_bundles():
            button_text = context.tr("app.files.open_this", file=name)
            self._file_buttons.add_widget(
                SecondaryButton(button_text, partial(self._import_file, path), icon=Icon.PLUS, outlined=True)
            )

    def _show_empty_state(self, is_unfiltered: bool) -> None:
        self._empty_state.clear_widgets()
        if self._games:
            return
        tr = self._app_context.tr
        message = tr("app.history.none" if is_unfiltered else "history.nothing")
        card = build_empty_card(Icon.HISTORY if is_unfiltered else Icon.SEARCH, message)
        if not is_unfiltered:
            clear = partial(self.apply_filter, ALL_GAMES)
            card.add_widget(SecondaryButton(tr("history.clear"), clear, icon=Icon.CLOSE))
        self._empty_state.add_widget(card)

    def _set_part_visible(self, part: Widget, is_visible: bool) -> None:
        """Add the part to the body at its fixed place among the others, or remove it."""
        if not is_visible and part.parent is not None:
            self.body.remove_widget(part)
        elif is_visible and part.parent is None:
            below = self._parts[self._parts.index(part) + 1 :]
            self.body.add_widget(part, index=sum(other.parent is not None for other in below))

    # -- navigation ---------------------------------------------------------------------------------------

    def _open_game_night(self, started: float) -> None:
        from companion.screens.history.game_nights import GameNightPage

        self._app_context.push(GameNightPage, started)

    # -- search and filter --------------------------------------------------------------------------------

    def _search(self, *_: object) -> None:
        text = self.field.text.strip()
        if text != self.game_filter.text:
            self.apply_filter(replace(self.game_filter, text=text))

    def _unfocus_field(self, _: str) -> None:
        self.field.focus = False

    def _clear_search(self) -> None:
        if self.field.text:
            self.field.text = ""
        self.field.focus = True

    def open_filter(self) -> None:
        """Open the filter sheet once all games are indexed: only then all people are known."""
        self._run_when_indexed("filter", self._open_filter_sheet)

    def _open_filter_sheet(self) -> None:
        context = self._app_context
        context.run_or_show_error(
            lambda: context.navigator.open_sheet(
                FilterSheet(context, self.game_filter, self.apply_filter, len(self._games))
            )
        )

    # -- scroll position ----------------------------------------------------------------------------------

    def _scroll_offset(self) -> float:
        """Return the distance from the top in pixels."""
        return float((1.0 - self.scroll.scroll_y) * max(0.0, self.body.height - self.scroll.height))

    def _scroll_to(self, offset: float) -> None:
        overflow = self.body.height - self.scroll.height
        self.scroll.scroll_y = 1.0 - min(1.0, offset / overflow) if overflow > 1 else 1.0

    def save_state(self) -> GameSelection:
        return GameSelection(self.game_filter, self._initial_filter, self._filter_title)

    def restore_state(self, state: GameSelection) -> None:
        self.game_filter, self._initial_filter, self._filter_title = (
            state.game_filter,
            state.initial_filter,
            state.description,
        )
        self.field.text = state.game_filter.text

    # -- actions of a game --------------------------------------------------------------------------------

    def _open_game_sheet(self, content: GameRowContent) -> None:
        context, stored = self._app_context, content.stored
        if stored is None:
            return
        tr, navigator = context.tr, context.navigator

        def build_button(key: str, icon: Icon, action: Callable[[StoredGame], object]) -> SecondaryButton:
            return create_sheet_button(navigator, tr(key), icon, partial(action, stored))

        is_over = stored.ended is not None
        open_key, open_icon = ("history.result", Icon.TROPHY) if is_over else ("app.go_on", Icon.PLAY)
        sheet = Sheet(
            content.title,
            Column(Text(content.line, MUTED), Text(content.players, CAPTION, tone="ink_3"), gap=2),
            build_button(open_key, open_icon, self._open_game),
            Grid(
                build_button("moments.leaf.title", Icon.BOOK_OPEN, self._open_replay),
                build_button("app.files.send", Icon.SHARE, partial(send_game, context)),
                build_button("history.copy", Icon.PLUS, self._copy_game),
                build_button("history.rename", Icon.PENCIL, self._rename_game),
                build_button("app.names.title", Icon.PEOPLE, self._rename_players),
                gap=10,
                min_column_width=140,
                max_columns=2,
            ),
            SecondaryButton(
                tr("history.delete"),
                close_sheet_then(navigator, partial(self._delete_game, stored)),
                icon=Icon.TRASH,
                tone="evil",
            ),
            on_close=navigator.close_sheet,
        )
        navigator.open_sheet(sheet)

    def _open_game(self, stored: StoredGame) -> None:
        from companion.screens.resume import reopen_session

        session = self._open_session(stored)
        if session is not None:
            reopen_session(self._app_context, session)

    def _open_replay(self, stored: StoredGame) -> None:
        from companion.screens.history.replay_page import ReplayPage

        self._app_context.push(ReplayPage, stored.id)

    def _toggle_star(self, stored: StoredGame) -> None:
        if self._app_context.run_or_show_error(
            lambda: self._app_context.games.set_starred(stored.id, not stored.starred)
        ):
            self.enter()

    def _copy_game(self, stored: StoredGame) -> None:
        context, tr = self._app_context, self._app_context.tr
        original = clean_name(stored.title) or tr(f"app.game.{stored.game}")
        title = clean_title(tr("history.copy_of", title=original))
        added: list[int] = []
        if not context.run_or_show_error(lambda: added.append(context.games.copy(stored.id, title))):
            return
        self.enter()

        def open_copy() -> None:
            context.run_or_show_error(lambda: self._open_game(context.games.load(added[0])))

        context.toaster.show(
            context.tr("history.copied"), action_text=context.tr("history.open_copy"), on_action=open_copy
        )

    def _rename_game(self, stored: StoredGame) -> None:
        """Open a sheet to rename the game; an empty title restores the generated one."""
        context, title = self._app_context, clean_name(stored.title)

        def save_title(text: str) -> None:
            context.games.set_title(stored.id, clean_name(text))
            context.navigator.close_sheet()
            self.enter()

        max_length = max(_MAX_TITLE_LENGTH, len(title))
        entry = NameEntry(context, title, save_title, hint="history.title_hint", max_length=max_length)
        open_name_sheet(context, context.tr("history.rename"), entry)

    def _rename_players(self, stored: StoredGame) -> None:
        session = self._open_session(stored)
        if session is not None:
            open_session_names_sheet(self._app_context, session, self.enter)

    def _open_session(self, stored: StoredGame) -> AnySession | None:
        """Return the session, or None after showing why it cannot be read."""
        try:
            return self._app_context.games.open_session(stored)
        except ProblemError as error:
            self._app_context.show_problem(error.problem)
            return None

    def _delete_game(self, stored: StoredGame) -> None:
        context = self._app_context
        if not context.run_or_show_error(lambda: context.games.delete(stored.id)):
            return
        context.close_session(stored.id)
        self.enter()

        def restore() -> None:
            context.run_or_show_error(lambda: context.games.restore(stored.id))
            self.enter()

        show_with_undo(context, context.tr("app.history.deleted"), restore)

    # -- files --------------------------------------------------------------------------------------------

    def _open_file(self) -> None:
        self._app_context.files.choose_file()

    def _import_file(self, path: Path) -> None:
        self._app_context.files.import_path(path)

    def _import_waiting(self) -> None:
        context = self._app_context
        count, refused = context.import_folder.import_files(context.close_session)
        self.enter()
        self._show_problems(refused)
        context.toaster.show(context.tr("app.history.imported", n=count))

    def _show_problems(self, problems: Sequence[Problem]) -> None:
        for problem in problems:
            self._notices.add_widget(Notice(self._app_context.tr.translate_problem(problem)))
        self._set_part_visible(self._notices, bool(problems))


class _Chips(Wrap):
    """Chips that are never wider than the page, however long a name is."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.bind(width=lambda *_: self.fit_chips())

    def fit_chips(self) -> None:
        for chip in self.children:
            chip.width = min(chip.width, max(dp(48), self.width)) if self.width > 1 else chip.width
