"""A number of the rules stands in the rules. A sentence gets it handed in; where a voice says it, or where it
is part of the sentence, this table tells which number it is, and every language must say that one."""

import re

import polib
import pytest

import companion.games.avalon.components as avalon
import companion.games.cultists.components as cultists
import companion.games.duet.rules as duet
import companion.games.silver.rules as silver
from companion.games.avalon.setup import MAX_PLOT_CARDS, MIN_PLOT_CARDS, Lancelot
from companion.games.avalon.setup import NUMBERS as AVALON
from companion.games.avalon.state import MAX_ATTEMPTS, QUESTS, QUESTS_TO_WIN
from companion.games.cultists.actions import CARDS_TO_EXPLORE, MEETING_SIZE, SHELF_POINTS
from companion.games.cultists.rules import GATE_CLOSERS, GATE_POINTS
from companion.games.cultists.setup import AUTOMA_REQUIRED_PLAYERS
from companion.games.cultists.setup import NUMBERS as CULTISTS
from companion.games.cultists.setup import ROUNDS as HOURS
from companion.games.cultists.setup import Side as CultistSide
from companion.games.cultists.state import MORALE_POINTS, MOVEMENT_POINTS
from companion.games.cultists.voting import KNIFE_VOTES
from companion.games.duet.setup import AGENTS, BOX_TOKENS, BYSTANDER_CHECKS, KEY_AGENTS, Side
from companion.games.silver.rules import (
    GOOD_CALL_POINTS,
    KAMIKAZE_OTHER_POINTS,
    KAMIKAZE_OWN_POINTS,
    MISSED_CALL_POINTS,
)
from companion.games.silver.setup import CARD_COPIES, KAMIKAZE, MAX_PLAYERS, MIN_PLAYERS, ROUNDS, VILLAGE_SIZE
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import CATALOGUES, Translator, catalogue_domains
from companion.scripts.cultists import speech as game_cultists
from companion.scripts.silver.guide import PEEKED_CARDS, unused_row_count
from tests.scripts.duet.taught_numbers import TAUGHT as TAUGHT_IN_DUET
from tests.scripts.silver.taught_numbers import TAUGHT as TAUGHT_IN_SILVER
from tools.same_words import SPOKEN_LINE

# What each language may call a number: how many, which one, how many times. Persian without vowel signs.
WORDS = {
    "en": {
        0: "no|none|nothing|zero",
        1: "one|first",
        2: "two|second|double|twice",
        3: "three|third",
        4: "four|fourth",
        5: "five|fifth",
        6: "six",
        7: "seven",
        8: "eight",
        9: "nine",
        10: "ten",
        11: "eleven",
        12: "twelve",
        13: "thirteen",
        14: "fourteen",
        15: "fifteen",
        25: "twenty-five",
        32: "thirty-two",
        50: "fifty",
        52: "fifty-two",
    },
    "it": {
        0: "nessun|nessuna|zero|non prende punti",
        1: "un|uno|una|prim[oa]",
        2: "due|second[oa]|doppi[oa]",
        3: "tre|terz[oa]",
        4: "quattro|quart[oa]",
        5: "cinque|quint[oa]",
        6: "sei|sesto",
        7: "sette|settimo",
        8: "otto|ottavo",
        9: "nove|nono",
        10: "dieci|decimo",
        11: "undici",
        12: "dodici",
        13: "tredici",
        14: "quattordici",
        15: "quindici",
        25: "venticinque",
        32: "trentadue",
        50: "cinquanta",
        52: "cinquantadue",
    },
    "el": {
        0: "μηδέν|κανένας|καμία|κανένα",
        1: "ένας|έναν|ένα|μία|πρώτ[οη]ς?",
        2: r"δύο|δεύτερ[οη]ς?|διπλ\w+",
        3: "τρεις|τρία|τριών|τρίτ[οη]ς?",
        4: "τέσσερις|τέσσερα|τεσσάρων|τέταρτ[οη]ς?",
        5: "πέντε|πέμπτ[οη]ς?",
        6: "έξι|έκτος",
        7: "επτά|έβδομος",
        8: "οκτώ|όγδοος",
        9: "εννέα|ένατος",
        10: "δέκα|δέκατος",
        11: "έντεκα",
        12: "δώδεκα",
        13: "δεκατρείς",
        14: "δεκατέσσερις",
        15: "δεκαπέντε",
        25: "είκοσι πέντε",
        32: "τριάντα δύο",
        50: "πενήντα",
        52: "πενήντα δύο",
    },
    "fa": {
        0: "صفر|هیچ|بدون|نیست",
        1: "یک|یکی|اول",
        2: "دو|دوم|دومین",
        3: "سه|سوم|سومین",
        4: "چهار|چهارم",
        5: "پنج|پنجم",
        6: "شش|ششم",
        7: "هفت|هفتم",
        8: "هشت|هشتم",
        9: "نه|نهم",
        10: "ده|دهم",
        11: "یازده",
        12: "دوازده",
        13: "سیزده",
        14: "چهارده",
        15: "پانزده",
        25: "بیست‌وپنج",
        32: "سی و دو",
        50: "پنجاه",
        52: "پنجاه و دو",
    },
}
VOWEL_SIGNS = re.compile("[\u064b-\u0652\u0670]")

