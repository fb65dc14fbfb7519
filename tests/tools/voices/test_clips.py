"""Clips: only what changed is made again, and a language's clips change all at once or not at all."""

import json
import resource
import shutil
from contextlib import contextmanager

import pytest

np = pytest.importorskip("numpy")

from companion.narrator.voices.clip import INDEX_FILE, read_duration  # noqa: E402
from tools.setup import Stop  # noqa: E402
from tools.voices import clips, signal  # noqa: E402
from tools.voices.recipes import RECIPES, Recipe  # noqa: E402

pytestmark = pytest.mark.skipif(not shutil.which("oggenc"), reason="oggenc is not installed")

LINES = {"avalon.say.one": "Μέρλιν.", "avalon.say.two": "Κλείστε τα μάτια. Μέρλιν."}


class HummingSpeaker:
    """Hums in place of the model, as long as there are symbols; what is asked of it is counted."""

    def __init__(self):
        self.requests = []

    def ask(self, question):
        self.requests.append(question["symbols"])
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
    hummer, jobs = HummingSpeaker(), clips.stale("el", lines, folder)
    for job in jobs:
        clips.make(job, workshop, hummer)
    clips.ship(jobs, lines, workshop, folder)
    return hummer.requests


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_changed_lines_are_rendered_and_unused_clips_removed(tmp_path, workshop):
    folder = tmp_path / "el"
    requests = bring_up_to_date(LINES, workshop, folder)
    # Two lines share a sentence, which is spoken once.
    assert sorted(requests) == ["klˈistɛ ta mˈatja.", "mˈɛɾlin."]
    before = files(folder)
    assert bring_up_to_date(LINES, workshop, folder) == []
    assert files(folder) == before
    assert bring_up_to_date({"avalon.say.two": "Κλείστε τα μάτια."}, workshop, folder) == []
    after = files(folder)
    assert sorted(after) == ["avalon.say.two.ogg", INDEX_FILE]
    assert after["avalon.say.two.ogg"] != before["avalon.say.two.ogg"]
    entry = json.loads(after[INDEX_FILE])["lines"]["avalon.say.two"]
    path = folder / "avalon.say.two.ogg"
    assert entry["seconds"] == pytest.approx(read_duration(path), abs=0.001)
    assert entry["bytes"] == path.stat().st_size


def test_truncated_clip_is_rendered_again(tmp_path, workshop):
    folder = tmp_path / "el"
    bring_up_to_date(LINES, workshop, folder)
    path = folder / "avalon.say.one.ogg"
    complete_bytes = path.read_bytes()
    path.write_bytes(complete_bytes[:100])
    assert [job.key for job in clips.stale("el", LINES, folder)] == ["avalon.say.one"]
    bring_up_to_date(LINES, workshop, folder)
    assert path.read_bytes() == complete_bytes


def test_interrupted_run_is_continued(tmp_path, workshop):
    folder, hummer = tmp_path / "el", HummingSpeaker()
    clips.make(clips.stale("el", LINES, folder)[0], workshop, hummer)
    # Nothing has shipped yet; what was spoken is not spoken again.
    assert not folder.exists()
    assert bring_up_to_date(LINES, workshop, folder) == ["klˈistɛ ta mˈatja."]


@pytest.fixture
def with_clips_in_old_form(tmp_path, workshop, monkeypatch):
    """A folder of clips in a form that is no longer today's."""
    with monkeypatch.context() as then:
        then.setattr(signal, "PACKED_RATE", 24000)
        then.setattr(signal, "FORM", "24000 Hz, quality 0")
        bring_up_to_date(LINES, workshop, tmp_path / "el")
    return tmp_path / "el"


