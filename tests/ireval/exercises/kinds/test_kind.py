"""Everything in which kinds of exercises differ is declared in the kind: no other module names a kind's key."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ireval.errors import InputError
from ireval.exercises import KINDS, Exercise, RankedList, make_sheet
from ireval.exercises.kinds.catalog import added, kind_modules, kinds_of_seeds
from ireval.measure.registry import measures
from tests.paths import ROOT
from tests.test_architecture import MOST_MODULES

OWN = {Path(str(module.__file__)) for module in kind_modules()}
SOURCES = [*(ROOT / "ireval").rglob("*.py"), *(ROOT / "web").rglob("*.py")]
KINDS_FOLDER = ROOT / "ireval" / "exercises" / "kinds"
#: A sheet that is longer than there are kinds.
LONG = make_sheet(7, 12)
#: Keys that are also words for other things: these count only in a comparison with, or a call of, a kind.
COMMON = {"number", "table"}


def constants(node: ast.AST) -> set[str]:
    return {x.value for x in ast.walk(node) if isinstance(x, ast.Constant) and isinstance(x.value, str)}


def kind_keys(source: str) -> Iterator[str]:
    """The keys of kinds that a source names; common words only in comparisons with kinds and in calls of them."""
    tree = ast.parse(source)
    docs = {id(x.value) for x in ast.walk(tree) if isinstance(x, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in docs and node.value in KINDS.keys() - COMMON:
            yield node.value
        if isinstance(node, ast.Compare) and "kind" in ast.unparse(node.left):
            yield from constants(node) & COMMON
        if isinstance(node, ast.Subscript) and "KINDS" in ast.unparse(node.value):
            yield from constants(node.slice) & COMMON
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Exercise":
            yield from constants(node) & COMMON


@pytest.mark.slow
def test_only_its_module_names_the_key_of_a_kind() -> None:
    found = {path.relative_to(ROOT).as_posix(): set(kind_keys(path.read_text("utf-8"))) for path in SOURCES}
    own = {path.relative_to(ROOT).as_posix() for path in OWN}
    assert {path: keys for path, keys in found.items() if keys and path not in own} == {}


@pytest.mark.parametrize(
    ("source", "keys"),
    [
        ("if exercise.kind == 'table': pass", ["table"]),
        ("if kind in {'number', 'wrong-cell'}: pass", ["number", "wrong-cell"]),
        ("KINDS['table'].points", ["table"]),
        ("Exercise('e1', 'table', measure)", ["table"]),
        ("usual = 'choose'", ["choose"]),
        ("node('table')", []),
        ("if part.kind == NUMBER: pass", []),
        ('"""A sentence with better in it."""', []),
    ],
)
def test_a_key_elsewhere_would_be_noticed(source: str, keys: list[str]) -> None:
    assert sorted(set(kind_keys(source))) == keys


def test_every_kind_is_listed_under_its_key_and_has_measures_tasks_or_a_text() -> None:
    for key, kind in KINDS.items():
        assert kind.key == key
        assert bool(kind.measures) == ("measure" in kind.takes)
        assert kind.measures or kind.tasks or kind.own


@pytest.mark.parametrize(
    ("key", "task", "varies"),
    [("number", "", False), ("wrong-cell", "", True), ("inverse", "p-same-ap-up", False), ("inverse", "", True)],
)
def test_questions_on_a_fixed_list_differ_between_keys_only_if_something_is_drawn(
    key: str, task: str, varies: bool
) -> None:
    exercise = Exercise("e1", key, task=task, list=RankedList("0101"))
    assert KINDS[key].varies(exercise) is varies


def test_the_columns_that_make_an_exercise_are_columns_of_the_measure() -> None:
    declared = [measure for measure in measures().values() if measure.exercise_columns]
    assert declared
    for measure in declared:
        assert set(measure.exercise_columns) <= {column.key for column in measure.columns}


def test_kinds_are_found_in_the_folders_and_those_of_seeds_come_first() -> None:
    folders = {path.parent.name for path in OWN}
    assert folders == {path.name for path in KINDS_FOLDER.iterdir() if (path / "__init__.py").exists()}
    assert [kind.seed_place for kind in kinds_of_seeds()] == list(range(1, len(kinds_of_seeds()) + 1))
    assert [kind.own for kind in KINDS.values()] == sorted(kind.own for kind in KINDS.values())


def test_there_is_room_for_twenty_kinds() -> None:
    """In the folders that there are: each may have as many modules as any folder."""
    free = [MOST_MODULES - len(list(folder.glob("[a-z]*.py"))) for folder in KINDS_FOLDER.glob("[a-z]*/")]
    assert sum(free) >= 20 - len(KINDS) and min(free) >= 3


def test_a_kind_from_another_file_is_among_the_others_for_a_while() -> None:
    kind = replace(KINDS["number"], key="planted", seed_place=0)
    before = list(KINDS)
    with added(kind):
        assert [*before, "planted"] == list(KINDS)
        assert [x.kind for x in make_sheet(1, 2, kinds=["planted"]).exercises] == ["planted"] * 2
        assert make_sheet(7, 12) == LONG
    assert list(KINDS) == before
    with added(KINDS["number"]):
        assert list(KINDS) == before


@pytest.mark.parametrize("key", ["own-text", "tabel"])
def test_a_kind_that_cannot_be_drawn_is_refused(key: str) -> None:
    with pytest.raises(InputError) as refused:
        make_sheet(1, 2, kinds=[key])
    assert (refused.value.field, refused.value.key) == ("kind", "unknown-kind")
