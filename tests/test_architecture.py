"""The rooms of the house: what may import what, and that a name stands for one thing. Read off the source."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from ireval.contract.import_checks import may_import
from tests.paths import ROOT
from tests.source_code import Source, read_source, source

pytestmark = pytest.mark.slow

SOURCES = sorted([ROOT / "app.py", *(ROOT / "ireval").rglob("*.py"), *(ROOT / "web").rglob("*.py")])

#: From the ground up: a room imports only rooms that stand before it in its list, and what is inside itself.
CORE = ["stdlib", "messages", "errors", "numbers", "ranking", "conventions", "measure"]
CORE += ["metrics", "explanation", "diagnosis", "agreement", "trec", "collection"]
CORE += ["paste", "evaluation", "contract", "comparison", "reproduction", "experiments", "exercises"]
CORE += ["glossary", "lessons", "cli"]
PAGES = ["messages", "formulas", "server", "operation", "store", "jobs", "collections", "state", "charts", "lists"]
PAGES += ["lab", "entry", "switchboard", "why", "playlist", "downloads", "sheets", "glossary", "lessons", "measures"]
PAGES += ["compare", "reproduction", "experiments", "api"]
LAYERS = [*(f"ireval.{room}" for room in CORE), "ireval", *(f"web.{room}" for room in PAGES), "web", "app"]
INSIDE = {
    "ireval.trec": ["reading", ""],
    "ireval.metrics": ["shared", ""],
    "ireval.exercises": ["sheet", "question", "generator", "kinds", "variants", "marking", "paper", "exports", ""],
    "ireval.exercises.exports": ["shared", "moodle", "qti", ""],
    "web.server": ["", "serving"],
    "web.sheets": ["", "student", "owner", "builder"],
    "web.lessons": ["", "lecture"],
}
WEB = {"web", "app", "flask", "werkzeug", "jinja2"}
ONLY_HERE = dict.fromkeys(("sqlalchemy", "alembic", "psycopg", "sqlite3"), "web.store")

#: File names that many folders have, for the same thing in each.
ROLES = {
    "__init__": "the door of a package",
    "__main__": "what `python -m` runs",
    "routes": "the addresses of a page",
    "page": "what the template of a page shows",
    "form": "how the form of a page is read",
}
#: Folders whose files are called like the rooms that they open.
NAMED_AFTER_ROOMS = ("ireval/cli", "web/api")
MOST_MODULES = 14
MOST_LINES = 250


def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module(path): path for path in SOURCES}


def imported(name: str, source: Source, *, package: bool = False) -> Iterator[str]:
    """Every module that a source imports, in full; of `from a import b` the module `a.b`, where there is one, else
    `a`."""
    for node in source.imports:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            base = node.module or ""
            if node.level:
                parts = name.split(".")[: len(name.split(".")) - node.level + package]
                base = ".".join([*parts, *filter(None, [node.module])])
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in MODULES else base


@cache
def graph() -> Mapping[str, frozenset[str]]:
    """What each module of the project imports of the project, for types alone included."""
    found = {}
    for name, path in MODULES.items():
        names = imported(name, source(path), package=path.name == "__init__.py")
        found[name] = frozenset(n for n in names if n in MODULES and n != name)
    return found


def within(name: str, *parents: str) -> bool:
    return any(name == parent or name.startswith(parent + ".") for parent in parents)


def layer(name: str, layers: list[str]) -> int:
    """The place of the innermost room that a module stands in."""
    rooms = [room for room in layers if within(name, room)]
    return layers.index(max(rooms, key=len))


def fault(importer: str, name: str) -> str:
    """Why this module must not import that one; empty where it may."""
    top = name.partition(".")[0]
    measure = within(importer, "ireval.metrics")
    faults = {
        "only the store speaks SQL": top in ONLY_HERE and not within(importer, ONLY_HERE[top]),
        "the core knows nothing of the web": within(importer, "ireval") and top in WEB,
        "a measure knows only what it is declared with": measure and top == "ireval" and not may_import(name),
        "measures are reached through the registry": within(name, "ireval.metrics") and not measure,
        "its room stands above": top in {"ireval", "web", "app"} and _above(importer, name),
    }
    return next((words for words, holds in faults.items() if holds), "")


def _above(importer: str, name: str) -> bool:
    """Whether a module stands in a room above that of its importer, or in an inner room above its importer's."""
    if layer(name, LAYERS) > layer(importer, LAYERS):
        return True
    for room, inner in INSIDE.items():
        places = [f"{room}.{part}" if part else room for part in inner]
        if within(importer, room) and within(name, room) and layer(name, places) > layer(importer, places):
            return True
    return False


def test_imports_go_one_way() -> None:
    faults = dict[str, str]()
    for name, path in MODULES.items():
        names = set(imported(name, source(path), package=path.name == "__init__.py"))
        faults |= {f"{name} imports {found}": fault(name, found) for found in sorted(names) if fault(name, found)}
    assert faults == {}


