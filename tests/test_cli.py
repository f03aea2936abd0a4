"""The command line: exit codes, one line of advice on stderr, help everywhere."""

import hashlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from mafiabot.cli import language_of, run_command

SEED = "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("", "--help"),
        ("fly", "--help"),
        ("demo --fly", "mafiabot demo --help"),
        ("demo --seats many", "--seats"),
        ("demo --seats 13", "6 to 12"),
        ("demo --preset chess", "club, classic, tournament"),
        ("demo --preset tournament --seats 8", "10 seats"),
        ("demo --language de", "ru, uk, en"),
        ("demo --hand 11", "1 to 10"),
        ("demo --pace=-1", "0 is as fast"),
        ("demo --pace nan", "0 is as fast"),
        ("demo --pace inf", "0 is as fast"),
        ("demo --json /nowhere/at/all.json", "choose another file"),
        ("run --processes 3", "a file serves one process only"),
        ("playground --people 2", "6 to 12"),
        ("playground --pace 0", "above 0"),
        ("playground --pace inf", "above 0"),
        ("playground --port 70000", "65535"),
        ("verify --seed 12 --commitment 34", "64 hexadecimal"),
        ("verify --seed 12", "--commitment"),
        ("bench --json /nowhere/at/all.json", "choose another file"),
        ("replay", "FILE"),
        ("replay /nowhere/at/all.jsonl", "/nowhere/at/all.jsonl"),
        ("drill /nowhere/at/all.toml", "/nowhere/at/all.toml"),
        ("tables", "--help"),
        ("tables show", "ID"),
    ],
)
def test_bad_usage_ends_with_2_and_one_line_that_says_what_to_do(
    line: str, advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(line.split()) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert advice in shown.err


def test_a_bot_without_a_token_or_with_an_unknown_setting_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("MAFIABOT_TOKEN", "MAFIABOT_TOKEN_FILE"):
        monkeypatch.delenv(name, raising=False)
    assert run_command(["run"]) == 2
    assert "MAFIABOT_TOKEN" in capsys.readouterr().err
    monkeypatch.setenv("MAFIABOT_TOKNE", "x")
    assert run_command(["run"]) == 2
    assert "MAFIABOT_TOKNE" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [
        "",
        "run",
        "demo",
        "playground",
        "verify",
        "replay",
        "drill",
        "archive",
        "archive export",
        "archive import",
        "doctor",
        "tables",
        "tables list",
        "tables show",
        "tables log",
        "tables close",
    ],
)
def test_help_is_everywhere(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command([*command.split(), "--help"]) == 0
    assert "Usage" in capsys.readouterr().out


def test_a_specification_that_is_not_there_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MAFIABOT_DISCORD_SPEC", "nowhere.json")
    assert run_command(["demo"]) == 2
    assert "MAFIABOT_DISCORD_SPEC" in capsys.readouterr().err


# --- where what is printed goes ------------------------------------------------------------------


def ended(command: list[str], stdout: int, **environment: str) -> tuple[int, str]:
    """Exit code and stderr of a program whose output goes there."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LC_"))}
    done = subprocess.run(
        [sys.executable, "-m", "mafiabot", *command],
        stdout=stdout,
        stderr=subprocess.PIPE,
        env={**kept, **environment},
        check=False,
        timeout=60,
    )
    return done.returncode, done.stderr.decode()


VERIFIED = ["verify", "--seed", SEED, "--commitment", hashlib.sha256(bytes.fromhex(SEED)).hexdigest()]
PRINTING = [["--help"], VERIFIED, ["demo", "--plain", "--pace", "0", "--seats", "6"]]


@pytest.mark.parametrize("command", PRINTING, ids=lambda command: command[0])
def test_who_reads_no_further_is_told_nothing(command: list[str]) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    try:
        assert ended(command, writes) == (1, "")
    finally:
        os.close(writes)


@pytest.mark.parametrize("command", PRINTING, ids=lambda command: command[0])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_under_the_output_is_one_line(command: list[str]) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        assert ended(command, full) == (1, "mafiabot: cannot be written: no space left on device\n")
    finally:
        os.close(full)


def test_a_command_whose_output_is_closed_does_its_work() -> None:
    line = 'exec "$0" "$@" >&-'
    shell = ["sh", "-c", line, sys.executable, "-m", "mafiabot", *VERIFIED]
    done = subprocess.run(shell, stderr=subprocess.PIPE, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_terminal_that_knows_few_letters_stops_no_command(tmp_path: Path) -> None:
    shown = tmp_path / "shown"
    with shown.open("wb") as out:
        command = ["demo", "--plain", "--pace", "0", "--seats", "6", "--language", "uk"]
        assert ended(command, out.fileno(), PYTHONIOENCODING="ascii") == (0, "")
    assert b"\\u2696" in shown.read_bytes()


def on_a_terminal(command: list[str], **environment: str) -> bytes:
    """What a program writes to a terminal."""
    ours, its = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    with subprocess.Popen(
        [sys.executable, "-m", "mafiabot", *command], stdout=its, stderr=its, env={**kept, **environment}
    ) as process:
        os.close(its)
        shown = b""
        with suppress(OSError):  # how Linux tells that nobody writes any more
            while part := os.read(ours, 65_536):
                shown += part
    os.close(ours)
    assert process.returncode == 0
    return shown


QUICK = ["demo", "--pace", "0", "--seats", "6"]
COLOUR = re.compile(rb"\x1b\[(?:\d+;)*3\d(?:;\d+)*m")


def test_a_terminal_shows_the_live_view_and_colours_unless_they_are_not_wanted() -> None:
    alternate_screen = b"\x1b[?1049h"
    coloured = on_a_terminal(QUICK, TERM="xterm-256color")
    assert alternate_screen in coloured
    assert COLOUR.search(coloured)
    grey = on_a_terminal(QUICK, TERM="xterm-256color", NO_COLOR="1")
    assert alternate_screen in grey
    assert not COLOUR.search(grey)


def test_a_terminal_that_can_only_print_lines_is_given_lines() -> None:
    shown = on_a_terminal(QUICK, TERM="dumb")
    assert shown.startswith(b"[00:")
    assert b"\x1b" not in shown


# --- verify --------------------------------------------------------------------------------------


def committed(seed: str) -> str:
    """SHA-256 of the seed's bytes, by hand."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def test_a_deal_is_verified_with_one_line_a_seat(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--seed", SEED.upper(), "--commitment", committed(SEED), "--seats", "10", "--preset", "classic"]
    assert run_command(["verify", *given]) == 0
    first, *roles = capsys.readouterr().out.splitlines()
    assert first == "commitment ok"
    assert [line.split()[0] for line in roles] == [str(seat) for seat in range(1, 11)]
    assert sorted(line.split()[1] for line in roles) == sorted(
        ["don", "mafia", "mafia", "sheriff"] + ["civilian"] * 6
    )


def test_words_of_the_players_change_the_deal(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["verify", "--seed", SEED, "--commitment", committed(SEED), "--seats", "6"]
    words = [part for n in range(6) for part in ("--word", f"слово {n}")]
    assert run_command(given) == 0
    without = capsys.readouterr().out
    assert run_command([*given, *words]) == 0
    assert capsys.readouterr().out != without


def test_another_commitment_is_a_failed_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["verify", "--seed", SEED, "--commitment", "0" * 64]) == 1
    assert "MISMATCH" in capsys.readouterr().out


# --- demo ----------------------------------------------------------------------------------------


def test_a_plain_demo_is_lines_without_escapes_and_a_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "report.json"
    line = "demo --plain --pace 0 --seats 6 --seed 3 --language ru --json"
    assert run_command([*line.split(), str(target)]) == 0
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert shown.startswith("[00:")
    assert "✓ clean" in shown
    report = json.loads(target.read_text(encoding="utf-8"))
    assert run_command(["verify", str(target)]) == 0
    wanted = (
        "preset seed language seats winner days speeches left_muted debts_open double_audible_ms unanswered "
        "unknown_routes schema_errors requests edits_per_turn panel_edits_per_speech commits refusals "
        "violations"
    )
    assert set(wanted.split()) <= report.keys()
    speech = "day kind seat granted_ms heard_ms gap_before_ms overlap_ms"
    assert set(speech.split()) <= report["speeches"][0].keys()
    assert (report["preset"], report["seed"], report["language"], report["seats"]) == ("club", 3, "ru", 6)
    assert report["requests"]["PATCH /guilds/{}/members/{}"] > 0


def test_ctrl_c_ends_a_demo_with_1_and_without_a_traceback() -> None:
    command = [sys.executable, "-m", "mafiabot", "demo", "--plain", "--seats", "6"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("[00:")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (1, "mafiabot: stopped\n")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "uk_UA.UTF-8"}, "uk"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANG": "ru_RU"}, "en"),
        ({}, "en"),
    ],
)
def test_the_demo_speaks_the_terminals_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language
