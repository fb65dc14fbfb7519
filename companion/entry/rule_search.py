"""Finding a rule by whatever words come to mind, in one language: forgiving, and never without an answer.

A word of the query counts where it is a word of an entry, begins one, shares its stem, or is one with a slip
or two in it; in titles and in the words that people search by it counts for more than in the text. Where no
word fits anywhere, the entries that look most like what was typed come instead.

Players say "quest" and "fail" in every language, as their cards do: an entry is found by its English title
and search words too, which count for less than those of the language itself.

The index is made once for a game and a language. A search looks at every word there is, but goes through
letter by letter only those that share enough letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from companion.i18n.folding import folded, searched_words, sounded
from companion.i18n.languages import FALLBACK
from companion.i18n.translator import Translator
from companion.scripts.rulebooks import Entry

# Of a query so many characters and words are read: nobody types more, and a book may be pasted.
LONGEST_QUERY: Final = 120
MOST_WORDS: Final = 8
# So many entries where nothing fits.
NEAREST: Final = 3

_TITLE, _WORDS, _TEXT = 5.0, 4.0, 1.0
# Of what a title and the words of the language itself count, so much do the English ones.
_ENGLISH = 0.5
_SHORT = 0.4
_WHOLE, _BEGUN, _STEM, _SLIP, _TWO_SLIPS, _INSIDE, _SOUND = 1.0, 0.8, 0.6, 0.5, 0.35, 0.4, 0.3
# Words of fewer letters have another meaning with every slip.
_ONE_SLIP_FROM, _TWO_SLIPS_FROM = 4, 8
_STEM_FROM, _STEM_SHARE = 4, 0.6
_SOUND_FROM = 3
# Of what the best entry has, so much is enough to be shown where none has every word.
_WORTH = 0.4


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as it reads in a language, and where that is not English, its title and words in English."""

    id: str
    title: str
    text: str
    words: str
    english_title: str = ""
    english_words: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """Entries by id, the best first. Not `sure`: none fits, and these are the nearest."""

    entries: tuple[str, ...]
    sure: bool = True


def told_in(tr: Translator, game: str, entries: Iterable[Entry]) -> tuple[Told, ...]:
    """The entries of this game in the translator's language, with their numbers in them."""
    english = None if tr.language is FALLBACK else Translator(FALLBACK.code)
    return tuple(_told(tr, english, game, entry) for entry in entries)


def _told(tr: Translator, english: Translator | None, game: str, entry: Entry) -> Told:
    key = f"{game}_rules.entry.{entry.id}"
    example = tr(f"{key}.example", **(entry.example or {})) if entry.has_example else ""
    return Told(
        entry.id,
        tr(f"{key}.title", **entry.numbers),
        f"{tr(f'{key}.text', **entry.numbers)} {example}",
        tr(f"{key}.words"),
        "" if english is None else english(f"{key}.title", **entry.numbers),
        "" if english is None else english(f"{key}.words"),
    )