FAILS = max(max(numbers.fails) for numbers in AVALON.values())
TEAMS = {size for numbers in AVALON.values() for size in numbers.teams}
GOALS = {
    points
    for numbers in CULTISTS.values()
    for points in range(numbers.points - GATE_POINTS, numbers.points + GATE_POINTS + 1)
}
SWITCHING = [way for way in Lancelot if way in (Lancelot.V1, Lancelot.V2)]
COUNT = len(game_cultists._COUNT_TO_THREE)
CROWD = MEETING_SIZE + 1

# What is spoken. Every number of a line that comes in several is named by its key.
SAID = {
    **{f"avalon.say.quest.{quest}": (quest,) for quest in range(1, QUESTS + 1)},
    **{f"avalon.say.proposal.{attempt}": (attempt,) for attempt in range(1, MAX_ATTEMPTS + 1)},
    **{f"avalon.say.team.{size}": (size,) for size in TEAMS},
    **{f"avalon.say.plot.{cards}": (cards,) for cards in range(MIN_PLOT_CARDS, MAX_PLOT_CARDS + 1)},
    **{f"avalon.say.lost.{fails}": (fails,) for fails in range(1, max(TEAMS) + 1)},
    **{f"avalon.say.won.{fails}": (fails, FAILS) for fails in range(1, FAILS)},
    "avalon.say.won.0": (0,),
    **{
        f"avalon.say.score.{good}.{evil}": (good, evil)
        for good in range(QUESTS_TO_WIN + 1)
        for evil in range(QUESTS_TO_WIN)
        if good or evil
    },
    "avalon.say.two_fails": (FAILS,),
    "avalon.say.loyalty.row": (QUESTS,),
    **{f"avalon.say.assassin.{shown}": (QUESTS_TO_WIN,) for shown in ("none", "assassin", "all_evil")},
    "avalon.say.over.evil.three_fails": (QUESTS_TO_WIN,),
    "avalon.say.over.good.three_successes": (QUESTS_TO_WIN,),
    "avalon.say.over.evil.five_rejections": (MAX_ATTEMPTS,),
    **{
        f"avalon.night.learn.evil_thumbs.except_{'_'.join(names)}": (len(names),)
        for names in (
            ("mordred", "oberon"),
            ("mordred", "lancelot"),
            ("oberon", "lancelot"),
            ("mordred", "oberon", "lancelot"),
        )
    },
    **{f"cultists.say.round.{hour}": (hour,) for hour in range(1, HOURS + 1)},
    **{f"cultists.say.goal.{points}": (points,) for points in GOALS},
    **{f"cultists.say.points.{points}": (points,) for points in range(1, max(GOALS))},
    **{f"cultists.say.count.{number}": (number,) for number in range(1, COUNT + 1)},
    **{
        f"cultists.say.ghosts.{number}": (number,)
        for number in range(1, game_cultists._MAX_COUNTED_GHOSTS + 1)
    },
    "cultists.say.ghosts.many": (game_cultists._MAX_COUNTED_GHOSTS,),
    # A table may count the round in which the Gate opens as one more.
    **{
        f"cultists.say.gate.left.{rounds}": (rounds,)
        for rounds in range(1, max(numbers.gate_rounds for numbers in CULTISTS.values()) + 2)
    },
    "cultists.say.why.time_up": (HOURS,),
    "cultists.say.lightning.power_off": (CROWD,),
    "cultists.say.event.morale_boost": (MORALE_POINTS,),
    "cultists.say.target.fewer": (GATE_POINTS,),
    "cultists.say.target.more": (GATE_POINTS,),
    **{f"silver.say.round.{number}": (number,) for number in range(1, ROUNDS + 1)},
    **{
        f"silver.say.deal.{players}": (
            MAX_PLAYERS,
            VILLAGE_SIZE,
            PEEKED_CARDS,
            *filter(None, [unused_row_count(players)]),
        )
        for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)
    },
    "silver.say.ended.villagers": (CARD_COPIES[0],),
    "silver.say.call.lowest": (GOOD_CALL_POINTS,),
    "silver.say.call.tied": (GOOD_CALL_POINTS,),
    "silver.say.call.beaten": (MISSED_CALL_POINTS,),
    "silver.say.kamikaze.all": (KAMIKAZE_OWN_POINTS, KAMIKAZE_OTHER_POINTS),
    "silver.say.kamikaze.but_caller": (KAMIKAZE_OWN_POINTS, KAMIKAZE_OTHER_POINTS),
    **{f"duet.say.clue.{side + 1}": (side + 1,) for side in Side},
    **{f"duet.say.guess.{side + 1}": (side + 1,) for side in Side},
    **{f"duet.say.done.{side + 1}": (KEY_AGENTS, side + 1) for side in Side},
    **{f"duet.say.agents.{count}": (count,) for count in range(1, AGENTS + 1)},
    **{f"duet.say.tokens.{count}": (count,) for count in range(1, BOX_TOKENS + 1)},
    "duet.say.bystander_checks": (BYSTANDER_CHECKS,),
    "duet.say.clue_zero": (0, 1),
    "duet.say.illegal": (1,),
    "duet.say.over.all_agents": (AGENTS,),
    "duet.say.over.not_enough_tokens": (BYSTANDER_CHECKS, 1),
}

