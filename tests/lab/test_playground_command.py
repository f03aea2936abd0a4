"""`mafiabot playground` as a process: one line, then a local Discord until it is told to stop."""

import json
import signal
import subprocess
import sys
import urllib.request

import pytest

from mafiabot.lab.options import BadOptions
from mafiabot.lab.playground import PlaygroundOptions, run_playground


@pytest.mark.parametrize("pace", ["1", "20"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_prints_one_line_serves_and_ends_with_0(pace: str, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "mafiabot", "playground", "--people", "6", "--pace", pace]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url, token, guild, channel = process.stdout.readline().split()
        asked = urllib.request.Request(f"{url}/api/v10/users/@me", headers={"Authorization": f"Bot {token}"})
        with urllib.request.urlopen(asked, timeout=30) as answer:
            assert json.load(answer)["bot"] is True
        assert guild.isdecimal()
        assert channel.isdecimal()
        process.send_signal(number)
        rest, errors = process.communicate(timeout=30)
    assert process.returncode == 0, errors
    assert rest == ""


def test_a_port_that_is_taken_is_named() -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(BadOptions, match="choose another"):
            run_playground(PlaygroundOptions(port=taken.getsockname()[1]))
