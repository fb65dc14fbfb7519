"""Check the manifest written by python-for-android and our hook with Android's own aapt2.

It is linked with all resources against a real framework, so misspelt names are refused and the result is what
a store would read.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from tools.package_check.downloads import debian
from tools.package_check.outcome import Failed
from tools.package_check.packers import python, run_script

PACKAGE = "org.tablecompanion.companion"
_FRAMEWORK = "usr/share/android-framework-res/framework-res.apk"


def check(work: Path) -> list[str]:
    dist = Path(run_script(work, "pack")["dist"])
    framework = debian(work, "android-framework-res", "trixie") / _FRAMEWORK
    aapt2 = next((python(work).parents[1] / "lib").glob("python*/site-packages/aapt2/bin/Linux/aapt2"))
    aapt2.chmod(0o755)
    place = work / "linked"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    resources = place / "resources.zip"
    _must(_run(aapt2, "compile", "--dir", dist / "src/main/res", "-o", resources))
    # Gradle adds the package name itself.
    text = (dist / "src/main/AndroidManifest.xml").read_text(encoding="utf-8")
    text = text.replace("<manifest ", f'<manifest package="{PACKAGE}" ', 1)

    def link(manifest: str, name: str) -> subprocess.CompletedProcess[str]:
        path = place / f"{name}.xml"
        path.write_text(manifest, encoding="utf-8")
        return _run(
            aapt2, "link", "-I", framework, "--manifest", path, "-o", place / f"{name}.apk", resources
        )

    _must(link(text, "app"))
    for wrong in ("android:supportsRtl=", "@xml/locales_config", "@mipmap/icon"):
        if wrong not in text:
            raise Failed(f"the manifest does not contain {wrong}")
        if link(text.replace(wrong, wrong[:-2] + "zz" + wrong[-1:]), "wrong").returncode == 0:
            raise Failed(f"aapt2 accepted a misspelt {wrong}: this check is useless")
    badging = _must(_run(aapt2, "dump", "badging", place / "app.apk"))
    permissions = re.findall(r"uses-permission(?:-sdk-\d+)?: name='([^']+)'", badging)
    if permissions != ["android.permission.VIBRATE"]:
        raise Failed(f"permissions: {permissions}")
    for line in (
        "targetSdkVersion:'36'",
        "sdkVersion:'24'",
        "res/mipmap-anydpi-v26/icon.xml",
        "application-label-fa:",
    ):
        if line not in badging:
            raise Failed(f"a store would not find {line}")
    tree = _must(_run(aapt2, "dump", "xmltree", place / "app.apk", "--file", "AndroidManifest.xml"))
    for part in (
        "FileProvider",
        "localeConfig",
        "dataExtractionRules",
        "enableOnBackInvokedCallback",
        "ACTION_SEND",
    ):
        if part.replace("ACTION_", "action.") not in tree:
            raise Failed(f"the manifest has no {part}")
    icon = _must(
        _run(aapt2, "dump", "xmltree", place / "app.apk", "--file", "res/mipmap-anydpi-v26/icon.xml")
    )
    if "monochrome" not in icon:
        raise Failed("the icon has no layer for themed launchers")
    level = re.search(r"platformBuildVersionCode='(\d+)'", badging)
    return [
        f"linked against API {level[1] if level else '?'}, the newest that Debian has",
        "permissions exactly VIBRATE, target 36, from 24 on; three misspelt ones were refused",
    ]


def _run(*command: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        list(map(str, command)),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )


def _must(done: subprocess.CompletedProcess[str]) -> str:
    if done.returncode:
        raise Failed(f"aapt2: {(done.stderr or done.stdout).strip()[-1500:]}")
    return done.stdout
