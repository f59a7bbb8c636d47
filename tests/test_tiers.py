"""Every test belongs to the default or the thorough tier, and to one of them alone."""

from __future__ import annotations

import ast
import json
import subprocess
import sys

import pytest

from tests.paths import ROOT
from tests.tiers import SLOW, THOROUGH, marks_of

#: A folder with tests of both tiers, and a file in it with tests of both.
FOLDER, FILE = "tests/endurance", "tests/endurance/test_commands.py"
#: A folder in which every test is thorough.
ONLY_THOROUGH = "tests/fuzz"
#: Folders of which no whole file is thorough: what is stored, who may see it, and scores.
PROTECTING = ("tests/web/store", "tests/web/sheets", "tests/web/server", "tests/ireval/evaluation", "tests/ireval/trec")
#: What each command collects; the commands share a process, so that the tests are imported once.
COLLECT = """
import contextlib, io, json, sys
import pytest

class Collected:
    def pytest_collection_finish(self, session):
        self.names = [item.nodeid for item in session.items]

found = []
for command in json.loads(sys.argv[1]):
    plugin = Collected()
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *command], [plugin])
    found.append(plugin.names)
print(json.dumps(found))
"""


@pytest.mark.slow
def test_a_test_is_in_one_tier_and_what_is_named_runs() -> None:
    """Imports the tests of a folder in a process of its own; protects the division of the suite."""
    asked = f"{FILE}::test_a_class_that_loses_the_network_loses_nothing"
    commands = [[FOLDER], [FOLDER, "-m", THOROUGH], [FOLDER, "--all"], [FILE], [asked], [FOLDER, "-m", "quick"]]
    commands += [[ONLY_THOROUGH], [ONLY_THOROUGH, "-m", THOROUGH]]
    program = [sys.executable, "-c", COLLECT, json.dumps(commands)]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=True)
    default, thorough, every, file, one, quick, whole, same = json.loads(done.stdout)
    assert default
    assert thorough
    assert sorted(default + thorough) == sorted(every)
    assert file == [name for name in every if name.startswith(f"{FILE}::")]
    assert set(file) & set(thorough)
    assert one == [asked]
    assert set(quick) <= set(default)
    assert whole
    assert whole == same


@pytest.mark.slow
def test_marks_of_files_are_read_as_python_reads_them() -> None:
    """Quick tests are chosen before their files are imported."""
    marked = 0
    for path in (ROOT / "tests").rglob("*.py"):
        text = path.read_text("utf-8")
        if "pytestmark" not in text or path.name == "tiers.py":
            continue
        written = {
            mark.attr
            for node in ast.parse(text).body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"
            for mark in ast.walk(node.value)
            if isinstance(mark, ast.Attribute) and mark.attr in {SLOW, THOROUGH}
        }
        above = path.parent.parent if path.name == "__init__.py" else path.parent
        assert marks_of(path) == written | marks_of(above), path
        marked += bool(written)
    assert marked > 50


def test_what_protects_data_and_access_is_in_the_default_tier() -> None:
    for folder in PROTECTING:
        files = list((ROOT / folder).rglob("test_*.py"))
        assert files, f"{folder} was moved: name where it is now"
        assert not any(THOROUGH in marks_of(path) for path in files)
