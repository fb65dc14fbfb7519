"""What is told about the voices: by language, style and line, the worst first."""

from datetime import date

import pytest

pytest.importorskip("numpy")

from tools.voices import clips, compare, retake
from tools.voices.hear import Line, make_line, report
from tools.voices.recipes import RECIPES

DAY = date(2026, 11, 17)


def line(key, text_to_say, understood, language="en", rating=3.5, seconds=2.0, loudness=-18.0):
    text = {"heard": understood, "rating": rating, "seconds": seconds, "loudness": loudness, "peak": -2.0}
    return make_line(language, key, text_to_say, text)


LINES = [
    line("avalon.night.normal.merlin_close", "Merlin, close your eyes.", "Merlin, close your eyes."),
    line("avalon.night.quick.merlin_close", "Merlin, eyes closed.", "Berlin, ice closed.", seconds=1.0),
    line("avalon.say.vote.now", "Everybody vote.", "Everybody, vote!", loudness=-17.0),
]


def test_report_has_errors_rating_and_pace_by_language_and_style():
    rows = [row for row in report(LINES, DAY).splitlines() if row.startswith("| ")]
    table = {row.split("|")[1].strip(): [cell.strip() for cell in row.split("|")[2:-1]] for row in rows}
    assert table["**en, all nights**"] == ["2", "3", "0.114", "0.286", "0.25", "3.50", "140"]
    assert table["en, normal"] == ["1", "2", "0.000", "0.000", "0.00", "3.50", "120"]
    assert table["en, game"][0] == "1"


def test_worst_line_comes_first_with_its_transcription():
    text = report(LINES, DAY)
    worst = text[text.index("## en") :].splitlines()
    assert worst[2].startswith("- 0.25 `avalon.night.quick.merlin_close`: Merlin, eyes closed. → Berlin")
    # What was understood is not listed.
    assert len(worst) == 3


def test_report_has_date_recipe_and_evenness():
    text = report(LINES, DAY)
    assert "2026-11-17" in text
    assert "Kokoro-82M" in text
    assert "-18.0 to -17.0 LUFS" in text


def test_line_has_style_and_errors():
    measured = line("cultists.night.ritual.all_open", "One two.", "1 2", language="en")
    assert isinstance(measured, Line)
    assert (measured.style, measured.errors) == ("ritual", compare.ErrorCounts(0, 6, 0, 2))


def test_score_prefers_intelligibility_to_quality():
    hundred = "a" * 100
    right, hoarse, one_wrong, fine = (
        line("avalon.say.vote.now", hundred, count_errors, rating=rating)
        for count_errors, rating in (
            (hundred, 3.3),
            (hundred, 3.2),
            ("b" + hundred[1:], 3.33),
            ("b" + hundred[1:], 3.35),
        )
    )
    assert retake.score(fine) > retake.score(right) > retake.score(one_wrong)
    assert retake.score(right) > retake.score(hoarse)


def test_takes_table_lists_changed_speeds_only(tmp_path, monkeypatch):
    table = tmp_path / "takes.tsv"
    table.write_text("# why\nel\tavalon.say.vote.now\t0.95\n", encoding="utf-8")
    monkeypatch.setattr(clips, "TAKES", table)
    clips.takes.cache_clear()
    try:
        before = clips.job_of("el", "avalon.say.vote.now", "Μέρλιν.")
        assert before.sentences[0].speed == pytest.approx(0.95 * RECIPES["el"].speed)
        retake.write({("el", "avalon.say.vote.now"): 1.0, ("fa", "app.say.timer.end"): 1.05}, table)
        assert table.read_text(encoding="utf-8") == "# why\nfa\tapp.say.timer.end\t1.05\n"
    finally:
        clips.takes.cache_clear()
