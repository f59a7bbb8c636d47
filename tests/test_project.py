"""The promises of README, requirements and `.ci/run`."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.paths import ROOT

README = (ROOT / "README.md").read_text("utf-8")
CI = (ROOT / ".ci" / "run").read_text("utf-8")
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
STYLE_SHEETS = sorted((ROOT / "static").rglob("*.css"))


def first_fence() -> list[str]:
    found = re.search(r"^```\w*\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert found
    return [line for line in found[1].splitlines() if line.strip()]


def test_readme_opens_with_one_command_that_starts_and_one_that_tests() -> None:
    start, test = first_fence()
    for command in (start, test):
        assert command.startswith("python3 -m venv .venv && ")
    assert "-r requirements.txt && " in start
    assert start.endswith("python app.py")
    assert "-r requirements-dev.txt && " in test
    assert test.endswith("python -m pytest -n 3 --dist worksteal")


@pytest.mark.skipif(os.name == "nt", reason="continuous integration runs on Debian")
def test_continuous_integration_runs_the_readmes_test_command() -> None:
    program = re.search(r"^command=\$\((awk '.*?' README\.md)\)$", CI, re.MULTILINE | re.DOTALL)
    assert program
    done = subprocess.run(["bash", "-c", program[1]], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.rstrip("\n") == first_fence()[1]
    assert 'bash -c "$1"' in CI
    assert 'run_tests "$command"' in CI
    assert (ROOT / ".ci" / "run").stat().st_mode & stat.S_IXUSR


@pytest.mark.skipif(os.name == "nt", reason="continuous integration runs on Debian")
@pytest.mark.parametrize(
    ("line", "passes"),
    [
        ("============================== 12 passed in 1.20s ===============================", True),
        ("================= 1200 passed, 3 deselected in 83.20s (0:01:23) =================", True),
        ("======================== 12 passed, 1 skipped in 1.20s =========================", False),
        ("============================== 1 skipped in 0.20s ===============================", False),
        ("============================ no tests ran in 0.20s ==============================", False),
    ],
)
def test_continuous_integration_fails_on_a_skipped_test(tmp_path: Path, line: str, passes: bool) -> None:
    log, written = tmp_path / "log", tmp_path / "written"
    written.write_text(f"collected 12 items\n{line}\n")
    start, end = CI.index("run_tests() {"), CI.index("# The default tier")
    script = f"set -euo pipefail\nlog={log}\n{CI[start:end]}\nrun_tests 'cat {written}'"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode == 0) is passes


def test_continuous_integration_runs_both_tiers_and_fails_if_a_test_does() -> None:
    commands = re.findall(r'^run_tests "(.*)"$', CI, re.MULTILINE)
    assert commands == ["$command", ".venv/bin/python -m pytest -n 3 --dist worksteal -m thorough"]
    assert CI.index("set -euo pipefail") < CI.index("run_tests() {")


def test_no_template_has_inline_style_or_code_or_another_host() -> None:
    for path in TEMPLATES:
        text = path.read_text("utf-8")
        assert not re.search(r"\sstyle\s*=|<style", text), path
        assert not re.search(r"\s(on\w+|hx-on\S*|hx-vars|hx-vals)\s*=", text), path
        for attributes in re.findall(r"<script\b([^>]*)>", text):
            assert "src=" in attributes or 'type="application/json"' in attributes, path
        assert not re.search(r"(src|action)\s*=\s*[\"']?(https?:)?//", text), path
        unescaped = "safe" in re.findall(r"\|\s*(\w+)", text)
        assert not unescaped, f"{path}: mark text as Markup where it is made, not in a template"


@pytest.mark.slow
def test_no_text_names_an_absolute_path_of_a_computer() -> None:
    suffixes = {".py", ".md", ".html", ".css", ".js", ".toml", ".txt"}
    skipped = {".venv", "instance", ".git", "node_modules"}
    folders = "home", "root", "work", "Users"
    pattern = re.compile(rf"(?<![\w.*])/(?:{'|'.join(folders)})/\w")
    found = [
        str(path.relative_to(ROOT))
        for path in ROOT.rglob("*")
        if path.suffix in suffixes and not skipped & set(path.relative_to(ROOT).parts)
        if pattern.search(path.read_text("utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize("tree", ["static", "templates"])
def test_no_line_is_over_120_characters(tree: str) -> None:
    paths = [path for path in (ROOT / tree).rglob("*") if path.suffix in {".css", ".html", ".js", ".svg"}]
    lines = {path: path.read_text("utf-8").splitlines() for path in paths}
    wide = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in paths
        for number, line in enumerate(lines[path], 1)
        if len(line) > 120
    ]
    assert paths
    assert wide == []


def test_a_style_sheet_is_short_and_its_name_means_one_thing() -> None:
    assert STYLE_SHEETS
    lines = {path.relative_to(ROOT).as_posix(): len(path.read_text("utf-8").splitlines()) for path in STYLE_SHEETS}
    assert {name: count for name, count in lines.items() if count > 250} == {}
    folders = Counter(path.parent.relative_to(ROOT).as_posix() for path in STYLE_SHEETS)
    assert {folder: count for folder, count in folders.items() if count > 14} == {}
    names = Counter(path.name for path in STYLE_SHEETS)
    assert [name for name, count in names.items() if count > 1] == []


def test_a_template_or_another_style_sheet_names_each_style_sheet() -> None:
    static = ROOT / "static"
    named = {
        static / name for path in TEMPLATES for name in re.findall(r"asset\([\"']([^\"']+)", path.read_text("utf-8"))
    }
    for path in STYLE_SHEETS:
        imports = re.findall(r'^\s*@import "([^"]+)";$', path.read_text("utf-8"), re.MULTILINE)
        named |= {(path.parent / address).resolve() for address in imports}
    assert [path for path in STYLE_SHEETS if path not in named] == []


def test_continuous_integration_and_contributors_run_each_check_of_the_scripts() -> None:
    checks = json.loads((ROOT / "package.json").read_text("utf-8"))["scripts"]
    loop = re.search(r"^for check in ([\w ]+); do\n  npm run ", CI, re.MULTILINE)
    assert loop
    assert loop[1].split() == list(checks)
    command = " && ".join(f"npm run {check}" for check in checks)
    for page in ("CONTRIBUTING.md", "docs/tests.md"):
        assert command in (ROOT / page).read_text("utf-8")
