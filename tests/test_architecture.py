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
#: The floors of the web from the ground up. A room imports only rooms of lower floors: those of one floor stand side by
#: side. All rooms that are not named here are pages, and stand on the floor above.
FLOORS = [
    ["messages", "formulas", "server"],
    ["store"],
    ["jobs", "state", "course"],
    ["charts", "question"],
    ["lab", "files", "coursework"],
]
BELOW_PAGES = [room for floor in FLOORS for room in floor]
ROOMS = sorted(path.parent.name for path in (ROOT / "web").glob("*/__init__.py"))
PAGES = [room for room in ROOMS if room not in BELOW_PAGES]
#: The place that puts the pages side by side.
COMPOSITION = "web.pages"
LAYERS = [*(f"ireval.{room}" for room in CORE), "ireval", *(f"web.{room}" for room in BELOW_PAGES), COMPOSITION, "web"]
LAYERS.append("app")
INSIDE = {
    "ireval.trec": ["reading", ""],
    "ireval.metrics": ["shared", ""],
    "ireval.exercises": [
        "sheet",
        "question",
        "generator",
        "kinds",
        "variants",
        "marking",
        "paper",
        "exports",
        "contracts",
        "",
    ],
    "ireval.exercises.exports": ["shared", "moodle", "qti", ""],
    "web.server": ["", "serving"],
    "web.store": ["", "library"],
    "web.state": ["", "texts"],
    "web.charts": ["", "lists"],
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
    "api": "what a page answers to programs",
}
#: Folders whose files are called like the rooms that they open.
NAMED_AFTER_ROOMS = ("ireval/cli", "web/api", "web/pages.py")
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
    """Whether a module stands in a room above that of its importer, beside it, or in an inner room above it."""
    if height(name) > height(importer) or (height(name) == height(importer) and room_of(name) != room_of(importer)):
        return True
    for room, inner in INSIDE.items():
        places = [f"{room}.{part}" if part else room for part in inner]
        if within(importer, room) and within(name, room) and layer(name, places) > layer(importer, places):
            return True
    return False


def room_of(name: str) -> str:
    """The room that a module stands in, such as ``web.lab``; a top-level module is one itself."""
    return ".".join(name.split(".")[:2])


def height(name: str) -> int:
    """How high a module's room stands: each room of the core above the one before, and the web floor by floor."""
    if within(name, "ireval"):
        return layer(name, LAYERS)
    top, _, room = room_of(name).partition(".")
    if not room or room == "pages":  # what puts the parts together
        return len(LAYERS) + len(FLOORS) + ["web.pages", "web", "app"].index(".".join(filter(None, (top, room))))
    return len(CORE) + 1 + next((i for i, floor in enumerate(FLOORS) if room in floor), len(FLOORS))


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
        ("web.state.lab_state", "from web.lab import page", True),
        ("web.state.lab_state", "from web.jobs import routes", True),
        ("web.charts.scene", "from web.question.question_view import Gap", True),
        ("web.why.routes", "from web.switchboard import routes", True),
        ("web.lessons.routes", "from web.sheets.api import bp", True),
        ("web.glossary.routes", "from web.pages import PAGES", True),
        ("web.pages", "from web.glossary import routes", False),
        ("web.lessons.routes", "from web.question.question_view import Gap", False),
        ("web.lab_page.routes", "from web.state.lab_state import State", False),
        ("web.lab_page.routes", "from app import create_app", True),
        ("web.lab_page.routes", "import sqlalchemy", True),
        ("web.store", "import sqlalchemy", False),
        ("web.lab_page.routes", "from ireval.measure.registry import measures", False),
    ],
)
def test_forbidden_imports_are_found(importer: str, text: str, wrong: bool) -> None:
    assert any(fault(importer, name) for name in imported(importer, read_source(text))) is wrong


def test_every_room_has_its_place() -> None:
    core = {f"ireval.{path.stem}" for path in (ROOT / "ireval").iterdir() if path.stem[0] != "_"}
    assert core == {f"ireval.{room}" for room in CORE}
    assert set(BELOW_PAGES) <= set(ROOMS)
    assert {path.stem for path in (ROOT / "web").glob("*.py")} == {"__init__", "pages"}


def test_the_web_has_at_most_six_floors() -> None:
    assert len(FLOORS) + 1 <= 6 and PAGES


def test_every_page_is_registered() -> None:
    """One line in `web/pages.py`; operation is no page for visitors, and has its addresses by `app`."""
    registered = {room_of(name) for name in graph()[COMPOSITION]}
    assert {f"web.{room}" for room in PAGES} - registered == {"web.operation"}


def test_modules_form_no_cycle() -> None:
    """Imports for types alone count, too."""
    assert first_cycle(graph()) == []


def first_cycle(imports: Mapping[str, frozenset[str]]) -> list[str]:
    """The modules of a cycle of imports; empty if there is none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


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
    is_page = room_of(name).removeprefix("web.") in PAGES
    if name not in {"ireval", "web", "web.store.migrations"}:
        assert is_page or ("ay import" in said_there and "use" in said_there)
        assert "tests/" in said_there
    tests = [word.strip("`.,;") for word in said_there.split() if word.strip("`.,;").startswith("tests/")]
    assert [test for test in tests if not (ROOT / test).exists()] == []


@pytest.mark.parametrize("tree", ["templates", "static", "tests/web", "tests/browser"])
def test_every_tree_is_divided_alike(tree: str) -> None:
    rooms = {path.name for path in (ROOT / tree).iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms - set(ROOMS) <= {"page"}


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