class RuleSearch:
    def __init__(self, entries: Sequence[Told]) -> None:
        self._ids = tuple(entry.id for entry in entries)
        # Of each word, in which entries it stands, by their places, and what it counts for there.
        self._known: dict[str, dict[int, float]] = {}
        self._trigrams: dict[str, set[int]] = {}
        for at, entry in enumerate(entries):
            for text, weight in _weighed(entry):
                for word in searched_words(text):
                    places = self._known.setdefault(word, {})
                    places[at] = max(weight, places.get(at, 0.0))
            named = f"{entry.title} {entry.words} {entry.english_title} {entry.english_words}"
            for trigram in _trigrams(folded(named)):
                self._trigrams.setdefault(trigram, set()).add(at)
        self._letters = [(word, _letters_of(word)) for word in self._known]
        # All words of at least so many letters as a stem has, by these.
        self._stems: dict[str, list[str]] = {}
        for word in self._known:
            if len(word) >= _STEM_FROM:
                self._stems.setdefault(word[:_STEM_FROM], []).append(word)
        self._sounds: dict[str, list[str]] | None = None
        # What was found for a word: whoever types changes only the last one.
        self._matches: dict[str, Mapping[int, float]] = {}

    def search(self, query: str) -> Found:
        """Everything in its order where nothing is asked."""
        typed = query[:LONGEST_QUERY]
        if not typed.strip():
            return Found(self._ids)
        words = folded(typed).split()[:MOST_WORDS]
        found = self._ranked(words)
        return Found(found) if found else Found(self._nearest(folded(typed)), sure=False)

    def _ranked(self, words: Sequence[str]) -> tuple[str, ...]:
        scores: dict[int, float] = {}
        met: dict[int, int] = {}
        asked = 0
        for number, word in enumerate(words):
            # A letter alone is the beginning of a word only where it is still being typed.
            if len(word) == 1 and number < len(words) - 1 and word not in self._known:
                continue
            places = self._places(word)
            if not places:
                continue
            asked += 1
            # What stands in every entry tells little.
            tells = log(1 + len(self._ids) / len(places))
            for at, quality in places.items():
                scores[at] = scores.get(at, 0.0) + quality * tells
                met[at] = met.get(at, 0) + 1
        if not scores:
            return ()
        best = max(scores.values())
        ranked = sorted(scores, key=lambda at: (-met[at], -scores[at], at))
        whole = [at for at in ranked if met[at] == asked and scores[at] >= best * _WORTH / 2]
        others = [at for at in ranked if scores[at] >= best * _WORTH]
        chosen = sorted(dict.fromkeys((*whole, *others)), key=lambda at: (met[at] < asked, -scores[at], at))
        return tuple(self._ids[at] for at in chosen)

    def _places(self, word: str) -> Mapping[int, float]:
        """In which entries a word is met, and how well."""
        found = self._matches.get(word)
        if found is None:
            if len(self._matches) > 500:
                self._matches.clear()
            found = self._matches[word] = self._met(word)
        return found

    def _met(self, asked: str) -> dict[int, float]:
        found: dict[int, float] = {}

        def meet(words: Iterable[str], quality: float) -> None:
            for word in words:
                for at, weight in self._known[word].items():
                    found[at] = max(quality * weight, found.get(at, 0.0))

        if asked in self._known:
            meet((asked,), _WHOLE)
        long = len(asked)
        alike = self._known if long < _STEM_FROM else self._stems.get(asked[:_STEM_FROM], ())
        meet([word for word in alike if word.startswith(asked) and word != asked], _BEGUN)
        if long >= _STEM_FROM:
            meet([word for word in alike if _one_stem(asked, word)], _STEM)
            meet([word for word in self._known if asked in word], _INSIDE)
        if not found and long >= _ONE_SLIP_FROM:
            # Of two entries with as many slips the one comes first that has it in its title.
            for slips, quality in ((1, _SLIP), (2, _TWO_SLIPS)):
                if not found and long >= (_ONE_SLIP_FROM if slips == 1 else _TWO_SLIPS_FROM):
                    meet(self._slipped(asked, slips), quality)
        if not found:
            meet(self._sounding(asked), _SOUND)
        return found

    def _slipped(self, asked: str, most: int) -> list[str]:
        """Words that it is, or begins to be, with so many slips."""
        wanted, long = _letters_of(asked), len(asked)
        return [
            word
            for word, letters in self._letters
            if long - most <= len(word)
            and (wanted & ~letters).bit_count() <= most
            and _within(asked, word, most)
        ]

    def _sounding(self, asked: str) -> list[str]:
        """Words of other letters, or of other vowels, that sound like it."""
        if self._sounds is None:
            self._sounds = {}
            for word in self._known:
                self._sounds.setdefault(sounded(word), []).append(word)
        sound = sounded(asked)
        return self._sounds.get(sound, []) if len(sound) >= _SOUND_FROM else []

    def _nearest(self, typed: str) -> tuple[str, ...]:
        shared = dict.fromkeys(range(len(self._ids)), 0)
        for trigram in _trigrams(typed):
            for at in self._trigrams.get(trigram, ()):
                shared[at] += 1
        ranked = sorted(shared, key=lambda at: (-shared[at], at))
        return tuple(self._ids[at] for at in ranked[:NEAREST])


def _weighed(entry: Told) -> Iterator[tuple[str, float]]:
    """All that an entry is found by, and what a word of it counts for."""
    yield entry.title, _title_weight(entry.title)
    yield entry.words, _WORDS
    yield entry.text, _TEXT
    yield entry.english_title, _ENGLISH * _title_weight(entry.english_title)
    yield entry.english_words, _ENGLISH * _WORDS


def _title_weight(title: str) -> float:
    """Of two titles with the same word the shorter is more about it."""
    return _TITLE * (1 + _SHORT / max(1, len(folded(title).split())))


def _one_stem(one: str, other: str) -> bool:
    """Whether two words begin alike for most of the longer one: endings are what languages change."""
    most = max(len(one), len(other))
    shared = max(_STEM_FROM, int(most * _STEM_SHARE) + 1)
    return len(other) >= shared and one[:shared] == other[:shared]


def _trigrams(text: str) -> set[str]:
    padded = f" {text} "
    return {padded[at : at + 3] for at in range(len(padded) - 2)}


def _letters_of(word: str) -> int:
    """Which letters a word has, as bits. Few letters share one, which only lets a word more through."""
    bits = 0
    for char in word:
        bits |= 1 << ord(char) % 127
    return bits


def _within(asked: str, word: str, most: int) -> bool:
    """Whether so many slips (a letter too many, missing, other, or two swapped) make one the other, or the
    beginning of it."""
    width = len(asked) + most
    before: list[int] = []
    row = list(range(width + 1))
    row = row[: min(len(word), width) + 1]
    for at, char in enumerate(asked, 1):
        last, row_before = row, before
        row = [at]
        for to, other in enumerate(word[:width], 1):
            cost = min(last[to - 1] + (char != other), last[to] + 1, row[to - 1] + 1)
            if at > 1 and to > 1 and char == word[to - 2] and asked[at - 2] == other:
                cost = min(cost, row_before[to - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return False
        before = last
    return min(row[max(0, len(asked) - most) :], default=most + 1) <= most
