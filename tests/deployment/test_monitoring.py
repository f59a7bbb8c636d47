"""The alert rules and the dashboard: what they ask of Prometheus exists, and the rules raise what they should."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from itertools import combinations
from typing import Any

import pytest

from tests.paths import DOCS, ROOT

yaml = pytest.importorskip("yaml", reason="install the rest with: pip install -r requirements-dev.txt")
FOLDER = ROOT / "deploy" / "prometheus"
RULES: list[dict[str, Any]] = [
    rule for group in yaml.safe_load((FOLDER / "alerts.yml").read_text("utf-8"))["groups"] for rule in group["rules"]
]
DASHBOARD: dict[str, Any] = json.loads((ROOT / "deploy" / "grafana" / "ireval.json").read_text("utf-8"))
PANELS: list[dict[str, Any]] = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
ROWS = [panel["title"] for panel in DASHBOARD["panels"] if panel["type"] == "row"]
PAGE = (DOCS / "running-a-server.md").read_text("utf-8")
#: Counters and gauges with their labels, by the tables of the page; a test of `/metrics` compares these with a server.
COUNTED = {
    name: set(re.findall(r"`([a-z]+)`(?: \(|, |$)", labels))
    for name, labels in re.findall(r"^\| `(ireval_\w+)` \| (.*?) ?\|", PAGE, re.MULTILINE)
}
COUNTED["ireval_request_seconds_bucket"] = COUNTED["ireval_request_seconds"] | {"le"}
#: What Prometheus adds to each series, and a counter of its own.
ADDED = {"instance", "job"}
OWN = {"up": set[str]()}
USED = re.compile(r"\b(ireval_\w+|up)\b(?:\{(.*?)\})?")
GROUPED = re.compile(r"\bby \(([\w, ]+)\)")


def wrong_uses(query: str) -> list[str]:
    """The names and labels of a query that no server has."""
    known, found = COUNTED | OWN, list[str]()
    names = [name for name, _ in USED.findall(query)]
    labels = {label for name in names for label in known.get(name, ())} | ADDED
    found += [name for name in names if name not in known]
    for name, given in USED.findall(query):
        used = re.findall(r'(\w+)=~?"', given)
        found += [f"{name}{{{label}}}" for label in used if label not in known.get(name, set()) | ADDED]
    return found + [label for text in GROUPED.findall(query) for label in text.split(", ") if label not in labels]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_a_rule_asks_for_what_there_is_and_says_what_to_do(rule: dict[str, Any]) -> None:
    assert wrong_uses(rule["expr"]) == []
    assert rule["labels"]["severity"] in {"critical", "warning"}
    said = rule["annotations"]
    assert said["description"].endswith(".") and not said["summary"].endswith(".")
    page, _, section = said["runbook"].partition("#")
    heading = next(line for line in (ROOT / page).read_text("utf-8").splitlines() if line == "## Alerts")
    assert section == heading.removeprefix("## ").lower()
    assert rule["alert"] in PAGE
    for command in re.findall(r"python -m web\.(?:store|jobs)(?: [a-z-]+)?(?=[, .])", said["description"]):
        assert command in PAGE


def test_what_an_operator_has_to_learn_has_a_rule() -> None:
    used = {name for rule in RULES for name, _ in USED.findall(rule["expr"])}
    gauges = {name for name in COUNTED if not name.endswith(("_total", "_seconds", "_bucket"))}
    #: They explain others, and are nobody's trouble alone.
    explaining = {
        "ireval_answer_cache_bytes",
        "ireval_answer_cache_entries",
        "ireval_queued_jobs",
        "ireval_running_jobs",
    }
    assert gauges - used == explaining
    assert len({rule["alert"] for rule in RULES}) == len(RULES)


def test_a_name_or_label_that_no_server_has_is_noticed() -> None:
    assert wrong_uses("rate(ireval_savings_total[5m])") == ["ireval_savings_total"]
    assert wrong_uses('ireval_queued_jobs{size="long"}') == ["ireval_queued_jobs{size}"]
    assert wrong_uses("sum by (length, route) (ireval_queued_jobs)") == ["route"]


@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool comes with the package prometheus")
@pytest.mark.parametrize("command", [("check", "alerts.yml"), ("test", "alerts-test.yml")])
def test_prometheus_reads_the_rules_and_raises_each_of_them(command: tuple[str, str]) -> None:
    done = subprocess.run(
        ["promtool", command[0], "rules", command[1]], cwd=FOLDER, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    if command[0] == "test":
        tested = (FOLDER / command[1]).read_text("utf-8")
        assert set(re.findall(r'alertname="(\w+)"', tested)) == {rule["alert"] for rule in RULES}


def test_the_dashboard_has_the_structure_of_grafana() -> None:
    assert DASHBOARD["schemaVersion"] >= 41
    assert ROWS == ["Visitors", "Latency", "Answers to sheets", "Jobs", "Database", "Space"]
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(ids) == len(set(ids))
    (source, instance) = DASHBOARD["templating"]["list"]
    assert (source["name"], source["type"], source["query"]) == ("datasource", "datasource", "prometheus")
    assert instance["type"] == "query" and wrong_uses(instance["definition"].partition("(")[2].partition(",")[0]) == []
    wanted = {"type": "prometheus", "uid": "${datasource}"}
    for panel in PANELS:
        assert panel["type"] in {"timeseries", "stat"} and panel["datasource"] == wanted
        assert panel["fieldConfig"]["defaults"]["unit"] in {"s", "bytes", "reqps", "short", "percentunit"}
        assert panel["fieldConfig"]["overrides"] == [] and panel["options"]
        references = [target["refId"] for target in panel["targets"]]
        assert references == ["A", "B", "C"][: len(references)]
        assert all(target["datasource"] == wanted and target["legendFormat"] for target in panel["targets"])


def test_panels_have_their_own_place() -> None:
    places = [(panel["title"], panel["gridPos"]) for panel in DASHBOARD["panels"]]
    assert all(place["x"] + place["w"] <= 24 for _, place in places)
    for (title, a), (other, b) in combinations(places, 2):
        beside = a["x"] + a["w"] <= b["x"] or b["x"] + b["w"] <= a["x"]
        above = a["y"] + a["h"] <= b["y"] or b["y"] + b["h"] <= a["y"]
        assert beside or above, f"{title} overlaps {other}"


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel["title"])
def test_a_panel_asks_for_what_there_is_in_plain_words(panel: dict[str, Any]) -> None:
    for target in panel["targets"]:
        assert wrong_uses(target["expr"]) == []
    assert re.fullmatch(r"[A-Z][a-z0-9, ]+", panel["title"]) and panel["description"].endswith(".")


@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool comes with the package prometheus")
def test_prometheus_reads_every_query_of_the_dashboard(tmp_path: Any) -> None:
    rules = [
        {"record": f"panel:{panel['id']}:{target['refId']}", "expr": target["expr"].replace("$__rate_interval", "5m")}
        for panel in PANELS
        for target in panel["targets"]
    ]
    (tmp_path / "rules.yml").write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]}))
    done = subprocess.run(
        ["promtool", "check", "rules", tmp_path / "rules.yml"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