def test_repack_renders_nothing(with_clips_in_old_form, workshop):
    before = clips.read_index(with_clips_in_old_form)
    assert clips.stale("el", LINES, with_clips_in_old_form) == []
    jobs = clips.list_outdated_forms("el", LINES, with_clips_in_old_form)
    assert [job.key for job in jobs] == list(LINES)
    for job in jobs:
        clips.repack(job, workshop, with_clips_in_old_form)
    clips.ship(jobs, LINES, workshop, with_clips_in_old_form, is_repack=True)
    assert clips.list_outdated_forms("el", LINES, with_clips_in_old_form) == []
    assert clips.stale("el", LINES, with_clips_in_old_form) == []
    for key, entry in clips.read_index(with_clips_in_old_form).items():
        assert signal.rate_of((with_clips_in_old_form / f"{key}.ogg").read_bytes()) == signal.PACKED_RATE
        assert entry["made_from"] == before[key]["made_from"]
        assert entry["seconds"] == pytest.approx(before[key]["seconds"], abs=0.001)
        assert entry["again"]


def test_existing_samples_are_packed_directly(with_clips_in_old_form, workshop):
    jobs = clips.list_outdated_forms("el", LINES, with_clips_in_old_form)
    assert all(map(workshop.has_samples, jobs))
    for job in jobs:
        clips.pack(job, workshop)
    clips.ship(jobs, LINES, workshop, with_clips_in_old_form)
    assert not any("again" in entry for entry in clips.read_index(with_clips_in_old_form).values())
    for samples_path in (workshop.folder / "spoken").iterdir():
        samples_path.unlink()
    assert not any(map(workshop.has_samples, jobs))


def test_outdated_clip_is_rendered_and_not_repacked(with_clips_in_old_form):
    lines = {**LINES, "avalon.say.one": "Μέρλιν!"}
    outdated = clips.list_outdated_forms("el", lines, with_clips_in_old_form)
    assert [job.key for job in outdated] == ["avalon.say.two"]
    assert [job.key for job in clips.stale("el", lines, with_clips_in_old_form)] == ["avalon.say.one"]


def test_digest_depends_on_text_lexicon_and_recipe():
    recipe = RECIPES["el"]
    entry = {
        clips.job_of("el", "avalon.say.one", "Μέρλιν.", recipe).digest,
        clips.job_of("el", "avalon.say.one", "Μέρλιν!", recipe).digest,
        clips.job_of("el", "avalon.say.one", "Μέρλιν.", Recipe(recipe.voices, recipe.rules, 0.8, 1.0)).digest,
        clips.job_of("el", "avalon.say.one", "Μέρλιν.", Recipe(recipe.voices, (), recipe.speed, 1.0)).digest,
    }
    assert len(entry) == 4


def test_quick_style_is_faster():
    keys = ("avalon.night.normal.all_open", "avalon.night.quick.all_open", "avalon.say.vote.now")
    normal, quick, game = (clips.job_of("el", key, "Μέρλιν.").sentences[0].speed for key in keys)
    assert quick > normal == game


def test_unpronounceable_line_is_named_by_language_and_key():
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


def test_full_disk_leaves_shipped_clips_unchanged(tmp_path, workshop):
    folder = tmp_path / "el"
    bring_up_to_date({"avalon.say.one": "Μέρλιν."}, workshop, folder)
    before = files(folder)
    jobs = clips.stale("el", LINES, folder)
    for job in jobs:
        clips.make(job, workshop, HummingSpeaker())
    with full_disk(), pytest.raises(Stop, match="all is as before"):
        clips.ship(jobs, LINES, workshop, folder)
    assert files(folder) == before


def test_full_disk_leaves_no_partial_clip(tmp_path, workshop):
    job = clips.stale("el", LINES, tmp_path / "el")[0]
    np.save(workshop.samples_file(job.sentences[0]), 0.3 * np.sin(np.arange(signal.RATE) / 20))
    with full_disk(), pytest.raises(Stop, match="The clips that ship are untouched"):
        clips.make(job, workshop, HummingSpeaker())
    assert list((workshop.folder / "clips").iterdir()) == []