@pytest.mark.parametrize(
    ("importer", "text", "wrong"),
    [
        ("ireval.metrics.bpref", "from ireval.measure.registry import measures", False),
        ("ireval.metrics.bpref", "from ireval.explanation.explanation import explain", True),
        ("ireval.metrics.bpref", "from ..explanation import curve", True),
        ("ireval.metrics.bpref", "import ireval.metrics.ndcg", True),
        ("ireval.metrics.bpref", "from . import ndcg", True),
        ("ireval.metrics.bpref", "from .shared import gains", False),
        ("ireval.metrics.bpref", "from ireval import explain", True),
        ("ireval.metrics.bpref", "import numpy as np", False),
        ("ireval.numbers.rounding", "from ireval.ranking import judgements", True),
        ("ireval.measure.spelling", "from ireval.metrics import bpref", True),
        ("ireval.measure.spelling", "from ireval.explanation import curve", True),
        ("ireval.measure.spelling", "from ireval import explain", True),
        ("ireval.measure.spelling", "import flask", True),
        ("ireval.measure.spelling", "from web.state.lab_state import State", True),
        ("ireval.trec.reading.source", "from ireval.trec import qrels", True),
        ("ireval.trec.qrels", "from ireval.trec.reading import source", False),
        ("web.state.lab_state", "from web.lab import routes", True),
        ("web.lab.routes", "from web.state.lab_state import State", False),
        ("web.lab.routes", "from app import create_app", True),
        ("web.lab.routes", "import sqlalchemy", True),
        ("web.store", "import sqlalchemy", False),
        ("web.lab.routes", "from ireval.measure.registry import measures", False),
    ],
)
def test_forbidden_imports_are_found(importer: str, text: str, wrong: bool) -> None:
    assert any(fault(importer, name) for name in imported(importer, read_source(text))) is wrong


def test_every_room_has_its_place() -> None:
    there = {
        f"{top}.{path.stem}" for top in ("ireval", "web") for path in (ROOT / top).iterdir() if path.stem[0] != "_"
    }
    assert there == set(LAYERS) - {"ireval", "web", "app"}


def test_modules_form_no_cycle() -> None:
    """Imports for types alone count, too."""
    sorter = TopologicalSorter(graph())
    try:
        sorter.prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_a_file_name_means_one_thing() -> None:
    """Two files of a name are doors or roles that are the same everywhere, or open the room that they are called
    like."""
    own = [
        p for p in SOURCES if p.stem not in ROLES and not p.relative_to(ROOT).as_posix().startswith(NAMED_AFTER_ROOMS)
    ]
    assert {name for name, count in Counter(p.stem for p in own).items() if count > 1} == set()


def test_a_folder_is_seen_at_a_glance() -> None:
    """But that of the measures, where one file a measure is the rule."""
    inside = [p for p in SOURCES if p.name != "__init__.py" and p.parent not in {ROOT, ROOT / "ireval" / "metrics"}]
    counts = Counter(p.parent.relative_to(ROOT).as_posix() for p in inside)
    assert {folder: count for folder, count in counts.items() if count > MOST_MODULES} == {}


def test_a_module_is_short() -> None:
    assert {name: source(path).lines for name, path in MODULES.items() if source(path).lines > MOST_LINES} == {}


@pytest.mark.parametrize("door", [p for p in SOURCES if p.name == "__init__.py"], ids=module)
def test_a_door_says_what_is_behind_it(door: Path) -> None:
    """What is in the room, what it may import, who uses it, and which test keeps that true."""
    name = module(door)
    said_there = " ".join(source(door).docstring.split())
    if name not in {"ireval", "web", "web.store.migrations"}:
        assert "ay import" in said_there
        assert "use" in said_there
        assert "tests/" in said_there
    tests = [word.strip("`.,;") for word in said_there.split() if word.strip("`.,;").startswith("tests/")]
    assert [test for test in tests if not (ROOT / test).exists()] == []


@pytest.mark.parametrize("tree", ["templates", "static", "tests/web", "tests/browser"])
def test_every_tree_is_divided_alike(tree: str) -> None:
    rooms = {path.name for path in (ROOT / tree).iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms - set(PAGES) <= {"page"}


def test_the_tests_of_the_core_are_divided_like_the_core() -> None:
    rooms = {p.name for p in (ROOT / "tests" / "ireval").iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert rooms == set(CORE) - {"errors"}


def test_only_one_module_names_htmx_headers() -> None:
    headers = ("hx-", "http_hx_")
    naming = {name for name, path in MODULES.items() if any(t.lower().startswith(headers) for t in source(path).texts)}
    assert naming <= {"web.server.htmx"}


#: What a change of a label in the lab goes through.
ON_EACH_CHANGE = ("numbers", "ranking", "conventions", "measure", "metrics", "explanation", "evaluation")


@pytest.mark.parametrize("room", ON_EACH_CHANGE)
def test_no_attribute_takes_a_lock_on_each_change(room: str) -> None:
    """``cached_property`` of Python 3.11 does; ``lazy_attribute`` does the same without one."""
    paths = (ROOT / "ireval" / room).rglob("*.py")
    assert [module(path) for path in paths if "cached_property" in path.read_text("utf-8")] == []
