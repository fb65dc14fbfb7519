"""The disc that somebody is known by, wherever people are seen."""

from __future__ import annotations

from companion.games.seats import is_unnamed, normalize_name
from companion.i18n.clusters import split_clusters
from companion.past.people import parse_colour, parse_icon
from companion.shell import AppContext
from companion.widgets.face import Avatar, AvatarDisc
from companion.widgets.icon_names import Icon
from companion.widgets.theme import look


class Avatars:
    """Everybody's, read once: for whoever shows many."""

    def __init__(self, context: AppContext) -> None:
        self._stored = context.people.load_looks()

    def get(self, name: str) -> Avatar:
        """Whoever has no look of their own has their first letter, a seat without a name its number."""
        icon_name, colour = (
            (None, None) if is_unnamed(name) else self._stored.get(normalize_name(name), (None, None))
        )
        return build_avatar(name, icon_name, colour)

    def get_custom(self, name: str) -> Avatar | None:
        """None for whoever has no look of their own."""
        avatar = self.get(name)
        return None if avatar.icon is None and avatar.colour is None else avatar


def build_avatar(name: str, icon_name: str | None, colour: str | None) -> Avatar:
    valid_icon = parse_icon(icon_name)
    letter = look().digits(int(name)) if is_unnamed(name) else next(iter(split_clusters(name)), "").upper()
    return Avatar(letter, None if valid_icon is None else Icon[valid_icon.upper()], parse_colour(colour))


def build_avatar_disc(context: AppContext, name: str, size_dp: float = 44) -> AvatarDisc:
    """The disc of one person, by any of their names."""
    return AvatarDisc(Avatars(context).get(name), size_dp)
