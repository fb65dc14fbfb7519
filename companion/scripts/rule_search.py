"""Full-text search in the rules of a game in one language, tolerant of typos, and the user's notes on rules.

A query word matches a word of an entry that is equal, begins with it, shares its stem, or differs by one or
two typos; titles and keywords weigh more than the text. Without any match the most similar entries are
returned. English titles and keywords are searched in every language, with a lower weight, because players use
the English words on the cards. The index is built once per game and language; the slow comparison is limited
to words that share enough letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Final

from companion.core.players import clean_name
from companion.core.resume_state import Memory
from companion.i18n.languages import FALLBACK_LANGUAGE
from companion.i18n.search import fold_text, search_words, to_phonetic_key
from companion.i18n.translator import Translator
from companion.scripts.teaching import RuleEntry

# Limits of a query: nobody types more, but a long text may be pasted.
MAX_QUERY_LENGTH: Final = 120
MAX_QUERY_WORDS: Final = 8
# Number of entries returned if nothing matches.
FALLBACK_RESULT_COUNT: Final = 3

_TITLE_WEIGHT, _KEYWORD_WEIGHT, _TEXT_WEIGHT = 5.0, 4.0, 1.0
# Weight of English titles and keywords relative to those of the language.
_ENGLISH_FACTOR = 0.5
_SHORT_TITLE_BONUS = 0.4
_EXACT_QUALITY, _PREFIX_QUALITY, _STEM_QUALITY, _SUBSTRING_QUALITY, _PHONETIC_QUALITY = (
    1.0,
    0.8,
    0.6,
    0.4,
    0.3,
)
# By number of typos.
_TYPO_QUALITIES: Final = {1: 0.5, 2: 0.35}
# By number of typos: in shorter words every typo makes another word.
_TYPO_MIN_LETTERS: Final = {1: 4, 2: 8}
_STEM_MIN_LETTERS, _STEM_MIN_RATIO = 4, 0.6
_PHONETIC_MIN_LETTERS = 3
# Minimum score relative to the best entry, if no entry contains every word.
_MIN_SCORE_RATIO = 0.4


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """Entry in a language, with its English title and keywords if that language is not English."""

    id: str
    title: str
    text: str
    keywords: str
    english_title: str = ""
    english_keywords: str = ""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Ids of entries, best first. If not `is_match`, nothing matched and these are the most similar ones."""

    entry_ids: tuple[str, ...]
    is_match: bool = True


def localize_entries(tr: Translator, game: str, entries: Iterable[RuleEntry]) -> tuple[SearchEntry, ...]:
    """Return the entries of a game in the translator's language, with their numbers filled in."""
    english = None if tr.language is FALLBACK_LANGUAGE else Translator(FALLBACK_LANGUAGE.code)
    return tuple(_localize_entry(tr, english, game, entry) for entry in entries)


def _localize_entry(tr: Translator, english: Translator | None, game: str, entry: RuleEntry) -> SearchEntry:
    key = f"{game}_rules.entry.{entry.id}"
    example = tr(f"{key}.example", **(entry.example or {})) if entry.has_example else ""
    return SearchEntry(
        entry.id,
        tr(f"{key}.title", **entry.numbers),
        f"{tr(f'{key}.text', **entry.numbers)} {example}",
        tr(f"{key}.words"),
        "" if english is None else english(f"{key}.title", **entry.numbers),
        "" if english is None else english(f"{key}.words"),
    )


