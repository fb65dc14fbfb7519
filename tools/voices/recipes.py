"""Voice and pronunciation settings by language; changing them renders the affected lines again.

docs/voices.md explains the choice of voices, with figures.
"""

from __future__ import annotations

from dataclasses import dataclass

from tools.voices.sounds import Rule


@dataclass(frozen=True, slots=True)
class Recipe:
    """The mixed voices with their shares, the speed, and rewrite rules from IPA to the model's symbols.

    `breath` is the silence between two sentences, in seconds.
    """

    voices: tuple[tuple[str, float], ...]
    rules: tuple[Rule, ...]
    speed: float
    quick_speed: float
    breath: float = 0.45
    quick_breath: float = 0.3

    def speed_of(self, style: str) -> float:
        return self.quick_speed if style == "quick" else self.speed

    def breath_of(self, style: str) -> float:
        return self.quick_breath if style == "quick" else self.breath


# Two IPA letters that the model knows as one symbol.
_AFFRICATES = (Rule("tʃ", "ʧ"), Rule("dʒ", "ʤ"), Rule("ts", "ʦ"), Rule("dz", "ʣ"))
_VOWEL = "[ˈˌ]?[AIOWYaeiouæɑɔəɛɪʊʌ]"

RECIPES = {
    "en": Recipe(
        voices=(("am_puck", 0.5), ("am_michael", 0.5)),
        speed=0.79,
        quick_speed=0.95,
        rules=(
            *_AFFRICATES[:2],
            Rule("eɪ", "A"),
            Rule("aɪ", "I"),
            Rule("aʊ", "W"),
            Rule("oʊ", "O"),
            Rule("ɔɪ", "Y"),
            Rule("ɾ", "T"),
            Rule(f"ðə (?={_VOWEL})", "ði "),
        ),
    ),
    "it": Recipe(
        voices=(("im_nicola", 1.0),),
        speed=0.9,
        quick_speed=1.15,
        rules=(*_AFFRICATES, Rule("ss", "S")),
    ),
    # The model was not trained on Greek and Persian: English and Spanish voices read them from known sounds.
    "el": Recipe(
        voices=(("bm_george", 0.5), ("em_santa", 0.5)),
        speed=0.9,
        quick_speed=1.22,
        rules=(
            Rule("r", "ɾ"),
            Rule("c", "kj"),
            Rule("ɟ", "ɡj"),
            Rule("(?<=[tθp])ç", "j"),
            Rule("e", "ɛ"),
            Rule("o", "ɔ"),
        ),
    ),
    "fa": Recipe(
        voices=(("ef_dora", 1.0),),
        speed=0.9,
        quick_speed=1.0,
        rules=(
            Rule("ʔ", ""),
            Rule("q", "ɣ"),
            Rule("r", "ɾ"),
            Rule("ow", "o"),
            Rule("ɑ", "ɑː"),
            Rule("i", "iː"),
            Rule("u", "uː"),
        ),
    ),
}
