"""Clips: only what changed is made again, and a language's clips change all at once or not at all."""

import json
import resource
import shutil
from contextlib import contextmanager

import pytest

np = pytest.importorskip("numpy")

from companion.narrator.voices.builtin import INDEX_FILE  # noqa: E402
from companion.narrator.voices.clip import read_duration  # noqa: E402
from tools.setup import Stop  # noqa: E402
from tools.voices import clips, signal  # noqa: E402
from tools.voices.recipes import RECIPES, Recipe  # noqa: E402

pytestmark = pytest.mark.skipif(not shutil.which("oggenc"), reason="oggenc is not installed")

LINES = {"avalon.say.one": "Μέρλιν.", "avalon.say.two": "Κλείστε τα μάτια. Μέρλιν."}


class Hummer:
    """Hums in place of the model, as long as there are symbols; what is asked of it is counted."""

    def __init__(self):
        self.asked = []

    def ask(self, question):
        self.asked.append(question["symbols"])
        time = np.arange(round(len(question["symbols"]) * 0.07 * signal.RATE)) / signal.RATE
        np.save(question["to"], 0.3 * np.sin(2 * np.pi * 220 * time))
        return {"samples": len(time)}


@pytest.fixture
def workshop(tmp_path):
    place = clips.Workshop(tmp_path / "workshop")
    place.open()
    return place


def bring_up_to_date(lines, workshop, folder):
    """Returns what was asked of the model."""
    hummer, jobs = Hummer(), clips.stale("el", lines, folder)
    for job in jobs:
        clips.make(job, workshop, hummer)
    clips.ship(jobs, lines, workshop, folder)
    return hummer.asked


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_only_what_changed_is_rendered_and_what_is_gone_is_removed(tmp_path, workshop):
    folder = tmp_path / "el"
    asked = bring_up_to_date(LINES, workshop, folder)
    # Two lines share a sentence, which is spoken once.
    assert sorted(asked) == ["klˈistɛ ta mˈatja.", "mˈɛɾlin."]
    before = files(folder)
    assert bring_up_to_date(LINES, workshop, folder) == []
    assert files(folder) == before
    assert bring_up_to_date({"avalon.say.two": "Κλείστε τα μάτια."}, workshop, folder) == []
    after = files(folder)
    assert sorted(after) == ["avalon.say.two.ogg", INDEX_FILE]
    assert after["avalon.say.two.ogg"] != before["avalon.say.two.ogg"]
    told = json.loads(after[INDEX_FILE])["lines"]["avalon.say.two"]
    path = folder / "avalon.say.two.ogg"
    assert told["seconds"] == pytest.approx(read_duration(path), abs=0.001)
    assert told["bytes"] == path.stat().st_size


def test_a_clip_that_was_cut_off_is_made_again(tmp_path, workshop):
    folder = tmp_path / "el"
    bring_up_to_date(LINES, workshop, folder)
    path = folder / "avalon.say.one.ogg"
    whole = path.read_bytes()
    path.write_bytes(whole[:100])
    assert [job.key for job in clips.stale("el", LINES, folder)] == ["avalon.say.one"]
    bring_up_to_date(LINES, workshop, folder)
    assert path.read_bytes() == whole


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path, workshop):
    folder, hummer = tmp_path / "el", Hummer()
    clips.make(clips.stale("el", LINES, folder)[0], workshop, hummer)
    # Nothing has shipped yet; what was spoken is not spoken again.
    assert not folder.exists()
    assert bring_up_to_date(LINES, workshop, folder) == ["klˈistɛ ta mˈatja."]


@pytest.fixture
def packed_before(tmp_path, workshop, monkeypatch):
    """A folder of clips in a form that is no longer today's."""
    with monkeypatch.context() as then:
        then.setattr(signal, "PACKED_RATE", 24000)
        then.setattr(signal, "FORM", "24000 Hz, quality 0")
        bring_up_to_date(LINES, workshop, tmp_path / "el")
    return tmp_path / "el"


