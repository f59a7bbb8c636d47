"""The software bill of materials is valid, and lists what is installed, pinned and given to browsers."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.paths import ROOT
from tests.requirements import locked
from tools.bill_of_materials import BillError, bill
from web.server import browser_libraries

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def text() -> str:
    """What the command prints."""
    command = [sys.executable, "-m", "tools.bill_of_materials"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True).stdout


@pytest.fixture(scope="module")
def components(text: str) -> dict[str, Any]:
    return {part["purl"]: part for part in json.loads(text)["components"]}


def test_it_is_valid_and_always_the_same(text: str) -> None:
    validation = pytest.importorskip("cyclonedx.validation.json", reason="pip install -r requirements-dev.txt")
    from cyclonedx.schema import SchemaVersion

    assert validation.JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    assert json.loads(text) == bill("requirements.txt")


def test_packages_are_those_of_the_requirements_with_their_hashes(components: dict[str, Any]) -> None:
    for name, package in locked("requirements.txt").items():
        purl = f"pkg:pypi/{name}@{package.version}"
        if package.requirement.marker and not package.requirement.marker.evaluate():
            assert purl not in components
            continue
        (files,) = components[purl]["externalReferences"]
        assert {x["content"] for x in files["hashes"]} == package.hashes
        assert components[purl]["licenses"], f"{name} states no licence"


def test_files_for_browsers_are_listed_with_version_licence_and_hash(components: dict[str, Any]) -> None:
    carried = [part for purl, part in components.items() if not purl.startswith("pkg:pypi/")]
    assert [part["hashes"][0]["content"] for part in carried] == [x.sha256 for x in browser_libraries.PINNED]
    assert [part["licenses"][0]["license"]["id"] for part in carried] == ["MIT", "0BSD", "OFL-1.1"]
    assert [part["name"] for part in carried] == ["plotly.js", "htmx.org", "STIX Two Math"]
    for part in carried:
        assert part["version"][0].isdigit() and part["purl"].endswith(f"@{part['version']}")


def test_it_says_what_needs_what(text: str) -> None:
    needs = {part["ref"].partition("@")[0]: part["dependsOn"] for part in json.loads(text)["dependencies"]}
    assert any(ref.startswith("pkg:pypi/werkzeug@") for ref in needs["pkg:pypi/flask"])
    assert any(ref.startswith("pkg:npm/htmx.org@") for ref in needs["pkg:pypi/django-js-lib-htmx"])
    assert len(needs["ireval"]) == len([ref for ref in needs if ref.startswith("pkg:pypi/")])


def test_another_version_than_the_pinned_one_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other:
        metadata = {"Name": "alembic", "Version": "0.1"}  # noqa: RUF012

    monkeypatch.setattr("tools.bill_of_materials.distribution", lambda name: Other)  # noqa: ARG005
    with pytest.raises(BillError, match=r"alembic 0\.1 is installed"):
        bill("requirements.txt")
