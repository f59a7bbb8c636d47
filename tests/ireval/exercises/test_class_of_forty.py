"""A class of forty: what each of them earns is within a tenth of what a written rule gives.

The rule is computed here by formulas of the test's own, and nothing of it is taken from the marking:

- A number that is correct earns all points, however it is written. With two of three decimals, or cut off, it earns
  half; so does a mistake or another convention, unless a guess would hit its number: above 1, a whole number, a
  fraction with a divisor up to 12, a quotient of two counts on the sheet. Everything else earns nothing.
- In a table, a cell weighs 1 if it is 0, 1/2 or 1 or stands in its row or above it, 8 if it is a whole number or such a
  fraction, else 20 for IDCG, 40 for DCG and NDCG, and 80 for the score. A wrong cell costs its weight, and what follows
  from it nothing. One misconception costs half of the cells that it makes wrong, and at most a quarter of the points;
  too few decimals cost at most a tenth.
- Which system is better is worth one part of 21; its scores are worth ten each.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import pytest

from ireval.exercises import Exercise, Question, RankedList, Sheet, mark, variant

pytestmark = pytest.mark.slow

GRADES, MISSED = (1, 0, 1, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 3), (3, 2, 2, 1, 1)
TOP, REST = (1, 0, 2, 0, 3, 0, 1, 0, 2, 0), (3, 2)
SWAPPED = (0, 1, 0, 0, 1, 0, 1, 0, 0, 0)
BETTER = ((1, 0, 1, 0, 0), (0, 1, 1, 0, 0))
Discount = Callable[[int], float]
Columns = Mapping[str, Sequence[float]]


def text(grades: Sequence[int]) -> str:
    return "".join(map(str, grades))


SHEET = Sheet(
    "A class",
    1,
    (
        Exercise("e1", "number", "AP", 10, list=RankedList(text(GRADES), text(MISSED))),
        Exercise("e2", "table", "nDCG@5", 10, list=RankedList(text(TOP), text(REST))),
        Exercise(
            "e3", "better", "AP", 10, list=RankedList(text(BETTER[0]), "1"), second=RankedList(text(BETTER[1]), "1")
        ),
        Exercise("e4", "inverse", points=10, list=RankedList(text(SWAPPED), ""), task="p-same-ap-up"),
    ),
    "kth",
)
QUESTIONS = {question.id: question for question in variant(SHEET, "K7M2PX").questions}


class Student(NamedTuple):
    """What a student hands in, exercise by exercise, and the share of the points that the rule gives."""

    who: str
    exercise: str
    answers: Mapping[str, str]
    fair: float


def precisions(grades: Sequence[int]) -> list[float]:
    return [sum(g > 0 for g in grades[:i]) / i for i in range(1, len(grades) + 1)]


def at_relevant(grades: Sequence[int]) -> list[float]:
    return [p for p, g in zip(precisions(grades), grades, strict=True) if g > 0]


def average_precision(grades: Sequence[int], relevant: int) -> float:
    return sum(at_relevant(grades)) / relevant


def guessed(value: float) -> bool:
    """Whether a guess hits a wrong AP: 5 of 10 relevant documents were found among 15, and 10 of 20 judged are not."""
    counts = (5, 10, 15, 20)
    simple = any(abs(value * n - round(value * n)) < 1e-9 for n in range(1, 13))
    return value > 1 or simple or any(abs(value - a / b) < 1e-9 for a in counts for b in counts)


def students_of_the_number() -> Iterator[Student]:
    spellings = (
        "0.290",
        "0,29",
        "AP=0.29",
        "≈ 0.29",
        "2.9/10",
        "(1 + 2/3 + 0.5 + 0.4 + 1/3)/10",
        "2.9e-1",
        "29 %",
        "[0.290]",
    )
    yield from (Student(f"right: {x}", "e1", {"score": x}, 1) for x in spellings)
    ranks = [i for i, g in enumerate(GRADES, start=1) if g > 0]
    wrong = {
        "divides by the found": sum(at_relevant(GRADES)) / 5,
        "divides by the ranks": sum(at_relevant(GRADES)) / 15,
        "forgets to divide": sum(at_relevant(GRADES)),
        "averages every rank": sum(precisions(GRADES)) / 15,
        "adds every rank": sum(precisions(GRADES)) / 10,
        "leaves itself out": sum((i - 1) / rank for i, rank in enumerate(ranks, start=1)) / 10,
        "reciprocal ranks": sum(1 / rank for rank in ranks) / 10,
        "adds grades": sum(sum(GRADES[:rank]) / rank for rank in ranks) / 10,
        "stops at rank 10": sum(at_relevant(GRADES[:10])) / 10,
        "relevant from grade 2": average_precision([g * (g > 1) for g in GRADES], 6),
    }
    for who, value in wrong.items():
        yield Student(who, "e1", {"score": f"{value:.3f}"}, 0 if guessed(value) else 0.5)
    for guess in ("3", "0", "1", "0.5", "0.333", "0.1", "1.5", "-1", "15", "0.777", "29"):
        yield Student(f"guess: {guess}", "e1", {"score": guess}, 0)
    yield Student("two decimals cut off", "e1", {"score": "0.289"}, 0)


def linear(grade: int) -> float:
    return grade


def exponential(grade: int) -> float:
    return 2.0**grade - 1


def log2_rank(i: int) -> float:
    return max(1.0, math.log2(i))


def natural(i: int) -> float:
    return 1.0 if i == 1 else math.log(i)


def log2_next(i: int) -> float:
    return math.log2(i + 1)


def table(
    gain: Callable[[int], float] = linear,
    discount: Discount = log2_rank,
    ideal: Sequence[int] = (*TOP, *REST),
    cells: Callable[[float], float] = float,
) -> Columns:
    """The columns of nDCG@5; ``cells`` is applied to every cell of DCG and IDCG before it is divided."""
    best = sorted(ideal, reverse=True)
    gains, ideals = ([gain(g) for g in some[:5]] for some in (TOP, best))
    sums = [[sum(x / discount(i + 1) for i, x in enumerate(xs[:n])) for n in range(1, 6)] for xs in (gains, ideals)]
    dcg, idcg = ([cells(x) for x in xs] for xs in sums)
    cg = [sum(gains[:n]) for n in range(1, 6)]
    share = [a / b for a, b in zip(dcg, idcg, strict=True)]
    return {"G": gains, "CG": cg, "DCG": dcg, "IG": ideals, "IDCG": idcg, "NDCG": share}


RIGHT = table()


def weight(column: str, row: int) -> int:
    value = RIGHT[column][row]
    beside = [RIGHT[other][row] for other in RIGHT if other != column] + [TOP[row], 0, 0.5, 1]
    above = [RIGHT[column][row - 1]] if row else []
    if any(abs(value - x) < 0.0005 for x in (*beside, *above)):
        return 1
    if column in {"G", "CG", "IG"} or any(abs(value * n - round(value * n)) < 1e-9 for n in range(1, 13)):
        return 8
    return 80 if (column, row) == ("NDCG", 4) else 20 if column == "IDCG" else 40


WEIGHTS = {(column, row): weight(column, row) for column in RIGHT for row in range(5)}


def is_right(column: str, row: int, value: float) -> bool:
    return abs(value - RIGHT[column][row]) < 0.0005


def share_of(cells: Columns) -> float:
    """The share of the points in cells that are right."""
    right = [w for (c, row), w in WEIGHTS.items() if c in cells and is_right(c, row, cells[c][row])]
    return sum(right) / sum(WEIGHTS.values())


def filled(cells: Columns, places: int = 3) -> dict[str, str]:
    return {
        f"{column}-{row}": f"{x:.0f}" if column in {"G", "CG", "IG"} else f"{x:.{places}f}"
        for column, numbers in cells.items()
        for row, x in enumerate(numbers, start=1)
    }


def students_of_the_table() -> Iterator[Student]:
    yield Student("table right", "e2", filled(RIGHT), 1)
    yield Student("table to two decimals", "e2", filled(RIGHT, 2), 0.9)
    rounded = table(cells=lambda x: math.floor(100 * x + 0.5) / 100)
    yield Student("table rounded on the way", "e2", filled(rounded, 2), 0.9)
    misconceptions = {
        "natural logarithms": table(discount=natural),
        "exponential gains": table(exponential),
        "log2(i + 1)": table(discount=log2_next),
        "ideal of the retrieved": table(ideal=TOP),
    }
    for who, cells in misconceptions.items():
        yield Student(who, "e2", filled(cells), 1 - min(0.25, (1 - share_of(cells)) / 2))
    slip = {**RIGHT, "DCG": [*RIGHT["DCG"][:2], *(x + 0.4 for x in RIGHT["DCG"][2:])]}
    slip["NDCG"] = [a / b for a, b in zip(slip["DCG"], slip["IDCG"], strict=True)]
    yield Student("one slip", "e2", filled(slip), 1 - WEIGHTS["DCG", 2] / sum(WEIGHTS.values()))
    some = {column: RIGHT[column] for column in ("G", "CG")}
    yield Student("only G and CG", "e2", filled(some), share_of(some))
    for guess in ("0", "1", "0.5", "3"):
        same = dict.fromkeys(RIGHT, [float(guess)] * 5)
        gaps = {f"{column}-{row}": guess for column in RIGHT for row in range(1, 6)}
        yield Student(f"{guess} everywhere", "e2", gaps, min(share_of(same), 0.05))
    yield Student("labels everywhere", "e2", filled(dict.fromkeys(RIGHT, TOP)), 0.05)


def precise(a: int, b: int) -> list[int]:
    """The list after a swap if that leaves R-precision as it is; else an empty list."""
    after = list(SWAPPED)
    after[a - 1], after[b - 1] = after[b - 1], after[a - 1]
    return after if sum(after[:3]) == sum(SWAPPED[:3]) else []


def students_of_the_others() -> Iterator[Student]:
    scores = [average_precision(grades, 3) for grades in BETTER]
    both = {f"score-{name}": f"{score:.3f}" for name, score in zip("AB", scores, strict=True)}
    yield Student("both scores", "e3", {**both, "better": "A" if scores[0] > scores[1] else "B"}, 1)
    yield Student("guess: A", "e3", {"better": "A"}, 1 / 21)
    best = max(average_precision(after, 3) for a, b in combinations(range(1, 11), 2) if (after := precise(a, b)))
    for a, b in ((2, 4), (6, 7), (5, 6), (1, 2), (4, 7)):
        after = precise(a, b)
        fair = float(bool(after) and average_precision(after, 3) > best - 1e-9)
        yield Student(f"swaps {a} and {b}", "e4", {"answer": f"{a} {b}"}, fair)
        yield Student(f"swaps d{a} and d{b}", "e4", {"answer": f"d{a}, d{b}"}, fair)


STUDENTS = [*students_of_the_number(), *students_of_the_table(), *students_of_the_others()]


def points(question: Question, student: Student) -> float:
    return mark(question, student.answers).points


def test_a_class_of_forty_is_marked_by_the_rule() -> None:
    assert len(STUDENTS) >= 40 and sum(student.fair == 1 for student in STUDENTS) >= 10
    unfair = [
        (student.who, found, student.fair * 10)
        for student in STUDENTS
        if abs((found := points(QUESTIONS[student.exercise], student)) - student.fair * 10) > 1
    ]
    assert not unfair


def test_guesses_are_counted_apart() -> None:
    causes = {x.who: mark(QUESTIONS["e1"], x.answers).part("score").cause for x in STUDENTS if x.exercise == "e1"}
    assert {causes[f"guess: {number}"] for number in ("3", "1.5", "-1", "15")} == {"impossible"}
    assert {causes[f"guess: {number}"] for number in ("0", "1", "0.5")} <= {"guess", "copied"}
