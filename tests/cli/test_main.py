"""The command line: what it prints, where, and with which exit code."""

import errno
import importlib.util
import io
import json
import os
import subprocess
import sys
import tomllib
import types
import zipfile
from contextlib import closing
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

import companion
from companion.cli.command import PROGRAM_NAMES, program_name_of
from companion.cli.main import COMMANDS, main
from companion.storage.backup import write_backup, write_snapshot
from companion.storage.store import open_store

RECORD = {
    "format": 1,
    "game": "duet",
    "setup": {"players": ["Ada", "Bruno"]},
    "moves": [{"move": "agent"}, {"move": "stop"}, {"move": "bystander"}],
}


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch):
    """English; environment variables set by a command are reset after the test."""
    for name in ("COMPANION_DATA", "COMPANION_LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


@pytest.fixture
def record(tmp_path):
    def write(**changes):
        path = tmp_path / "game.json"
        path.write_text(json.dumps({**RECORD, **changes}), encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def launches(monkeypatch):
    """Replace the start of the app; collects its environment variables, and exits with 7."""
    environments = []

    def run():
        environments.append({name: os.environ.get(name) for name in ("COMPANION_DATA", "COMPANION_LANGUAGE")})
        return 7

    monkeypatch.setitem(sys.modules, "companion.launch", types.SimpleNamespace(run=run))
    # Enough for a Python that has no Kivy: the window itself is not opened here.
    monkeypatch.setitem(sys.modules, "kivy", importlib.util.module_from_spec(ModuleSpec("kivy", None)))
    return environments


def command(*words, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "companion", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options
    )


def test_module_prints_help():
    process = command("--help")
    out, err = process.communicate()
    text = out.decode()
    assert (process.returncode, err) == (0, b"")
    for word in (*COMMANDS, "--data", "--language", "--version"):
        assert word in text


@pytest.mark.parametrize("words", [["--help"], ["-h"], *([name, "--help"] for name in COMMANDS)])
def test_every_command_has_help(words, capsys):
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert "--language" in out
    assert err == ""


@pytest.mark.parametrize("code", ["en", "it", "el", "fa"])
def test_help_is_translated(code, capsys):
    assert main(["--language", code, "--help"]) == 0
    assert "replay" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("program", "name"),
    [
        ("/usr/bin/table-companion", "table-companion"),
        ("table-companion.exe", "table-companion"),
        ("/home/ada/.local/bin/companion", "companion"),
        ("/checkout/companion/__main__.py", "companion"),
        ("", "companion"),
    ],
)
def test_program_name_is_the_one_it_was_called_by(program, name):
    assert program_name_of(program) == name


def test_both_program_names_are_installed():
    project = tomllib.loads(Path(__file__).parents[2].joinpath("pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["scripts"] == dict.fromkeys(PROGRAM_NAMES, "companion.cli.main:main")


@pytest.mark.parametrize("code", ["en", "it", "el", "fa"])
def test_examples_in_the_help_can_be_copied(code, capsys):
    main(["--language", code, "--help"])
    examples = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  companion ")]
    assert len(examples) == 7


def test_version_is_that_of_the_package(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"companion {companion.__version__}\n"


def test_app_opens_without_arguments_and_its_exit_code_is_returned(launches):
    assert main([]) == 7
    assert launches == [{"COMPANION_DATA": None, "COMPANION_LANGUAGE": None}]


def test_missing_kivy_is_reported_in_one_line(launches, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "kivy", None)
    assert main([]) == 1
    assert launches == []
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_data_folder_and_language_are_passed_to_the_app(launches, tmp_path):
    assert main(["--data", str(tmp_path / "new"), "--language", "el"]) == 7
    assert launches == [{"COMPANION_DATA": str(tmp_path / "new"), "COMPANION_LANGUAGE": "el"}]


def test_data_folder_is_made_absolute(launches, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    main(["--data", "here"])
    assert launches[0]["COMPANION_DATA"] == str(tmp_path / "here")


@pytest.mark.parametrize(
    "words",
    [
        ["fly"],
        ["--fly"],
        ["--fly", "doctor"],
        ["doctor", "--fly"],
        ["doctor", "extra"],
        ["doctor", "--json=yes"],
        ["replay"],
        ["replay", "--trace"],
        ["replay", ""],
        ["replay", "no\nsuch\x1b[31mfile"],
        ["fly\u2028away"],
        ["--fly\x9b31m"],
        ["replay", "a", "b"],
        ["replay", "no/such/file"],
        ["replay", "."],
        ["--data"],
        ["--data", __file__],
        ["--language"],
        ["--language", "xx"],
        ["--lang", "it"],
        ["-"],
        [""],
    ],
    ids=lambda words: ascii(" ".join(words)),
)
def test_invalid_arguments_are_rejected_in_one_line_without_usage(words, capsys, launches):
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("companion: ")
    assert len(err.splitlines()) == 1
    assert "usage" not in err
    assert err.rstrip("\n").isprintable()
    assert launches == []


def test_empty_file_name_is_rejected(capsys):
    assert main(["replay", ""]) == 2
    assert "companion replay FILE" in capsys.readouterr().err


def test_huge_number_is_rejected_without_repeating_it(tmp_path, capsys):
    path = tmp_path / "game.json"
    path.write_text(
        json.dumps({**RECORD, "setup": {"players": ["A", "B"], "tokens": 77}}).replace("77", "7" * 4300)
    )
    assert main(["replay", str(path)]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out) == {"refused": None, "problem": "record_wrong_type"}
    assert "777" not in err


def test_replay_from_closed_standard_input_is_rejected_in_one_line(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["replay", "-"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_json_is_escaped_for_ascii_output(monkeypatch):
    output = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", output)
    assert main(["night", "avalon", "--players", "5", "--lang", "fa", "--json"]) == 0
    output.seek(0)
    assert "چشم" in json.load(output)["cues"][0]["text"]


def test_replay_prints_the_final_state(record, capsys):
    assert main(["replay", record()]) == 0
    out, err = capsys.readouterr()
    (state,) = map(json.loads, out.splitlines())
    assert (state["turn"], state["bank"]["left"], state["agents"]) == (3, 7, 1)
    assert err == ""


def test_trace_prints_the_state_after_each_move(record, capsys):
    assert main(["replay", "--trace", record()]) == 0
    assert [json.loads(line)["turn"] for line in capsys.readouterr().out.splitlines()] == [1, 2, 3]


@pytest.mark.parametrize("trace", [[], ["--trace"]])
def test_game_without_moves_has_its_initial_state(record, capsys, trace):
    assert main(["replay", *trace, record(moves=[])]) == 0
    assert [json.loads(line)["turn"] for line in capsys.readouterr().out.splitlines()] == [1]


@pytest.mark.parametrize(("trace", "before"), [([], 0), (["--trace"], 2)])
def test_first_illegal_move_is_named(record, capsys, trace, before):
    path = record(moves=[{"move": "agent"}, {"move": "stop"}, {"move": "stop"}, {"move": "nonsense"}])
    assert main(["replay", *trace, path]) == 2
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert len(lines) == before + 1
    assert json.loads(lines[-1]) == {"refused": 3, "problem": "guess_first"}
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"format": 2}, "record_format"),
        ({"game": "chess"}, "record_unknown_game"),
        ({"setup": {"players": ["Ada"]}}, "seats_few"),
        ({"setup": {"players": ["\ud83d", "B"]}}, "name_empty"),
        ({"moves": 3}, "record_wrong_type"),
    ],
)
def test_invalid_record_is_rejected_with_a_code(record, capsys, changes, code):
    assert main(["replay", record(**changes)]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out) == {"refused": None, "problem": code}
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "che\nss\x1b[31m"},
        {"setup": {"play\ners": []}},
        {"moves": [{"move": "ho\x1bp\u2028"}]},
        {"moves": [{"move": "stop", "wh\x07y": 1}]},
    ],
)
def test_control_characters_in_a_record_are_escaped(record, capsys, changes):
    assert main(["replay", record(**changes)]) == 2
    err = capsys.readouterr().err
    assert err.endswith("\n")
    assert err[:-1].isprintable()


