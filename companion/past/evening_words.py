"""An evening, or a game of it, in words: on a screen, in a picture, as text for a messenger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from companion.games.shelf import game_of
from companion.i18n.dates import Day, written_day
from companion.i18n.shaping import direction, plain
from companion.i18n.translator import Translator
from companion.past.endings import Ending, Was, ending_of, moments_of, was_of
from companion.past.evening import Evening, EveningGame, crowned
from companion.past.lengths import length_words

# In characters: of a note its first words.
_LONGEST_NOTE: Final = 80
# Before a line that would otherwise be read the wrong way: its first letter decides, in every messenger.
_FROM_RIGHT, _FROM_LEFT = "\u200f", "\u200e"

# What everybody is called.
Names = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Shown:
    """What is told of an evening to others: who was there, who was who, and when it was."""

    names: bool = True
    roles: bool = False
    day: bool = True


USUAL: Final = Shown()


def called(evening: Evening, shown: Shown) -> Names:
    """What everybody is called: by name, or by the number of the seat."""
    return {
        person.person: person.name if shown.names else str(seat)
        for seat, person in enumerate(evening.people, 1)
    }


def players_of(game: EveningGame, names: Names) -> tuple[str, ...]:
    """By seat. Whoever has no name and is not among the people of the evening stays a number."""
    return tuple(names.get(sitter.person, sitter.name) for sitter in game.sitters)


def title(tr: Translator, evening: Evening, shown: Shown) -> str:
    """Whose night it was."""
    best, names = crowned(evening.people), called(evening, shown)
    if not best:
        return tr("evenings.title.nobody")
    if len(best) > 1:
        return tr("evenings.title.shared")
    return tr("evenings.title.one", name=names[best[0].person])


def ending(tr: Translator, game: EveningGame, names: Names) -> Ending:
    return ending_of(game_of(game.game), tr, game.states[-1], players_of(game, names))


def who_was_who(tr: Translator, game: EveningGame, names: Names, *, special: bool = False) -> str:
    """Everybody, or those with a special character; nothing where the table has not told."""
    told: tuple[Was, ...] = was_of(game_of(game.game), tr, game.states[-1])
    players = players_of(game, names)
    items = [
        tr("roles.one", name=player, role=was.role)
        for player, was in zip(players, told, strict=False)
        if was.special or not special
    ]
    return tr.join(items)


def moments(tr: Translator, evening: Evening, shown: Shown) -> tuple[str, ...]:
    """What happened, in the order of the games, and what the table noted. Notes may say anything of anybody,
    so they are left out where nobody is to be named."""
    return tuple(_moments(tr, evening, shown))


def _moments(tr: Translator, evening: Evening, shown: Shown) -> Iterator[str]:
    names = called(evening, shown)
    for game in evening.games:
        players = players_of(game, names)
        yield from moments_of(game_of(game.game), tr, game.states, players, roles=shown.roles)
        if shown.names:
            yield from (tr("evenings.moment.note", words=first_words(note.text)) for note in game.notes)
    longest = evening.longest
    if longest is not None and longest.length is not None:
        name, took = tr(f"app.game.{longest.game}"), length_words(tr, longest.length)
        yield tr("evenings.moment.longest", game=name, length=took)


def first_words(text: str) -> str:
    """The beginning of a note, on one line; what is left out is shown to be."""
    words = " ".join(text.split())
    if len(words) <= _LONGEST_NOTE:
        return words
    cut = words[:_LONGEST_NOTE]
    return f"{cut.rpartition(' ')[0] or cut}…"


def evening_text(tr: Translator, evening: Evening, day: Day, shown: Shown) -> str:
    """All of it as plain text, in the language of the translator."""
    names = called(evening, shown)
    lines = [title(tr, evening, shown)]
    if shown.day:
        when, took = written_day(tr, day), length_words(tr, evening.length)
        lines.append(tr("evenings.text.when", day=when, length=took) if evening.length else when)
    lines.append("")
    for game in evening.games:
        lines += _game_lines(tr, game, names, shown)
    won = [
        tr("evenings.text.won", name=names[person.person], n=person.won)
        for person in sorted(evening.people, key=lambda person: -person.won)
        if person.won
    ]
    if won:
        lines += ["", tr("evenings.text.wins", list=tr.join(won))]
    happened = moments(tr, evening, shown)
    if happened:
        lines += ["", *happened]
    return _for_messengers(tr, [*lines, "", tr("app.title")])


def game_text(tr: Translator, game: EveningGame, day: Day, shown: Shown) -> str:
    """One game as plain text."""
    alone = Evening(game.started, (game,))
    names = called(alone, shown)
    lines = _game_lines(tr, game, names, shown)
    if shown.day:
        took, when = game.length, written_day(tr, day)
        told = when if took is None else tr("evenings.text.when", day=when, length=length_words(tr, took))
        lines.append(told)
    if shown.names:
        lines.append(tr.join(players_of(game, names)))
    lines += moments_of(game_of(game.game), tr, game.states, players_of(game, names), roles=shown.roles)
    return _for_messengers(tr, [*lines, "", tr("app.title")])


def _game_lines(tr: Translator, game: EveningGame, names: Names, shown: Shown) -> list[str]:
    told = ending(tr, game, names).words
    lines = [tr("evenings.text.game", game=tr(f"app.game.{game.game}"), told=told)]
    who = who_was_who(tr, game, names) if shown.roles else ""
    return [*lines, who] if who else lines


def _for_messengers(tr: Translator, lines: list[str]) -> str:
    """Without the marks that only our own typesetting needs; a line that begins with a word of the other
    direction has one, for by that word a messenger would turn all of it over."""
    mark = _FROM_RIGHT if tr.rtl else _FROM_LEFT
    bare = map(plain, lines)
    return "\n".join(f"{mark}{line}" if direction(line, tr.rtl) != tr.rtl else line for line in bare)
