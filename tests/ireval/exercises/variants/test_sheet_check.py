"""A sheet does not answer itself: no exercise on a fixed list shows or asks what another one asks for."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from ireval.errors import InputError
from ireval.exercises import Exercise, Generated, RankedList, Sheet, from_json, make_sheet, variant, variant_keys
from ireval.exercises.variants.sheet_check import check_sheet, faults
from tests.ireval.cli.sheet_commands import called

pytestmark = pytest.mark.slow

LIST = RankedList("101003000200003", "32211", 800)
OTHER = RankedList("110010", "1")


def on(kind: str, measure: str = "AP", ranked: RankedList = LIST, **more: object) -> Exercise:
    second = {"second": OTHER} if kind == "better" else {}
    return Exercise("x", kind, measure, list=ranked, **(second | more))  # type: ignore[arg-type]


def sheet_of(*exercises: Exercise) -> Sheet:
    named = tuple(replace(x, id=f"e{i}") for i, x in enumerate(exercises, start=1))
    return Sheet("", 1, named, "lillis")


@pytest.mark.parametrize(
    ("first", "second", "key"),
    [
        (on("table"), on("wrong-cell"), "answer-shown"),
        (on("number"), on("wrong-cell"), "answer-shown"),
        (on("number", "P@5"), on("wrong-cell"), "answer-shown"),  # the table of AP has P[5]
        (on("number", "Rprec"), on("wrong-cell"), "answer-shown"),  # ... and P[10], where R is 10
        (on("number", "nDCG@5"), on("wrong-cell", "nDCG@10"), "answer-shown"),
        (on("table", "DCG@5"), on("wrong-cell", "nDCG@10"), "answer-shown"),
        (on("wrong-cell"), on("wrong-cell"), "answer-shown"),
        (on("better"), on("wrong-cell"), "answer-shown"),
        (on("better"), on("wrong-cell", ranked=OTHER), "answer-shown"),
        (on("number"), on("better"), "answer-asked-twice"),
        (on("number", ranked=OTHER), on("better"), "answer-asked-twice"),
        (on("number", "RR"), on("number", "RR"), "answer-asked-twice"),  # 1, like every first relevant document
        (on("number"), on("table"), "answer-asked-twice"),
        (on("number", "CG@10"), on("table", "CG@10"), "answer-asked-twice"),  # a whole number
        (on("number"), on("number", ranked=RankedList("r0r003000200003", "11223")), "answer-asked-twice"),
    ],
)
def test_a_pair_that_gives_an_answer_away_is_found_in_either_order(first: Exercise, second: Exercise, key: str) -> None:
    for pair in permutations((first, second)):
        sheet = sheet_of(Exercise("x", "choose"), *pair)
        (fault,) = faults(sheet)
        assert (fault.field, fault.key) == ("exercises[2].list", key)
        assert {fault.values[name] for name in ("shows", "asks", "first", "second") if name in fault.values} == {2, 3}
        with pytest.raises(InputError):
            check_sheet(sheet)
        assert from_json(sheet.to_json()) == sheet, "a stored sheet opens all the same"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (on("number"), on("number", "nDCG@5")),
        (on("number"), on("number", ranked=OTHER)),
        (on("number"), on("wrong-cell", ranked=OTHER)),
        (on("number"), on("wrong-cell", "nDCG@10")),
        (on("number", "DCG@5"), on("number", "DCG@5", preset="trec_eval")),  # another number
        (on("number"), on("inverse", "")),
        (on("table"), replace(on("wrong-cell"), list=None, generated=Generated(15))),
        (on("table", "CG@10"), on("wrong-cell", "nDCG@5")),  # the gains are those of the list itself
    ],
)
def test_other_pairs_stand(first: Exercise, second: Exercise) -> None:
    assert not list(faults(sheet_of(first, second)))


def test_the_words_say_which_pair_it_is_and_what_to_do() -> None:
    (fault,) = faults(sheet_of(on("table"), on("wrong-cell")))
    assert str(fault) == "Exercise 2 shows P[2], which exercise 1 asks for: both have the same list."
    assert fault.suggestion.startswith("Let one of the two draw different lists for each student")
    (fault,) = faults(sheet_of(on("number"), on("number")), {"e1": 4, "e2": 7})
    assert str(fault) == "Exercises 4 and 7 ask for the same number, AP[15]: both have the same list."


def systems(first: RankedList, second: RankedList) -> list[tuple[str, str]]:
    sheet = sheet_of(Exercise("x", "better", "AP", list=first, second=second))
    return [(fault.field, fault.key) for fault in faults(sheet)]


def test_one_document_has_one_label_in_both_lists_of_a_comparison() -> None:
    where = "exercises[0].second.labels"
    a = RankedList("1001", "1", names=("x", "y", "z", "w", "v"))
    assert not systems(a, RankedList("0110", "1", names=("y", "w", "x", "q", "v")))
    assert systems(a, RankedList("0110", "1", names=("x", "w", "y", "q", "v"))) == [(where, "systems-disagree")]
    assert systems(a, RankedList("u110", "1", names=("y", "w", "x", "q", "v"))) == [(where, "systems-disagree")]
    assert systems(a, RankedList("0110", "2", names=("y", "w", "x", "q", "v"))) == [(where, "systems-disagree")]
    assert systems(a, RankedList("n0ru", "11", names=("y", "y", "x", "q", "v"))) == [], "which y is meant is not known"
    assert systems(a, RankedList("rnnr", "1")) == [(where, "systems-alike")]
    assert not systems(RankedList("1001", "1"), RankedList("0110", "1")), "without names they are different documents"


def test_documents_without_names_are_different_ones_in_two_systems() -> None:
    sheet = sheet_of(Exercise("x", "better", "AP", list=RankedList("1001", "1"), second=RankedList("0110", "1")))
    a, b = variant(sheet, "K7M2PX").questions[0].lists
    assert [row.name for row in (*a.rows, *a.missed)] == ["a1", "a2", "a3", "a4", "a5"]
    assert [row.name for row in (*b.rows, *b.missed)] == ["b1", "b2", "b3", "b4", "b5"]


def test_exercises_with_the_same_settings_never_draw_the_same_list() -> None:
    alike = tuple(Exercise(f"e{i}", "number", "AP", generated=Generated()) for i in (1, 11, 2))
    for seed in (1, 11):
        sheet = Sheet("", seed, alike)
        for key in variant_keys(sheet, 10):
            assert len({question.lists for question in variant(sheet, key).questions}) == len(alike)
    assert not list(faults(make_sheet(3, 24)))


def test_the_command_line_names_the_pair_when_it_exports(tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    file.write_bytes(sheet_of(on("table"), on("wrong-cell")).to_json())
    done = called("export", str(file), "--format", "csv", "-o", str(tmp_path / "sheet.csv"))
    assert done.exit_code == 0 and "exercises[1].list: Exercise 2 shows P[2], which exercise 1" in done.stderr
