"""Translate message keys into one language, read the catalogues (`<language>/<domain>.po`), and format dates.

`tr = Translator("it")`, then `tr("app.go_home.title")`. If a catalogue is missing or damaged the text
falls back to English, then to the key in readable form; `missing` and `problems` record it. Catalogues
are in this package, in `catalogues` of a game's own package, or in a folder given to
`register_catalogues`. The .po reader supports what our catalogues use, in an eighth of the time of a
general parser: catalogues are read while a page opens.

Dates are in the calendar of the language: solar Hijri for Persian, else Gregorian. The conversion uses the
33-year rule, which is exact for every year this app will see (checked against known days).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from typing import NamedTuple, TypeAlias

from companion.core.game import Problem, warning
from companion.core.message import Message, MessageArg
from companion.core.players import is_unnamed
from companion.games.registry import list_games
from companion.i18n import languages
from companion.i18n.languages import FALLBACK_LANGUAGE, LANGUAGES, Language
from companion.i18n.line_breaking import isolate

CATALOGUES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "catalogues")
_SUFFIX = ".po"
# Suffixes of a game's other catalogues: its guide and introduction, and its rules.
TEACHING_SUFFIXES = ("_guide", "_rules")

# Domains of the app; each is read on first use.
_APP_DOMAINS = (
    *("app", "guide", "rules", "history", "statistics", "people"),
    *("share", "backup", "roles", "hand_on", "moments", "evenings"),
)

# Registered folders with their domains.
_REGISTERED_FOLDERS: dict[str, frozenset[str]] = {}


def catalogue_folders() -> tuple[str, ...]:
    """Return all catalogue folders; the first one that has an entry wins."""
    return (CATALOGUES, *_game_folders(), *_REGISTERED_FOLDERS)


def catalogue_domains() -> frozenset[str]:
    """Return the domains of the app, of all registered games, and of registered folders. The texts that teach
    a game have separate catalogues, which are read only when they are opened."""
    game_domains = (f"{game.id}{kind}" for game in list_games() for kind in ("", *TEACHING_SUFFIXES))
    return frozenset((*_APP_DOMAINS, *game_domains)).union(*_REGISTERED_FOLDERS.values())


def _game_folders() -> tuple[str, ...]:
    """Return the catalogue folders of games from other packages."""
    packages = dict.fromkeys(game.package for game in list_games())
    outside = [find_spec(package) for package in packages if package != "companion"]
    return tuple(
        os.path.join(place, "catalogues")
        for spec in outside
        if spec is not None
        for place in spec.submodule_search_locations or ()
    )


def catalogue_path(folder: str, language: str, domain: str) -> str:
    """Return the path of a catalogue, which may not exist."""
    return os.path.join(folder, language, f"{domain}{_SUFFIX}")


def register_catalogues(folder: str | os.PathLike[str]) -> None:
    """Add a folder of catalogues. Raises OSError if it cannot be read."""
    path = os.fspath(folder)
    languages = [entry.path for entry in os.scandir(path) if entry.is_dir()]
    _REGISTERED_FOLDERS[path] = frozenset(
        name.removesuffix(_SUFFIX)
        for language in languages
        for name in os.listdir(language)
        if name.endswith(_SUFFIX)
    )


def unregister_catalogues(folder: str | os.PathLike[str]) -> None:
    """Remove a folder that was added by `register_catalogues`."""
    _REGISTERED_FOLDERS.pop(os.fspath(folder), None)


# A text, or one text for each plural form.
CatalogueEntry: TypeAlias = str | tuple[str, ...]

_ESCAPED = re.compile(r"\\(.)")
_STRING = re.compile(r'(?:[^"\\]|\\.)*')
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}


class PoSyntaxError(ValueError):
    """Syntax error in a catalogue."""


def read_po(path: str | os.PathLike[str]) -> dict[str, CatalogueEntry]:
    """Read all messages but the header, fuzzy, obsolete and empty ones. Raises `OSError` or `ValueError`."""
    with open(path, encoding="utf-8-sig") as file:
        return dict(parse_po(file.read()))


def parse_po(text: str) -> Iterator[tuple[str, CatalogueEntry]]:
    """Yield the translated messages in order. Raises `PoSyntaxError`."""
    fields: dict[str, str] = {}
    keyword = ""
    is_fuzzy = next_is_fuzzy = False
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line:
            continue
        first = line[0]
        if first == "#":
            next_is_fuzzy = next_is_fuzzy or (line.startswith("#,") and "fuzzy" in line)
        elif first == '"':
            if not keyword:
                raise PoSyntaxError(f"line {number}: text without a keyword")
            fields[keyword] += _unquote(line, number)
        else:
            keyword, _, quoted = line.partition(" ")
            if keyword in ("msgid", "msgctxt") and "msgid" in fields:
                yield from _translated_entries(fields, is_fuzzy)
                fields = {}
            if not fields:
                is_fuzzy, next_is_fuzzy = next_is_fuzzy, False
            if not keyword.startswith("msg") or keyword in fields:
                raise PoSyntaxError(f"line {number}: unexpected {keyword}")
            fields[keyword] = _unquote(quoted.lstrip(), number)
    yield from _translated_entries(fields, is_fuzzy)


def _unquote(quoted: str, number: int) -> str:
    text = quoted[1:-1]
    if len(quoted) < 2 or quoted[0] != '"' or quoted[-1] != '"':
        raise PoSyntaxError(f"line {number}: text without quotation marks")
    if "\\" not in text and '"' not in text:
        return text
    if not _STRING.fullmatch(text):
        raise PoSyntaxError(f"line {number}: a quotation mark within the text")
    return _ESCAPED.sub(lambda escape: _ESCAPES.get(escape[1], escape[0]), text)


def _translated_entries(fields: dict[str, str], is_fuzzy: bool) -> Iterator[tuple[str, CatalogueEntry]]:
    key = fields.get("msgid")
    if not key or is_fuzzy:
        return
    entry: CatalogueEntry = fields.get("msgstr", "")
    if "msgid_plural" in fields:
        # Sorting as text is enough: no language has ten plural forms.
        entry = tuple(fields[name] for name in sorted(fields) if name.startswith("msgstr["))
    if entry and all(entry):
        yield key, entry


Item: TypeAlias = int | float | str | Message
Arg: TypeAlias = MessageArg | list[Item]
# Arguments that hold players: an unnamed seat is replaced by its text.
_PLAYER_ARGUMENTS = frozenset({"name", "names", "target", "bearer", "knife"})
# In characters; long enough for file paths.
_MAX_ARGUMENT_CHARS = 200


class Translator:
    """Translates texts, numbers and lists into one language; an unknown code falls back to English. With a
    `folder` only its catalogues are read."""

    def __init__(self, code: str, folder: str | os.PathLike[str] | None = None) -> None:
        self.language = LANGUAGES.get(code, FALLBACK_LANGUAGE)
        self.missing: set[str] = set()
        self.problems: list[Problem] = []
        self._folder = None if folder is None else os.fspath(folder)
        self._catalogues: dict[tuple[str, str], dict[str, CatalogueEntry]] = {}

    @property
    def code(self) -> str:
        return self.language.code

    @property
    def rtl(self) -> bool:
        return self.language.rtl

    def __call__(self, key: str, /, **args: Arg) -> str:
        """Return the text of `key`; `n` selects the plural form. Never raises."""
        template = self._template(key, args.get("n"))
        if "{" not in template and "}" not in template:
            return template
        return _fill_template(
            template,
            {
                name: self._format_value(value, is_player=name in _PLAYER_ARGUMENTS)
                for name, value in args.items()
            },
        )

    def translate(self, message: Message) -> str:
        return (
            self(message.key, **message.args) if message.key else self.player_name(str(message.args["name"]))
        )

    def translate_problem(self, problem: Problem) -> str:
        """Translate a problem; arguments from files may be very long and are truncated."""
        return self(problem.key, **{name: _truncate_argument(value) for name, value in problem.args.items()})

    def player_name(self, name: str) -> str:
        """Return the display name of a player; an unnamed seat is shown as its number in words."""
        return self("app.seats.unnamed", number=int(name)) if is_unnamed(name) else name

    def player_names(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(self.player_name, names))

    def format_number(self, value: float, decimals: int | None = None) -> str:
        """Format a number: 5 -> ۵; 0.5 -> 0,5; group separators from 10 000 on."""
        return languages.format_number(value, self.language, decimals)

    def format_clock(self, seconds: float) -> str:
        """Format seconds as 75 -> 1:15, 3675 -> 1:01:15; negative values count as zero."""
        minutes, remainder = divmod(max(0, int(seconds)), 60)
        hours, minutes = divmod(minutes, 60)
        text = f"{hours}:{minutes:02}:{remainder:02}" if hours else f"{minutes}:{remainder:02}"
        return languages.to_digits(text, self.language)

    def join_items(self, items: Iterable[Item]) -> str:
        """Join items to a list, e.g. "Ada, Bob and Seat 3"."""
        parts = [self._format_value(item, is_player=True) for item in items]
        if not parts:
            return ""
        joined = parts[0]
        for item in parts[1:-1]:
            joined = _fill_template(self._template("app.list.more"), {"list": joined, "item": item})
        if len(parts) > 1:
            joined = _fill_template(self._template("app.list.last"), {"list": joined, "item": parts[-1]})
        return joined

    def _format_value(self, value: Arg, *, is_player: bool) -> str:
        if isinstance(value, Message):
            value = self.translate(value)
        if isinstance(value, str):
            name = self.player_name(value) if is_player else value
            return isolate(_replace_surrogates(name), self.rtl)
        if isinstance(value, int | float):
            return self.format_number(value)
        if isinstance(value, tuple | list):
            return self.join_items(value)
        return str(value)

    def _template(self, key: str, n: Arg | None = None) -> str:
        domain = key.partition(".")[0]
        entry = self.entries(self.language, domain).get(key)
        if entry is not None:
            return _plural_form(entry, self.language, n)
        self.missing.add(key)
        if self.language is not FALLBACK_LANGUAGE:
            entry = self.entries(FALLBACK_LANGUAGE, domain).get(key)
            if entry is not None:
                return _plural_form(entry, FALLBACK_LANGUAGE, n)
        return key.rpartition(".")[2].replace("_", " ").capitalize() or key

    def entries(self, language: Language, domain: str) -> Mapping[str, CatalogueEntry]:
        """Return the entries of a domain, read on first use."""
        entries = self._catalogues.get((language.code, domain))
        if entries is None:
            if domain not in catalogue_domains():
                return {}
            entries = self._catalogues[language.code, domain] = {}
            paths = self._paths(language, domain)
            is_complete = bool(paths)
            for path in reversed(paths):
                try:
                    entries.update(read_po(path))
                except (OSError, ValueError):
                    is_complete = False
            catalogue_problem = warning("app.problem.catalogue_missing", language=language.name)
            if not is_complete and catalogue_problem not in self.problems:
                self.problems.append(catalogue_problem)
        return entries

    def _paths(self, language: Language, domain: str) -> list[str]:
        places = catalogue_folders() if self._folder is None else (self._folder,)
        paths = (catalogue_path(folder, language.code, domain) for folder in places)
        return [path for path in paths if os.path.isfile(path)]


def _replace_surrogates(text: str) -> str:
    """Replace lone surrogates (from file names or file contents), which no font can draw."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _truncate_argument(value: Arg) -> Arg:
    is_long = isinstance(value, str) and len(value) > _MAX_ARGUMENT_CHARS
    return f"{str(value)[:_MAX_ARGUMENT_CHARS]}…" if is_long else value


