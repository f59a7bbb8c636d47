"""Documents to judge in a lesson: those that the directive names, what two assessors say of them, and what is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ireval.collection import built_in
from ireval.lessons.directives.judging_directive import Judging
from tests.ireval.lessons.test_lesson_reader import good, in_step

NAMED = ':::{judging}\ntopic: "1"\ndocuments: [h36, h64, h47]\nassessors: [ada, ben]\n:::\n'
RANKED = ":::{judging}\ntopic: 10\nruns: [words, pieces]\ndepth: 3\nassessors: [ada, dan]\n:::\n"
HARBOUR = built_in()


def judging(text: str) -> Judging:
    (block,) = good(f"## Judge\n\n{text}").steps[0].blocks
    assert isinstance(block, Judging)
    return block


def test_named_documents_keep_their_order_and_have_the_grades_of_both_assessors() -> None:
    block = judging(NAMED)
    assert block.topic == HARBOUR.topics["1"] and block.runs == {}
    assert [document.docno for document in block.documents] == ["h36", "h64", "h47"]
    for name, grades in block.assessors.items():
        assert grades == {docno: HARBOUR.assessors[name]["1"][docno] for docno in ("h36", "h64", "h47")}
    assert list(block.assessors) == ["ada", "ben"]


def test_the_first_documents_of_rankings_are_judged_together() -> None:
    block = judging(RANKED)
    first = {name: sorted(HARBOUR.runs[name].to_dict()["10"].items(), key=lambda x: -x[1])[:3] for name in block.runs}
    assert {name: list(ranked) for name, ranked in block.runs.items()} == {
        name: [docno for docno, _ in ranked] for name, ranked in first.items()
    }
    found = [document.docno for document in block.documents]
    assert found == sorted({docno for ranked in block.runs.values() for docno in ranked})


def test_assessors_alone_are_compared_by_the_same_fields() -> None:
    shown = judging(NAMED.replace("judging", "agreement"))
    assert not shown.name and shown == replace(judging(NAMED), name="") and shown.coefficient == "cohen"
    assert judging(NAMED.replace("judging", "agreement").replace("topic", "coefficient: linear\ntopic")) == replace(
        shown, coefficient="linear"
    )


def test_two_forms_of_a_lesson_have_different_names() -> None:
    lesson = good(f"## One\n\n{NAMED}\n{RANKED}\n## Two\n\n{NAMED}")
    names = [block.name for step in lesson.steps for block in step.blocks if isinstance(block, Judging)]
    assert len(set(names)) == len(names) == 3


@pytest.mark.parametrize(
    ("before", "after", "line", "key"),
    [
        ('"1"', "11", 1, "not-one-of"),
        ("topic", "query", 1, "lesson-unknown-field"),
        ("h64", "h99", 2, "not-one-of"),
        ("h64", "h36", 2, "lesson-documents-to-judge"),
        ("[h36, h64, h47]", "h36", 2, "lesson-documents-to-judge"),
        ("documents: [h36, h64, h47]\n", "", 1, "lesson-documents-or-runs"),
        ("assessors", "runs: words\nassessors", 3, "lesson-documents-or-runs"),
        ("ada, ben", "ada", 3, "lesson-two-assessors"),
        ("ada, ben", "ada, ada", 3, "lesson-two-assessors"),
        ("ada, ben", "ada, eve", 3, "not-one-of"),
        ("ada, ben", "{a: 1}, ada", 3, "lesson-field-not-texts"),
        ("h64", "h01", 3, "lesson-document-not-judged"),
        ("{judging}", "{judging} Seals", 0, "lesson-directive-title"),
        ("documents: [h36, h64, h47]", "runs: [words, lines]", 2, "not-one-of"),
        ("documents: [h36, h64, h47]", "runs: [words]\ndepth: 0", 3, "out-of-range"),
        ("documents: [h36, h64, h47]", "runs: [words, pieces]\ndepth: 10", 2, "lesson-documents-to-judge"),
        ("topic", "coefficient: linear\ntopic", 1, "lesson-unknown-field"),
        ("judging}\n", "agreement}\ncoefficient: fleiss\n", 1, "not-one-of"),
    ],
)
def test_what_cannot_be_judged_is_said_with_its_line(before: str, after: str, line: int, key: str) -> None:
    assert before in NAMED
    found = in_step(NAMED.replace(before, after, 1))
    assert (line + 1, key) in [(at, known) for at, known in found], found
