"""Tasks the other way round, against everything tried out one by one."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from ireval.errors import InputError
from ireval.exercises import Exercise, Question, RankedList, Sheet, check, mark
from ireval.exercises.kinds.inverse_task import AIMS, ORDER, SWAP, InverseTask
from ireval.explanation.explanation import Explanation
from ireval.ranking.judgements import Ranking
from tests.ireval.exercises.sample_questions import one

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


def test_a_fixed_list_gets_a_task_that_can_be_done_on_it() -> None:
    for seed in range(8):
        question = one("inverse", list=RankedList("0100010", "11"), seed=seed)
        assert judged(question, question.parts[0].right) == "right"
