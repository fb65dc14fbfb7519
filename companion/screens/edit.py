"""Base of the sheets and pages that edit an entry of a session's history: the unsaved edit, the preview of
its effects on later moves, and the commit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AnyController, AppContext
from companion.core.game import IllegalMove
from companion.core.resume_state import BoardOverlay
from companion.core.serialization import encode
from companion.core.session import DroppedMove, LogEdit
from companion.games.registry import get_game
from companion.i18n.translator import Translator
from companion.screens.rows import show_with_undo
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.cards import ChoiceChips, Notice
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.page import Page, Sheet, Stateful
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import MUTED, STRONG, IconLabel, Text
from companion.widgets.theme import ACCENTS, CANDLE, RADIUS_CARD, Accent, theme_colour

T = TypeVar("T")

# (description of a dropped item, rule that it would break; may be empty).
DroppedItem = tuple[str, str]
# Maximum number of dropped items to list; the others are only counted.
_MAX_LISTED = 6


@dataclass(frozen=True, slots=True)
class EditMessages:
    """Message keys of an edit; games can override them."""

    commit: str = "app.edit.keep"
    commit_and_drop: str = "app.edit.keep_and_drop"
    no_change: str = "app.edit.nothing"
    nothing_dropped: str = "app.edit.all_fits"
    dropped: str = "app.edit.drops"
    changed: str = "app.edit.changed"


class EditPreviewPanel(Column):
    """Shows the effects of an edit and controls the button that commits it.

    `edit` is what the button commits, None if there is nothing to commit; `text` is the message that is
    shown.
    """

    def __init__(
        self, tr: Translator, commit_button: PrimaryButton, button_text: str, messages: EditMessages
    ) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self._commit_button = commit_button
        self._messages = messages
        self._button_text = button_text or tr(messages.commit)
        self.edit: LogEdit[Any] | None = None
        self.text = ""

    def show_incomplete(self, text: str = "") -> None:
        """Show that the edit is incomplete or changes nothing."""
        self._show_text(text or self._tr(self._messages.no_change))

    def show_preview(
        self,
        preview_edit: Callable[[], LogEdit[Any]],
        describe_dropped: Callable[[Sequence[DroppedMove[Any]]], Sequence[DroppedItem]],
        success_key: str = "",
    ) -> None:
        """Show what the edit keeps and drops, or why it is illegal. `describe_dropped` describes the dropped
        moves; `success_key` replaces the message if nothing is dropped."""
        tr, messages = self._tr, self._messages
        try:
            edit = preview_edit()
        except IllegalMove as error:
            text = tr.translate_problem(error.problem)
            self._show_content(Notice(text, is_error=True), text)
            return
        if not edit.has_changes:
            self.show_incomplete()
        elif not edit.dropped_moves:
            self._show_text(tr(success_key or messages.nothing_dropped), edit)
        else:
            dropped = describe_dropped(edit.dropped_moves)
            heading = tr(messages.dropped, n=len(dropped))
            content = _build_dropped_list(tr, heading, dropped)
            self._show_content(content, heading, edit, tr(messages.commit_and_drop, n=len(dropped)))

    def _show_text(self, text: str, edit: LogEdit[Any] | None = None) -> None:
        self._show_content(Text(text, MUTED), text, edit)

    def _show_content(
        self, content: Widget, text: str, edit: LogEdit[Any] | None = None, button_text: str = ""
    ) -> None:
        self.edit, self.text = edit, text
        self._commit_button.show(button_text or self._button_text)
        self._commit_button.enabled = edit is not None
        self.clear_widgets()
        self.add_widget(content)


def _build_dropped_list(tr: Translator, heading: str, dropped: Sequence[DroppedItem]) -> Column:
    """Return the dropped items with the rules they would break, and the number of unlisted ones."""
    icon = IconLabel(Icon.WARNING, 28, tone="ember")
    column = Column(Row(icon, Text(heading, STRONG), gap=12), gap=6, padding=(dp(16), dp(12)))
    background, border = theme_colour("ember_deep"), theme_colour("ember")
    RoundedBox(column, radius=RADIUS_CARD, background=background, border=border, line_width=1.5)
    for item, rule in dropped[:_MAX_LISTED]:
        column.add_widget(Text(item, STRONG))
        # Empty if the previous item names the same rule.
        if rule:
            column.add_widget(Text(rule, MUTED))
    if len(dropped) > _MAX_LISTED:
        column.add_widget(Text(tr("app.edit.and_more", n=len(dropped) - _MAX_LISTED), MUTED))
    return column


class EntryEditor:
    """Edits one entry of a session. Subclasses call `begin_edit` first, place its widgets (`main` commits,
    `preview` shows the effects, `remove_button` removes the entry) and implement `show_edit` and
    `toggle_removed`."""

    overlay = BoardOverlay.EDIT
    messages = EditMessages()
    entry_edit: Any

    def begin_edit(
        self, context: AppContext, controller: AnyController, entry_edit: Any, button_text: str = ""
    ) -> None:
        tr = context.tr
        self._app_context, self.controller, self.session = context, controller, controller.session
        self.entry_edit = entry_edit
        self.main = PrimaryButton(
            " ",
            self._commit,
            accent=ACCENTS[get_game(self.session.game.id).accent],
            icon=Icon.CHECK,
            on_blocked=self.explain_disabled,
        )
        self.preview = EditPreviewPanel(tr, self.main, button_text, self.messages)
        self.remove_button = SecondaryButton(" ", self.toggle_removed, icon=Icon.TRASH, outlined=True)

    def update_edit(self, entry_edit: Any) -> None:
        """Save the edit for resuming, then show it."""
        self.entry_edit = entry_edit
        self.save_resume_state()
        self.show_edit()

    def save_resume_state(self) -> None:
        self._app_context.resume_state.set_open_table(
            self.session.game_id, self.overlay, encode(self.make_record())
        )

    def make_record(self) -> object:
        """Return the edit in the form in which it is stored."""
        return self.entry_edit

    def show_edit(self) -> None:
        raise NotImplementedError

    def toggle_removed(self) -> None:
        raise NotImplementedError

    def explain_disabled(self) -> None:
        """Called by a tap on the main button while there is nothing to commit."""

    def show_removed(self, is_removed: bool) -> None:
        """Let the button remove the entry or put it back."""
        key = "app.edit.put_back" if is_removed else "app.edit.remove"
        self.remove_button.label.content = self._app_context.tr(key)

    def _commit(self) -> None:
        edit = self.preview.edit
        if edit is not None and self._app_context.run_or_show_error(
            lambda: self.controller.commit_edit(edit)
        ):
            self.on_committed()

    def on_committed(self) -> None:
        raise NotImplementedError


class BaseEditSheet(EntryEditor, Sheet):
    """Edits an entry above the history; `after_commit` updates the history."""

    overlay = BoardOverlay.HISTORY
    after_commit: Callable[[], object]

    def on_committed(self) -> None:
        self.close_edit()
        self.after_commit()

    def close_edit(self) -> None:
        """Close the sheet and clear the unsaved edit."""
        self._app_context.resume_state.set_open_table(self.session.game_id, self.overlay)
        self._app_context.navigator.close_sheet()


class BaseEditPage(EntryEditor, Stateful, Page):
    max_width_dp = 1040

    def save_state(self) -> object:
        return self.entry_edit

    def restore_state(self, state: Any) -> None:
        self.entry_edit = state
        self.show_edit()

    def enter(self) -> None:
        self.save_resume_state()

    def explain_disabled(self) -> None:
        self._app_context.toaster.show(self.preview.text)

    def on_committed(self) -> None:
        """Go back and offer to undo the edit."""
        context = self._app_context
        context.go_back()
        page = context.navigator.page

        def undo() -> None:
            if context.run_or_show_error(self.controller.undo):
                page.enter()

        show_with_undo(context, context.tr(self.messages.changed), undo)


class EditPart:
    """Mixin of the parts of an editor: `apply_edit` calls a method of the shown edit, then `on_change`."""

    on_change: Callable[[Any], object]
    entry_edit: Any = None

    def apply_edit(self, method: Callable[..., Any], *args: object) -> None:
        if self.entry_edit is not None:
            self.on_change(method(self.entry_edit, *args))


def build_field(label: str, *controls: Widget) -> Column:
    """Return controls below their label."""
    return Column(Text(label, MUTED), *controls, gap=4)


def build_choice_field(
    label: str,
    options: Sequence[tuple[T, str]],
    selected: T | None,
    on_select: Callable[[T], object],
    *,
    min_column_width: float,
    max_columns: int | None = None,
    accent: Accent = CANDLE,
) -> Column:
    """Return a choice below its label, by default with all options in one row if they fit."""
    columns = len(options) if max_columns is None else max_columns
    return build_field(
        label,
        ChoiceChips(
            options,
            selected,
            on_select,
            min_column_width=min_column_width,
            max_columns=columns,
            accent=accent,
        ),
    )