# Seconds that are counted before a night.
COUNTED = 5

# What is shown with a number that the sentence is built on: a pair, a crowd, a point, the third card.
SHOWN = {
    "app.cli.night.automa": (AUTOMA_REQUIRED_PLAYERS,),
    "app.deal.five": (COUNTED,),
    "app.deal.five_why": (COUNTED,),
    "avalon.role.lancelot_good.does": (len(SWITCHING), len(Lancelot)),
    "avalon.role.lancelot_evil.does": (len(SWITCHING), len(Lancelot)),
    "avalon.option.evil_lancelot_seen_by_merlin.why": (len(SWITCHING),),
    **{f"avalon.learn.quest.rule_one{way}": (1,) for way in ("", "_v1", "_v2")},
    "cultists.problem.gate_needs_two": (GATE_CLOSERS,),
    "cultists.event.now.gate": (GATE_CLOSERS,),
    "cultists.awaits.resolve.gate": (GATE_CLOSERS,),
    "cultists.board.gate.how": (GATE_CLOSERS,),
    "cultists.board.gate.two": (GATE_CLOSERS,),
    "cultists.learn.gate.rule": (GATE_CLOSERS, GATE_POINTS),
    "cultists.learn.gate.rule_last": (GATE_CLOSERS, GATE_POINTS),
    "cultists.learn.why.gate": (GATE_CLOSERS, GATE_POINTS),
    "cultists.action.close_gate.does": (GATE_CLOSERS, GATE_POINTS),
    "cultists.event.gate_opens.does": (GATE_POINTS,),
    "cultists.board.gate.means": (GATE_POINTS,),
    "cultists.board.gate.line_closed": (GATE_POINTS,),
    "cultists.board.gate.line_expired": (GATE_POINTS,),
    "cultists.problem.knife_doubles": (KNIFE_VOTES,),
    "cultists.problem.count_automa": (KNIFE_VOTES,),
    "cultists.problem.count_knife": (KNIFE_VOTES,),
    "cultists.vote.knife.doubled": (KNIFE_VOTES,),
    "cultists.vote.knife.automa_doubled": (KNIFE_VOTES,),
    "cultists.learn.why.knife_doubles": (KNIFE_VOTES,),
    "cultists.automa.act.nothing_else": (KNIFE_VOTES,),
    "cultists.learn.vote.who": (COUNT,),
    "cultists.learn.vote.who_change": (COUNT,),
    "cultists.learn.vote.who_double": (COUNT, KNIFE_VOTES),
    "cultists.learn.vote.who_automa": (COUNT, KNIFE_VOTES),
    "cultists.ballot.step.look": (COUNT,),
    "cultists.ballot.count": (COUNT,),
    "cultists.event.morale_boost.does": (MORALE_POINTS,),
    "cultists.event.now.morale": (MORALE_POINTS,),
    "cultists.board.event.morale": (MORALE_POINTS,),
    "cultists.board.event.morale_now": (MORALE_POINTS,),
    "cultists.learn.movement.rule_boost": (MORALE_POINTS,),
    "cultists.event.now.power_off": (CROWD,),
    "cultists.event.now.power_on": (MEETING_SIZE,),
    "cultists.awaits.resolve.power_off": (MEETING_SIZE,),
    "cultists.awaits.resolve.power_on": (MEETING_SIZE,),
    "cultists.encounter.rule.alone": (MEETING_SIZE,),
    "cultists.encounter.rule.two": (MEETING_SIZE,),
    "cultists.encounter.rule.crowd": (CROWD,),
    "cultists.encounter.rule.dark": (MEETING_SIZE,),
    "cultists.board.power.on_meet": (MEETING_SIZE,),
    "cultists.board.power.off_meet": (MEETING_SIZE,),
    "cultists.board.power.on_means": (MEETING_SIZE, CROWD),
    "cultists.board.power.off_means": (MEETING_SIZE,),
    "cultists.learn.movement.rule": (MEETING_SIZE,),
    "cultists.learn.movement.rule_dark": (MEETING_SIZE,),
    "cultists.learn.resolve.rule_dark": (MEETING_SIZE,),
    "cultists.action.check_status.does": (CARDS_TO_EXPLORE,),
    "cultists.action.fill.does": (CARDS_TO_EXPLORE,),
    "cultists.automa.act.fill": (CARDS_TO_EXPLORE,),
    "cultists_guide.why.room_cards": (CARDS_TO_EXPLORE,),
    "cultists_guide.why.power_token": (MEETING_SIZE,),
    "cultists_guide.why.clock": (HOURS,),
    "cultists_guide.why.points": (GATE_POINTS,),
    "cultists_guide.intro.sides.title": (len(CultistSide),),
    "cultists_guide.intro.sides.cultists": tuple(sorted({table.cultists for table in CULTISTS.values()})),
    "cultists_guide.intro.round.move": (MOVEMENT_POINTS,),
    "cultists_guide.intro.round.meet": (MEETING_SIZE,),
    "cultists_guide.intro.rooms.fill": (CARDS_TO_EXPLORE,),
    "cultists_guide.intro.rooms.shelf": tuple(SHELF_POINTS),
    "cultists_guide.intro.winning.investigators": (HOURS,),
    "silver.ended.villagers": (CARD_COPIES[0],),
    "silver.card.villager.text": (CARD_COPIES[0],),
    "silver.board.kamikaze": (*sorted(set(KAMIKAZE)), *sorted({KAMIKAZE.count(card) for card in KAMIKAZE})),
    **TAUGHT_IN_DUET,
    **TAUGHT_IN_SILVER,
}

