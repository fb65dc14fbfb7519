"""Check that exactly the files that the app uses are packed, by buildozer's rules, and report their size."""

from __future__ import annotations

import tarfile
from pathlib import Path

from tools.package_check.outcome import Failed
from tools.package_check.packers import ROOT, run_script

MAX_APK_MB = 60
# Other contents of an APK for one architecture, in MB: an estimate, since compiling them needs an NDK. Sizes
# of the desktop versions, stripped and zipped: standard library 6, Kivy 5, SDL 3, Python with OpenSSL and
# SQLite 6; modules and Java code 2.
OTHER_MB = 22

_MB = 1_000_000
# In addition to the app and its assets: the start script, the licence, and a module that buildozer adds.
_WITH_IT = {"main.py", "LICENSE", "sitecustomize.py"}
# Sources from which assets are built; they are not packed.
_SOURCES = {"assets/app", "assets/icons"}
_NOT_PACKED = {".md", ".pyc", ".svg"}


def check(work: Path) -> list[str]:
    packed = run_script(work, "pack")
    files = set(packed["files"])
    expected_files = expected()
    if unpacked_files := expected_files - files:
        raise Failed(f"not packed: {', '.join(sorted(unpacked_files)[:10])}")
    if unused_files := files - expected_files:
        raise Failed(f"packed, and not used: {', '.join(sorted(unused_files)[:10])}")
    private = Path(packed["dist"], "src/main/assets/private.tar")
    with tarfile.open(private) as archive:
        inside = {member.name for member in archive if member.isfile()}
    compiled = {name + "c" if name.endswith(".py") else name for name in expected_files}
    if missing_files := compiled - inside:
        raise Failed(f"lost on the way into the archive: {', '.join(sorted(missing_files)[:10])}")
    if any(name.endswith(".py") for name in inside):
        raise Failed("sources are packed in addition to compiled files")
    app_mb = private.stat().st_size / _MB
    estimate = app_mb + OTHER_MB
    if estimate > MAX_APK_MB:
        raise Failed(f"about {estimate:.0f} MB, but only {MAX_APK_MB} are allowed")
    voices = sum(path.stat().st_size for path in (ROOT / "assets/voice").rglob("*.ogg")) / _MB
    return [
        f"{len(files)} files, {app_mb:.1f} MB as packed (voices are {voices:.1f} before that)",
        f"an APK for one kind of processor is estimated at {estimate:.0f} MB of {MAX_APK_MB}, "
        f"{OTHER_MB} of it Python, Kivy and SDL, which nobody compiled here",
    ]


def expected() -> set[str]:
    """Return the files of the app and its assets in the checkout."""
    paths = {
        str(path.relative_to(ROOT))
        for folder in ("companion", "assets")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix not in _NOT_PACKED
    }
    return _WITH_IT | {name for name in paths if not name.startswith(tuple(f"{part}/" for part in _SOURCES))}
