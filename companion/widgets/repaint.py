"""Paints a window only where something changed since the frame before.

All is painted into a picture as large as the window, and the picture is shown. A tap changes a few words and
colours: only the rectangles around these are painted again, and the rest of the picture stays. While most
of the window moves, it is painted straight into the window, as Kivy does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, Fbo, Rectangle, RenderContext
from kivy.graphics.opengl import (
    GL_BLEND,
    GL_SCISSOR_TEST,
    glDisable,
    glEnable,
    glFinish,
    glScissor,
)
from kivy.graphics.transformation import Matrix

from companion.widgets.changes import Seen, look, look_again
from companion.widgets.region import EVERYWHERE, NOWHERE, Rect, area, around, gathered, is_empty, whole_pixels

# To paint more of the window than this in parts gains nothing: the picture must be shown as well.
_MOST = 0.5
# To go through all instructions once more must spare so much of the window.
_A_PASS = 0.25
# A frame that changes nearly all is painted straight into the window, and what it shows is looked at in the
# next frame. If that one changes all again, something moves: then ever more are left out, up to so many.
_LONGEST_MOTION = 8
_NO_PIXEL: Rect = (0, 0, 0, 0)
_COPY = """$HEADER$
void main(void) {
    gl_FragColor = texture2D(texture0, tex_coord0);
}
"""


class Repaint:
    """Paints this window from now on; `painted` is what of it the last frame painted anew, in pixels."""

    def __init__(self, window: Any) -> None:
        self._window = window
        self._picture: _Picture | None = None
        self._seen: Seen | None = None
        self._surroundings: tuple[Any, ...] = ()
        # How many frames are painted straight into the window, and how many it will be if all changes again.
        # The first one is waited for: it is looked at later.
        self._straight = self._patience = 1
        self.painted: list[Rect] = []
        window.fbind("on_draw", self._draw)

    def stop(self) -> None:
        self._window.funbind("on_draw", self._draw)
        self._forget()
        self._picture = None

    def _forget(self, *_: object) -> None:
        self._seen = None

    def _draw(self, window: Any) -> bool:
        """True keeps Kivy from painting the window itself."""
        surroundings = (
            window.size,
            window.rotation,
            tuple(window.clearcolor),
            *_matrices(window.render_context),
        )
        if surroundings != self._surroundings:
            self._surroundings = surroundings
            self._forget()
        everything: Rect = (0, 0, *_pixels(window))
        self.painted = [everything]
        if self._seen is not None:
            self._find_changes(self._seen, everything)
        elif not self._straight:
            self._seen = look(window.canvas)
        if self._straight:
            self._straight -= 1
            return False
        if self._picture is None or self._picture.bounds != everything:
            self._picture = _Picture(everything, on_loss=self._forget)
            self.painted = [everything]
        self._picture.paint(window, self.painted)
        self._picture.show()
        return True

    def _find_changes(self, seen: Seen, everything: Rect) -> None:
        """What differs from what was seen, in few rectangles; nothing is known any more if it is too much."""
        self._seen, changed = look_again(seen)
        on_screen = (_on_screen(self._window, rect, everything) for rect in changed)
        passes = gathered(on_screen, a_pass=_A_PASS * area(everything))
        if sum(map(area, passes)) <= _MOST * area(everything):
            self.painted = passes
            self._patience = 1
        else:
            self._forget()
            self._straight = self._patience
            self._patience = min(2 * self._patience, _LONGEST_MOTION)


class _Picture:
    """What the window shows, kept from frame to frame."""

    def __init__(self, bounds: Rect, on_loss: Callable[..., object]) -> None:
        self.bounds = bounds
        size = width, height = int(bounds[2]), int(bounds[3])
        self._fbo = Fbo(size=size, with_stencilbuffer=True)
        # Every pixel goes to a pixel.
        self._fbo.texture.mag_filter = self._fbo.texture.min_filter = "nearest"
        self._fbo.add_reload_observer(on_loss)
        self._screen = RenderContext(fs=_COPY)
        # To clear a part costs more than to paint it over once something has been painted.
        self._ground = RenderContext()
        over_all = Matrix()
        over_all.view_clip(0, width, 0, height, -1, 1, 0)
        self._screen["projection_mat"] = self._ground["projection_mat"] = over_all
        with self._screen:
            Rectangle(texture=self._fbo.texture, size=size)
        with self._ground:
            self._tint = Color()
            Rectangle(size=size)

    def paint(self, window: Any, rects: list[Rect]) -> None:
        self._tint.rgba = window.clearcolor
        self._fbo.bind()
        glEnable(GL_SCISSOR_TEST)
        # What is not drawn stays flagged, and Kivy would ask for it in the next frame again.
        for number, (left, low, right, top) in enumerate(rects or [_NO_PIXEL]):
            if number:
                # A renderer that gathers what it is told would take thrice as long for a second pass.
                glFinish()
            glScissor(int(left), int(low), int(right - left), int(top - low))
            _paint_over(self._ground)
            window.render_context.draw()
        glDisable(GL_SCISSOR_TEST)
        self._fbo.release()

    def show(self) -> None:
        _paint_over(self._screen)


def _paint_over(context: RenderContext) -> None:
    """Whatever was there before."""
    glDisable(GL_BLEND)
    context.draw()
    glEnable(GL_BLEND)


def _pixels(window: Any) -> tuple[int, int]:
    """The window's own, whichever way what it shows is turned."""
    width, height = map(int, window.size)
    return (height, width) if window.rotation in (90, 270) else (width, height)


def _matrices(context: Any) -> tuple[tuple[float, ...], ...]:
    return (tuple(context["modelview_mat"].get()), tuple(context["projection_mat"].get()))


def _on_screen(window: Any, rect: Rect, everything: Rect) -> Rect:
    """Where it lies in a window that may be turned or pushed up by a keyboard."""
    if is_empty(rect):
        return NOWHERE
    if EVERYWHERE[0] in rect or EVERYWHERE[2] in rect:
        return everything
    turn = window.render_context["modelview_mat"].transform_point
    (x0, y0, _), (x1, y1, _) = turn(rect[0], rect[1], 0), turn(rect[2], rect[3], 0)
    return whole_pixels(around((x0, y0, x0, y0), (x1, y1, x1, y1)), everything)
