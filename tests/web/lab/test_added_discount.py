"""A discount is added as one object, and every room has it: the pages, the interface, sheets and the diagnosis.

The command line has it too: ``tests/documentation`` follows the page that adds another, which prints a table with it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documentation.recipes import changed
from tests.paths import ROOT

pytestmark = pytest.mark.slow

PARTS = ("ireval", "web", "templates", "static", "lessons", "collections")
#: A discount that a declared mistake computes as well.
ADDED = """\
         LOG10,
+        Discount(
+            "rank",
+            "i",
+            "Every gain is divided by its rank.",
+            "divided every gain by its rank",
+            "The discount at rank i is i.",
+            divisors=lambda ranks: ranks,
+            write=Num,
+            latex=str,
+        ),
     ),
     in_formula=True,
 )
"""
#: What a process of its own finds out about the changed project.
VISIT = """
import json
from app import create_app
from ireval import explain
from ireval.conventions import effective
from ireval.diagnosis.inquiry import inquiry
from ireval.exercises import Exercise, RankedList, Sheet, variant
from ireval.measure.spelling import parse
from ireval.ranking.labels import read_ranking

client = create_app().test_client()
exercise = Exercise("e1", "number", "DCG@4", list=RankedList("1203", ""))
question = variant(Sheet("Sheet", 3, (exercise,), overrides={"discount": "rank"}), "K7M2PX").questions[0]
found = inquiry(parse("DCG@4"), read_ranking("1203", ""), effective("trec_eval")).diagnose("2.75")
print(json.dumps({
    "value": explain("1203", discount="rank").value("DCG@4"),
    "lab": client.get("/lab?labels=1203&discount=rank&show=DCG").text,
    "switchboard": client.get("/switchboard?labels=1203&discount=rank&show=DCG@4").text,
    "conventions": client.get("/api/v1/conventions").json,
    "sheet": [part.right for part in question.parts],
    "causes": [[cause.kind, cause.key] for cause in found.causes],
}))
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with one discount more."""
    tree = tmp_path_factory.mktemp("project")
    for part in PARTS:
        shutil.copytree(ROOT / part, tree / part)  # with modules that are compiled already
    shutil.copy(ROOT / "app.py", tree)
    (tree / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "glossary.md", tree / "docs")
    path = tree / "ireval" / "conventions" / "discounts.py"
    path.write_text(changed(path.read_text("utf-8"), ADDED), "utf-8")
    return tree


@pytest.mark.thorough
def test_it_is_on_the_pages_in_sheets_and_in_the_diagnosis(project: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(project), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-c", VISIT], cwd=project, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["value"] == 1 + 2 / 2 + 0 / 3 + 3 / 4
    assert 'value="rank"' in seen["lab"] and "2.750" in seen["lab"]
    assert "Changed: Discount: i." in seen["switchboard"] and "2.750" in seen["switchboard"]
    assert '"rank"' in json.dumps(seen["conventions"])
    assert seen["sheet"] == ["2.750"]
    assert ["convention", "discount=rank"] in seen["causes"]
    assert "discounts-by-rank" not in {key for _, key in seen["causes"]}, "what a convention does is no mistake"
