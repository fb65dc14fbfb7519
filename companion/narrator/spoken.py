"""The spoken form of a line, where it differs from the shown one.

`lexicon/<language>.txt` lists what engines mispronounce: `written = spoken`, under `[words]` what the lines
contain, under `[names]` the names of roles, which may turn up in any line to come.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_LEXICON_FOLDER = Path(__file__).parent / "lexicon"
# Joiners and vowel signs belong to the word that they stand in or on.
_IN_WORD = r"\w\u200c\u200d\u064b-\u0652\u0670"


class Lexicon(NamedTuple):
    words: dict[str, str]
    names: dict[str, str]


def to_spoken_form(text: str, language: str) -> str:
    """What a voice should be given to say. Whole words and phrases only; capitals make no difference."""
    pattern, forms = _compile_lexicon(language)
    return pattern.sub(lambda match: forms[match[0].casefold()], text) if forms else text


@lru_cache(maxsize=8)
def load_lexicon(language: str) -> Lexicon:
    """Raises ValueError for a line that is no entry: the files are ours and are tested."""
    result = Lexicon({}, {})
    entries = result.words
    try:
        lines = (_LEXICON_FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return result
    for number, line in enumerate(lines, 1):
        line = line.partition("#")[0].strip()
        if line in ("[words]", "[names]"):
            entries = result.words if line == "[words]" else result.names
        elif line:
            shown_form, separator, spoken_form = (part.strip() for part in line.partition("="))
            if (
                not (shown_form and separator and spoken_form)
                or shown_form in result.words
                or shown_form in result.names
            ):
                raise ValueError(f"{language}.txt, line {number}: {line}")
            entries[shown_form] = spoken_form
    return result


@lru_cache(maxsize=8)
def _compile_lexicon(language: str) -> tuple[re.Pattern[str], dict[str, str]]:
    entries = {**load_lexicon(language).words, **load_lexicon(language).names}
    forms = {shown_form.casefold(): form for shown_form, form in entries.items()}
    # Longest first, so that a phrase wins over a word in it.
    alternatives = "|".join(re.escape(shown_form) for shown_form in sorted(entries, key=len, reverse=True))
    return re.compile(f"(?<![{_IN_WORD}])(?:{alternatives})(?![{_IN_WORD}])", re.IGNORECASE), forms
