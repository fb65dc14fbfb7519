"""The page between the set-up and the night: what to shuffle, who learns what, how loud, how it begins."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.games.avalon.setup import NUMBERS, Lancelot, Side, list_presets
from companion.games.avalon.setup import Setup as Avalon
from companion.games.cultists.setup import NUMBERS as SEATS
from companion.games.cultists.setup import Setup as Cultists
from companion.games.cultists.setup import role_tokens
from companion.games.registry import get_game
from companion.narrator.audio import GOOD_VOLUME_PERCENT, LOW_VOLUME_PERCENT
from companion.screens.avalon.setup import SetupPage
from companion.screens.home import HomePage
from companion.screens.night.deal import DealPage
from companion.screens.night.night_page import NightPage
from companion.screens.night.options import NarrationSheet, StyleChoice
from companion.screens.role_reveal import DealtCard, DealtSide
from companion.screens.seats import SeatsPage
from companion.scripts.script import NightStyle, load_night_definition
from companion.settings import BackgroundSound
from companion.widgets.cards import Chip, Notice
from tests.cases import sample

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hana", "Ivan", "Jan")
SEVEN = Avalon(NAMES[:7], roles=("percival", "morgana", "oberon"))
FIRST = Avalon(NAMES[:5])


@pytest.fixture
def dealing(walk):
    """From home straight to the deal, as the quick way does."""

    def start(setup=SEVEN, **options):
        walker = walk(**options)
        walker.app.push(DealPage, setup)
        walker.frames(6)
        return walker

    return start


class Phone:
    """A phone whose volume the test knows."""

    def __init__(self, app, volume):
        self.percent = volume
        app.get_volume = lambda: self.percent
        app.set_volume = lambda percent: setattr(self, "percent", percent)


@pytest.fixture
def on_phone(dealing):
    """The deal on a phone this loud, and the lines that were said there."""

    def start(volume, **options):
        walker = dealing(**options)
        walker.phone = Phone(walker.app, volume)
        walker.on_played = []
        speak = walker.app.speech.audio.play_speech
        walker.app.speech.audio.play_speech = lambda clip: (walker.on_played.append(clip), speak(clip))
        walker.let_pass(1.1)
        return walker

    return start


def chosen_style(walker):
    words = {walker.app.tr(f"app.night.style.{style.value}"): style for style in NightStyle}
    (style,) = [
        words[chip.label.content]
        for choice in walker.all(StyleChoice)
        for chip in choice.walk(restrict=True)
        if isinstance(chip, Chip) and chip.is_selected
    ]
    return style


# -- the cards ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", sample([8, 5, 6, 7, 9, 10]))
def test_cards_are_those_of_the_rules(dealing, players):
    for preset in list_presets(players):
        walker = dealing(Avalon(NAMES[:players], roles=preset.roles))
        good, evil = walker.all(DealtSide)
        numbers = NUMBERS[players]
        assert (good.total, evil.total) == (numbers.seats(Side.GOOD), numbers.seats(Side.EVIL))
        assert sum(card.copies for card in walker.all(DealtCard)) == players
        assert walker.says("avalon.setup.shuffle", n=players)


def test_copies_of_a_card_are_shown_with_their_number(dealing):
    walker = dealing()
    (servants,) = [card for card in walker.all(DealtCard) if card.copies > 1]
    assert servants.copies == 2
    assert walker.says("app.setup.times", count=2)
    assert walker.says("avalon.role.servant.short")
    assert not walker.says("avalon.role.mordred.name")


def test_each_lancelot_is_shown_on_its_side(dealing):
    walker = dealing(Avalon(NAMES[:8], roles=("percival", "morgana"), lancelot=Lancelot.V1))
    assert walker.words().count(walker.app.tr("avalon.role.lancelot")) == 2


@pytest.mark.parametrize(
    "setup",
    sample(
        [
            Cultists(NAMES[:4], roles=(), automa=True, automa_before=0),
            Cultists(NAMES[:8], roles=("seer", "engineer", "firestarter", "assassin")),
            Cultists(NAMES[:5], roles=("seer",), first_game=True),
        ]
    ),
)
def test_tokens_and_decks_are_those_of_the_rules(dealing, setup):
    walker = dealing(setup)
    cultists, investigators = walker.all(DealtSide)
    numbers, tr = SEATS[setup.seats], walker.app.tr
    assert (cultists.total, investigators.total) == (numbers.cultists, numbers.investigators)
    drawn = Counter(card.copies for card in walker.all(DealtCard))
    assert drawn == Counter(Counter(role_tokens(setup)).values())
    assert walker.says("cultists.setup.tokens", n=setup.seats)
    assert walker.says("cultists.deal.cultist_decks", n=numbers.cultists)
    assert walker.says("cultists.deal.investigator_decks", n=numbers.investigators)
    assert not tr.missing
    for deck in (numbers.cultist_deck, numbers.investigator_deck):
        for kind, copies in deck.counts().items():
            assert tr(f"cultists.card.{kind}", n=copies) in walker.words()


def test_seats_are_counted_with_and_without_names(dealing):
    assert dealing().says("app.deal.seats", n=7)
    numbered = tuple(str(seat) for seat in range(1, 7))
    assert dealing(Avalon(numbered)).says("app.deal.seats_unnamed", n=6)


def test_first_card_is_on_the_right_in_persian(dealing):
    walker = dealing(language="fa")
    for side in walker.all(DealtSide):
        assert side.cards[0].x > side.cards[1].x


# -- ways on and back ---------------------------------------------------------------------------------------


def test_one_tap_shows_who_learns_what(dealing):
    walker = dealing()
    walker.tap_on("app.setup.knowledge")
    tr = walker.app.tr
    assert walker.says("app.named", name=tr("avalon.role.oberon.name"), what=tr("avalon.knows.nobody"))
    walker.press_back()
    assert isinstance(walker.page, DealPage)
    assert walker.app.navigator.sheet is None


def test_main_button_shows_the_duration_and_starts_the_night(dealing):
    walker = dealing()
    night = walker.app.speech.render_night_now(SEVEN)
    assert walker.says("app.night.seconds", n=round(night.timeline.total))
    walker.tap(walker.page.main)
    assert isinstance(walker.page, NightPage)
    assert walker.page.night.script.style is NightStyle.NORMAL


def test_change_from_the_quick_night_opens_the_set_up_and_returns(dealing):
    walker = dealing()
    walker.tap(walker.page.change_button)
    assert isinstance(walker.page, SetupPage)
    assert walker.page.setup == SEVEN
    walker.tap(walker.page.main)
    assert isinstance(walker.page, DealPage)
    walker.press_back()
    assert isinstance(walker.page, SetupPage)
    walker.press_back()
    assert isinstance(walker.page, HomePage)


def test_change_from_the_set_up_goes_one_page_back(walk):
    walker = walk()
    walker.app.open_setup(get_game("avalon"), NAMES[:7])
    walker.frames()
    page, depth = walker.page, walker.app.navigator.depth
    walker.tap(page.main)
    assert walker.page.setup == page.setup
    walker.tap(walker.page.change_button)
    assert walker.page is page
    assert walker.app.navigator.depth == depth


def test_people_button_opens_the_seats_with_the_same_players(dealing):
    walker = dealing()
    people, _ = walker.page.bar.children[1::-1]
    walker.tap(people)
    assert isinstance(walker.page, SeatsPage)
    assert walker.page.players == SEVEN.players


def test_narration_language_changes_voice_and_duration(dealing):
    walker = dealing()
    before = walker.page.main.value.content
    walker.page.open_narrator()
    walker.frames()
    walker.tap_on("app.night.style.quick")
    walker.tap(walker.button("Italiano"))
    assert walker.app.settings.narration == "it"
    walker.press_back()
    assert walker.page.main.value.content != before
    assert walker.says("app.sound.voice", language="Italiano")


# -- the sound ----------------------------------------------------------------------------------------------


def test_unknown_device_volume_has_no_row_and_no_warning(dealing):
    walker = dealing(bed=BackgroundSound.RAIN)
    assert list(walker.page.volume_panel.rows) == ["voice", "bed", "sign"]
    assert not walker.all(Notice)


def test_low_volume_is_warned_of_and_fixed_by_one_tap(on_phone):
    walker = on_phone(30)
    assert walker.says("app.problem.volume_low")
    assert walker.says("app.settings.percent", value=30)
    assert walker.page.main.enabled
    walker.tap_on("app.sound.turn_up")
    assert walker.phone.percent == GOOD_VOLUME_PERCENT
    assert not walker.all(Notice)
    assert walker.says("app.settings.percent", value=GOOD_VOLUME_PERCENT)
    walker.let_pass(1.0)
    assert len(walker.on_played) == 1


def test_low_voice_level_is_warned_of_and_fixed_alone(on_phone):
    walker = on_phone(LOW_VOLUME_PERCENT)
    assert not walker.all(Notice)
    bar = walker.reach(walker.page.volume_panel.rows["voice"].bar)
    walker.tap_at(*bar.to_window(bar.x + 2, bar.center_y))
    assert walker.says("app.problem.voice_low")
    walker.tap_on("app.sound.turn_up")
    assert (walker.phone.percent, walker.app.settings.voice_level) == (
        LOW_VOLUME_PERCENT,
        GOOD_VOLUME_PERCENT,
    )
    assert not walker.all(Notice)


def test_fixing_the_volume_keeps_an_acceptable_voice_level(on_phone):
    walker = on_phone(LOW_VOLUME_PERCENT - 1)
    walker.app.change_settings(voice_level=LOW_VOLUME_PERCENT)
    walker.tap_on("app.sound.turn_up")
    assert (walker.phone.percent, walker.app.settings.voice_level) == (
        GOOD_VOLUME_PERCENT,
        LOW_VOLUME_PERCENT,
    )


def test_muted_phone_has_its_own_warning_and_volume_keys_are_noticed(on_phone):
    walker = on_phone(0)
    assert walker.says("app.problem.volume_off")
    walker.phone.percent = 90
    walker.let_pass(1.1)
    assert not walker.all(Notice)


def test_missing_audio_device_is_reported_and_the_night_can_start(dealing, monkeypatch):
    walker = dealing()
    monkeypatch.setattr(walker.app.speech.audio, "has_output", False)
    walker.let_pass(1.1)
    assert walker.says("app.problem.sound_no_device")
    walker.tap(walker.page.main)
    assert isinstance(walker.page, NightPage)


def test_one_tap_plays_a_line(on_phone):
    walker = on_phone(80)
    walker.tap(walker.reach(walker.page.test_button))
    walker.let_pass(1.0)
    assert [clip.parent.name for clip in walker.on_played] == ["en"]


# -- learning -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "setup",
    sample([FIRST, Cultists(NAMES[:5], roles=("seer",), first_game=True)]),
    ids=["avalon", "cultists"],
)
def test_first_game_is_narrated_with_reasons_in_this_session_only(dealing, setup):
    walker = dealing(setup)
    walker.tap(walker.page.main)
    assert walker.page.night.script.style is NightStyle.LEARN
    assert walker.app.settings.style is NightStyle.NORMAL


def test_quick_night_mentions_the_reasons(dealing):
    assert dealing(FIRST).says("app.setup.reasons")
    assert not dealing(SEVEN).says("app.setup.reasons")


@pytest.mark.parametrize(
    ("setup", "game"),
    sample([(Cultists(NAMES[:6], knife=2, roles=("fish", "zombie")), "cultists"), (SEVEN, "avalon")]),
)
def test_next_set_up_starts_with_the_cards_of_the_night(dealing, setup, game):
    walker = dealing(setup)
    walker.tap(walker.page.main)
    walker.app.navigator.go_home()
    walker.app.open_setup(get_game(game), setup.players)
    walker.frames()
    assert walker.page.setup == setup


def test_board_of_a_first_game_stays_coached_after_a_restart(dealing, walk):
    walker = dealing(FIRST)
    walker.tap(walker.page.main)
    game = get_game("avalon").rules
    walker.app.start_session(game, FIRST)
    walker.frames()
    assert walker.app.is_coached(walker.page.session)
    again = walk()
    again.tap_on("app.go_on")
    assert again.app.is_coached(again.page.session)
    again.app.start_session(game, FIRST)
    again.frames()
    assert not again.app.is_coached(again.page.session)


def test_manual_style_overrides_the_automatic_one(dealing):
    walker = dealing(FIRST)
    walker.page.open_narrator()
    walker.frames()
    assert chosen_style(walker) is NightStyle.LEARN
    assert walker.says("app.setup.reasons")
    walker.tap_on("app.night.style.quick")
    assert chosen_style(walker) is NightStyle.QUICK
    assert not walker.says("app.setup.reasons")
    walker.press_back()
    walker.tap(walker.page.main)
    assert walker.page.night.script.style is NightStyle.QUICK
    walker.app.start_session(get_game("avalon").rules, FIRST)
    walker.frames()
    assert not walker.app.is_coached(walker.page.session)


def test_presets_of_the_set_up_choose_the_style(walk):
    walker = walk(style=NightStyle.QUICK)
    walker.app.open_setup(get_game("avalon"), NAMES[:7])
    walker.frames()
    # Nobody has played it here yet: these are the cards of a first game.
    assert chosen_style(walker) is NightStyle.LEARN
    walker.tap_on("avalon.preset.usual")
    assert chosen_style(walker) is NightStyle.QUICK
    walker.tap_on("app.first_game")
    assert chosen_style(walker) is NightStyle.LEARN
    assert walker.says("app.setup.reasons")
    walker.tap_on("avalon.preset.usual")
    assert chosen_style(walker) is NightStyle.QUICK
    assert walker.app.settings.style is NightStyle.QUICK


@pytest.mark.parametrize(("game", "styles"), [("avalon", 3), ("cultists", 4)])
def test_only_styles_of_the_game_are_offered_and_one_is_selected(walk, game, styles):
    app = walk(style=NightStyle.RITUAL).app
    later: Any = {"avalon": SEVEN, "cultists": Cultists(NAMES[:6], roles=("seer",))}[game]
    sheet = NarrationSheet(app, load_night_definition(game), later, lambda: None)
    chips = {chip for chip in sheet.walk() if isinstance(chip, Chip)}
    words = {app.tr(f"app.night.style.{style.value}"): style for style in NightStyle}
    offered = {words[chip.label.content]: chip.is_selected for chip in chips if chip.label.content in words}
    assert len(offered) == styles
    assert [style for style, chosen in offered.items() if chosen] == [
        load_night_definition(game).supported_style(NightStyle.RITUAL)
    ]