def test_another_form_needs_nothing_spoken_anew(packed_before, workshop):
    before = clips.read_index(packed_before)
    assert clips.stale("el", LINES, packed_before) == []
    jobs = clips.list_outdated_forms("el", LINES, packed_before)
    assert [job.key for job in jobs] == list(LINES)
    for job in jobs:
        clips.repack(job, workshop, packed_before)
    clips.ship(jobs, LINES, workshop, packed_before, is_repack=True)
    assert clips.list_outdated_forms("el", LINES, packed_before) == []
    assert clips.stale("el", LINES, packed_before) == []
    for key, told in clips.read_index(packed_before).items():
        assert signal.rate_of((packed_before / f"{key}.ogg").read_bytes()) == signal.PACKED_RATE
        assert told["made_from"] == before[key]["made_from"]
        assert told["seconds"] == pytest.approx(before[key]["seconds"], abs=0.001)
        assert told["again"]


def test_what_was_spoken_and_kept_is_packed_straight_from_it(packed_before, workshop):
    jobs = clips.list_outdated_forms("el", LINES, packed_before)
    assert all(map(workshop.has_samples, jobs))
    for job in jobs:
        clips.pack(job, workshop)
    clips.ship(jobs, LINES, workshop, packed_before)
    assert not any("again" in told for told in clips.read_index(packed_before).values())
    for spoken in (workshop.folder / "spoken").iterdir():
        spoken.unlink()
    assert not any(map(workshop.has_samples, jobs))


def test_a_clip_that_says_something_else_is_not_repacked_but_spoken_anew(packed_before):
    lines = {**LINES, "avalon.say.one": "Μέρλιν!"}
    assert [job.key for job in clips.list_outdated_forms("el", lines, packed_before)] == ["avalon.say.two"]
    assert [job.key for job in clips.stale("el", lines, packed_before)] == ["avalon.say.one"]


def test_text_lexicon_and_recipe_are_part_of_what_a_clip_is_made_of():
    recipe = RECIPES["el"]
    told = {
        clips.job_of("el", "avalon.say.one", "Μέρλιν.", recipe).digest,
        clips.job_of("el", "avalon.say.one", "Μέρλιν!", recipe).digest,
        clips.job_of("el", "avalon.say.one", "Μέρλιν.", Recipe(recipe.voices, recipe.rules, 0.8, 1.0)).digest,
        clips.job_of("el", "avalon.say.one", "Μέρλιν.", Recipe(recipe.voices, (), recipe.speed, 1.0)).digest,
    }
    assert len(told) == 4


def test_the_quick_style_is_spoken_faster():
    keys = ("avalon.night.normal.all_open", "avalon.night.quick.all_open", "avalon.say.vote.now")
    normal, quick, game = (clips.job_of("el", key, "Μέρλιν.").sentences[0].speed for key in keys)
    assert quick > normal == game


def test_a_line_that_cannot_be_said_is_named_by_language_and_key():
    with pytest.raises(Stop, match=r"^el avalon\.say\.one: .*“ουίζαρντ”"):
        clips.job_of("el", "avalon.say.one", "Ουίζαρντ.")


@contextmanager
def full_disk():
    """No file can grow beyond a thousand bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_leaves_the_shipped_clips_as_they_were(tmp_path, workshop):
    folder = tmp_path / "el"
    bring_up_to_date({"avalon.say.one": "Μέρλιν."}, workshop, folder)
    before = files(folder)
    jobs = clips.stale("el", LINES, folder)
    for job in jobs:
        clips.make(job, workshop, Hummer())
    with full_disk(), pytest.raises(Stop, match="all is as before"):
        clips.ship(jobs, LINES, workshop, folder)
    assert files(folder) == before


def test_a_full_disk_leaves_no_half_made_clip(tmp_path, workshop):
    job = clips.stale("el", LINES, tmp_path / "el")[0]
    np.save(workshop.samples_file(job.sentences[0]), 0.3 * np.sin(np.arange(signal.RATE) / 20))
    with full_disk(), pytest.raises(Stop, match="The clips that ship are untouched"):
        clips.make(job, workshop, Hummer())
    assert list((workshop.folder / "clips").iterdir()) == []
