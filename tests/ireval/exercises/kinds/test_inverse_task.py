"""Inverse tasks, compared with trying out every swap and computing every measure."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from ireval.errors import InputError
from ireval.exercises import Exercise, Question, RankedList, Sheet, check, mark
from ireval.exercises.kinds.changes.inverse_task import AIMS, ORDER, SWAP, InverseTask
from ireval.explanation.explanation import Explanation
from ireval.messages import say
from ireval.ranking.judgements import Ranking
from tests.ireval.exercises.sample_questions import one

pytestmark = pytest.mark.slow

SWAPS = [key for key, aim in AIMS.items() if aim.form == SWAP]
ORDERS = [key for key, aim in AIMS.items() if aim.form == ORDER]


def does(question: Question, grades: list[int]) -> bool:
    """Whether the list with these grades solves the task, each measure computed separately."""
    task = question.task
    assert isinstance(task, InverseTask)
    missed = task.ranking.unretrieved.tolist()
    for name, sign in task.aim.goals:
        before = Explanation(task.ranking, question.conventions).value(name)
        after = Explanation(Ranking.one(grades, missed), question.conventions).value(name)
        assert before is not None and after is not None
        if (0 if math.isclose(before, after, abs_tol=1e-9) else math.copysign(1, after - before)) != max(
            -1, min(1, sign)
        ):
            return False
    return True


def swapped(grades: list[int], i: int, j: int) -> list[int]:
    after = list(grades)
    after[i], after[j] = after[j], after[i]
    return after


def change(question: Question, grades: list[int]) -> float:
    """How far a list changes what has to change as far as possible."""
    task = question.task
    assert isinstance(task, InverseTask)
    (name,) = (name for name, sign in task.aim.goals if abs(sign) == 2)
    lists = task.ranking, Ranking.one(grades, task.ranking.unretrieved.tolist())
    before, after = (Explanation(x, question.conventions).value(name) or 0.0 for x in lists)
    return abs(after - before)


def judged(question: Question, answer: str) -> str:
    return mark(question, {"answer": answer}).part("answer").outcome


@pytest.mark.parametrize("task", SWAPS)
def test_exactly_the_swaps_that_solve_the_task_are_correct(task: str) -> None:
    for seed in range(3):
        question = one("inverse", task=task, seed=seed)
        assert isinstance(question.task, InverseTask)
        grades = question.task.ranking.grades.tolist()
        right, pairs = [], list(combinations(range(len(grades)), 2))
        fine = {pair: change(question, after) for pair in pairs if does(question, after := swapped(grades, *pair))}
        for i, j in pairs:
            good = (i, j) in fine and fine[i, j] >= max(fine.values()) - 1e-9
            assert judged(question, f"{i + 1} {j + 1}") == ("right" if good else "wrong")
            right += [f"{i + 1} {j + 1}"] * good
        assert question.parts[0].right in right
        assert len(right) == 1
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
    assert judged(question, answer) == judged(question, "2 7") != "unreadable"


@pytest.mark.parametrize(
    ("answer", "key", "values"),
    [
        ("2", "not-two-ranks", {"answer": "2"}),
        ("1 2 3", "not-two-ranks", {"answer": "1 2 3"}),
        ("0 2", "no-such-rank", {"rank": 0, "most": 7}),
        ("2 8", "no-such-rank", {"rank": 8, "most": 7}),
        ("3 3", "rank-twice", {"rank": 3}),
        ("x", "not-two-ranks", {"answer": "x"}),
    ],
)
def test_an_answer_that_is_no_swap_is_refused(answer: str, key: str, values: dict[str, object]) -> None:
    question = one("inverse", task="p-same-ap-up", list=RankedList("0100010", "11"))
    assert question.task
    with pytest.raises(InputError) as refused:
        question.task.judge(answer)
    assert (refused.value.key, refused.value.values) == (key, values)
    assert judged(question, answer) == "unreadable"


def test_the_effect_of_a_swap_is_explained() -> None:
    question = one("inverse", task="p-same-ap-up", list=RankedList("0100010", "11"))
    assert isinstance(question.task, InverseTask)
    assert question.task.judge("1 2") == (True, "Correct: Rprec stays at 0.250; AP rises from 0.208 to 0.333.")
    good, text = question.task.judge("4 5")
    assert not good
    assert text == "Incorrect: Rprec stays at 0.250; AP stays at 0.208, but should rise."
    good, text = question.task.judge("1 6")
    assert not good
    assert text.startswith("Incorrect: Rprec rises from 0.250 to 0.500, but should stay the same; AP rises from ")
    good, text = question.task.judge("5 6")
    assert not good
    assert text.endswith("AP rises from 0.208 to 0.225, but another swap makes it rise more.")
    _, effect = question.task.effect("1 2")
    assert say(effect, comma=True) == "Correct: Rprec stays at 0,250; AP rises from 0,208 to 0,333."


def test_labels_that_the_list_does_not_have_are_refused() -> None:
    question = one("inverse", task="p-down-ap-up", seed=2)
    assert question.task
    for answer in ("111", "0" * 10, "5" * 10):
        with pytest.raises(InputError) as refused:
            question.task.judge(answer)
        assert refused.value.key == "not-these-labels"
    with pytest.raises(InputError) as refused:
        question.task.judge("?" * 10)
    assert refused.value.field == "answer"


def test_a_list_without_a_solution_is_refused() -> None:
    sheet = Sheet("", 1, ())
    for kind, labels in (("inverse", "111"), ("wrong-cell", "000")):
        measure = "AP" if kind == "wrong-cell" else ""
        exercise = Exercise("e1", kind, measure, list=RankedList(labels))
        with pytest.raises(InputError) as refused:
            check(sheet, exercise, "exercises[0]")
        assert refused.value.field == "exercises[0].list"


def test_a_fixed_list_gets_a_task_with_a_solution() -> None:
    for seed in range(8):
        question = one("inverse", list=RankedList("0100010", "11"), seed=seed)
        assert judged(question, question.parts[0].right) == "right"
