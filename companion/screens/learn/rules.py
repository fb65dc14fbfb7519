"""Rulebook of a game, opened by search, by chapter or by link, and the notes on open questions of the rules.

With a session, entries also say what they mean in its current state. On a wide screen the open entry is shown
beside the list, else within it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AnySession, AppContext
from companion.core.definition import GameDefinition
from companion.core.game import Problem
from companion.scripts.rule_search import (
    MAX_NOTE_LENGTH,
    MAX_QUERY_LENGTH,
    RuleSearch,
    clean_rule_note,
    load_note,
    localize_entries,
    save_note,
)
from companion.scripts.teaching import Rulebook, RuleContext, RuleEntry, find_entry, find_entry_by_link
from companion.widgets.buttons import CentredRow, Pressable, PrimaryButton, SecondaryButton, shade
from companion.widgets.cards import RoundButton, chip_height
from companion.widgets.field import TextField
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Panes, Row
from companion.widgets.page import Page, Sheet, Stateful, TitleBar
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.text import LABEL, LEAD, MUTED, NUMBER, STRONG, TITLE, IconLabel, Text
from companion.widgets.theme import ACCENTS, RADIUS_CARD, RADIUS_CHIP, Accent, look, sp, theme_colour

# In dp.
_PADDING_DP = 16


class _EntryTitle(Pressable):
    """Title line that expands or collapses an entry; as high as its text."""

    def __init__(
        self, words: Text, icon: Icon, arrow: Icon | None, tone: str, on_tap: Callable[[], object] | None
    ) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(52), padding=(dp(_PADDING_DP), dp(8)))
        mark = IconLabel(icon, 24, tone=tone)
        self._row = Row(mark, words, gap=12, pos_hint={"center_y": 0.5})
        if arrow is not None:
            self._row.add_widget(IconLabel(arrow, 22, tone="ink_3", mirrored=True))
        self.add_widget(self._row)
        self._row.bind(height=self._update_height)
        self._update_height()

    def _update_height(self, *_: object) -> None:
        self.height = max(dp(52), sp(17) * 2.6, self._row.height + self.padding[1] + self.padding[3])


class FoldedEntry(_EntryTitle):
    """Collapsed entry; with `is_side_by_side` it opens beside the list, where the selected one is shown."""

    def __init__(
        self, title: str, icon: Icon, accent: Accent, on_tap: Callable[[], object], *, is_side_by_side: bool
    ) -> None:
        self.title, self._accent, self.is_selected = title, accent, False
        arrow = Icon.ARROW_RIGHT if is_side_by_side else Icon.ARROW_DOWN
        super().__init__(Text(title, LABEL, size_sp=17), icon, arrow, "ink_2", on_tap)
        self._box = RoundedBox(self, radius=RADIUS_CARD, line_width=1)
        self._refresh_style()

    def set_selected(self, is_selected: bool) -> None:
        self.is_selected = is_selected
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour(self._accent.deep if self.is_selected else "plank")
        self._box.set_style(
            background=shade(ground, 0.06) if pressed else ground,
            border=theme_colour(self._accent.line) if self.is_selected else theme_colour("groove", 0.6),
            line_width=2 if self.is_selected else 1,
        )


class OpenedEntry(Column):
    """Expanded entry with `parts` below the title. `refused` says why a tap was not allowed. Without
    `on_fold` it cannot be collapsed."""

    def __init__(
        self,
        title: str,
        icon: Icon,
        accent: Accent,
        parts: Sequence[Widget],
        on_fold: Callable[[], object] | None,
        refused: str = "",
    ) -> None:
        super().__init__(gap=0, padding=(0, dp(2), 0, dp(16)))
        ground, edge = theme_colour("plank"), theme_colour(accent.line)
        RoundedBox(self, radius=RADIUS_CARD, background=ground, border=edge, line_width=2)
        if refused:
            self.add_widget(Column(_RefusalStrip(refused), padding=(dp(8), dp(6), dp(8), 0)))
        words = Text(title, TITLE)
        self.head = _EntryTitle(words, icon, Icon.ARROW_UP if on_fold else None, accent.line, on_fold)
        self.add_widget(self.head)
        self.add_widget(Column(*parts, gap=14, padding=(dp(_PADDING_DP), 0, dp(_PADDING_DP), 0)))


class _RefusalStrip(Row):
    """Strip that repeats why a tap was refused."""

    def __init__(self, words: str) -> None:
        super().__init__(gap=10, padding=(dp(12), dp(10)))
        ground, edge = theme_colour("ember_deep"), theme_colour("ember", 0.7)
        RoundedBox(self, radius=RADIUS_CHIP, background=ground, border=edge, line_width=1)
        self.add_widget(IconLabel(Icon.HAND_STOP, 24, tone="ember"))
        self.add_widget(Text(words, STRONG, tone="ember"))


class EntrySection(Column):
    """Part of an entry with its own background: its meaning in this game, an example, a note."""

    def __init__(self, icon: Icon, label: str, *below: Widget, tone: str, ground: str = "raised") -> None:
        super().__init__(gap=6, padding=(dp(14), dp(12)))
        RoundedBox(self, radius=RADIUS_CHIP, background=theme_colour(ground))
        self.add_widget(
            Row(IconLabel(icon, 20, tone=tone), Text(label, NUMBER, size_sp=15, tone=tone), gap=8)
        )
        for part in below:
            self.add_widget(part)


class ChapterChip(Pressable):
    """Chapter button: icon and name, centred together."""

    def __init__(self, words: str, icon: Icon, accent: Accent, on_tap: Callable[[], object]) -> None:
        self._accent = accent
        self.is_selected = False
        super().__init__(on_tap, size_hint_y=None, height=chip_height(), padding=(dp(6), dp(2)))
        self._box = RoundedBox(self, radius=RADIUS_CHIP, line_width=2)
        self._mark = IconLabel(icon, 20, tone="ink_2")
        self.words = Text(words, STRONG, min_size=11, max_lines=2, autosize="none", align="center")
        self.add_widget(CentredRow([self._mark, self.words], gap=7))
        self._refresh_style()

    def set_selected(self, is_selected: bool) -> None:
        self.is_selected = is_selected
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour(self._accent.deep if self.is_selected else "raised")
        self._box.set_style(
            background=shade(ground, 0.08) if pressed else ground,
            border=theme_colour(self._accent.line) if self.is_selected else TRANSPARENT,
        )
        self._mark.set_tone(self._accent.line if self.is_selected else "ink_2")


class SeeAlsoLink(Pressable):
    """Link to another entry."""

    def __init__(self, words: str, on_tap: Callable[[], object]) -> None:
        super().__init__(
            on_tap, size_hint_y=None, height=max(dp(52), sp(16) * 3.1), padding=(dp(14), dp(4), dp(10), dp(4))
        )
        self._box = RoundedBox(self, radius=RADIUS_CHIP)
        text = Text(words, STRONG, min_size=12, max_lines=2, fallback_lines=3, autosize="none")
        arrow = IconLabel(Icon.ARROW_RIGHT, 20, tone="ink_3", mirrored=True)
        self.add_widget(Row(text, arrow, gap=6, size_hint_y=1))
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(
            background=shade(theme_colour("raised"), 0.08) if pressed else theme_colour("raised")
        )


# Remaining characters from which on they are counted down.
_WARN_REMAINING_CHARS = 60
# Horizontal padding of a text field, both sides together, in dp.
_FIELD_PADDING_DP = 32


class RuleNoteSheet(Sheet):
    """Edits how this group plays an open question of the rules. `on_saved` is called when the sheet is
    closed."""

    def __init__(self, context: AppContext, game: str, entry: str, on_saved: Callable[[], object]) -> None:
        tr = context.tr
        self._app_context, self._game, self._entry, self._on_saved = context, game, entry, on_saved
        self.field = TextField(tr("rules.note.hint"), lambda _: self.close(), max_length=MAX_NOTE_LENGTH)
        self.field.text = load_note(context, game, entry)
        # The field shows only the end of a long note: the full text is shown below it.
        self.full_text = Text("", LEAD)
        self.remaining_text = Text("", tone="ember")
        self.done_button = RoundButton(Icon.CHECK, self._save_and_close)
        super().__init__(
            tr("rules.note.title"),
            Row(self.field, self.done_button, gap=8),
            self.remaining_text,
            self.full_text,
            Text(tr("rules.note.kept"), MUTED),
            on_close=self._save_and_close,
        )
        # Save in the next frame (several keys at once): Android may kill the app at any moment.
        self._schedule_save = Clock.create_trigger(self._save_note, 0)
        self.field.bind(text=self._on_text, width=self._show_full_text)
        self._show_remaining()

    def _on_text(self, *_: object) -> None:
        self._show_full_text()
        self._show_remaining()
        self._schedule_save()

    def _show_full_text(self, *_: object) -> None:
        self.full_text.content = clean_rule_note(self.field.text)
        if self.full_text.natural_width() <= self.field.width - dp(_FIELD_PADDING_DP):
            self.full_text.content = ""

    def _show_remaining(self) -> None:
        remaining = MAX_NOTE_LENGTH - len(self.field.text)
        self.remaining_text.content = (
            self._app_context.tr("rules.note.left", n=remaining) if remaining <= _WARN_REMAINING_CHARS else ""
        )

    def _save_note(self, *_: object) -> None:
        save_note(self._app_context, self._game, self._entry, self.field.text)

    def _save_and_close(self) -> None:
        self._schedule_save.cancel()
        self._save_note()
        self._app_context.navigator.close_sheet()
        self._on_saved()


# Maximum number of search results; later ones are irrelevant.
_MAX_RESULTS = 7


class RulesPage(Stateful, Page):
    """`link` is the link or id of the first entry; `refused` is the problem of the tap that led here."""

    max_width_dp = 1040

    def __init__(
        self,
        context: AppContext,
        game: GameDefinition,
        link: str | None = None,
        session: AnySession | None = None,
        refused: Problem | None = None,
    ) -> None:
        tr = context.tr
        self._app_context, self._game, self._table, self._refused = context, game, session, refused
        self._accent = ACCENTS[game.accent]
        rulebook = game.get_part(Rulebook)
        self._entries = rulebook.entries
        name = tr(f"app.game.{game.id}")
        subtitle = (
            name if session is None else tr("rules.for_players", game=name, n=len(session.setup.players))
        )
        super().__init__(TitleBar(tr("app.rules.title"), subtitle, on_back=context.go_back))
        start_entry = (
            None
            if link is None
            else find_entry_by_link(self._entries, link) or find_entry(self._entries, link)
        )
        self._refused_entry_id = None if start_entry is None or refused is None else start_entry.id
        self.chapter: str = rulebook.chapters[0] if start_entry is None else start_entry.chapter
        # The open entry, and the one that is listed first because a link led to it.
        self.open_entry_id: str | None = None if start_entry is None else start_entry.id
        self._pinned_entry_id = self.open_entry_id
        # (query, open entry) before each "see also" link, for going back.
        self._link_history: list[tuple[str, str | None]] = []
        self.field = TextField(tr("rules.search"), self._open_first_result, max_length=MAX_QUERY_LENGTH)
        self.field.bind(text=self._on_text)
        self.search_button = RoundButton(Icon.SEARCH, self._clear_or_focus)
        self.chips = {
            chapter: ChapterChip(
                tr(f"{game.id}_rules.chapter.{chapter}"),
                self._get_chapter_icon(chapter),
                self._accent,
                partial(self.open_chapter, chapter),
            )
            for chapter in rulebook.chapters
        }
        # Icon and word need more width with larger text.
        self._chips = Grid(
            *self.chips.values(), gap=8, min_column_width=104 * look().text_scale, max_columns=3
        )
        self._no_match_text = Text(tr("rules.nearest"), MUTED)
        self._list = Column(gap=8)
        self._reading = Column(gap=8)
        self._list_column = Column(
            Row(self.field, self.search_button, gap=8), self._chips, self._list, gap=14
        )
        self._panes = Panes(self._list_column, self._reading, gap=20)
        self.body.add_widget(self._panes)
        back = tr("rules.back" if session is None else "app.board.back")
        icon = Icon.CHECK if session is None else Icon.PEOPLE
        self.add_to_footer(PrimaryButton(back, context.navigator.pop, accent=self._accent, icon=icon))
        self._folded_entries: dict[tuple[str, bool], FoldedEntry] = {}
        self._scroll_target: Widget | None = None
        self._schedule_scroll = Clock.create_trigger(self._scroll_to_target)
        self._schedule_search = Clock.create_trigger(self._show, -1)
        self.body.bind(height=self._schedule_scroll)
        self._panes.bind(orientation=self._show)
        self._show()

    # -- content ------------------------------------------------------------------------------------------

    def _show(self, *_: object) -> None:
        query = self.field.text.strip()
        is_match, visible_ids = True, self._list_chapter_ids()
        if query:
            result = self._search.search(self.field.text)
            is_match, visible_ids = result.is_match, result.entry_ids[:_MAX_RESULTS]
        self.search_button.icon.show(Icon.CLOSE if query else Icon.SEARCH)
        self._toggle_part(self._chips, not query)
        for chapter, chip in self.chips.items():
            chip.set_selected(chapter == self.chapter)
        is_side_by_side = self._panes.orientation == "horizontal"
        if is_side_by_side and self.open_entry_id not in visible_ids:
            self.open_entry_id = visible_ids[0] if visible_ids else None
        self._list.clear_widgets()
        self._reading.clear_widgets()
        if not is_match:
            self._list.add_widget(self._no_match_text)
        for entry_id in visible_ids:
            is_open = entry_id == self.open_entry_id
            folded = self._get_folded_entry(entry_id, is_side_by_side)
            folded.set_selected(is_open)
            self._list.add_widget(
                self._create_opened_entry(entry_id) if is_open and not is_side_by_side else folded
            )
        if is_side_by_side and self.open_entry_id is not None:
            self._reading.add_widget(self._create_opened_entry(self.open_entry_id))

    def _toggle_part(self, part: Widget, is_visible: bool) -> None:
        """Add or remove a part directly below the search field; search results take its place."""
        if is_visible and part.parent is None:
            self._list_column.add_widget(part, index=1)
        elif not is_visible and part.parent is not None:
            self._list_column.remove_widget(part)

    def _list_chapter_ids(self) -> tuple[str, ...]:
        entry_ids = [entry.id for entry in self._entries if entry.chapter == self.chapter]
        return tuple(sorted(entry_ids, key=lambda entry_id: entry_id != self._pinned_entry_id))

    @cached_property
    def _search(self) -> RuleSearch:
        return RuleSearch(localize_entries(self._app_context.tr, self._game.id, self._entries))

    def _get_chapter_icon(self, chapter: str) -> Icon:
        return Icon[next((entry.icon for entry in self._entries if entry.chapter == chapter), "BOOK")]

    def _get_folded_entry(self, entry_id: str, is_side_by_side: bool) -> FoldedEntry:
        card = self._folded_entries.get((entry_id, is_side_by_side))
        if card is None:
            entry, on_tap = self._get_entry(entry_id), partial(self.open_entry, entry_id)
            title, icon = self._format_title(entry), Icon[entry.icon]
            card = FoldedEntry(title, icon, self._accent, on_tap, is_side_by_side=is_side_by_side)
            self._folded_entries[entry_id, is_side_by_side] = card
        return card

    # -- entries ------------------------------------------------------------------------------------------

    def _get_entry(self, entry_id: str) -> RuleEntry:
        entry = find_entry(self._entries, entry_id)
        if entry is None:
            raise LookupError(f"no entry {entry_id}")
        return entry

    def _format_part(self, entry: RuleEntry, part: str, args: Any) -> str:
        return self._app_context.tr(f"{self._game.id}_rules.entry.{entry.id}.{part}", **args)

    def _format_title(self, entry: RuleEntry) -> str:
        return self._format_part(entry, "title", entry.numbers)

    def _create_opened_entry(self, entry_id: str) -> OpenedEntry:
        tr, entry = self._app_context.tr, self._get_entry(entry_id)
        parts: list[Widget] = [Text(self._format_part(entry, "text", entry.numbers), LEAD)]
        context_rule = self._format_context_rule(entry_id)
        if context_rule:
            context_text = Text(context_rule, LEAD)
            line = self._accent.line
            at_table, ground = tr("rules.at_table"), self._accent.deep
            parts.append(EntrySection(Icon.PEOPLE, at_table, context_text, tone=line, ground=ground))
        if entry.has_example:
            example = Text(self._format_part(entry, "example", entry.example), size_sp=17)
            parts.append(EntrySection(Icon.PENCIL, tr("rules.example"), example, tone="ink_2"))
        if entry.is_open_question:
            parts.append(self._create_note_section(entry_id))
        if entry.see_also:
            parts.append(self._create_see_also(entry))
        refused = self._refused if entry_id == self._refused_entry_id else None
        return OpenedEntry(
            self._format_title(entry),
            Icon[entry.icon],
            self._accent,
            parts,
            None if self._panes.orientation == "horizontal" else partial(self.open_entry, None),
            "" if refused is None else tr.translate_problem(refused),
        )

    def _format_context_rule(self, entry_id: str) -> str:
        """Return what the entry means in the current state of the session, or an empty string."""
        context = self._game.find_part(RuleContext)
        if context is None or self._table is None:
            return ""
        message = context.find_message(entry_id, self._table.setup, self._table.state)
        return "" if message is None else self._app_context.tr.translate(message)

    def _create_note_section(self, entry_id: str) -> EntrySection:
        tr = self._app_context.tr
        note = load_note(self._app_context, self._game.id, entry_id)
        words = Text(note or tr("rules.unknown_why"), size_sp=17, tone="ink" if note else "ink_2")
        words_on_button = tr("rules.note.change" if note else "rules.note.write")
        open_note = partial(self.open_note, entry_id)
        write = SecondaryButton(words_on_button, open_note, icon=Icon.PENCIL, outlined=True)
        label = tr("rules.note.title" if note else "rules.unknown")
        return EntrySection(
            Icon.PENCIL if note else Icon.INFO, label, words, write, tone="ember", ground="ember_deep"
        )

    def _create_see_also(self, entry: RuleEntry) -> Widget:
        links = [
            SeeAlsoLink(self._format_title(other), partial(self.follow_link, other.id))
            for other in map(self._get_entry, entry.see_also)
        ]
        label = Text(self._app_context.tr("rules.see"), NUMBER, size_sp=15, tone="ink_2")
        columns = min(2, len(links))
        return Column(
            label, Grid(*links, gap=8, min_column_width=140 * look().text_scale, max_columns=columns), gap=6
        )

    # -- actions ------------------------------------------------------------------------------------------

    def open_entry(self, entry_id: str | None) -> None:
        """Expand this entry; None collapses the open one."""
        self.open_entry_id = entry_id
        self._show()
        self._scroll_to_open_entry()

    def open_chapter(self, chapter: str) -> None:
        self.chapter, self.open_entry_id, self._pinned_entry_id = chapter, None, None
        self._link_history.clear()
        self._show()

    def follow_link(self, entry_id: str) -> None:
        """Open another entry at the top of its chapter; going back returns to this one."""
        self._link_history.append((self.field.text, self.open_entry_id))
        self._open_in_chapter(entry_id)

    def open_note(self, entry_id: str) -> None:
        """Open the sheet that edits the group's note."""
        self._app_context.navigator.open_sheet(
            RuleNoteSheet(self._app_context, self._game.id, entry_id, self._show)
        )

    def handle_back(self) -> bool:
        if not self._link_history:
            return False
        query, entry_id = self._link_history.pop()
        if query:
            self.field.text, self.open_entry_id = query, entry_id
            self._show()
        elif entry_id is not None:
            self._open_in_chapter(entry_id)
        return True

    def _open_in_chapter(self, entry_id: str) -> None:
        self.field.text = ""
        self.chapter = self._get_entry(entry_id).chapter
        self.open_entry_id = self._pinned_entry_id = entry_id
        self._show()
        self._scroll_to_open_entry()

    def _on_text(self, *_: object) -> None:
        self.open_entry_id = None
        self._schedule_search()

    def _open_first_result(self, _: str) -> None:
        """Open the best search result."""
        self.field.focus = False
        if self.field.text.strip():
            self.open_entry(self._search.search(self.field.text).entry_ids[0])

    def _clear_or_focus(self) -> None:
        if self.field.text:
            self.field.text = ""
        self.field.focus = True

    # -- scroll position ----------------------------------------------------------------------------------

    def _scroll_to_open_entry(self) -> None:
        cards = [
            card for card in (*self._reading.children, *self._list.children) if isinstance(card, OpenedEntry)
        ]
        self._scroll_target = cards[0] if cards else None
        self._schedule_scroll()

    def on_touch_down(self, touch: Any) -> bool:
        self._scroll_target = None
        return bool(super().on_touch_down(touch))

    def _scroll_to_target(self, *_: object) -> None:
        """Scroll as little as needed to show the whole entry; of a long one, its beginning."""
        hidden = self.body.height - self.scroll.height
        card = self._scroll_target
        if card is None or hidden <= 0 or card.parent is None:
            return
        top = self.body.to_widget(*self.body.to_window(0, self.body.y + self.body.height))[1]
        over = top - card.y - card.height - dp(8)
        under = over + card.height + dp(16) - self.scroll.height
        current = (1 - self.scroll.scroll_y) * hidden
        target = max(current, under) if over >= current else over
        self.scroll.scroll_y = 1 - min(1.0, max(0.0, min(target, over) / hidden))

    # -- state --------------------------------------------------------------------------------------------

    def save_state(self) -> tuple[str, str | None, str | None]:
        return self.chapter, self.open_entry_id, self._pinned_entry_id

    def restore_state(self, state: tuple[str, str | None, str | None]) -> None:
        self.chapter, self.open_entry_id, self._pinned_entry_id = state
        self._show()