class FullDisk(io.StringIO):
    """Output on a full disk."""

    def flush(self):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("output", [None, FullDisk()], ids=["closed", "full"])
@pytest.mark.parametrize("words", [["--help"], ["--version"], ["night", "--help"], ["replay"]], ids=" ".join)
def test_lost_output_is_a_failure(record, monkeypatch, capsys, words, output):
    monkeypatch.setattr(sys, "stdout", output)
    assert main([*words, record()] if words == ["replay"] else words) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_app_opens_without_standard_output(launches, monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    assert main([]) == 7


@pytest.mark.parametrize("stream", [None, FullDisk()], ids=["closed", "full"])
def test_lost_errors_are_not_printed_to_standard_output(monkeypatch, capsys, stream):
    monkeypatch.setattr(sys, "stderr", stream)
    assert main(["fly"]) == 2
    assert capsys.readouterr().out == ""


def test_dash_reads_standard_input(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(RECORD).encode())))
    assert main(["replay", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["turn"] == 3


def test_closed_pipe_causes_no_traceback(record):
    # More than a pipe holds, so that we are still writing when the reader leaves.
    moves = [{"move": "next_clue", "side": number % 2} for number in range(2000)]
    path = record(setup={"players": ["Ada", "Bruno"], "loose_turns": True}, moves=moves)
    process = command("replay", "--trace", path)
    assert json.loads(process.stdout.readline())["turn"] == 1
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 141


def test_characters_that_the_terminal_cannot_encode_are_replaced():
    words = ["night", "avalon", "--players", "5", "--lang", "fa", "--text"]
    process = command(*words, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert b"???" in out


def test_single_file_argument_opens_the_app(launches, record, monkeypatch):
    monkeypatch.setenv("DISPLAY", ":0")
    path = record()
    assert main([path]) == 7
    assert os.environ["COMPANION_OPEN"] == path
    assert len(launches) == 1


def test_file_is_described_without_a_display(launches, record, tmp_path, monkeypatch, capsys):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "ANDROID_ARGUMENT"):
        monkeypatch.delenv(name, raising=False)
    assert main([record()]) == 0
    assert capsys.readouterr().out == (
        "game.json is a game of Codenames Duet; with a display, the app takes it in\n"
    )
    path = tmp_path / "ours.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("en/night.close.ogg", "sound")
    assert main([str(path)]) == 0
    assert capsys.readouterr().out == (
        "ours.zip is a zip of 1 recording; with a display, the app takes it in\n"
    )
    with closing(open_store(tmp_path / "data", lambda: 1.0)) as store:
        store.games.start("duet", {"players": ["Ada", "Bruno"]})
        write_snapshot(store.database, tmp_path / "copy.db")
    write_backup(tmp_path / "copy.db", (), 1.0, path)
    assert main([str(path)]) == 0
    assert capsys.readouterr().out == (
        "ours.zip is a backup of 1 game; with a display, the app brings it back\n"
    )
    for spoiled in (record(moves=[{"move": "assassin"}, {"move": "stop"}]), __file__):
        assert main([spoiled]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert len(err.splitlines()) == 1
    assert launches == []


def test_argument_that_is_neither_file_nor_command_is_rejected(launches, record, tmp_path, capsys):
    for words, message in (
        ([str(tmp_path / "gone.json")], "there is no file"),
        (["gone", "too"], "there is no file gone"),
        ([str(tmp_path)], "is a folder"),
        ([record(), "b.json"], "b.json is not understood"),
    ):
        assert main(words) == 2
        assert message in capsys.readouterr().err
    assert launches == []


def test_start_of_the_app_imports_no_command_and_no_rules():
    """The command line is read before the first frame."""
    code = "import sys; from companion.cli.main import main; main(['--version']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    cli = {name for name in loaded if name.startswith("companion.cli.")}
    assert cli == {"companion.cli.main", "companion.cli.command"}
    assert [name for name in loaded if name.startswith("companion.games.") and "setup" in name] == []
