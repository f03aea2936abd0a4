"""Image, compose file and systemd unit: linted, of one piece, and right about what the bot does."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from mafiabot.bot.app import CONNECTION_ENDS_MS, EFFECTS_END_MS
from mafiabot.bot.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
UNIT = (ROOT / "deploy/mafiabot.service").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "deploy/compose.yml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
ENDS_S = (EFFECTS_END_MS + CONNECTION_ENDS_MS) / 1000


# --- the image -----------------------------------------------------------------------------------


def test_the_linter_has_nothing_to_say_about_the_image() -> None:
    linter = Path(sys.executable).parent / "hadolint"
    linted = subprocess.run(
        [linter, "--failure-threshold", "style", ROOT / "Dockerfile"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (linted.returncode, linted.stdout) == (0, "")


def test_the_image_runs_a_process_of_its_own_without_rights_from_pinned_packages() -> None:
    final = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER \d+:\d+$", final, re.MULTILINE)
    assert re.search(r'^ENTRYPOINT \["mafiabot"\]$', final, re.MULTILINE)
    assert re.search(r'^CMD \["run"\]$', final, re.MULTILINE)
    assert re.search(r"^HEALTHCHECK .*\\\n +CMD \[", final, re.MULTILINE)
    assert "/healthz" in final
    for install in re.findall(r"pip install .*", DOCKERFILE):
        assert "-c constraints.txt" in install or "--no-deps" in install


def test_the_image_holds_what_is_needed_and_nothing_else() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    kept = {line[1:] for line in ignored if line.startswith("!")}
    copied = {
        name
        for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE)
        for name in line.split()[:-1]
    }
    assert ignored[1] == "*"
    assert kept == copied


# --- compose -------------------------------------------------------------------------------------


def test_every_service_comes_back_and_stops_in_order() -> None:
    assert set(SERVICES) == {"bot", "redis", "postgres"}
    for service in SERVICES.values():
        assert service["restart"] == "always"
        assert float(service["stop_grace_period"].removesuffix("s")) > ENDS_S


def test_the_bot_waits_for_servers_that_can_be_asked_whether_they_are_well() -> None:
    waited = SERVICES["bot"]["depends_on"]
    assert set(waited) == {"redis", "postgres"}
    for name, how in waited.items():
        assert how == {"condition": "service_healthy"}
        assert SERVICES[name]["healthcheck"]["test"][0] == "CMD"


def test_what_has_to_last_lies_in_volumes_that_are_declared() -> None:
    mounted = {
        volume.partition(":")[0] for service in SERVICES.values() for volume in service.get("volumes", ())
    }
    assert mounted == set(COMPOSE["volumes"]) == {"live", "archive"}
    assert "--appendonly" in SERVICES["redis"]["command"]
    assert "noeviction" in SERVICES["redis"]["command"]


def test_nothing_is_reachable_from_outside_and_no_secret_is_in_the_file() -> None:
    for service in SERVICES.values():
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ()))
    for name, value in SERVICES["postgres"]["environment"].items():
        assert "PASSWORD" not in name or value.startswith("${")


def test_settings_in_compose_and_unit_are_settings() -> None:
    known = {PREFIX + field.upper() for field in Settings.model_fields}
    example = (ROOT / "deploy/mafiabot.env.example").read_text(encoding="utf-8")
    named = set(re.findall(rf"^#?({PREFIX}\w+)=", example, re.MULTILINE))
    named |= set(SERVICES["bot"]["environment"]) | set(re.findall(rf"{PREFIX}\w+", UNIT))
    assert "MAFIABOT_TOKEN" in named
    assert named <= known


# --- systemd -------------------------------------------------------------------------------------


def of_unit(name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)


def test_the_unit_comes_back_for_ever_and_stops_in_order() -> None:
    assert of_unit("Restart") == ["always"]
    assert of_unit("StartLimitIntervalSec") == ["0"]
    assert of_unit("RestartPreventExitStatus") == []
    assert float(of_unit("TimeoutStopSec")[0]) > 2 * ENDS_S
    assert of_unit("KillMode") == ["mixed"]


def test_the_unit_has_no_rights_but_its_folder() -> None:
    assert of_unit("User") == ["mafiabot"]
    assert of_unit("NoNewPrivileges") == ["yes"]
    assert of_unit("ProtectSystem") == ["strict"]
    assert of_unit("CapabilityBoundingSet") == [""]
    assert f"/var/lib/{of_unit('StateDirectory')[0]}" in of_unit("Environment")[0]


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        assert "[Service]" in UNIT  # the other tests have read it
        return
    unit = tmp_path / "mafiabot.service"
    unit.write_text(re.sub(r"^ExecStart=\S+", f"ExecStart={sys.executable}", UNIT, flags=re.MULTILINE))
    verified = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, check=False
    )
    assert (verified.returncode, verified.stdout, verified.stderr) == (0, "", "")
