"""English texts that occur under several catalogue keys, and why each must stay separate."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

# Spoken lines: each has a recording named after its key, and the Persian ones are written with vowel marks.
# They may repeat a text on the screen or each other.
SPOKEN_LINE: Final = re.compile(r"[a-z]+\.(?:say|night\.(?:learn|normal|quick|ritual))\..+")


class DifferentKeys(NamedTuple):
    """Keys, as full regular expressions, with the same English text that cannot share one key."""

    keys: tuple[str, ...]
    why: str


DIFFERENT_KEYS: Final = (
    DifferentKeys(
        (r"silver\.call\.unknown", r"duet\.map\.unknown"),
        "a village nobody has told of; a number of a mission that nobody has entered",
    ),
    DifferentKeys(
        (r"app\.settings\.second_none", r"app\.night\.bed\.off", r"avalon\.option\.plot_cards\.off"),
        "agrees with a language, a sound or cards: another gender in Italian and Greek",
    ),
    DifferentKeys(
        (r"app\.history\.title", r"cultists\.more\.history"),
        "all the games that were played; the rounds of this one",
    ),
    DifferentKeys(
        (r"app\.deal\.change", r"avalon\.history\.change"),
        "other cards; a correction of what was entered: two words in Greek and Persian",
    ),
    DifferentKeys((r"app\.night\.again", r"cultists\.setup\.redraw"), "the same line again; another draw"),
    DifferentKeys(
        (r"app\.nobody", r"cultists\.edit\.nobody"),
        "nobody did it; a vote for nobody, in Greek an abstention",
    ),
    DifferentKeys(
        (r"avalon\.role\.assassin\.name", r"cultists\.role\.assassin\.name", r"duet\.board\.assassin"),
        "each box names its own: in Persian they are two words",
    ),
    DifferentKeys(
        (r"cultists\.role\.seer\.name", r"silver\.card\.seer\.name"),
        "a role and a card, as each box names them",
    ),
    DifferentKeys(
        (r"avalon\.board\.round", r"cultists\.ballot\.cause\.round", r"silver\.edit\.title"),
        "each box has its own word for a round: in Italian that of Silver is a hand",
    ),
    DifferentKeys(
        (r"cultists\.board\.round", r"silver\.summary\.round"),
        "each box has its own word for a round: in Italian that of Silver is a hand",
    ),
    DifferentKeys(
        (r"cultists\.number\.points", r"duet\.summary\.points"),
        "victory points of a rulebook; points of a score",
    ),
    DifferentKeys(
        (r"avalon\.board\.(?:approved|refused)", r"avalon\.history\.only_(?:approved|refused)"),
        "as it stands now; as it went: another tense in Greek",
    ),
    DifferentKeys(
        (r"avalon\.board\.missed", r"cultists\.edit\.not_seer"),
        "was not Merlin; was not the Seer: Persian says who",
    ),
    DifferentKeys(
        (r"avalon\.board\.no_change", r"cultists\.edit\.no_change"),
        "the name of a card; a vote that stays",
    ),
    DifferentKeys(
        (r"avalon\.board\.draw", r"cultists\.board\.draw\.for_us"),
        "a card; a token from the bag: two verbs in Persian",
    ),
    DifferentKeys(
        (r"avalon\.board\.do\.quest_failed", r"avalon\.board\.failed"),
        "a button that notes what happened; what is happening",
    ),
    DifferentKeys(
        (r"avalon\.rule\.end", r"cultists\.learn\.why\.over"),
        "each box has its own word for a side in Italian",
    ),
    DifferentKeys(
        (r"avalon\.history\.sealed", r"cultists\.history\.sealed"),
        "the votes; the history: another gender and number in Italian and Greek",
    ),
    DifferentKeys(
        (r"avalon\.edit\.vote", r"cultists\.happened\.vote"),
        "one player’s vote; everybody voting: two words in Greek and Persian",
    ),
    DifferentKeys(
        (r"cultists\.board\.gate\.closed", r"cultists\.happened\.gate_closed"),
        "how it stands; what was done",
    ),
    DifferentKeys(
        (r"cultists\.phase\.event", r"cultists\.edit\.event"),
        "the phase, a plural in Italian and Greek; one event",
    ),
    DifferentKeys(
        (r"cultists\.points", r"silver\.mode\.points\.name"),
        "what is counted; a way to play",
    ),
    DifferentKeys(
        (r"silver\.option\.kamikaze\.name", r"silver\.amulet\.kamikaze"),
        "an option; one of the reasons for which the amulet changes hands, each under its own name",
    ),
    DifferentKeys(
        (r"silver\.card\.[a-z_]+\.when",),
        "agrees with the name of the card: another gender in Italian and Greek",
    ),
    DifferentKeys(
        (r"[a-z]+_guide\.(?:part|piece|intro)\..+", r"[a-z]+_rules\.chapter\..+"),
        "what teaches one game is read without the catalogues that teach the others",
    ),
)


def need_one_key(keys: Sequence[str]) -> bool:
    """Return True if keys with the same English text should be one key."""
    displayed = [key for key in keys if not SPOKEN_LINE.fullmatch(key)]
    return len(displayed) > 1 and not any(_covers(different, displayed) for different in DIFFERENT_KEYS)


def _covers(different: DifferentKeys, keys: Sequence[str]) -> bool:
    return all(any(re.fullmatch(pattern, key) for pattern in different.keys) for key in keys)
