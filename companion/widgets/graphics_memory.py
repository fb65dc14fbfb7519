"""What lies in the memory of the graphics chip. A phone may take it all back while the app is out of sight,
and Kivy is not told."""

from __future__ import annotations

from functools import lru_cache

from kivy.cache import Cache
from kivy.core.window import Window
from kivy.graphics import SmoothEllipse, SmoothLine
from kivy.graphics.context import get_context
from kivy.graphics.opengl import glIsTexture
from kivy.graphics.texture import Texture

from companion.widgets.backdrop import glow_texture
from companion.widgets.shapes import refill_on_reload


@lru_cache(maxsize=1)
def protect_smooth_textures() -> None:
    """All smooth lines share one picture, all smooth shapes another, and Kivy draws these anew only as long
    as the first line and the first shape of all are there."""
    for shape in (SmoothLine, SmoothEllipse):
        shape()
    for name in ("smoothline", "antialiasing_line"):
        texture: Texture = Cache.get("kv.graphics.texture", name)
        refill_on_reload(texture, texture.pixels)


def reload_if_context_lost() -> None:
    """Have everything drawn anew where it is gone; found out by a picture that is always there."""
    if not glIsTexture(glow_texture().id):
        get_context().reload()
        Window.canvas.ask_update()
