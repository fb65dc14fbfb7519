"""What would come of a change of the past: said before anything is done, and then done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.game import IllegalMove
from companion.i18n.translator import Translator
from companion.table import DroppedMove, LogEdit
from companion.widgets.cards import Notice
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import RoundedBox
from companion.widgets.tap import PrimaryButton
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_CARD, theme_colour

# A thing that would go, and the rule that no longer allows it.
DroppedItem = tuple[str, str]
# More than so many are only counted.
_MAX_LISTED = 6


@dataclass(frozen=True, slots=True)
class EditMessages:
    """The keys of what is said of a change; a game may say it in its own words."""

    commit: str = "app.edit.keep"
    commit_and_drop: str = "app.edit.keep_and_drop"
    no_change: str = "app.edit.nothing"
    nothing_dropped: str = "app.edit.all_fits"
    dropped: str = "app.edit.drops"


class EditPreviewPanel(Column):
    """Minds the button that accepts the change, on which `button_text` stands unless something would go
    with it.

    `edit` is what a tap on it accepts, None as long as there is nothing to accept; `text` say why, or
    what would come of it.
    """

    def __init__(
        self,
        tr: Translator,
        commit_button: PrimaryButton,
        button_text: str = "",
        messages: EditMessages | None = None,
    ) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self._commit_button = commit_button
        self._messages = messages or EditMessages()
        self._button_text = button_text or tr(self._messages.commit)
        self.edit: LogEdit[Any] | None = None
        self.text = ""

    def show_incomplete(self, text: str = "") -> None:
        """Something is missing still, or nothing is changed yet."""
        self._show_text(text or self._tr(self._messages.no_change))

    def show_preview(
        self,
        preview_edit: Callable[[], LogEdit[Any]],
        describe_dropped: Callable[[Sequence[DroppedMove[Any]]], Sequence[DroppedItem]],
        success_key: str = "",
    ) -> None:
        """Say what the revision keeps and drops, `describe_dropped` in words, or why the rules refuse it.

        `success_key` is the key of what to say where nothing is dropped, if not the usual.
        """
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
            others = (
                tr("app.edit.and_more", n=len(dropped) - _MAX_LISTED) if len(dropped) > _MAX_LISTED else ""
            )
            dropped_list = _DroppedList(heading, dropped[:_MAX_LISTED], others)
            self._show_content(dropped_list, heading, edit, tr(messages.commit_and_drop, n=len(dropped)))

    def _show_text(self, text: str, edit: LogEdit[Any] | None = None) -> None:
        self._show_content(Text(text, tone="ink_2"), text, edit)

    def _show_content(
        self, content: Widget, text: str, edit: LogEdit[Any] | None = None, button_text: str = ""
    ) -> None:
        self.edit, self.text = edit, text
        self._commit_button.show(button_text or self._button_text)
        self._commit_button.enabled = edit is not None
        self.clear_widgets()
        self.add_widget(content)


class _DroppedList(Column):
    """Each thing that would go with the rule that no longer allows it, and how many others."""

    def __init__(self, heading: str, dropped: Sequence[DroppedItem], others: str) -> None:
        super().__init__(gap=6, padding=(dp(16), dp(12)))
        RoundedBox(
            self,
            radius=RADIUS_CARD,
            background=theme_colour("ember_deep"),
            border=theme_colour("ember"),
            line_width=1.5,
        )
        icon = IconLabel(Icon.WARNING, 28, tone="ember", pos_hint={"center_y": 0.5})
        self.add_widget(Row(icon, Text(heading, weight=500, pos_hint={"center_y": 0.5}), gap=12))
        for item, rule in dropped:
            self.add_widget(Text(item, weight=500))
            # What several go by is told with the first of them.
            if rule:
                self.add_widget(Text(rule, tone="ink_2"))
        if others:
            self.add_widget(Text(others, tone="ink_2"))
