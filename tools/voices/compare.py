"""Compare a text with its transcription: normalise spelling that cannot be heard, then count errors."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

# A recogniser writes numbers as digits or words, and English with American spelling.
_NUMBERS: Final = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen",
    "it": "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici",
    "el": "μηδεν ενα δυο τρια τεσσερα πεντε εξι επτα οκτω εννεα δεκα εντεκα δωδεκα δεκατρια δεκατεσσερα",
    "fa": "صفر یک دو سه چهار پنج شش هفت هشت نه ده یازده دوازده سیزده چهارده",
}
_SAME: Final = {"en": {"neighbor": "neighbour", "neighbors": "neighbours", "color": "colour"}}
# Persian suffixes that are written joined, half joined or separate; prefixes likewise.
_ENDINGS: Final = "ی|ها|های|هایت|هایتان|هایش|هایشان|ام|ای|اید|اند|تر|ترین"
_PREFIXES: Final = "می|نمی"
_LETTERS: Final = str.maketrans({"ي": "ی", "ك": "ک", "ة": "ه", "ς": "σ", "\u200c": ""})


@dataclass(frozen=True, slots=True)
class ErrorCounts:
    """Transcription errors and totals, in characters and in words."""

    wrong_characters: int = 0
    characters: int = 0
    wrong_words: int = 0
    words: int = 0

    def __add__(self, other: ErrorCounts) -> ErrorCounts:
        return ErrorCounts(
            self.wrong_characters + other.wrong_characters,
            self.characters + other.characters,
            self.wrong_words + other.wrong_words,
            self.words + other.words,
        )

    @property
    def character_errors(self) -> float:
        return self.wrong_characters / max(1, self.characters)

    @property
    def word_errors(self) -> float:
        return self.wrong_words / max(1, self.words)


def count_errors(expected: str, transcribed: str, language: str) -> ErrorCounts:
    """Count the errors of a transcription.

    Spaces count only for words: they are not audible, least of all Persian ones.
    """
    words, others = normalize(expected, language).split(), normalize(transcribed, language).split()
    letters, other_letters = "".join(words), "".join(others)
    return ErrorCounts(distance(letters, other_letters), len(letters), distance(words, others), len(words))


def normalize(text: str, language: str) -> str:
    """Normalise a text: lower case without diacritics, digits as words, single spaces."""
    bare = unicodedata.normalize("NFKD", text.lower().replace("’", "'"))
    bare = "".join(letter for letter in bare if not unicodedata.combining(letter)).translate(_LETTERS)
    bare = bare.replace("'", "" if language == "en" else " ")
    words = re.sub(r"[^\w\s]|_", " ", bare).split()
    names = _NUMBERS.get(language, "").split()
    same = _SAME.get(language, {})
    words = [names[int(word)] if word.isdecimal() and int(word) < len(names) else word for word in words]
    words = [same.get(word, word) for word in words]
    return _joined(" ".join(words)) if language == "fa" else " ".join(words)


def distance(expected: Sequence[str], transcribed: Sequence[str]) -> int:
    """Return the edit distance (Levenshtein) of two sequences."""
    row = list(range(len(transcribed) + 1))
    for i, part in enumerate(expected, 1):
        above, row[0] = row[:], i
        for j, other in enumerate(transcribed, 1):
            row[j] = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (part != other))
    return row[-1]


def _joined(text: str) -> str:
    text = re.sub(rf"(?<=\w) ({_ENDINGS})(?!\w)", r"\1", text)
    return re.sub(rf"(?<!\w)({_PREFIXES}) ", r"\1", text)
