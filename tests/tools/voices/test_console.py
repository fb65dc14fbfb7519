"""A long piece of work says how far it is and how long it still takes."""

from io import StringIO

from tools.voices.console import Progress


class Screen(StringIO):
    def isatty(self):
        return True


def test_remaining_time_is_estimated_from_finished_work():
    now = [0.0]
    bar = Progress(100, lambda: now[0], StringIO())
    assert "starting" in bar.line("it")
    now[0] = 60.0
    bar.add(25, "it")
    assert "25%" in bar.line("it")
    assert "3 min left" in bar.line("it")
    now[0] = 200.0
    bar.add(75, "it")
    assert "100%  0 s left" in bar.line("it")


def test_progress_is_written_per_step_to_files_and_updated_on_terminals():
    file, screen = StringIO(), Screen()
    for out in (file, screen):
        with Progress(1000, lambda: 1.0, out) as bar:
            for _ in range(1000):
                bar.add(1, "en avalon.say.vote.now")
    assert len(file.getvalue().splitlines()) == 21
    assert screen.getvalue().count("\n") == 1
    assert screen.getvalue().count("\r") == 1000
