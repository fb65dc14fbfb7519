"""The rules of a game at hand: looked up by a word, by chapter, or from where a question came up.

What an entry means here and now is told where a table is given. On a wide screen the entry that is read
stands beside the list, else in its place within it.
"""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.rule_notes import note_on
from companion.entry.rule_search import LONGEST_QUERY, RuleSearch, told_in
from companion.games.game import Problem
from companion.games.manifest import Manifest
from companion.screens.rules.entry_cards import Aside, ChapterChip, FoldedEntry, OpenedEntry, SeeLink
from companion.screens.rules.note_sheet import NoteSheet
from companion.scripts.rulebooks import Entry, entry_about, entry_of
from companion.shell import AnyTable, Shell
from companion.widgets.cards import RoundButton
from companion.widgets.field import Field
from companion.widgets.icon_names import Icon
from companion.widgets.keeping import Keeps
from companion.widgets.layout import Column, Grid, Panes, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import MainButton, SideButton
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS, look

# So many entries of those that a search finds: what comes after is far-fetched.
_MOST_FOUND = 7


class RulesPage(Keeps, Page):
    """`about` is the link, or the id, of the entry to begin with; `refused` what was tapped and why not."""

    widest = 1040

    def __init__(
        self,
        shell: Shell,
        game: Manifest,
        about: str | None = None,
        table: AnyTable | None = None,
        refused: Problem | None = None,
    ) -> None:
        tr = shell.tr
        self._shell, self._game, self._table, self._refused = shell, game, table, refused
        self._accent = ACCENTS[game.accent]
        rulebook = game.part("scripts", "rulebook")
        self._entries: tuple[Entry, ...] = tuple(rulebook.ENTRIES)
        name = tr(f"app.game.{game.id}")
        subtitle = name if table is None else tr("rules.for_players", game=name, n=len(table.setup.players))
        super().__init__(TitleBar(tr("app.rules.title"), subtitle, on_back=shell.back))
        begin = None if about is None else entry_about(self._entries, about) or entry_of(self._entries, about)
        self._refused_at = None if begin is None or refused is None else begin.id
        self.chapter: str = rulebook.CHAPTERS[0] if begin is None else begin.chapter
        # The entry that is read, and the one that stands before its chapter for having been asked for.
        self.opened: str | None = None if begin is None else begin.id
        self._ahead = self.opened
        # The entries that "see also" led away from.
        self._trail: list[tuple[str, str | None]] = []
        self.field = Field(tr("rules.search"), self._enter, longest=LONGEST_QUERY)
        self.field.bind(text=self._typed)
        self.finder = RoundButton(Icon.SEARCH, self._find)
        self.chips = {
            chapter: ChapterChip(
                tr(f"{game.id}_rules.chapter.{chapter}"),
                self._icon_of(chapter),
                self._accent,
                partial(self.turn_to, chapter),
            )
            for chapter in rulebook.CHAPTERS
        }
        # Of a mark and a word, larger letters need more.
        self._chips = Grid(*self.chips.values(), gap=8, narrowest=104 * look().text_scale, most_columns=3)
        self._nothing = Text(tr("rules.nearest"), size_sp=16, tone="ink_2")
        self._list = Column(gap=8)
        self._reading = Column(gap=8)
        self._left = Column(Row(self.field, self.finder, gap=8), self._chips, self._list, gap=14)
        self._panes = Panes(self._left, self._reading, gap=20)
        self.body.add_widget(self._panes)
        back = tr("rules.back" if table is None else "app.board.back")
        self.with_footer(
            MainButton(
                back,
                shell.stage.leave,
                accent=self._accent,
                icon=Icon.CHECK if table is None else Icon.PEOPLE,
            )
        )
        self._folded: dict[tuple[str, bool], FoldedEntry] = {}
        self._sought: Widget | None = None
        self._seek = Clock.create_trigger(self._bring)
        self._find_soon = Clock.create_trigger(self._show, -1)
        self.body.bind(height=self._seek)
        self._panes.bind(orientation=self._show)
        self._show()

    # -- what is shown ------------------------------------------------------------------------------------

    def _show(self, *_: object) -> None:
        query = self.field.text.strip()
        sure, shown = True, self._in_chapter()
        if query:
            found = self._search.search(self.field.text)
            sure, shown = found.sure, found.entries[:_MOST_FOUND]
        self.finder.glyph.show(Icon.CLOSE if query else Icon.SEARCH)
        self._put(self._chips, not query)
        for chapter, chip in self.chips.items():
            chip.choose(chapter == self.chapter)
        beside = self._panes.orientation == "horizontal"
        if beside and self.opened not in shown:
            self.opened = shown[0] if shown else None
        self._list.clear_widgets()
        self._reading.clear_widgets()
        if not sure:
            self._list.add_widget(self._nothing)
        for entry_id in shown:
            opened = entry_id == self.opened
            folded = self._folded_entry(entry_id, beside)
            folded.choose(opened)
            self._list.add_widget(self._read(entry_id) if opened and not beside else folded)
        if beside and self.opened is not None:
            self._reading.add_widget(self._read(self.opened))

    def _put(self, part: Widget, shown: bool) -> None:
        """What is searched for comes right below the field."""
        if shown and part.parent is None:
            self._left.add_widget(part, index=1)
        elif not shown and part.parent is not None:
            self._left.remove_widget(part)

    def _in_chapter(self) -> tuple[str, ...]:
        of_it = [entry.id for entry in self._entries if entry.chapter == self.chapter]
        return tuple(sorted(of_it, key=lambda entry_id: entry_id != self._ahead))

    @cached_property
    def _search(self) -> RuleSearch:
        return RuleSearch(told_in(self._shell.tr, self._game.id, self._entries))

    def _icon_of(self, chapter: str) -> Icon:
        return Icon[next((entry.icon for entry in self._entries if entry.chapter == chapter), "BOOK")]

    def _folded_entry(self, entry_id: str, beside: bool) -> FoldedEntry:
        made = self._folded.get((entry_id, beside))
        if made is None:
            entry, tap = self._entry(entry_id), partial(self.open, entry_id)
            made = FoldedEntry(self._title(entry), Icon[entry.icon], self._accent, tap, beside=beside)
            self._folded[entry_id, beside] = made
        return made

    # -- an entry -----------------------------------------------------------------------------------------

    def _entry(self, entry_id: str) -> Entry:
        entry = entry_of(self._entries, entry_id)
        if entry is None:
            raise LookupError(f"no entry {entry_id}")
        return entry

    def _words(self, entry: Entry, part: str, args: Any) -> str:
        return self._shell.tr(f"{self._game.id}_rules.entry.{entry.id}.{part}", **args)

    def _title(self, entry: Entry) -> str:
        return self._words(entry, "title", entry.numbers)

    def _read(self, entry_id: str) -> OpenedEntry:
        tr, entry = self._shell.tr, self._entry(entry_id)
        parts: list[Widget] = [Text(self._words(entry, "text", entry.numbers), size_sp=18)]
        now = self._now(entry_id)
        if now:
            told = Text(now, size_sp=18)
            line = self._accent.line
            parts.append(Aside(Icon.PEOPLE, tr("rules.at_table"), told, tone=line, ground=self._accent.deep))
        if entry.has_example:
            example = Text(self._words(entry, "example", entry.example), size_sp=17)
            parts.append(Aside(Icon.PENCIL, tr("rules.example"), example, tone="ink_2"))
        if entry.unknown:
            parts.append(self._note(entry_id))
        if entry.see:
            parts.append(self._see_also(entry))
        refused = self._refused if entry_id == self._refused_at else None
        return OpenedEntry(
            self._title(entry),
            Icon[entry.icon],
            self._accent,
            parts,
            None if self._panes.orientation == "horizontal" else partial(self.open, None),
            "" if refused is None else tr.problem(refused),
        )

    def _now(self, entry_id: str) -> str:
        """What it means at the table, if there is one and it says anything."""
        told = None if self._table is None else self._game.find("entry", "at_table")
        if told is None or self._table is None:
            return ""
        sentence = told.at_table(entry_id, self._table.setup, self._table.state)
        return "" if sentence is None else self._shell.tr(sentence.key, **sentence.args)

    def _note(self, entry_id: str) -> Aside:
        tr = self._shell.tr
        note = note_on(self._shell, self._game.id, entry_id)
        words = Text(note or tr("rules.unknown_why"), size_sp=17, tone="ink" if note else "ink_2")
        write = SideButton(
            tr("rules.note.change" if note else "rules.note.write"),
            partial(self.write, entry_id),
            icon=Icon.PENCIL,
            outlined=True,
        )
        label = tr("rules.note.title" if note else "rules.unknown")
        return Aside(
            Icon.PENCIL if note else Icon.INFO, label, words, write, tone="ember", ground="ember_deep"
        )

    def _see_also(self, entry: Entry) -> Widget:
        links = [
            SeeLink(self._title(other), partial(self.go_to, other.id))
            for other in map(self._entry, entry.see)
        ]
        label = Text(self._shell.tr("rules.see"), weight=700, size_sp=15, tone="ink_2")
        columns = min(2, len(links))
        return Column(
            label, Grid(*links, gap=8, narrowest=140 * look().text_scale, most_columns=columns), gap=6
        )

    # -- acting -------------------------------------------------------------------------------------------

    def open(self, entry_id: str | None) -> None:
        """Read this one, in its place; None: fold the one that is read."""
        self.opened = entry_id
        self._show()
        self._keep_in_sight()

    def turn_to(self, chapter: str) -> None:
        self.chapter, self.opened, self._ahead = chapter, None, None
        self._trail.clear()
        self._show()

    def go_to(self, entry_id: str) -> None:
        """Read another one, before its chapter; going back leads here again."""
        self._trail.append((self.field.text, self.opened))
        self._begin_with(entry_id)

    def write(self, entry_id: str) -> None:
        """How the table plays it."""
        self._shell.stage.open_sheet(NoteSheet(self._shell, self._game.id, entry_id, self._show))

    def go_back(self) -> bool:
        if not self._trail:
            return False
        query, entry_id = self._trail.pop()
        if query:
            self.field.text, self.opened = query, entry_id
            self._show()
        elif entry_id is not None:
            self._begin_with(entry_id)
        return True

    def _begin_with(self, entry_id: str) -> None:
        self.field.text = ""
        self.chapter = self._entry(entry_id).chapter
        self.opened = self._ahead = entry_id
        self._show()
        self._keep_in_sight()

    def _typed(self, *_: object) -> None:
        self.opened = None
        self._find_soon()

    def _enter(self, _: str) -> None:
        """The best of what was found."""
        self.field.focus = False
        if self.field.text.strip():
            self.open(self._search.search(self.field.text).entries[0])

    def _find(self) -> None:
        if self.field.text:
            self.field.text = ""
        self.field.focus = True

    # -- staying in sight ---------------------------------------------------------------------------------

    def _keep_in_sight(self) -> None:
        cards = [
            card for card in (*self._reading.children, *self._list.children) if isinstance(card, OpenedEntry)
        ]
        self._sought = cards[0] if cards else None
        self._seek()

    def on_touch_down(self, touch: Any) -> bool:
        self._sought = None
        return bool(super().on_touch_down(touch))

    def _bring(self, *_: object) -> None:
        """No further than it takes to see all of the entry; of a long one, its beginning."""
        hidden = self.body.height - self.scroll.height
        card = self._sought
        if card is None or hidden <= 0 or card.parent is None:
            return
        top = self.body.to_widget(*self.body.to_window(0, self.body.y + self.body.height))[1]
        over = top - card.y - card.height - dp(8)
        under = over + card.height + dp(16) - self.scroll.height
        seen = (1 - self.scroll.scroll_y) * hidden
        wanted = max(seen, under) if over >= seen else over
        self.scroll.scroll_y = 1 - min(1.0, max(0.0, min(wanted, over) / hidden))

    # -- built anew ---------------------------------------------------------------------------------------

    def keep(self) -> tuple[str, str | None, str | None]:
        return self.chapter, self.opened, self._ahead

    def take_up(self, kept: tuple[str, str | None, str | None]) -> None:
        self.chapter, self.opened, self._ahead = kept
        self._show()
