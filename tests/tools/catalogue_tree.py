"""A small checkout for the catalogue checker: four catalogues and the code that uses them."""

from __future__ import annotations

from pathlib import Path

from tools.check_catalogues import CATALOGUES, check

HEADER = 'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"Plural-Forms: nplurals=2; plural=({rule});\\n"\n'
HELLO = {"en": "Hello", "it": "Ciao", "el": "Γεια", "fa": "سلام"}
CODE = 'tr("app.hello")\n'


def single(key: str, words: str) -> str:
    return f'\nmsgid "{key}"\nmsgstr "{words}"\n'


def plural(key: str, *forms: str) -> str:
    text = "".join(f'msgstr[{i}] "{form}"\n' for i, form in enumerate(forms))
    return f'\nmsgid "{key}"\nmsgid_plural "{key}"\n{text}'


class Tree:
    """A checkout in which nothing is wrong, until a test writes something else into it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for code in HELLO:
            self.catalogue(code, single("app.hello", HELLO[code]))
        self.code(CODE)

    def catalogue(
        self, code: str, entries: str, domain: str = "app", header: str = HEADER, folder: Path | None = None
    ) -> None:
        """`folder` holds catalogues that come from outside the package."""
        rule = "n > 1" if code == "fa" else "n != 1"
        text = header.format(code=code, rule=rule) + entries
        self._write(Path(folder or CATALOGUES, code, f"{domain}.po"), text)

    def add(self, code: str, entries: str) -> None:
        self.catalogue(code, single("app.hello", HELLO[code]) + entries)

    def add_everywhere(self, entries: str, **others: str) -> None:
        for code in HELLO:
            self.add(code, others.get(code, entries))

    def code(self, source: str, file: str = "companion/screens/home.py") -> None:
        self._write(Path(file), source)

    def _write(self, file: Path, text: str) -> None:
        path = self.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def findings(self) -> list[str]:
        return [finding.replace("companion/i18n/catalogues/", "") for finding in check(self.root)]