def _fill_template(template: str, values: Mapping[str, str]) -> str:
    """Fill in a template; one with unknown or malformed placeholders is returned as it is."""
    try:
        return template.format_map(values)
    except (LookupError, ValueError, AttributeError, TypeError):
        return template


def _plural_form(entry: CatalogueEntry, language: Language, n: Arg | None) -> str:
    if isinstance(entry, str):
        return entry
    index = language.plural_index(n) if isinstance(n, int | float) else len(entry) - 1
    return entry[min(index, len(entry) - 1)]


# Days before each Gregorian month in a common year.
_DAYS_BEFORE_MONTH = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
_DAYS_IN_SOLAR_CYCLE = 12053  # days in 33 solar years
_DAYS_IN_FOUR_YEARS = 1461
_DAYS_IN_LONG_MONTHS = 186  # six months of 31 days


class Day(NamedTuple):
    year: int
    month: int
    day: int


def to_solar_hijri(year: int, month: int, day: int) -> Day:
    """Convert a Gregorian date to the solar Hijri calendar."""
    leap_base = year + 1 if month > 2 else year
    days = (
        355666
        + 365 * year
        + (leap_base + 3) // 4
        - (leap_base + 99) // 100
        + (leap_base + 399) // 400
        + day
        + _DAYS_BEFORE_MONTH[month - 1]
    )
    cycles, days = divmod(days, _DAYS_IN_SOLAR_CYCLE)
    fours, days = divmod(days, _DAYS_IN_FOUR_YEARS)
    sun_year = -1595 + 33 * cycles + 4 * fours
    if days > 365:
        extra, days = divmod(days - 1, 365)
        sun_year += extra
    if days < _DAYS_IN_LONG_MONTHS:
        return Day(sun_year, 1 + days // 31, 1 + days % 31)
    return Day(sun_year, 7 + (days - _DAYS_IN_LONG_MONTHS) // 30, 1 + (days - _DAYS_IN_LONG_MONTHS) % 30)


def days_into_month_and_year(tr: Translator, year: int, month: int, day: int) -> tuple[int, int]:
    """Return how many days a date is after the first day of its month and of its year. The date is Gregorian;
    month and year are those of the calendar of the translator's language."""
    if tr.language.has_solar_calendar:
        _, month, day = to_solar_hijri(year, month, day)
        before = (month - 1) * 31 if month <= 7 else _DAYS_IN_LONG_MONTHS + (month - 7) * 30
    else:
        leap = month > 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        before = _DAYS_BEFORE_MONTH[month - 1] + leap
    return day - 1, before + day - 1


def weekday(day: Day) -> int:
    """Return the ISO weekday of a Gregorian date: 1 is Monday, 7 is Sunday."""
    # Zeller's congruence: years start in March, so that a leap day is the last of its year.
    year, month = (day.year, day.month) if day.month > 2 else (day.year - 1, day.month + 12)
    days = day.day + (13 * (month + 1)) // 5 + year + year // 4 - year // 100 + year // 400
    return (days + 5) % 7 + 1


def format_weekday_and_day(tr: Translator, day: Day) -> str:
    """Format a Gregorian date with its weekday and without its year."""
    name = tr(f"evenings.weekday.{weekday(day)}")
    if tr.language.has_solar_calendar:
        _, month, number = to_solar_hijri(*day)
        return tr("evenings.day", weekday=name, day=number, month=tr(f"app.month.solar.{month}"))
    return tr("evenings.day", weekday=name, day=day.day, month=tr(f"app.month.{day.month}"))


def format_date(tr: Translator, year: int, month: int, day: int) -> str:
    """Format a Gregorian date in the calendar of the translator's language."""
    if tr.language.has_solar_calendar:
        year, month, day = to_solar_hijri(year, month, day)
        name = tr(f"app.month.solar.{month}")
    else:
        name = tr(f"app.month.{month}")
    return tr("app.date", day=day, month=name, year=year)
