"""What python-for-android calls on its way to a package (`p4a.hook`): its manifest has no place for a
provider.

Run by its Python, not by ours: standard library only.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

MANIFEST = Path("src", "main", "AndroidManifest.xml")
AUTHORITY = "org.tablecompanion.companion.files"
PROVIDER = "androidx.core.content.FileProvider"

_SPACE = "http://schemas.android.com/apk/res/android"


def after_apk_build(_toolchain: object) -> None:
    """Called in the folder of the package, after its manifest was written and before Gradle reads it."""
    MANIFEST.write_text(with_provider(MANIFEST.read_text(encoding="utf-8")), encoding="utf-8")


def with_provider(manifest: str) -> str:
    """The manifest with the one provider through which a file is handed to another app: closed to everybody,
    opened for one file and one app at a time. A manifest that has it stays as it is."""
    ElementTree.register_namespace("android", _SPACE)
    root = ElementTree.fromstring(manifest)
    application = root.find("application")
    if application is None:
        raise ValueError("the manifest has no application")
    if any(found.get(_named("name")) == PROVIDER for found in application.findall("provider")):
        return manifest
    provider = ElementTree.SubElement(
        application,
        "provider",
        {
            _named("name"): PROVIDER,
            _named("authorities"): AUTHORITY,
            _named("exported"): "false",
            _named("grantUriPermissions"): "true",
        },
    )
    ElementTree.SubElement(
        provider,
        "meta-data",
        {
            _named("name"): "android.support.FILE_PROVIDER_PATHS",
            _named("resource"): "@xml/shared_files",
        },
    )
    ElementTree.indent(root, "    ")
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _named(attribute: str) -> str:
    return f"{{{_SPACE}}}{attribute}"
