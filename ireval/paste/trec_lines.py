"""Pasted lines of a run and of its qrels, in any order: joined as whole files are, and ordered as trec_eval does."""

from __future__ import annotations

import math
import re

from ireval.errors import InputError
from ireval.messages.writing import quoted
from ireval.paste.pasted_list import FIELD, Item, Line, PastedList
from ireval.ranking.document_names import checked_name
from ireval.ranking.judgements import UNJUDGED
from ireval.ranking.labels import TOP_GRADE
from ireval.trec.judged_run import join
from ireval.trec.qrels import FIELDS as QRELS
from ireval.trec.qrels import Qrels, read_qrels
from ireval.trec.rank_order import rank_rows
from ireval.trec.reading.file_error import FileError
from ireval.trec.runs import FIELDS as RUN
from ireval.trec.runs import Run, read_run

_TIES = "docno-descending"
_SHAPES = f"A line of a run is: {' '.join(RUN)}. One of qrels is: {' '.join(QRELS)}."


def read_trec(lines: list[Line]) -> PastedList | None:
    """The list of one topic; None where no line is of a run, and most are none of qrels.

    Raises ``InputError`` with the line for what cannot be used.
    """
    rows = [line.split() for _, line in lines]
    if not any(_is_run(row) or _like_run(row) for row in rows) and (
        len(rows) == 1 or 2 * sum(map(_is_qrels, rows)) <= len(rows)
    ):
        return None  # a single line of qrels is more likely a list with a slip in it
    for number, line in lines:
        if len(line.split()) not in (len(RUN), len(QRELS)):
            raise InputError(FIELD, f"Line {number}: {quoted(line)} belongs neither to a run nor to qrels.", _SHAPES)
    try:
        run, qrels = _run(lines), _qrels(lines)
    except FileError as error:
        where = f"Line {error.line}: " if error.line else ""
        raise InputError(FIELD, where + error.message.partition(": ")[2], error.suggestion) from None
    _check_topic([*(run.topics if run else []), *(qrels.topics if qrels else [])])
    if run is None:
        fields = " ".join(RUN)
        raise InputError(
            FIELD, "These are qrels without a run, so there is no order.", f"Add the run's lines: {fields}."
        )
    order = rank_rows(run, _TIES)
    names = [run.groups.docs[row] for row in (range(len(run.scores)) if order is None else order.tolist())]
    if qrels is None:
        return PastedList(_items([UNJUDGED] * len(names), names), (), "a run without qrels, so all of it is unjudged")
    joined = join(qrels, run, ties=_TIES, rel=1)
    missed = joined.missed.tolist()
    return PastedList(
        _items(joined.grades.tolist(), names),
        _items(qrels.grades[missed].tolist(), [qrels.groups.docs[row] for row in missed]),
        "a run with its qrels",
    )


def _is_run(fields: list[str]) -> bool:
    """Whether a line is one of a run beyond doubt."""
    if len(fields) != len(RUN):
        return False
    return fields[1].upper() == "Q0" or (len(fields[5]) > 1 and not math.isnan(_number(fields[4])))


def _like_run(fields: list[str]) -> bool:
    """Whether a line is meant for one of a run, but has too few fields or too many."""
    return len(fields) > len(QRELS) and fields[1].upper() == "Q0"


def _is_qrels(fields: list[str]) -> bool:
    """Whether a line looks like one of qrels."""
    return len(fields) == len(QRELS) and bool(re.fullmatch(r"Q?[0-9]+", fields[1]))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def _run(lines: list[Line]) -> Run | None:
    content = _only(lines, len(RUN))
    return read_run(content) if content else None


def _qrels(lines: list[Line]) -> Qrels | None:
    content = _only(lines, len(QRELS))
    qrels = read_qrels(content) if content else None
    for number, line in lines:
        fields = line.split()
        if len(fields) == len(QRELS) and int(fields[-1]) > TOP_GRADE:
            raise InputError(
                FIELD,
                f"Line {number}: the grade {quoted(fields[-1])} is above {TOP_GRADE}, the highest here.",
                "Bring the grades to a smaller scale.",
            )
    return qrels


def _only(lines: list[Line], width: int) -> bytes:
    """The lines of so many fields as a file's content, each at its number; empty where there is none."""
    content = {number: line for number, line in lines if len(line.split()) == width}
    text = "\n".join(content.get(number, "") for number in range(1, max(content, default=0) + 1))
    return text.encode(errors="replace")


def _check_topic(topics: list[str]) -> None:
    """Raise ``InputError`` for more than one."""
    several = list(dict.fromkeys(topics))
    if len(several) > 1:
        named = ", ".join(map(quoted, several[:5])) + (" and more" if len(several) > 5 else "")
        raise InputError(
            FIELD,
            f"These lines are of {len(several):,} topics: {named}.",
            f"One list shows one topic: keep the lines that begin with {quoted(several[0])}, for one.",
        )


def _items(grades: list[int], names: list[str]) -> tuple[Item, ...]:
    return tuple(Item(grade, checked_name(name)) for grade, name in zip(grades, names, strict=True))
