"""The disc that somebody is known by, wherever people are seen."""

from __future__ import annotations

from companion.games.seats import read_name, unnamed
from companion.i18n.clusters import clusters
from companion.past.people import known_colour, known_mark
from companion.shell import Shell
from companion.widgets.face import Face, FaceDisc
from companion.widgets.icon_names import Icon
from companion.widgets.theme import look


class Faces:
    """Everybody's, read once: for whoever shows many."""

    def __init__(self, shell: Shell) -> None:
        self._looks = shell.people.looks()

    def of(self, name: str) -> Face:
        """Whoever has no look of their own has their first letter, a seat without a name its number."""
        mark, colour = (None, None) if unnamed(name) else self._looks.get(read_name(name), (None, None))
        return face_with(name, mark, colour)

    def chosen(self, name: str) -> Face | None:
        """None for whoever has no look of their own."""
        face = self.of(name)
        return None if face.picture is None and face.colour is None else face


def face_with(name: str, mark: str | None, colour: str | None) -> Face:
    known = known_mark(mark)
    letter = look().digits(int(name)) if unnamed(name) else next(iter(clusters(name)), "").upper()
    return Face(letter, None if known is None else Icon[known.upper()], known_colour(colour))


def face_of(shell: Shell, name: str, across: float = 44) -> FaceDisc:
    """The disc of one person, by any of their names."""
    return FaceDisc(Faces(shell).of(name), across)
