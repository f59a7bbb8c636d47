"""ACCESSIBILITY.md and SECURITY.md: every criterion of WCAG 2.2 on levels A and AA once, and tests that are there."""

from __future__ import annotations

import re

from tests.paths import ROOT

ACCESSIBILITY = (ROOT / "ACCESSIBILITY.md").read_text("utf-8")
SECURITY = (ROOT / "SECURITY.md").read_text("utf-8")
PRIVACY = (ROOT / "PRIVACY.md").read_text("utf-8")
ROWS = [[cell.strip() for cell in line.split("|")[1:-1]] for line in ACCESSIBILITY.splitlines()]
CRITERIA = [row for row in ROWS if len(row) == 5 and re.match(r"\d", row[0])]

#: Numbers of the success criteria, as the recommendation of W3C lists them; level A, then AA.
A = "1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4"
A += " 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2"
AA = "1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2"
AA += " 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3"
NEW = {"2.4.11", "2.5.7", "2.5.8", "3.2.6", "3.3.7", "3.3.8"}


def test_every_criterion_is_there_once_with_its_level_and_clause() -> None:
    assert len(A.split()) == 31 and len(AA.split()) == 24
    found = {row[0].split()[0]: row[1] for row in CRITERIA}
    assert len(found) == len(CRITERIA)
    assert found == dict.fromkeys(A.split(), "A") | dict.fromkeys(AA.split(), "AA")
    for name, _, clause, *_ in CRITERIA:
        number = name.split()[0]
        assert clause == ("–" if number in NEW else f"9.{number}"), name


def test_every_criterion_says_how_it_is_met_and_how_that_was_checked() -> None:
    for name, _, _, met, checked in CRITERIA:
        assert met, name
        rest = re.sub(r"axe|by hand|`tests/[\w/.]+`|does not apply|,", "", checked).strip()
        assert checked and not rest, f"{name}: {rest}"
        assert checked == "does not apply" or "does not apply" not in checked


def test_tests_that_the_pages_name_are_there() -> None:
    for page in (ACCESSIBILITY, SECURITY, PRIVACY):
        named = re.findall(r"`(tests/[\w/.]+)`", page)
        assert len(named) > 2
        assert [name for name in named if not (ROOT / name).exists()] == []


def test_a_test_by_axe_is_one() -> None:
    """Where the table names axe, tests of that kind exist for all rooms with pages."""
    rooms = {
        path.parent.name for path in (ROOT / "tests" / "browser").rglob("test_*.py") if "assert_acc" in path.read_text()
    }
    assert {
        "lab",
        "switchboard",
        "why",
        "measures",
        "playlist",
        "entry",
        "sheets",
        "downloads",
        "charts",
    } <= rooms


def test_vulnerabilities_are_reported_without_a_made_up_address() -> None:
    assert "Report a vulnerability" in SECURITY
    for page in (ACCESSIBILITY, SECURITY, PRIVACY):
        assert not re.search(r"\w@\w+\.\w", page)
