"""Pairs of rankings on which measures disagree about which of the two is better; each pair shows one difference."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import count

from ireval.experiments.list_pairs import ListPair


def _shared(first: str, second: str, size: int | None = None) -> ListPair:
    """Two rankings with a label for each rank. They share as many documents of each label as possible.

    >>> _shared("10", "011").second
    '0:d2 1:d1 1:d3'
    """
    numbers, names = count(1), defaultdict[str, list[str]](list)

    def written(labels: str) -> str:
        seen, documents = Counter[str](), []
        for label in labels:
            if seen[label] == len(names[label]):
                names[label].append(f"d{next(numbers)}")
            documents.append(f"{label}:{names[label][seen[label]]}")
            seen[label] += 1
        return " ".join(documents)

    return ListPair(written(first), written(second), size=size)


# ---- The parts of a ranking that a measure uses ----

EARLY_OR_MANY = _shared("1000000000", "0001110000")
PARTIAL_FIRST = _shared("1000000000", "0300000000")
GRADES_OR_COUNT = _shared("3300000000", "1110000000")
GRADES_OR_PLACES = _shared("30011", "11030")
TOP_OR_DEPTH = _shared("1111100000", "1111000000111111")
FIRST_OR_ALL = _shared("1000000000", "0111110000")
ORDER_OR_COUNT = _shared("1111000000", "0000011111")
PRECISE_OR_COMPLETE = _shared("11111" + 15 * "0", "1110000000" + "1111111000")
FEW_GOOD_OR_MANY = _shared("33" + 18 * "0", "1111" + 16 * "0")

# ---- Sets without an order ----

SMALL_OR_COMPLETE_SET = _shared("10", "1111000000", size=1000)
ONE_SURE_DOCUMENT = _shared("1", "11110")
CHECKED_OR_COMPLETE_SET = _shared("1110", "111111110000")

# ---- Documents without a judgement ----

UNJUDGED_ABOVE = _shared("uu100", "01000")
UNJUDGED_ABOVE_GRADED = _shared("uuu3210000", "0321000000")
UNJUDGED_FIRST_PAGE = _shared("uuuuu1111111111", "1111111000")
UNJUDGED_AND_PREFERRED = _shared("uuu1u1", "010100")
GRADES_OR_PREFERENCE = _shared("301", "130")
UNJUDGED_DEPTH = _shared(12 * "u" + 10 * "1", "111111111" + 11 * "0")
UNJUDGED_DEPTH_GRADED = _shared(12 * "u" + "1111111133", "331111" + 14 * "0")
UNJUDGED_SET = _shared("uuuu1111", "1111100")
SAMPLED = _shared("1p1p1p0000", "00000000pp1111")

# ---- Topics whose relevant documents are not all known ----

FIRST_OR_TOTAL = _shared("1000", "0111")
TOP_OR_TOTAL = _shared("11" + 12 * "0", "00000" + 9 * "1")
FLATTERED = _shared("1000000000", "0330000000")

# ---- Subtopics ----

#: Four documents on one subtopic, against three on three subtopics.
REPETITION = ListPair(
    "100:d1 100:d2 100:d3 100:d4 000:d8",
    "100:d1 010:d5 000:d8 001:d6 000:d9",
    missed="010:d7",
)
UNJUDGED_DIVERSITY = ListPair("u:d1 u:d2 10:d3 01:d4", "00:d5 10:d6 00:d7 01:d8")
