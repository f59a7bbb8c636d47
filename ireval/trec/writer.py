"""Writes judgements and runs to files. The readers of this package read the same values from these files."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from ireval.errors import InputError
from ireval.trec.plain_dicts import qrels_of, run_of

#: Where to write: a path (gzip if it ends in .gz) or a file open for text.
Target = str | os.PathLike[str] | IO[str]


def write_qrels(judgements: Mapping[str, Mapping[str, Any]], target: Target) -> None:
    """Write judgements to a qrels file.

    Parameters
    ----------
    judgements
        ``{topic: {docno: grade}}``, or ``{topic: {docno: {subtopic: grade}}}``.
    target
        The path of the file, which is compressed with gzip if the path ends in ``.gz``; or a file open for text.

    Raises
    ------
    InputError
        For a name that cannot be written to a file, and for a grade that is not a whole number.

    Examples
    --------
    >>> import sys
    >>> write_qrels({"1": {"d1": 2, "d7": 0}}, sys.stdout)
    1 0 d1 2
    1 0 d7 0

    """
    qrels_of(judgements)
    _write(target, _qrels_lines(judgements))


def write_run(scores: Mapping[str, Mapping[str, float]], target: Target, tag: str = "ireval") -> None:
    """Write scores to a run file: each topic in descending order of its scores; equal scores keep their order.

    Parameters
    ----------
    scores
        ``{topic: {docno: score}}``.
    target
        The path of the file, which is compressed with gzip if the path ends in ``.gz``; or a file open for text.
    tag
        The name of the run. Single spaces may separate its words.

    Raises
    ------
    InputError
        For a name that cannot be written to a file, and for a score that is not a finite number.

    Examples
    --------
    >>> import sys
    >>> write_run({"1": {"d1": 2.0, "d7": 3.5}}, sys.stdout, tag="bm25")
    1 Q0 d7 1 3.5 bm25
    1 Q0 d1 2 2.0 bm25

    """
    run_of(scores)
    _write(target, _run_lines(scores, " ".join(map(_name, tag.split(" ")))))


def _qrels_lines(judgements: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    for topic, mine in judgements.items():
        for doc, grade in mine.items():
            for subtopic, value in grade.items() if isinstance(grade, Mapping) else [("0", grade)]:
                yield f"{_topic(topic)} {_name(subtopic)} {_name(doc)} {int(value)}\n"


def _run_lines(scores: Mapping[str, Mapping[str, float]], tag: str) -> Iterator[str]:
    for topic, mine in scores.items():
        ordered = sorted(mine.items(), key=lambda item: -item[1])
        for rank, (doc, score) in enumerate(ordered, start=1):
            yield f"{_topic(topic)} Q0 {_name(doc)} {rank} {float(score)!r} {tag}\n"


def _topic(name: str) -> str:
    if name.startswith("#"):
        raise InputError("file", "topic-like-comment", name=name)
    return _name(name)


def _name(name: str) -> str:
    """The name, if it can be a field of a line. Raises ``InputError`` if it would end the field or the line."""
    try:
        fits = name.encode().split() == [name.encode()] and "\0" not in name and not name.startswith("\ufeff")
    except UnicodeEncodeError:
        fits = False
    if not fits:
        raise InputError("file", "name-unfit-for-file", name=name)
    return name


def _write(target: Target, lines: Iterator[str]) -> None:
    if not isinstance(target, (str, os.PathLike)):
        target.writelines(lines)
        return
    path = Path(target)
    if path.suffix == ".gz":
        with gzip.open(path, "wt", encoding="utf-8", newline="\n") as packed:
            packed.writelines(lines)
    else:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
