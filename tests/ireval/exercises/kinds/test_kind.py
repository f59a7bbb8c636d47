"""Everything in which kinds of exercises differ is declared in the kind: no other module names a kind's key."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from ireval.exercises import KINDS, Exercise, RankedList
from ireval.exercises.kinds import catalog
from ireval.measure.registry import measures
from tests.paths import ROOT

OWN = {Path(str(module.__file__)) for module in (*catalog._MODULES, *catalog._OWN)}
SOURCES = [*(ROOT / "ireval").rglob("*.py"), *(ROOT / "web").rglob("*.py")]
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
