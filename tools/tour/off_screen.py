"""`make run` without a display: screenshots of every screen, and the nights as audio files."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.core.game import ProblemError
from companion.i18n.languages import FALLBACK_LANGUAGE, LANGUAGES
from companion.i18n.translator import Translator
from companion.settings import BackgroundSound, VoicePreference

# Output folder, below the working directory.
TOUR_FOLDER = Path("build", "tour")
# A phone of 390 by 844 dp at two pixels per dp.
_SIZE = (780, 1688)
_DENSITY = "2"


def draw_app(tr: Translator, prepare_kivy: Callable[..., None]) -> int:
    """Draw all screens and render all nights; return the exit code. `prepare_kivy` is that of `launch`."""
    print(tr("app.tour.no_display"), flush=True)
    os.environ.setdefault("KIVY_METRICS_DENSITY", _DENSITY)
    prepare_kivy(_SIZE, off_screen=True)
    from tools.tour.views import take_screenshots
    from tools.tour.walk import Tour

    try:
        count = 0
        with Tour(_SIZE) as tour:
            for code in dict.fromkeys((tr.code, *_sample_languages())):
                count += len(take_screenshots(tour, TOUR_FOLDER, language=code))
        print(tr("app.tour.pictures", n=count, folder=str(TOUR_FOLDER.absolute())), flush=True)
        for path in _write_nights():
            print(tr("app.tour.night", file=str(path.absolute())), flush=True)
    except (OSError, ProblemError) as failure:
        why = tr.translate_problem(failure.problem) if isinstance(failure, ProblemError) else str(failure)
        print(tr("app.tour.failed", why=why), file=sys.stderr)
        return 1
    return 0


def copy_tour(folder: Path) -> None:
    """Copy the tour, so that an installed app on whose path `folder` is can be drawn, too."""
    copy = folder / "tools" / "tour"
    shutil.copytree(Path(__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))


def _sample_languages() -> tuple[str, ...]:
    """Return English and all right-to-left languages: the other languages look like English."""
    return (FALLBACK_LANGUAGE.code, *(code for code, language in LANGUAGES.items() if language.rtl))


def _write_nights() -> Iterator[Path]:
    """Write the nights of all games as audio files, in a left-to-right and the right-to-left languages."""
    from companion.narrator.narration import Narration
    from companion.narrator.planner import NightOptions
    from tools.tour.views import all_nights

    narration = Narration(TOUR_FOLDER)
    for name, setup, style in all_nights():
        for code in _sample_languages():
            path = TOUR_FOLDER.parent / f"{name}-{code}.wav"
            night = narration.render_night(
                setup, NightOptions(style, languages=(code,)), VoicePreference.BUILTIN
            )
            narration.write_wav(night, path, BackgroundSound.RAIN)
            yield path
