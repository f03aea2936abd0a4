"""The Kubernetes manifests: valid, of one piece, and right about what the bot does."""

import re
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from mafiabot.bot.app import CONNECTION_ENDS_MS, EFFECTS_END_MS
from mafiabot.bot.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deploy/kubernetes"
FILES = sorted(
    path for path in FOLDER.glob("*.yaml") if path.name not in ("kustomization.yaml", "secret.yaml")
)
VERSIONS = ("1.28", "1.31", "1.34")


def document(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))
    return found


POD = document("statefulset.yaml")["spec"]["template"]["spec"]
[BOT] = POD["containers"]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_manifest_is_valid(path: Path, version: str) -> None:
    kubernetes_validate.validate(document(path.name), version, strict=True)


def test_everything_is_applied() -> None:
    listed = set(document("kustomization.yaml")["resources"])
    assert listed == {path.name.replace(".example", "") for path in FILES}


def test_every_pod_is_one_of_as_many_processes_as_there_are_pods() -> None:
    spec = document("statefulset.yaml")["spec"]
    values = {one["name"]: one for one in BOT["env"]}
    assert document("config.yaml")["data"]["PROCESSES"] == str(spec["replicas"])
    assert values["MAFIABOT_CLUSTER"]["value"] == "$(POD_INDEX)/$(PROCESSES)"
    names = list(values)
    assert max(map(names.index, ("POD_INDEX", "PROCESSES"))) < names.index("MAFIABOT_CLUSTER")
    Settings.model_validate({"cluster": f"{spec['replicas'] - 1}/{spec['replicas']}"})


def test_settings_are_settings_and_come_from_where_they_are() -> None:
    known = {PREFIX + field.upper() for field in Settings.model_fields}
    named = {one["name"] for one in BOT["env"] if one["name"].startswith(PREFIX)}
    assert named <= known
    config, secret = document("config.yaml")["data"], document("secret.example.yaml")["stringData"]
    for one in BOT["env"]:
        source = one.get("valueFrom", {})
        assert source.get("configMapKeyRef", {"key": "PROCESSES"})["key"] in config
        assert source.get("secretKeyRef", {"key": "token"})["key"] in secret
    assert set(config) == {
        one["valueFrom"]["configMapKeyRef"]["key"]
        for one in BOT["env"]
        if "configMapKeyRef" in one.get("valueFrom", {})
    }


def test_probes_ask_what_the_bot_answers() -> None:
    source = (ROOT / "mafiabot/bot/http.py").read_text(encoding="utf-8")
    routes = set(re.findall(r'add_get\("(/\w+)"', source))
    paths = {BOT[probe]["httpGet"]["path"] for probe in ("startupProbe", "livenessProbe", "readinessProbe")}
    assert paths == {"/healthz", "/readyz"}
    assert BOT["livenessProbe"]["httpGet"]["path"] == "/healthz"
    assert paths | {document("service.yaml")["metadata"]["annotations"]["prometheus.io/path"]} <= routes


def test_the_pod_has_no_rights_and_the_images_user() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert f"USER {POD['securityContext']['runAsUser']}:{POD['securityContext']['runAsGroup']}" in dockerfile
    assert POD["securityContext"]["runAsNonRoot"]
    assert not POD["automountServiceAccountToken"]
    context = BOT["securityContext"]
    assert not context["allowPrivilegeEscalation"]
    assert context["readOnlyRootFilesystem"]
    assert context["capabilities"] == {"drop": ["ALL"]}


def test_a_pod_has_time_to_end_in_order() -> None:
    assert POD["terminationGracePeriodSeconds"] * 1000 > 2 * (EFFECTS_END_MS + CONNECTION_ENDS_MS)


def test_everything_selects_the_bot() -> None:
    labels = document("statefulset.yaml")["spec"]["template"]["metadata"]["labels"]
    assert document("service.yaml")["spec"]["selector"] == labels
    for name, path in (
        ("statefulset.yaml", "selector"),
        ("disruption.yaml", "selector"),
        ("network.yaml", "podSelector"),
    ):
        assert document(name)["spec"][path]["matchLabels"] == labels
    assert document("statefulset.yaml")["spec"]["serviceName"] == document("service.yaml")["metadata"]["name"]
