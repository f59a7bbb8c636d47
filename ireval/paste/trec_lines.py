"""Reads pasted lines of a run and its qrels, in any order. Ties are broken as in trec_eval."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import numpy as np

from ireval.errors import InputError
from ireval.messages.message import Message
from ireval.numbers.notation import value_of_digits
from ireval.paste.pasted_list import FIELD, Item, Line, PastedList, PasteReading
from ireval.ranking.document_names import checked_name
from ireval.ranking.judgements import UNJUDGED
from ireval.ranking.labels import TOP_GRADE
from ireval.trec.judged_run import join
from ireval.trec.qrels import FIELDS as QRELS
from ireval.trec.qrels import Qrels, read_qrels
from ireval.trec.rank_order import RankOrder, rank_rows
from ireval.trec.reading.field_lines import line_shape
from ireval.trec.reading.file_error import FileError
from ireval.trec.runs import FIELDS as RUN
from ireval.trec.runs import Run, read_run

#: The order in trec_eval 9.
_ORDER = RankOrder(scores="single")
#: The most topics that an error names.
_TOPICS_NAMED = 5


def read_trec(lines: list[Line]) -> PasteReading | None:
    """The list of one topic; None if no line is from a run and at most half of the lines are from qrels.

    Raises ``InputError``, with the line if possible, if the lines cannot be used.
    """
    rows = [line.split() for _, line in lines]
    if not any(_is_run(row) or _like_run(row) for row in rows) and (
        len(rows) == 1 or 2 * sum(map(_is_qrels, rows)) <= len(rows)
    ):
        return None  # a single line like qrels is more likely a list with a typing error
    for number, line in lines:
        if len(line.split()) < len(RUN) and len(line.split()) != len(QRELS):
            shapes = {"run": line_shape(RUN), "qrels": line_shape(QRELS)}
            raise InputError(FIELD, "paste-not-run-or-qrels", line=number, text=line, **shapes)
    try:
        run, qrels = _run(lines), _qrels(lines)
    except FileError as error:
        raise error.without_file(FIELD) from None
    _check_topic([*(run.topics if run else []), *(qrels.topics if qrels else [])])
    if run is None:
        raise InputError(FIELD, "paste-qrels-alone", run=line_shape(RUN))
    order = rank_rows(run, _ORDER).by_rank(np.arange(len(run.scores)))
    names = [run.groups.docs[row] for row in order.tolist()]
    if qrels is None:
        unjudged = PastedList(_items([UNJUDGED] * len(names), names))
        return PasteReading((unjudged,), Message("paste-run-without-qrels"))
    joined = join(qrels, run, by=_ORDER, rel=1)
    missed = joined.missed.tolist()
    pasted = PastedList(
        _items(joined.grades.tolist(), names),
        _items(qrels.grades[missed].tolist(), [qrels.groups.docs[row] for row in missed]),
    )
    return PasteReading((pasted,), Message("paste-run-with-qrels"))


def _is_run(fields: list[str]) -> bool:
    """Whether a line is certainly from a run; the tag may contain spaces if the second field is Q0."""
    if len(fields) < len(RUN):
        return False
    if fields[1].upper() == "Q0":
        return True
    return len(fields) == len(RUN) and len(fields[5]) > 1 and not math.isnan(_number(fields[4]))


def _like_run(fields: list[str]) -> bool:
    """Whether a line looks like one of a run, perhaps with too few or too many fields."""
    return len(fields) > len(QRELS) and fields[1].upper() == "Q0"


def _is_qrels(fields: list[str]) -> bool:
    """Whether a line looks like one from qrels."""
    return len(fields) == len(QRELS) and bool(re.fullmatch(r"Q?[0-9]+", fields[1]))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def _run(lines: list[Line]) -> Run | None:
    content = _only(lines, lambda fields: fields >= len(RUN))
    return read_run(content) if content else None


def _qrels(lines: list[Line]) -> Qrels | None:
    content = _only(lines, lambda fields: fields == len(QRELS))
    qrels = read_qrels(content) if content else None
    for number, line in lines:
        fields = line.split()
        if len(fields) == len(QRELS) and value_of_digits(fields[-1].lstrip("+")) > TOP_GRADE:
            raise InputError(FIELD, "paste-grade-too-high", line=number, grade=fields[-1], most=TOP_GRADE)
    return qrels


def _only(lines: list[Line], wanted: Callable[[int], bool]) -> bytes:
    """The lines with a wanted number of fields as the content of a file, with their line numbers; empty if none."""
    content = {number: line for number, line in lines if wanted(len(line.split()))}
    text = "\n".join(content.get(number, "") for number in range(1, max(content, default=0) + 1))
    return text.encode(errors="replace")


def _check_topic(topics: list[str]) -> None:
    """Raise ``InputError`` if there is more than one topic."""
    several = list(dict.fromkeys(topics))
    if len(several) > 1:
        named = [Message("quoted-name", name=topic) for topic in several[:_TOPICS_NAMED]]
        more = [Message("and-more")] if len(several) > _TOPICS_NAMED else []
        raise InputError(FIELD, "paste-several-topics", count=len(several), topics=[*named, *more], first=several[0])


def _items(grades: list[int], names: list[str]) -> tuple[Item, ...]:
    return tuple(Item(grade, checked_name(name)) for grade, name in zip(grades, names, strict=True))
