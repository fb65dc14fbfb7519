"""The spoken form of a line, where it differs from the shown one.

`lexicon/<language>.txt` lists what engines mispronounce: `written = spoken`, under `[words]` what the lines
contain, under `[names]` the names of roles, which may turn up in any line to come.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).parent / "lexicon"
# Joiners and vowel signs belong to the word that they stand in or on.
_IN_WORD = r"\w\u200c\u200d\u064b-\u0652\u0670"


class Lexicon(NamedTuple):
    words: dict[str, str]
    names: dict[str, str]


def spoken(text: str, language: str) -> str:
    """What a voice should be given to say. Whole words and phrases only; capitals make no difference."""
    pattern, forms = _compiled(language)
    return pattern.sub(lambda found: forms[found[0].casefold()], text) if forms else text


@lru_cache(maxsize=8)
def lexicon(language: str) -> Lexicon:
    """Raises ValueError for a line that is no entry: the files are ours and are tested."""
    read = Lexicon({}, {})
    entries = read.words
    try:
        lines = (_FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return read
    for number, line in enumerate(lines, 1):
        line = line.partition("#")[0].strip()
        if line in ("[words]", "[names]"):
            entries = read.words if line == "[words]" else read.names
        elif line:
            written, equals, form = (part.strip() for part in line.partition("="))
            if not (written and equals and form) or written in read.words or written in read.names:
                raise ValueError(f"{language}.txt, line {number}: {line}")
            entries[written] = form
    return read


@lru_cache(maxsize=8)
def _compiled(language: str) -> tuple[re.Pattern[str], dict[str, str]]:
    entries = {**lexicon(language).words, **lexicon(language).names}
    forms = {written.casefold(): form for written, form in entries.items()}
    # Longest first, so that a phrase wins over a word in it.
    either = "|".join(re.escape(written) for written in sorted(entries, key=len, reverse=True))
    return re.compile(f"(?<![{_IN_WORD}])(?:{either})(?![{_IN_WORD}])", re.IGNORECASE), forms
