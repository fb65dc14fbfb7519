from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

HEADER = 'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes one catalogue of plain and plural entries, and returns the folder of all of them."""

    def written(code: str, domain: str = "app", **entries: str | tuple[str, str]) -> Path:
        file = tmp_path / code / f"{domain}.po"
        file.parent.mkdir(exist_ok=True)
        text = HEADER.format(code=code)
        for name, entry in entries.items():
            key = f"{domain}.{name}"
            if isinstance(entry, str):
                text += f'msgid "{key}"\nmsgstr "{entry}"\n\n'
            else:
                text += f'msgid "{key}"\nmsgid_plural "{key}"\n'
                text += "".join(f'msgstr[{i}] "{form}"\n' for i, form in enumerate(entry)) + "\n"
        file.write_text(text, encoding="utf-8")
        return tmp_path

    return written
