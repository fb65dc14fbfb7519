"""Pack the app as far as possible without an Android SDK; run by the Python of the packaging tools.

buildozer copies the sources and produces its command; python-for-android's own build.py runs in a folder made
from its templates, without compiled parts; then our hook runs, as it would before Gradle.
"""

import json
import os
import sys
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import pythonforandroid
from buildozer import Buildozer
from pythonforandroid.toolchain import ToolchainCL
from pythonforandroid.util import load_source

work, answer = map(Path, sys.argv[1:])
build = work / "pack"
rmtree(build, ignore_errors=True)

buildozer = Buildozer("buildozer.spec")
buildozer.config.set("buildozer", "build_dir", str(build))
buildozer.user_bin_dir = str(build / "bin")
buildozer.set_target("android")
buildozer.build_application()
app = Path(buildozer.app_dir)
files = sorted(str(path.relative_to(app)) for path in app.rglob("*") if path.is_file())

target = buildozer.target
dist = Path(target.get_dist_dir(buildozer.config.get("app", "package.name")))
folders = Path(pythonforandroid.__file__).parent / "bootstraps"
for part in ("common", "_sdl_common", "sdl2"):
    copytree(folders / part / "build", dist, dirs_exist_ok=True)
archs = buildozer.config.getlist("app", "android.archs")
level = buildozer.config.get("app", "android.minapi")
for arch in archs:
    (dist / "libs" / arch).mkdir(parents=True)
    (dist / f"_python_bundle__{arch}").mkdir()
sdk = build / "sdk"
(sdk / "build-tools" / "36.0.0").mkdir(parents=True)
(dist / "local.properties").write_text(f"sdk.dir={sdk}")
(dist / "project.properties").write_text(f"target=android-{buildozer.config.get('app', 'android.api')}")
info = {"bootstrap": "sdl2", "archs": archs, "ndk_api": level, "hostpython": sys.executable}
(dist / "dist_info.json").write_text(json.dumps({**info, "use_setup_py": False}))


class NeedsInput(Exception):
    """The command that buildozer would run; raised to stop it there."""


def note(command: list[str], **_: object) -> None:
    raise NeedsInput(command)


class OnlyArguments(ToolchainCL):
    """The tool chain reduced to its argument parsing."""

    def apk(self, args: Any) -> None:
        self._fix_args(args)
        arguments.extend(args.unknown_args)


target._p4a = note
# A debug build differs in one attribute, and stores refuse it.
target.build_mode = "release"
try:
    target.build_package()
except NeedsInput as question:
    (command,) = question.args
arguments: list[str] = []
sys.argv = ["p4a", *command, *target.extra_p4a_args]
OnlyArguments()

hook = load_source("hook", os.path.realpath(buildozer.config.get("app", "p4a.hook")))
os.chdir(dist)
load_source("build", str(dist / "build.py")).parse_args_and_make_package(arguments)
hook.after_apk_build(None)
answer.write_text(json.dumps({"files": files, "dist": str(dist)}))
