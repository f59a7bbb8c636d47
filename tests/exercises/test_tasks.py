"""Tasks the other way round, wrong cells and the choice of a measure, against everything tried out one by one."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from ireval.diagnosis.inquiry import inquiry_of_cell
from ireval.errors import InputError
from ireval.exercises import Exercise, Generated, Question, RankedList, Sheet, check, mark, wrong_answers
from ireval.exercises.kinds.inverse_task import AIMS, ORDER, SWAP, InverseTask
from ireval.exercises.kinds.situations import SITUATIONS
from ireval.exercises.question.question import ranking_of
from ireval.explanation.explanation import Explanation
from ireval.measure.spelling import parse
from ireval.numbers.expression import fixed
from ireval.numbers.typed_number import read_typed
from ireval.ranking.judgements import Ranking
from tests.exercises.making import Student, one

SWAPS = [key for key, aim in AIMS.items() if aim.form == SWAP]
ORDERS = [key for key, aim in AIMS.items() if aim.form == ORDER]


def does(question: Question, grades: list[int]) -> bool:
    """Whether the list with these grades does what the task wants, each measure computed on its own."""
    task = question.task
    assert isinstance(task, InverseTask)
    missed = task.ranking.unretrieved.tolist()
    for name, sign in task.aim.goals:
        before = Explanation(task.ranking, question.conventions).value(name)
        after = Explanation(Ranking.one(grades, missed), question.conventions).value(name)
        assert before is not None and after is not None
        if (0 if math.isclose(before, after, abs_tol=1e-9) else math.copysign(1, after - before)) != sign:
            return False
    return True


def judged(question: Question, answer: str) -> str:
    return mark(question, {"answer": answer}).part("answer").outcome


@pytest.mark.parametrize("task", SWAPS)
def test_every_swap_that_does_it_is_right_and_no_other(task: str) -> None:
    for seed in range(3):
        question = one("inverse", task=task, seed=seed)
        assert isinstance(question.task, InverseTask)
        grades = question.task.ranking.grades.tolist()
        right = []
        for i, j in combinations(range(len(grades)), 2):
            swapped = list(grades)
            swapped[i], swapped[j] = swapped[j], swapped[i]
            good = does(question, swapped)
            assert judged(question, f"{i + 1} {j + 1}") == ("right" if good else "wrong")
            right += [f"{i + 1} {j + 1}"] * good
        assert question.parts[0].right in right
        assert 3 * len(right) <= 45
        assert sorted(question.task.solutions()) == sorted(right)
        assert not does(question, grades)


@pytest.mark.parametrize("task", ORDERS)
def test_orders_are_checked_by_computing(task: str) -> None:
    for seed in range(3):
        question = one("inverse", task=task, seed=seed)
        assert isinstance(question.task, InverseTask)
        from ireval.ranking.labels import read_labels, write_labels

        own = question.task.ranking.grades.tolist()
        assert does(question, read_labels(question.parts[0].right))
        assert judged(question, question.parts[0].right) == "right"
        assert judged(question, write_labels(own)) == "wrong"
        for grades in (sorted(own), sorted(own, reverse=True), own[::-1], own[5:] + own[:5]):
            assert judged(question, write_labels(grades)) == ("right" if does(question, grades) else "wrong")


@pytest.mark.parametrize("answer", ["2 7", "2,7", "7;2", "2 and 7", "ranks 2 & 7", "2-7", "2 <-> 7", "(2) 7"])
def test_a_swap_is_read_as_people_type_it(answer: str) -> None:
    question = one("inverse", task="p-same-ap-up", list=RankedList("0100010", "11"))
    assert judged(question, answer) == ("unreadable" if "(" in answer else judged(question, "2 7"))


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ("2", "two ranks"),
        ("1 2 3", "two ranks"),
        ("0 2", "no rank 0"),
        ("2 8", "no rank 8"),
        ("3 3", "twice"),
        ("x", "two"),
    ],
)
def test_what_is_no_swap_is_told(answer: str, word: str) -> None:
    question = one("inverse", task="p-same-ap-up", list=RankedList("0100010", "11"))
    marked = mark(question, {"answer": answer}).part("answer")
    assert marked.outcome == "unreadable" and word in marked.text
    assert "One answer of several: " in marked.text


def test_what_a_swap_does_is_told() -> None:
    question = one("inverse", task="p-same-ap-up", list=RankedList("0100010", "11"))
    told = mark(question, {"answer": "1 2"}).part("answer").text
    assert told == "Right: P@5 stays at 0.200; AP rises from 0.208 to 0.333."
    told = mark(question, {"answer": "5 6"}).part("answer").text
    assert told.startswith("Not right: P@5 rises from 0.200 to 0.400, but should stay the same; AP rises from ")


def test_labels_that_the_list_has_not_got_are_told() -> None:
    question = one("inverse", task="p-down-ap-up", seed=2)
    for answer in ("111", "0" * 10, "5" * 10):
        assert "not the labels of this list" in mark(question, {"answer": answer}).part("answer").text
    assert "not a label" in mark(question, {"answer": "?" * 10}).part("answer").text


def test_a_list_on_which_nothing_can_be_done_is_refused() -> None:
    sheet = Sheet("", 1, ())
    for kind, labels in (("inverse", "111"), ("wrong-cell", "000")):
        measure = "AP" if kind == "wrong-cell" else ""
        exercise = Exercise("e1", kind, measure, list=RankedList(labels))
        with pytest.raises(InputError) as refused:
            check(sheet, exercise, "exercises[0]")
        assert refused.value.field == "exercises[0].list"


@pytest.mark.parametrize(
    ("exercise", "field", "word"),
    [
        (Exercise("e1", "inverse", list=RankedList("01" * 11)), "x.list", "22 documents"),
        (Exercise("e1", "inverse", task="luck"), "x.task", "no task"),
        (Exercise("e1", "inverse", "AP"), "x.measure", "no measure"),
        (Exercise("e1", "choose", list=RankedList("01")), "x.list", "no list"),
        (Exercise("e1", "better", "AP", list=RankedList("01")), "x.second", "one is missing"),
        (Exercise("e1", "better", "AP", second=RankedList("01")), "x.list", "one is missing"),
        (Exercise("e1", "number", "AP", list=RankedList("01"), second=RankedList("01")), "x.second", "no second"),
        (Exercise("e1", "better", "AP", list=RankedList("01"), second=RankedList("00")), "x.second", "no value"),
    ],
)
def test_what_does_not_fit_the_kind_is_told(exercise: Exercise, field: str, word: str) -> None:
    with pytest.raises(InputError, match=word) as refused:
        check(Sheet("", 1, (), "lillis"), exercise, "x")
    assert refused.value.field == field


def test_a_fixed_list_gets_a_task_that_can_be_done_on_it() -> None:
    for seed in range(8):
        question = one("inverse", list=RankedList("0100010", "11"), seed=seed)
        assert judged(question, question.parts[0].right) == "right"


@pytest.mark.parametrize("measure", ["AP", "nDCG@5", "Bpref", "alpha_nDCG@5", "F", "RBP"])
def test_one_cell_is_wrong_and_the_others_follow_or_are_right(measure: str) -> None:
    alone = 0
    for seed in range(12):
        question = one("wrong-cell", measure, seed=seed)
        table, grid = question.tables[0], question.grid
        where, value = question.parts
        assert grid is not None and value.at is not None
        shown = {
            f"{head}[{row[0].text}]": cell.text
            for row in grid.rows
            for head, cell in zip(grid.heads, row, strict=True)
            if head in table.cells
        }
        assert shown[where.right] != value.right
        wrong = float(shown[where.right])
        goes_on = "from what stands there" in question.prompt
        alone += not goes_on
        exact = next(o.why for o in where.options if o.key == where.right)
        assert exact
        student = Student(table, float, {value.at: wrong} if goes_on else {})
        for key, texts in table.cells.items():
            for row in range(len(grid.rows)):
                name = f"{key}[{table.row_labels[row]}]"
                if name in shown and texts[row] and name != where.right:
                    assert float(shown[name]) == pytest.approx(student.cell(key, row), abs=0.0031), name
        assert mark(question, {"cell": where.right.lower(), "value": value.right}).points == 12
        other = next(o.key for o in where.options if o.key != where.right)
        assert mark(question, {"cell": other}).part("cell").points == 0
    assert 0 < alone < 12


def test_who_copies_the_wrong_number_gets_nothing_for_it() -> None:
    """Some stand for a typical mistake as well, which is worth half the points elsewhere."""
    known = 0
    for seed in range(12):
        question = one("wrong-cell", "alpha_nDCG@5", seed=seed)
        assert question.grid is not None
        column, _, row = question.parts[0].right.removesuffix("]").partition("[")
        (stands,) = [cells for cells in question.grid.rows if cells[0].text == row]
        copied = stands[question.grid.heads.index(column)].text
        marked = mark(question, {"cell": question.parts[0].right, "value": copied})
        assert (marked.part("value").outcome, marked.part("value").cause) == ("wrong", "copied")
        assert marked.points == 6
        assert [w.share for w in wrong_answers(question, question.parts[1]) if fixed(w.value, 3) == copied] == [0]
        table = question.tables[0]
        cell = question.parts[1].at or ("", 0)
        known += bool(
            inquiry_of_cell(table.spec, ranking_of(table), question.conventions, *cell)
            .diagnose(read_typed(copied))
            .causes
        )
    assert known


def test_every_situation_has_one_answer_and_reasons_against_the_others() -> None:
    for key, situation in SITUATIONS.items():
        question = one("choose", task=key)
        part = question.parts[0]
        assert {o.key for o in part.options} == {situation.right[0], *(name for name, _ in situation.wrong)}
        assert len(part.options) >= 4 and len({str(parse(o.key)) for o in part.options}) == len(part.options)
        for option in part.options:
            marked = mark(question, {"measure": option.key}).parts[0]
            assert option.why in marked.text
            assert (marked.points == 12) is (option.key == situation.right[0])
            assert marked.cause == ("right" if marked.points else option.key)
    drawn = {one("choose", seed=seed).title for seed in range(40)}
    assert len(drawn) > 5


def test_a_choice_that_is_not_offered_is_told() -> None:
    marked = mark(one("choose", task="known-item"), {"measure": "XX"}).parts[0]
    assert marked.outcome == "unreadable" and "They are: " in marked.text


def test_drawn_lists_take_what_they_are_told() -> None:
    question = one("inverse", task="bpref-same-ap-up", generated=Generated(12, unjudged=4))
    labels = [row.label for row in question.lists[0].rows]
    assert len(labels) == 12 and labels.count("unjudged") == 4
