"""Android's speech engine in a real JVM, with every kind of failure; choice of its voice."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.narrator.voices.android import AndroidVoice, EngineVoice, choose_engine_voice
from companion.narrator.voices.clip import ClipCache, Line, VoiceError
from tests.phone.jvm import Phone

# Nobody waits so long here; and what never comes is given no time.
AGES, NO_TIME = 30.0, 0.0


class Evening:
    """A phone whose engine works until a test says otherwise, and a voice that asks it."""

    def __init__(self, folder: Path) -> None:
        from jnius import autoclass

        self.engine = autoclass("android.speech.tts.TextToSpeech")
        self.engine.reset()
        self.engine.languages.put("en-US", 0)
        self.folder = folder
        self.voice = self.another_voice()

    def another_voice(self) -> AndroidVoice:
        return AndroidVoice(ClipCache(self.folder), AGES)

    def said(
        self,
        text: str = "Close your eyes.",
        language: str = "en",
        pace: float = 1.0,
        meanwhile: Callable[[], object] = lambda: None,
    ) -> Any:
        """The seconds of a line, or what is wrong; asked outside the main thread, as the app does."""
        told: list[Any] = []

        def ask() -> None:
            try:
                told.append(self.voice.render(Line("key", text, language), pace).seconds)
            except VoiceError as refused:
                told.append(refused.problem.code)

        worker = threading.Thread(target=ask)
        worker.start()
        meanwhile()
        worker.join()
        return told[0]

    def calls(self, *kinds: str) -> list[str]:
        return [call for call in self.engine.calls.toArray() if call.split(" ")[0] in kinds]

    def kept(self) -> int:
        return len(list(self.folder.glob("*")))

    def offer(self, *voices: tuple[str, str, int, bool, tuple[str, ...]]) -> None:
        from jnius import autoclass

        self.engine.voices = autoclass("java.util.ArrayList")()
        for name, tag, quality, network, features in voices:
            told = autoclass("java.util.HashSet")()
            for feature in features:
                told.add(feature)
            locale = autoclass("java.util.Locale").forLanguageTag(tag)
            voice = autoclass("android.speech.tts.Voice")(name, locale, quality, 300, network, told)
            self.engine.voices.add(voice)


# -- on the phone -------------------------------------------------------------------------------------------


def a_line_said_twice(evening: Evening) -> list[Any]:
    evening.voice.start()
    evening.voice.pitch = 1.25
    words = "Μάτια κλειστά · چشم‌ها بسته"
    heard = evening.said(words, pace=0.75), evening.said(words, pace=0.75)
    return [*heard, evening.engine.rate, evening.engine.pitch, evening.calls("synthesizeToFile")]


def a_voice_chosen(evening: Evening) -> list[Any]:
    evening.offer(
        ("far", "en-US", 500, True, ()),
        ("missing", "en-US", 500, False, ("notInstalled", "other")),
        ("here", "en-US", 300, False, ("other",)),
        ("british", "en-GB", 400, False, ()),
        ("italian", "it-IT", 500, False, ()),
    )
    evening.voice.start()
    heard = [evening.said()]
    evening.offer(("another", "en-US", 500, False, ()))
    evening.voice = evening.another_voice()
    evening.voice.start()
    heard.append(evening.said())
    return [*heard, evening.calls("setVoice", "setLanguage"), evening.kept()]


def voices_that_do_not_count(evening: Evening) -> list[Any]:
    evening.offer(("far", "en-US", 500, True, ()), ("odd", "qq", 500, False, ()))
    evening.engine.languages.put("fa-IR", -1)
    evening.voice.start()
    heard = [evening.said(language=language) for language in ("en", "el", "fa")]
    return [*heard, evening.calls("setVoice", "setLanguage")]


def an_engine_that_does_not_work(evening: Evening) -> list[Any]:
    evening.engine.init = "badly"
    evening.voice.start()
    return [evening.said(), evening.voice.supports_language("en"), evening.calls("setLanguage")]


def no_engine_at_all(evening: Evening) -> list[Any]:
    evening.engine.init = "in the constructor"
    evening.voice.start()
    return [evening.said(), evening.voice.supports_language("en"), evening.calls("setLanguage")]


def an_engine_that_comes_late(evening: Evening) -> list[Any]:
    evening.engine.init, evening.voice.timeout = "late", NO_TIME
    evening.voice.start()
    before = evening.said()
    # It would be waited for until the test is given up, if it were waited for again.
    evening.voice.timeout = 1e6
    again = evening.said()
    evening.engine.come()
    return [before, again, evening.said()]


def bad_results(evening: Evening) -> list[Any]:
    evening.voice.start()
    bad: list[Any] = []
    for how in ("nothing", "empty", "cut off", "silent"):
        evening.engine.synthesis = how
        bad.append(evening.said())
    left = evening.kept()
    evening.engine.synthesis = "well"
    return [*bad, left, evening.said()]


def a_hang(evening: Evening) -> list[Any]:
    evening.voice.start()
    evening.voice.supports_language("en")
    evening.engine.synthesis, evening.voice.timeout = "hangs", NO_TIME
    hung = evening.said()
    evening.voice.timeout = 1e6
    return [hung, evening.said("Open your eyes."), evening.calls("synthesizeToFile", "stop"), evening.kept()]


def an_end_that_is_told_again(evening: Evening) -> list[Any]:
    evening.voice.start()
    before = evening.said()
    evening.engine.synthesis, evening.voice.timeout = "the one before ends again", NO_TIME
    return [before, evening.said("Open your eyes.")]


def a_death(evening: Evening) -> list[Any]:
    evening.voice.start()
    heard = [evening.said()]
    evening.engine.died = 1
    heard += evening.said("Open your eyes."), evening.said("Look around.")
    return [*heard, evening.calls("new", "shutdown")]


def two_deaths(evening: Evening) -> list[Any]:
    evening.voice.start()
    heard = [evening.said()]
    evening.engine.died = 2
    heard.append(evening.said("Open your eyes."))
    evening.engine.died = 0
    heard.append(evening.said("Look around."))
    return [*heard, evening.said(), evening.calls("new", "shutdown")]


def calls_that_throw(evening: Evening) -> list[Any]:
    evening.voice.start()
    thrown = []
    for method in ("setLanguage", "synthesizeToFile"):
        evening.engine.throwing = method
        thrown.append(evening.said())
    evening.engine.throwing = ""
    return [*thrown, evening.said()]


def questions_for_voices_that_throw(evening: Evening) -> list[Any]:
    evening.offer(("here", "en-US", 300, False, ()))
    heard = []
    for method in ("getVoices", "getDefaultVoice", "setVoice"):
        evening.engine.throwing = method
        evening.voice = evening.another_voice()
        evening.voice.start()
        heard.append(evening.said())
    return [*heard, evening.calls("setVoice", "setLanguage")]


def a_line_too_long(evening: Evening) -> list[Any]:
    evening.voice.start()
    return [evening.said("a" * 4001), evening.calls("synthesizeToFile"), evening.said("a" * 4000)]


def a_folder_that_takes_nothing(evening: Evening) -> list[Any]:
    evening.folder.touch()
    evening.voice.start()
    return [evening.said(), evening.calls("synthesizeToFile", "new")]


def the_end(evening: Evening) -> list[Any]:
    evening.voice.start()
    heard = evening.said()
    evening.voice.close()
    evening.voice.close()
    return [heard, evening.said("Open your eyes."), evening.calls("shutdown")]


def the_end_while_somebody_waits(evening: Evening) -> list[Any]:
    evening.voice.start()
    evening.engine.synthesis = "hangs"

    def close() -> None:
        while not evening.calls("synthesizeToFile"):
            pass
        evening.voice.close()

    return [evening.said(meanwhile=close)]


def no_way_to_ask_for_one(evening: Evening) -> list[Any]:
    """The narrator does without it, and the sound check says who speaks."""
    from jnius import autoclass

    from companion.narrator.narration import Narration
    from companion.settings import Settings

    activities = autoclass("org.kivy.android.PythonActivity")
    there, activities.mActivity = activities.mActivity, None
    narration = Narration(evening.folder)
    narration.start_engine()
    checked = narration.check_voices(Settings())
    narration.close()
    activities.mActivity = there
    return [dict(checked.voice_names), len(checked.problems)]


FAILED, HANGS, EMPTY = "voice_engine_failed", "voice_engine_hangs", "voice_engine_empty"
NO_LANGUAGE = "voice_no_language"
EVENINGS: dict[Callable[[Evening], list[Any]], list[Any]] = {
    a_line_said_twice: [1.0, 1.0, 0.75, 1.25, ["synthesizeToFile Μάτια κλειστά · چشم‌ها بسته"]],
    # The line is said anew where another voice says it.
    a_voice_chosen: [1.0, 1.0, ["setVoice here", "setVoice another"], 2],
    voices_that_do_not_count: [
        *(1.0, NO_LANGUAGE, NO_LANGUAGE),
        [f"setLanguage {tag}" for tag in ("en-US", "en-US", "el-GR", "el", "fa-IR", "fa")],
    ],
    an_engine_that_does_not_work: [NO_LANGUAGE, False, []],
    no_engine_at_all: [NO_LANGUAGE, False, []],
    an_engine_that_comes_late: [NO_LANGUAGE, NO_LANGUAGE, 1.0],
    bad_results: [EMPTY, EMPTY, EMPTY, EMPTY, 0, 1.0],
    a_hang: [HANGS, HANGS, ["synthesizeToFile Close your eyes.", "stop"], 0],
    an_end_that_is_told_again: [1.0, HANGS],
    a_death: [1.0, 1.0, 1.0, ["new", "shutdown", "new"]],
    # What was said before can be heard again.
    two_deaths: [1.0, FAILED, FAILED, 1.0, ["new", "shutdown", "new"]],
    calls_that_throw: [NO_LANGUAGE, FAILED, 1.0],
    # The second line is the first one again, and needs nobody.
    questions_for_voices_that_throw: [
        *(1.0, 1.0, FAILED),
        ["setLanguage en-US", "setLanguage en-US", "setLanguage en-US", "setVoice here"],
    ],
    a_line_too_long: [FAILED, [], 1.0],
    # No fault of the engine's: it is neither asked nor replaced.
    a_folder_that_takes_nothing: ["voice_not_kept", ["new"]],
    the_end: [1.0, NO_LANGUAGE, ["shutdown"]],
    the_end_while_somebody_waits: [EMPTY],
    no_way_to_ask_for_one: [{"en": "builtin"}, 0],
}


def every_evening(folder: str) -> dict[str, Any]:
    """One after another on the same phone; one that goes wrong spoils no other."""
    told: dict[str, Any] = {}
    for spend in EVENINGS:
        try:
            told[spend.__name__] = spend(Evening(Path(folder) / spend.__name__))
        except Exception:
            told[spend.__name__] = traceback.format_exc()
    return told


# -- seen from here -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def told(phone: Phone, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    evenings: dict[str, Any] = phone(every_evening, str(tmp_path_factory.mktemp("evenings")))
    return evenings


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda spend: spend.__name__)
def test_every_line_is_rendered_or_fails_with_a_voice_error(
    told: dict[str, Any], evening: Callable[[Evening], list[Any]]
) -> None:
    assert told[evening.__name__] == EVENINGS[evening]


HERE = EngineVoice("here", "USA", 300)


@pytest.mark.parametrize(
    "other",
    [
        EngineVoice("far", "USA", 500, needs_network=True),
        EngineVoice("missing", "USA", 500, is_installed=False),
        EngineVoice("abroad", "GBR", 500),
        EngineVoice("coarse", "USA", 200),
        EngineVoice("homeless", "", 400),
        EngineVoice("later", "USA", 300),
    ],
)
def test_the_choice_of_voice_does_not_depend_on_the_order(other):
    for offered in ((HERE, other), (other, HERE)):
        assert choose_engine_voice(offered, "USA") == HERE


def test_the_default_voice_of_the_owner_comes_first_if_usable():
    other = EngineVoice("abroad", "GBR", 100)
    assert choose_engine_voice((HERE, other), "USA", default_name="abroad") == other
    far = EngineVoice("far", "GBR", 100, needs_network=True)
    assert choose_engine_voice((HERE, far), "USA", default_name="far") == HERE


def test_without_a_usable_voice_there_is_no_choice():
    assert choose_engine_voice((), "USA") is None
    assert (
        choose_engine_voice(
            (EngineVoice("far", needs_network=True), EngineVoice("missing", is_installed=False))
        )
        is None
    )