class RuleSearch:
    def __init__(self, entries: Sequence[SearchEntry]) -> None:
        self._entry_ids = tuple(entry.id for entry in entries)
        # Weight of each word by entry index.
        self._index: dict[str, dict[int, float]] = {}
        self._trigrams: dict[str, set[int]] = {}
        for index, entry in enumerate(entries):
            for text, weight in _weighted_texts(entry):
                for word in search_words(text):
                    places = self._index.setdefault(word, {})
                    places[index] = max(weight, places.get(index, 0.0))
            searchable = f"{entry.title} {entry.keywords} {entry.english_title} {entry.english_keywords}"
            for trigram in _trigrams(fold_text(searchable)):
                self._trigrams.setdefault(trigram, set()).add(index)
        self._letters = [(word, _letter_bits(word)) for word in self._index]
        # Words that are long enough for a stem, by the first letters.
        self._stems: dict[str, list[str]] = {}
        for word in self._index:
            if len(word) >= _STEM_MIN_LETTERS:
                self._stems.setdefault(word[:_STEM_MIN_LETTERS], []).append(word)
        self._sounds: dict[str, list[str]] | None = None
        # Cache of matches by query word: while typing, only the last word changes.
        self._match_cache: dict[str, Mapping[int, float]] = {}

    def search(self, query: str) -> SearchResult:
        """Return the matching entries; all of them, in their order, for an empty query."""
        typed = query[:MAX_QUERY_LENGTH]
        if not typed.strip():
            return SearchResult(self._entry_ids)
        words = fold_text(typed).split()[:MAX_QUERY_WORDS]
        entry_ids = self._rank_entries(words)
        if entry_ids:
            return SearchResult(entry_ids)
        return SearchResult(self._find_nearest(fold_text(typed)), is_match=False)

    def _rank_entries(self, words: Sequence[str]) -> tuple[str, ...]:
        scores: dict[int, float] = {}
        match_counts: dict[int, int] = {}
        matched_words = 0
        for number, word in enumerate(words):
            # A single letter counts as a prefix only in the last word, which may be incomplete.
            if len(word) == 1 and number < len(words) - 1 and word not in self._index:
                continue
            places = self._find_matches(word)
            if not places:
                continue
            matched_words += 1
            # A word that occurs in every entry says little (inverse document frequency).
            rarity = log(1 + len(self._entry_ids) / len(places))
            for index, quality in places.items():
                scores[index] = scores.get(index, 0.0) + quality * rarity
                match_counts[index] = match_counts.get(index, 0) + 1
        if not scores:
            return ()
        best = max(scores.values())
        ranked = sorted(scores, key=lambda index: (-match_counts[index], -scores[index], index))
        full_matches = [
            index
            for index in ranked
            if match_counts[index] == matched_words and scores[index] >= best * _MIN_SCORE_RATIO / 2
        ]
        others = [index for index in ranked if scores[index] >= best * _MIN_SCORE_RATIO]
        selected = sorted(
            dict.fromkeys((*full_matches, *others)),
            key=lambda index: (match_counts[index] < matched_words, -scores[index], index),
        )
        return tuple(self._entry_ids[index] for index in selected)

    def _find_matches(self, word: str) -> Mapping[int, float]:
        """Return the entries that contain a similar word, with the quality of the match."""
        matches = self._match_cache.get(word)
        if matches is None:
            if len(self._match_cache) > 500:
                self._match_cache.clear()
            matches = self._match_cache[word] = self._match_word(word)
        return matches

    def _match_word(self, query_word: str) -> dict[int, float]:
        matches: dict[int, float] = {}

        def add_matches(words: Iterable[str], quality: float) -> None:
            for word in words:
                for index, weight in self._index[word].items():
                    matches[index] = max(quality * weight, matches.get(index, 0.0))

        if query_word in self._index:
            add_matches((query_word,), _EXACT_QUALITY)
        length = len(query_word)
        candidates = (
            self._index if length < _STEM_MIN_LETTERS else self._stems.get(query_word[:_STEM_MIN_LETTERS], ())
        )
        add_matches(
            [word for word in candidates if word.startswith(query_word) and word != query_word],
            _PREFIX_QUALITY,
        )
        if length >= _STEM_MIN_LETTERS:
            add_matches([word for word in candidates if _has_same_stem(query_word, word)], _STEM_QUALITY)
            add_matches([word for word in self._index if query_word in word], _SUBSTRING_QUALITY)
        # With the same number of typos, a match in the title comes first.
        for typos, quality in _TYPO_QUALITIES.items():
            if not matches and length >= _TYPO_MIN_LETTERS[typos]:
                add_matches(self._find_with_typos(query_word, typos), quality)
        if not matches:
            add_matches(self._find_phonetic(query_word), _PHONETIC_QUALITY)
        return matches

    def _find_with_typos(self, query_word: str, max_typos: int) -> list[str]:
        """Return words that equal the query word, or begin with it, within this number of typos."""
        query_letters, length = _letter_bits(query_word), len(query_word)
        return [
            word
            for word, letters in self._letters
            if length - max_typos <= len(word)
            and (query_letters & ~letters).bit_count() <= max_typos
            and _is_within_typos(query_word, word, max_typos)
        ]

    def _find_phonetic(self, query_word: str) -> list[str]:
        """Return words with a similar sound but other letters or vowels."""
        if self._sounds is None:
            self._sounds = {}
            for word in self._index:
                self._sounds.setdefault(to_phonetic_key(word), []).append(word)
        sound = to_phonetic_key(query_word)
        return self._sounds.get(sound, []) if len(sound) >= _PHONETIC_MIN_LETTERS else []

    def _find_nearest(self, typed: str) -> tuple[str, ...]:
        shared = dict.fromkeys(range(len(self._entry_ids)), 0)
        for trigram in _trigrams(typed):
            for index in self._trigrams.get(trigram, ()):
                shared[index] += 1
        ranked = sorted(shared, key=lambda index: (-shared[index], index))
        return tuple(self._entry_ids[index] for index in ranked[:FALLBACK_RESULT_COUNT])


