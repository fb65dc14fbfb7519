"""Tables of Avalon of every size and with every addition, and numbers as they are said."""

from collections.abc import Iterator

from companion.core.game import filter_blocking
from companion.games.avalon.setup import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    Lancelot,
    Options,
    PlotCards,
    Setup,
    problems,
)
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hugo", "Iris", "Jan")
SIZES = range(MIN_PLAYERS, MAX_PLAYERS + 1)
ALL_PLOTS = Options(plot_cards=PlotCards.TWO_OR_THREE)


def every_table() -> Iterator[Setup]:
    for players in SIZES:
        names = NAMES[:players]
        pairs = ((), ("percival", "morgana"), ("percival", "mordred", "oberon"))
        tables = [
            *(Setup(names, roles=roles) for roles in pairs),
            *(Setup(names, lady=True, leader=leader) for leader in (0, 1, players - 1)),
            Setup(names, excalibur=True, targeting=True),
            Setup(names, roles=("percival",), options=Options(merlin=False)),
            Setup(names, options=Options(plot_cards=PlotCards.ONE_TO_THREE)),
            *(
                Setup(names, 1, ("percival",), variant, True, True, variant is Lancelot.V1, ALL_PLOTS)
                for variant in Lancelot
            ),
        ]
        yield from (setup for setup in tables if not filter_blocking(problems(setup)))


# From two on: the word for one is an article as well.
_CARDINALS = {
    "en": "two three four five six seven eight nine ten",
    "it": "due tre quattro cinque sei sette otto nove dieci",
    "el": "δύο τρεις τέσσερις πέντε έξι επτά οκτώ εννέα δέκα",
    "fa": "دو سه چهار پنج شش هفت هشت نُه ده",
}
_ORDINALS = {
    "en": "third fourth fifth",
    "it": "terza quarta quinta",
    "el": "τρίτη τέταρτη πέμπτη",
    "fa": "سوم چهارم پنجم",
}
_MORE = {
    "en": {"fifteen": 15},
    "it": {"quindici": 15, "terzo": 3},
    "el": {"δεκαπέντε": 15, "τρία": 3, "τρίτο": 3},
    "fa": {"پانزده": 15},
}
LANGUAGE_CODES = tuple(LANGUAGES)


def numbers_said(key: str, language: str) -> list[int]:
    """All numbers that a sentence has in words, in order of size."""
    words = dict(_MORE[language])
    words |= {word: number for number, word in enumerate(_CARDINALS[language].split(), 2)}
    words |= {word: number for number, word in enumerate(_ORDINALS[language].split(), 3)}
    text = Translator(language)(key)
    for sign in ".,:;!?،؛؟«»’":
        text = text.replace(sign, " ")
    return sorted(words[word] for word in text.lower().split() if word in words)