# Figures that no rule decides: where counting begins, what people type on a command line, names and versions.
FIGURES = {
    "app.about.voice",
    "app.cli.guide.option",
    "app.cli.no_kivy",
    "app.cli.night.pace",
    "app.cli.night.needs_players",
    "app.problem.no_such_seat",
    "avalon.problem.no_such_quest",
    "avalon.rule.order",
    "cultists.problem.points_range",
    "cultists.problem.round_range",
    "cultists.problem.closes_in_range",
    "cultists.problem.shelf_size",
    "cultists.problem.count_seat",
    "duet.problem.tokens_range",
    "silver.outlook.just.amulet",
    "silver.problem.too_many_zeros",
    "silver.setup.begin",
}
# How long it takes to tell a game, which no rule says.
MINUTES = {"guide.intro.title", "guide.learn.intro"}
PLACE = re.compile(r"\{\w+\}")
SEARCHED = re.compile(r"[a-z]+_rules\.entry\..+\.words")
# Takes the plural, and is never looked for.
_NO_RULES = 99


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("key", SAID | SHOWN)
def test_number_words_are_arguments_from_the_rules(key, code):
    tr = Translator(code)
    words = VOWEL_SIGNS.sub("", tr(key, n=_NO_RULES))
    assert not tr.missing
    for number in (SAID | SHOWN)[key]:
        figure = tr.format_number(number)
        assert re.search(rf"\b(?:{WORDS[code].get(number, figure)}|{figure}s?)\b", words, re.IGNORECASE), (
            number
        )


