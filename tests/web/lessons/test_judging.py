"""Documents to judge on the page of a step: labels are kept, and compared with those of two assessors."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import pytest
from flask.testing import FlaskClient
from markupsafe import escape

from ireval.agreement import COEFFICIENTS
from ireval.lessons.directives.judging_directive import Judging
from tests.web.lessons.test_lessons import COURSE, KEY
from web.lessons.views.judging_view import judging_view

LESSON = COURSE.lessons["relevance-and-judges"]
BLOCKS = {
    number: block
    for number, step in enumerate(LESSON.steps, start=1)
    for block in step.blocks
    if isinstance(block, Judging) and block.name
}
SEALS, FERRY = BLOCKS


def address(number: int) -> str:
    return f"/lessons/{LESSON.slug}/{KEY}/{number}"


def judged(client: FlaskClient, number: int, grades: dict[str, str]) -> str:
    """The page after these grades were sent."""
    block = BLOCKS[number]
    sent = {f"{block.name}.{docno}": grade for docno, grade in grades.items()}
    answer = client.post(f"{address(number)}/answers", data={**sent, "check": block.name})
    assert answer.status_code == 200
    return answer.text


def all_the_same(number: int, grade: str = "1") -> dict[str, str]:
    return {document.docno: grade for document in BLOCKS[number].documents}


def rows(text: str, caption: str) -> list[list[str]]:
    """The texts of the cells of a table, row by row."""
    found = re.search(rf"<caption>{re.escape(caption)}.*?</table>", text, re.DOTALL)
    assert found, caption
    lines = re.findall(r"<tr>(.*?)</tr>", found[0].partition("<tbody>")[2], re.DOTALL)
    return [
        [re.sub("<[^>]*>", "", cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", line, re.DOTALL)] for line in lines
    ]


@pytest.mark.parametrize("number", BLOCKS)
def test_the_topic_and_all_documents_are_shown_and_no_label_is_given_away(client: FlaskClient, number: int) -> None:
    text, block = client.get(address(number)).text, BLOCKS[number]
    assert block.topic.narrative in text and "<table" not in text.partition("judging")[2].partition("</form>")[0]
    for document in block.documents:
        assert document.title in text and document.text.replace("'", "&#39;") in text
        assert text.count(f'name="{block.name}.{document.docno}"') == 3
    assert "checked" not in text


@pytest.mark.parametrize("number", BLOCKS)
def test_labels_stand_beside_those_of_the_assessors(client: FlaskClient, number: int) -> None:
    block = BLOCKS[number]
    first, second = block.assessors.values()
    mine = {docno: str(place % 3) for place, docno in enumerate(first)}
    text = judged(client, number, mine)
    found = rows(text, "The labels")
    assert [row[:4] for row in found] == [[d, mine[d], str(first[d]), str(second[d])] for d in first]
    assert [bool(row[4]) for row in found] == [len({mine[d], str(first[d]), str(second[d])}) == 1 for d in first]
    assert text.count(" checked>") == len(mine), "the labels are kept"


@pytest.mark.slow
def test_agreement_is_that_of_scikit_learn_for_each_pair(client: FlaskClient) -> None:
    from sklearn.metrics import cohen_kappa_score

    block = BLOCKS[SEALS]
    mine = {document.docno: place % 3 for place, document in enumerate(block.documents)}
    text = judged(client, SEALS, {d: str(grade) for d, grade in mine.items()})
    judges = {**{name.title(): grades for name, grades in block.assessors.items()}, "you": mine}
    assert text.count("<caption>Agreement") == 3
    for one, other in combinations(judges, 2):
        labels = [[judges[name][d] for d in mine] for name in (one, other)]
        same = sum(a == b for a, b in zip(*labels, strict=True)) / len(mine)
        cells = [cell for _, cell in rows(text, f"Agreement of {one} and {other}")]
        observed, _, kappa = (float(cell.rpartition("=")[2].replace("−", "-")) for cell in cells)
        assert (observed, kappa) == pytest.approx((same, cohen_kappa_score(*labels)), abs=0.0006)


def test_kappa_at_its_ends(client: FlaskClient) -> None:
    block = BLOCKS[SEALS]
    mine = {docno: str(grade) for docno, grade in block.assessors["ada"].items()}
    assert rows(judged(client, SEALS, mine), "Agreement of Ada and you")[2][1].endswith("=1"), "the same as Ada"
    alike = rows(judged(client, SEALS, all_the_same(SEALS)), "Agreement of Ada and you")
    assert alike[2][1].endswith("=0"), "one label for all says nothing beyond chance"
    lazy = replace(block, assessors={name: dict.fromkeys(grades, 0) for name, grades in block.assessors.items()})
    shown = judging_view(lazy, {f"{block.name}.{docno}": "0" for docno in mine})
    assert [row.steps[-1][1] for row in shown.pairs] == ["not defined"] * 3, "and nothing is divided by 0"


def test_a_step_shows_two_assessors_without_asking(client: FlaskClient) -> None:
    from sklearn.metrics import cohen_kappa_score

    shown = [
        (number, block)
        for number, step in enumerate(LESSON.steps, start=1)
        for block in step.blocks
        if isinstance(block, Judging) and not block.name
    ]
    assert [block.coefficient for _, block in shown] == ["cohen", "linear", "cohen"]
    for number, block in shown:
        text, (first, second) = client.get(address(number)).text, block.assessors.values()
        pair = " and ".join(map(str.title, block.assessors))
        named = escape(f"Agreement of {pair}: {COEFFICIENTS[block.coefficient].title()}")
        assert text.count(f'aria-label="{named}"') == 1, "no two sections of a printed lesson have the same name"
        assert [row[1:3] for row in rows(text, "The labels")] == [[str(first[d]), str(second[d])] for d in first]
        *_, (_, kappa) = rows(text, f"Agreement of {pair}")
        weights = None if block.coefficient == "cohen" else block.coefficient
        labels = [[grades[d] for d in first] for grades in (first, second)]
        assert float(kappa.rpartition("=")[2]) == pytest.approx(
            cohen_kappa_score(*labels, weights=weights, labels=[0, 1, 2]), abs=0.0006
        )


def test_each_judge_finds_the_precision_of_each_ranking(client: FlaskClient) -> None:
    block = BLOCKS[FERRY]
    found = rows(judged(client, FERRY, all_the_same(FERRY, "0")), "P@5 of each ranking")
    for row, (name, ranked) in zip(found, block.runs.items(), strict=True):
        shares = [sum(grades[d] >= 1 for d in ranked) / 5 for grades in block.assessors.values()]
        assert row == [name, "0.000", *(f"{share:.3f}" for share in shares)]
    assert "P@5 of each ranking" not in judged(client, SEALS, all_the_same(SEALS))


def test_what_the_lesson_says_of_the_assessors_is_true() -> None:
    from sklearn.metrics import cohen_kappa_score

    seals, ferry = BLOCKS[SEALS], BLOCKS[FERRY]
    assert (seals.assessors["ada"]["h47"], seals.assessors["ben"]["h47"]) == (0, 2)
    ada, dan = ferry.assessors.values()
    assert cohen_kappa_score([ada[d] for d in ada], [dan[d] for d in ada]) < 0.2, "they agree little"
    for grades in (ada, dan):
        words, pieces = (sum(grades[d] >= 1 for d in ranked) for ranked in ferry.runs.values())
        assert words < pieces, "both find the same ranking better"


@pytest.mark.parametrize("number", BLOCKS)
def test_missing_labels_are_counted_and_the_others_kept(client: FlaskClient, number: int) -> None:
    grades = all_the_same(number)
    left_out = grades.popitem()[0]
    text = judged(client, number, grades)
    assert "1 document has no label yet." in text and "<caption>The labels" not in text
    assert text.count(" checked>") == len(grades) and left_out in text


@pytest.mark.parametrize("grade", ["3", "-1", "01", "<script>alert(1)</script>", "1" * 5000, "\N{SUPERSCRIPT TWO}"])
def test_a_label_that_is_none_counts_as_missing(client: FlaskClient, grade: str) -> None:
    text = judged(client, SEALS, all_the_same(SEALS) | {"h36": grade})
    assert "1 document has no label yet." in text and "<script>alert" not in text


def test_labels_of_another_form_or_document_do_no_harm(client: FlaskClient) -> None:
    name = BLOCKS[SEALS].name
    for sent in ({"check": name}, {"check": name, f"{name}.h99": "2"}, {"check": "judging-99"}, {"solution": name}):
        answer = client.post(f"{address(SEALS)}/answers", data=sent)
        assert answer.status_code == 200 and "<caption>The labels" not in answer.text
