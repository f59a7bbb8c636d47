"""Reads ranks at the beginning of lines: “1”, “1.”, “1)”, “1:”, “#1”, “(1)”, “Rank 1”.

>>> without_ranks([(1, "1) d7 2"), (2, "2) d1 0")])
RankedLines(lines=[(1, 'd7 2'), (2, 'd1 0')], is_certain=True)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ireval.errors import InputError
from ireval.numbers.notation import value_of_digits
from ireval.paste.cell_labels import label_of
from ireval.paste.pasted_list import FIELD, Line

_RANK = re.compile(
    r"(?P<word>(?:rank|pos(?:ition)?|no|nr)\b\.?\s*|№\s*)?(?P<open>[#(\[]?)\s*(?P<rank>\d{1,4})(?:st|nd|rd|th)?\s*"
    r"(?P<sign>[.)\]:]*)(?:\s+[-–—]\s+|[\s,;|]+|$|(?<=[:)\]])(?=\S)|(?<=\.)(?=[^\d\s]))",
    re.IGNORECASE,
)
#: A rank with a sign that makes it certain, anywhere in a line.
_SEVERAL = re.compile(r"(?<![^\s,;|])\d{1,4}(?:[.)]\s|[.)](?=[^\W\d])|:\s?(?=\S))")


class RankedLines(NamedTuple):
    """Lines in the order of their ranks, without the ranks. It is not certain if the numbers may also be grades."""

    lines: list[Line]
    is_certain: bool


def is_counted(numbers: Sequence[int]) -> bool:
    """Whether the numbers are 1, 2, 3, ..."""
    return list(numbers) == list(range(1, len(numbers) + 1))


def one_rank_on_each_line(lines: list[Line]) -> list[Line]:
    """One line per document, by rank, if lines have several documents: “1. R  3. N”; otherwise the lines unchanged."""
    pieces = []
    for number, line in lines:
        starts = [found.start() for found in _SEVERAL.finditer(line)]
        if not starts or line[: starts[0]].strip(" ,;|"):
            return lines
        pieces += [(number, line[a:b].strip(" ,;|\t")) for a, b in zip(starts, [*starts[1:], len(line)], strict=True)]
    ranks = [value_of_digits(re.sub(r"\D.*", "", piece, flags=re.DOTALL)) for _, piece in pieces]
    if len(pieces) >= 2 * len(lines) > 2 and len(set(ranks)) == len(ranks) and not is_counted(sorted(ranks)):
        missing = next(i for i in range(1, len(ranks) + 1) if i not in ranks)
        number, piece = next(both for both, rank in zip(pieces, ranks, strict=True) if rank > missing)
        raise InputError(FIELD, "paste-rank-missing", line=number, rank=int(re.split(r"\D", piece)[0]), missing=missing)
    if len(pieces) == len(lines) or not is_counted(sorted(ranks)):
        return lines
    return [piece for _, piece in sorted(zip(ranks, pieces, strict=True))]


def without_ranks(lines: list[Line]) -> RankedLines | None:
    """The lines in the order of their ranks; None unless each line begins with a rank.

    Raises ``InputError`` for a missing rank if the lines have labels.
    """
    found = [_RANK.match(line) for _, line in lines]
    heads = [head for head in found if head]
    if not lines or len(heads) < len(lines):
        return None
    ranks = [value_of_digits(head["rank"]) for head in heads]
    rest = [(number, line[head.end() :]) for (number, line), head in zip(lines, heads, strict=True)]
    is_certain = all(head["word"] or head["open"] == "#" or _is_sign(head) for head in heads)
    if is_counted(ranks):
        return RankedLines(rest, is_certain)
    if not all(_has_label(line) for _, line in rest) or len(lines) < 2:
        return None
    if is_counted([rank + 1 for rank in ranks]) or (len(lines) > 2 and is_counted(sorted(ranks))):
        return RankedLines([line for _, line in sorted(zip(ranks, rest, strict=True))], True)
    if ranks[0] == 1 and ranks == sorted(set(ranks)) and len(lines) > 2:
        place = next(i for i, rank in enumerate(ranks) if rank != i + 1)
        raise InputError(FIELD, "paste-rank-missing", line=lines[place][0], rank=ranks[place], missing=place + 1)
    return None


def _is_sign(head: re.Match[str]) -> bool:
    """Whether a sign marks the number as a rank; brackets around it may mark a grade as well."""
    return bool(head["sign"]) and not head["open"]


def _has_label(line: str) -> bool:
    last = re.split(r"[\s,;|]+|(?=\()", line.strip())[-1]
    return label_of(last) is not None
