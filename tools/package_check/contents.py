"""Check that exactly the files that the app uses are packed, by buildozer's rules, and report their size."""

from __future__ import annotations

import tarfile
from pathlib import Path

from tools.package_check.outcome import Failed
from tools.package_check.packers import ROOT, told

BUDGET = 60
# Other contents of an APK for one architecture, in MB: an estimate, since compiling them needs an NDK. Sizes
# of the desktop versions, stripped and zipped: standard library 6, Kivy 5, SDL 3, Python with OpenSSL and
# SQLite 6; modules and Java code 2.
BESIDE = 22

_MB = 1_000_000
# In addition to the app and its assets: the start script, the licence, and a module that buildozer adds.
_WITH_IT = {"main.py", "LICENSE", "sitecustomize.py"}
# Sources from which assets are built; they are not packed.
_SOURCES = {"assets/app", "assets/icons"}
_NOT_PACKED = {".md", ".pyc", ".svg"}


def check(work: Path) -> list[str]:
    packed = told(work, "pack")
    files = set(packed["files"])
    wanted = expected()
    if missing := wanted - files:
        raise Failed(f"not packed: {', '.join(sorted(missing)[:10])}")
    if more := files - wanted:
        raise Failed(f"packed, and not used: {', '.join(sorted(more)[:10])}")
    private = Path(packed["dist"], "src/main/assets/private.tar")
    with tarfile.open(private) as archive:
        inside = {member.name for member in archive if member.isfile()}
    compiled = {name + "c" if name.endswith(".py") else name for name in wanted}
    if lost := compiled - inside:
        raise Failed(f"lost on the way into the archive: {', '.join(sorted(lost)[:10])}")
    if any(name.endswith(".py") for name in inside):
        raise Failed("sources are packed beside what was compiled of them")
    ours = private.stat().st_size / _MB
    estimate = ours + BESIDE
    if estimate > BUDGET:
        raise Failed(f"about {estimate:.0f} MB, and {BUDGET} are allowed")
    voices = sum(path.stat().st_size for path in (ROOT / "assets/voice").rglob("*.ogg")) / _MB
    return [
        f"{len(files)} files, {ours:.1f} MB as packed (voices are {voices:.1f} before that)",
        f"an APK for one kind of processor is estimated at {estimate:.0f} MB of {BUDGET}, "
        f"{BESIDE} of it Python, Kivy and SDL, which nobody compiled here",
    ]


def expected() -> set[str]:
    """Return the files of the app and its assets in the checkout."""
    found = {
        str(path.relative_to(ROOT))
        for folder in ("companion", "assets")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix not in _NOT_PACKED
    }
    return _WITH_IT | {name for name in found if not name.startswith(tuple(f"{part}/" for part in _SOURCES))}
