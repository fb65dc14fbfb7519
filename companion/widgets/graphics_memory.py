"""What lies in the memory of the graphics chip. A phone may take it all back while the app is out of sight,
and Kivy is not told."""

from __future__ import annotations

from kivy.core.window import Window
from kivy.graphics.context import get_context
from kivy.graphics.opengl import glIsTexture

from companion.widgets.backdrop import glow


def restore_if_lost() -> None:
    """Have everything drawn anew where it is gone; found out by a picture that is always there."""
    if not glIsTexture(glow().id):
        get_context().reload()
        Window.canvas.ask_update()
