"""What stores are told of the app: every language has its texts and pictures, within what stores take."""

from __future__ import annotations

from configparser import ConfigParser
from pathlib import Path

import pytest

from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from tools import png
from tools.store_pictures import GRAPHIC, LOCALES, SIZE, STORE, VIEWS

ROOT = Path(__file__).resolve().parent.parent
# In characters, as Google counts them.
LIMITS = {"title.txt": 30, "short_description.txt": 80, "full_description.txt": 4000}
CHANGELOG_BYTES = 500
ALL_PICTURES_BYTES = 4_000_000

every_locale = pytest.mark.parametrize("locale", LOCALES)


def version_code() -> str:
    spec = ConfigParser(interpolation=None)
    spec.read(ROOT / "buildozer.spec", encoding="utf-8")
    return spec["app"]["android.numeric_version"]


def text(locale: str, name: str) -> str:
    return (STORE / locale / name).read_text(encoding="utf-8").rstrip("\n")


def test_every_language_of_the_app_has_a_page() -> None:
    assert sorted(folder.name for folder in STORE.iterdir()) == sorted(LOCALES)
    assert list(LOCALES.values()) == list(LANGUAGES)


@every_locale
def test_a_page_has_the_files_that_stores_look_for_and_no_other(locale: str) -> None:
    folder = STORE / locale
    found = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    pictures = {f"images/phoneScreenshots/{number}.png" for number in range(1, len(VIEWS) + 1)}
    news = {f"changelogs/{version_code()}.txt"}
    assert found == {*LIMITS, *news, "images/icon.png", "images/featureGraphic.png", *pictures}


@every_locale
def test_texts_are_as_short_as_stores_want_them(locale: str) -> None:
    for name, most in LIMITS.items():
        assert 0 < len(text(locale, name)) <= most, name
    for path in (STORE / locale / "changelogs").iterdir():
        assert 0 < len(path.read_bytes()) <= CHANGELOG_BYTES, path.name


@every_locale
def test_the_page_is_called_as_the_app_and_says_that_it_is_nobodys(locale: str) -> None:
    tr = Translator(LOCALES[locale])
    assert text(locale, "title.txt") == tr("app.title")
    # The sentence on the game being needed differs by what a store's page says beside it.
    made_by_players = tr("app.about.unofficial").partition(".")[0].casefold()
    assert made_by_players in text(locale, "full_description.txt").casefold()


@every_locale
def test_pictures_have_the_sizes_that_stores_want(locale: str) -> None:
    images = STORE / locale / "images"
    assert png.size(images / "icon.png") == (512, 512)
    assert png.size(images / "featureGraphic.png") == GRAPHIC == (1024, 500)
    width, height = SIZE
    assert height <= 2 * width
    assert {png.size(path) for path in (images / "phoneScreenshots").iterdir()} == {SIZE}


def test_all_pictures_together_stay_small() -> None:
    assert sum(path.stat().st_size for path in STORE.rglob("*.png")) <= ALL_PICTURES_BYTES