def _weighted_texts(entry: SearchEntry) -> Iterator[tuple[str, float]]:
    yield entry.title, _title_weight(entry.title)
    yield entry.keywords, _KEYWORD_WEIGHT
    yield entry.text, _TEXT_WEIGHT
    yield entry.english_title, _ENGLISH_FACTOR * _title_weight(entry.english_title)
    yield entry.english_keywords, _ENGLISH_FACTOR * _KEYWORD_WEIGHT


def _title_weight(title: str) -> float:
    """Return the weight of a title: the shorter of two titles with the same word fits better."""
    return _TITLE_WEIGHT * (1 + _SHORT_TITLE_BONUS / max(1, len(fold_text(title).split())))


def _has_same_stem(one: str, other: str) -> bool:
    """True if two words share the beginning for most of the longer one: inflection changes endings."""
    max_length = max(len(one), len(other))
    shared = max(_STEM_MIN_LETTERS, int(max_length * _STEM_MIN_RATIO) + 1)
    return len(other) >= shared and one[:shared] == other[:shared]


def _trigrams(text: str) -> set[str]:
    padded = f" {text} "
    return {padded[index : index + 3] for index in range(len(padded) - 2)}


def _letter_bits(word: str) -> int:
    """Return the set of letters as a bit mask. Collisions are rare and only let one more word through."""
    bits = 0
    for char in word:
        bits |= 1 << ord(char) % 127
    return bits


def _is_within_typos(query_word: str, word: str, max_typos: int) -> bool:
    """True if this number of typos (a letter inserted, omitted, replaced, or two swapped) turns one word into
    the other or its beginning."""
    width = len(query_word) + max_typos
    row_before_last: list[int] = []
    row = list(range(min(len(word), width) + 1))
    for index, char in enumerate(query_word, 1):
        previous_row, row_two_back = row, row_before_last
        row = [index]
        for other_index, other in enumerate(word[:width], 1):
            cost = min(
                previous_row[other_index - 1] + (char != other),
                previous_row[other_index] + 1,
                row[other_index - 1] + 1,
            )
            is_second = index > 1 and other_index > 1
            if is_second and char == word[other_index - 2] and query_word[index - 2] == other:
                cost = min(cost, row_two_back[other_index - 2] + 1)
            row.append(cost)
        if min(row) > max_typos:
            return False
        row_before_last = previous_row
    return min(row[max(0, len(query_word) - max_typos) :], default=max_typos + 1) <= max_typos


# In characters: a few sentences.
MAX_NOTE_LENGTH: Final = 280


@dataclass(frozen=True, slots=True)
class _Notes:
    by_entry: Mapping[str, str] = field(default_factory=dict)


def clean_rule_note(typed: str) -> str:
    """Return the note in its stored form: on one line, without invisible characters, of limited length."""
    # Cleaned again: cutting may leave half of a joined sequence.
    return clean_name(clean_name(typed)[:MAX_NOTE_LENGTH])


def load_note(memory: Memory, game: str, entry: str) -> str:
    """Return the note on this entry; empty if there is none."""
    return _load_notes(memory, game).get(entry, "")


def save_note(memory: Memory, game: str, entry: str, typed: str) -> None:
    """Save the note on this entry; an empty one deletes it."""
    note, notes = clean_rule_note(typed), dict(_load_notes(memory, game))
    if notes.pop(entry, "") == note:
        return
    if note:
        notes[entry] = note
    memory.remember(_Notes(notes), _memory_key(game))


def _load_notes(memory: Memory, game: str) -> Mapping[str, str]:
    saved = memory.recall(_Notes, _memory_key(game))
    return {} if saved is None else saved.by_entry


def _memory_key(game: str) -> str:
    return f"{game}.rule_notes"
