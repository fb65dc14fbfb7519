"""Hook of python-for-android (`p4a.hook`) that adds a provider to the manifest, for which it has no option.

Runs in the Python of python-for-android: standard library only.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

MANIFEST = Path("src", "main", "AndroidManifest.xml")
AUTHORITY = "org.tablecompanion.companion.files"
PROVIDER = "androidx.core.content.FileProvider"

_SPACE = "http://schemas.android.com/apk/res/android"


def after_apk_build(_toolchain: object) -> None:
    """Patch the manifest in the package folder; called after it was written and before Gradle reads it."""
    MANIFEST.write_text(with_provider(MANIFEST.read_text(encoding="utf-8")), encoding="utf-8")


def with_provider(manifest: str) -> str:
    """Return the manifest with the provider through which files are shared with other apps.

    The provider is not exported and grants access to one file and one app at a time. A manifest that already
    has it is returned unchanged.
    """
    ElementTree.register_namespace("android", _SPACE)
    root = ElementTree.fromstring(manifest)
    application = root.find("application")
    if application is None:
        raise ValueError("the manifest has no application")
    if any(declared.get(_attribute_name("name")) == PROVIDER for declared in application.findall("provider")):
        return manifest
    provider = ElementTree.SubElement(
        application,
        "provider",
        {
            _attribute_name("name"): PROVIDER,
            _attribute_name("authorities"): AUTHORITY,
            _attribute_name("exported"): "false",
            _attribute_name("grantUriPermissions"): "true",
        },
    )
    ElementTree.SubElement(
        provider,
        "meta-data",
        {
            _attribute_name("name"): "android.support.FILE_PROVIDER_PATHS",
            _attribute_name("resource"): "@xml/shared_files",
        },
    )
    ElementTree.indent(root, "    ")
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _attribute_name(attribute: str) -> str:
    return f"{{{_SPACE}}}{attribute}"
