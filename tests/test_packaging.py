"""What is packed is what the app needs: phone, wheel and lock agree with pyproject.toml."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from configparser import ConfigParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hatchling.builders.wheel import WheelBuilder

import companion
from companion.files.outgoing import EXPORT_FOLDER
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.narrator.voices.engine import CLIP_FOLDER
from companion.narrator.voices.recorded import RECORDINGS_FOLDER as RECORDINGS
from companion.storage.database import APP_FOLDER, INBOX_FOLDER
from companion.storage.importing import IMPORT_FOLDER
from companion.widgets.palette import DARK
from tests.cases import sample
from tools.package_check.recipes import CHECKOUT_ONLY, DESKTOP_ONLY, PACKAGE_OF, imported

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")

# Drawings from which a font is made: needed by us, not by the app.
SOURCES_ONLY = {".svg", ".md"}
ANDROID = "{http://schemas.android.com/apk/res/android}"
# What Kivy's recipe asks for beside what we import, and what that needs.
FOR_KIVY = {"certifi", "chardet", "charset-normalizer", "filetype", "idna", "pyjnius", "requests", "urllib3"}
PACKAGE_INDEX = re.compile(
    r"https?://[^\s\"'<>]*(?:pypi|pythonhosted|/simple\b|registry\.npm)", re.IGNORECASE
)


def spec() -> dict[str, str]:
    parser = ConfigParser()
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(ROOT / "buildozer.spec", encoding="utf-8")
    return dict(parser["app"])


def listed(option: str) -> list[str]:
    return [item.strip() for item in spec()[option].split(",")]


def pins(requirements: list[str]) -> dict[str, str]:
    matches = (re.match(r"([\w-]+)==([\w.]+)", line) for line in requirements)
    return {match[1].lower().replace("_", "-"): match[2] for match in matches if match}


def all_requirements() -> list[str]:
    extras = PROJECT["optional-dependencies"].values()
    return [*PROJECT["dependencies"], *(line for extra in extras for line in extra)]


def shipped() -> list[Path]:
    files = [path for folder in ("companion", "assets") for path in (ROOT / folder).rglob("*")]
    return [
        path
        for path in files
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in SOURCES_ONLY
    ]


def resource(name: str) -> ElementTree.Element:
    return ElementTree.parse(ROOT / "android" / "res" / "xml" / f"{name}.xml").getroot()


def test_every_shipped_file_type_is_packed() -> None:
    left_out = ("assets/app/", "assets/icons/")
    kinds = {path.suffix for path in shipped() if not str(path.relative_to(ROOT)).startswith(left_out)}
    assert {".py", ".ttf", ".txt"} <= kinds
    assert kinds <= {"." + kind for kind in listed("source.include_exts")}


def named_in_imports() -> set[str]:
    """Packages that lines of the app import, found without reading the syntax of every module."""
    line = re.compile(r"^ *(?:from (\w+)[\w.]* import |import (\w+))", re.MULTILINE)
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "companion").rglob("*.py"))
    names = {name for source in sources for match in line.finditer(source) for name in match.groups() if name}
    return names - set(sys.stdlib_module_names) - {"companion", *CHECKOUT_ONLY}


@pytest.mark.parametrize("find_imports", sample([named_in_imports, imported]))
def test_every_imported_package_is_required(find_imports: Callable[[], set[str]]) -> None:
    on_the_phone = {item.partition("==")[0] for item in listed("requirements")}
    needed = {PACKAGE_OF.get(name, name) for name in find_imports() - DESKTOP_ONLY}
    assert "kivy" in needed
    assert needed <= on_the_phone


def test_phone_package_has_no_desktop_speech_engine() -> None:
    assert not {name.replace("_", "-") for name in DESKTOP_ONLY} & set(pins(listed("requirements")))


def test_phone_and_desktop_versions_are_equal() -> None:
    phone = pins(listed("requirements"))
    assert {name: phone[name] for name in phone if name not in FOR_KIVY} == pins(PROJECT["dependencies"])
    assert phone["pyjnius"] == pins(PROJECT["optional-dependencies"]["dev"])["pyjnius"]


def test_indirect_requirements_are_pinned() -> None:
    assert set(pins(listed("requirements"))) >= FOR_KIVY


def test_requirements_contain_no_hyphen() -> None:
    assert not [item for item in listed("requirements") if "-" in item.partition("==")[0]]


def test_makefile_is_not_packed() -> None:
    # Whatever has no ending is taken along; the licence is meant to be.
    plain = {path.name.lower() for path in ROOT.iterdir() if path.is_file() and "." not in path.name}
    assert plain - set(listed("source.exclude_patterns")) == {"license"}


def test_every_dependency_is_pinned() -> None:
    names = {re.split(r"[=<>;~! ]", line)[0] for line in all_requirements()}
    assert set(pins(all_requirements())) == names


def test_lock_has_every_pin_with_hashes() -> None:
    for name, version in pins(all_requirements()).items():
        entry = re.search(
            rf"^{name}=={re.escape(version)}(?: ;[^\\]*)? \\\n +--hash=sha256:", LOCK, re.MULTILINE
        )
        assert entry, f"{name}=={version} is not in the lock: run make lock"


def test_version_is_read_from_the_package() -> None:
    source = (ROOT / "companion" / "__init__.py").read_text(encoding="utf-8")
    match = re.search(spec()["version.regex"], source)
    assert match
    assert match[1] == companion.__version__


def test_numeric_version_follows_the_version() -> None:
    parts = re.fullmatch(r"(\d+)\.(\d+)\.(\d+)", companion.__version__)
    assert parts
    major, minor, patch = map(int, parts.groups())
    assert int(spec()["android.numeric_version"]) == 10000 * major + 100 * minor + patch


def test_vibrating_is_the_only_permission() -> None:
    assert listed("android.permissions") == ["android.permission.VIBRATE"]
    assert "uses-permission" not in (ROOT / "android" / "extra_manifest.xml").read_text(encoding="utf-8")


def test_manifest_queries_speech_engines() -> None:
    assert Path(spec()["android.extra_manifest_xml"]) == Path("android/extra_manifest.xml")
    extra = (ROOT / "android" / "extra_manifest.xml").read_text(encoding="utf-8")
    manifest = ElementTree.fromstring(f'<manifest xmlns:android="{ANDROID[1:-1]}">{extra}</manifest>')
    actions = [action.get(f"{ANDROID}name") for action in manifest.findall("queries/intent/action")]
    assert actions == ["android.intent.action.TTS_SERVICE"]


def test_project_itself_is_not_installed() -> None:
    # buildozer reads the option as a text, and any text counts as a yes.
    assert "p4a.setup_py" not in spec()


def test_android_offers_the_languages_of_the_app() -> None:
    locales = [locale.get(f"{ANDROID}name") for locale in resource("locales_config").findall("locale")]
    assert locales == list(LANGUAGES)


def test_name_of_the_app_is_translated() -> None:
    assert spec()["title"] == Translator("en")("app.title")
    for code in LANGUAGES:
        path = ROOT / "android" / "res" / f"values-{code}" / "strings.xml"
        name = ElementTree.parse(path).getroot().findtext("string") if path.is_file() else spec()["title"]
        assert name == Translator(code)("app.title")


# What can be rendered again, and what is on its way out or in.
PASSING = {CLIP_FOLDER, EXPORT_FOLDER, IMPORT_FOLDER, INBOX_FOLDER}


@pytest.mark.parametrize(
    ("name", "part", "left_behind"),
    [
        pytest.param("backup_rules", ".", {*PASSING, RECORDINGS}, id="a backup up to Android 11"),
        pytest.param("data_extraction_rules", "cloud-backup", {*PASSING, RECORDINGS}, id="a backup since"),
        pytest.param("data_extraction_rules", "device-transfer", PASSING, id="another phone"),
    ],
)
def test_android_backup_contains_only_user_data(name: str, part: str, left_behind: set[str]) -> None:
    rules = resource(name).find(part)
    assert rules is not None
    assert [rule.attrib for rule in rules.findall("include")] == [
        {"domain": "file", "path": f"{APP_FOLDER}/"}
    ]
    left_out = {rule.get("path") for rule in rules.findall("exclude")}
    assert left_out == {f"{APP_FOLDER}/{folder}/" for folder in left_behind}


def test_application_attributes_refer_to_existing_resources() -> None:
    text = Path(ROOT, "android", "application_attributes.txt").read_text(encoding="utf-8")
    attributes = ElementTree.fromstring(f'<application xmlns:android="{ANDROID[1:-1]}" {text}/>').attrib
    for name in ("localeConfig", "dataExtractionRules"):
        resource(attributes[ANDROID + name].removeprefix("@xml/"))
    # With it SDL would never hear of the way back.
    assert attributes[f"{ANDROID}enableOnBackInvokedCallback"] == "false"


def test_splash_screen_has_one_colour() -> None:
    assert spec()["android.presplash_color"] == DARK.table
    for level in ("v24", "v31"):
        styles = ElementTree.parse(ROOT / "android" / "res" / f"values-{level}" / "styles.xml").getroot()
        # The name by which python-for-android's manifest asks for it.
        (style,) = styles.findall("style[@name='KivySupportCutout']")
        colours = {item.text for item in style if str(item.get("name")).endswith("Background")}
        assert colours == {DARK.table}


def test_bundle_meets_store_requirements() -> None:
    assert (spec()["android.api"], spec()["android.minapi"], spec()["android.ndk"]) == ("36", "24", "28c")
    assert "arm64-v8a" in listed("android.archs")


def test_files_named_in_the_spec_exist() -> None:
    paths = [value for option, value in spec().items() if option.endswith((".filename", "_xml", ".hook"))]
    paths += [spec()[f"android.{name}"] for name in ("backup_rules", "manifest.intent_filters")]
    assert [name for name in paths if not (ROOT / name).is_file()] == []
    assert (ROOT / "main.py").is_file()


def test_tracked_files_contain_no_package_index_url() -> None:
    assert "://" not in LOCK
    assert "--index" not in LOCK
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if tracked.returncode:
        pytest.skip("not a git checkout, so nothing says which files are ours")
    for name in filter(None, tracked.stdout.split("\0")):
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError):
            continue
        assert not PACKAGE_INDEX.search(text), f"{name} names a package index"


def test_wheel_configuration_includes_package_assets_and_licences() -> None:
    """As hatchling lists it, without packing it."""
    builder = WheelBuilder(str(ROOT))
    files = {Path(file.distribution_path) for file in builder.recurse_included_files()}
    assert {place_in_wheel(path) for path in shipped()} <= files
    assert not [path for path in files if path.suffix == ".svg" or path.parts[0] == "tests"]


def place_in_wheel(path: Path) -> Path:
    inside = path.relative_to(ROOT)
    return Path("companion", "_assets", *inside.parts[1:]) if inside.parts[0] == "assets" else inside


@pytest.mark.thorough
def test_built_wheel_contains_package_assets_and_licences(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    installed = tmp_path / "installed"
    for path in shipped():
        assert (installed / place_in_wheel(path)).is_file(), path
    assert not list(installed.rglob("*.svg"))
    assert not (installed / "tests").exists()
    process = subprocess.run(
        [
            sys.executable,
            "-c",
            "from companion import asset; print(asset('fonts', 'Roboto-Bold.ttf'))",
        ],
        cwd=installed,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(process.stdout.strip()) == installed / "companion" / "_assets" / "fonts" / "Roboto-Bold.ttf"
    assert Path(process.stdout.strip()).is_file()
