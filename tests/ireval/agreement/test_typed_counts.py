"""Tables of counts as people type them: what is read, and what is refused and where."""

from __future__ import annotations

import pytest

from ireval import InputError
from ireval.agreement.label_counts import LabelCounts
from ireval.agreement.typed_counts import read_counts, write_counts

BOOK = ((300, 20), (10, 70))
FOUR = ((5, 1, 0, 0), (2, 6, 1, 0), (0, 1, 7, 2), (0, 0, 1, 8))


@pytest.mark.parametrize(
    ("text", "labels", "counts"),
    [
        ("300 20\n10 70", ("label 1", "label 2"), BOOK),
        ("300,20\r\n\r\n10,70\n", ("label 1", "label 2"), BOOK),
        ("300;20\n10;70", ("label 1", "label 2"), BOOK),
        ("300\t20\n10\t70", ("label 1", "label 2"), BOOK),
        ("| 300 | 20 |\n|---|---|\n| 10 | 70 |", ("label 1", "label 2"), BOOK),
        ("yes no\n300 20\n10 70", ("yes", "no"), BOOK),
        ("yes 300 20\nno 10 70", ("yes", "no"), BOOK),
        ("  0 1\n0 300 20\n1 10 70", ("0", "1"), BOOK),
        ("\t0\t1\n0\t300\t20\n1\t10\t70", ("0", "1"), BOOK),
        ("A/B,yes,no\nyes,300,20\nno,10,70", ("yes", "no"), BOOK),
        (",yes,no,Total\nyes,300,20,320\nno,10,70,80\nTotal,310,90,400", ("yes", "no"), BOOK),
        ("300 20 320\n10 70 80\n310 90 400", ("label 1", "label 2"), BOOK),
        ("\n".join(" ".join(map(str, row)) for row in FOUR), tuple(f"label {i}" for i in range(1, 5)), FOUR),
    ],
)
def test_what_is_typed_is_read(text: str, labels: tuple[str, ...], counts: tuple[tuple[int, ...], ...]) -> None:
    found = read_counts(text)
    assert (found.labels, found.counts) == (labels, counts)
    assert read_counts(write_counts(found)) == found


@pytest.mark.parametrize(
    "labels", [("a, b", "c;d"), ("0", "3"), ("x|y", "z"), ("1.5", "2.5"), ("grade 1", "2"), ("yes", "no", "perhaps")]
)
def test_what_is_written_is_read_again(labels: tuple[str, ...]) -> None:
    size = len(labels)
    counts = LabelCounts(labels, tuple(tuple(range(i, i + size)) for i in range(1, size + 1)))
    assert read_counts(write_counts(counts)) == counts


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The table is empty"),
        (" \n ", "The table is empty"),
        ("300 2O\n10 70", "Row 1, column 2: “2O” is not a number"),
        ("300 20\n10 -7", "Row 2, column 2: “-7”"),
        ("300 20\n10 7.5", "Row 2, column 2: “7.5”"),
        ("300,20\n10,", "Row 2, column 2: “”"),
        (",yes,no\nyes,300,x\nno,10,70", "Row 2, column 3: “x”"),
        ("yes 300 20\nno 1x0 70", "Row 2, column 2: “1x0”"),
        ("300 20", "The table has 1 row"),
        ("300 20\n10", "Row 2 has 1 number, but there are 2 rows"),
        ("300 20 1\n10 70 2", "Row 1 has 3 numbers, but there are 2 rows"),
        ("0 0\n0 0", "All counts are 0"),
        ("\n".join(["1 " * 13] * 13), "The table has 13 rows of counts"),
        (",yes,no\nno,300,20\nyes,10,70", "Label 1 is “no” in the rows and “yes” in the columns"),
        (",yes,no,total\nyes,300,20,321\nno,10,70,80\ntotal,310,90,400", "Row 2, column 4: the total is “321”"),
        (",yes,no,total\nyes,300,20,320\nno,10,70,80\ntotal,310,9,400", "Row 4, column 3: the total is “9”"),
        (",a,a\na,300,20\na,10,70", "The label “a” is there twice"),
        ("99999999999 1\n1 1", "Row 1, column 1: “99999999999”"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read_counts(text)
    assert said in caught.value.message
    assert caught.value.field == "table" and caught.value.suggestion
