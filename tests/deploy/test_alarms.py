"""Dashboard and alarms ask for metrics that are there; every metric is shown, every alarm is explained."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import promql_parser
import pytest
import yaml

from mafiabot.bot.metrics import PrometheusMeters

ROOT = Path(__file__).parents[2]
DASHBOARD: dict[str, Any] = json.loads((ROOT / "deploy/grafana/mafiabot.json").read_text(encoding="utf-8"))
RULES: dict[str, Any] = yaml.safe_load((ROOT / "deploy/prometheus/rules.yml").read_text(encoding="utf-8"))
ALARMS: list[dict[str, Any]] = [rule for group in RULES["groups"] for rule in group["rules"]]
OPERATING = (ROOT / "docs/operating.md").read_text(encoding="utf-8")

OF_PROMETHEUS = {"up"}
GRAFANAS = re.compile(r"\$__rate_interval|\$job")


def there() -> dict[str, set[str]]:
    """Every metric with the series names it has."""
    names: dict[str, set[str]] = {}
    for family in PrometheusMeters("1").registry.collect():
        suffixes = {
            "counter": ("_total",),
            "histogram": ("_bucket", "_count", "_sum"),
        }.get(family.type, ("",))
        names[family.name] = {f"{family.name}{suffix}" for suffix in suffixes}
    return names


def panels() -> Iterator[tuple[str, str]]:
    """Title and expression."""
    for panel in DASHBOARD["panels"]:
        for target in panel.get("targets", ()):
            yield panel["title"], GRAFANAS.sub("5m", target["expr"])


def asked(expression: str) -> set[str]:
    return set(re.findall(r"\b(?:mafiabot|process)_[a-z_]+|\bup\b", expression))


def test_there_are_as_many_alarms_and_panels_as_one_would_think() -> None:
    assert len(ALARMS) > 15
    assert len(list(panels())) > 30
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])


@pytest.mark.parametrize("expression", [*dict(panels()).values(), *(alarm["expr"] for alarm in ALARMS)])
def test_every_expression_is_promql_over_metrics_that_are_there(expression: str) -> None:
    promql_parser.parse(expression)
    series = set().union(*there().values()) | OF_PROMETHEUS
    assert asked(expression)
    assert asked(expression) <= series


def test_every_metric_of_ours_is_on_the_dashboard() -> None:
    shown = set().union(*(asked(expression) for _, expression in panels()))
    ours = {name: series for name, series in there().items() if name.startswith("mafiabot_")}
    assert {name for name, series in ours.items() if not series & shown} == set()


def test_a_clock_that_is_behind_is_shown() -> None:
    (clocks,) = [panel for panel in DASHBOARD["panels"] if panel["title"] == "Clocks minus ours"]
    assert "min" not in clocks["fieldConfig"]["defaults"]


def test_every_metric_is_asked_for_labels_of_its_own() -> None:
    labels = {
        name: {*collector._labelnames, "job", "instance"} | ({"le"} if name.endswith("_bucket") else set())
        for collector in collectors(PrometheusMeters("1"))
        for name in there()[collector._name]
    }
    expressions = [expression for _, expression in panels()] + [alarm["expr"] for alarm in ALARMS]
    for expression in expressions:
        for name, matchers in re.findall(r"\b(mafiabot_\w+)\{([^}]*)\}", expression):
            assert set(re.findall(r"(\w+)\s*(?:=|!=|=~|!~)", matchers)) <= labels[name], expression
        (grouped,) = re.findall(r"by \(([^)]*)\)", expression)[:1] or [""]
        for name in set(re.findall(r"\bmafiabot_\w+", expression)) if grouped else ():
            assert {label.strip() for label in grouped.split(",")} <= labels[name], expression


def test_labels_that_are_asked_for_are_labels_that_are_there() -> None:
    meters = PrometheusMeters("1")
    labels = {"le", "job", "instance"} | {
        label
        for name in ("end", "event", "level", "phase", "reason", "reference", "route", "scope", "shard")
        for label in (name, "status", "trouble", "version", "why", "deferred")
    }
    told = set().union(*(collector._labelnames for collector in collectors(meters)))
    assert told == labels - {"le", "job", "instance"}
    expressions = [expression for _, expression in panels()] + [alarm["expr"] for alarm in ALARMS]
    for expression in expressions:
        grouped = {
            name.strip() for names in re.findall(r"by \(([^)]*)\)", expression) for name in names.split(",")
        }
        matched = set(re.findall(r'(\w+)\s*(?:=|!=|=~|!~)"', expression))
        assert grouped | matched <= labels, expression


def collectors(meters: PrometheusMeters) -> Iterator[Any]:
    for collector in meters.registry._collector_to_names:
        if hasattr(collector, "_labelnames"):
            yield collector


@pytest.mark.parametrize("alarm", ALARMS, ids=lambda alarm: alarm["alert"])
def test_every_alarm_has_a_severity_a_sentence_and_an_explanation(alarm: dict[str, Any]) -> None:
    assert alarm["labels"]["severity"] in ("warning", "critical")
    assert alarm["annotations"]["summary"].endswith(".")
    explained = [line for line in OPERATING.splitlines() if line.startswith(f"| `{alarm['alert']}` | ")]
    assert len(explained) == 1
    assert all(len(cell.strip()) > 10 for cell in explained[0].strip("|").split("|"))


def test_no_alarm_is_explained_that_is_not_there() -> None:
    explained = set(re.findall(r"^\| `(Mafiabot\w+)` \|", OPERATING, re.MULTILINE))
    assert explained == {alarm["alert"] for alarm in ALARMS}


def test_every_metric_is_explained_and_no_other() -> None:
    table = set(re.findall(r"^\| `(mafiabot_[a-z_]+)` \|", OPERATING, re.MULTILINE))
    series = {
        f"{name}_total" if f"{name}_total" in names else name
        for name, names in there().items()
        if name.startswith("mafiabot_")
    }
    assert table == series
