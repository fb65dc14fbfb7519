"""Which numbers of the rules the guide and the introduction of Codenames Duet say in words."""

from companion.games.duet.setup import (
    AGENTS,
    BLUE_TOKENS,
    BOX_TOKENS,
    BYSTANDER_CHECKS,
    COLUMNS,
    KEY_AGENTS,
    MAX_CLUES_IN_A_ROW,
    ROWS,
    SCORED_TOKENS,
    WORDS,
    WORDS_BY_BOTH_FACES,
    WORDS_PER_FACE,
    Side,
    WordKind,
)

_SHARED = WORDS_BY_BOTH_FACES[WordKind.AGENT, WordKind.AGENT]

TAUGHT = {
    "duet_guide.step.side_one": (Side.A + 1,),
    "duet_guide.step.side_two": (Side.B + 1,),
    "duet_guide.step.words": (WORDS, ROWS, COLUMNS),
    "duet_guide.step.agents": (AGENTS,),
    "duet_guide.step.bystanders_usual": (SCORED_TOKENS,),
    "duet_guide.step.order_loose": (MAX_CLUES_IN_A_ROW,),
    "duet_guide.why.words": (AGENTS,),
    "duet_guide.why.key": tuple(WORDS_PER_FACE.values()),
    "duet_guide.why.checks": (BYSTANDER_CHECKS,),
    "duet_guide.why.blue": (SCORED_TOKENS,),
    "duet_guide.why.order": (KEY_AGENTS,),
    "duet_guide.pack.agents": (AGENTS,),
    "duet_guide.pack.tokens": (BOX_TOKENS, BLUE_TOKENS),
    "duet_guide.pack.words": (WORDS,),
    "duet_guide.intro.team.words": (WORDS, AGENTS),
    "duet_guide.intro.team.green": (KEY_AGENTS,),
    "duet_guide.intro.team.shared": (_SHARED, KEY_AGENTS, AGENTS),
    "duet_guide.intro.clue.zero": (0, 1),
    "duet_guide.intro.time.bank": (SCORED_TOKENS,),
    "duet_guide.intro.time.easier": (SCORED_TOKENS + 1, BOX_TOKENS),
    "duet_guide.intro.time.map": (BYSTANDER_CHECKS,),
    "duet_guide.intro.end.win": (AGENTS,),
    "duet_guide.intro.end.done": (KEY_AGENTS,),
}