def test_each_number_has_words_of_its_own_in_every_language():
    """Else the test above would take one number for another."""
    for code, words in WORDS.items():
        assert words.keys() == WORDS["en"].keys()
        said = [word for alternatives in words.values() for word in alternatives.split("|")]
        assert len(said) == len(set(said)), code


# What rules are searched by is shown nowhere, and people may well type a number.
SEARCHED = re.compile(r"[a-z]+_rules\.entry\.[a-z0-9_]+\.words")


def shown(code):
    """All but what is spoken, and what people may type to find a rule."""
    for domain in sorted(catalogue_domains()):
        for entry in polib.pofile(f"{CATALOGUES}/{code}/{domain}.po"):
            if not SPOKEN_LINE.fullmatch(entry.msgid) and not SEARCHED.fullmatch(entry.msgid):
                yield entry.msgid, entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_other_message_contains_a_digit(code):
    typed = {
        key for key, forms in shown(code) if any(re.search(r"\d", PLACE.sub("", form)) for form in forms)
    }
    assert typed <= FIGURES | SHOWN.keys()


def test_no_other_message_contains_a_number_word_from_three_on():
    """One and two are in too many idioms: those that state a rule are in the table above."""
    large = "|".join(words for number, words in WORDS["en"].items() if number > 2)
    pattern = re.compile(rf"\b(?:{large}|hundred)\b", re.IGNORECASE)
    typed = {key for key, forms in shown("en") if any(map(pattern.search, forms))}
    # Avalon's guide has a test of its own, which looks for each number in every language.
    ours = {key for key in typed if not key.startswith("avalon_guide.")}
    assert ours <= SHOWN.keys() | MINUTES


def test_every_listed_number_is_used_by_a_message():
    places: set[str] = set()
    for _, forms in shown("en"):
        places.update(name[1:-1] for form in forms for name in PLACE.findall(form))
    assert (
        avalon.RULE_NUMBERS.keys()
        | cultists.RULE_NUMBERS.keys()
        | silver.RULE_NUMBERS.keys()
        | duet.RULE_NUMBERS.keys()
    ) <= places
