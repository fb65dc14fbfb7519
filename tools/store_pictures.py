"""Store screenshots in every language, taken from the tour, into fastlane/metadata/android.

Each is half as wide as high, the narrowest format that stores accept, and has a reduced palette for size.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    from tools.tour.walk import Tour

STORE = ROOT / "fastlane" / "metadata" / "android"
# Store locale to app language.
LOCALES = {"en-US": "en", "it-IT": "it", "el-GR": "el", "fa": "fa"}
# In the order shown: a store shows the first three side by side.
VIEWS = ("home", "avalon-night", "avalon-vote", "cultists-board", "silver-board", "duet-board")
SIZE, DENSITY = (1080, 2160), 2.5
# Feature graphic, the banner above a store page.
GRAPHIC = (1024, 500)


def main() -> int:
    os.environ["KIVY_METRICS_DENSITY"] = str(DENSITY)
    from companion.launch import prepare_kivy

    prepare_kivy(SIZE, off_screen=True)
    from kivy.core.image import Image

    from tools.tour.views import all_views, prepare_tour
    from tools.tour.walk import Tour

    views = {view.name: view for view in all_views()}
    with Tour(SIZE) as tour, tempfile.TemporaryDirectory() as shots:
        for locale, language in LOCALES.items():
            folder = STORE / locale / "images" / "phoneScreenshots"
            folder.mkdir(parents=True, exist_ok=True)
            prepare_tour(tour, language=language)
            (folder.parent / "featureGraphic.png").write_bytes(banner(tour))
            for number, name in enumerate(VIEWS, 1):
                tour.open_view(views[name].open)
                shot = tour.take_screenshot(Path(shots, f"{locale}-{number}.png"))
                (folder / f"{number}.png").write_bytes(in_few_colours(Image.load(str(shot)).texture))
    total = sum(path.stat().st_size for path in STORE.rglob("*.png"))
    print(f"{len(LOCALES) * len(VIEWS)} pictures; all store pictures have {total / 1e6:.1f} MB")
    return 0


def banner(tour: Tour) -> bytes:
    """Render the banner: logo next to the name, game emblems below, in the language's reading direction."""
    from kivy.metrics import dp
    from kivy.uix.floatlayout import FloatLayout

    from companion.games.registry import list_games
    from companion.widgets.backdrop import Backdrop, EmblemWidget, Logo
    from companion.widgets.text import Text
    from companion.widgets.theme import look

    width, height = GRAPHIC
    logo, emblem, gap = height * 0.66, height * 0.2, height * 0.05
    edge = height * 0.14
    start = edge + logo + edge * 0.8
    room = width - start - edge
    page = FloatLayout(size=GRAPHIC, size_hint=(None, None))
    page.add_widget(Backdrop(size=GRAPHIC, size_hint=(None, None)))

    def place(part: Any, x: float, y: float) -> None:
        part.pos = (width - x - part.width if look().rtl else x, y)
        page.add_widget(part)

    place(Logo(logo / dp(1)), edge, (height - logo) / 2)
    title = tour.app.tr("app.title")
    words = Text(title, face="title", weight=700, size_sp=40, min_size=20, max_lines=1, autosize="none")
    words.size_hint, words.size = (None, None), (room, height * 0.26)
    place(words, start, height * 0.48)
    for number, game in enumerate(list_games()):
        place(EmblemWidget(game.emblem, emblem / dp(1)), start + number * (emblem + gap), height * 0.25)
    tour.run_frames(2)  # text is rendered in the next frame
    return in_few_colours(page.export_as_image().texture, ground=look().palette.table)


def in_few_colours(texture: Any, ground: str = "#000000") -> bytes:
    """Encode a texture as PNG with few colours, over `ground` where it is transparent."""
    import numpy as np

    from tools.png import encode_few

    pixels = np.frombuffer(texture.pixels, dtype=np.uint8).reshape(texture.height, texture.width, 4)
    share = pixels[..., 3:] / 255
    under = np.array([int(ground[i : i + 2], 16) for i in (1, 3, 5)])
    return encode_few(np.rint(pixels[..., :3] * share + under * (1 - share)).astype(np.uint8))


if __name__ == "__main__":
    sys.exit(main())
