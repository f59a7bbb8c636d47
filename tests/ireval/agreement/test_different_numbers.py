"""What a different number of a table of counts is: named where it is clear, possible where it may be chance."""

from __future__ import annotations

import random

import pytest

from ireval import InputError
from ireval.agreement.all_coefficients import of_tables
from ireval.agreement.different_number import DifferentNumbers
from ireval.agreement.label_counts import LabelCounts
from ireval.agreement.typed_counts import read_counts
from ireval.messages import say

pytestmark = pytest.mark.slow

BOOK = "300 20\n10 70"
GRADED = ",0,1,3\n0,20,5,1\n1,4,12,3\n3,0,2,9"
#: Of 1,001 numbers with three decimals, at most so many may get a certain explanation.
MOST_CERTAIN = 10
#: Random tables for each coefficient and its marginals.
TABLES = 2


@pytest.mark.parametrize(
    ("table", "number", "said"),
    [
        (BOOK, "0.7759", "0.7759 is the pooled kappa (Scott's pi), 0.7759."),
        (BOOK, "0.7761", "0.7761 is Cohen's kappa, 0.7761."),
        (BOOK, "0.776", "0.776 is Cohen's kappa, 0.776."),
        (BOOK, "0.2600", "0.2600 comes from a mistake in Cohen's kappa. You subtracted"),
        (BOOK, "0.26", "0.26 may come from a mistake in Cohen's kappa. You subtracted"),
        (BOOK, "0.26", "Two decimals can match by chance. Type a third to be sure."),
        (BOOK, "0.925", "0.925 is the observed agreement of Cohen's kappa, 0.925."),
        (BOOK, "0.7656", "shares of assessor A alone"),
        (BOOK, "0.925 - 0.665 = 0.26", "0.26 may come from"),
        (BOOK, "104/400", "104/400 comes from a mistake in Cohen's kappa. You subtracted"),
        (BOOK, "0.8", "too few decimals"),
        (BOOK, "0.123", "matches no known mistake"),
        (BOOK, "1.2", "1.2 is impossible: no coefficient of agreement is above 1."),
        (GRADED, "0.6567", "left out a grade that nobody gave"),
        (GRADED, "0.7402", "0.7402 is the quadratic weighted kappa, 0.7402."),
        (GRADED, "2.6122", "2.6122 is the expected disagreement of the quadratic weighted kappa, 2.6122."),
    ],
)
def test_a_different_number_is_named(table: str, number: str, said: str) -> None:
    assert said in " ".join(map(say, DifferentNumbers(read_counts(table)).explain(number)))


def test_the_coefficient_that_was_wanted_comes_first() -> None:
    graded = read_counts(GRADED)
    linear = DifferentNumbers(graded, "pooled", "linear")
    assert [say(x) for x in linear.explain("0.664")] == ["0.664 is the linear weighted kappa, pooled, 0.664."]
    (weights,) = DifferentNumbers(graded, "own", "quadratic").explain("0.6641")
    assert say(weights) == "0.6641 is the linear weighted kappa, 0.6641."


def is_certain(found: list[str]) -> bool:
    """Whether sentences say what a number is, and not what it may be or that nothing is known."""
    return not any(" may " in one or "no known mistake" in one for one in found)


@pytest.mark.parametrize("size", [2, 4])
def test_a_number_that_somebody_makes_up_is_seldom_explained_with_certainty(size: int) -> None:
    """Of all numbers from 0.000 to 1.000, those near a known value are tried; no other one can match."""
    dice = random.Random(size)  # noqa: S311 - the same tables each time
    for coefficient in of_tables():
        for marginals in coefficient.titles:
            certain = matched = 0
            for _ in range(TABLES):
                rows = tuple(tuple(dice.randint(0, 30 if i == j else 8) for j in range(size)) for i in range(size))
                labels = tuple(map(str, sorted(dice.sample(range(size + 1), size))))
                known = DifferentNumbers(LabelCounts(labels, rows), marginals, coefficient.key)
                near = {round(1000 * value) + step for value in known.values for step in (-1, 0, 1)} & {*range(1001)}
                others = dice.sample(sorted({*range(1001)} - near), 3)
                for thousandths in (*near, *others):
                    found = [say(message) for message in known.explain(f"{thousandths / 1000:.3f}")]
                    certain += is_certain(found)
                    matched += "no known mistake" not in found[0]
                    assert thousandths in near or "no known mistake" in found[0]
            assert certain <= MOST_CERTAIN * TABLES
            assert matched > certain > 0  # what may be chance is not hidden


def test_what_is_no_number_is_refused() -> None:
    with pytest.raises(InputError):
        DifferentNumbers(read_counts(BOOK)).explain("kappa")
